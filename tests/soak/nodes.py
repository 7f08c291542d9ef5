"""Simulated nodes, seed after seed while there is time; `python -m tests.soak.nodes SEED…` repeats some."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from tests.world.node_stories import one

FIRST_SEED, LAST_SEED = 1000, 1_000_000  # each run begins anywhere between; those below are the tests'


def shown(seeds: int, frames: int, seen: Counter[str]) -> str:
    """What was seen, in words."""
    parts = ", ".join(f"{count} {name}" for name, count in sorted(seen.items()))
    return f"{seeds} seeds, {frames} frames as the database has them; {parts}"


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New seeds until the time is up."""
    until = time.monotonic() + seconds
    first = random.randrange(FIRST_SEED, LAST_SEED)
    say(f"from seed {first}")
    seeds, frames, seen = 0, 0, Counter[str]()
    while time.monotonic() < until:
        story = one(first + seeds)
        seeds, frames, seen = seeds + 1, frames + story.checker.frames, seen + story.world.fence.seen
        if seeds % 500 == 0:
            say(shown(seeds, frames, seen))
    say(shown(seeds, frames, seen))


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        story = one(seed)
        print(shown(1, story.checker.frames, story.world.fence.seen), "seed", seed)
