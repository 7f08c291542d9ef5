"""The page of a leaderboard: a table and two plots for each game in one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.research import charts
from rumpus.research.leaderboard.attacks import Attack
from rumpus.research.leaderboard.contest import Board, Line
from rumpus.research.summary import Mean

TITLE = "Rumpus leaderboard"


def page(boards: Sequence[Board], attacks: Sequence[Attack]) -> str:
    """The whole page."""
    links = "".join(f'<li><a href="#{_anchor(board)}">{_title(board)}</a></li>' for board in boards)
    sections = "".join(_section(board, [one for one in attacks if one.game == board.game]) for board in boards)
    return charts.page(TITLE, f"<h1>{TITLE}</h1><ul>{links}</ul>{sections}")


def _anchor(board: Board) -> str:
    return f"{board.game}-{board.deals}"


def _title(board: Board) -> str:
    try:
        title = game(board.game).title
    except Malformed:  # results of a game whose package is gone
        title = board.game
    return escape(f"{title}, {board.deals}")


def _section(board: Board, attacks: Sequence[Attack]) -> str:
    panel = ", ".join(board.panel)
    rows = [_row(place, line, attacks) for place, line in enumerate(board.lines, 1)]
    shares = [(line.name, line.score.mean, line.score.low, line.score.high) for line in board.lines]
    faults = "".join(
        f"<li>{escape(line.name)}: {line.faults} of {line.matches} matches lost by a fault: {escape(line.fault)}</li>"
        for line in board.lines
        if line.fault
    )
    return (
        f'<h2 id="{_anchor(board)}">{_title(board)}</h2>'
        f"<p>Heads-up against {escape(panel)} on {board.count} deals, each played from both seats; rumpus "
        f"{escape(board.version)}. The score is the mean share of wins against these, with its 95 % interval over "
        "deals. Built-in bots are in italics.</p>"
        + charts.table(_title(board), ("bot", "score", "95 %", "rating", "attack"), rows)
        + (f"<ul>{faults}</ul>" if faults else "")
        + f"<h3>Score</h3>{charts.bars('Score of each bot, with its 95 % interval', shares, 0.5)}"
        + f"<h3>Against each built-in bot</h3>{_grid(board)}"
        + _attacks(attacks)
    )


def _row(place: int, line: Line, attacks: Sequence[Attack]) -> tuple[str, ...]:
    name = f"<em>{escape(line.name)}</em>" if line.house else escape(line.name)
    gains = [attack.gain for attack in attacks if attack.bot == line.name]
    gain = f"{max(gains):+.1%}" if gains else ""
    rating = f"{line.rating:.0f} ± {line.rating_half:.0f}"
    return f"{place}. {name}", f"{line.score.mean:.1%}", _interval(line.score), rating, gain


def _interval(mean: Mean) -> str:
    return f"{mean.low:.1%} - {mean.high:.1%}"


def _grid(board: Board) -> str:
    """Every bot against every built-in bot: a square as dark as its share of wins, with the number in it."""
    left, top, height = 96, 22, 26
    width = (charts.WIDTH - left) / len(board.panel)
    parts = [
        f'<text x="{left + width * (column + 0.5):.1f}" y="14" text-anchor="middle">{escape(name)}</text>'
        for column, name in enumerate(board.panel)
    ]
    for row, line in enumerate(board.lines):
        y = top + row * height
        parts.append(f'<text x="0" y="{y + 17}" font-size="11">{escape(_short(line.name))}</text>')
        for column, name in enumerate(board.panel):
            found = line.against.get(name)
            share = 0.5 if found is None else found.mean
            colour = "#fff" if share > 0.6 else "#1d1b26"  # readable on its square
            text = "-" if found is None else f"{share:.0%}"
            x = left + width * column
            parts += [
                f'<rect x="{x + 1:.1f}" y="{y}" width="{width - 2:.1f}" height="{height - 2}" fill="#0072b2"'
                f' fill-opacity="{0.08 + 0.92 * share:.2f}"/>',
                f'<text x="{x + width / 2:.1f}" y="{y + 17}" text-anchor="middle" font-size="12" fill="{colour}">'
                f"{text}</text>",
            ]
    return charts.svg(top + height * len(board.lines), "Share of wins against each built-in bot", "".join(parts))


def _short(name: str) -> str:
    return name if len(name) <= 15 else f"{name[:14]}…"


def _attacks(attacks: Sequence[Attack]) -> str:
    if not attacks:
        return ""
    rows = [
        (
            escape(attack.bot),
            f"{attack.share:.1%}",
            f"{attack.low:.1%} - {attack.high:.1%}",
            f"{attack.gain:+.1%}",
            f"{attack.deals}",
            escape(attack.attacker),
        )
        for attack in attacks
    ]
    return (
        "<h3>Attacks</h3><p>A best response was trained against the frozen bot. Its share of wins, and how much that "
        "is more than half: the less, the harder the bot is to exploit.</p>"
        + charts.table("Attacks", ("attacked", "share", "95 %", "gain", "deals", "attacker"), rows)
    )
