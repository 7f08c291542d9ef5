"""Results that tables owe to circles and challenges: written with the end of the match, paid as soon as possible.

What is owed is on disk in the same commit as the end of the match (`Store.owed`), until that log has it. A crash in
between is made good at the next start, from the table's own entries; no log takes a result twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from rumpus.circle import BookResult
from rumpus.circle.changes import from_table
from rumpus.contract import Illegal, Malformed
from rumpus.journal import Elsewhere, Entry, Owed, Unsaved
from rumpus.server.problems import HttpProblem
from rumpus.server.work.slices import in_slices
from rumpus.table import Unplayable
from rumpus.table.book import Credit, result_of

if TYPE_CHECKING:
    from rumpus.server.circles.circles import Circles
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
SHARED_S = 5.0  # how often a node looks for what tables at other nodes owe to circles here
FULL = "circle-full"  # the reason with which a book refuses one more result
AGAIN_S = 60.0  # after which what could not be paid is tried again; also how soon after the start old debts are


async def result_in(
    entries: Sequence[Entry], record: str, at: float, credit: Credit | None = None
) -> BookResult | None:
    """The result of a finished match, which ended `at`; None if it cannot be read."""
    rows = ((entry.seq, entry.at, entry.body) for entry in entries)
    try:
        return await in_slices(result_of(rows, record, at, credit))
    except (Unplayable, Illegal, msgspec.DecodeError):
        log.warning("result-unreadable")
        return None


class Debts:
    """Pays what is owed, one result after the other."""

    def __init__(self, circles: Circles, rooms: Rooms) -> None:
        self._circles = circles
        self._rooms = rooms
        self._owed: dict[str, Owed] = {}  # by record
        self._task: asyncio.Task[None] | None = None
        self._due = rooms.clock()  # when to look at the journal next: at the first tick for what a crash has left

    def add(self, owed: Owed) -> None:
        """A match has ended, and that is on disk."""
        self._owed[owed.record] = owed
        self._start()

    def tick(self) -> None:
        """Called every second."""
        if self._rooms.clock() >= self._due and self._task is None:
            self._due = self._rooms.clock() + SHARED_S if self._rooms.node is not None else float("inf")
            self._task = asyncio.get_running_loop().create_task(self._look())
            self._task.add_done_callback(self._ended)

    async def _look(self) -> None:
        try:
            for owed in await self._rooms.journal.owed():
                self._owed.setdefault(owed.record, owed)
        except (Malformed, Unsaved):
            self._due = self._rooms.clock() + AGAIN_S
        await self._pay_all()

    def _start(self) -> None:
        if self._task is None and not self._rooms.closing:
            self._task = asyncio.get_running_loop().create_task(self._pay_all())
            self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and task.exception() is not None:
            log.error("debt-fault", exc_info=task.exception())
            self._due = self._rooms.clock() + AGAIN_S
        if self._owed:
            self._start()

    async def _pay_all(self) -> None:
        waiting: set[str] = set()  # logs that take nothing now: what else they are owed is not even read
        while self._owed:
            owed = self._owed.pop(next(iter(self._owed)))
            if owed.log in waiting:
                continue
            try:
                await self._pay(owed)
                await self._rooms.journal.settle(owed.record)
            except Elsewhere:
                waiting.add(owed.log)
                self._due = self._rooms.clock() + SHARED_S  # the node that has the circle will pay, or let go of it
            except (HttpProblem, Unsaved, Malformed) as error:
                if isinstance(error, HttpProblem) and error.reason == FULL:
                    waiting.add(owed.log)
                log.warning("result-not-written", extra={"why": type(error).__name__})
                self._due = self._rooms.clock() + AGAIN_S

    async def _pay(self, owed: Owed) -> None:
        """Write a result into the book. The debt is dropped if the result cannot be read or the circle is gone."""
        if self._rooms.challenges.owns(owed.log):
            entries = await self._rooms.journal.record(owed.record)
            if entries is not None:
                await self._rooms.challenges.take(owed, entries)
            return
        keeper = await self._circles.keeper(owed.log)
        if keeper is None and self._rooms.closing:
            raise Unsaved("the server closes, and reads no circle any more")  # it is paid at the next start
        entries = None if keeper is None else await self._rooms.journal.record(owed.record)
        result = None if entries is None else await result_in(entries, owed.record, owed.at)
        if keeper is not None and result is not None:
            await self._circles.do(keeper, lambda circle: from_table(circle, result, self._circles.bounds))
