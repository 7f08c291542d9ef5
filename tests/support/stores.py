"""What the tests of journals and their stores share."""

from __future__ import annotations

import asyncio
import copy

from rumpus.journal import Entry, Head, Store, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.journal.sqlite_rows import asker_of

SAFETY_S = 180  # a net for a hung test, never a measure of speed


class Clock:
    """Unix time as the test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def entry(seq: int, key: str | None = None, *, start: bool = False, record: str | None = None) -> Entry:
    return Entry(seq, seq / 4, key, b"body %d" % seq, start, record, asker=asker_of(key))


def head(table: str) -> Head:
    return Head(table, f"code-{table}", 999.5)


def opened(store: Store, *tables: str) -> None:
    for table in tables:
        store.open(head(table), entry(0))


def kinds(errors: dict[str, Exception]) -> dict[str, type[Exception]]:
    return {table: type(error) for table, error in errors.items()}


def whole(store: Store, table: str) -> list[int]:
    return [each.seq for each in store.entries(table, whole=True)]


class FailingStore(MemoryStore):
    """A store whose disk is full while `full` is set."""

    full = False

    def _write(self, change: Change) -> None:
        if self.full:
            raise Unsaved("nothing was saved: the disk is full")
        super()._write(change)


def copy_of(store: MemoryStore) -> MemoryStore:
    """A store with the same content, for another server to start with."""
    new = MemoryStore(asyncio.get_running_loop().time)
    new._tables = copy.deepcopy(store._tables)
    new._codes, new._records, new._owed = dict(store._codes), dict(store._records), dict(store._owed)
    return new
