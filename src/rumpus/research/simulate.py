"""Plays whole matches between bots in virtual time, for tests, benchmarks, tournaments and research."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from rumpus import record
from rumpus.bots import bot
from rumpus.contract import Malformed, Result, Score
from rumpus.games import GAMES, game
from rumpus.playout import Playout

Task = TypeVar("Task")
Done = TypeVar("Done")
WORTH_COMPILING = 20  # from this many matches on, compiled solvers save more time than they take to load
BATCHES = 16  # per process; several, so that a progress bar moves
AHEAD = 4  # tasks for each process that wait for it, so that none is idle
MOST_IN_BATCH = 8  # matches; an interruption loses what a process has not handed over


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


def seated(players: int | None, bots: Sequence[str]) -> tuple[str, ...]:
    """The bot of each seat, as `seats_for`; there are as many seats as bots unless `players` says otherwise.

    Raises `Malformed` for bots who would not get one.
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not bots:
        raise Malformed(f'bots is a list of names, as in ["greedy"], not {bots!r}')
    if players is None:
        return tuple(bots)
    if len(bots) > players:
        raise Malformed(f"{len(bots)} bots are too many for {players} seat{'s' * (players != 1)}: {', '.join(bots)}")
    return seats_for(players, bots)


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
    cluster: str | None = None,
) -> Iterator[SimulatedMatch]:
    """Play many matches, in order. The same seed gives the same matches, however many processes play them, and where.

    `cluster` is the address of a Ray cluster that plays them instead (`research.cluster`).
    """
    compiled = matches >= WORTH_COMPILING
    run = partial(_batch, (name, options, tuple(bots), seed, keep_record, compiled))
    size = 1 if jobs == 1 and cluster is None else min(MOST_IN_BATCH, max(1, matches // (jobs * BATCHES)))
    for played in in_processes(run, _batches(matches, size, singly=AHEAD * jobs), jobs, cluster):
        yield from played


def _batches(matches: int, size: int, singly: int) -> Iterator[range]:
    """The first matches one by one, so that an early interruption finds some that are done; then in batches."""
    singly = min(singly, matches)
    yield from (range(number, number + 1) for number in range(singly))
    yield from (range(start, min(start + size, matches)) for start in range(singly, matches, size))


def in_processes(
    work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int, cluster: str | None = None
) -> Iterator[Done]:
    """The results of the work on each task, in order, from `jobs` processes; one job runs in this process.

    With the address of a Ray cluster its workers do it, and `jobs` is how many a local one has.
    """
    with workers(jobs, cluster) as spread:
        yield from spread(work, tasks)


Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]  # the results of the work on each task


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Spread]:
    """What spreads work over processes that stay for as long as this lasts (`in_processes`).

    Whatever ends it (Ctrl-C, an error, a caller who has seen enough) ends the processes at once, and they end by
    themselves if this process is killed.
    """
    if cluster is not None:
        from rumpus.research.cluster import joined, on_ray  # noqa: PLC0415 - an extra: `rumpus[ray]`

        with joined(cluster, jobs):
            yield partial(on_ray, address=cluster)
        return
    if jobs == 1:
        yield map
        return
    context = multiprocessing.get_context("spawn")
    enough = context.RawValue("b", 0)
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(enough,)) as pool:
        try:
            yield partial(_from_pool, pool, jobs)
        except BaseException:
            enough.value = 1
            for process in set(multiprocessing.active_children()) - others:
                _interrupt(process.pid)
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _from_pool(
    pool: ProcessPoolExecutor, jobs: int, work: Callable[[Task], Done], tasks: Iterable[Task]
) -> Iterator[Done]:
    """A few tasks ahead of the results: whoever has a million of them can still press Ctrl-C."""
    waiting: deque[Future[Done]] = deque()
    for task in tasks:
        with _without_ctrl_c():  # processes start here, and are to leave it to this one
            waiting.append(pool.submit(_until_enough, work, task))
        if len(waiting) >= AHEAD * jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


# A process is never killed: one that was just sending a result would leave half of it, and the pool would wait for the
# rest for ever. It is interrupted in its work, and nowhere else.

INTERRUPT = getattr(signal, "SIGUSR1", None)  # not on every system; there it ends with its task


class _Enough(BaseException):
    """Nobody wants the result of this work any more."""


class _Process:
    """What a process of the pool knows about itself."""

    # Shared with the parent: not 0 if nothing more is to be done. It has no lock, as an event has, which a process that
    # is interrupted at the wrong moment would never release: all others, and the parent, would wait for it for ever.
    enough: Any = None
    working = False


def _interrupt(process: int | None) -> None:
    if INTERRUPT is not None and process is not None:
        with suppress(ProcessLookupError):
            os.kill(process, INTERRUPT)


def _until_enough(work: Callable[[Task], Done], task: Task) -> Done:
    _Process.working = True
    try:
        if _Process.enough.value:
            raise _Enough
        return work(task)
    finally:
        _Process.working = False


def _leave_work(*_: Any) -> None:
    if _Process.working:
        raise _Enough


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Processes started here do not get Ctrl-C from their first moment on; this one gets it a moment later."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows they get it, and say so
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number for number in (signal.SIGINT, INTERRUPT) if number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(enough: Any) -> None:
    """In a process of the pool: leave Ctrl-C to the parent, and end when the parent does, even if that was killed."""
    _Process.enough = enough
    atexit.register(os._exit, 0)  # all is sent by then; taking compiled code apart would take half a second
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if INTERRUPT is not None:
        signal.signal(INTERRUPT, _leave_work)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [INTERRUPT])
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
