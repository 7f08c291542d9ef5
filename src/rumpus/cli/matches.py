"""Matches with bots on this machine: `rumpus play`, `rumpus sim` and `rumpus tournament`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from rumpus import terminal
from rumpus.bots.base import LEVELS
from rumpus.cli import show
from rumpus.cli.options import (
    INTERRUPTED,
    Series,
    Table,
    chosen_language,
    language_option,
    option_option,
    parse_options,
    parse_seed,
    players_option,
    series_options,
    table_for,
)
from rumpus.cli.progress import with_progress
from rumpus.contract import Game, Malformed
from rumpus.games import GAMES
from rumpus.research import simulate, summary
from rumpus.research import tournament as contest
from rumpus.research.tournament_page import page
from rumpus.terminal.output import say, say_json

RACE_PACE = 4.0  # people type slower than they grab cards
Item = TypeVar("Item")


@click.command()
@click.argument("name", metavar="[GAME]", required=False)
@players_option
@click.option("--bots", default="casual", metavar="A,B,…", help=f"The other players: {', '.join(LEVELS)} …")
@click.option("--watch", is_flag=True, help="Only bots play; you watch.")
@click.option("--seed", metavar="S", help="Seed for the shuffles: the same seed gives the same deals.")
@click.option("--name", "player", default="You", metavar="NAME", help="Your name at the table.")
@click.option("--pace", type=float, metavar="X", help="Make bots X times as slow (default 4 in the races, else 1).")
@click.option(
    "--record", "path", type=click.Path(path_type=Path), metavar="FILE", help="Write the game record to FILE."
)
@option_option
@language_option
def play(
    name: str | None,
    players: int | None,
    bots: str,
    watch: bool,
    seed: str | None,
    player: str,
    pace: float | None,
    path: Path | None,
    pairs: Sequence[str],
    language: str | None,
) -> None:
    """Play GAME against bots in the terminal, or watch them play.

    Type ? at the table to see how to enter each move.
    """
    language = chosen_language(language)
    if name is None:
        name = click.prompt("Which game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)))
    table = table_for(name, players, bots, pairs)
    rules = table.rules if watch else _person_begins(table.rules, table.seats)
    if rules.ponders:
        rules.compile()
    code = terminal.play(
        rules,
        simulate.seated(table.seats if watch else table.seats - 1, table.bots),
        watch=watch,
        seed=None if seed is None else parse_seed(seed),
        language=language,
        pace=_pace(pace, table.rules, watch=watch),
        name=player,
        record=path,
        input=sys.stdin,
        output=sys.stdout,
    )
    raise SystemExit(code)


def _person_begins(rules: Game, seats: int) -> Game:
    """The rules, with the person on seat 0 beginning the match unless the options name somebody else."""
    if rules.dealer_begins or rules.options.first_dealer != "host":
        return rules
    return type(rules)(msgspec.structs.replace(rules.options, first_dealer=seats - 1))


def _pace(pace: float | None, rules: Game, *, watch: bool) -> float:
    if pace is None:
        return RACE_PACE if rules.race and not watch else 1.0
    if pace < 0:
        raise Malformed(f"--pace is a number from 0 up, not {pace:g}")
    return pace


@click.command()
@series_options(
    100,
    click.option("--bots", default="greedy", metavar="A,B,…", help="Bots by seat; if fewer than seats, they repeat."),
    click.option(
        "--record", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Save each match as .jsonl in DIR."
    ),
)
def sim(series: Series) -> None:
    """Simulate matches of GAME between bots, in virtual time."""
    table = series.table()
    if series.folder is not None:
        _empty_folder(series.folder)
    bots = simulate.seated(table.seats, table.bots)
    matches, stopped = _as_far_as_it_goes(_simulated(series, bots))
    found = summary.summarise(table.rules, bots, matches)
    if series.as_json:
        fields = {"seed": parse_seed(series.seed), "options": msgspec.to_builtins(table.rules.options)}
        say_json("sim", {**msgspec.to_builtins(found), **fields})
    else:
        show.summary(found, table.rules)
    if stopped:
        _say_stopped(len(matches), series.matches)


def _as_far_as_it_goes(running: Iterable[Item]) -> tuple[list[Item], bool]:
    """All items, or those finished before Ctrl-C, and whether it was pressed."""
    done: list[Item] = []
    try:
        done.extend(running)  # what has come stays in the list
    except KeyboardInterrupt:
        if not done:
            raise
        return done, True
    return done, False


def _say_stopped(done: int, asked: int) -> NoReturn:
    say(f"Stopped after {done} of {asked} matches.", err=True)
    raise SystemExit(INTERRUPTED)


def _simulated(series: Series, bots: Sequence[str]) -> Iterator[simulate.SimulatedMatch]:
    """Match after match; the records go into the folder."""
    running = simulate.many(
        series.name,
        parse_options(series.pairs),
        bots,
        series.matches,
        parse_seed(series.seed),
        jobs=series.jobs,
        keep_record=series.folder is not None,
        cluster=series.cluster,
    )
    for number, match in enumerate(with_progress(running, series.matches), 1):
        if series.folder is not None and match.record is not None:
            path = series.folder / f"{series.name}-{number:0{len(str(series.matches))}}.jsonl"
            path.write_text(match.record, "utf-8")
        yield msgspec.structs.replace(match, record=None)


def _empty_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Malformed(f"--record needs a new or empty folder, and {folder} is not empty")
    except OSError as error:
        raise Malformed(f"--record needs a writable folder: {error.strerror} ({folder})") from None


@click.command()
@series_options(
    200,
    click.option(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="Two or more bots: built-in ones, or your own as package.module:Class.",
    ),
    click.option(
        "--out",
        "folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Save the matches and a web page in DIR.",
    ),
)
def tournament(series: Series) -> None:
    """Find out which bot plays GAME better.

    Every mix of the bots plays, and every deal is repeated with the seats rotated, so that luck evens out.
    If interrupted, the same command continues from DIR; with more --games, DIR is extended.
    """
    plan = _plan(series, series.table(players=2))
    asked = len(contest.schedule(plan))
    played, stopped = _as_far_as_it_goes(
        with_progress(contest.play(plan, series.jobs, series.folder, series.cluster), asked)
    )
    matches = contest.whole_deals(plan, played) if stopped else played
    if not matches:
        raise KeyboardInterrupt
    report = contest.report(plan, matches)
    if series.folder is not None:
        (series.folder / contest.PAGE_FILE).write_text(page(report, matches), "utf-8")
    if series.as_json:
        say_json("tournament", msgspec.to_builtins(report))
    else:
        show.standings(report, plan.rules())
    if stopped:
        _say_stopped(len(played), asked)


def _plan(series: Series, table: Table) -> contest.Plan:
    if len(set(table.bots)) < 2:
        raise Malformed("a tournament needs at least two different bots, as in --bots expert,greedy")
    options: dict[str, Any] = parse_options(series.pairs)
    return contest.Plan(series.name, table.seats, table.bots, parse_seed(series.seed), series.matches, options)
