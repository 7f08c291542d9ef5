"""The report of a tournament as one self-contained HTML page with plots, readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rumpus.research.tournament import Played, Report, shares_by_deal

COLOURS = ("#d55e00", "#0072b2", "#007a5a", "#7b3fa0", "#8a5a00", "#c4203a")
WIDTH, HEIGHT, LEFT, BOTTOM = 340, 200, 42, 24  # about as wide as a phone, so that letters keep their size there
ROW, BAR, TEXT = 46, 18, 13  # pixels of a bot in the plot of shares: its row, its bar, its name
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1d1b26;background:#fffaf0;max-width:46rem;margin:1rem auto;"
    "padding:0 1rem}h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}table{border-collapse:collapse}"
    ".wide{overflow-x:auto}td,th{padding:.3rem .5rem;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}"
    "td:first-child,th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}"
    "@media(max-width:30rem){table{font-size:.78rem}td,th{padding:.3rem .2rem}"
    "td:first-child,th:first-child{min-width:4rem}}"
    "svg{display:block;width:100%;max-width:40rem;height:auto}ul{list-style:none;padding:0}"
    "li{overflow-wrap:anywhere}li span{display:inline-block;width:1rem;height:.3rem;margin:0 .5rem .2rem 0}"
)


def page(report: Report, matches: Sequence[Played]) -> str:
    """The whole page."""
    title = f"{report.game}: {', '.join(report.bots)}"
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{standing.share:.1%}</td><td>{standing.low:.1%} - {standing.high:.1%}</td>"
        f"<td>{standing.points:.1f}</td><td>{standing.rating:.0f} ± {standing.rating_half:.0f}</td></tr>"
        for name, standing in report.bots.items()
    )
    options = ", ".join(f"{key}={value}" for key, value in report.options.items()) or "defaults"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{report.players} players, {report.matches} matches on {report.deals} deals, each "
        f"played with the seats turned round; seed {escape(str(report.seed))}; options {escape(options)}.</p>"
        '<div class="wide" tabindex="0" role="region" aria-label="Standings"><table>'
        "<tr><th>bot<th>share<th>95 %<th>points<th>rating</tr>"
        f"{rows}</table></div><h2>Share of wins a seat</h2>{interval_plot(report)}"
        f"<h2>Share as the deals went by</h2>{running_plot(report, matches)}</html>\n"
    )


def interval_plot(report: Report) -> str:
    """A bar per bot with its interval, and a line where all would be equal."""
    height = ROW * len(report.bots) + BOTTOM
    even = _across(1 / report.players)
    parts = [f'<line x1="{even}" x2="{even}" y1="0" y2="{height - BOTTOM}" stroke="#888" stroke-dasharray="4"/>']
    for place, (name, standing) in enumerate(report.bots.items()):
        top = place * ROW
        bar = top + TEXT + 6
        parts += [
            f'<text x="{_across(0)}" y="{top + TEXT}">{escape(name)}</text>',
            f'<rect x="{_across(0)}" y="{bar}" width="{_across(standing.share) - _across(0):.1f}" height="{BAR}"'
            f' fill="{COLOURS[place % len(COLOURS)]}"/>',
            f'<line x1="{_across(standing.low)}" x2="{_across(standing.high)}" y1="{bar + BAR // 2}"'
            f' y2="{bar + BAR // 2}" stroke="#1d1b26" stroke-width="3"/>',
        ]
    percents = "".join(
        f'<text x="{_across(part / 4)}" y="{height - 6}" text-anchor="middle">{25 * part}%</text>' for part in range(5)
    )
    return _svg(height, "Share of wins a seat, with 95 % intervals", "".join(parts) + percents)


def running_plot(report: Report, matches: Sequence[Played]) -> str:
    """Each bot's mean share against the number of deals played."""
    parts, names = [], []
    shares = shares_by_deal(matches)
    for place, name in enumerate(report.bots):
        total, line = 0.0, []
        for number, share in enumerate(shares[name], 1):
            total += share
            x = LEFT + (WIDTH - LEFT) * number / len(shares[name])
            line.append(f"{x:.1f},{_down(total / number):.1f}")
        colour = COLOURS[place % len(COLOURS)]
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        names.append(f'<li><span style="background:{colour}"></span>{escape(name)}</li>')
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{_down(part / 4) + 4:.0f}" text-anchor="end">{25 * part}%</text>' for part in range(5)
    )
    return f"<ul>{''.join(names)}</ul>{_svg(HEIGHT, 'Mean share of wins by deals played', ''.join(parts) + ticks)}"


def _across(share: float) -> float:
    return round(16 + (WIDTH - 36) * share, 1)


def _down(share: float) -> float:
    return 10 + (HEIGHT - BOTTOM) * (1 - share)


def _svg(height: int, label: str, inside: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}" font-size="{TEXT}">{inside}</svg>'
