"""The journal of a device: completely in memory, with every change on the device's disk before it counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from rumpus.journal import TABLE, Entry, Head, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.offline.disk import Disk

log = logging.getLogger("rumpus.offline")
MOST_TABLES = 12  # kept to go on with; those written to last
MOST_OTHERS = 40  # deals that others play too: those of the day and scores to beat


class Row(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """A row on the disk: when it was written, and the head of a table or one of its entries."""

    at: float
    head: Head | None = None
    entry: Entry | None = None


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Row).decode


class DeviceStore(MemoryStore):
    """A store for `Journal` on a device, to be run by `run`: a change is applied once the disk has it."""

    def __init__(self, disk: Disk, clock: Callable[[], float], finished: Callable[[str], None]) -> None:
        super().__init__(clock)
        self._disk = disk
        self._finished = finished  # called with the name of the record of each match that has ended
        self._staged: list[Change] = []
        self._turn = asyncio.Lock()

    async def load(self) -> None:
        """Read what the disk has. A table that cannot be read is left where it is; no other notices."""
        logs: dict[str, list[tuple[str, bytes]]] = {}
        for key, packed in await self._disk.rows():
            logs.setdefault(key.partition("/")[0], []).append((key, packed))
        changes = {}
        for table, rows in logs.items():
            try:
                changes[table] = list(_changes(table, rows))
            except (msgspec.DecodeError, ValueError):
                log.warning("table-unreadable", extra={"table": table})
        newest = sorted(changes, key=lambda table: changes[table][-1].at, reverse=True)
        tables = [table for table in newest if _kind(changes[table]) == TABLE]
        others = [other for other in newest if _kind(changes[other]) != TABLE]
        if gone := tables[MOST_TABLES:] + others[MOST_OTHERS:]:
            await self._disk.save([], gone)
        for log_ in tables[:MOST_TABLES] + others[:MOST_OTHERS]:
            for change in changes[log_]:
                self._apply(change)

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Carry out a call of the journal, one at a time. Raises `Unsaved` if the disk did not take it."""
        async with self._turn:
            self._staged.clear()
            result = work(*args)
            for change in self._staged:
                try:
                    await self._disk.save(self._rows(change), list(change.removed))
                except Exception as error:
                    log.warning("not-saved", extra={"why": str(error)})
                    raise Unsaved("nothing was saved: the device's storage failed") from error
                self._apply(change)
                for _, entry in change.rows:
                    if entry.record is not None:
                        self._finished(entry.record)
            return result

    def finished(self) -> list[str]:
        """The names of the records of all matches in the journal that have ended."""
        return list(self._records)

    def _write(self, change: Change) -> None:
        self._staged.append(change)

    def _rows(self, change: Change) -> list[tuple[str, bytes]]:
        """The rows that a change writes."""
        rows = [] if change.opened is None else [(f"{change.opened.id}/", _pack(Row(change.at, change.opened)))]
        rows += [(_key(table, entry.seq), _pack(Row(change.at, None, entry))) for table, entry in change.rows]
        if change.settled in self._records:  # written again as it is in memory: without what it owes
            table, seq = self._records[change.settled]
            stored = self._tables[table]
            entry = next(entry for entry in stored.entries if entry.seq == seq)
            rows.append((_key(table, seq), _pack(Row(stored.touched, None, entry))))
        return rows


def _key(table: str, seq: int) -> str:
    return f"{table}/{seq:09d}"


def _kind(changes: list[Change]) -> str:
    head = changes[0].opened
    assert head is not None  # `_changes` has seen to it
    return head.kind


def _changes(table: str, rows: Iterable[tuple[str, bytes]]) -> Iterator[Change]:
    """The changes that wrote these rows; raises `ValueError` unless they are a head and entries without a gap."""
    opened, last = False, None
    for key, packed in rows:
        row = _unpack(packed)
        if not opened:
            if row.head is None or row.head.id != table:
                raise ValueError("a table begins with its head")
            opened = True
            yield Change(row.at, opened=row.head)
        elif row.entry is None or key != _key(table, row.entry.seq) or last not in (None, row.entry.seq - 1):
            raise ValueError(f"{key} does not follow entry {last}")
        else:
            last = row.entry.seq
            yield Change(row.at, rows=((table, row.entry),))
    if last is None:
        raise ValueError("a table has a first entry")
