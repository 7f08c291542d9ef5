"""Removing old tables from the journal: seldom, announced beforehand, and never many at once."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Collection

from rumpus.contract import Malformed
from rumpus.journal import TABLE, Journal, Unsaved

log = logging.getLogger("rumpus.server")
FIRST_S = 3600.0  # of uptime before the first removal: whoever restarts a server has time to see that it is wrong
EVERY_S = 3600.0  # between two removals
AGAIN_S = 300.0  # the same after one that failed, for example because the disk is full
NOTICE_S = 600.0  # between the announcement in the log and the removal
SHARE = 10  # at most one in so many tables is removed at once, but always one
DAY_S = 86400.0


def at_once(tables: int) -> int:
    """How many of so many tables may be removed at once."""
    return max(1, tables // SHARE)


class Sweeper:
    """Removes the tables, or logs of another kind, that nobody has written to for `keep_s` seconds.

    Time is as the journal counts it (`aging.py`).
    """

    def __init__(
        self,
        journal: Journal,
        live: Collection[str],
        clock: Callable[[], float],
        keep_s: float = math.inf,
        kind: str = TABLE,
    ) -> None:
        self._journal = journal
        self._kind = kind
        self._live = live  # tables in memory, which are never removed
        self._clock = clock
        self._keep_s = keep_s
        self._due = clock() + FIRST_S
        self._announced: tuple[float, int] | None = None  # tables last written to before this; at most so many

    async def tick(self) -> None:
        """Called every second: announce or remove if it is time to."""
        now = self._clock()
        if now < self._due or self._keep_s == math.inf:
            return
        try:
            if self._announced is None:
                self._announced = await self._announce()
            else:
                await self._remove(*self._announced)
                self._announced = None
        except (Unsaved, Malformed):
            self._announced = None
            self._due = now + AGAIN_S
        else:
            self._due = now + (EVERY_S if self._announced is None else NOTICE_S)

    async def _announce(self) -> tuple[float, int]:
        now = await self._journal.now()
        before = now - self._keep_s
        expired = await self._journal.expired(before, self._live, self._kind)
        most = at_once(expired.tables)
        if expired.count:
            oldest, newest = (round((now - at) / DAY_S, 1) for at in (expired.oldest, expired.newest))
            log.warning(
                "tables-to-remove",
                extra={
                    "kind": self._kind,
                    "count": expired.count,
                    "tables": expired.tables,
                    "oldest_days": oldest,
                    "newest_days": newest,
                    "at_once": most,
                    "seconds": NOTICE_S,
                },
            )
        return before, most

    async def _remove(self, before: float, most: int) -> None:
        removed = await self._journal.remove(before, self._live, most, self._kind)
        if removed:
            log.info("tables-removed", extra={"kind": self._kind, "count": removed})
