"""Which file has a table or a record, where the request says only its code or name: a look into the others' files."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal.files import path_of
from rumpus.journal.sqlite_file import open_database

BY_CODE = "SELECT 1 FROM tables WHERE code = ? AND kind = 'table'"
BY_RECORD = "SELECT 1 FROM records WHERE name = ?"


class Directory:
    """The files of the other workers, which this one only reads."""

    def __init__(self, first: Path, numbers: Sequence[int]) -> None:
        self._paths = {number: path_of(first, number) for number in numbers}
        self._open: dict[int, sqlite3.Connection] = {}
        self._lock = threading.Lock()

    async def of_code(self, code: str) -> int | None:
        """The number of the file with the table of this code, if another worker has it."""
        return await asyncio.to_thread(self._find, BY_CODE, code)

    async def of_record(self, name: str) -> int | None:
        """The same for the record of this name."""
        return await asyncio.to_thread(self._find, BY_RECORD, name)

    def _find(self, question: str, value: str) -> int | None:
        with self._lock:
            for number in list(self._paths):
                try:
                    if self._db(number).execute(question, (value,)).fetchone():
                        return number
                except (sqlite3.Error, Malformed):  # not there yet, or put aside: looked at again next time
                    if (db := self._open.pop(number, None)) is not None:
                        db.close()
        return None

    def _db(self, number: int) -> sqlite3.Connection:
        if number not in self._open:
            self._open[number] = open_database(f"{self._paths[number].resolve().as_uri()}?mode=ro")
        return self._open[number]

    def close(self) -> None:
        """Close all files, and find nothing any more."""
        with self._lock:
            self._paths.clear()
            for db in self._open.values():
                db.close()
            self._open.clear()
