"""Hostile input while there is time: frames and requests mutated in every way, and tables left in every way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from tests.soak.leaving import leave
from tests.soak.siege import siege

FRAMES_A_TURN = 20_000
TABLES_A_TURN = 500


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Run sieges with new seeds, and leave tables in every way, until the time is up."""
    end = time.monotonic() + seconds
    frames = tables = turn = 0
    counts: Counter[str] = Counter()
    while turn == 0 or time.monotonic() < end:
        seed = f"soak {turn}"
        try:
            counts += siege(seed, FRAMES_A_TURN)
            frames += FRAMES_A_TURN
            leave(TABLES_A_TURN, seed=seed)
            tables += TABLES_A_TURN
        except BaseException:
            say(f"hostile: it broke with seed {seed!r}; siege({seed!r}, {FRAMES_A_TURN}) or leave repeats it")
            raise
        turn += 1
        say(f"hostile: {frames:,} frames and requests ({counts['answered']:,} answered), {tables:,} tables left")
