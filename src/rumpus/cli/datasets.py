"""`rumpus dataset`: matches as Parquet files, or for Minari."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rumpus.cli.options import (
    INTERRUPTED,
    json_option,
    option_option,
    parse_options,
    parse_seed,
    players_option,
    table_for,
)
from rumpus.cli.progress import with_progress
from rumpus.contract import Malformed
from rumpus.terminal.output import say, say_json

if TYPE_CHECKING:
    from rumpus.research.dataset.build import Files
    from rumpus.research.dataset.rows import Source

FORMATS = ("parquet", "minari")
NUMBER = click.IntRange(1)


@click.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.argument("records", metavar="[RECORD]…", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "kind", type=click.Choice(FORMATS), default=FORMATS[0], help="File format (default parquet).")
@click.option("--sim", "name", metavar="GAME", help="Simulate matches of GAME instead of reading records.")
@players_option
@click.option(
    "--games",
    "matches",
    type=NUMBER,
    default=100,
    metavar="MATCHES",
    help="How many matches to simulate (default 100).",
)
@click.option("--bots", default="greedy", metavar="A,B,…", help="Bots by seat; if fewer than seats, they repeat.")
@click.option("--seed", default="0", metavar="S", help="Any number or text; the same seed gives the same matches.")
@option_option
@click.option("--memory", is_flag=True, help="Add to observations what everybody saw earlier.")
@click.option("--names", is_flag=True, help="Keep the names of people; ask them first.")
@click.option("--skip", is_flag=True, help="Skip unreadable records; the data card lists them.")
@click.option("--jobs", type=NUMBER, default=1, metavar="J", help="Number of processes (default 1).")
@json_option
def dataset(
    out: Path,
    records: tuple[Path, ...],
    kind: str,
    name: str | None,
    players: int | None,
    matches: int,
    bots: str,
    seed: str,
    pairs: tuple[str, ...],
    memory: bool,
    names: bool,
    skip: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Export matches as a dataset to the new folder OUT.

    The matches come from records (files, or folders of .jsonl) or are simulated.

    Parquet has a table of matches, one of events and one of decisions; Minari has one episode for each seat of each
    match. README.md in OUT is the data card: contents, origin, and the meaning of every column.
    """
    from rumpus.research.dataset.build import Build, new_folder, records_in  # noqa: PLC0415 - an extra: `rumpus[data]`

    if (name is None) == (not records):
        raise Malformed("give either records to read or --sim GAME")
    paths = records_in(records)
    sources = _read(paths) if name is None else _simulated(name, players, matches, bots, seed, pairs)
    new_folder(out)
    build = Build(out, _files(kind, out, memory), _typed(), memory=memory, names=names, skip=skip)
    stopped = False
    try:
        for _ in with_progress(build.run(sources, jobs), len(sources)):
            pass
    except KeyboardInterrupt:
        if not build.contents.matches:
            raise
        stopped = True
    contents = build.contents
    if as_json:
        counts = {"matches": contents.matches, "decisions": contents.decisions, "left_out": len(contents.left_out)}
        say_json("dataset", {"folder": str(out), "contents": kind, **counts})
    else:
        say(f"{out}: {contents.matches:,} matches, {contents.decisions:,} decisions; README.md says what is in it.")
    if contents.left_out:
        say(f"{len(contents.left_out)} records could not be read and were left out.", err=True)
    if stopped:
        say(f"Stopped after {contents.matches} of {len(sources)} matches.", err=True)
        raise SystemExit(INTERRUPTED)


def _files(kind: str, folder: Path, memory: bool) -> Files:
    if kind == "minari":
        from rumpus.research.dataset.minari_files import MinariFiles  # noqa: PLC0415 - an extra: `rumpus[data]`

        return MinariFiles(folder, memory)
    from rumpus.research.dataset.parquet import ParquetFiles  # noqa: PLC0415 - the same

    return ParquetFiles(folder)


def _read(paths: list[str]) -> list[Source]:
    from rumpus.research.dataset.rows import Source  # noqa: PLC0415 - not loaded by other commands

    return [Source(number, path) for number, path in enumerate(paths)]


def _simulated(
    name: str, players: int | None, matches: int, bots: str, seed: str, pairs: tuple[str, ...]
) -> list[Source]:
    from rumpus.research.dataset.rows import Simulated, Source  # noqa: PLC0415 - not loaded by other commands
    from rumpus.research.simulate import seated  # noqa: PLC0415 - the same

    table = table_for(name, players, bots, pairs)
    seats = seated(table.seats, table.bots)
    options: dict[str, Any] = parse_options(pairs)
    return [Source(number, Simulated(name, options, seats, parse_seed(seed), number)) for number in range(matches)]


def _typed() -> str:
    """The command as it was typed, for the data card."""
    return shlex.join(["rumpus", *sys.argv[1:]])
