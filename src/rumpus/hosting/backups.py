"""When the tables were last copied: a small file beside them, written by `rumpus backup`, read by `rumpus status`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from rumpus.server.config import shown

FILE = "last-backup.json"


class Backup(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    at: float  # Unix seconds
    path: str
    tables: int
    store: str | None = None  # the database that was copied; None: the file beside this one


def note(data: Path, path: Path, tables: int, store: str | None = None) -> None:
    """Remember this copy. If the folder cannot be written, the copy is still good, so that is no error."""
    backup = Backup(time.time(), str(path.resolve()), tables, None if store is None else shown(store))
    part = data / f"{FILE}.part"
    try:
        part.write_bytes(msgspec.json.encode(backup))
        os.replace(part, data / FILE)
    except OSError:
        part.unlink(missing_ok=True)


def last(data: Path, store: str | None = None) -> Backup | None:
    """The last copy, if there was one, and if it was of this database or of the file."""
    try:
        backup = msgspec.json.decode((data / FILE).read_bytes(), type=Backup)
    except (OSError, msgspec.DecodeError):
        return None
    return backup if backup.store == (None if store is None else shown(store)) else None
