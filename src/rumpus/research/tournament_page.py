"""The page of a tournament: standings and two plots in one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rumpus.research import charts
from rumpus.research.tournament import Played, Report, shares_by_deal


def page(report: Report, matches: Sequence[Played]) -> str:
    """The whole page."""
    title = f"{report.game}: {', '.join(report.bots)}"
    rows = [
        (
            escape(name),
            f"{standing.share:.1%}",
            f"{standing.low:.1%} - {standing.high:.1%}",
            f"{standing.points:.1f}",
            f"{standing.rating:.0f} ± {standing.rating_half:.0f}",
        )
        for name, standing in report.bots.items()
    ]
    options = ", ".join(f"{key}={value}" for key, value in report.options.items()) or "defaults"
    shares = [(name, standing.share, standing.low, standing.high) for name, standing in report.bots.items()]
    return charts.page(
        title,
        f"<h1>{escape(title)}</h1><p>{report.players} players, {report.matches} matches on {report.deals} deals, each "
        f"played with the seats turned round; seed {escape(str(report.seed))}; options {escape(options)}.</p>"
        + charts.table("Standings", ("bot", "share", "95 %", "points", "rating"), rows)
        + f"<h2>Share of wins a seat</h2>"
        f"{charts.bars('Share of wins a seat, with 95 % intervals', shares, 1 / report.players)}"
        f"<h2>Share as the deals went by</h2>{running_plot(report, matches)}",
    )


def running_plot(report: Report, matches: Sequence[Played]) -> str:
    """Each bot's mean share against the number of deals played."""
    parts, names = [], []
    shares = shares_by_deal(matches)
    for place, name in enumerate(report.bots):
        total, line = 0.0, []
        for number, share in enumerate(shares[name], 1):
            total += share
            x = charts.LEFT + (charts.WIDTH - charts.LEFT) * number / len(shares[name])
            line.append(f"{x:.1f},{charts.down(total / number):.1f}")
        colour = charts.COLOURS[place % len(charts.COLOURS)]
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        names.append(f'<li><span style="background:{colour}"></span>{escape(name)}</li>')
    ticks = "".join(
        f'<text x="{charts.LEFT - 6}" y="{charts.down(part / 4) + 4:.0f}" text-anchor="end">{25 * part}%</text>'
        for part in range(5)
    )
    drawing = charts.svg(charts.HEIGHT, "Mean share of wins by deals played", "".join(parts) + ticks)
    return f"<ul>{''.join(names)}</ul>{drawing}"
