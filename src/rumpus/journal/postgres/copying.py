"""Backups of a journal in PostgreSQL, even one that is in use: all logs as they were at one moment.

A backup is a file as that of a single server, so `rumpus check` reads it, and it can be restored to either.
"""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal.bundle import copy_all, together, unpacked
from rumpus.journal.chain import Damaged
from rumpus.journal.checking import Report, TableReport, check_file
from rumpus.journal.files import file_of, path_of
from rumpus.journal.moving import Moved, carry, compare, move
from rumpus.journal.postgres import rows, schema
from rumpus.journal.postgres.line import Db, Line, reason
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.restore import copy_beside, must_be_whole
from rumpus.journal.split import SplitStore
from rumpus.journal.sqlite import SqliteStore
from rumpus.journal.store import Entry, Head, Owed, Unsaved

READ_S = 60.0  # for one log
BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
PATIENT = "SET LOCAL idle_in_transaction_session_timeout = 0"  # a log may take long to be written to the copy
NAME = "journal.sqlite3"
Progress = Callable[[int, int], None] | None
T = TypeVar("T")


class Snapshot:
    """All logs of a database as they were when this was made, whatever nodes write meanwhile."""

    def __init__(self, url: str) -> None:
        """Raises `Malformed` or `Unsaved` if the database cannot be read."""
        self._line = Line(url, "rumpus backup")
        try:
            self._line.run(self._begin)
        except asyncpg.PostgresError as error:
            self._line.close()
            raise Unsaved(reason(error)) from error
        except BaseException:
            self._line.close()
            raise

    @staticmethod
    async def _begin(db: Db) -> None:
        schema.check(await schema.version_of(db))
        await db.execute(BEGIN)
        await db.execute(PATIENT)

    def _ask(self, work: Callable[[Db], Awaitable[T]]) -> T:
        async def as_it_was(db: Db) -> T:
            if not db.is_in_transaction():  # a new connection, which would read another moment
                raise Unsaved("the connection to the database was lost; nothing was copied")
            return await work(db)

        try:
            return self._line.run(as_it_was, READ_S)
        except asyncpg.PostgresError as error:
            raise Unsaved(reason(error)) from error

    def logs(self) -> list[tuple[Head, float]]:
        """The heads of all logs, with when each was last written to, oldest first."""
        query = "SELECT id, code, opened, kind, touched FROM tables ORDER BY touched, id"
        return [(Head(*row[:4]), row[4]) for row in map(tuple, self._ask(lambda db: db.fetch(query)))]

    def entries(self, table: str, *, whole: bool = True) -> list[Entry]:
        """All entries of a log. Raises `Damaged`."""

        async def read(db: Db) -> list[Entry] | Damaged:
            try:
                return await rows.everything(db, table)
            except Damaged as error:  # raised outside, because an error in here ends the transaction
                return error

        found = self._ask(read)
        if isinstance(found, Damaged):
            raise found
        return found

    def owed(self) -> list[Owed]:
        """The records that other logs are owed."""
        found = self._ask(lambda db: db.fetch("SELECT record, log, at FROM owed ORDER BY at, record"))
        return [Owed(*row) for row in found]

    def now(self) -> float:
        """The database's clock, in seconds."""
        return float(self._ask(lambda db: db.fetchval("SELECT extract(epoch FROM clock_timestamp())")))

    def close(self) -> None:
        """Close the connection."""
        self._line.close()


def back_up(url: str, target: Path, progress: Progress = None) -> Report:
    """Copy all logs of a database, which may be in use, to a new file; every entry is compared, and the copy checked.

    Logs that are damaged in the database are left out; the report names them. Raises `Malformed` or `Unsaved`.
    """
    if target.exists():
        raise Malformed(f"{target} already exists")
    try:
        with (
            closing(Snapshot(url)) as source,
            tempfile.TemporaryDirectory(prefix=f"{target.name}.", suffix=".part", dir=target.parent) as name,
        ):
            first = Path(name) / NAME
            damaged = _write(source, first, progress)
            report = copy_all(first, target)
    except OSError as error:
        raise Malformed(f"{target} cannot be written: {error.strerror}") from error
    return Report((*report.tables, *damaged), report.sound)


def _write(source: Snapshot, first: Path, progress: Progress) -> list[TableReport]:
    """Write all logs into files; returns those that are damaged."""
    logs, damaged = source.logs(), []
    owed = {one.record: one for one in source.owed()}
    with closing(_files(first, {file_of(head.id) for head, _ in logs})) as copy:
        later = copy.now() - source.now()
        for place, (head, touched) in enumerate(logs):
            try:
                compare(carry(source, copy, head, touched + later, owed), copy, head)
            except Damaged as error:
                damaged.append(TableReport(head.id, damaged_from=error.seq, kind=head.kind))
            if progress is not None:
                progress(place + 1, len(logs))
    return damaged


def _files(first: Path, numbers: set[int]) -> SplitStore:
    return SplitStore.of(sorted({0, *numbers}), lambda number: SqliteStore(path_of(first, number)))


def check_database(url: str, progress: Progress = None) -> Report:
    """Compare all logs of a database, which may be in use, with their hashes. Raises `Malformed` or `Unsaved`."""
    found = []
    with closing(Snapshot(url)) as source:
        logs = source.logs()
        for place, (head, _) in enumerate(logs):
            try:
                found.append(TableReport(head.id, len(source.entries(head.id)), kind=head.kind))
            except Damaged as error:
                found.append(TableReport(head.id, damaged_from=error.seq, kind=head.kind))
            if progress is not None:
                progress(place + 1, len(logs))
    return Report(tuple(found))


def restore_to(source: Path, url: str, *, force: bool = False, progress: Progress = None) -> Moved:
    """Put a backup into an empty database, while no node runs; every entry is compared. It is made if it is not there.

    If it breaks off, the same call goes on. Raises `Malformed`, `Conflict` or `Unsaved`.
    """
    with tempfile.TemporaryDirectory(prefix="rumpus-") as name, unpacked(source) as files:
        must_be_whole(source, together([check_file(file) for file in files.values()]), force=force)
        first = Path(name) / NAME
        for number, file in files.items():  # opened as a journal, a file is changed: so it is a copy
            copy_beside(file, first).rename(path_of(first, number))
        with closing(_files(first, set(files))) as old, closing(PostgresStore(url)) as new:
            new.prepare(make=True, idle=True)
            return move(old, new, progress)
