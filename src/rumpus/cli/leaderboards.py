"""`rumpus leaderboard`: ranks the bots of a folder on fixed deals, and writes a page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.table import Table

from rumpus.cli.options import INTERRUPTED, json_option
from rumpus.cli.progress import with_progress
from rumpus.contract import Malformed
from rumpus.terminal.output import PlainConsole, say, say_json

if TYPE_CHECKING:
    from rumpus.research.leaderboard.contest import Board, Played
    from rumpus.research.leaderboard.deal_sets import DealSet
    from rumpus.research.leaderboard.entries import Entry

SECRET = "RUMPUS_LEADERBOARD_SECRET"  # noqa: S105 - the name of a variable
RESULTS, ATTACKS, PAGE = "results", "attacks.json", "index.html"


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--game", "names", metavar="GAME", multiple=True, help="Play only this game. May be repeated.")
@click.option(
    "--set",
    "deal_set",
    type=click.Choice(("dev", "test", "hidden")),
    default="dev",
    help=f"Which deals (default dev); hidden ones need the secret in {SECRET}.",
)
@click.option("--deals", "count", type=click.IntRange(2), metavar="N", help="Play only the first N deals of the set.")
@click.option(
    "--attacks",
    "attacks_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"File with attacks on bots (default: {ATTACKS} in DIR).",
)
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="J", help="Number of processes (default 1).")
@json_option
def leaderboard(
    folder: Path,
    names: tuple[str, ...],
    deal_set: str,
    count: int | None,
    attacks_file: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Rank the bots in DIR on fixed deals.

    Every bot plays against the built-in ones, and the results are on the page DIR/index.html.

    A bot is a file GAME/NAME.py with one class derived from rumpus.Bot. Its code is run, so only use files from
    people you trust. Results are saved in DIR/results and only missing matches are played, so you can add bots
    and deals later. A bot that fails loses the match.
    """
    from rumpus.research.leaderboard.attacks import read_attacks  # noqa: PLC0415 - not loaded by other commands
    from rumpus.research.leaderboard.entries import entries_in, games_in, house_entries  # noqa: PLC0415
    from rumpus.research.leaderboard.page import page  # noqa: PLC0415

    there = games_in(folder)
    for name in names:
        if name not in there:
            raise Malformed(f"{folder} has no bots for {name!r}, only for {', '.join(there)}")
    path = attacks_file or folder / ATTACKS
    attacks = read_attacks(path) if attacks_file is not None or path.exists() else []
    deals = _deals(deal_set)
    boards, stopped = [], False
    for name in names or there:
        entries = [*entries_in(folder, name), *house_entries(name)]
        board, stopped = _board(folder, name, entries, deals, min(count or deals.deals, deals.deals), jobs)
        boards += [board] if board is not None else []
        boards += _other_boards(folder, name, entries, deals)
        if stopped:
            break
    if not boards:
        raise KeyboardInterrupt
    (folder / PAGE).write_text(page(boards, attacks), "utf-8")
    if as_json:
        say_json("leaderboard", {"boards": msgspec.to_builtins(boards), "attacks": msgspec.to_builtins(attacks)})
    else:
        for board in boards:
            _show(board)
        say(f"See {folder / PAGE}.")
    if stopped:
        say("Stopped; run the same command again to continue.", err=True)
        raise SystemExit(INTERRUPTED)


def _deals(name: str) -> DealSet:
    from rumpus.research.leaderboard.deal_sets import SETS, hidden  # noqa: PLC0415 - as above

    if name != "hidden":
        return SETS[name]
    secret = os.environ.get(SECRET)
    if not secret:
        raise Malformed(f"hidden deals need a secret: set the variable {SECRET}")
    return hidden(secret)


def _board(
    folder: Path, name: str, entries: list[Entry], deals: DealSet, count: int, jobs: int
) -> tuple[Board | None, bool]:
    """The leaderboard of a game as far as it was played, and whether Ctrl-C ended it."""
    from rumpus.research.leaderboard import contest  # noqa: PLC0415 - as above

    file = folder / RESULTS / f"{name}-{deals.name}.jsonl"
    running = contest.play(name, entries, deals, count, file, jobs)
    matches: list[Played] = []
    stopped = False
    try:
        matches.extend(with_progress(running, len(contest.tasks(name, entries, deals, count))))
    except KeyboardInterrupt:
        stopped = True
    matches = contest.whole_deals(name, entries, matches)
    return (contest.board(name, deals, entries, matches) if matches else None), stopped


def _other_boards(folder: Path, name: str, entries: list[Entry], played: DealSet) -> list[Board]:
    """What the page has of other sets of deals, from earlier runs: the bots that have played there."""
    from rumpus.research.leaderboard import contest  # noqa: PLC0415 - as above

    boards = []
    for path in sorted((folder / RESULTS).glob(f"{name}-*.jsonl")):
        found = contest.stored(path)
        if found is None or found[0].name == played.name:
            continue
        deals, matches = found
        marks = {(match.bot, match.mark) for match in matches}
        present = [entry for entry in entries if (entry.name, entry.mark) in marks]
        current = {(entry.name, entry.mark) for entry in present}
        whole = contest.whole_deals(name, present, [match for match in matches if (match.bot, match.mark) in current])
        boards += [contest.board(name, deals, present, whole)] if whole else []
    return boards


def _show(board: Board) -> None:
    table = Table("", "bot", "score", "95 %", "rating", title=f"{board.game}, {board.deals}, {board.count} deals")
    for place, line in enumerate(board.lines, 1):
        score, rating = line.score, f"{line.rating:.0f} ± {line.rating_half:.0f}"
        name = f"{line.name} ({line.faults} faults)" if line.faults else line.name
        table.add_row(f"{place}", name, f"{score.mean:.1%}", f"{score.low:.1%} - {score.high:.1%}", rating)
    PlainConsole(highlight=False).print(table)
