"""The contract of a journal store: what is kept of each table, and what every store guarantees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

import msgspec


class Conflict(Exception):
    """This sequence number, id or code is already taken in the journal."""


class Unsaved(Exception):
    """Nothing was written (disk full, file read-only, closed). The message is one complete sentence."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's journal. Sequence numbers have no gaps; a key occurs once per table."""

    seq: int
    at: float
    key: str | None  # PERSON:ID of the request that it answers
    body: bytes
    start: bool = False  # whether a match begins with this entry
    record: str | None = None  # the name of the record, if a match ends with this entry
    code: str | None = None  # the table's new room code, if it changes with this entry; `head` has it, not `entries`


class Head(msgspec.Struct, frozen=True):
    """The id and the room code of a table, and when it was opened (Unix seconds)."""

    id: str
    code: str
    opened: float


class Store(Protocol):
    """Keeps the journals. Calls block; a store is used from one thread at a time.

    Reading raises `rumpus.contract.Malformed` if the stored entries cannot be read.
    """

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` (id or code is taken) or `Unsaved`."""
        ...

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """Store the batch. Returns the tables that failed (`Conflict`, `Unsaved`); none of their entries is stored."""
        ...

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        ...

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        ...

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The table's entries in order, from its last `start` on; all of them if there is no start, or if `whole`."""
        ...

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        ...

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each person (the part before the colon) with their numbers, oldest first."""
        ...

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        ...

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = ()) -> int:
        """Remove tables last written to before `before` (Unix seconds), oldest first; returns how many.

        At most `most` tables are removed, and none of those in `spare`.
        """
        ...

    def backup(self, path: Path) -> None:
        """Copy everything to a new file. Raises `rumpus.contract.Malformed` if that fails."""
        ...

    def close(self) -> None:
        """Close the store. Closing it twice is allowed."""
        ...


def by_table(batch: Sequence[tuple[str, Entry]]) -> dict[str, list[Entry]]:
    """Group the entries by table, in order."""
    tables: dict[str, list[Entry]] = {}
    for table, entry in batch:
        tables.setdefault(table, []).append(entry)
    return tables


def gap(last: int | None, entries: Sequence[Entry]) -> Conflict | None:
    """The error if these entries do not continue from number `last` (None: the table does not exist)."""
    if last is None:
        return Conflict("there is no such table")
    for expected, entry in enumerate(entries, last + 1):
        if entry.seq != expected:
            return Conflict(f"entry {entry.seq} does not follow: number {expected} is next")
    return None
