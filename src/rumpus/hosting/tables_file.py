"""Inspects the file with all tables: the number of tables, and its size."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from rumpus.journal.room import MEGABYTE
from rumpus.journal.sqlite_file import is_empty, open_database, version_of


def count(path: Path) -> int:
    """The number of tables; circles are not counted. Raises `Malformed` or `sqlite3.Error`."""
    with closing(open_database(f"{path.resolve().as_uri()}?mode=ro")) as db:
        if is_empty(db, path):
            return 0
        kinds = version_of(db) > 2  # before that there were tables only
        tables = "SELECT count(*) FROM tables WHERE kind = 'table'" if kinds else "SELECT count(*) FROM tables"
        return int(db.execute(tables).fetchone()[0])


def size_mb(path: Path) -> float:
    """The megabytes of the file and of the log beside it."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return round(sum(file.stat().st_size for file in files if file.exists()) / MEGABYTE, 1)
