"""Stores of several nodes on one database keep the fence, and the checks notice stores that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from rumpus.journal import FIRST, Elsewhere, Entry, Lost, Store
from rumpus.journal.memory import MemoryStore
from rumpus.journal.postgres import directory, rows
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.sqlite import SqliteStore
from tests.conftest import new_store
from tests.journal.fence_kit import (
    FENCE_KIT,
    FenceCheck,
    a_late_release_gives_nothing_away,
    a_stale_epoch_replaces_and_drops_nothing,
    a_stale_epoch_writes_nothing,
    after_taking_again_nothing_older_can_come,
    every_taking_has_an_epoch_of_its_own,
    what_a_dead_node_had_is_taken,
    what_another_node_has_is_not_removed,
    what_one_node_has_no_other_takes,
)
from tests.support.postgres import Postgres
from tests.support.stores import Clock, entry, head, kinds, opened, whole


class MemoryNodes:
    """Nodes whose database is in memory."""

    def __init__(self, clock: Clock, kind: type[MemoryStore] = MemoryStore) -> None:
        self._database = MemoryStore(clock)
        self._new: Callable[[str], Store] = lambda node: kind(clock, node=node, beside=self._database)

    def store(self, node: str) -> Store:
        return self._new(node)

    def die(self, node: str) -> None:
        self._database.dead.add(node)


class PostgresNodes:
    """Nodes whose database is a real one. They are in the directory by hand, without a lease to renew."""

    def __init__(self, postgres: Postgres, clock: Clock) -> None:
        self._postgres = postgres
        self._url = postgres.new_schema()
        self._clock = clock
        self.stores: list[PostgresStore] = []

    def store(self, node: str) -> Store:
        store = new_store(self._url, node, self._clock)
        self.stores.append(store)
        here = "INSERT INTO nodes (id, url, until) VALUES ($1, 'tcp://host:1', 'infinity') ON CONFLICT DO NOTHING"
        self._postgres.ask(here, node, url=self._url)
        return store

    def die(self, node: str) -> None:
        self._postgres.ask("UPDATE nodes SET dead = true WHERE id = $1", node, url=self._url)


@pytest.fixture
def nodes(postgres: Postgres, clock: Clock) -> Iterator[PostgresNodes]:
    nodes = PostgresNodes(postgres, clock)
    yield nodes
    for store in nodes.stores:
        store.close()


@pytest.fixture(autouse=True)
def no_signs_of_death(monkeypatch: pytest.MonkeyPatch) -> None:
    """These nodes hold no lock, which would be taken for a sign that they are gone."""
    monkeypatch.setattr(directory, "LOCK", "nullif(length($1), length($1))")


@pytest.mark.parametrize("check", FENCE_KIT)
def test_stores_in_postgresql_keep_the_fence(check: FenceCheck, nodes: PostgresNodes, clock: Clock) -> None:
    check(nodes, clock)


@pytest.mark.parametrize("check", FENCE_KIT)
def test_stores_in_memory_keep_the_fence(check: FenceCheck, clock: Clock) -> None:
    check(MemoryNodes(clock), clock)


def test_a_store_that_no_other_node_can_use_is_always_taken(store: Store) -> None:
    opened(store, "a")
    assert None is store.take("none")
    epoch = store.take("a")
    assert epoch is not None
    assert {} == store.commit([("a", Entry(1, 1.0, None, b"", epoch=epoch))])
    store.release("a", epoch)
    assert None is not store.take("a")


def test_a_file_says_who_has_asked(store: Store) -> None:
    store.open(head("a"), entry(0, "12:x"))
    assert {} == store.commit([("a", entry(1, "result:y")), ("a", entry(2))])
    assert [12, None, None] == [each.asker for each in store.entries("a")]
    if isinstance(store, SqliteStore):
        assert FIRST == store.take("a"), "no other process can have it"


# Planted faults


class NoFence(MemoryStore):
    def _fenced(self, table: str, entries: list[Entry]) -> Lost | None:
        return None

    def _must_have(self, table: str, epoch: int) -> None:
        pass


class FencesOneEntry(MemoryStore):
    """Lost if the first entry of all is stale; the others are not looked at."""

    def _refused(self, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        errors = super()._refused(tables)
        return dict.fromkeys(tables, Lost()) if any(isinstance(one, Lost) for one in errors.values()) else errors


class TakesFromTheLiving(MemoryStore):
    def take(self, table: str) -> int | None:
        if table in self._tables:
            self._tables[table].owner = None
        return super().take(table)


class NeverTakesFromTheDead(MemoryStore):
    def take(self, table: str) -> int | None:
        dead, self.dead = self.dead, set()
        try:
            return super().take(table)
        finally:
            self.dead = dead


class KeepsTheEpoch(MemoryStore):
    """What it has already it takes without a new epoch."""

    def take(self, table: str) -> int | None:
        stored = self._tables.get(table)
        return stored.epoch if stored and stored.owner == self.node else super().take(table)


class ReleasesWhatever(MemoryStore):
    def release(self, table: str, epoch: int) -> None:
        self._tables[table].owner = None


class RemovesFromTheLiving(MemoryStore):
    def remove(self, before: float, *args: object, **kwargs: object) -> int:
        for stored in self._tables.values():
            stored.owner = None
        return super().remove(before)


PLANTED: dict[FenceCheck, list[type[MemoryStore]]] = {
    what_one_node_has_no_other_takes: [TakesFromTheLiving],
    what_a_dead_node_had_is_taken: [NeverTakesFromTheDead],
    every_taking_has_an_epoch_of_its_own: [KeepsTheEpoch],
    a_stale_epoch_writes_nothing: [NoFence, FencesOneEntry],
    a_stale_epoch_replaces_and_drops_nothing: [NoFence],
    a_late_release_gives_nothing_away: [ReleasesWhatever],
    after_taking_again_nothing_older_can_come: [KeepsTheEpoch, NoFence],
    what_another_node_has_is_not_removed: [RemovesFromTheLiving],
}


@pytest.mark.parametrize(("check", "broken"), [(check, broken) for check in FENCE_KIT for broken in PLANTED[check]])
def test_the_kit_catches_a_broken_fence(check: FenceCheck, broken: type[MemoryStore], clock: Clock) -> None:
    with pytest.raises((AssertionError, Elsewhere, pytest.fail.Exception)):
        check(MemoryNodes(clock, broken), clock)


@pytest.mark.parametrize(
    ("condition", "check"),
    [
        ("t.epoch = h.epoch AND ", a_stale_epoch_writes_nothing),
        ("t.epoch = h.epoch AND ", after_taking_again_nothing_older_can_come),
    ],
)
def test_the_kit_catches_a_statement_without_the_fence(
    condition: str, check: FenceCheck, nodes: PostgresNodes, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert condition in rows.APPEND
    monkeypatch.setattr(rows, "APPEND", rows.APPEND.replace(condition, ""))
    with pytest.raises(AssertionError):
        check(nodes, clock)


def test_the_statement_itself_writes_no_number_twice(nodes: PostgresNodes) -> None:
    """Also if the writer were wrong about the number that comes next."""
    store = nodes.store("here")
    assert isinstance(store, PostgresStore)
    opened(store, "a")
    assert {} == store.commit([("a", entry(1))])
    store._known["a"] = replace(store._known["a"], last=0)
    assert {"a": Lost} == kinds(store.commit([("a", entry(1, "1:x"))]))
    assert [0, 1] == whole(store, "a")
