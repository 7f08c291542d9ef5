"""The simulated disk: what is synced survives every crash, the rest is forgotten."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rumpus.journal import Unsaved
from rumpus.journal.memory import Change, MemoryStore
from tests.world.lifetime import Life, never

if TYPE_CHECKING:
    from tests.world.world import World


class Disk:
    """What is synced survives every crash; a commit that is under way at a crash is there or not, never in part."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.changes: list[Change] = []  # all that is synced, in order
        self.full = False  # while it is, nothing can be written
        self.failures: list[float] = []  # when the server learned that a write had failed
        self.failing = False  # the call under way has failed
        self.slow = 1.0  # how many times as long as usual everything takes
        self._random = world.random("disk")

    def failed_since(self, then: float) -> int:
        """How often a write has failed since then."""
        return len(self.failures) - bisect_left(self.failures, then)

    async def run(self, life: Life, locked: asyncio.Lock, work: Callable[..., Any], *args: Any) -> Any:
        """Run it as the store's own thread would: one call at a time, to its end even if nobody waits for it."""
        return await asyncio.shield(life.begin(self._run(life, locked, work, *args)))

    async def _run(self, life: Life, locked: asyncio.Lock, work: Callable[..., Any], *args: Any) -> Any:
        async with locked:
            before, after = self._takes(getattr(work, "__name__", ""))
            await asyncio.sleep(before)
            if life.dead:
                await never()
            try:
                return work(*args)
            finally:
                await asyncio.sleep(after)
                if self.failing:
                    self.failing = False
                    self.failures.append(self.world.now)

    def _takes(self, work: str) -> tuple[float, float]:
        usual = 0.004 if work in ("commit", "open") else 0.0005
        if self._random.random() < 0.02:
            usual *= 25
        return usual * self._random.random() * self.slow, usual * 0.5 * self._random.random() * self.slow


class DiskStore(MemoryStore):
    """The store of one lifetime of the server, on the disk that outlives it."""

    def __init__(self, disk: Disk, life: Life) -> None:
        super().__init__(disk.world.today, disk.changes)
        self._disk = disk
        self.current_life = life

    def _write(self, change: Change) -> None:
        if self._disk.full or self.current_life.dead:
            self._disk.failing = True
            raise Unsaved("nothing was saved: the disk is full")
        self._apply(change)
        self._disk.changes.append(change)
        for watcher in self._disk.world.watchers:
            watcher.synced(change)
