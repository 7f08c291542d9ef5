"""The SQLite file of a journal: its schema, its lock, opening it, and errors in words."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path

from rumpus.contract import Malformed

VERSION = 1  # of the schema, in the file's user_version
MARK = 0x52756D70  # "Rump": the file's application_id, which marks it as ours
CHECKPOINT_PAGES = 16_000  # 64 MB of log: a checkpoint delays commits by about 10 ms, so it should be rare
LARGEST_LOG = 96 << 20  # bytes the log is truncated to after a long read or backup made it grow
WAIT_S = 2.0  # how long to wait for another program that has the file open, such as a database browser

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


def _release_locks() -> None:
    while _locks:
        os.close(_locks.pop())


# A worker process that outlives a killed server must not keep the lock; closing its copy leaves the server's in place
os.register_at_fork(after_in_child=_release_locks)


def lock(path: Path) -> int:
    """Lock the journal until the handle is closed or the process ends. Raises `Malformed` if it is in use.

    The lock file is never removed, because removing it would be a race.
    """
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


def unlock(handle: int) -> None:
    """Release the lock."""
    _locks.discard(handle)
    os.close(handle)


def connect(path: Path) -> sqlite3.Connection:
    """Open the journal, creating it if necessary. Raises `Malformed` if it cannot be used."""
    try:
        # Readable by the owner only, because it holds every card. SQLite gives its log the same mode
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
        db = open_database(path.resolve().as_uri())
    except OSError as error:
        raise Malformed(f"{path} cannot be used: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Malformed(f"{path} cannot be used: {reason(error)}") from error
    try:
        empty = is_empty(db, path)  # nothing is written before the file is known to be ours
        _configure(db, path)
        if empty:
            _create(db)
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
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")


def _create(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA:
        db.execute(statement)
    db.execute("COMMIT")


def is_empty(db: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty. Raises `Malformed` if it is not a journal or is of a later version."""
    try:
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    except sqlite3.Error as error:
        if _primary(error) == sqlite3.SQLITE_NOTADB:
            raise Malformed(f"{path} is no journal of rumpus") from error
        raise
    scrap = pages == 0 and path.stat().st_size > 0  # SQLite treats a file shorter than one page as empty
    if mark == 0 and version == 0 and empty and not scrap:
        return True
    if mark != MARK:
        raise Malformed(f"{path} is no journal of rumpus")
    if version > VERSION:
        raise Malformed(f"{path} was written by a later rumpus (journal {version}; this one reads up to {VERSION})")
    return False


def _primary(error: Exception) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF  # the higher bits are the extended error code


def reason(error: Exception) -> str:
    """The cause of an error of SQLite, in words."""
    return REASONS.get(_primary(error) or 0, "the journal broke off")
