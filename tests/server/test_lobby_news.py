"""Changes of the lobby that come close together are told together; and a server that has lost its end says so."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from rumpus import wire
from rumpus.server.keeping.lobby_news import TOGETHER_S
from rumpus.server.net.session import SINGLY_AT_ONCE, SINGLY_PER_S
from rumpus.table import requests
from tests.support.clock import settle, virtual_time
from tests.support.in_process import LocalConnection, LocalServer, table_of, with_server
from tests.support.stores import copy_of

RENAMES = 40
EVERY_S = 0.02


@pytest.fixture(autouse=True)
def any_number_of_renames(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests rename people because that is the simplest step."""
    monkeypatch.setattr(requests, "RENAMES_PER_S", 10_000)


async def enter(server: LocalServer, seated: dict[str, Any], **hello: Any) -> LocalConnection:
    connection = server.connect()
    connection.say({"type": "hello", "version": wire.VERSION, "token": seated["token"], **hello})
    await settle()
    return connection


def covered(one: LocalConnection) -> list[int]:
    """All numbers that the lobby messages on this connection tell of."""
    return [number for told in one.heard("lobby") for number in range(told.get("first", told["seq"]), told["seq"] + 1)]


@with_server()
async def test_many_changes_are_told_in_few_frames(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo, cy = await server.join(ana, "Bo"), await server.join(ana, "Cy")
    a, b = await enter(server, ana, merges=True), await enter(server, bo, merges=True)
    old = await enter(server, cy)
    start = server.keeper(ana).table.seq
    await asyncio.sleep(1)
    for at in range(RENAMES):
        b.say({"type": "rename", "id": f"r{at}", "name": f"Bo {at}"})
        await asyncio.sleep(EVERY_S)
    await asyncio.sleep(TOGETHER_S)
    numbers = list(range(start + 1, start + RENAMES + 1))
    assert numbers == covered(a) == covered(b) == covered(old)
    for one in (a, b):
        assert len(one.heard("lobby")) <= RENAMES * EVERY_S / TOGETHER_S + 2
        assert f"Bo {RENAMES - 1}" == one.lobby()["people"][1]["name"]
    assert RENAMES == len(old.heard("lobby"))
    answers = [told["id"] for told in b.told if told.get("id")]
    assert sorted(f"r{at}" for at in range(RENAMES)) == sorted(answers)
    written = {entry.key: entry.seq for entry in server.written(ana)}
    done = [told for told in b.told if told["type"] == "done"]
    assert all(written[f"{bo['person']}:{told['id']}"] == told["seq"] for told in done)


@with_server()
async def test_a_flood_of_changes_is_not_multiplied_for_clients_that_do_not_merge(server: LocalServer) -> None:
    """They are told of some one by one, then like everybody else; all their own messages are answered."""
    ana = await server.open("wig_out")
    bo, cy = await server.join(ana, "Bo"), await server.join(ana, "Cy")
    merging, old, flood = await enter(server, ana, merges=True), await enter(server, bo), await enter(server, cy)
    start, seconds, per_s = server.keeper(ana).table.seq, 10, 200
    for at in range(seconds * per_s):
        flood.say({"type": "rename", "id": f"r{at}", "name": f"Cy {at}"})
        await asyncio.sleep(1 / per_s)
    await asyncio.sleep(TOGETHER_S)
    assert start + seconds * per_s == server.keeper(ana).table.seq
    most = SINGLY_AT_ONCE + (SINGLY_PER_S + 1 / TOGETHER_S) * seconds + 2
    assert len(merging.heard("lobby")) <= seconds / TOGETHER_S + 2
    for one in (old, flood):
        assert len(one.heard("lobby")) <= most < seconds * per_s / 2
        numbers = covered(one)
        assert numbers == sorted(set(numbers))
        assert f"Cy {seconds * per_s - 1}" == one.lobby()["people"][2]["name"]
    answers = [told["id"] for told in flood.told if told.get("id")]
    assert sorted(f"r{at}" for at in range(seconds * per_s)) == sorted(answers)
    await asyncio.sleep(5)
    since = len(old.heard("lobby"))
    for at in range(20):
        flood.say({"type": "rename", "id": f"s{at}", "name": f"Cyd {at}"})
    await settle()
    assert since + 20 == len(old.heard("lobby")), "and one by one again when it is quiet"


@with_server()
async def test_a_single_change_is_told_at_once(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a, b = await enter(server, ana, merges=True), await enter(server, await server.join(ana, "Bo"), merges=True)
    for name in ("Anna", "Ann"):
        await asyncio.sleep(2 * TOGETHER_S)
        answer = await a.ask("rename", name=name)
        assert ("lobby", name) == (answer["type"], b.lobby()["people"][0]["name"])
        assert "first" not in answer


@with_server()
async def test_what_follows_a_change_is_told_behind_it(server: LocalServer) -> None:
    """Also the start of the match and its first deal, which no window may overtake."""
    ana = await server.open("wig_out", settings={"countdown_s": 0, "wait_s": 300})
    a, b = await enter(server, ana, merges=True), await enter(server, await server.join(ana, "Bo"), merges=True)
    await asyncio.sleep(1)
    seen = len(b.told)
    for message in ({"type": "rename", "id": "1", "name": "Anna"}, {"type": "rename", "id": "2", "name": "Ann"}):
        a.say(message)
    a.say({"type": "say", "id": "3", "phrase": "wow"})
    b.say({"type": "ready", "id": "4"})
    await settle()
    a.say({"type": "begin", "id": "5"})
    await settle()
    kinds = [told["type"] for told in b.told[seen:]]
    assert ["lobby", "lobby", "said", "lobby", "done", "happened", "countdown"] == kinds
    assert covered(b) + b.numbers()[-1:] == list(range(covered(b)[0], server.keeper(ana).table.seq + 1))


@virtual_time
async def test_a_server_that_has_lost_what_a_client_has_seen_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async with LocalServer() as first:
        ana = await first.open("wig_out")
        bo = await first.join(ana, "Bo")
        before = copy_of(first.store)
        a = await first.enter(ana)
        seen = (await a.ask("rename", name="Anna"))["seq"]
    with caplog.at_level(logging.WARNING, "rumpus"):
        async with LocalServer(store=before, seed="another") as second:
            a, b = await enter(second, ana, seen=seen), await enter(second, bo, seen=seen - 1)
            again = await enter(second, ana, seen=seen + 7)
            assert [True, None, True] == [one.last("welcome").get("behind") for one in (a, b, again)]
            assert seen - 1 == a.last("welcome")["seq"]
            assert "behind" not in await again.ask("resync"), "it is said once"
            assert "lobby" == (await again.ask("rename", name="Anna"))["type"], "the table goes on"
            assert 1.0 == second.rooms.metrics.registry.get_sample_value("rumpus_journal_behind_total")
    logged = [record for record in caplog.records if record.message == "journal-behind"]
    assert [(table_of(ana), seen, seen - 1)] == [(one.table, one.seen, one.saved) for one in logged]  # type: ignore[attr-defined]
