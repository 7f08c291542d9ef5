"""The simulated world seed after seed while there is time; `python -m tests.soak.world SEED…` repeats some."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from tests.world.scenarios import random_table
from tests.world.world import run

FIRST_SEED, LAST_SEED = 1000, 1_000_000  # each run begins anywhere between; those below are the tests'


def one(seed: int) -> tuple[int, int]:
    """Run one seed; returns how many frames and answers were compared."""
    checker = run(random_table, seed, f"python -m tests.soak.world {seed}")
    return checker.frames, checker.answers


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New seeds until the time is up."""
    until = time.monotonic() + seconds
    first = random.randrange(FIRST_SEED, LAST_SEED)
    say(f"from seed {first}")
    seeds = frames = answers = 0
    while time.monotonic() < until:
        more = one(first + seeds)
        seeds, frames, answers = seeds + 1, frames + more[0], answers + more[1]
        if seeds % 100 == 0:
            say(f"{seeds} seeds, {frames} frames and {answers} answers as they should be")
    say(f"{seeds} seeds, {frames} frames and {answers} answers as they should be")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        print(seed, *one(seed))
