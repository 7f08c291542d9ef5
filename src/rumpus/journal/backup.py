"""Copies a SQLite journal, even one that is in use."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal.checking import Report, check_file
from rumpus.journal.sqlite_file import is_empty, open_database, reason


def copy_live(source: Path, target: Path) -> Report:
    """Copy a journal, which may be in use, to a new file, and check the copy. Raises `Malformed` if that fails."""
    if not source.is_file():
        raise Malformed(f"{source} does not exist")
    try:
        with closing(open_database(f"{source.resolve().as_uri()}?mode=ro")) as db:
            if is_empty(db, source):
                raise Malformed(f"{source} is not a Rumpus journal")
            return copy_to(db, target)
    except sqlite3.Error as error:
        raise Malformed(f"{source} cannot be copied: {reason(error)}") from error


def copy_to(db: sqlite3.Connection, target: Path) -> Report:
    """Copy an open database to a new file, which is checked, and renamed into place when it is complete.

    Tables that are damaged in the journal itself are copied as they are; the report names them.
    """
    if target.exists():
        raise Malformed(f"{target} already exists")
    try:
        handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
        part = Path(name)
        try:
            fill(db, part)
            report = _checked(part)
            part.rename(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        sync_directory(target.parent)
    except OSError as error:
        raise Malformed(f"{target} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise Malformed(f"{target} cannot be written: {reason(error)}") from error
    return report


def _checked(part: Path) -> Report:
    report = check_file(part)
    if not report.sound:
        raise Malformed("the copy would be damaged, because the journal is")
    return report


def fill(db: sqlite3.Connection, part: Path) -> None:
    """Copy an open database into this file, and sync it."""
    with closing(open_database(part.resolve().as_uri())) as copy:
        db.backup(copy)  # all pages in one step, so that the copy is consistent
        copy.execute("PRAGMA journal_mode = DELETE")  # a single file without a log beside it
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_directory(directory: Path) -> None:
    """Have the names of the files in it on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
