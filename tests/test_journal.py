"""The journal: one kit for every store, the group commit, and what only a file knows: crashes, full disks, locks."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from rumpus.game import Malformed
from rumpus.journal import LARGEST_GROUP, TABLES_A_SLICE, Conflict, Entry, Head, Journal, Store, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.journal.sqlite import LARGEST_LOG, VERSION, SqliteStore, copy_live

SAFETY_S = 60  # a net for a hung test, never a measure of speed


class Clock:
    """Unix time as the test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def entry(seq: int, key: str | None = None, *, start: bool = False, record: str | None = None) -> Entry:
    return Entry(seq, seq / 4, key, b"body %d" % seq, start, record)


def head(table: str) -> Head:
    return Head(table, f"code-{table}", 999.5)


def opened(store: Store, *tables: str) -> None:
    for table in tables:
        store.open(head(table), entry(0))


def kinds(errors: dict[str, Exception]) -> dict[str, type[Exception]]:
    return {table: type(error) for table, error in errors.items()}


def whole(store: Store, table: str) -> list[int]:
    return [each.seq for each in store.entries(table, whole=True)]


# The kit: what every store promises


def what_was_opened_is_found(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b")
    assert "a" == store.find("code-a")
    assert "b" == store.find("code-b")
    assert head("b") == store.head("b")
    assert [entry(0)] == store.entries("b")


def what_was_never_opened_is_not_found(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert None is store.find("a")
    assert None is store.find("CODE-A")
    assert None is store.head("code-a")
    assert [] == store.entries("b", whole=True)
    assert None is store.seq_of("b", "k")
    assert None is store.record("r")
    half = "\ud800"  # of a character: text in Python, but not in a file
    assert (None, None, []) == (store.find(half), store.head(half), store.entries(half))
    assert (None, None) == (store.seq_of("a", half), store.record(half))


def an_id_opens_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    with pytest.raises(Conflict):
        store.open(Head("a", "another", 0.0), entry(0, "new"))
    assert head("a") == store.head("a")
    assert None is store.find("another")
    assert [entry(0)] == store.entries("a", whole=True)


def a_code_opens_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    with pytest.raises(Conflict):
        store.open(Head("b", "code-a", 0.0), entry(0))
    assert "a" == store.find("code-a")
    assert None is store.head("b")
    assert [] == store.entries("b", whole=True)


def entries_come_back_as_they_were(store: Store, _clock: Clock) -> None:
    every_byte = Entry(1, 1.25, "k\u00e9\u2603", bytes(range(256)), True, "r\u00e9")
    opened(store, "a", "b")
    assert {} == store.commit([("a", every_byte), ("b", entry(1, "k")), ("a", Entry(2, 2.0, None, b""))])
    assert [entry(0), every_byte, Entry(2, 2.0, None, b"")] == store.entries("a", whole=True)
    assert [entry(0), entry(1, "k")] == store.entries("b", whole=True)


def a_number_is_written_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "first"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1, "second"))]))
    assert [entry(0), entry(1, "first")] == store.entries("a", whole=True)


def numbers_have_no_gap(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2))]))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1)), ("a", entry(3))]))
    assert [0] == whole(store, "a")
    assert {} == store.commit([("a", entry(1)), ("a", entry(2))])


def the_first_number_is_the_tables_choice(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(7))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1))]))
    assert {} == store.commit([("a", entry(8))])
    assert [7, 8] == whole(store, "a")


def a_key_is_answered_once(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b")
    assert {} == store.commit([("a", entry(1, "k")), ("b", entry(1, "k"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, "k"))]))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, "new")), ("a", entry(3, "new"))]))
    assert [0, 1] == whole(store, "a")
    assert None is store.seq_of("a", "new")


def a_key_finds_its_number(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(0, "zero"))
    opened(store, "b")
    assert {} == store.commit(
        [("a", entry(1, "one")), ("b", entry(1, "uno")), ("a", entry(2)), ("a", entry(3, "three"))]
    )
    assert [0, 1, 3, None] == [store.seq_of("a", key) for key in ("zero", "one", "three", "uno")]
    assert 1 == store.seq_of("b", "uno")


def the_last_keys_come_with_their_numbers(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(0, "1:x"))
    opened(store, "b")
    assert {} == store.commit([("a", entry(1, "2:x")), ("b", entry(1, "1:z")), ("a", entry(2)), ("a", entry(3, "1:y"))])
    assert {} == store.commit([("a", Entry(4, 4.0, "1:é:", b"", start=True)), ("a", entry(5, "12:x"))])
    assert [("1:x", 0), ("2:x", 1), ("1:y", 3), ("1:é:", 4), ("12:x", 5)] == list(store.keys("a", 3).items())
    assert [("2:x", 1), ("1:y", 3), ("1:é:", 4), ("12:x", 5)] == list(store.keys("a", 2).items())
    assert {} == store.keys("c", 2)


def one_bad_table_stops_no_other(store: Store, _clock: Clock) -> None:
    opened(store, "a", "gap", "key", "c")
    assert {} == store.commit([("key", entry(1, "k"))])
    rows = [
        ("a", 1, "x"),
        ("gap", 5, "x"),
        ("key", 2, "y"),
        ("none", 1, "x"),
        ("key", 3, "k"),
        ("a", 2, "k"),
        ("c", 1, "k"),
    ]
    errors = store.commit([(table, entry(seq, key)) for table, seq, key in rows])
    assert {"gap": Conflict, "key": Conflict, "none": Conflict} == kinds(errors)
    assert [[0, 1, 2], [0], [0, 1], [], [0, 1]] == [whole(store, table) for table in ("a", "gap", "key", "none", "c")]


