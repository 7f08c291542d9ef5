"""Copies of a SQLite journal, also of one that is in use."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal.sqlite_file import is_empty, open_database, reason


def copy_live(source: Path, target: Path) -> None:
    """Copy a journal, which may be in use, to a new file. Raises `Malformed` if that fails."""
    if not source.is_file():
        raise Malformed(f"{source} does not exist")
    try:
        with closing(open_database(f"{source.resolve().as_uri()}?mode=ro")) as db:
            if is_empty(db, source):
                raise Malformed(f"{source} is no journal of rumpus")
            copy_to(db, target)
    except sqlite3.Error as error:
        raise Malformed(f"{source} cannot be copied: {reason(error)}") from error


def copy_to(db: sqlite3.Connection, target: Path) -> None:
    """Copy an open database to a new file, which is renamed into place when it is complete."""
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
        raise Malformed(f"{target} cannot be written: {reason(error)}") from error


def _fill(db: sqlite3.Connection, part: Path) -> None:
    with closing(open_database(part.resolve().as_uri())) as copy:
        db.backup(copy)  # all pages in one step, so that the copy is consistent
        copy.execute("PRAGMA journal_mode = DELETE")  # a single file without a log beside it
        if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise Malformed("the copy would be damaged, because the journal is")


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
