"""The tables that commands print."""

from __future__ import annotations

from rich.table import Table

from rumpus.contract import Game
from rumpus.research.summary import Summary
from rumpus.research.tournament import Report
from rumpus.terminal.output import PlainConsole


def summary(found: Summary, rules: Game) -> None:
    """Print the summary of many simulated matches."""
    best = "lowest wins" if rules.lowest_wins else "highest wins"
    table = Table(title=f"{rules.title}, {found.players} players, {found.matches} matches", title_justify="left")
    for heading in ("seat", "bot", "wins", f"points ({best})"):
        table.add_column(heading, justify="left" if heading in ("seat", "bot") else "right")
    for party in found.parties:
        table.add_row(
            " + ".join(str(seat) for seat in party.seats),
            " + ".join(party.bots),
            f"{party.wins.mean:.1%} ({party.wins.low:.1%} - {party.wins.high:.1%})",
            f"{party.points.mean:.1f} ± {party.points.half:.1f}",
        )
    console = PlainConsole(highlight=False)
    console.print(table)
    endings = ", ".join(f"{why} {count}" for why, count in found.endings.items())
    console.print(f"Per match: {found.rounds.mean:.1f} ± {found.rounds.half:.1f} rounds, ", end="")
    console.print(f"{found.actions.mean:.0f} ± {found.actions.half:.0f} actions, ", end="")
    console.print(f"{found.seconds.mean / 60:.1f} ± {found.seconds.half / 60:.1f} minutes.")
    console.print(f"Rounds ended by: {endings}. Intervals are 95 %.")


def standings(report: Report, rules: Game) -> None:
    """Print the standings of a tournament."""
    table = Table(title=f"{rules.title}, {report.players} players, {report.matches} matches on {report.deals} deals")
    for heading in ("bot", "share of wins", "95 %", "points", "rating"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name, standing in report.bots.items():
        interval = f"{standing.low:.1%} - {standing.high:.1%}"
        rating = f"{standing.rating:.0f} ± {standing.rating_half:.0f}"
        table.add_row(name, f"{standing.share:.1%}", interval, f"{standing.points:.1f}", rating)
    PlainConsole(highlight=False).print(table)
