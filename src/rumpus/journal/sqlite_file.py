"""The SQLite file of a journal: its schema and older ones, its lock, opening it, and errors in words."""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal.aging import Seen

VERSION = 3  # of the schema, in the file's user_version
MARK = 0x52756D70  # "Rump": the file's application_id, which marks it as ours
CHECKPOINT_PAGES = 16_000  # 64 MB of log: a checkpoint delays commits by about 10 ms, so it should be rare
CACHE_KB = 16 * 1024  # pages in memory, taken as needed: those that 250 tables in play write to. The usual 2 MB are 50
LARGEST_LOG = 96 << 20  # bytes the log is truncated to after a long read or backup made it grow
WAIT_S = 2.0  # how long to wait for another program that has the file open, such as a database browser

SCHEMA = (
    # chained: the first entry with a hash; last and chain: an entry that was there when `touched` was written, its hash
    "CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, opened REAL NOT NULL, touched REAL NOT NULL,"
    " chained INTEGER, last INTEGER, chain BLOB, kind TEXT NOT NULL DEFAULT 'table') WITHOUT ROWID",
    # start: 1 if a match begins, 2 if it is set-up only. The body is last, so that the rest is read without it
    "CREATE TABLE entries (table_id TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL,"
    " start INTEGER NOT NULL, chain BLOB, body BLOB NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID",
    "CREATE UNIQUE INDEX entries_by_key ON entries (table_id, key) WHERE key IS NOT NULL",
    "CREATE TABLE records (name TEXT PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX records_by_table ON records (table_id)",
    "CREATE TABLE times (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID",
    "CREATE TABLE owed (record TEXT PRIMARY KEY, log TEXT NOT NULL, at REAL NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {MARK}",
    f"PRAGMA user_version = {VERSION}",
)

# Version 1 had no hashes and no times. These statements change no row, so that they take no time in a large file
FROM_1 = (
    "ALTER TABLE tables ADD COLUMN chained INTEGER",
    "ALTER TABLE tables ADD COLUMN last INTEGER",
    "ALTER TABLE tables ADD COLUMN chain BLOB",
    "ALTER TABLE entries ADD COLUMN chain BLOB",
    "CREATE TABLE times (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID",
)
# Version 2 had tables only. A server of that version would remove circles like old tables, so it must not open the file
FROM_2 = (
    "ALTER TABLE tables ADD COLUMN kind TEXT NOT NULL DEFAULT 'table'",
    "CREATE TABLE owed (record TEXT PRIMARY KEY, log TEXT NOT NULL, at REAL NOT NULL) WITHOUT ROWID",
    f"PRAGMA user_version = {VERSION}",
)
MIGRATIONS = {1: FROM_1 + FROM_2, 2: FROM_2}

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

log = logging.getLogger("rumpus.journal")
_locks: set[int] = set()


def _release_locks() -> None:
    while _locks:
        os.close(_locks.pop())


# A thinking process that outlives a killed server must not keep the lock; closing its copy leaves the server's in place
os.register_at_fork(after_in_child=_release_locks)


def lock_file(path: Path) -> Path:
    """The file beside the journal that is locked while it is in use."""
    return path.with_name(f"{path.name}.lock")


def lock(path: Path) -> int:
    """Lock the journal until the handle is closed or the process ends. Raises `Malformed` if it is in use.

    The lock file is never removed, because removing it would be a race.
    """
    try:
        make_private(lock_file(path))
        handle = os.open(lock_file(path), os.O_RDWR)
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


def make_private(path: Path) -> None:
    """Make this file, if it is not there, for its owner alone; raises `OSError`."""
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    give_to_owner_of(path.parent, path)


def give_to_owner_of(model: Path, path: Path) -> None:
    """Let a file that root has made belong to the owner of `model`: else a server of another user could not open it.

    Root makes files here where systemd runs the server, and its host uses `rumpus restore`.
    """
    if os.geteuid() == 0:
        with suppress(PermissionError):  # root of a container may not
            os.chown(path, model.stat().st_uid, model.stat().st_gid)


def unlock(handle: int) -> None:
    """Release the lock."""
    _locks.discard(handle)
    os.close(handle)


