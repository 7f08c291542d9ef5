"""When the tables were last copied: a small file beside them, written by `rumpus backup`, read by `rumpus status`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

FILE = "last-backup.json"


class Backup(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    at: float  # Unix seconds
    path: str
    tables: int


def note(data: Path, path: Path, tables: int) -> None:
    """Remember this copy. A folder that cannot be written is no reason to call a good copy a failure."""
    backup = Backup(time.time(), str(path.resolve()), tables)
    part = data / f"{FILE}.part"
    try:
        part.write_bytes(msgspec.json.encode(backup))
        os.replace(part, data / FILE)
    except OSError:
        part.unlink(missing_ok=True)


def last(data: Path) -> Backup | None:
    """The last copy, if there was one."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=Backup)
    except (OSError, msgspec.DecodeError):
        return None
