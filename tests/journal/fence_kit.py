"""What the stores of several nodes on one database promise: one check for each promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest
from msgspec.structs import replace

from rumpus.journal import FIRST, Conflict, Elsewhere, Entry, Head, Lost, Store
from tests.support.stores import Clock, entry, head, kinds, opened, whole


class Nodes(Protocol):
    """The nodes of one database."""

    def store(self, node: str) -> Store:
        """A new store of this node; a node may have several, as one that has connected again."""
        ...

    def die(self, node: str) -> None:
        """Everybody knows from now on that this node is dead."""
        ...


def at(epoch: int, seq: int, key: str | None = None) -> Entry:
    """An entry of a writer with this epoch."""
    return replace(entry(seq, key), epoch=epoch)


def what_one_node_has_no_other_takes(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a", "b")
    with pytest.raises(Elsewhere) as elsewhere:
        there.take("a")
    assert "here" == elsewhere.value.node
    here.release("a", FIRST)
    assert FIRST + 1 == there.take("a")
    with pytest.raises(Elsewhere):
        here.take("a")
    with pytest.raises(Elsewhere):
        there.take("b")
    assert None is there.take("none")


def what_a_dead_node_had_is_taken(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a")
    nodes.die("here")
    assert FIRST + 1 == there.take("a")
    with pytest.raises(Elsewhere):
        here.take("a")


def every_taking_has_an_epoch_of_its_own(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a")
    assert [FIRST + 1, FIRST + 2] == [here.take("a"), here.take("a")]
    here.release("a", FIRST + 2)
    assert FIRST + 3 == there.take("a")
    assert {} == there.commit([("a", at(FIRST + 3, 1))])
    assert [FIRST, FIRST + 3] == [each.epoch for each in there.entries("a", whole=True)]


def a_stale_epoch_writes_nothing(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a", "b")
    assert {} == here.commit([("a", at(FIRST, 1))])
    nodes.die("here")
    assert FIRST + 1 == there.take("a")
    errors = here.commit([("a", at(FIRST, 2, "1:stale")), ("b", at(FIRST, 1))])
    assert {"a": Lost} == kinds(errors), "the table that is still here is written"
    assert {"a": Lost} == kinds(here.commit([("a", at(FIRST, 7))])), "lost, whatever its number"
    assert {} == there.commit([("a", at(FIRST + 1, 2, "1:good"))])
    assert {"a": Lost} == kinds(here.commit([("a", at(FIRST, 3))]))
    assert [[0, 1, 2], [0, 1]] == [whole(there, table) for table in "ab"]
    assert (2, None) == (there.seq_of("a", "1:good"), there.seq_of("a", "1:stale"))


def a_stale_epoch_replaces_and_drops_nothing(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    club = Head("club", "code-club", 5.0, "circle")
    here.open(club, entry(0, "k"))
    nodes.die("here")
    assert FIRST + 1 == there.take("club")
    with pytest.raises(Lost):
        here.replace(club, [at(FIRST, 1)])
    with pytest.raises(Lost):
        here.drop("club", FIRST)
    assert [0] == whole(there, "club")
    there.replace(club, [at(FIRST + 1, 1), at(FIRST + 1, 2)])
    assert {"club": Lost} == kinds(here.commit([("club", at(FIRST, 3))])), "an epoch outlives what it was taken for"
    assert {} == there.commit([("club", at(FIRST + 1, 3))])
    there.drop("club", FIRST + 1)
    assert None is there.head("club")


def a_late_release_gives_nothing_away(nodes: Nodes, _clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a")
    assert FIRST + 1 == here.take("a")
    here.release("a", FIRST)
    with pytest.raises(Elsewhere):
        there.take("a")
    there.release("a", FIRST + 1)
    with pytest.raises(Elsewhere):
        there.take("a")


def after_taking_again_nothing_older_can_come(nodes: Nodes, _clock: Clock) -> None:
    """A commit without an answer: taken again, then read; what had not been written by then never will be."""
    store, late = nodes.store("here"), nodes.store("here")
    opened(store, "written", "late")
    assert {} == late.commit([("written", at(FIRST, 1, "1:x"))])
    assert [FIRST + 1, FIRST + 1] == [store.take("written"), store.take("late")]
    assert [1, None] == [store.seq_of(table, "1:x") for table in ("written", "late")]
    assert {"late": Lost} == kinds(late.commit([("late", at(FIRST, 1, "1:x"))]))
    assert {"written": Lost} == kinds(late.commit([("written", at(FIRST, 2, "1:y"))]))
    assert {} == store.commit([("late", at(FIRST + 1, 1, "1:x"))])
    assert [[0, 1], [0, 1]] == [whole(store, table) for table in ("written", "late")]
    assert {"late": Conflict} == kinds(store.commit([("late", at(FIRST + 1, 2, "1:x"))]))


def what_another_node_has_is_not_removed(nodes: Nodes, clock: Clock) -> None:
    here, there = nodes.store("here"), nodes.store("there")
    opened(here, "a", "b", "c")
    here.release("b", FIRST)
    clock.now = 2000.0
    assert 1 == there.remove(2000.0)
    assert [head("a"), None] == [there.head(table) for table in "ab"]
    nodes.die("here")
    assert 2 == there.remove(2000.0)


FenceCheck = Callable[[Nodes, Clock], None]
FENCE_KIT: list[FenceCheck] = [
    what_one_node_has_no_other_takes,
    what_a_dead_node_had_is_taken,
    every_taking_has_an_epoch_of_its_own,
    a_stale_epoch_writes_nothing,
    a_stale_epoch_replaces_and_drops_nothing,
    a_late_release_gives_nothing_away,
    after_taking_again_nothing_older_can_come,
    what_another_node_has_is_not_removed,
]
