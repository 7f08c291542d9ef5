"""Plays whole matches between bots in virtual time, for tests, benchmarks, tournaments and research."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from rumpus import record
from rumpus.bots import bot
from rumpus.contract import Result, Score
from rumpus.games import GAMES, game
from rumpus.playout import Playout

Task = TypeVar("Task")
Done = TypeVar("Done")
WORTH_COMPILING = 20  # from this many matches on, compiled solvers save more time than they take to load
BATCHES = 16  # per process; several, so that a progress bar moves


class SimulatedMatch(msgspec.Struct, frozen=True):
    """The outcome of one simulated match."""

    result: Result
    rounds: int
    endings: dict[str, int]  # how many rounds ended for each reason
    actions: int  # by seats
    seconds: float  # of virtual time
    record: str | None = None  # the text of the record, with `keep_record`


def run(playout: Playout) -> SimulatedMatch:
    """Play a match to its end."""
    while (result := playout.state.outcome()) is None:
        playout.step()
    scores = [action for _, (_, action) in playout.happened if isinstance(action, Score)]
    endings: Counter[str] = Counter(score.why for score in scores)
    return SimulatedMatch(result, len(scores), dict(endings), playout.actions, round(playout.now, 3))


def play(
    name: str, options: dict[str, Any], bots: Sequence[str], seed: Sequence[int | str], *, keep_record: bool = False
) -> SimulatedMatch:
    """Play one match between these bots, one per seat."""
    rules = game(name, options)
    playout = Playout(rules, [bot(name, kind) for kind in bots], seed)
    match = run(playout)
    if not keep_record:
        return match
    chairs = [record.Chair(f"{kind} {seat + 1}", kind) for seat, kind in enumerate(bots)]
    whole = record.Record(record.header_for(rules, chairs), record.numbered(playout.happened))
    return msgspec.structs.replace(match, record=record.text(whole))


def seats_for(players: int, bots: Sequence[str]) -> tuple[str, ...]:
    """The bot of each seat; if there are fewer bots than seats, they repeat in order."""
    return tuple(bots[seat % len(bots)] for seat in range(players))


def _batch(task: Any, numbers: range) -> list[SimulatedMatch]:
    name, options, bots, seed, keep_record, compiled = task
    if compiled:
        GAMES[name].compile()
    return [play(name, options, bots, (seed, number), keep_record=keep_record) for number in numbers]


def many(
    name: str,
    options: dict[str, Any],
    bots: Sequence[str],
    matches: int,
    seed: int | str,
    *,
    jobs: int = 1,
    keep_record: bool = False,
) -> Iterator[SimulatedMatch]:
    """Play many matches, in order. The same seed gives the same matches, however many processes play them."""
    compiled = matches >= WORTH_COMPILING
    run = partial(_batch, (name, options, tuple(bots), seed, keep_record, compiled))
    size = max(1, matches // (jobs * BATCHES))
    batches = [range(start, min(start + size, matches)) for start in range(0, matches, size)]
    for played in in_processes(run, batches, jobs):
        yield from played


def in_processes(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int) -> Iterator[Done]:
    """The results of the work on each task, in order, from `jobs` processes; one job runs in this process."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(work, tasks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