def a_refused_table_goes_on_from_what_it_has(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2)), ("a", entry(3, "k"))]))
    assert {} == store.commit([("a", entry(2, "new"))])
    assert [0, 1, 2] == whole(store, "a")
    assert 2 == store.seq_of("a", "new")


def the_last_start_is_where_reading_begins(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1))])
    assert [0, 1] == [each.seq for each in store.entries("a")]
    assert {} == store.commit([("a", entry(seq, start=seq in {2, 4})) for seq in range(2, 7)])
    assert [4, 5, 6] == [each.seq for each in store.entries("a")]
    assert [0, 1, 2, 3, 4, 5, 6] == whole(store, "a")


def a_record_is_one_match(store: Store, _clock: Clock) -> None:
    names = {3: "first", 7: "second"}
    opened(store, "a", "b")
    assert {} == store.commit([("b", entry(1, start=True)), ("b", entry(2, record="third"))])
    assert {} == store.commit([("a", entry(s, start=s in {2, 5, 8}, record=names.get(s))) for s in range(1, 10)])
    assert [entry(2, start=True), entry(3, record="first")] == store.record("first")
    assert [entry(5, start=True), entry(6), entry(7, record="second")] == store.record("second")
    assert [entry(1, start=True), entry(2, record="third")] == store.record("third")
    assert None is store.record("fourth")


def a_records_name_is_given_once(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b", "c")
    assert {} == store.commit([("a", entry(1, record="r"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, record="r"))]))
    errors = store.commit([("b", entry(1, record="r")), ("c", entry(1, record="s")), ("a", entry(2, record="s"))])
    assert {"b": Conflict, "a": Conflict} == kinds(errors)
    with pytest.raises(Conflict):
        store.open(head("d"), entry(0, record="r"))
    assert [[0, 1], [0], [0, 1], []] == [whole(store, table) for table in "abcd"]
    assert [entry(0), entry(1, record="r")] == store.record("r")


def old_tables_are_removed(store: Store, clock: Clock) -> None:
    opened(store, "old", "kept")
    assert {} == store.commit([("old", entry(1, "k", start=True)), ("old", entry(2, record="r"))])
    clock.now = 2000.0
    opened(store, "new")
    assert {} == store.commit([("kept", entry(1, "k", record="s"))])
    assert 0 == store.remove(1000.0)
    assert 1 == store.remove(1000.5)
    assert (None, None, []) == (store.find("code-old"), store.head("old"), store.entries("old", whole=True))
    assert (None, None) == (store.record("r"), store.seq_of("old", "k"))
    assert [[0, 1], [0]] == [whole(store, table) for table in ("kept", "new")]
    assert 1 == store.seq_of("kept", "k")
    assert [entry(0), entry(1, "k", record="s")] == store.record("s")


def a_removed_table_can_be_opened_again_but_not_written(store: Store, clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k", record="r"))])
    clock.now = 2000.0
    assert 1 == store.remove(2000.0)
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2))]))
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k", record="r"))])
    assert [0, 1] == whole(store, "a")


def the_oldest_are_removed_first(store: Store, clock: Clock) -> None:
    opened(store, "b", "a", "c", "d")
    for table in "dcb":
        clock.now += 10
        assert {} == store.commit([(table, entry(1))])
    clock.now += 10
    assert 3 == store.remove(clock.now, 3)
    assert [None, "b", None, None] == [store.find(f"code-{table}") for table in "abcd"]
    assert 1 == store.remove(clock.now, 3)


