"""A journal store in memory, for tests and simulated servers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

import msgspec

from rumpus.contract import Malformed
from rumpus.journal.store import (
    FIRST,
    TABLE,
    Conflict,
    Elsewhere,
    Entry,
    Expired,
    Head,
    Lost,
    Owed,
    Unsaved,
    by_table,
    gap,
    needed,
)

SHARED = ("_tables", "_codes", "_records", "_owed", "dead")  # by the stores of one database


class Change(msgspec.Struct, frozen=True):
    """One transaction: tables removed, a table opened, entries added. Written as a whole or not at all."""

    at: float
    opened: Head | None = None
    rows: tuple[tuple[str, Entry], ...] = ()
    removed: tuple[str, ...] = ()
    settled: str | None = None  # a record that is owed no more


class _StoredTable:
    __slots__ = ("entries", "epoch", "head", "keys", "owner", "touched")

    def __init__(self, head: Head, touched: float, owner: str | None) -> None:
        self.head = head
        self.touched = touched
        self.epoch = FIRST
        self.owner = owner
        self.entries: list[Entry] = []
        self.keys: dict[str, int] = {}


class MemoryStore:
    """A store that lives as long as the object; `changes` are applied to it first.

    Every write goes through `_write`, one change at a time. Tests override it to simulate disk faults: it may raise
    `Unsaved` before anything is written, or log the changes, from which the store is rebuilt after a crash.

    Stores made with `beside` are those of several nodes on one database. Who has which log is not among the changes.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        changes: Iterable[Change] = (),
        *,
        node: str = "",
        beside: MemoryStore | None = None,
    ) -> None:
        self._clock = clock
        self.node = node
        self._tables: dict[str, _StoredTable] = {}
        self._codes: dict[str, str] = {}
        self._records: dict[str, tuple[str, int]] = {}
        self._owed: dict[str, Owed] = {}  # by record
        self.dead: set[str] = set()  # nodes whose logs may be taken; for ever
        self._closed = False
        if beside is not None:
            vars(self).update({name: vars(beside)[name] for name in SHARED})
        for change in changes:
            self._apply(change)

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` or `Unsaved`."""
        self._writable()
        if head.id in self._tables or head.code in self._codes:
            raise Conflict("a table of this id or code exists")
        if first.record in self._records:
            raise Conflict("a record of this name exists")
        self._write(Change(self._clock(), opened=head, rows=((head.id, first),)))

    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        """Store a log with these entries, in the place of all that it had. Raises `Conflict` or `Unsaved`."""
        self._writable()
        if self._codes.get(head.code, head.id) != head.id:
            raise Conflict("a table of this code exists")
        rows = tuple((head.id, entry) for entry in entries)
        removed = (head.id,) if head.id in self._tables else ()
        if removed:
            self._must_have(head.id, entries[0].epoch)
        self._write(Change(self._clock(), opened=head, rows=rows, removed=removed))

    def take(self, table: str) -> int | None:
        """Take a log and return its new epoch; None if there is no such log. Raises `Elsewhere`."""
        self._writable()
        stored = self._tables.get(table)
        if stored is None:
            return None
        if stored.owner is not None and stored.owner not in (self.node, *self.dead):
            raise Elsewhere(stored.owner)
        stored.owner = self.node
        stored.epoch += 1
        return stored.epoch

    def release(self, table: str, epoch: int) -> None:
        """Any node may take this log now, unless it was taken again since."""
        self._writable()
        stored = self._tables.get(table)
        if stored is not None and (stored.owner, stored.epoch) == (self.node, epoch):
            stored.owner = None

    def drop(self, table: str, epoch: int = FIRST) -> None:
        """Remove one log. Raises `Lost`."""
        self._writable()
        if table in self._tables:
            self._must_have(table, epoch)
            self._write(Change(self._clock(), removed=(table,)))

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """Store the batch. Returns the tables that failed; none of their entries is stored."""
        tables = by_table(batch)
        try:
            self._writable()
            errors = self._refused(tables)
            rows = tuple(row for row in batch if row[0] not in errors)
            if rows:
                self._write(Change(self._clock(), rows=rows))
        except Unsaved as error:
            return dict.fromkeys(tables, error)
        return errors

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        self._readable()
        found = self._codes.get(code)
        return found if found is not None and self._tables[found].head.kind == TABLE else None

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        self._readable()
        stored = self._tables.get(table)
        return stored.head if stored else None

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The entries needed to continue (see `Store`); all of them if `whole`."""
        self._readable()
        stored = self._tables.get(table)
        entries = stored.entries if stored else []
        return list(entries) if whole else needed(entries)

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        self._readable()
        stored = self._tables.get(table)
        return stored.keys.get(key) if stored else None

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker with their numbers, oldest first."""
        self._readable()
        stored = self._tables.get(table)
        latest: list[tuple[str, int]] = []
        count: Counter[int | None] = Counter()
        for entry in reversed(stored.entries if stored else ()):
            if entry.key is not None:
                count[entry.asker] += 1
                if count[entry.asker] <= most:
                    latest.append((entry.key, entry.seq))
        return dict(reversed(latest))

    def all_keys(self, table: str, most: int) -> list[str]:
        """All keys of the table, in any order; `most` of them if there are more."""
        self._readable()
        stored = self._tables.get(table)
        return list(stored.keys)[:most] if stored else []

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        self._readable()
        if name not in self._records:
            return None
        table, last = self._records[name]
        return _last_match([entry for entry in self._tables[table].entries if entry.seq <= last])

    def owed(self) -> list[Owed]:
        """The records that other logs are owed, oldest first."""
        self._readable()
        return sorted(self._owed.values(), key=lambda one: (one.at, one.record))

    def settle(self, record: str) -> None:
        """This record is owed no more."""
        self._writable()
        if record in self._owed:
            self._write(Change(self._clock(), settled=record))

    def now(self) -> float:
        """The time that the ages of tables are measured by, in seconds."""
        return self._clock()

    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        """What `remove` would remove."""
        self._readable()
        alike = {table: one.touched for table, one in self._tables.items() if one.head.kind == kind}
        times = sorted(touched for table, touched in alike.items() if touched < before and table not in spare)
        return Expired(len(times), len(alike), *((times[0], times[-1]) if times else ()))

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        """Remove up to `most` tables last written to before `before`, except `spare`; returns how many."""
        self._writable()
        old = sorted(
            (stored.touched, table)
            for table, stored in self._tables.items()
            if stored.touched < before and stored.head.kind == kind and stored.owner in (None, self.node, *self.dead)
        )
        removed = tuple(table for _, table in old if table not in spare)[:most]
        if removed:
            self._write(Change(self._clock(), removed=removed))
        return len(removed)

    def backup(self, path: Path) -> None:
        """Always fails: there is no file to copy."""
        raise Malformed(f"a journal in memory cannot be copied to {path}")

    def close(self) -> None:
        """Later reads and writes fail."""
        self._closed = True

    def _write(self, change: Change) -> None:
        """Write one change. Raises `Unsaved` if nothing of it was written."""
        self._apply(change)

    def _apply(self, change: Change) -> None:
        gone = {table: self._tables.pop(table) for table in change.removed}
        for stored in gone.values():
            del self._codes[stored.head.code]
        if gone:
            for name in [name for name, place in self._records.items() if place[0] in gone]:
                del self._records[name]
                self._owed.pop(name, None)
        if change.opened is not None:
            self._tables[change.opened.id] = new = _StoredTable(change.opened, change.at, self.node)
            if change.opened.id in gone:
                new.epoch, new.owner = gone[change.opened.id].epoch, gone[change.opened.id].owner
            self._codes[change.opened.code] = change.opened.id
        for table, entry in change.rows:
            self._add(table, entry, change.at)
        if change.settled is not None:
            self._owed.pop(change.settled, None)

    def _add(self, table: str, entry: Entry, at: float) -> None:
        stored = self._tables[table]
        stored.entries.append(entry)
        stored.touched = at
        if entry.key is not None:
            stored.keys[entry.key] = entry.seq
        if entry.record is not None:
            self._records[entry.record] = (table, entry.seq)
            if entry.owes is not None:
                self._owed[entry.record] = Owed(entry.record, *entry.owes)
                stored.entries[-1] = msgspec.structs.replace(entry, owes=None)
        if entry.code is not None:
            del self._codes[stored.head.code]
            self._codes[entry.code] = table
            stored.head = msgspec.structs.replace(stored.head, code=entry.code)
            stored.entries[-1] = msgspec.structs.replace(stored.entries[-1], code=None)

    def _refused(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        errors: dict[str, Exception] = {}
        names = set(self._records)
        for table, entries in tables.items():
            conflict = self._fenced(table, entries) or self._gap(table, entries) or self._taken(table, entries, names)
            if conflict:
                errors[table] = conflict
            else:
                names |= {entry.record for entry in entries if entry.record is not None}
        return errors

    def _fenced(self, table: str, entries: list[Entry]) -> Lost | None:
        stored = self._tables.get(table)
        stale = stored is not None and any(entry.epoch != stored.epoch for entry in entries)
        return Lost("another node has taken this table") if stale else None

    def _must_have(self, table: str, epoch: int) -> None:
        if self._tables[table].epoch != epoch:
            raise Lost("another node has taken this log")

    def _gap(self, table: str, entries: list[Entry]) -> Conflict | None:
        stored = self._tables.get(table)
        return gap(stored.entries[-1].seq if stored else None, entries)

    def _taken(self, table: str, entries: list[Entry], names: set[str]) -> Conflict | None:
        keys = [entry.key for entry in entries if entry.key is not None]
        if len(set(keys)) < len(keys) or not self._tables[table].keys.keys().isdisjoint(keys):
            return Conflict("an action of this id is in the journal")
        records = [entry.record for entry in entries if entry.record is not None]
        if len(set(records)) < len(records) or not names.isdisjoint(records):
            return Conflict("a record of this name exists")
        if any(entry.code in self._codes for entry in entries if entry.code is not None):
            return Conflict("a table of this code exists")
        return None

    def _writable(self) -> None:
        if self._closed:
            raise Unsaved("nothing was saved: the journal is closed")

    def _readable(self) -> None:
        if self._closed:
            raise Malformed("nothing can be read: the journal is closed")


def _last_match(entries: list[Entry]) -> list[Entry]:
    starts = [place for place, entry in enumerate(entries) if entry.start]
    return [entry for entry in entries[starts[-1] if starts else 0 :] if not entry.setup]
