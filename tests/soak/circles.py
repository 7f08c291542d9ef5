"""Tables of circles in the simulated world, seed after seed; `python -m tests.soak.circles SEED…` repeats some."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tests.world.circles import Books, circle_table
from tests.world.world import World, run

FIRST_SEED = 1000  # those below are the tests'


def one(seed: int) -> tuple[int, int]:
    """Run one seed; returns how many matches ended, and how often the server was started."""
    lives = 0

    async def counted(world: World) -> Books:
        nonlocal lives
        books = await circle_table(world)
        lives = world.lives
        return books

    books = run(counted, seed, f"python -m tests.soak.circles {seed}")
    return len(books.owed), lives


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New seeds until the time is up."""
    until = time.monotonic() + seconds
    seeds = matches = lives = 0
    while time.monotonic() < until:
        more = one(FIRST_SEED + seeds)
        seeds, matches, lives = seeds + 1, matches + more[0], lives + more[1]
    say(f"{seeds} seeds, {matches} matches each in its book once, over {lives} lives of the server")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        print(seed, *one(seed))
