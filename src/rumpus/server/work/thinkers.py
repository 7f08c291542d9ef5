"""Thinking processes for long computations, so that they do not delay any table.

There are two lanes. `play` does what a table waits for: moves of bots and lists of legal actions first, questions of
people after them. `records` turns records into views; it has a process of its own with the lowest priority, so that
no upload delays a move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from rumpus.server.work import thinker
from rumpus.server.work.jobs import BEAT, NOBODY, Asker, Job, Kind, NoAnswer, Overloaded, TooLate, nothing
from rumpus.server.work.lanes import Lane
from rumpus.server.work.processes import Thinker

# A process has used 40 MB after its start, and 160 MB with the compiled rules. The largest record takes about 150 MB.
PLAY = thinker.Set(niceness=10, memory_mb=1024, compiled=True)
RECORDS = thinker.Set(niceness=19, memory_mb=384, compiled=False)
MOST_MB = 400  # a process that has used more is replaced
MOST_MOVES = 512  # jobs that may wait in each queue of `play`; one is a view and a bot, about 10 KB
MOST_RECORDS = 16  # records that may wait, each up to 4 MB
BEAT_EVERY_S = 10.0
SILENT_S = 30.0  # processes that have answered no heartbeat for this long are unhealthy

ENDS: dict[type[NoAnswer], str] = {TooLate: "late", Overloaded: "refused"}


class Thinkers:
    """The thinking processes of a server, each started on first use."""

    def __init__(self, count: int, noticed: Callable[[str], None] = lambda how: None) -> None:
        self.lanes = {
            "play": Lane(partial(Thinker.start, PLAY), count, MOST_MB, MOST_MOVES),
            "records": Lane(partial(Thinker.start, RECORDS), 1, MOST_MB, MOST_RECORDS),
        }
        self._noticed = noticed  # called with how each job ended
        self._beats: asyncio.Task[None] | None = None
        self._answered_at = 0.0  # when a heartbeat was last answered, on the loop's clock

    async def think(self, kind: Kind, asker: Asker, work: Callable[..., Any], *args: Any) -> Any:
        """The result of a call made in a thinking process; raises `NoAnswer`, or what the call raises."""
        if self._beats is None and kind.lane == BEAT.lane:
            loop = asyncio.get_running_loop()
            self._answered_at = loop.time()
            self._beats = loop.create_task(self._beat())
        how = "answered"
        try:
            return await self.lanes[kind.lane].think(Job(kind, asker, work, args))
        except NoAnswer as no:
            how = ENDS.get(type(no), "given-up")
            raise
        finally:
            self._noticed(how)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY_S)
            with suppress(NoAnswer):
                await self.lanes[BEAT.lane].think(Job(BEAT, NOBODY, nothing, ()))
                self._answered_at = asyncio.get_running_loop().time()

    def healthy(self, now: float) -> bool:
        """Whether the processes answer, as far as is known at this time of the loop's clock; true before first use."""
        return self._beats is None or now - self._answered_at < SILENT_S

    def close(self) -> None:
        """Kill the processes at once; the results of unfinished work are no longer needed."""
        if self._beats is not None:
            self._beats.cancel()
        for lane in self.lanes.values():
            lane.close()


async def think_here(kind: Kind, asker: Asker, work: Callable[..., Any], *args: Any) -> Any:
    """Do the work in this process; tests use it."""
    return work(*args)
