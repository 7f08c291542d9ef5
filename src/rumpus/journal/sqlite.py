"""The journal store in one SQLite file: a commit is on disk when it returns; one process at a time may use the file."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal import chain, closing, sqlite_file, sqlite_rows
from rumpus.journal.aging import Aging
from rumpus.journal.backup import copy_to
from rumpus.journal.chain import Damaged
from rumpus.journal.mark import Mark
from rumpus.journal.room import SpareRoom
from rumpus.journal.sqlite_file import reason
from rumpus.journal.sqlite_rows import Rows, one
from rumpus.journal.store import FIRST, TABLE, Conflict, Entry, Expired, Head, Owed, Unsaved, by_table, gap

TOUCH_S = 60.0  # how often `touched` of a table is updated at most; old tables are removed after days
MOST_KNOWN = 50_000  # tables whose last number is cached
LATEST_TABLES = 20  # tables that are checked at the start: those written to last, which a fault is likely to concern
LATEST_ENTRIES = 8  # of each of them
log = logging.getLogger("rumpus.journal")


class SqliteStore:
    """Keeps the journals in one file, which is created if missing.

    Raises `Malformed` if the file is not a journal, was written by a later version, or is in use.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] | None = None,
        *,
        wall: Callable[[], float] = time.time,
        uptime: Callable[[], float] = time.monotonic,
        spare: SpareRoom | None = None,
    ) -> None:
        self._path = path
        self._spare = spare
        self._closed = False
        self._pace = closing.Pace(uptime)
        # Cache of the tables in use: last number, `touched`, last hash. Nobody else writes; cleared on any error
        self._known: dict[str, tuple[int, float, bytes]] = {}
        self._lock = sqlite_file.lock(path)
        try:
            self._db = sqlite_file.connect(path)
            try:
                self._aging = Aging(sqlite_file.seen(self._db, wall()), wall, uptime) if clock is None else None
                self._clock = clock or self._aging or wall
                self._mark = Mark(sqlite_file.lock_file(path))
                self._check_latest()
            except BaseException:
                self._db.close()
                raise
        except sqlite3.Error as error:
            sqlite_file.unlock(self._lock)
            raise Malformed(f"{path} cannot be used: {reason(error)}") from error
        except BaseException:
            sqlite_file.unlock(self._lock)
            raise

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` or `Unsaved`."""
        self._open(head, [first], anew=False)

    def take(self, table: str) -> int | None:
        """The epoch of a log, which stays the same: no other node can use the file."""
        return None if self.head(table) is None else FIRST

    def release(self, table: str, epoch: int) -> None:
        """Nothing to do: no other node can use the file."""

    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        """Store a log with these entries, in the place of all that it had. Raises `Conflict` or `Unsaved`."""
        self._open(head, entries, anew=True)

    def _open(self, head: Head, entries: Sequence[Entry], *, anew: bool, touched: float | None = None) -> None:
        if self._spare is not None:
            self._spare.check(self._path)
        at = self._clock() if touched is None else touched
        row = (head.id, head.code, head.opened, at, entries[0].seq, head.kind)
        insert = "INSERT INTO tables (id, code, opened, touched, chained, kind) VALUES (?, ?, ?, ?, ?, ?)"
        try:
            with self._wiping() if anew else nullcontext(), self._transaction():
                if anew:
                    self._delete([(head.id,)])
                self._db.execute(insert, row)
                rows = Rows()
                rows.add(head.id, entries, chain.root(head.id))
                rows.insert(self._db)
            self._forget([(head.id,)] if anew else [])
        except sqlite3.IntegrityError as error:
            raise Conflict("a table of this id or code, or a record of this name, exists") from error
        except Exception as error:
            raise self._unsaved(error) from error

    def drop(self, table: str, epoch: int = FIRST) -> None:
        """Remove one log with all that belongs to it. Raises `Unsaved`."""
        try:
            with self._wiping(), self._transaction():
                self._delete([(table,)])
            self._forget([(table,)])
        except sqlite3.Error as error:
            raise self._unsaved(error) from error

    def _delete(self, tables: Sequence[tuple[str]]) -> None:
        owed = "DELETE FROM owed WHERE record IN (SELECT name FROM records WHERE table_id = ?)"
        self._db.executemany(owed, tables)
        self._db.executemany("DELETE FROM records WHERE table_id = ?", tables)
        self._db.executemany("DELETE FROM entries WHERE table_id = ?", tables)
        self._db.executemany("DELETE FROM tables WHERE id = ?", tables)

    def _forget(self, tables: Sequence[tuple[str]]) -> None:
        """These were deleted: the mark and the cache may name their entries."""
        if tables:
            self._mark.clear()
        for (table,) in tables:
            self._known.pop(table, None)

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
            row = one(self._db, "SELECT id FROM tables WHERE code = ? AND kind = ?", code, TABLE)
        return row and str(row[0])

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        with self._reading():
            row = one(self._db, "SELECT id, code, opened, kind FROM tables WHERE id = ?", table)
        return row and Head(*row)

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The entries needed to continue (see `Store`); all of them if `whole`. Raises `Damaged`."""
        with self._reading():
            return sqlite_rows.everything(self._db, table) if whole else sqlite_rows.needed(self._db, table)

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        with self._reading():
            row = one(self._db, "SELECT seq FROM entries WHERE table_id = ? AND key = ?", table, key)
        return row and int(row[0])

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker with their numbers, oldest first."""
        counted = (
            "SELECT key, seq, row_number() OVER (PARTITION BY substr(key, 1, instr(key, ':')) ORDER BY seq DESC) AS nth"
            " FROM entries WHERE table_id = ? AND key IS NOT NULL"
        )
        with self._reading():
            last = f"SELECT key, seq FROM ({counted}) WHERE nth <= ? ORDER BY seq"  # noqa: S608 - no outside text
            return dict(self._db.execute(last, (table, most)).fetchall())

    def all_keys(self, table: str, most: int) -> list[str]:
        """All keys of the table, in any order; `most` of them if there are more."""
        every = "SELECT key FROM entries WHERE table_id = ? AND key IS NOT NULL LIMIT ?"
        with self._reading():
            return [key for (key,) in self._db.execute(every, (table, most))]

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        with self._reading():
            row = one(self._db, "SELECT table_id, seq FROM records WHERE name = ?", name)
            return row and sqlite_rows.of_record(self._db, *row)

    def owed(self) -> list[Owed]:
        """The records that other logs are owed, oldest first."""
        with self._reading():
            return [Owed(*row) for row in self._db.execute("SELECT record, log, at FROM owed ORDER BY at, record")]

    def settle(self, record: str) -> None:
        """This record is owed no more. Raises `Unsaved`."""
        try:
            self._db.execute("DELETE FROM owed WHERE record = ?", (record,))
        except sqlite3.Error as error:
            raise self._unsaved(error) from error

    def now(self) -> float:
        """The time that the ages of tables are measured by, in seconds."""
        return self._clock()

    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        """What `remove` would remove."""
        aged = "SELECT id, touched FROM tables WHERE touched < ? AND kind = ? ORDER BY touched"
        with self._reading():
            tables = one(self._db, "SELECT count(*) FROM tables WHERE kind = ?", kind)[0]
            old = self._db.execute(aged, (before, kind))
            times = [touched for table, touched in old if table not in spare]
            return Expired(len(times), tables, *((times[0], times[-1]) if times else ()))

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        """Remove up to `most` tables last written to before `before`, except `spare`; returns how many."""
        limit = -1 if most is None else most + len(spare)
        old = "SELECT id FROM tables WHERE touched < ? AND kind = ? ORDER BY touched, id LIMIT ?"
        try:
            with self._transaction():
                found = self._db.execute(old, (before, kind, limit)).fetchall()
                tables = [row for row in found if row[0] not in spare][:most]
                self._delete(tables)
                self._save_time()
            self._forget(tables)
        except sqlite3.Error as error:
            raise self._unsaved(error) from error
        return len(tables)

    def logs(self) -> list[tuple[Head, float]]:
        """The heads of all logs, with when each was last written to, oldest first."""
        with self._reading():
            rows = self._db.execute("SELECT id, code, opened, kind, touched FROM tables ORDER BY touched, id")
            return [(Head(*row[:4]), row[4]) for row in rows]

    def bring(self, head: Head, entries: Sequence[Entry], touched: float) -> None:
        """Store a log that was last written to at `touched`. Raises `Conflict`, `Unsaved`."""
        self._open(head, entries, anew=False, touched=touched)

    def backup(self, path: Path) -> None:
        """Copy everything to a new file. Raises `Malformed` if that fails."""
        if self._closed:
            raise Malformed("nothing can be read: the journal is closed")
        copy_to(self._db, path)

    def close(self) -> None:
        """Close the file. Closing it twice is allowed."""
        if not self._closed:
            self._closed = True
            self._mark.close()
            closing.close(self._db, self._path, self._pace)
            sqlite_file.unlock(self._lock)

    @contextmanager
    def _wiping(self) -> Iterator[None]:
        """What is deleted meanwhile is overwritten, rather than left in the file until its place is needed."""
        self._db.execute("PRAGMA secure_delete = ON").fetchone()
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA secure_delete = OFF").fetchone()

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
        known: dict[str, tuple[int, float, bytes]] = {}
        stale: list[str] = []
        rows = Rows()
        now = self._clock()
        began = self._pace.began()
        for table, entries in tables.items():
            last, touched, link = self._known.get(table) or self._look_up(table)
            conflict = gap(last, entries)
            if conflict:
                refused[table] = conflict
                continue
            if abs(now - touched) >= TOUCH_S:
                stale.append(table)
                touched = now
            known[table] = (entries[-1].seq, touched, rows.add(table, entries, link))
        try:
            if stale or rows.takes_more_than_one_statement():
                with self._transaction():
                    rows.insert(self._db)
                    self._touch(
                        [(now, tables[table][0].seq, known[table][0], known[table][2], table) for table in stale]
                    )
            elif known:
                rows.insert(self._db)
        except BaseException:
            self._known.clear()
            raise
        self._committed(known, self._pace.ended(began))
        return refused

    def _touch(self, marks: list[tuple[float, int, int, bytes, str]]) -> None:
        """Write down when these tables were last written to, and where they begin and end."""
        if marks:
            update = "UPDATE tables SET touched = ?, chained = ifnull(chained, ?), last = ?, chain = ? WHERE id = ?"
            self._db.executemany(update, marks)
            self._save_time()

    def _committed(self, known: dict[str, tuple[int, float, bytes]], now: float) -> None:
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known |= known
        if known and self._mark.is_due(now):
            table = next(reversed(known))
            self._mark.write(table, known[table][0], known[table][2], now)

    def _save_time(self) -> None:
        if self._aging is not None:
            sqlite_file.save_seen(self._db, self._aging.seen())

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

    def _look_up(self, table: str) -> tuple[int | None, float, bytes]:
        """What `_known` would say of a table that is not in it."""
        last = sqlite_rows.last_link(self._db, table)
        if last is None:
            return None, float("-inf"), b""
        return last[0], float("-inf"), last[1] or chain.root(table)  # one without a hash is from an older version

    def _check_latest(self) -> None:
        """Look at the tables that were written to last, and say in the log which of them are damaged."""
        try:
            end = self._mark.read()
            if end is not None and sqlite_rows.link_at(self._db, *end[:2]) != end[2]:
                log.error("journal-behind", extra={"table": end[0]})
            latest = self._db.execute("SELECT id FROM tables ORDER BY touched DESC, id LIMIT ?", (LATEST_TABLES,))
            tables = [table for (table,) in latest]
        except sqlite3.DatabaseError as error:
            log.error("journal-damaged", extra={"why": reason(error)})  # noqa: TRY400 - a traceback may show contents
            return
        for table in tables:
            try:
                sqlite_rows.check_latest(self._db, table, LATEST_ENTRIES)
            except (Damaged, sqlite3.DatabaseError) as error:
                why = str(error) if isinstance(error, Damaged) else reason(error)
                log.error("table-damaged", extra={"table": table, "why": why})  # noqa: TRY400 - the same

    def _unsaved(self, error: Exception) -> Unsaved:
        return Unsaved(f"nothing was saved: {self._reason(error)}")

    def _reason(self, error: Exception) -> str:
        return "the journal is closed" if self._closed else reason(error)
