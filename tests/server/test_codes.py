"""Table codes, tokens and device codes: what they give access to, and what a wrong one reveals."""

from __future__ import annotations

import asyncio
import json

import pytest
from msgspec.structs import replace

from rumpus import wire
from rumpus.journal import Entry, Head
from rumpus.server.device_codes import DEVICE_CODE_S
from rumpus.server.rooms import PUT_AWAY_S, UNPLAYABLE_S
from rumpus.table import LETTERS, hashed
from tests.support.clock import settle, virtual_time
from tests.support.in_process import GENEROUS, LocalServer, table_of, with_server

WRONG = "BBBBBBBB"


@virtual_time
async def test_wrong_codes_are_counted_over_every_endpoint() -> None:
    limits = replace(GENEROUS, wrong_codes_per_minute=10)
    async with LocalServer(limits) as server:
        ana = await server.open("wig_out")
        for _ in range(2):
            assert 404 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status
            assert 404 == (await server.request("/api/look", {"code": WRONG})).status
        for _ in range(6):
            assert 404 == (await server.request("/api/device", {"code": WRONG})).status
        connections = {"/api/join": {"code": ana["code"], "name": "E"}, "/api/look": {"code": ana["code"]}}
        for path, body in {**connections, "/api/device": {"code": WRONG}}.items():
            answer = await server.request(path, body)
            assert (429, "table-too-many") == (answer.status, answer.json()["reason"])
        assert 200 == (await server.request("/api/look", {"code": ana["code"]}, address="198.51.100.8")).status
        await asyncio.sleep(6.1)
        assert 200 == (await server.request("/api/join", {"code": ana["code"], "name": "Bo"})).status
        assert 404 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status
        assert 429 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status


@with_server(replace(GENEROUS, wrong_codes_per_minute=10))
async def test_a_good_token_is_never_refused_because_of_wrong_codes_or_tokens_of_a_neighbour(
    server: LocalServer,
) -> None:
    tables = [await server.open("wig_out") for _ in range(25)]
    for _ in range(12):
        await server.request("/api/look", {"code": WRONG})
        connection = await server.enter({"token": f"{table_of(tables[0])}.{'0' * 32}"})
        assert (wire.CLOSE_TOKEN, "no seat goes by this token") == connection.closed
    assert 429 == (await server.request("/api/look", {"code": WRONG})).status
    connections = [await server.enter(seated) for seated in tables]
    assert [1] * 25 == [len(one.heard("welcome")) for one in connections]


