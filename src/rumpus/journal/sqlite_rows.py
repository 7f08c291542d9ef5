"""Entries in the SQLite file: writing them with their hashes, reading them back and comparing."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from rumpus.journal import chain
from rumpus.journal.chain import Damaged
from rumpus.journal.store import Entry

ENTRY = "SELECT seq, at, key, body, start, chain FROM entries WHERE table_id = ?"
ROWS = 64  # entries in one INSERT statement
COLUMNS = 7  # of an entry
START, SETUP = 1, 2  # flags in the column `start`
Row = tuple[int, float, str | None, bytes, int, bytes | None]


class Marks(NamedTuple):
    """What the row of a table says about its entries; each is None in a table that an older version wrote."""

    chained: int | None  # the first entry with a hash
    last: int | None  # an entry that was there when the row was written
    chain: bytes | None  # its hash


class Rows:
    """Entries that are about to be inserted, with their hashes."""

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._names: list[tuple[str, str, int]] = []  # of records: name, table, number
        self._codes: list[tuple[str, str]] = []  # new codes of tables: code, table
        self._owed: list[tuple[str, str, float]] = []  # records that other logs are owed: name, log, time

    def add(self, table: str, entries: Sequence[Entry], link: bytes) -> bytes:
        """Add entries of a table that follow this hash; returns the last of their hashes."""
        for entry in entries:
            link = chain.link(link, entry)
            flags = entry.start + 2 * entry.setup
            self._values += (table, entry.seq, entry.key, entry.at, flags, link, entry.body)
            if entry.record is not None:
                self._names.append((entry.record, table, entry.seq))
                if entry.owes is not None:
                    self._owed.append((entry.record, *entry.owes))
            if entry.code is not None:
                self._codes.append((entry.code, table))
        return link

    def takes_more_than_one_statement(self) -> bool:
        """Whether inserting these needs a transaction."""
        return bool(self._names or self._codes) or len(self._values) > ROWS * COLUMNS

    def insert(self, db: sqlite3.Connection) -> None:
        """Insert them."""
        for first in range(0, len(self._values), ROWS * COLUMNS):
            some = self._values[first : first + ROWS * COLUMNS]
            db.execute(_insertion(len(some) // COLUMNS), some)
        if self._names:
            db.executemany("INSERT INTO records (name, table_id, seq) VALUES (?, ?, ?)", self._names)
        if self._owed:
            db.executemany("INSERT INTO owed (record, log, at) VALUES (?, ?, ?)", self._owed)
        if self._codes:
            db.executemany("UPDATE tables SET code = ? WHERE id = ?", self._codes)


@cache
def _insertion(rows: int) -> str:
    """OR ROLLBACK: a conflict undoes the whole transaction, as the caller would.

    To undo this statement alone, SQLite would first copy every page that it changes, and write that to a file.
    """
    values = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * rows)
    return f"INSERT OR ROLLBACK INTO entries (table_id, seq, key, at, start, chain, body) VALUES {values}"  # noqa: S608 - only question marks


def one(db: sqlite3.Connection, query: str, *values: str | int) -> Any:
    """The first row of the answer, or None."""
    try:
        return db.execute(query, values).fetchone()
    except UnicodeEncodeError:
        return None  # a lone surrogate can be typed, but never stored


def last_link(db: sqlite3.Connection, table: str) -> tuple[int, bytes | None] | None:
    """The number and the hash of a table's last entry."""
    latest = "SELECT seq, chain FROM entries WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
    found: tuple[int, bytes | None] | None = one(db, latest, table)
    return found


def marks(db: sqlite3.Connection, table: str) -> Marks:
    """What the row of this table says about its entries."""
    return Marks(*(one(db, "SELECT chained, last, chain FROM tables WHERE id = ?", table) or (None, None, None)))


def start_before(db: sqlite3.Connection, table: str, last: int) -> int | None:
    """The number of the entry with which the match of entry `last` begins."""
    latest = "SELECT seq FROM entries WHERE table_id = ? AND seq <= ? AND start & 1 ORDER BY seq DESC LIMIT 1"
    row = one(db, latest, table, last)
    return row and int(row[0])


