"""Moves all logs from one store to another, such as from a file to a database or back, and compares every entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from rumpus.contract import Malformed
from rumpus.journal.store import FIRST, Entry, Head, Owed, Store

replace = msgspec.structs.replace


class Readable(Protocol):
    """A journal of which all logs can be read."""

    def logs(self) -> list[tuple[Head, float]]:
        """The heads of all logs, with when each was last written to (as `now`), oldest first."""
        ...

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """As `Store.entries`."""
        ...

    def owed(self) -> list[Owed]:
        """As `Store.owed`."""
        ...

    def now(self) -> float:
        """As `Store.now`."""
        ...


class Movable(Store, Readable, Protocol):
    """A store that can be moved."""

    def bring(self, head: Head, entries: Sequence[Entry], touched: float) -> None:
        """Store a log that was last written to at `touched`, and which no node has. Raises `Conflict`, `Unsaved`."""
        ...


class Moved(msgspec.Struct, frozen=True):
    """What was moved."""

    logs: int
    entries: int
    there: int  # of the logs: those that an earlier attempt had moved


def move(source: Movable, target: Movable, noticed: Callable[[int, int], None] | None = None) -> Moved:
    """Copy all logs, then read every one of them on both sides and compare. The source is not changed.

    What an earlier attempt has moved is compared only. Raises `Malformed` if the target has a log of the same id with
    other entries, or any log that the source does not have: two journals cannot be mixed.
    """
    logs = source.logs()
    owed = {one.record: one for one in source.owed()}
    strange = {head.id for head, _ in target.logs()} - {head.id for head, _ in logs}
    if strange:
        raise Malformed(f"the target has tables of its own ({len(strange)}); it must be empty")
    later, there = target.now() - source.now(), 0
    for place, (head, touched) in enumerate(logs):
        if target.head(head.id) is not None:
            there += 1
            continue
        carry(source, target, head, touched + later, owed)
        if noticed is not None:
            noticed(place + 1, len(logs))
    count = sum(compare(source.entries(head.id, whole=True), target, head) for head, _ in logs)
    if sorted(owed.values(), key=_by_record) != sorted(target.owed(), key=_by_record):
        raise Malformed("what is owed to books differs after moving; the target cannot be used")
    return Moved(len(logs), count, there)


def carry(source: Readable, target: Movable, head: Head, touched: float, owed: dict[str, Owed]) -> list[Entry]:
    """Copy one log, last written to at `touched` of the target's time; returns its entries.

    Raises `Damaged`, `Conflict`, `Unsaved`.
    """
    entries = source.entries(head.id, whole=True)
    target.bring(head, [_owing(entry, owed) for entry in entries], touched)
    return entries


def compare(entries: Sequence[Entry], target: Store, head: Head) -> int:
    """Compare a log with its copy, entry by entry; returns how many there are. Raises `Malformed` if one differs."""
    if target.head(head.id) != head:
        raise Malformed(f"table {head.id} differs after moving; the target cannot be used")
    ours, theirs = _plain(entries), _plain(target.entries(head.id, whole=True))
    for before, after in zip(ours, theirs, strict=False):
        if before != after:
            raise Malformed(f"table {head.id} differs from entry {before.seq} on; the target cannot be used")
    if len(ours) != len(theirs):
        last = min(len(ours), len(theirs))
        raise Malformed(f"table {head.id} differs after {last} entries; the target cannot be used")
    return len(ours)


def _plain(entries: Sequence[Entry]) -> list[Entry]:
    """Entries without the epoch of their writer, which means nothing in another store."""
    return [replace(entry, epoch=FIRST) for entry in entries]


def _owing(entry: Entry, owed: dict[str, Owed]) -> Entry:
    debt = None if entry.record is None else owed.get(entry.record)
    return replace(entry, epoch=FIRST, owes=None if debt is None else (debt.log, debt.at))


def _by_record(owed: Owed) -> str:
    return owed.record
