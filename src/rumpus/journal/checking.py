"""Checks a whole journal: whether the file is sound, and whether the history of every table matches its hashes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from rumpus.contract import Malformed
from rumpus.journal import sqlite_rows
from rumpus.journal.chain import Damaged
from rumpus.journal.sqlite_file import is_empty, open_database, reason, version_of
from rumpus.journal.sqlite_rows import Marks
from rumpus.journal.store import TABLE, Entry


class TableReport(msgspec.Struct, frozen=True):
    """What was found in one table."""

    table: str
    entries: int = 0  # that were compared with their hashes
    older: int = 0  # before them, from a version without hashes: these cannot be compared
    damaged_from: int | None = None  # the first entry that was altered or lost; None if the table is whole
    kind: str = TABLE


class Report(msgspec.Struct, frozen=True):
    """What was found in a file."""

    tables: tuple[TableReport, ...]
    sound: bool = True  # what SQLite itself says of the file

    @property
    def damaged(self) -> list[TableReport]:
        """The tables whose history is not whole."""
        return [table for table in self.tables if table.damaged_from is not None]

    def count(self, kind: str) -> int:
        """How many there are of a kind."""
        return sum(table.kind == kind for table in self.tables)

    @property
    def whole(self) -> bool:
        """Whether nothing at all is wrong."""
        return self.sound and not self.damaged


def check_file(path: Path, progress: Callable[[int, int], None] | None = None) -> Report:
    """Check a journal, which may be in use. Raises `Malformed` if it is not a journal, or cannot be read at all."""
    if not path.is_file():
        raise Malformed(f"{path} is a folder" if path.is_dir() else f"{path} does not exist")
    try:
        with closing(open_database(f"{path.resolve().as_uri()}?mode=ro")) as db:
            if is_empty(db, path):
                raise Malformed(f"{path} is not a Rumpus journal")
            db.execute("BEGIN")  # everything is read as it is now
            return _check(db, progress)
    except sqlite3.Error as error:
        raise Malformed(f"{path} cannot be read: {reason(error)}") from error


def _check(db: sqlite3.Connection, progress: Callable[[int, int], None] | None) -> Report:
    try:
        sound = db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
    except sqlite3.DatabaseError:
        sound = False
    tables = [table for (table,) in db.execute("SELECT id FROM tables UNION SELECT table_id FROM entries ORDER BY 1")]
    version = version_of(db)
    kinds = dict(db.execute("SELECT id, kind FROM tables").fetchall()) if version > 2 else {}
    reports = []
    for number, table in enumerate(tables):
        report = _check_table(db, table, hashed=version > 1)
        reports.append(msgspec.structs.replace(report, kind=kinds.get(table, TABLE)))
        if progress is not None:
            progress(number + 1, len(tables))
    return Report(tuple(reports), sound)


def _check_table(db: sqlite3.Connection, table: str, *, hashed: bool) -> TableReport:
    seq, entries, older = -1, 0, 0
    try:
        known = sqlite_rows.marks(db, table) if hashed else Marks(None, None, None)
        query = sqlite_rows.ENTRY if hashed else sqlite_rows.ENTRY.replace("chain", "NULL")
        rows = db.execute(f"{query} ORDER BY seq", (table,))
        for entry in sqlite_rows.checked(db, table, rows, known):
            must_follow(seq, entry)
            seq = entry.seq
            compared = known.chained is not None and seq >= known.chained
            entries, older = entries + compared, older + (not compared)
        _check_ends(db, table, known, seq)
    except Damaged as damaged:
        return TableReport(table, entries, older, damaged.seq)
    except sqlite3.DatabaseError:
        return TableReport(table, entries, older, seq + 1)
    return TableReport(table, entries, older)


def must_follow(seq: int, entry: Entry) -> None:
    """Raise `Damaged` if entries are missing after number `seq` (-1: there is none before)."""
    if seq not in (-1, entry.seq - 1):
        raise Damaged(seq + 1)


def _check_ends(db: sqlite3.Connection, table: str, known: Marks, seq: int) -> None:
    if sqlite_rows.one(db, "SELECT 1 FROM tables WHERE id = ?", table) is None:
        raise Damaged(0)  # entries of a table that is lost
    end = None if seq == -1 else (seq, None)
    if end is None:
        raise Damaged(known.chained or 0)
    sqlite_rows.check_end(db, table, known, end)
    lost = "SELECT min(seq) FROM records WHERE table_id = ? AND seq > ?"
    record = sqlite_rows.one(db, lost, table, seq)[0]
    if record is not None:
        raise Damaged(seq + 1)
