"""The journal store in one SQLite file: a commit is on disk when it returns; one process at a time may use the file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from rumpus.contract import Malformed
from rumpus.journal import sqlite_file
from rumpus.journal.backup import copy_to
from rumpus.journal.sqlite_file import reason
from rumpus.journal.store import Conflict, Entry, Head, Unsaved, by_table, gap

ROWS = 64  # entries in one INSERT statement
COLUMNS = 6  # of an entry
TOUCH_S = 60.0  # how often `touched` of a table is updated at most; old tables are removed after days
MOST_KNOWN = 50_000  # tables whose last number is cached


class SqliteStore:
    """Keeps the journals in one file, which is created if missing.

    Raises `Malformed` if the file is not a journal, was written by a later version, or is in use.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._closed = False
        # Cache of the tables in use: last number and `touched`. Valid because nobody else writes; cleared on any error
        self._known: dict[str, tuple[int, float]] = {}
        self._lock = sqlite_file.lock(path)
        try:
            self._db = sqlite_file.connect(path)
        except BaseException:
            sqlite_file.unlock(self._lock)
            raise

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` or `Unsaved`."""
        row = (head.id, head.code, head.opened, self._clock())
        try:
            with self._transaction():
                self._db.execute("INSERT INTO tables (id, code, opened, touched) VALUES (?, ?, ?, ?)", row)
                self._insert({head.id: [first]})
        except sqlite3.IntegrityError as error:
            raise Conflict("a table of this id or code, or a record of this name, exists") from error
        except Exception as error:
            raise self._unsaved(error) from error

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """Store the batch. Returns the tables that failed; none of their entries is stored."""
        tables = by_table(batch)
        try:
            return self._commit_together(tables)
        except Exception as error:
            # A disk error concerns all tables; any other error is caused by one of them, so each is tried alone
            if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
                return dict.fromkeys(tables, self._unsaved(error))
            return self._commit_each(tables)

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        with self._reading():
            row = self._row("SELECT id FROM tables WHERE code = ?", code)
        return row and str(row[0])

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        with self._reading():
            row = self._row("SELECT id, code, opened FROM tables WHERE id = ?", table)
        return row and Head(*row)

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The table's entries in order, from its last `start` on; all of them if there is no start, or if `whole`."""
        with self._reading():
            last = self._last(table)
            return [] if last is None else self._between(None if whole else self._start(table, last), table, last)

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        with self._reading():
            row = self._row("SELECT seq FROM entries WHERE table_id = ? AND key = ?", table, key)
        return row and int(row[0])

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each person (the part before the colon) with their numbers, oldest first."""
        counted = (
            "SELECT key, seq, row_number() OVER (PARTITION BY substr(key, 1, instr(key, ':')) ORDER BY seq DESC) AS nth"
            " FROM entries WHERE table_id = ? AND key IS NOT NULL"
        )
        with self._reading():
            last = f"SELECT key, seq FROM ({counted}) WHERE nth <= ? ORDER BY seq"  # noqa: S608 - no outside text
            return dict(self._db.execute(last, (table, most)).fetchall())

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        with self._reading():
            row = self._row("SELECT table_id, seq FROM records WHERE name = ?", name)
            return row and self._between(self._start(*row), *row)

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = ()) -> int:
        """Remove up to `most` tables last written to before `before`, except `spare`; returns how many."""
        limit = -1 if most is None else most + len(spare)
        old = "SELECT id FROM tables WHERE touched < ? ORDER BY touched, id LIMIT ?"
        try:
            with self._transaction():
                found = self._db.execute(old, (before, limit)).fetchall()
                tables = [row for row in found if row[0] not in spare][:most]
                self._db.executemany("DELETE FROM records WHERE table_id = ?", tables)
                self._db.executemany("DELETE FROM entries WHERE table_id = ?", tables)
                self._db.executemany("DELETE FROM tables WHERE id = ?", tables)
            for (table,) in tables:
                self._known.pop(table, None)
        except sqlite3.Error as error:
            raise self._unsaved(error) from error
        return len(tables)

    def backup(self, path: Path) -> None:
        """Copy everything to a new file. Raises `Malformed` if that fails."""
        if self._closed:
            raise Malformed("nothing can be read: the journal is closed")
        copy_to(self._db, path)

    def close(self) -> None:
        """Close the file. Closing it twice is allowed."""
        if not self._closed:
            self._closed = True
            self._db.close()
            sqlite_file.unlock(self._lock)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have rolled back by itself
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Malformed(f"nothing can be read: {self._reason(error)}") from error

    def _commit_together(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        """Use one statement if possible: after each, this thread must win the GIL back from a busy event loop."""
        refused: dict[str, Exception] = {}
        accepted: dict[str, list[Entry]] = {}
        known: dict[str, tuple[int, float]] = {}
        stale: list[tuple[float, str]] = []
        now = self._clock()
        for table, entries in tables.items():
            last, touched = self._known.get(table) or (self._last(table), float("-inf"))
            conflict = gap(last, entries)
            if conflict:
                refused[table] = conflict
                continue
            if abs(now - touched) >= TOUCH_S:
                stale.append((now, table))
                touched = now
            accepted[table] = entries
            known[table] = (entries[-1].seq, touched)
        try:
            if stale or _needs_transaction(accepted):
                with self._transaction():
                    self._insert(accepted)
                    self._db.executemany("UPDATE tables SET touched = ? WHERE id = ?", stale)
            elif accepted:
                self._insert(accepted)
        except BaseException:
            self._known.clear()
            raise
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known |= known
        return refused

    def _commit_each(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        errors: dict[str, Exception] = {}
        for table, entries in tables.items():
            try:
                errors |= self._commit_together({table: entries})
            except sqlite3.IntegrityError:
                errors[table] = Conflict(
                    "an action of this id is in the journal, or a record of this name, or a table of this code, exists"
                )
            except Exception as error:  # an error in one table must not affect another
                errors[table] = self._unsaved(error)
        return errors

    def _insert(self, tables: dict[str, list[Entry]]) -> None:
        values: list[Any] = []
        names, codes = [], []
        for table, entries in tables.items():
            for entry in entries:
                values += (table, entry.seq, entry.key, entry.at, entry.start, entry.body)
                if entry.record is not None:
                    names.append((entry.record, table, entry.seq))
                if entry.code is not None:
                    codes.append((entry.code, table))
        for first in range(0, len(values), ROWS * COLUMNS):
            some = values[first : first + ROWS * COLUMNS]
            self._db.execute(_insertion(len(some) // COLUMNS), some)
        if names:
            self._db.executemany("INSERT INTO records (name, table_id, seq) VALUES (?, ?, ?)", names)
        if codes:
            self._db.executemany("UPDATE tables SET code = ? WHERE id = ?", codes)

    def _row(self, query: str, *values: str | int) -> Any:
        try:
            return self._db.execute(query, values).fetchone()
        except UnicodeEncodeError:
            return None  # a lone surrogate can be typed, but never stored

    def _last(self, table: str) -> int | None:
        row = self._row("SELECT max(seq) FROM entries WHERE table_id = ?", table)
        last: int | None = row and row[0]
        return last

    def _start(self, table: str, last: int) -> int | None:
        latest = "SELECT seq FROM entries WHERE table_id = ? AND seq <= ? AND start ORDER BY seq DESC LIMIT 1"
        row = self._row(latest, table, last)
        return row and int(row[0])

    def _between(self, first: int | None, table: str, last: int) -> list[Entry]:
        span = "SELECT seq, at, key, body, start FROM entries WHERE table_id = ? AND seq <= ? AND seq >= ? ORDER BY seq"
        everything = "SELECT seq, at, key, body, start FROM entries WHERE table_id = ? AND seq <= ? ORDER BY seq"
        rows = (
            self._db.execute(everything, (table, last))
            if first is None
            else self._db.execute(span, (table, last, first))
        )
        names = dict(self._db.execute("SELECT seq, name FROM records WHERE table_id = ?", (table,)).fetchall())
        return [Entry(seq, at, key, body, bool(start), names.get(seq)) for seq, at, key, body, start in rows]

    def _unsaved(self, error: Exception) -> Unsaved:
        return Unsaved(f"nothing was saved: {self._reason(error)}")

    def _reason(self, error: Exception) -> str:
        return "the journal is closed" if self._closed else reason(error)


@cache
def _insertion(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, seq, key, at, start, body) VALUES {values}"  # noqa: S608 - only question marks


def _needs_transaction(tables: dict[str, list[Entry]]) -> bool:
    """Whether inserting these takes more than one statement."""
    entries = [entry for some in tables.values() for entry in some]
    return len(entries) > ROWS or any(entry.record or entry.code for entry in entries)
