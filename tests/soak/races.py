"""Fair races at full length: 20,000 contests of each kind on the whole server, in virtual time.

`python -m tests.soak.races [CONTESTS]` runs them all, whatever the time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from tests.support.calls import Cards, call
from tests.support.clock import run_virtual
from tests.support.contests import Delays, Tally, contests
from tests.support.in_process import LocalServer

FULL = 20_000  # contests of each kind
PART = 600  # contests after which the clock is looked at


class Kind(NamedTuple):
    """A kind of contest, and by how many percentage points a seat's share may differ from an equal one."""

    trips_ms: list[float]
    pongs_ms: list[Delays]
    within: float  # of every seat, or of the one that cheats


AT_ONCE = (0.0, 0.0)
KINDS = (
    Kind([20, 80, 200], [AT_ONCE] * 3, 1.5),
    Kind([20, 200], [AT_ONCE] * 2, 1.5),
    Kind([20, 100], [(15, 15), AT_ONCE], 7),
    Kind([20, 100], [(230, 230), AT_ONCE], 7),
    Kind([20, 100], [(15, 230), AT_ONCE], 7),
    Kind([80, 80, 200], [(15, 230), AT_ONCE, AT_ONCE], 7),
)
MOST_WRONG = 2.0  # percent of the contests in which somebody was over 30 ms faster


def play(kind: Kind, seed: int, wanted: int) -> Tally:
    """So many contests of a kind."""
    tally = Tally()

    async def scenario() -> None:
        async with LocalServer(scripted_for_all=True, seed=f"races {seed}") as server:
            done = await contests(server, kind.trips_ms, wanted, seed=f"races {seed}", pongs_ms=kind.pongs_ms)
            tally.merge(done)

    run_virtual(scenario)
    return tally


def check(kind: Kind, tally: Tally, most_wrong: float = MOST_WRONG) -> None:
    """Raise `AssertionError` if a share is too far from an equal one, or the order is wrong too often."""
    seats = range(len(kind.trips_ms))
    equal = 100 / len(seats)
    cheats = [seat for seat in seats if kind.pongs_ms[seat] != AT_ONCE]
    for seat in cheats or seats:
        gain = tally.share(seat) - equal
        assert gain <= kind.within, (kind, tally.won)
        assert cheats or -gain <= kind.within, (kind, tally.won)
    if not cheats:
        assert 100 * tally.wrong <= most_wrong * tally.clear, (kind, tally.wrong, tally.clear)


def words(kind: Kind, tally: Tally) -> str:
    """What came of a kind."""
    shares = " / ".join(f"{tally.share(seat):.1f}" for seat in range(len(kind.trips_ms)))
    wrong = 100 * tally.wrong / max(1, tally.clear)
    holds = sorted(tally.holds_ms)
    waited = f"held {median(holds):.0f} ms in the median, {quantiles(holds, n=100)[98]:.0f} ms p99" if holds[1:] else ""
    late = f", pongs late by {kind.pongs_ms} ms" if {*kind.pongs_ms} != {AT_ONCE} else ""
    return f"{kind.trips_ms} ms{late}: {shares} % of {tally.won.total()}, wrong order {wrong:.2f} %, {waited}"


def calls(seed: int, tables: int) -> Cards:
    """The cards in the air at so many tables."""
    cards: list[Cards] = []

    async def scenario() -> None:
        rng = Random(f"calls {seed}")
        async with LocalServer(scripted_for_all=True, seed=f"calls {seed}") as server:
            cards.extend([await call(server, rng) for _ in range(tables)])

    run_virtual(scenario)
    return Cards(*map(sum, zip(*cards, strict=True)))


def cards_in_the_air(until: float, say: Callable[[str], None], full: int) -> None:
    """WS-18: no card that was sent after the call was heard counts, and hardly any that was sent before is refused."""
    cards, seed = Cards(), 0
    while time.monotonic() < until and cards.sent < full:
        more = calls(seed, 20)
        cards, seed = Cards(*map(sum, zip(cards, more, strict=True))), seed + 1
        assert not cards.wrongly_taken, f"calls({seed - 1}, 20): a card counts that was sent after the call was heard"
    say(f"{cards.sent} cards around calls, {cards.wrongly_taken} taken and {cards.wrongly_refused} refused wrongly")


def soak(seconds: float, say: Callable[[str], None], full: int = FULL) -> None:
    """Every kind in turn until each has its full number, or the time is up; then the shares are compared."""
    cards_in_the_air(time.monotonic() + seconds / 2, say, 5 * full)
    until = time.monotonic() + seconds / 2
    tallies = {number: Tally() for number in range(len(KINDS))}
    seed = 0
    while time.monotonic() < until and any(tally.won.total() < full for tally in tallies.values()):
        for number, tally in tallies.items():
            tally.merge(play(KINDS[number], seed, PART))
        seed += 1
    for number, tally in tallies.items():
        say(words(KINDS[number], tally))
    for number, tally in tallies.items():
        if tally.won.total() >= full:
            check(KINDS[number], tally)


if __name__ == "__main__":
    soak(float("inf"), print, int(sys.argv[1]) if sys.argv[1:] else FULL)
