"""Tables of sleepers seed after seed while there is time; `python -m tests.soak.stuck SEED…` repeats some."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tests.world.stuck import stuck_table
from tests.world.world import run

FIRST_SEED = 1000  # those below are the tests'


def one(seed: int) -> tuple[int, int]:
    """Run one seed; returns how many frames were compared, and how many people there were."""
    return run(stuck_table, seed, f"python -m tests.soak.stuck {seed}")


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New seeds until the time is up."""
    until = time.monotonic() + seconds
    seeds = frames = 0
    while time.monotonic() < until:
        frames += one(FIRST_SEED + seeds)[0]
        seeds += 1
    say(f"{seeds} matches of sleepers came to their end, with {frames} frames as they should be")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        print(seed, *one(seed))
