"""What a window of load counts, and how load is offered by a schedule fixed in advance."""

from __future__ import annotations

import asyncio
from array import array
from collections import Counter, deque
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Protocol

import msgspec

SETTLE_S = 15.0  # how long answers may take when a window is over; what has none by then is an error
EXAMPLES = 12  # of errors, to read


class Figures(msgspec.Struct, frozen=True):
    """One window in numbers."""

    seconds: float
    confirmed: int
    rate: float
    p50_ms: float
    p99_ms: float
    p999_ms: float
    worst_ms: float
    refused: dict[str, int]
    errors: int


def quantile(ordered: list[float], share: float) -> float:
    """The value below which that share lies; nan of nothing."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


class Tally:
    """Counts what happens: confirmations with the time they took, refusals by reason, errors with a few examples."""

    def __init__(self) -> None:
        self.examples: list[str] = []
        self.errors = 0
        self.heard = 0
        self.matches = 0
        self.checked = 0
        self.everything = array("d")
        self.windows: list[Figures] = []
        self.clear()

    def clear(self) -> None:
        """Begin a window."""
        self.took = array("d")
        self.other_steps = 0  # of requests that are no actions: ready, begin, rematch
        self.refused: Counter[str] = Counter()
        self.errors_before = self.errors

    def steps(self) -> int:
        """The requests of this window that made a step: each is written to disk and told to everybody."""
        return len(self.took) + self.other_steps

    def wrong(self, what: str) -> None:
        """Something that must not happen."""
        self.errors += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(what)

    def figures(self, seconds: float) -> Figures:
        """The window since it was begun."""
        return measured(self.took, seconds, self.refused, self.errors - self.errors_before)

    def close(self, seconds: float) -> Figures:
        """End a window that counts."""
        figures = self.figures(seconds)
        self.windows.append(figures)
        self.everything.extend(self.took)
        return figures

    def total(self) -> Figures:
        """All windows that counted, as one."""
        refused: Counter[str] = Counter()
        for window in self.windows:
            refused.update(window.refused)
        return measured(self.everything, sum(window.seconds for window in self.windows), refused, self.errors)


def measured(took: array[float], seconds: float, refused: Counter[str], errors: int) -> Figures:
    """The figures of so many confirmations in so many seconds."""
    ordered = sorted(took)
    return Figures(
        seconds=seconds,
        confirmed=len(ordered),
        rate=len(ordered) / seconds if seconds else 0.0,
        p50_ms=quantile(ordered, 0.5) * 1000,
        p99_ms=quantile(ordered, 0.99) * 1000,
        p999_ms=quantile(ordered, 0.999) * 1000,
        worst_ms=(ordered[-1] if ordered else float("nan")) * 1000,
        refused=dict(refused),
        errors=errors,
    )


class Crowd(Protocol):
    """Whoever acts when the schedule says so."""

    tally: Tally

    def act(self, due: float) -> bool:
        """Start one action that was due then; False if nobody can act now."""
        ...

    def in_flight(self) -> int:
        """How many actions have no answer yet."""
        ...


def schedule(rate: float, seconds: float, rng: Random) -> Iterator[float]:
    """When actions are due, in seconds from the start: gaps of any length, as of people who know not of each other."""
    at = rng.expovariate(rate)
    while at < seconds:
        yield at
        at += rng.expovariate(rate)


async def offer(crowd: Crowd, rate: float, seconds: float, rng: Random) -> float:
    """Act by a schedule that waits for no answer; time counts from when an action was due. Gives how long it took."""
    due = deque(schedule(rate, seconds, rng))
    start = perf_counter() + 0.01
    late: deque[float] = deque()
    while True:
        now = perf_counter() - start
        while due and due[0] <= now:
            late.append(due.popleft())
        while late and crowd.act(start + late[0]):
            late.popleft()
        if now >= seconds:
            break
        gap = (due[0] if due else seconds) - (perf_counter() - start)
        # Timers are exact to a millisecond at best; the rest of the gap is spent looking at the sockets
        await asyncio.sleep(gap - 0.001 if gap > 0.002 and not late else 0)
    await settle(crowd, late, start)
    return perf_counter() - start


async def settle(crowd: Crowd, late: deque[float], start: float) -> None:
    """Wait for what is still due or unanswered."""
    patience = perf_counter() + SETTLE_S
    while (late or crowd.in_flight()) and perf_counter() < patience:
        while late and crowd.act(start + late[0]):
            late.popleft()
        await asyncio.sleep(0.001)
    for _ in range(len(late)):
        crowd.tally.wrong("nobody could act when an action was due, to the end")
    for _ in range(crowd.in_flight()):
        crowd.tally.wrong("an action has no answer")
