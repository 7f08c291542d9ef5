"""The interface of a journal store: what is stored of each table, and what every store guarantees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

TABLE = "table"  # the kind of most logs; others are never found by a code, and are removed by rules of their own


FIRST = 1  # the epoch of a log that was just opened


class Conflict(Exception):
    """This sequence number, id or code is already taken in the journal."""


class Unsaved(Exception):
    """Nothing was written (disk full, file read-only, closed). The message is one complete sentence."""


class Unreachable(Unsaved):
    """The store does not answer: whether something was written is not known, and nothing can be read.

    Whoever wrote takes the log again, then reads it, and only then answers: a write that is still under way cannot
    come after that.
    """


class Lost(Exception):
    """Another node has taken this log: nothing was written, and this node may say nothing more about it."""


class Elsewhere(Exception):
    """Another node that is alive has this log."""

    def __init__(self, node: str, address: str = "") -> None:
        super().__init__("another node has this log")
        self.node = node
        self.address = address  # at which other nodes find it


class NoRoom(Unsaved):
    """A new table was not opened, because the disk is nearly full; tables that are open can still be written."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a table's journal. Sequence numbers have no gaps; a key occurs once per table."""

    seq: int
    at: float
    key: str | None  # ASKER:ID of the request that it answers, or another text that the log has once
    body: bytes
    start: bool = False  # whether a match begins with this entry
    record: str | None = None  # the name of the record, if a match ends with this entry
    setup: bool = False  # holds all of the table's set-up and nothing of a match: a later such entry replaces it
    code: str | None = None  # the table's new room code, if it changes with this entry; `head` has it, not `entries`
    owes: tuple[str, float] | None = None  # the log that is owed this record, and since when; `owed` has it
    asker: int | None = None  # whose request it answers: the number with which its key begins
    epoch: int = FIRST  # with which the writer has taken the log


class Head(msgspec.Struct, frozen=True):
    """The id and the room code of a table, and when it was opened (Unix seconds).

    A log of another kind is kept like a table: it is called one here, but not found by its code.
    """

    id: str
    code: str
    opened: float
    kind: str = TABLE


class Owed(msgspec.Struct, frozen=True):
    """A record that another log is owed: written down with the end of its match, until `settle` says it has it."""

    record: str
    log: str
    at: float  # Unix seconds


class Expired(msgspec.Struct, frozen=True):
    """The tables of one kind that nobody has written to for long."""

    count: int  # of them
    tables: int  # of all tables of this kind
    oldest: float = 0.0  # when the first of them was last written to, as `Store.now`
    newest: float = 0.0  # the same of the last of them


class Store(Protocol):
    """Keeps the journals. Calls block; a store is used from one thread at a time.

    Several nodes may have a store each on one database. A node may write to a log and speak about it from the moment
    that it takes it (or opens it) until it releases it or another node takes it. The *epoch* of a log grows by one each
    time it is taken; entries carry the epoch of their writer, and one with an older epoch is `Lost`.

    Reading raises `rumpus.contract.Malformed` if the stored entries cannot be read.
    """

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` (id or code is taken), `NoRoom`, `Unsaved`.

        It is taken, with the epoch `FIRST`.
        """
        ...

    def take(self, table: str) -> int | None:
        """Take a log and return its new epoch; None if there is no such log. Raises `Elsewhere`, `Unsaved`."""
        ...

    def release(self, table: str, epoch: int) -> None:
        """Any node may take this log now. Does nothing if it was taken again since. Raises `Unsaved`."""
        ...

    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        """Store a log with these entries, in the place of all that it had if it exists. All or nothing.

        What was there is gone; its epoch stays. Raises `Conflict` (the code is another's), `Lost`, `NoRoom`, `Unsaved`.
        """
        ...

    def drop(self, table: str, epoch: int = FIRST) -> None:
        """Remove one log with all that belongs to it. Raises `Lost`, `Unsaved`."""
        ...

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """Store the batch. Returns the tables that failed (`Conflict`, `Lost`, `Unsaved`); nothing of theirs is."""
        ...

    def find(self, code: str) -> str | None:
        """The id of the table with this code; no log of another kind is found."""
        ...

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        ...

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The entries needed to continue, in order; all of them if `whole`.

        Needed are those from the last `start` on (if there is none: all), without the `setup` entries that a later
        `setup` entry replaces. A table's first entry is needed until a match starts. No other body is read.
        """
        ...

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        ...

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker with their numbers, oldest first."""
        ...

    def all_keys(self, table: str, most: int) -> list[str]:
        """All keys of the table, in any order; `most` of them if there are more."""
        ...

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None."""
        ...

    def owed(self) -> list[Owed]:
        """The records that other logs are owed, oldest first."""
        ...

    def settle(self, record: str) -> None:
        """This record is owed no more. Raises `Unsaved`."""
        ...

    def now(self) -> float:
        """The time that the ages of tables are measured by, in seconds; it never runs backwards (`aging.py`)."""
        ...

    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        """What `remove` would remove."""
        ...

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        """Remove tables of a kind last written to before `before` (as `now`), oldest first; returns how many.

        At most `most` tables are removed, and none of those in `spare` or that another node has.
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


def needed(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a table that are needed to continue, as in `Store.entries`."""
    starts = [place for place, entry in enumerate(entries) if entry.start]
    first = starts[-1] if starts else 0
    setups = [place for place, entry in enumerate(entries) if entry.setup]
    latest = setups[-1] if setups else -1
    return [
        entry for place, entry in enumerate(entries) if place >= first and (not entry.setup or place in (0, latest))
    ]


def gap(last: int | None, entries: Sequence[Entry]) -> Conflict | None:
    """The error if these entries do not continue from number `last` (None: the table does not exist)."""
    if last is None:
        return Conflict("there is no such table")
    if len(entries) == 1 and entries[0].seq == last + 1:  # almost always
        return None
    for expected, entry in enumerate(entries, last + 1):
        if entry.seq != expected:
            return Conflict(f"entry {entry.seq} does not follow: number {expected} is next")
    return None
