"""The journal in one SQLite file: every commit is on disk when it returns, and one process at a time may use it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from rumpus.contract import Malformed
from rumpus.journal import Conflict, Entry, Head, Unsaved, by_table, gap

VERSION = 1  # of the schema, in the file's user_version
MARK = 0x52756D70  # "Rump": the file's application_id, by which we know it for ours
CHECKPOINT_PAGES = 16_000  # 64 MB of log: a checkpoint holds commits up for some 10 ms, so it is to be rare
LARGEST_LOG = 96 << 20  # bytes the log shrinks back to, after a long read or backup made it grow
ROWS = 64  # entries in one statement
FACTS = 6  # of an entry
TOUCH_S = 60.0  # a table is marked as touched so often at most; old tables are removed after days
MOST_KNOWN = 50_000
WAIT_S = 2.0  # for another program that has the file open, a database browser for instance

SCHEMA = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, opened REAL NOT NULL, touched REAL NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE entries (table_id TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL,"
    " start INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID",
    "CREATE UNIQUE INDEX entries_by_key ON entries (table_id, key) WHERE key IS NOT NULL",
    "CREATE TABLE records (name TEXT PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX records_by_table ON records (table_id)",
    f"PRAGMA application_id = {MARK}",
    f"PRAGMA user_version = {VERSION}",
)

REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file cannot be written",
    sqlite3.SQLITE_PERM: "the file cannot be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds the file",
    sqlite3.SQLITE_LOCKED: "another program holds the file",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged",
}

_locks: set[int] = set()


def _let_go() -> None:
    while _locks:
        os.close(_locks.pop())


# A worker process that outlives a killed server must not keep its lock; closing a copy leaves the server's in place
os.register_at_fork(after_in_child=_let_go)


class SqliteStore:
    """The journals in one file, made if it is missing; `Malformed` if it is not ours, newer than us, or in use."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._closed = False
        # What is on disk of tables in use: nobody else writes it. Forgotten when anything goes wrong.
        self._known: dict[str, tuple[int, float]] = {}  # the last number, and when the table was last marked as touched
        self._lock = _lock(path)
        try:
            self._db = _connect(path)
        except BaseException:
            _unlock(self._lock)
            raise

    def open(self, head: Head, first: Entry) -> None:
        """A new table with its first entry is on disk; else `Conflict` or `Unsaved`."""
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
        """All of it is on disk, but for the tables in the answer: of those nothing is."""
        tables = by_table(batch)
        try:
            return self._together(tables)
        except Exception as error:
            # The disk's refusal is for all; anything else is the fault of some table in the batch, so they part
            if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
                return dict.fromkeys(tables, self._unsaved(error))
            return self._apart(tables)

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        with self._reading():
            row = self._row("SELECT id FROM tables WHERE code = ?", code)
        return row and str(row[0])

    def head(self, table: str) -> Head | None:
        """What the table was opened with."""
        with self._reading():
            row = self._row("SELECT id, code, opened FROM tables WHERE id = ?", table)
        return row and Head(*row)

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The table's entries in order, from the last start on; all of them if there is none, or if `whole`."""
        with self._reading():
            last = self._last(table)
            return [] if last is None else self._between(None if whole else self._start(table, last), table, last)

    def seq_of(self, table: str, key: str) -> int | None:
        """The number of the entry that answers this key."""
        with self._reading():
            row = self._row("SELECT seq FROM entries WHERE table_id = ? AND key = ?", table, key)
        return row and int(row[0])

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker (what stands before the colon) with their numbers, the oldest first."""
        counted = (
            "SELECT key, seq, row_number() OVER (PARTITION BY substr(key, 1, instr(key, ':')) ORDER BY seq DESC) AS nth"
            " FROM entries WHERE table_id = ? AND key IS NOT NULL"
        )
        with self._reading():
            last = f"SELECT key, seq FROM ({counted}) WHERE nth <= ? ORDER BY seq"  # noqa: S608 - our own words
            return dict(self._db.execute(last, (table, most)).fetchall())

    def record(self, name: str) -> list[Entry] | None:
        """The finished match of this name, from its start to the entry that carries the name."""
        with self._reading():
            row = self._row("SELECT table_id, seq FROM records WHERE name = ?", name)
            return row and self._between(self._start(*row), *row)

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = ()) -> int:
        """Tables last written to before then are gone, the oldest `most` not to be spared; how many."""
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
        """A copy of everything is in a new file; raises `Malformed` if it cannot be."""
        if self._closed:
            raise Malformed("nothing can be read: the journal is closed")
        _copy(self._db, path)

    def close(self) -> None:
        """The file is let go; doing it twice does no harm."""
        if not self._closed:
            self._closed = True
            self._db.close()
            _unlock(self._lock)

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

    def _together(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        """One statement if it can be: after each this thread has to win the interpreter back from a busy event loop."""
        refused: dict[str, Exception] = {}
        kept: dict[str, list[Entry]] = {}
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
            kept[table] = entries
            known[table] = (entries[-1].seq, touched)
        try:
            if stale or sum(map(len, kept.values())) > ROWS or any(e.record for some in kept.values() for e in some):
                with self._transaction():
                    self._insert(kept)
                    self._db.executemany("UPDATE tables SET touched = ? WHERE id = ?", stale)
            elif kept:
                self._insert(kept)
        except BaseException:
            self._known.clear()
            raise
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known |= known
        return refused

    def _apart(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        errors: dict[str, Exception] = {}
        for table, entries in tables.items():
            try:
                errors |= self._together({table: entries})
            except sqlite3.IntegrityError:
                errors[table] = Conflict("an action of this id is in the journal, or a record of this name exists")
            except Exception as error:  # one bad table never stops another
                errors[table] = self._unsaved(error)
        return errors

    def _insert(self, tables: dict[str, list[Entry]]) -> None:
        facts: list[Any] = []
        names = []
        for table, entries in tables.items():
            for one in entries:
                facts += (table, one.seq, one.key, one.at, one.start, one.body)
                if one.record is not None:
                    names.append((one.record, table, one.seq))
        for first in range(0, len(facts), ROWS * FACTS):
            some = facts[first : first + ROWS * FACTS]
            self._db.execute(_insertion(len(some) // FACTS), some)
        if names:
            self._db.executemany("INSERT INTO records (name, table_id, seq) VALUES (?, ?, ?)", names)

    def _row(self, query: str, *facts: str | int) -> Any:
        try:
            return self._db.execute(query, facts).fetchone()
        except UnicodeEncodeError:
            return None  # half a character can be typed, but never kept

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
        return "the journal is closed" if self._closed else _reason(error)


@cache
def _insertion(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, seq, key, at, start, body) VALUES {values}"  # noqa: S608 - only question marks


def copy_live(source: Path, target: Path) -> None:
    """A journal that may be in use is copied whole into a new file; `Malformed` if it cannot be."""
    if not source.is_file():
        raise Malformed(f"{source} does not exist")
    try:
        with closing(_plain(f"{source.resolve().as_uri()}?mode=ro")) as db:
            if _is_empty(db, source):
                raise Malformed(f"{source} is no journal of rumpus")
            _copy(db, target)
    except sqlite3.Error as error:
        raise Malformed(f"{source} cannot be copied: {_reason(error)}") from error


def _copy(db: sqlite3.Connection, target: Path) -> None:
    """Written beside the target and renamed when whole, so that a copy cut short is never taken for one."""
    if target.exists():
        raise Malformed(f"{target} exists already")
    try:
        handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
        part = Path(name)
        try:
            _fill(db, part)
            part.rename(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _sync_directory(target.parent)
    except OSError as error:
        raise Malformed(f"{target} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Malformed(f"{target} cannot be written: {_reason(error)}") from error


def _fill(db: sqlite3.Connection, part: Path) -> None:
    with closing(_plain(part.resolve().as_uri())) as copy:
        db.backup(copy)  # all pages in one step: one moment of the journal, whatever is written meanwhile
        copy.execute("PRAGMA journal_mode = DELETE")  # one file that needs no log beside it
        if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise Malformed("the copy would be damaged, because the journal is")


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(path: Path) -> int:
    """Held until it is closed, also by the process's end; the lock's file stays, for removing it would race."""
    try:
        handle = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Malformed(f"{path} cannot be used: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if isinstance(error, BlockingIOError):
            raise Malformed(f"{path} is in use by another rumpus serve") from error
        raise Malformed(f"{path} cannot be used: its disk does not allow a lock") from error
    _locks.add(handle)
    return handle


def _unlock(handle: int) -> None:
    _locks.discard(handle)
    os.close(handle)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        # Ours alone to read: it holds every card. SQLite gives its log the same mode
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
        db = _plain(path.resolve().as_uri())
    except OSError as error:
        raise Malformed(f"{path} cannot be used: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Malformed(f"{path} cannot be used: {_reason(error)}") from error
    try:
        empty = _is_empty(db, path)  # nothing is written to a file before we know it for ours
        _settle(db, path)
        if empty:
            _create(db)
    except sqlite3.Error as error:
        db.close()
        raise Malformed(f"{path} cannot be used: {_reason(error)}") from error
    except BaseException:
        db.close()
        raise
    return db


def _plain(address: str) -> sqlite3.Connection:
    """Opened in one thread and used in another, never in two at once; transactions are our own affair."""
    return sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, check_same_thread=False, uri=True)


def _settle(db: sqlite3.Connection, path: Path) -> None:
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise Malformed(f"{path} cannot be used: its disk does not allow a log beside it")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: a sync there may otherwise stop at the drive's cache
    db.execute("PRAGMA checkpoint_fullfsync = ON")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")


def _create(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA:
        db.execute(statement)
    db.execute("COMMIT")


def _is_empty(db: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing is in it yet; `Malformed` if what is in it is not ours, or of a later version."""
    try:
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    except sqlite3.Error as error:
        if _primary(error) == sqlite3.SQLITE_NOTADB:
            raise Malformed(f"{path} is no journal of rumpus") from error
        raise
    scrap = pages == 0 and path.stat().st_size > 0  # SQLite takes a file shorter than a page for an empty one
    if mark == 0 and version == 0 and empty and not scrap:
        return True
    if mark != MARK:
        raise Malformed(f"{path} is no journal of rumpus")
    if version > VERSION:
        raise Malformed(f"{path} was written by a later rumpus (journal {version}; this one reads up to {VERSION})")
    return False


def _primary(error: Exception) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF  # the rest of it tells where inside SQLite it happened


def _reason(error: Exception) -> str:
    return REASONS.get(_primary(error) or 0, "the journal broke off")