def nothing_committed_is_nothing(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([])
    assert [0] == whole(store, "a")


def a_closed_store_says_so(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    store.close()
    store.close()
    errors = store.commit([("a", entry(1))])
    assert {"a": "nothing was saved: the journal is closed"} == {table: str(error) for table, error in errors.items()}
    assert {"a": Unsaved} == kinds(errors)
    with pytest.raises(Unsaved, match="the journal is closed"):
        opened(store, "b")
    with pytest.raises(Unsaved, match="the journal is closed"):
        store.remove(0.0)
    with pytest.raises(Malformed, match="the journal is closed"):
        store.entries("a")


Check = Callable[[Store, Clock], None]
KIT: list[Check] = [
    what_was_opened_is_found,
    what_was_never_opened_is_not_found,
    an_id_opens_once,
    a_code_opens_once,
    entries_come_back_as_they_were,
    a_number_is_written_once,
    numbers_have_no_gap,
    the_first_number_is_the_tables_choice,
    a_key_is_answered_once,
    a_key_finds_its_number,
    the_last_keys_come_with_their_numbers,
    one_bad_table_stops_no_other,
    a_refused_table_goes_on_from_what_it_has,
    the_last_start_is_where_reading_begins,
    a_record_is_one_match,
    a_records_name_is_given_once,
    old_tables_are_removed,
    a_removed_table_can_be_opened_again_but_not_written,
    the_oldest_are_removed_first,
    nothing_committed_is_nothing,
    a_closed_store_says_so,
]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    made: Store = MemoryStore(clock) if request.param == "memory" else SqliteStore(tmp_path / "journal.db", clock)
    yield made
    made.close()


@pytest.mark.parametrize("check", KIT)
def test_every_store_keeps_the_contract(check: Check, store: Store, clock: Clock) -> None:
    check(store, clock)


# Planted faults: a check that never failed proves nothing


class FindsById(MemoryStore):
    def find(self, code: str) -> str | None:
        return code if code in self._tables else super().find(code)


class FindsNothing(MemoryStore):
    def find(self, code: str) -> str | None:
        return None


class OpensOver(MemoryStore):
    def open(self, head: Head, first: Entry) -> None:
        self._write(Change(self._clock(), opened=head, rows=((head.id, first),)))


class SharesCodes(MemoryStore):
    def open(self, head: Head, first: Entry) -> None:
        self._codes.pop(head.code, None)
        super().open(head, first)


class LosesStarts(MemoryStore):
    def _add(self, table: str, entry: Entry, at: float) -> None:
        super()._add(table, Entry(entry.seq, entry.at, entry.key, entry.body, False, entry.record), at)


class TakesAnyNumber(MemoryStore):
    def _gap(self, table: str, entries: list[Entry]) -> Conflict | None:
        return None if table in self._tables else super()._gap(table, entries)


class TakesLaterNumbers(MemoryStore):
    def _gap(self, table: str, entries: list[Entry]) -> Conflict | None:
        kept = self._tables.get(table)
        return None if kept and entries[0].seq > kept.entries[-1].seq else super()._gap(table, entries)


class CountsFromNought(MemoryStore):
    def _gap(self, table: str, entries: list[Entry]) -> Conflict | None:
        kept = self._tables.get(table)
        return None if kept and entries[0].seq == len(kept.entries) else super()._gap(table, entries)


class TakesAnyKey(MemoryStore):
    def _taken(self, table: str, entries: list[Entry], names: set[str]) -> Conflict | None:
        return super()._taken(table, [Entry(e.seq, e.at, None, e.body, e.start, e.record) for e in entries], names)


class ForgetsKeys(MemoryStore):
    def seq_of(self, table: str, key: str) -> int | None:
        return super().seq_of(table, key) or None


class KeepsTheFirstKeys(MemoryStore):
    def keys(self, table: str, most: int) -> dict[str, int]:
        return dict(list(super().keys(table, 1000).items())[: most + 1])


class FailsTogether(MemoryStore):
    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        errors = self._refused({table: [e for name, e in batch if name == table] for table, _ in batch})
        return dict.fromkeys((table for table, _ in batch), Conflict()) if errors else super().commit(batch)


class KeepsHalf(MemoryStore):
    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        errors: dict[str, Exception] = {}
        for row in batch:
            errors |= super().commit([row])
        return errors


class ReadsAll(MemoryStore):
    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        return super().entries(table, whole=whole or True)


class RecordsTheTable(MemoryStore):
    def record(self, name: str) -> list[Entry] | None:
        return self.entries(self._records[name][0]) if name in self._records else None


class TakesAnyName(MemoryStore):
    def _taken(self, table: str, entries: list[Entry], names: set[str]) -> Conflict | None:
        return super()._taken(table, entries, set())


class RemovesByOpening(MemoryStore):
    def _add(self, table: str, entry: Entry, at: float) -> None:
        super()._add(table, entry, self._tables[table].touched)


class LeavesRecords(MemoryStore):
    def _apply(self, change: Change) -> None:
        records = dict(self._records)
        super()._apply(change)
        self._records |= records


class RemovesTheNewest(MemoryStore):
    def remove(self, before: float, most: int | None = None, spare: Collection[str] = ()) -> int:
        for kept in self._tables.values():
            kept.touched = -kept.touched
        return super().remove(before, most, spare)


class FailsOnNothing(MemoryStore):
    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        return super().commit(batch) if batch else {"": Unsaved()}


class NeverCloses(MemoryStore):
    def close(self) -> None:
        pass


PLANTED: dict[Check, list[type[MemoryStore]]] = {
    what_was_opened_is_found: [FindsNothing],
    what_was_never_opened_is_not_found: [FindsById],
    an_id_opens_once: [OpensOver],
    a_code_opens_once: [OpensOver, SharesCodes],
    entries_come_back_as_they_were: [LosesStarts],
    a_number_is_written_once: [TakesAnyNumber],
    numbers_have_no_gap: [TakesAnyNumber, TakesLaterNumbers],
    the_first_number_is_the_tables_choice: [CountsFromNought],
    a_key_is_answered_once: [TakesAnyKey],
    a_key_finds_its_number: [ForgetsKeys],
    the_last_keys_come_with_their_numbers: [KeepsTheFirstKeys],
    one_bad_table_stops_no_other: [FailsTogether, KeepsHalf],
    a_refused_table_goes_on_from_what_it_has: [KeepsHalf],
    the_last_start_is_where_reading_begins: [ReadsAll],
    a_record_is_one_match: [RecordsTheTable],
    a_records_name_is_given_once: [TakesAnyName],
    old_tables_are_removed: [RemovesByOpening, LeavesRecords],
    a_removed_table_can_be_opened_again_but_not_written: [LeavesRecords],
    the_oldest_are_removed_first: [RemovesTheNewest],
    nothing_committed_is_nothing: [FailsOnNothing],
    a_closed_store_says_so: [NeverCloses],
}


@pytest.mark.parametrize(("check", "broken"), [(check, broken) for check in KIT for broken in PLANTED[check]])
def test_the_kit_catches_a_broken_store(check: Check, broken: type[MemoryStore], clock: Clock) -> None:
    with pytest.raises((AssertionError, KeyError, pytest.fail.Exception)):
        check(broken(clock), clock)


def test_the_kit_catches_a_file_without_the_unique_key(tmp_path: Path, clock: Clock) -> None:
    with closing(SqliteStore(tmp_path / "journal.db", clock)) as store:
        store._db.execute("DROP INDEX entries_by_key")
        with pytest.raises(AssertionError):
            a_key_is_answered_once(store, clock)


def test_the_file_itself_keeps_numbers_unique(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        with pytest.raises(sqlite3.IntegrityError):
            store._insert({"a": [entry(0)]})


# Memory: made from changes


def test_a_store_in_memory_comes_back_from_its_changes(clock: Clock) -> None:
    class Disk(MemoryStore):
        """Keeps what was written, in order."""

        def __init__(self) -> None:
            super().__init__(clock)
            self.synced: list[Change] = []

        def _write(self, change: Change) -> None:
            super()._write(change)
            self.synced.append(change)

    disk = Disk()
    opened(disk, "gone")
    clock.now += 1
    opened(disk, "a")
    assert {} == disk.commit([("a", entry(1, "k", start=True)), ("a", entry(2, record="r"))])
    assert 1 == disk.remove(clock.now)
    again = MemoryStore(clock, disk.synced)
    assert disk.entries("a", whole=True) == again.entries("a", whole=True)
    assert (1, None) == (again.seq_of("a", "k"), again.find("code-gone"))
    assert disk.record("r") == again.record("r")
    assert [0] == whole(MemoryStore(clock, disk.synced[:2]), "a")


def test_a_disk_that_refuses_leaves_memory_as_it_was(clock: Clock) -> None:
    class Full(MemoryStore):
        """Opens tables, and then is full."""

        def _write(self, change: Change) -> None:
            if change.opened is None:
                raise Unsaved("nothing was saved: the disk is full")
            super()._write(change)

    full = Full(clock)
    opened(full, "a", "b")
    errors = full.commit([("a", entry(1)), ("b", entry(9))])
    assert {"a": Unsaved, "b": Unsaved} == kinds(errors)
    assert [0] == whole(full, "a")


# Group commit


class Gate:
    """Runs the store's calls when the test says so, and keeps the batches it saw."""

    def __init__(self) -> None:
        self.calls: list[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.batches: list[list[tuple[str, int]]] = []
        self.open = False

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        if function.__name__ == "commit":
            self.batches.append([(table, each.seq) for table, each in args[0]])
        if not self.open:
            waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self.calls.append((waiting, function, args))
            await waiting
        return function(*args)

    async def step(self) -> None:
        """The call that waits goes through, and everybody hears of it."""
        await settled()
        self.calls.pop(0)[0].set_result(None)
        await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


Told = list[tuple[str, int, Exception | None]]


def teller(journal: Journal, told: Told) -> Callable[..., None]:
    def append(table: str, seq: int, key: str | None = None) -> None:
        journal.append(table, entry(seq, key), lambda error: told.append((table, seq, error)))

    return append


def play(scenario: Callable[[], Awaitable[None]]) -> None:
    """The scenario ends by itself and leaves no task behind."""

    async def all_of_it() -> None:
        async with asyncio.timeout(SAFETY_S):
            await scenario()
        assert {asyncio.current_task()} == asyncio.all_tasks()

    asyncio.run(all_of_it())


def test_entries_that_come_during_a_commit_go_together() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        noticed: list[int] = []
        journal = Journal(store, gate.run, lambda entries, _seconds: noticed.append(entries))
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 1)
        append("b", 1)
        assert [] == gate.batches, "append itself writes nothing"
        await settled()
        append("a", 2)
        await settled()
        append("b", 2)
        append("a", 3)
        await settled()
        assert [[("a", 1), ("b", 1)]] == gate.batches
        assert ([], 5) == (told, journal.backlog)
        await gate.step()
        assert [("a", 2), ("b", 2), ("a", 3)] == gate.batches[1]
        assert ([("a", 1, None), ("b", 1, None)], 3) == (told, journal.backlog)
        await gate.step()
        assert [("a", 2, None), ("b", 2, None), ("a", 3, None)] == told[2:]
        assert ([2, 3], 0) == (noticed, journal.backlog)
        gate.open = True
        await journal.close()

    play(scenario)


def test_nobody_is_told_before_it_is_on_disk() -> None:
    async def scenario() -> None:
        store, gate = MemoryStore(), Gate()
        journal = Journal(store, gate.run)
        opened(store, "a")
        kept: list[list[int]] = []
        journal.append("a", entry(1), lambda _error: kept.append(whole(store, "a")))
        await settled()
        assert [] == kept
        await gate.step()
        assert [[0, 1]] == kept
        gate.open = True
        await journal.close()

    play(scenario)


def test_a_failed_entry_takes_those_behind_it_along_and_no_other_table() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 5)
        append("b", 1)
        await settled()
        for seq in (6, 7):
            append("a", seq)
            append("b", seq - 4)
        await gate.step()
        first = told[0][2]
        assert isinstance(first, Conflict)
        assert [("a", 5, first), ("b", 1, None), ("a", 6, first), ("a", 7, first)] == told
        assert [("b", 2), ("b", 3)] == gate.batches[1]
        gate.open = True
        await gate.step()
        append("a", 1)
        append("a", 2)
        await journal.flush()
        assert [("b", 2, None), ("b", 3, None), ("a", 1, None), ("a", 2, None)] == told[4:]
        await journal.close()
        assert 0 == journal.backlog

    play(scenario)


def test_what_is_appended_on_hearing_of_a_failure_is_tried_anew() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a")
        journal.append("a", entry(9), lambda _error: append("a", 1))
        await settled()
        append("a", 10)
        await gate.step()
        assert [("a", 10)] == [(table, seq) for table, seq, _ in told]
        gate.open = True
        await gate.step()
        assert ("a", 1, None) == told[1]
        await journal.close()

    play(scenario)


def test_a_commit_that_breaks_off_is_unsaved_for_its_whole_batch(caplog: pytest.LogCaptureFixture) -> None:
    class Breaks(MemoryStore):
        """Breaks off once in a way nobody thought of."""

        broken = False

        def _write(self, change: Change) -> None:
            if change.rows[0][1].seq == 1 and not self.broken:
                self.broken = True
                raise ZeroDivisionError("secret")
            super()._write(change)

    async def scenario() -> None:
        store, gate, told = Breaks(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 1)
        append("b", 1)
        await journal.flush()
        assert [Unsaved, Unsaved] == [type(error) for _, _, error in told]
        append("a", 1)
        await journal.close()
        assert ("a", 1, None) == told[2]

    play(scenario)
    assert ["a commit broke off: ZeroDivisionError"] == caplog.messages
    assert "secret" not in caplog.text


def test_a_run_that_fails_answers_too() -> None:
    async def scenario() -> None:
        async def run(function: Callable[..., Any], *args: Any) -> Any:
            if function.__name__ == "commit":
                raise RuntimeError
            return function(*args)

        told = Told()
        journal = Journal(MemoryStore(), run)
        teller(journal, told)("a", 1)
        await journal.close()
        assert ["nothing was saved: the journal broke off"] == [str(error) for _, _, error in told]

    play(scenario)


def test_who_fails_at_being_told_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def trips(*_told: object) -> None:
        raise ZeroDivisionError

    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run, trips)
        opened(store, "a")
        cancelled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        cancelled.cancel()
        journal.append("a", entry(1), lambda _error: cancelled.result())
        journal.append("a", entry(2), trips)
        teller(journal, told)("a", 3)
        await journal.close()
        assert ([("a", 3, None)], 0) == (told, journal.backlog)

    play(scenario)
    failed = "telling that an entry is saved, or is not, failed"
    assert ["counting a commit failed", failed, failed] == caplog.messages
    assert {"rumpus.journal"} == {each.name for each in caplog.records}
    assert {logging.ERROR} == {each.levelno for each in caplog.records}


def test_a_long_queue_goes_in_several_commits() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        for seq in range(1, LARGEST_GROUP + 11):
            append("a", seq)
        await journal.close()
        assert [LARGEST_GROUP, 10] == [len(batch) for batch in gate.batches]
        assert list(range(1, LARGEST_GROUP + 11)) == [seq for _, seq, error in told if error is None]

    play(scenario)


def test_flush_waits_for_what_its_answers_append() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        journal.append("a", entry(1), lambda _error: append("a", 2))
        await journal.flush()
        assert [("a", 2, None)] == told
        await journal.close()

    play(scenario)


def test_giving_up_on_a_flush_leaves_the_writer_alone() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        opened(store, "a")
        teller(journal, told)("a", 1)
        flushing = asyncio.create_task(journal.flush())
        await settled()
        flushing.cancel()
        await settled()
        assert (True, []) == (flushing.cancelled(), told)
        gate.open = True
        await gate.step()
        assert [("a", 1, None)] == told
        await journal.close()

    play(scenario)


def test_a_closed_journal_refuses_and_still_answers() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        append("a", 1)
        await journal.close()
        await journal.close()
        assert [("a", 1, None)] == told
        append("a", 2)
        assert (1, 1) == (len(told), journal.backlog), "the answer comes later, as always"
        await settled()
        assert ("nothing was saved: the journal is closed", 0) == (str(told[1][2]), journal.backlog)

    play(scenario)


def test_a_writer_that_is_cancelled_answers_everybody() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        opened(store, "a", "b")
        append = teller(journal, told)
        append("a", 1)
        await settled()
        append("b", 1)
        assert journal._writer is not None
        journal._writer.cancel()
        await settled()
        assert [("a", Unsaved), ("b", Unsaved)] == [(table, type(error)) for table, _, error in told]
        gate.open = True
        append("b", 1)
        await journal.close()
        assert ("b", 1, None) == told[2]

    play(scenario)


def test_a_writer_cancelled_before_it_began_is_started_again() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        teller(journal, told)("a", 1)
        assert journal._writer is not None
        journal._writer.cancel()
        await settled()
        assert [] == told
        await journal.close()
        assert [("a", 1, None)] == told

    play(scenario)


def test_the_journal_asks_the_store_off_the_loop(store: Store, clock: Clock) -> None:
    async def scenario() -> None:
        async def run(function: Callable[..., Any], *args: Any) -> Any:
            return await asyncio.to_thread(function, *args)

        journal, told = Journal(store, run), Told()
        append = teller(journal, told)
        tables = [f"t{number}" for number in range(2 * TABLES_A_SLICE + 1)]
        for table in tables:
            await journal.open(head(table), entry(0))
        with pytest.raises(Conflict):
            await journal.open(head("t0"), entry(0))
        clock.now += 1
        await journal.open(head("a"), entry(0))
        append("a", 1, "k")
        journal.append("a", entry(2, start=True), lambda error: told.append(("a", 2, error)))
        journal.append("a", entry(3, record="r"), lambda error: told.append(("a", 3, error)))
        await journal.flush()
        assert [("a", seq, None) for seq in (1, 2, 3)] == told
        assert ("a", head("a")) == (await journal.find("code-a"), await journal.head("a"))
        assert [2, 3] == [each.seq for each in await journal.entries("a")]
        assert [0, 1, 2, 3] == [each.seq for each in await journal.entries("a", whole=True)]
        assert 1 == await journal.seq_of("a", "k")
        assert [entry(2, start=True), entry(3, record="r")] == await journal.record("r")
        assert len(tables) == await journal.remove(clock.now)
        assert (None, "a") == (await journal.find("code-t0"), await journal.find("code-a"))
        await journal.close()

    play(scenario)


# The file: full disks, faults, crashes


def test_a_full_disk_saves_nothing_and_loses_nothing(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1, "k"))])
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        large = Entry(2, 0.0, "large", bytes(100_000))
        errors = store.commit([("b", entry(1)), ("a", large), ("b", entry(2))])
        assert dict.fromkeys("ab", "nothing was saved: the disk is full") == {t: str(e) for t, e in errors.items()}
        assert {"a": Unsaved, "b": Unsaved} == kinds(errors)
        with pytest.raises(Unsaved, match="nothing was saved: the disk is full"):
            store.open(head("c"), large)
        assert ([0, 1], [0], None) == (whole(store, "a"), whole(store, "b"), store.find("code-c"))
        store._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
        assert {} == store.commit([("a", large), ("b", entry(1))])
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        assert ([0, 1, 2], [0, 1]) == (whole(store, "a"), whole(store, "b"))


