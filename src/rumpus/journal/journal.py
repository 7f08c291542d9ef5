"""The journal of all tables: entries are committed in groups, so that the event loop never waits for the disk."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from rumpus.journal.store import FIRST, TABLE, Entry, Expired, Head, NoRoom, Owed, Store, Unsaved

LARGEST_GROUP = 512  # entries in one commit: a larger group saves little and delays the first entry in it
TABLES_A_SLICE = 50  # tables removed in one transaction, so that commits can run in between

log = logging.getLogger("rumpus.journal")

Saved = Callable[[Exception | None], None]
T = TypeVar("T")


class _Waiting(msgspec.Struct, frozen=True):
    table: str
    entry: Entry
    saved: Saved


class Journal:
    """A store for the event loop: no call blocks, and entries appended during a commit share the next one."""

    def __init__(
        self,
        store: Store,
        run: Callable[..., Awaitable[Any]],
        noticed: Callable[[int, float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        aside: Callable[..., Awaitable[Any]] | None = None,
    ) -> None:
        self._store = store
        self._run = run
        self._run_aside = aside or run  # for all calls but commits, if the store can do both at a time
        self._noticed = noticed
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._others = asyncio.Lock()  # held by the call that is no commit
        self._backlog = 0
        self._writer: asyncio.Task[None] | None = None  # kept here because the loop holds only a weak reference
        self._closed = False
        self.last_saved_at: float | None = None  # on `clock`: when something was last written
        self.last_error_at: float | None = None  # on `clock`: when something last could not be written

    @property
    def backlog(self) -> int:
        """Number of entries whose callback has not been called yet."""
        return self._backlog

    def append(self, table: str, entry: Entry, saved: Saved) -> None:
        """Queue an entry and return at once. `saved` is called with None when it is on disk, or with the error.

        Callbacks run in the order of appending. If an entry fails, the entries of the same table that are queued
        behind it fail too, because they build on it.
        """
        self._backlog += 1
        if self._closed:
            closed = Unsaved("nothing was saved: the journal is closed")
            asyncio.get_running_loop().call_soon(self._answer, saved, closed)
            return
        self._waiting.append(_Waiting(table, entry, saved))
        if self._writer is None or self._writer.done():
            self._wake()

    async def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` or `Unsaved`."""
        await self._writing_aside(self._store.open, head, first)

    async def take(self, table: str) -> int | None:
        """Take a log and return its epoch, as `Store.take`; none of its entries may be queued."""
        epoch: int | None = await self._aside(self._store.take, table)
        return epoch

    async def release(self, table: str, epoch: int) -> None:
        """Any node may take this log now. Raises `Unsaved`."""
        await self._aside(self._store.release, table, epoch)

    async def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        """Store a log with these entries, in the place of all that it had; none of its entries may be queued.

        Raises `Conflict`, `Lost` or `Unsaved`.
        """
        await self._writing_aside(self._store.replace, head, entries)

    async def drop(self, table: str, epoch: int = FIRST) -> None:
        """Remove one log, none of whose entries may be queued. Raises `Lost` or `Unsaved`."""
        await self._writing_aside(self._store.drop, table, epoch)

    async def owed(self) -> list[Owed]:
        """The records that other logs are owed, as `Store.owed`."""
        found: list[Owed] = await self._aside(self._store.owed)
        return found

    async def settle(self, record: str) -> None:
        """This record is owed no more. Raises `Unsaved`."""
        await self._writing_aside(self._store.settle, record)

    async def _writing_aside(self, work: Callable[..., None], *args: Any) -> None:
        try:
            await self._aside(work, *args)
        except NoRoom:
            raise  # what is open can be saved
        except Unsaved:
            self.last_error_at = self._clock()
            raise
        self.last_saved_at = self._clock()

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        found: str | None = await self._aside(self._store.find, code)
        return found

    async def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        found: Head | None = await self._aside(self._store.head, table)
        return found

    async def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The entries on disk, as `Store.entries`; queued entries are not included."""
        found: list[Entry] = await self._aside(partial(self._store.entries, table, whole=whole))
        return found

    async def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry on disk with this key."""
        found: int | None = await self._aside(self._store.seq_of, table, key)
        return found

    async def keys(self, table: str, most: int) -> dict[str, int]:
        """The keys on disk, as `Store.keys`."""
        found: dict[str, int] = await self._aside(self._store.keys, table, most)
        return found

    async def with_all_keys(self, table: str, most: int, work: Callable[[list[str]], T]) -> T:
        """The result of `work` on the keys on disk, as `Store.all_keys`; it runs in the journal's thread."""
        found: T = await self._aside(lambda: work(self._store.all_keys(table, most)))
        return found

    async def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        found: list[Entry] | None = await self._aside(self._store.record, name)
        return found

    async def now(self) -> float:
        """The time that the ages of tables are measured by, as `Store.now`."""
        now: float = await self._aside(self._store.now)
        return now

    async def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        """What `remove` would remove."""
        found: Expired = await self._aside(self._store.expired, before, spare, kind)
        return found

    async def remove(
        self, before: float, spare: Collection[str] = (), most: int | None = None, kind: str = TABLE
    ) -> int:
        """Remove tables last written to before `before`, except those in `spare`, at most `most`; returns how many.

        Commits run in between, and `spare` may change meanwhile.
        """
        removed = 0
        while True:
            slice_ = TABLES_A_SLICE if most is None else min(TABLES_A_SLICE, most - removed)
            some: int = await self._aside(self._store.remove, before, slice_, spare, kind)
            removed += some
            if some < TABLES_A_SLICE or removed == most:
                return removed

    async def _aside(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run a call that is not a commit. They take turns, so that a commit waits for at most one of them."""
        async with self._others:
            return await self._run_aside(work, *args)

    async def flush(self) -> None:
        """Wait until every queued entry has been answered."""
        while self._waiting or self._writing():
            self._wake()
            assert self._writer is not None
            await asyncio.wait([self._writer])  # unlike a plain await, being cancelled here does not cancel the writer

    async def close(self) -> None:
        """Flush, then close the store. Later appends fail."""
        await self.flush()
        if not self._closed:
            self._closed = True
            await self._aside(self._store.close)

    def _writing(self) -> bool:
        return self._writer is not None and not self._writer.done()

    def _wake(self) -> None:
        if not self._writing():
            self._writer = asyncio.get_running_loop().create_task(self._write(), name="rumpus journal")

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            try:
                errors = await self._commit(batch)
            except asyncio.CancelledError:
                stopped = Unsaved("the server stopped before this was known to be saved")
                self._settle(batch, {waiting.table: stopped for waiting in (*batch, *self._waiting)})
                raise
            self._settle(batch, errors)

    async def _commit(self, batch: list[_Waiting]) -> dict[str, Exception]:
        rows = [(waiting.table, waiting.entry) for waiting in batch]
        began = self._clock()
        try:
            errors = dict(await self._run(self._store.commit, rows))
        except Exception as error:  # the writer must survive, and every caller needs an answer
            log.error("a commit failed: %s", type(error).__name__)  # noqa: TRY400 - a traceback may show contents
            broke = error if isinstance(error, Unsaved) else Unsaved("nothing was saved: the journal failed")
            errors = dict.fromkeys((table for table, _ in rows), broke)
        now = self._clock()
        if not errors or len(errors) < len({table for table, _ in rows}):
            self.last_saved_at = now
        if any(isinstance(error, Unsaved) for error in errors.values()):
            self.last_error_at = now
        self._notice(len(rows), now - began)
        return errors

    def _settle(self, batch: list[_Waiting], errors: dict[str, Exception]) -> None:
        behind: list[_Waiting] = []
        if errors:  # removed before the callbacks run, because a callback may append again
            behind = [waiting for waiting in self._waiting if waiting.table in errors]
            self._waiting = [waiting for waiting in self._waiting if waiting.table not in errors]
        for waiting in (*batch, *behind):
            self._answer(waiting.saved, errors.get(waiting.table))

    def _answer(self, saved: Saved, error: Exception | None) -> None:
        self._backlog -= 1
        try:
            saved(error)
        except (Exception, asyncio.CancelledError):  # CancelledError: `saved` read the result of a cancelled future
            log.exception("reporting the outcome of an entry failed")

    def _notice(self, entries: int, seconds: float) -> None:
        if self._noticed is None:
            return
        try:
            self._noticed(entries, seconds)
        except Exception:
            log.exception("counting a commit failed")
