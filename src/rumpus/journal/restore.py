"""Replaces a journal with a backup, and keeps the previous files."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec

from rumpus.contract import Malformed
from rumpus.journal import sqlite_file
from rumpus.journal.backup import fill, sync_directory
from rumpus.journal.checking import Report, check_file
from rumpus.journal.mark import Mark
from rumpus.journal.sqlite_file import open_database, reason
from rumpus.journal.store import TABLE

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file in use


class Restored(msgspec.Struct, frozen=True):
    """What was done."""

    tables: int
    aside: Path | None  # the old journal, if there was one


def restore(source: Path, path: Path, *, force: bool = False) -> Restored:
    """Put a checked copy of `source` in the place of the journal `path`. Raises `Malformed` if nothing was changed.

    At every moment there is a whole journal at `path`, the old one or the new one. A log of the old one that a crash
    leaves beside the new one is put aside when that is opened, because the new one says that it has none.
    """
    if path.exists() and source.exists() and source.samefile(path):
        raise Malformed(f"{source} is the journal itself; name a backup of it")
    report = check_file(source)
    must_be_whole(source, report, force=force)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = sqlite_file.lock(path)
    except OSError as error:
        raise Malformed(f"{path} cannot be written: {error.strerror}") from error
    try:
        part = copy_beside(source, path)
        try:
            if check_file(part) != report:
                raise Malformed(f"{path} cannot be written: the copy is not the same as {source}")
            aside = _exchange(part, path)
        finally:
            part.unlink(missing_ok=True)
        mark = Mark(sqlite_file.lock_file(path))
        mark.clear()
        mark.close()
    except OSError as error:
        raise Malformed(f"{path} cannot be written: {error.strerror}") from error
    finally:
        sqlite_file.unlock(handle)
    return Restored(report.count(TABLE), aside)


def must_be_whole(source: Path, report: Report, *, force: bool) -> None:
    """Raise `Malformed` if a backup should not be restored."""
    if not report.sound:
        raise Malformed(f"{source} is damaged, and is not restored; use another backup")
    if report.damaged and not force:
        raise Malformed(
            f"{source} has {len(report.damaged)} damaged tables of {len(report.tables)}; use another backup, or --force"
            " to restore it with them: they cannot be played at, and all others can"
        )


def copy_beside(source: Path, path: Path) -> Path:
    """A copy beside the journal, on disk, with what the log of `source` holds in it."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        with closing(open_database(f"{source.resolve().as_uri()}?mode=ro")) as db:
            fill(db, Path(name))
        sqlite_file.give_to_owner_of(path if path.exists() else path.parent, Path(name))
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise Malformed(f"{source} cannot be copied: {reason(error)}") from error
        raise
    return Path(name)


def _exchange(part: Path, path: Path) -> Path | None:
    """Keep what is there under a dated name, and put the new file in its place."""
    aside = sqlite_file.aside_of(path)
    was_there = path.exists()
    if was_there:
        os.link(path, aside)  # fails if the name is taken meanwhile
    part.rename(path)
    for beside in BESIDE:
        old = path.with_name(f"{path.name}{beside}")
        if old.exists():
            old.rename(aside.with_name(f"{aside.name}{beside}"))
    sync_directory(path.parent)
    return aside if was_there else None