LIMITED = """
import resource, signal, sys
from pathlib import Path
from rumpus.journal import Entry, Head
from rumpus.journal.sqlite import SqliteStore

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteStore(Path(sys.argv[1]))
store.open(Head("a", "code", 0.0), Entry(0, 0.0, None, b""))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
saved, errors = 0, {}
while not errors:
    errors = store.commit([("a", Entry(saved + 1, 0.0, None, bytes(5000)))])
    saved += not errors
print(saved, type(errors["a"]).__name__, errors["a"])
assert len(store.entries("a")) == saved + 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert store.commit([("a", Entry(saved + 1, 0.0, None, bytes(5000)))]) == {}
store.close()
"""


def python(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SAFETY_S, check=False)  # noqa: S603 - our own


def test_a_log_that_cannot_grow_saves_nothing_and_loses_nothing(tmp_path: Path) -> None:
    done = python(LIMITED, tmp_path / "journal.db")
    assert (0, "") == (done.returncode, done.stderr)
    saved, said = done.stdout.strip().split(" ", 1)
    assert "Unsaved nothing was saved: the disk reports an error" == said
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        assert list(range(int(saved) + 2)) == whole(store, "a")


def test_a_file_that_became_read_only_refuses_and_can_still_be_read(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store._db.execute("PRAGMA query_only = ON")
        errors = store.commit([("a", entry(1))])
        assert [(Unsaved, "nothing was saved: the file cannot be written")] == [
            (type(e), str(e)) for e in errors.values()
        ]
        with pytest.raises(Unsaved, match="the file cannot be written"):
            opened(store, "b")
        with pytest.raises(Unsaved, match="the file cannot be written"):
            store.remove(2e9)
        assert [0] == whole(store, "a")
        store._db.execute("PRAGMA query_only = OFF")
        assert {} == store.commit([("a", entry(1))])


def test_a_file_held_by_another_program_refuses(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store._db.execute("PRAGMA busy_timeout = 0")
        with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "nothing was saved: another program holds the file" == str(store.commit([("a", entry(1))])["a"])
            other.execute("ROLLBACK")
        assert {} == store.commit([("a", entry(1))])


def test_an_entry_that_cannot_be_written_is_its_own_tables_affair(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b", "c")
        errors = store.commit([("a", entry(1)), ("b", entry(1, "\ud800")), ("c", entry(1))])
        assert {"b": Unsaved} == kinds(errors)
        assert [[0, 1], [0], [0, 1]] == [whole(store, table) for table in "abc"]
        with pytest.raises(Unsaved):
            store.open(head("\ud800"), entry(0))
        assert {} == store.commit([("b", entry(1))])


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        assert {} == store.commit([("a", Entry(1, 0.0, None, bytes(50_000)))])
    size = path.stat().st_size
    with path.open("r+b") as file:  # all but the page that holds the schema
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with closing(SqliteStore(path)) as store:
        with pytest.raises(Malformed, match="nothing can be read: the file is damaged"):
            store.entries("a")
        assert "nothing was saved: the file is damaged" == str(store.commit([("a", entry(2))])["a"])


def test_everything_is_there_after_closing_and_opening(tmp_path: Path, clock: Clock) -> None:
    with closing(SqliteStore(tmp_path / "journal.db", clock)) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1, "k", start=True)), ("a", entry(2, record="r")), ("b", entry(1))])
    assert {"journal.db", "journal.db.lock"} == {path.name for path in tmp_path.iterdir()}
    with closing(SqliteStore(tmp_path / "journal.db", clock)) as store:
        assert [entry(1, "k", start=True), entry(2, record="r")] == store.entries("a") == store.record("r")
        assert ("b", 1, head("a")) == (store.find("code-b"), store.seq_of("a", "k"), store.head("a"))
        assert {"b": Conflict} == kinds(store.commit([("a", entry(3)), ("b", entry(3))]))
        clock.now += 1
        assert 2 == store.remove(clock.now)


