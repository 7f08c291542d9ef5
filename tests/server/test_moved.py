"""A table that another node has taken: this one lets go of it, tells nobody anything, and writes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus import wire
from rumpus.journal import Conflict, Entry, Journal, Lost, Unreachable
from rumpus.journal.memory import MemoryStore
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.rooms import PUT_AWAY_S
from tests.support.circles import open_circle
from tests.support.clock import settle
from tests.support.in_process import LocalServer, table_of, with_server

RESTART = (wire.CLOSE_RESTART, "the table has moved; connect again")


def taken_away(server: LocalServer, seated: dict[str, Any]) -> tuple[MemoryStore, int]:
    """Another node, for which this one is dead, takes the table; returns its store and the epoch."""
    other = MemoryStore(node="other", beside=server.store)
    server.store.dead.add(server.store.node)
    epoch = other.take(table_of(seated))
    server.store.dead.clear()
    assert epoch is not None
    return other, epoch


async def lose_it(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    before = server.written(ana)
    taken_away(server, ana)
    told = len(b.told)
    a.say({"type": "rename", "id": "late", "name": "Anna"})
    b.say({"type": "sit", "id": "refused", "seat": 0})
    await settle()
    assert before == server.written(ana), "nothing was written"
    assert [] == [one for one in a.told if one.get("id") == "late"], "it is not answered, not even with a refusal"
    assert ["bye"] == [one["type"] for one in b.told[told:]], "and nobody else is told anything"
    assert (RESTART, RESTART) == (a.closed, b.closed)
    assert {} == server.rooms.live
    again = await server.enter(ana)
    assert again.closed is not None
    assert wire.CLOSE_RESTART == again.closed[0], "as long as the other node has it"


@with_server()
async def test_a_table_that_another_node_has_is_let_go_without_a_word(server: LocalServer) -> None:
    await lose_it(server)


def test_the_test_notices_a_node_that_loads_a_lost_table_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, take = Keeper.lost, MemoryStore.take

    def as_a_conflict(self: Keeper, error: Exception) -> None:
        lost(self, Conflict() if isinstance(error, Lost) else error)

    def from_the_living(self: MemoryStore, table: str) -> int | None:
        self._tables[table].owner = None
        return take(self, table)

    monkeypatch.setattr(Keeper, "lost", as_a_conflict)
    monkeypatch.setattr(MemoryStore, "take", from_the_living)
    with pytest.raises(AssertionError):
        with_server()(lose_it)()


def test_the_test_notices_a_node_that_writes_with_the_epoch_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryStore, "_fenced", lambda *_: None)
    with pytest.raises(AssertionError):
        with_server()(lose_it)()


@with_server()
async def test_somebody_who_joins_a_lost_table_is_told_to_try_again(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    await server.enter(ana)
    taken_away(server, ana)
    answer = await server.request("/api/join", {"code": ana["code"], "name": "Bo"})
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])
    assert {} == server.rooms.live


async def no_answer(server: LocalServer, monkeypatch: pytest.MonkeyPatch, *, comes_late: bool) -> None:
    """A commit without an answer. If it comes late, it does so after the table was read, if nothing prevents it."""
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    commit, entries, late = MemoryStore.commit, MemoryStore.entries, []

    def unreachable(self: MemoryStore, batch: list[tuple[str, Entry]]) -> dict[str, Exception]:
        late.append(batch)
        monkeypatch.setattr(MemoryStore, "commit", commit)
        return dict.fromkeys((table for table, _ in batch), Unreachable("nothing is known: no answer"))

    def read(self: MemoryStore, table: str, *, whole: bool = False) -> list[Entry]:
        found = entries(self, table, whole=whole)
        if comes_late and late:
            commit(self, late[0])
        return found

    monkeypatch.setattr(MemoryStore, "commit", unreachable)
    monkeypatch.setattr(MemoryStore, "entries", read)
    a.say({"type": "rename", "id": "first", "name": "Anna"})
    await asyncio.sleep(5)
    answers = [one for one in a.told if one.get("id") == "first"]
    assert ["table-not-saved"] == [one.get("reason") for one in answers]
    assert {table_of(ana): Lost} == {table: type(error) for table, error in commit(server.store, late[0]).items()}
    assert None is server.store.seq_of(table_of(ana), f"{ana['person']}:first"), "what was refused never happens"
    assert "lobby" == (await a.ask("rename", id="second", name="Anne"))["type"]


@pytest.mark.parametrize("comes_late", [False, True])
def test_a_table_is_taken_anew_after_a_write_whose_outcome_is_not_known(
    monkeypatch: pytest.MonkeyPatch, comes_late: bool
) -> None:
    with_server()(no_answer)(monkeypatch, comes_late=comes_late)


def test_the_test_notices_a_table_that_is_read_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    take, entries = Journal.take, Journal.entries

    async def reads_first(self: Journal, table: str, *, whole: bool = False) -> list[Entry]:
        found = await entries(self, table, whole=whole)
        await take(self, table)
        return found

    async def later(self: Journal, table: str) -> int | None:
        return server_epoch(self, table) + 1

    def server_epoch(journal: Journal, table: str) -> int:
        epoch: int = journal._store._tables[table].epoch  # type: ignore[attr-defined]
        return epoch

    monkeypatch.setattr(Journal, "entries", reads_first)
    monkeypatch.setattr(Journal, "take", later)
    with pytest.raises(AssertionError):
        with_server()(no_answer)(monkeypatch, comes_late=True)


@with_server()
async def test_a_table_that_nobody_is_at_is_released(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    other = MemoryStore(node="other", beside=server.store)
    a.drop()
    await asyncio.sleep(PUT_AWAY_S + 5)
    epoch = other.take(table_of(ana))
    assert epoch is not None
    other.release(table_of(ana), epoch)
    back = await server.enter(ana)
    assert 1 == len(back.heard("welcome"))
    assert epoch + 1 == server.keeper(ana).epoch


@with_server()
async def test_the_address_of_a_connection_may_name_its_table_and_no_other(server: LocalServer) -> None:
    ana, bo = await server.open("wig_out"), await server.open("wig_out")
    for seated, accepted in ((ana, True), (bo, False)):
        connection = server.connect(query=f"t={table_of(seated)}")
        connection.say({"type": "hello", "version": wire.VERSION, "token": ana["token"]})
        await settle()
        assert accepted == (connection.closed is None)
    assert connection.closed is not None
    assert wire.CLOSE_HELLO == connection.closed[0]
    assert "t=" in connection.closed[1]


@with_server()
async def test_a_circle_that_another_node_has_is_put_away_unchanged(server: LocalServer) -> None:
    ana = await open_circle(server)
    other, _ = taken_away(server, {"token": ana.id})
    entries = other.entries(ana.id)
    answer = await ana.ask("/change", {"do": "rename", "name": "We"})
    assert 503 == answer.status, answer
    assert entries == other.entries(ana.id)
    assert {} == server.rooms.circles.live
