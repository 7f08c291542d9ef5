"""Every history of a small table: two players, a spectator, a full disk, a crash, a lost connection, old ids."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.journal.memory import MemoryStore
from rumpus.server.keeping import answers
from rumpus.server.keeping.ids import KnownIds
from rumpus.server.keeping.news import News
from rumpus.server.keeping.outbox import Outbox
from rumpus.server.keeping.recovery import Recovery
from rumpus.table import requests
from tests.model.explorer import Fault, explore
from tests.model.tables import TABLES

CUT_AT = {"a full disk": 7}  # steps; the soak explores it to its end, like the others here
DEEPEST = 40  # no history of the others is longer


@pytest.fixture(autouse=True)
def one_cached_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the third message of a person can carry an old id; and people may rename as often as they like."""
    monkeypatch.setattr(answers, "KEPT", 1)
    monkeypatch.setattr(requests, "RENAMES_PER_S", 10_000)


@pytest.mark.parametrize("name", TABLES)
def test_no_history_breaks_an_invariant(name: str) -> None:
    explored = explore(TABLES[name], CUT_AT.get(name, DEEPEST))
    assert explored.states > 50
    assert (name not in CUT_AT) == explored.complete


# Planted faults


def the_old_id_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server as it was: it knows only the cached ids, and whatever was lost with a conflict is refused."""
    take_over = Recovery.take_over
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    monkeypatch.setattr(Recovery, "take_over", lambda self, error: take_over(self, RuntimeError(str(error))))


@pytest.mark.parametrize(("name", "offender"), [("old ids", "Ana"), ("a spectator", "Sue")])
def test_the_old_id_hole_is_found_with_its_shortest_history(
    monkeypatch: pytest.MonkeyPatch, name: str, offender: str
) -> None:
    the_old_id_hole(monkeypatch)
    with pytest.raises(Fault, match="Bo's message 1 is void, though the disk never failed") as found:
        explore(TABLES[name], 8, about="Bo's message")
    history = str(found.value).splitlines()[1:]
    assert {offender: 3, "Bo": 1} == Counter(line.split()[1] for line in history[:-1]), found.value
    assert "then everything comes to rest" == history[-1].strip()


def test_a_conflict_alone_voids_nothing_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second line of defence: an old id that is not recognised costs a reload, and no message of others."""
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    explore(TABLES["old ids"], 20, about="Bo's message")
    with pytest.raises(Fault, match="rolled back though the disk never failed"):
        explore(TABLES["old ids"], 5)


def test_the_model_catches_a_server_that_tells_before_saving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outbox, "hold", lambda self, seq, deliver, asker=None: deliver())
    with pytest.raises(Fault, match="told implies saved"):
        explore(TABLES["old ids"], 3)


def test_the_model_catches_a_message_that_takes_effect_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    monkeypatch.setattr(answers, "_cache", lambda *_: None)
    monkeypatch.setattr(MemoryStore, "_taken", lambda *_: None)
    with pytest.raises(Fault, match="is said to have made number"):
        explore(TABLES["old ids"], 5)


def test_the_model_catches_a_number_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    of = News.of

    def most(self: News, step: Any, people: Any) -> Any:
        return of(self, step, people if step.seq % 2 else [])

    monkeypatch.setattr(News, "of", most)
    with pytest.raises(Fault, match=r"a gap|and the disk has|gets no answer"):
        explore(TABLES["old ids"], 4)


def test_the_model_catches_a_rebuild_that_forgets_who_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recovery, "_answer", lambda *_: None)
    with pytest.raises(Fault, match="gets no answer"):
        explore(TABLES["a full disk"], 3)
