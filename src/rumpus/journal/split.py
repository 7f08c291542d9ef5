"""One store in several files (`files.py`): the id of a log says which file has it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from rumpus.contract import Malformed
from rumpus.journal.files import file_of
from rumpus.journal.moving import Movable
from rumpus.journal.store import FIRST, TABLE, Conflict, Entry, Expired, Head, Owed, Store

T = TypeVar("T")


class SplitStore:
    """The files of one worker. Logs in the files of other workers do not exist for it."""

    def __init__(self, stores: Mapping[int, Movable]) -> None:
        self._stores = dict(stores)
        self._first = next(iter(self._stores.values()))

    @classmethod
    def of(cls, numbers: Sequence[int], opened: Callable[[int], Movable]) -> SplitStore:
        """Open these files; if one cannot be opened, the others are closed again and its error is raised."""
        stores: dict[int, Movable] = {}
        try:
            for number in numbers:
                stores[number] = opened(number)
        except BaseException:
            for store in stores.values():
                store.close()
            raise
        return cls(stores)

    def _of(self, log: str) -> Movable:
        return self._stores.get(file_of(log), self._first)

    def open(self, head: Head, first: Entry) -> None:
        """As the contract says, and so is everything below. A code is given once in all files."""
        with suppress(Malformed):  # a file that cannot be read says so when it is written to
            if self.find(head.code) is not None:
                raise Conflict("a table of this code exists")
        self._of(head.id).open(head, first)

    def take(self, table: str) -> int | None:
        return self._of(table).take(table)

    def release(self, table: str, epoch: int) -> None:
        self._of(table).release(table, epoch)

    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        self._of(head.id).replace(head, entries)

    def drop(self, table: str, epoch: int = FIRST) -> None:
        self._of(table).drop(table, epoch)

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """One commit a file: a disk error of one concerns only its own tables."""
        parts: dict[int, list[tuple[str, Entry]]] = {}
        for table, entry in batch:
            parts.setdefault(file_of(table), []).append((table, entry))
        failed: dict[str, Exception] = {}
        for part in parts.values():
            failed |= self._of(part[0][0]).commit(part)
        return failed

    def find(self, code: str) -> str | None:
        return self._any(lambda store: store.find(code))

    def head(self, table: str) -> Head | None:
        return self._of(table).head(table)

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        return self._of(table).entries(table, whole=whole)

    def seq_of(self, table: str, key: str) -> int | None:
        return self._of(table).seq_of(table, key)

    def keys(self, table: str, most: int) -> dict[str, int]:
        return self._of(table).keys(table, most)

    def all_keys(self, table: str, most: int) -> list[str]:
        return self._of(table).all_keys(table, most)

    def record(self, name: str) -> list[Entry] | None:
        return self._any(lambda store: store.record(name))

    def owed(self) -> list[Owed]:
        every = [owed for store in self._stores.values() for owed in store.owed()]
        return sorted(every, key=lambda owed: (owed.at, owed.record))

    def settle(self, record: str) -> None:
        for store in self._stores.values():
            store.settle(record)

    def now(self) -> float:
        return self._first.now()

    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        now = self.now()
        found = []
        for store in self._stores.values():
            later = store.now() - now  # each file counts the time for itself
            one = store.expired(before + later, spare, kind)
            found.append((one, later))
        old = [(one.oldest - later, one.newest - later) for one, later in found if one.count]
        ends = (min(first for first, _ in old), max(last for _, last in old)) if old else ()
        return Expired(sum(one.count for one, _ in found), sum(one.tables for one, _ in found), *ends)

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        now, removed = self.now(), 0
        for store in self._stores.values():
            left = None if most is None else most - removed
            if left != 0:
                removed += store.remove(before + store.now() - now, left, spare, kind)
        return removed

    def logs(self) -> list[tuple[Head, float]]:
        now, found = self.now(), []
        for store in self._stores.values():
            later = store.now() - now
            found += [(head, touched - later) for head, touched in store.logs()]
        return sorted(found, key=lambda log: (log[1], log[0].id))

    def bring(self, head: Head, entries: Sequence[Entry], touched: float) -> None:
        store = self._of(head.id)
        store.bring(head, entries, touched + store.now() - self.now())

    def backup(self, path: Path) -> None:
        raise Malformed("a journal in several files is copied file by file")

    def close(self) -> None:
        for store in self._stores.values():
            store.close()

    def _any(self, ask: Callable[[Store], T | None]) -> T | None:
        return next((found for store in self._stores.values() if (found := ask(store)) is not None), None)