def crashed(path: Path, into: Path, cut: int = 0) -> Path:
    """What is left of a journal whose server was killed now; `cut` bytes of the log never reached the disk."""
    into.mkdir()
    shutil.copy(path, into)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    (into / f"{path.name}-wal").write_bytes(log[: len(log) - cut])
    return into / path.name


def test_after_a_crash_every_commit_is_there(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        for seq in range(1, 20):
            assert {} == store.commit([("a", entry(seq, f"k{seq}")), ("b", entry(seq))])
            with closing(SqliteStore(crashed(tmp_path / "journal.db", tmp_path / str(seq)))) as left:
                assert list(range(seq + 1)) == whole(left, "a") == whole(left, "b")
                assert {} == left.commit([("a", entry(seq + 1))])


def test_a_commit_that_a_crash_cut_short_is_gone_whole(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1)), ("b", entry(1))])
        before = (tmp_path / "journal.db-wal").stat().st_size
        assert {} == store.commit([("a", entry(2)), ("b", entry(2)), ("a", entry(3))])
        written = (tmp_path / "journal.db-wal").stat().st_size - before
        for cut in (1, 4096, written):
            with closing(SqliteStore(crashed(tmp_path / "journal.db", tmp_path / str(cut), cut))) as left:
                assert [0, 1] == whole(left, "a") == whole(left, "b")
                assert {} == left.commit([("a", entry(2))])


