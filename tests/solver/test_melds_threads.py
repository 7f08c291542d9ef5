"""The meld solver in several threads at once, as bots over the wire use it: the results are those of one thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import monotonic
from typing import Any, TypeVar

import pytest

from rumpus.games.five_crowns import kernel, lay_down, melds
from rumpus.games.five_crowns.cards import RANKS
from rumpus.research import simulate
from tests.solver.test_melds import crowded

THREADS = 4
PATIENCE_S = 240.0  # a thread that is not done by then hangs; on a quiet machine each test takes a few seconds

Result = TypeVar("Result")
Hand = tuple[list[int], int]


@pytest.fixture(params=["plain", "compiled"])
def one_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The plain kernel, then the compiled one."""
    monkeypatch.setattr(melds, "solver", melds.plain)
    if request.param == "compiled":
        assert melds.compile_kernel()
    return str(request.param)


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Let Python switch between threads as often as it can, so that a clash is seen soon."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(work: Sequence[Callable[[], Result]]) -> list[Result | Exception]:
    """What each piece of work gives or raises, all done at the same time."""
    results: list[Any] = [TimeoutError("the thread did not end")] * len(work)
    start = threading.Barrier(len(work))

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = work[number]()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(work))]
    for thread in threads:
        thread.start()
    until = monotonic() + PATIENCE_S  # for all of them: compiling alone may take a while on a busy machine
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))
    return results


def hands(seed: int, count: int) -> list[Hand]:
    rng = Random(seed)
    return [(crowded(rng, rng.randint(6, 14), rng.choice((1, 2))), rng.randrange(len(RANKS))) for _ in range(count)]


def solved(asked: Sequence[Hand]) -> list[Any]:
    """Every answer of the solver to these hands."""
    return [
        (
            melds.fewest(hand, wild),
            lay_down.arrange(hand, wild),
            melds.best_discard(hand, wild),
            melds.ways_out(hand, melds.pack(hand, wild), wild),
        )
        for hand, wild in asked
    ]


def solver_of(asked: Sequence[Hand]) -> Callable[[], list[Any]]:
    return lambda: solved(asked)


def test_hands_solved_in_threads_equal_those_solved_alone(one_solver: str) -> None:
    dealt = [hands(seed, 400 if one_solver == "compiled" else 60) for seed in range(THREADS)]
    alone = [solved(asked) for asked in dealt]
    assert alone == in_threads([solver_of(asked) for asked in dealt])


def test_matches_of_experts_in_threads_equal_those_played_alone(one_solver: str) -> None:
    rounds = 11 if one_solver == "compiled" else 3

    def match_of(seed: int) -> Callable[[], simulate.SimulatedMatch]:
        options = {"rounds": rounds, "turn_limit": 30}
        return lambda: simulate.play("five_crowns", options, ["expert", "expert"], (seed,), keep_record=True)

    matches = [match_of(seed) for seed in range(THREADS)]
    alone = [play() for play in matches]
    assert alone == in_threads(matches)


def test_the_kernel_may_be_compiled_while_threads_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", melds.plain)
    dealt = [hands(seed, 60) for seed in range(THREADS)]
    alone = [solved(asked) for asked in dealt]
    *solved_in_threads, first, second = in_threads(
        [*(solver_of(asked) for asked in dealt), melds.compile_kernel, melds.compile_kernel]
    )
    assert (True, True) == (first, second)
    assert alone == solved_in_threads
    assert melds.solver is not melds.plain


def test_each_thread_has_tables_of_its_own() -> None:
    mine = melds.solver.arrays
    others = in_threads([lambda: list(melds.solver.arrays)] * 2)
    assert 9 == len({id(array) for arrays in (mine, *others) for array in arrays})
    assert mine is melds.solver.arrays


def test_the_plain_table_is_emptied_too_while_another_kernel_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrangements are read off the plain kernel's table, whichever kernel solves; a full table would never end."""
    monkeypatch.setattr(kernel, "FULL", 60)
    monkeypatch.setattr(melds, "plain", melds.Solver(kernel))
    monkeypatch.setattr(melds, "solver", melds.Solver(kernel))
    lay_down._row.cache_clear()
    solved(hands(1, 100))
    assert melds.plain.arrays[1][kernel.SLOTS] < 60 + 60  # one suit of a hand adds fewer rows than that