@with_server(replace(GENEROUS, wrong_codes_per_minute=10))
async def test_wrong_tokens_do_not_use_up_the_wrong_codes(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    for _ in range(20):
        await server.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
    assert 200 == (await server.request("/api/look", {"code": ana["code"]})).status


@with_server(replace(GENEROUS, wrong_codes_per_minute=10, prefix_times=2, all_wrong_codes_per_minute=35))
async def test_wrong_codes_have_a_budget_for_the_network_and_one_for_all_addresses(server: LocalServer) -> None:
    async def wrong(address: str, number: int) -> list[int]:
        return [(await server.request("/api/look", {"code": WRONG}, address=address)).status for _ in range(number)]

    assert [404] * 10 + [429] == await wrong("198.51.100.1", 11)
    assert [404] * 10 + [429] == await wrong("198.51.100.2", 11)
    assert [429] == await wrong("198.51.100.3", 1), "the /24 has used up its budget"
    assert [404] * 10 + [429] == await wrong("2001:db8:1:1::1", 11)
    assert [404] * 5 + [429] == await wrong("2001:db8:2:1::1", 6), "all addresses together have"
    ana = await server.open("wig_out")
    assert (await server.enter(ana)).heard("welcome")


@with_server()
async def test_a_table_that_cannot_be_loaded_is_not_read_again_for_every_hello(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.store.open(Head("torn", "BCDFGHJK", 0.0), Entry(1, 0.0, None, b"{"))
    reads: list[str] = []
    entries = server.store.entries

    def counted(table: str, *, whole: bool = False) -> list[Entry]:
        reads.append(table)
        return entries(table, whole=whole)

    monkeypatch.setattr(server.store, "entries", counted)
    for _ in range(20):
        connection = await server.enter({"token": "torn.0"})
        assert connection.closed is not None
        assert wire.CLOSE_TABLE == connection.closed[0]
    assert 1 == len(reads)
    await asyncio.sleep(UNPLAYABLE_S + 2)
    await server.enter({"token": "torn.0"})
    assert 2 == len(reads)


@with_server()
async def test_a_wrong_code_a_full_table_and_an_unplayable_one_get_the_same_answer(
    server: LocalServer,
) -> None:

    async def _answer(server: LocalServer, code: str, watch: bool | None) -> tuple[int, bytes, str]:
        look, join = ("/api/look", {"code": code}), ("/api/join", {"code": code, "name": "Eve", "watch": watch})
        answer = await server.request(*(look if watch is None else join))
        return answer.status, answer.body, str(sorted(answer.headers.items()))

    full = await server.open("wig_out", bots=["casual"] * 5, settings={"spectators": False})
    begun = await server.open("five_crowns", bots=["casual"], settings={"spectators": False, "late": False})
    host = await server.enter(begun)
    await host.ask("begin")
    codes = [WRONG, "short", "", full["code"], begun["code"]]
    for name, body in (("torn", b"{"), ("odd", b'{"lobby":null}')):
        code = f"{name.upper():B<8}".translate(str.maketrans("OUAEI", "BBBBB"))
        assert set(code) <= set(LETTERS)
        server.store.open(Head(name, code, 0.0), Entry(1, 0.0, None, body))
        codes.append(code)
    answers = {await _answer(server, code, watch) for code in codes for watch in (False, True, None)}
    assert 1 == len(answers)
    status, body, _ = answers.pop()
    assert (404, "table-no-such") == (status, json.loads(body)["reason"])


@with_server()
async def test_an_invited_person_can_see_the_game_and_host_before_joining(server: LocalServer) -> None:
    ana = await server.open("wackee_six", name="Ana")
    invited = {"game": "wackee_six", "host": "Ana", "play": True, "watch": True}
    assert invited == (await server.request("/api/look", {"code": f" {ana['code'].lower()} "})).json()
    full = await server.open("wig_out", name="Bo", bots=["casual"] * 5)
    invited = {"game": "wig_out", "host": "Bo", "play": False, "watch": True}
    assert invited == (await server.request("/api/look", {"code": full["code"]})).json()
    assert 1 == len(server.keeper(ana).table.lobby.people), "looking is not joining"


@with_server(replace(GENEROUS, wrong_codes_per_minute=10))
async def test_a_full_table_counts_as_a_wrong_code(server: LocalServer) -> None:
    full = await server.open("wig_out", bots=["casual"] * 5)
    statuses = [(await server.request("/api/join", {"code": full["code"], "name": "E"})).status for _ in range(11)]
    assert [404] * 10 + [429] == statuses


# One seat, one connection


@with_server()
async def test_the_newest_connection_has_the_seat_and_the_older_is_told(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    first, b = await server.enter(ana), await server.enter(bo)
    second = await server.enter(ana)
    assert first.closed is not None
    assert wire.CLOSE_NEWER == first.closed[0] == first.last("bye")["code"]
    assert first.task.done()
    assert [1, 2] == second.last("here")["people"] == b.last("here")["people"]
    first.say({"type": "leave", "id": "x"})
    assert "lobby" == (await second.ask("rename", name="Anna"))["type"]
    assert 2 == len(server.rooms.sessions)


@with_server()
async def test_a_device_code_works_once_within_a_minute_and_voids_the_old_token(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    void = (await a.ask("device"))["found"]["code"]
    found = (await a.ask("device"))["found"]
    assert DEVICE_CODE_S == found["valid_s"]
    assert 404 == (await server.request("/api/device", {"code": void})).status
    moved = await server.request("/api/device", {"code": f" {found['code'].lower()} "})
    assert 200 == moved.status
    await settle()
    assert a.closed is not None
    assert wire.CLOSE_NEWER == a.closed[0]
    assert 404 == (await server.request("/api/device", {"code": found["code"]})).status
    assert (await server.enter(ana)).closed is not None
    new = await server.enter(moved.json())
    assert ana["person"] == new.last("welcome")["you"]
    late = (await new.ask("device"))["found"]["code"]
    await asyncio.sleep(DEVICE_CODE_S + 0.1)
    assert 404 == (await server.request("/api/device", {"code": late})).status
    assert hashed(moved.json()["token"]) == server.keeper(ana).table.lobby.people[0].token


@with_server()
async def test_a_device_code_of_a_removed_person_does_not_work(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    code = (await b.ask("device"))["found"]["code"]
    await a.ask("remove", person=bo["person"])
    assert 404 == (await server.request("/api/device", {"code": code})).status


@with_server()
async def test_a_table_is_unloaded_when_its_only_person_moved_device_and_never_connected(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    code = (await a.ask("device"))["found"]["code"]
    assert 200 == (await server.request("/api/device", {"code": code})).status
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert {} == server.rooms.live