def everything(db: sqlite3.Connection, table: str) -> list[Entry]:
    """All entries of a table. Raises `Damaged`."""
    rows = db.execute(f"{ENTRY} ORDER BY seq", (table,))
    return list(checked(db, table, rows, marks(db, table)))


def of_record(db: sqlite3.Connection, table: str, last: int) -> list[Entry]:
    """The entries of the match that ends with entry `last`, without its set-ups. Raises `Damaged`."""
    first = start_before(db, table, last)
    span = f"{ENTRY} AND seq BETWEEN ? AND ? AND NOT start & 2 ORDER BY seq"
    rows = db.execute(span, (table, 0 if first is None else first, last))
    return list(checked(db, table, rows, marks(db, table)))


def needed(db: sqlite3.Connection, table: str) -> list[Entry]:
    """The entries needed to continue, as in `Store.entries`. Raises `Damaged`."""
    end = last_link(db, table)
    if end is None:
        return []
    known = marks(db, table)
    check_end(db, table, known, end)
    first = start_before(db, table, end[0])
    if first is None:
        first = one(db, "SELECT min(seq) FROM entries WHERE table_id = ?", table)[0]
    setup = one(
        db,
        "SELECT seq FROM entries WHERE table_id = ? AND seq >= ? AND start & 2 ORDER BY seq DESC LIMIT 1",
        *(table, first),
    )
    latest = first if setup is None else setup[0]
    span = f"{ENTRY} AND seq >= ? AND (NOT start & 2 OR seq IN (?, ?)) ORDER BY seq"
    return list(checked(db, table, db.execute(span, (table, first, first, latest)), known))


def check_end(db: sqlite3.Connection, table: str, known: Marks, end: tuple[int, bytes | None]) -> None:
    """Raise `Damaged` if the entry that the table's row names is not there, or is another one."""
    if known.last is None:
        return
    if end[0] < known.last:
        raise Damaged(end[0] + 1)
    if link_at(db, table, known.last) != known.chain:
        raise Damaged(known.last)


def link_at(db: sqlite3.Connection, table: str, seq: int) -> bytes | None:
    """The hash of this entry; None if it has none or is not there."""
    row: tuple[bytes | None] | None = one(db, "SELECT chain FROM entries WHERE table_id = ? AND seq = ?", table, seq)
    return row and row[0]


def checked(db: sqlite3.Connection, table: str, rows: Iterable[Row], known: Marks) -> Iterator[Entry]:
    """The entries of these rows, each compared with its hash. Raises `Damaged`.

    Rows that were not read are skipped over: the hash before an entry is looked up then.
    """
    names = dict(db.execute("SELECT seq, name FROM records WHERE table_id = ?", (table,)).fetchall())
    chained = math.inf if known.chained is None else known.chained
    before: tuple[int, bytes | None] = (-1, None)
    for seq, at, key, body, flags, found in rows:
        start, setup = bool(flags & START), bool(flags & SETUP)
        entry = Entry(seq, at, key, body, start, names.get(seq), setup, asker=asker_of(key))
        if seq < chained:
            if found is not None:
                raise Damaged(seq)
        else:
            previous = chain.root(table) if seq == chained else before[1]
            if seq != chained and before[0] != seq - 1:
                previous = link_at(db, table, seq - 1)
            if previous is None:
                raise Damaged(seq - 1)
            if chain.link(previous, entry) != found:
                raise Damaged(seq)
        before = (seq, found)
        yield entry


def asker_of(key: str | None) -> int | None:
    """The file does not say who has asked: their number is the beginning of the key."""
    number, colon, _ = (key or "").partition(":")
    return int(number) if colon and number.isdecimal() else None


def check_latest(db: sqlite3.Connection, table: str, most: int) -> None:
    """Compare the end of a table, and its last entries, with their hashes. Raises `Damaged`."""
    end, known = last_link(db, table), marks(db, table)
    if end is None:
        raise Damaged(known.chained or 0)
    check_end(db, table, known, end)
    rows = db.execute(f"{ENTRY} AND seq > ? ORDER BY seq", (table, end[0] - most))
    for _ in checked(db, table, rows, known):
        pass