def test_every_commit_is_synced(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        set_to = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert ["wal", 2] == set_to


def test_a_log_that_a_long_read_made_grow_shrinks_again(tmp_path: Path) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    piece = bytes(4 << 20)
    pieces = LARGEST_LOG // len(piece) + 1
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchone()
            for seq in range(1, pieces + 1):
                assert {} == store.commit([("a", Entry(seq, 0.0, None, piece))])
            assert log.stat().st_size > LARGEST_LOG
        for seq in range(pieces + 1, pieces + 4):
            assert {} == store.commit([("a", Entry(seq, 0.0, None, b""))])
        assert log.stat().st_size <= LARGEST_LOG


# The file: whose it is


def test_two_servers_cannot_use_one_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        with pytest.raises(Malformed, match=r"journal\.db is in use by another rumpus serve"):
            SqliteStore(path)
        assert {} == store.commit([("a", entry(1))])
    SqliteStore(path).close()


ORPHAN = """
import os, sys
from pathlib import Path
from rumpus.journal.sqlite import SqliteStore

store = SqliteStore(Path(sys.argv[1]))
sys.stdin.readline()
reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, b"x")  # what a child does after the fork is done
    sys.stdin.readline()  # outlives its parent, until the test lets go
else:
    os.read(reading, 1)
os._exit(0)
"""


def test_a_worker_that_outlives_its_server_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    command = [sys.executable, "-c", ORPHAN, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:  # noqa: S603 - our own script
        assert server.stdin is not None
        server.stdin.write(b"\n")
        server.stdin.flush()
        assert 0 == server.wait(SAFETY_S)
        SqliteStore(path).close()


def test_a_file_that_could_not_be_used_is_not_kept_locked(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    for _ in range(2):
        with pytest.raises(Malformed, match="is no journal of rumpus"):
            SqliteStore(path)


@pytest.mark.parametrize("content", [b"x", b"hello\n" * 3, b"SQLite format 3\x00" + b"\x07" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    with pytest.raises(Malformed, match="is no journal of rumpus"):
        SqliteStore(path)
    with pytest.raises(Malformed, match="is no journal of rumpus"):
        copy_live(path, tmp_path / "copy.db")
    assert content == path.read_bytes()
    assert {"journal.db", "journal.db.lock"} == {each.name for each in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE letters (text)", "PRAGMA user_version = 1", "PRAGMA application_id = 5"]
)
def test_somebody_elses_database_is_refused_and_left_as_it_was(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute(statement)
    content = path.read_bytes()
    with pytest.raises(Malformed, match="is no journal of rumpus"):
        SqliteStore(path)
    assert content == path.read_bytes()


def test_a_journal_of_a_later_version_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    content = path.read_bytes()
    with pytest.raises(Malformed, match="was written by a later rumpus"):
        SqliteStore(path)
    with pytest.raises(Malformed, match="was written by a later rumpus"):
        copy_live(path, tmp_path / "copy.db")
    assert content == path.read_bytes()


def test_an_empty_file_becomes_a_journal_for_its_owner_only(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    SqliteStore(tmp_path / "empty.db").close()
    with closing(SqliteStore(tmp_path / "new.db")) as store:
        opened(store, "a")
        assert {0o600} == {path.stat().st_mode & 0o777 for path in tmp_path.glob("new.db*")}


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be used: No such file or directory"):
        SqliteStore(tmp_path / "none" / "journal.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Malformed, match="folder cannot be used"):
        SqliteStore(tmp_path / "folder")


def test_a_path_with_signs_of_addresses_in_it_is_just_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory#b%20c.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        copy_live(path, tmp_path / "copy?#.db")
    assert path.stat().st_size > 0
    with closing(SqliteStore(tmp_path / "copy?#.db")) as copy:
        assert [0] == whole(copy, "a")


# Copies


def sound(path: Path) -> bool:
    """The copy is whole, and needs no log beside it."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        whole = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return whole and b"\x01\x01" == path.read_bytes()[18:20]  # the file format's marks for "not in WAL mode"


def test_a_copy_is_taken_while_the_journal_is_written(tmp_path: Path) -> None:
    path, done, confirmed = tmp_path / "journal.db", threading.Event(), [0]

    def write(store: SqliteStore) -> None:
        while not done.is_set():
            seq = confirmed[0] + 1
            if store.commit([("a", entry(seq, f"k{seq}")), ("b", Entry(seq, 0.0, None, bytes(3000)))]):
                return
            confirmed[0] = seq

    with closing(SqliteStore(path)) as store:
        opened(store, "a", "b")
        writer = threading.Thread(target=write, args=(store,))
        writer.start()
        try:
            for number in range(8):
                before = confirmed[0]
                copy_live(path, tmp_path / f"copy{number}.db")
                assert sound(tmp_path / f"copy{number}.db")
                with closing(SqliteStore(tmp_path / f"copy{number}.db")) as copy:
                    seqs = whole(copy, "a")
                    assert list(range(len(seqs))) == seqs == whole(copy, "b")
                    assert before < len(seqs)
        finally:
            done.set()
            writer.join(SAFETY_S)
        assert list(range(confirmed[0] + 1)) == whole(store, "a")
    assert not list(tmp_path.glob("*.part"))


COPY = """
import sys
from pathlib import Path
from rumpus.journal.sqlite import copy_live

copy_live(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_another_process_copies_a_journal_in_use(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        assert {} == store.commit([("a", entry(1, "k", start=True)), ("a", entry(2, record="r"))])
        done = python(COPY, tmp_path / "journal.db", tmp_path / "copy.db")
        assert (0, "") == (done.returncode, done.stderr)
        assert {} == store.commit([("a", entry(3))])
        assert sound(tmp_path / "copy.db")
        with closing(SqliteStore(tmp_path / "copy.db")) as copy:
            assert [entry(1, "k", start=True), entry(2, record="r")] == copy.entries("a") == copy.record("r")


def contents(path: Path) -> dict[str, bytes]:
    """The journal and its log."""
    both = (path, path.with_name(f"{path.name}-wal"))
    return {each.name: each.read_bytes() for each in both if each.exists()}


def test_a_journal_nobody_uses_is_copied_too(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        left = crashed(tmp_path / "journal.db", tmp_path / "left")
    for source in (tmp_path / "journal.db", left):
        target = source.with_name("copy.db")
        before = contents(source)
        copy_live(source, target)
        assert before.items() <= contents(source).items(), "a copy changes nothing in what it copies"
        assert sound(target)
        assert 0o600 == target.stat().st_mode & 0o777
        with closing(SqliteStore(target)) as copy:
            assert [0] == whole(copy, "a")
        with closing(SqliteStore(source)) as again:
            assert {} == again.commit([("a", entry(1))])


def test_a_store_copies_itself(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store.backup(tmp_path / "copy.db")
        with pytest.raises(Malformed, match=r"copy\.db exists already"):
            store.backup(tmp_path / "copy.db")
    with pytest.raises(Malformed, match="the journal is closed"):
        store.backup(tmp_path / "late.db")
    with closing(SqliteStore(tmp_path / "copy.db")) as copy:
        assert [0] == whole(copy, "a")
    with pytest.raises(Malformed, match="in memory"):
        MemoryStore().backup(tmp_path / "late.db")


def test_a_copy_overwrites_nothing_and_needs_a_journal(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"journal\.db does not exist"):
        copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(Malformed, match=r"empty\.db is no journal of rumpus"):
        copy_live(tmp_path / "empty.db", tmp_path / "copy.db")
    SqliteStore(tmp_path / "journal.db").close()
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(Malformed, match=r"copy\.db exists already"):
        copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    assert "precious" == (tmp_path / "copy.db").read_text()
    with pytest.raises(Malformed, match=r"copy\.db cannot be written: No such file or directory"):
        copy_live(tmp_path / "journal.db", tmp_path / "none" / "copy.db")


def test_a_damaged_journal_is_not_copied_silently(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        assert {} == store.commit([("a", Entry(1, 0.0, None, bytes(50_000)))])
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 8192)
    with pytest.raises(Malformed):
        copy_live(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_no_handle_is_left_open(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not list them")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with closing(SqliteStore(tmp_path / "journal.db")) as store:
            opened_already = store.find("code-a")
            if not opened_already:
                opened(store, "a")
            with suppress(Malformed):
                SqliteStore(tmp_path / "journal.db")
            with suppress(Malformed):
                store.backup(tmp_path / "copy.db")
            with suppress(Malformed):
                copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    assert before == len(os.listdir("/proc/self/fd"))
