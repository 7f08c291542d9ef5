"""The report of a tournament as one self-contained HTML page with plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rumpus.research.tournament import Played, Report, shares_by_deal

COLOURS = ("#d55e00", "#0072b2", "#009e73", "#7b3fa0", "#8a5a00", "#c4203a")
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 280, 110, 36
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1d1b26;background:#fffaf0;max-width:46rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse}td,th{padding:.3rem .8rem;border-bottom:1px solid #ccc;"
    "text-align:right}td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"
)


def page(report: Report, matches: Sequence[Played]) -> str:
    """The whole page."""
    title = f"{report.game}: {', '.join(report.bots)}"
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{standing.share:.1%}</td><td>{standing.low:.1%} - {standing.high:.1%}</td>"
        f"<td>{standing.points:.1f}</td><td>{standing.rating:.1f} ± {standing.sigma:.1f}</td></tr>"
        for name, standing in report.bots.items()
    )
    options = ", ".join(f"{key}={value}" for key, value in report.options.items()) or "defaults"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1><p>{report.players} players, {report.matches} matches on {report.deals} deals, each "
        f"played with the seats turned round; seed {escape(str(report.seed))}; options {escape(options)}.</p>"
        "<table><tr><th>bot<th>share of wins<th>95 %<th>points<th>rating</tr>"
        f"{rows}</table><h2>Share of wins a seat</h2>{interval_plot(report)}"
        f"<h2>Share as the deals went by</h2>{running_plot(report, matches)}</html>\n"
    )


def interval_plot(report: Report) -> str:
    """A bar per bot with its interval, and a line where all would be equal."""
    step = 40
    height = step * len(report.bots) + BOTTOM
    even = _across(1 / report.players)
    parts = [f'<line x1="{even}" x2="{even}" y1="0" y2="{height - BOTTOM}" stroke="#888" stroke-dasharray="4"/>']
    for place, (name, standing) in enumerate(report.bots.items()):
        middle = place * step + step // 2
        colour = COLOURS[place % len(COLOURS)]
        parts += [
            f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{middle - 10}" width="{_across(standing.share) - LEFT:.1f}" height="20"'
            f' fill="{colour}"/>',
            f'<line x1="{_across(standing.low)}" x2="{_across(standing.high)}" y1="{middle}" y2="{middle}"'
            ' stroke="#1d1b26" stroke-width="3"/>',
        ]
    return _svg(height, "".join(parts) + _percents(height))


def running_plot(report: Report, matches: Sequence[Played]) -> str:
    """Each bot's mean share against the number of deals played."""
    parts = []
    for place, name in enumerate(report.bots):
        shares = shares_by_deal(matches)[name]
        total, line = 0.0, []
        for number, share in enumerate(shares, 1):
            total += share
            x = LEFT + (WIDTH - LEFT) * number / len(shares)
            line.append(f"{x:.1f},{(HEIGHT - BOTTOM) * (1 - total / number):.1f}")
        colour = COLOURS[place % len(COLOURS)]
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="0" y="{20 + 20 * place}" fill="{colour}">{escape(name)}</text>')
    ticks = "".join(
        f'<text x="{LEFT - 8}" y="{(HEIGHT - BOTTOM) * (1 - part / 4) + 10:.0f}" text-anchor="end">{25 * part} %</text>'
        for part in range(5)
    )
    return _svg(HEIGHT, "".join(parts) + ticks)


def _across(share: float) -> float:
    return round(LEFT + (WIDTH - LEFT - 20) * share, 1)


def _percents(height: int) -> str:
    return "".join(
        f'<text x="{_across(part / 4)}" y="{height - 10}" text-anchor="middle">{25 * part} %</text>'
        for part in range(5)
    )


def _svg(height: int, inside: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" font-size="14">{inside}</svg>'
