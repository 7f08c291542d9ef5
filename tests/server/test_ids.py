"""Ids of messages: one that was used long ago is answered, and nothing that others have sent is lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus.server.keeping import ids
from rumpus.server.keeping.answers import KEPT
from rumpus.server.keeping.ids import KnownIds
from rumpus.table import requests
from tests.support.clock import settle, virtual_time
from tests.support.in_process import LocalConnection, LocalServer, with_server

Frame = dict[str, Any]


@pytest.fixture(autouse=True)
def any_number_of_renames(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests rename people because that is the simplest step."""
    monkeypatch.setattr(requests, "RENAMES_PER_S", 10_000)


async def at_a_race(server: LocalServer) -> tuple[list[Frame], list[LocalConnection]]:
    """Ana and Bo about to start a race, with Sue watching; Bo and Sue have each used an id that is not cached now."""
    ana = await server.open("wig_out", settings={"countdown_s": 0, "wait_s": 300})
    people = [ana, await server.join(ana, "Bo"), await server.join(ana, "Sue", watch=True)]
    a, b, s = [await server.enter(one) for one in people]
    for one in (b, s):
        first = await one.ask("rename", id="old", name="Someone")
        assert "lobby" == first["type"]
        for at in range(KEPT):
            await one.ask("rename", id=f"r{at}", name=f"Name {at}")
    await b.ask("ready")
    await a.ask("begin")
    await b.ask("ready")
    return people, [a, b, s]


def reloads(one: LocalConnection) -> int:
    """How often the table was loaded again: each time everybody gets a welcome that nobody asked for."""
    return len([told for told in one.heard("welcome") if "id" not in told]) - 1


def answers(one: LocalConnection, id_: str) -> list[tuple[str, Any]]:
    return [(told["type"], told.get("reason")) for told in one.told if told.get("id") == id_]


@pytest.mark.parametrize("message", [{"type": "leave"}, {"type": "say", "phrase": "wow"}, {"type": "ready"}])
@with_server()
async def test_an_old_id_gets_its_old_answer_and_nobody_else_notices(server: LocalServer, message: Frame) -> None:
    (ana, *_), (a, b, s) = await at_a_race(server)
    before = len(server.written(ana))
    for offender in (b, s):
        a.say({"type": "do", "id": f"go {id(offender)}", "action": {"do": "go"}})
        offender.say({"id": "old", **message})
        await settle()
    assert 1 == len([entry for entry in server.written(ana)[before:] if entry.key]), "only GO is a new step"
    assert ["happened", "refused"] == [answers(a, f"go {id(one)}")[0][0] for one in (b, s)]  # it is too late for a 2nd
    for offender in (b, s):
        told = [one for one in offender.told if one.get("id") == "old"]
        assert ["lobby", "done"] == [one["type"] for one in told]
        assert told[0]["seq"] == told[1]["seq"]
        assert None is offender.closed
    assert [0, 0, 0] == [reloads(one) for one in (a, b, s)]


@with_server()
async def test_the_same_after_the_table_was_unloaded(server: LocalServer) -> None:
    (ana, bo, _), (_, b, _) = await at_a_race(server)
    first = next(told for told in b.told if told.get("id") == "old")
    for one in list(server.connections):
        one.drop()
    await asyncio.sleep(60)
    assert {} == server.rooms.live
    again, back = await server.enter(ana), await server.enter(bo)
    done = await back.ask("leave", id="old")
    assert ("done", first["seq"]) == (done["type"], done["seq"])
    assert 0 == reloads(again)


@with_server()
async def test_while_an_id_is_looked_up_only_its_sender_waits_and_in_order(server: LocalServer) -> None:
    _, (a, b, _) = await at_a_race(server)
    gate = asyncio.Event()
    seq_of = server.journal.seq_of

    async def slow(table: str, key: str) -> int | None:
        await gate.wait()
        return await seq_of(table, key)

    server.journal.seq_of = slow  # type: ignore[method-assign]
    b.say({"type": "leave", "id": "old"})
    for at in range(3):
        b.say({"type": "say", "id": f"later {at}", "phrase": "wow"})
    assert "happened" == (await a.does({"do": "go"}))["type"]
    assert [] == answers(b, "later 0")
    gate.set()
    await settle()
    ids_told = [told["id"] for told in b.told if str(told.get("id")).startswith(("old", "later"))]
    assert ["old", "old", "later 0", "later 1", "later 2"] == ids_told
    assert 0 == reloads(a)


@with_server()
async def test_a_lost_table_carries_out_again_what_others_have_sent(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await server.open("wig_out")
    bo, sue = await server.join(ana, "Bo"), await server.join(ana, "Sue", watch=True)
    a, b, s = await server.enter(ana), await server.enter(bo), await server.enter(sue)
    old = await s.ask("rename", id="old", name="Susan")
    for at in range(KEPT):
        await s.ask("rename", name=f"Name {at}")
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    a.say({"type": "rename", "id": "a1", "name": "Anna"})
    b.say({"type": "rename", "id": "b1", "name": "Bob"})
    s.say({"type": "rename", "id": "old", "name": "Susan"})
    b.say({"type": "rename", "id": "b1", "name": "Bob"})  # sent twice: one step and two answers
    b.say({"type": "sit", "id": "b2", "seat": 0})  # refused: the seat is taken
    a.say({"type": "say", "id": "a2", "phrase": "wow"})
    await settle()
    assert [1, 1, 1] == [reloads(one) for one in (a, b, s)]
    assert ["Anna", "Bob"] == [one["name"] for one in a.lobby()["people"]][:2]
    assert [("lobby", None)] == answers(a, "a1")
    assert [("lobby", None), ("done", None)] == answers(b, "b1")
    assert [("refused", "table-seat-taken")] == answers(b, "b2")
    assert [("done", None)] == answers(a, "a2")
    assert [old["seq"], old["seq"]] == [told["seq"] for told in s.told if told.get("id") == "old"]
    names = [entry.key for entry in server.written(ana) if entry.key in ("1:a1", "2:b1", "3:old")]
    assert ["3:old", "1:a1", "2:b1"] == names


def test_known_ids_forget_none_and_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MOST", 100)
    known = KnownIds()
    known.restore(ids.hashes(f"1:{at}" for at in range(50)))
    for at in range(50, 90):
        known.add(f"1:{at}")
    assert all(known.may_have(f"1:{at}") for at in range(90))
    assert not any(known.may_have(f"2:{at}") for at in range(90))
    for at in range(90, 200):
        known.add(f"1:{at}")
    assert all(known.may_have(f"1:{at}") for at in range(200))
    assert known.may_have("2:1"), "with too many ids the journal is asked about each"
    assert 0 == sum(map(len, known._parts)), "and nothing is remembered"
    known.restore(ids.hashes(["1:0"]))
    assert [True, False] == [known.may_have("1:0"), known.may_have("1:1")]


@virtual_time
async def test_a_table_with_too_many_ids_to_remember_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MOST", 4)
    async with LocalServer() as server:
        a = await server.enter(await server.open("wig_out"))
        told = [await a.ask("rename", id=f"r{at}", name=f"Ana {at}") for at in range(20)]
        assert ["lobby"] * 20 == [one["type"] for one in told]
        assert ["done"] * 20 == [(await a.ask("rename", id=f"r{at}", name="Ana"))["type"] for at in range(20)]