def connect(path: Path) -> sqlite3.Connection:
    """Open the journal, creating it if necessary. Raises `Malformed` if it cannot be used."""
    try:
        make_private(path)  # because it holds every card. SQLite gives its log the same owner and mode
        put_left_over_log_aside(path)
        db = open_database(path.resolve().as_uri())
    except OSError as error:
        raise Malformed(f"{path} cannot be used: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Malformed(f"{path} cannot be used: {reason(error)}") from error
    try:
        empty = is_empty(db, path)  # nothing is written before the file is known to be ours
        _configure(db, path)
        if empty:
            _run(db, SCHEMA)
        elif (statements := MIGRATIONS.get(version_of(db))) is not None:
            _run(db, statements)
            log.warning("journal-migrated", extra={"version": VERSION})
    except sqlite3.Error as error:
        db.close()
        raise Malformed(f"{path} cannot be used: {reason(error)}") from error
    except BaseException:
        db.close()
        raise
    return db


def open_database(address: str) -> sqlite3.Connection:
    """Connect without implicit transactions. The connection may move to another thread, but never be used by two."""
    return sqlite3.connect(address, timeout=WAIT_S, isolation_level=None, check_same_thread=False, uri=True)


def _configure(db: sqlite3.Connection, path: Path) -> None:
    mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise Malformed(f"{path} cannot be used: its disk does not allow a log beside it")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: otherwise a sync may stop at the drive's cache
    db.execute("PRAGMA checkpoint_fullfsync = ON")
    db.execute(f"PRAGMA cache_size = {-CACHE_KB}")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")


def _run(db: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    """Run them all, or none of them."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            db.execute(statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def put_left_over_log_aside(path: Path) -> Path | None:
    """Rename a log that belongs to another file, as after a backup was copied over a journal; returns its new name.

    A journal in use says in bytes 18 and 19 that it has a log (2); a backup says that it has none (1), and SQLite would
    still apply whatever log lies beside it. The caller holds the lock.
    """
    left = path.with_name(f"{path.name}-wal")
    with path.open("rb") as file:
        start = file.read(20)
    if start[18:20] != b"\x01\x01" or not left.exists() or left.stat().st_size == 0:
        return None
    aside = path.with_name(f"{path.name}.{dated()}-wal")
    left.rename(aside)
    log.warning("left-over-log", extra={"file": aside.name})
    return aside


def dated() -> str:
    """A part of a file's name that says when something was put aside."""
    return time.strftime("old-%Y%m%d-%H%M%S", time.gmtime())


def aside_of(path: Path) -> Path:
    """A name that is free, for a file that is put aside; two may be in the same second."""
    name = f"{path.name}.{dated()}"
    names = (path.with_name(name if number == 1 else f"{name}-{number}") for number in count(1))
    return next(free for free in names if not free.exists())


def version_of(db: sqlite3.Connection) -> int:
    """The version of the file's schema."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def seen(db: sqlite3.Connection, now: float) -> Seen | None:
    """What the file keeps of its time; in an older file, when a table was last written to, but at most `now`."""
    try:
        times = dict(db.execute("SELECT name, value FROM times").fetchall())
        if times.keys() >= {"total", "wall"}:
            return Seen(times["total"], times["wall"])
        latest = db.execute("SELECT max(touched) FROM tables").fetchone()[0]
    except sqlite3.DatabaseError:
        return None  # a damaged file, in which nothing can be removed either
    return None if latest is None else Seen(min(latest, now), min(latest, now))


def save_seen(db: sqlite3.Connection, seen: Seen) -> None:
    """Keep the time in the file."""
    rows = (("total", seen.total), ("wall", seen.wall))
    db.executemany("INSERT OR REPLACE INTO times (name, value) VALUES (?, ?)", rows)


def is_empty(db: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty. Raises `Malformed` if it is not a journal or is of a later version."""
    try:
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    except sqlite3.Error as error:
        if _primary(error) == sqlite3.SQLITE_NOTADB:
            raise Malformed(f"{path} is not a Rumpus journal") from error
        raise
    scrap = pages == 0 and path.stat().st_size > 0  # SQLite treats a file shorter than one page as empty
    if mark == 0 and version == 0 and empty and not scrap:
        return True
    if mark != MARK:
        raise Malformed(f"{path} is not a Rumpus journal")
    if version > VERSION:
        raise Malformed(f"{path} was written by a newer Rumpus (journal {version}; this one reads up to {VERSION})")
    return False


def _primary(error: Exception) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF  # the higher bits are the extended error code


def reason(error: Exception) -> str:
    """The cause of an error of SQLite, in words."""
    return REASONS.get(_primary(error) or 0, "the journal failed")
