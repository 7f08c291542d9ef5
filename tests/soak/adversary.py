"""Adversarial seeds of the simulated world while there is time; `python -m tests.soak.adversary SEED…` repeats some."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from tests.world.adversary import disturbed_table
from tests.world.world import run

FIRST_SEED, LAST_SEED = 1000, 1_000_000  # each run begins anywhere between; those below are the tests'


def one(seed: int) -> tuple[int, int]:
    """Run one seed; returns how many answers to others were checked, and how many old ids were sent."""
    scenario = run(disturbed_table, seed, f"python -m tests.soak.adversary {seed}")
    return scenario.law.answers, scenario.adversary.reused


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New seeds until the time is up."""
    until = time.monotonic() + seconds
    first = random.randrange(FIRST_SEED, LAST_SEED)
    say(f"from seed {first}")
    seeds = answers = reused = 0
    while time.monotonic() < until:
        more = one(first + seeds)
        seeds, answers, reused = seeds + 1, answers + more[0], reused + more[1]
        if seeds % 100 == 0:
            say(f"{seeds} seeds, {answers} answers to others, {reused} old ids")
    say(f"{seeds} seeds, {answers} answers to others, {reused} old ids")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        print(seed, *one(seed))
