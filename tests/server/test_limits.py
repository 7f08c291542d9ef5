"""Limits: message rates, connections, tables, records, and clients that do not read."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from msgspec.structs import replace

from rumpus import wire
from rumpus.server.budget.load import SAMPLES, TICK_S
from rumpus.server.net.session import PING_EVERY_S, SLOWEST_BYTES
from rumpus.server.web import records
from tests.support.clock import settle, until
from tests.support.in_process import GENEROUS, LocalServer, with_server

# Limits


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=60))
async def test_a_client_that_sends_too_fast_is_closed_and_reconnecting_does_not_reset_its_limit(
    server: LocalServer,
) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    for at in range(62):
        a.say({"type": "mute", "id": f"m{at}", "person": 2})
    await settle()
    assert 59 == len(a.heard("done")), "coming was the first"
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]
    again = await server.enter(ana)
    assert [] == again.heard("welcome")
    assert again.closed is not None
    assert wire.CLOSE_LIMIT == again.closed[0]
    assert "done" == (await b.ask("mute", person=1))["type"]  # the limit of one person does not affect others
    await asyncio.sleep(1.0)
    third = await server.enter(ana)
    for at in range(14):
        assert "welcome" == (await third.ask("resync", id=f"r{at}"))["type"]


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=20))
async def test_malformed_messages_count_against_the_limit(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    for _ in range(30):
        a.say("{")
    await settle()
    assert 19 == len(a.heard("refused")), "coming was the first"
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]


@with_server(replace(GENEROUS, messages_per_s=1, messages_at_once=4))
async def test_connecting_again_and_again_counts_as_messages(server: LocalServer) -> None:
    ana, bo = await server.open("wig_out"), await server.open("wig_out")
    connections = [await server.enter(ana) for _ in range(6)]
    assert [1, 1, 1, 1, 0, 0] == [len(one.heard("welcome")) for one in connections]
    assert connections[5].closed is not None
    assert wire.CLOSE_LIMIT == connections[5].closed[0]
    assert connections[3].closed is None, "who is there stays"
    assert (await server.enter(bo)).heard("welcome"), "no other seat pays for it"
    await asyncio.sleep(2.0)
    assert (await server.enter(ana)).heard("welcome")


@with_server(replace(GENEROUS, messages_per_s=1, messages_at_once=20))
async def test_only_pongs_that_the_server_has_asked_for_cost_nothing(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    assert len(a.heard("ping")) > 1
    for _ in range(19):
        a.say({"type": "pong", "n": 1})  # answered long ago
    await settle()
    assert a.closed is None
    a.say({"type": "pong", "n": 99})
    await settle()
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]


@with_server()
async def test_records_shown_at_once_are_limited(server: LocalServer) -> None:
    server.app.records.showing = records.MOST_SHOWN
    answer = await server.request("/api/replay", b"x")
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])
    server.app.records.showing -= 1
    assert [400, 400] == [(await server.request("/api/replay", b"x")).status for _ in range(2)]
    assert records.MOST_SHOWN - 1 == server.app.records.showing, "who is refused takes no place"


@with_server()
async def test_a_record_counts_as_shown_until_it_is_read_or_times_out(server: LocalServer) -> None:
    sent: list[int] = []

    async def send(message: Any) -> None:
        sent.append(len(message.get("body", b"")))
        if len(sent) > 2:
            await asyncio.sleep(records.SHOW_S * 2)  # nobody reads on

    server.app.records.showing = 1
    steps = records.Steps(b"x" * (3 * records.CHUNK_BYTES), server.app.records)
    asked: Any = ({"type": "http", "asgi": {"spec_version": "2.4"}}, asyncio.Event().wait, send)
    slow = asyncio.create_task(steps(*asked))
    await settle()
    assert ([0, records.CHUNK_BYTES, records.CHUNK_BYTES], 1) == (sent, server.app.records.showing)
    await asyncio.sleep(records.SHOW_S + 1)
    assert (True, 0) == (slow.done(), server.app.records.showing)
    await slow


@with_server(replace(GENEROUS, connections=5))
async def test_connections_are_limited_per_address(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    connections = [server.connect() for _ in range(6)]
    await settle()
    assert [True] * 5 + [False] == [one.accepted for one in connections]
    assert (wire.CLOSE_LIMIT, "") == connections[5].closed
    assert (await server.enter(ana, address="198.51.100.8")).heard("welcome")
    connections[0].drop()
    await settle()
    assert (await server.enter(ana)).heard("welcome")


@with_server(replace(GENEROUS, tables_per_minute=4, joins_per_minute=3, records_per_minute=2))
async def test_opened_tables_are_limited_per_address_and_minute(server: LocalServer) -> None:
    table = {"game": "wig_out", "name": "Ana"}
    opened = [await server.request("/api/tables", table) for _ in range(5)]
    assert [201] * 4 + [429] == [one.status for one in opened]
    join = {"code": opened[0].json()["code"], "name": "Bo"}
    assert [200] * 3 + [429] == [(await server.request("/api/join", join)).status for _ in range(4)]
    assert [400, 400, 429] == [(await server.request("/api/replay", b"x")).status for _ in range(3)]
    assert 429 == (await server.request("/api/records/x")).status
    assert 429 == (await server.request("/api/steps", {"token": "x"})).status
    assert 201 == (await server.request("/api/tables", table, address="198.51.100.8")).status
    await asyncio.sleep(15.1)
    assert 201 == (await server.request("/api/tables", table)).status


@with_server(replace(GENEROUS, tables=2, people=1))
async def test_a_full_server_says_so(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    await server.open("wig_out")
    answer = await server.request("/api/tables", {"game": "wig_out", "name": "Ana"})
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])
    await server.enter(ana)
    assert (wire.CLOSE_LIMIT, "") == (await server.enter(ana, address="198.51.100.8")).closed


# Clients that do not read


@with_server()
async def test_a_slow_reader_is_disconnected_and_gets_a_fresh_view_on_return(
    server: LocalServer,
) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    session = server.keeper(ana).sessions[bo["person"]]
    b.reading.clear()
    at = 0
    while not b.task.done():
        assert "lobby" == (await a.ask("configure", options={"rounds": at % 50 + 1}))["type"]
        assert session._waiting <= SLOWEST_BYTES
        at += 1
    assert SLOWEST_BYTES // 4096 < at < SLOWEST_BYTES
    assert wire.CLOSE_SLOW == session.ended[0]
    assert 0 == session._waiting
    assert "lobby" == (await a.ask("rename", name="Annie"))["type"]
    assert [1] == a.last("here")["people"]
    again = await server.enter(bo)
    assert a.numbers()[-1] == again.last("welcome")["seq"]
    await a.ask("rename", name="Anna")
    assert [a.numbers()[-1]] == again.numbers()
    assert list(range(a.numbers()[0], a.numbers()[-1] + 1)) == a.numbers()


@with_server()
async def test_a_slow_reader_that_is_being_closed_is_cut_soon(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    first = await server.enter(ana)
    first.reading.clear()
    await server.enter(ana)
    await asyncio.sleep(3)
    assert first.task.done()
    assert 1 == len(server.rooms.sessions)


@with_server()
async def test_a_client_that_does_not_answer_pings_is_closed(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    a.ponging = False
    await until(lambda: a.closed is not None, 60)
    assert a.closed is not None
    assert wire.CLOSE_SILENT == a.closed[0]


@with_server()
async def test_pings_go_out_a_few_at_a_time(server: LocalServer) -> None:
    """All pings at once, with their pongs, would delay the tables."""
    ana = await server.open("wig_out")
    everybody = [await server.enter(ana)]
    while len(everybody) < 40:
        everybody.append(await server.enter(await server.open("wig_out")))
    pinged: Counter[int] = Counter()
    first = {one: len(one.heard("ping")) for one in everybody}  # as soon as somebody comes
    before = sum(first.values())
    for look in range(round(PING_EVERY_S + 2) * SAMPLES):
        await asyncio.sleep(TICK_S / SAMPLES)
        now = sum(len(one.heard("ping")) for one in everybody)
        pinged[look] += now - before
        before = now
    assert all(len(one.heard("ping")) > first[one] for one in everybody)
    assert max(pinged.values()) <= 4, pinged
