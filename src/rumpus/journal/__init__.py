"""The journal of tables: what a store of it promises, and the group commit that keeps the event loop from waiting."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

LARGEST_GROUP = 512  # entries in one commit: past this a larger group saves little and lets the first in it wait
TABLES_A_SLICE = 50  # removed in one go, so that commits get their turn in between

log = logging.getLogger("rumpus.journal")

Saved = Callable[[Exception | None], None]


class Conflict(Exception):
    """The journal has moved on: this number, id or code is taken."""


class Unsaved(Exception):
    """Nothing could be written (disk full, file read-only, closed); `str` of it is one clear sentence."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's journal; numbers have no gaps, and a key stands once in a table."""

    seq: int
    at: float
    key: str | None  # the id of the action that it answers
    body: bytes
    start: bool = False  # a match begins with this entry
    record: str | None = None  # the match that ends here can be found by this name


class Head(msgspec.Struct, frozen=True):
    """What a table is found by, and when it was opened (unix seconds)."""

    id: str
    code: str
    opened: float


class Store(Protocol):
    """Where journals are kept; it blocks, and is used from one thread at a time.

    Reading from it raises `rumpus.contract.Malformed` when what is kept cannot be read any more.
    """

    def open(self, head: Head, first: Entry) -> None:
        """A new table with its first entry is on disk; else `Conflict` (id or code is taken) or `Unsaved`."""
        ...

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """All of it is on disk, but for the tables in the answer (`Conflict`, `Unsaved`): of those nothing is."""
        ...

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        ...

    def head(self, table: str) -> Head | None:
        """What the table was opened with."""
        ...

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The table's entries in order, from the last start on; all of them if there is none, or if `whole`."""
        ...

    def seq_of(self, table: str, key: str) -> int | None:
        """The number of the entry that answers this key."""
        ...

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker (what stands before the colon) with their numbers, the oldest first."""
        ...

    def record(self, name: str) -> list[Entry] | None:
        """The finished match of this name, from its start to the entry that carries the name."""
        ...

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = ()) -> int:
        """Tables last written to before then (unix seconds) are gone, the oldest `most` not to be spared; how many."""
        ...

    def backup(self, path: Path) -> None:
        """A copy of everything is in a new file; raises `rumpus.contract.Malformed` if it cannot be."""
        ...

    def close(self) -> None:
        """The store is let go; doing it twice does no harm."""
        ...


def by_table(batch: Sequence[tuple[str, Entry]]) -> dict[str, list[Entry]]:
    """The entries of each table, in order."""
    tables: dict[str, list[Entry]] = {}
    for table, entry in batch:
        tables.setdefault(table, []).append(entry)
    return tables


def gap(last: int | None, entries: Sequence[Entry]) -> Conflict | None:
    """Why these entries do not follow number `last` (None: the table does not exist) one by one, if so."""
    if last is None:
        return Conflict("there is no such table")
    for expected, entry in enumerate(entries, last + 1):
        if entry.seq != expected:
            return Conflict(f"entry {entry.seq} does not follow: number {expected} is next")
    return None


class _Waiting(NamedTuple):
    table: str
    entry: Entry
    saved: Saved


class Journal:
    """The store as the event loop sees it: nothing blocks, and entries that come during a commit go together."""

    def __init__(
        self,
        store: Store,
        run: Callable[..., Awaitable[Any]],
        noticed: Callable[[int, float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._run = run
        self._noticed = noticed
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._backlog = 0
        self._writer: asyncio.Task[None] | None = None  # the loop itself keeps no task alive
        self._closed = False

    @property
    def backlog(self) -> int:
        """How many entries have no answer yet."""
        return self._backlog

    def append(self, table: str, entry: Entry, saved: Saved) -> None:
        """Returns at once; `saved` hears, in the order of appending, None when it is on disk, or why it is not.

        When an entry fails, those of its table that wait behind it fail with it, because they build on it.
        """
        self._backlog += 1
        if self._closed:
            closed = Unsaved("nothing was saved: the journal is closed")
            asyncio.get_running_loop().call_soon(self._answer, saved, closed)
            return
        self._waiting.append(_Waiting(table, entry, saved))
        self._wake()

    async def open(self, head: Head, first: Entry) -> None:
        """A new table with its first entry is on disk; else `Conflict` or `Unsaved`."""
        await self._run(self._store.open, head, first)

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        found: str | None = await self._run(self._store.find, code)
        return found

    async def head(self, table: str) -> Head | None:
        """What the table was opened with."""
        found: Head | None = await self._run(self._store.head, table)
        return found

    async def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """What is on disk of the table, as `Store.entries`; what waits is not in it."""
        found: list[Entry] = await self._run(partial(self._store.entries, table, whole=whole))
        return found

    async def seq_of(self, table: str, key: str) -> int | None:
        """The number of the entry on disk that answers this key."""
        found: int | None = await self._run(self._store.seq_of, table, key)
        return found

    async def keys(self, table: str, most: int) -> dict[str, int]:
        """What is on disk of the table's keys, as `Store.keys`."""
        found: dict[str, int] = await self._run(self._store.keys, table, most)
        return found

    async def record(self, name: str) -> list[Entry] | None:
        """The finished match of this name, from its start to the entry that carries the name."""
        found: list[Entry] | None = await self._run(self._store.record, name)
        return found

    async def remove(self, before: float, spare: Collection[str] = ()) -> int:
        """Tables last written to before then (unix seconds) are gone but for those to be spared; how many.

        Commits go on meanwhile, and what is to be spared may change.
        """
        removed = 0
        while True:
            some: int = await self._run(self._store.remove, before, TABLES_A_SLICE, spare)
            removed += some
            if some < TABLES_A_SLICE:
                return removed

    async def flush(self) -> None:
        """Nothing waits any more: every entry has its answer."""
        while self._waiting or self._writing():
            self._wake()
            assert self._writer is not None
            await asyncio.wait([self._writer])  # unlike a plain await, being cancelled here does not cancel the writer

    async def close(self) -> None:
        """Everything appended has its answer, the store is closed and no task is left; later appends are refused."""
        await self.flush()
        if not self._closed:
            self._closed = True
            await self._run(self._store.close)

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
        except Exception as error:  # whatever it was, the writer must live and everybody must get an answer
            log.error("a commit broke off: %s", type(error).__name__)  # noqa: TRY400 - a traceback may show contents
            broke = error if isinstance(error, Unsaved) else Unsaved("nothing was saved: the journal broke off")
            errors = dict.fromkeys((table for table, _ in rows), broke)
        self._notice(len(rows), self._clock() - began)
        return errors

    def _settle(self, batch: list[_Waiting], errors: dict[str, Exception]) -> None:
        behind: list[_Waiting] = []
        if errors:  # taken out before anybody is told, for who is told may append anew
            behind = [waiting for waiting in self._waiting if waiting.table in errors]
            self._waiting = [waiting for waiting in self._waiting if waiting.table not in errors]
        for waiting in (*batch, *behind):
            self._answer(waiting.saved, errors.get(waiting.table))

    def _answer(self, saved: Saved, error: Exception | None) -> None:
        self._backlog -= 1
        try:
            saved(error)
        except (Exception, asyncio.CancelledError):  # the second comes from asking a cancelled future for its result
            log.exception("telling that an entry is saved, or is not, failed")

    def _notice(self, entries: int, seconds: float) -> None:
        if self._noticed is None:
            return
        try:
            self._noticed(entries, seconds)
        except Exception:
            log.exception("counting a commit failed")
