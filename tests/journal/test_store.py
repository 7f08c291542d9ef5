"""Every store keeps the contract of a store, and the checks notice stores that do not."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rumpus.journal import FIRST, TABLE, Conflict, Entry, Expired, Head, Owed, Store, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.journal.sqlite import SqliteStore
from rumpus.journal.sqlite_rows import Rows
from tests.journal.store_kit import (
    KIT,
    Check,
    a_closed_store_says_so,
    a_code_opens_once,
    a_key_finds_its_number,
    a_key_is_answered_once,
    a_log_is_dropped_alone,
    a_log_is_stored_anew_as_a_whole,
    a_log_of_another_kind_is_no_table,
    a_number_is_written_once,
    a_record_is_one_match,
    a_records_name_is_given_once,
    a_refused_table_goes_on_from_what_it_has,
    a_removed_table_can_be_opened_again_but_not_written,
    an_id_opens_once,
    entries_come_back_as_they_were,
    nothing_committed_is_nothing,
    numbers_have_no_gap,
    old_tables_are_removed,
    one_bad_table_stops_no_other,
    only_the_latest_setup_is_read,
    the_first_number_is_the_tables_choice,
    the_last_keys_come_with_their_numbers,
    the_last_start_is_where_reading_begins,
    the_oldest_are_removed_first,
    what_is_owed_is_known_until_it_is_settled,
    what_was_never_opened_is_not_found,
    what_was_opened_is_found,
    what_would_be_removed_is_told,
)
from tests.support.stores import Clock, entry, kinds, opened, whole


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


class ReadsEverySetup(MemoryStore):
    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        every = super().entries(table, whole=True)
        starts = [place for place, each in enumerate(every) if each.start]
        return every if whole else every[starts[-1] if starts else 0 :]


class DropsTheFirstSetup(MemoryStore):
    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        some = super().entries(table, whole=whole)
        return some[1:] if len(some) == 2 and some[0].setup else some


class ForgetsToSpare(MemoryStore):
    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        return super().expired(before, kind=kind)


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
    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        for kept in self._tables.values():
            kept.touched = -kept.touched
        return super().remove(before, most, spare, kind)


class SweepsEveryKind(MemoryStore):
    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        return sum(super(SweepsEveryKind, self).remove(before, most, spare, each) for each in (TABLE, "circle"))


class FindsEveryKind(MemoryStore):
    def find(self, code: str) -> str | None:
        return self._codes.get(code)


class AddsToTheOld(MemoryStore):
    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        self._write(Change(self._clock(), opened=None, rows=tuple((head.id, entry) for entry in entries)))


class DropsNothing(MemoryStore):
    def drop(self, table: str, epoch: int = FIRST) -> None:
        pass


class SettlesNothing(MemoryStore):
    def settle(self, record: str) -> None:
        pass


class ForgetsDebts(MemoryStore):
    def owed(self) -> list[Owed]:
        return super().owed()[:1]


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
    only_the_latest_setup_is_read: [ReadsEverySetup, DropsTheFirstSetup],
    what_would_be_removed_is_told: [ForgetsToSpare],
    a_record_is_one_match: [RecordsTheTable],
    a_records_name_is_given_once: [TakesAnyName],
    old_tables_are_removed: [RemovesByOpening, LeavesRecords],
    a_removed_table_can_be_opened_again_but_not_written: [LeavesRecords],
    the_oldest_are_removed_first: [RemovesTheNewest],
    nothing_committed_is_nothing: [FailsOnNothing],
    a_log_of_another_kind_is_no_table: [SweepsEveryKind, FindsEveryKind],
    a_log_is_stored_anew_as_a_whole: [AddsToTheOld],
    a_log_is_dropped_alone: [DropsNothing],
    what_is_owed_is_known_until_it_is_settled: [SettlesNothing, ForgetsDebts],
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
        rows = Rows()
        rows.add("a", [entry(0)], b"")
        with pytest.raises(sqlite3.IntegrityError):
            rows.insert(store._db)


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
