"""Long work on the event loop in short slices, so that other tables are served in between."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from rumpus.table import Pieces

T = TypeVar("T")
SLICE = 50  # pieces; one is a line of a match and takes 10 to 40 us. Counted, because the simulated world has no clock


async def in_slices(work: Pieces[T], size: int = SLICE) -> T:
    """Do the work, yielding to the event loop after every few pieces; returns its result."""
    while True:
        try:
            for _ in range(size):
                next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        await asyncio.sleep(0)
