"""Circles on the server: what strangers may not, what is no table, and what is on disk."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import msgspec

from rumpus.journal import TABLE
from rumpus.server.budget.limits import Limits
from rumpus.server.circles.keeper import CIRCLE
from rumpus.server.kept_logs import LOAD_MS_PER_KB, PUT_AWAY_S
from rumpus.server.log_keeper import size_of
from rumpus.server.sweeping import FIRST_S, Sweeper
from tests.support.circles import FACES, days_pass, join_circle, open_circle, sheet
from tests.support.clock import run_virtual
from tests.support.in_process import GENEROUS, LocalServer, with_server
from tests.support.stores import Clock, FailingStore, copy_of

replace = msgspec.structs.replace


# Strangers


@with_server()
async def test_a_wrong_id_a_wrong_key_and_a_removed_device_cannot_be_told_apart(server: LocalServer) -> None:
    ana = await open_circle(server)
    table = (await server.open("wig_out"))["token"].partition(".")[0]
    answers = set()
    for id_ in (ana.id, "0" * 16, table, "x" * 3000, "%00", "\N{SNOWMAN}"):
        for shown in ([], [(b"authorization", b"Bearer wrong")], [(b"authorization", b"Basic " + ana.key.encode())]):
            for rest, body in (("", None), ("/book", None), ("/export", None), ("/code", {}), ("/change", {"do": "x"})):
                answer = await server.request(f"/api/circles/{id_}{rest}", body, headers=shown)
                answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
    links = [{"circle": id_, "secret": "0" * 32} for id_ in (ana.id, "0" * 16, table)]
    for link in links:
        answer = await server.request("/api/circles/look", link)
        answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
        answer = await server.request("/api/circles/join", {**link, "name": "Eve", "avatar": "fox"})
        answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
    assert 1 == len(answers)
    assert {404} == {status for status, _, _ in answers}


@with_server(replace(GENEROUS, wrong_codes_per_minute=10, all_wrong_codes_per_minute=600))
async def test_wrong_keys_links_and_codes_are_braked_and_a_good_key_is_not(server: LocalServer) -> None:
    ana = await open_circle(server)
    wrong = {"circle": ana.id, "secret": "0" * 32}
    statuses = [(await server.request("/api/circles/look", wrong)).status for _ in range(12)]
    assert [404] * 10 + [429] * 2 == statuses
    good = {"circle": ana.id, "secret": ana.joined["secret"]}
    assert 429 == (await server.request("/api/circles/look", good)).status
    assert 429 == (await server.request("/api/circles/claim", {"code": "BBBBBBBB"})).status
    assert 429 == (await server.request(f"/api/circles/{ana.id}")).status
    assert 200 == (await ana.ask()).status, "from the same address"
    assert 200 == (await server.request("/api/circles/look", good, address="203.0.113.9")).status
    assert 201 == (await server.request("/api/tables", {"game": "wig_out", "name": "Ana"})).status
    await asyncio.sleep(60)
    assert 200 == (await server.request("/api/circles/look", good)).status


@with_server(Limits())
async def test_an_address_opens_twenty_circles_an_hour(server: LocalServer) -> None:
    body = {"name": "Us", "member": {"name": "Ana", "avatar": "fox"}}
    statuses = [(await server.request("/api/circles", body)).status for _ in range(21)]
    assert [201] * 20 + [429] == statuses
    assert 201 == (await server.request("/api/circles", body, address="203.0.113.9")).status
    await asyncio.sleep(180)
    assert 201 == (await server.request("/api/circles", body)).status


# Circles are no tables


@with_server()
async def test_a_circle_is_never_taken_for_a_table(server: LocalServer) -> None:
    ana = await open_circle(server)
    assert 0 == (await server.request("/healthz")).json()["tables"]
    connection = await server.enter({"token": f"{ana.id}.{'0' * 32}"})
    nobody = await server.enter({"token": f"{'0' * 16}.{'0' * 32}"})
    assert nobody.closed == connection.closed
    for path, body in (("/api/look", {"code": ana.id}), ("/api/join", {"code": ana.id, "name": "X"})):
        assert 404 == (await server.request(path, body)).status
    assert 404 == (await server.request("/api/steps", {"token": f"{ana.id}.{'0' * 32}"})).status
    assert 404 == (await server.request(f"/api/records/{ana.id}")).status


@with_server()
async def test_old_tables_are_swept_and_circles_only_if_the_host_says_so(server: LocalServer) -> None:
    used, unused = await open_circle(server), await open_circle(server, member="Bo")
    await server.open("wig_out")
    clock, uptime = Clock(), 0.0
    clock.now = server.store.now()
    server.store._clock = clock
    server.rooms.live.clear()
    server.rooms.circles.live.clear()

    async def swept(kind: str, days: float) -> list[str]:
        """The kinds that are left after a removal of what was not used for so many days."""
        nonlocal uptime
        sweeper = Sweeper(server.journal, (), lambda: uptime, days * 86_400, kind)
        for _ in range(2):
            uptime += FIRST_S
            await sweeper.tick()
        return [one.head.kind for one in server.store._tables.values()]

    clock.now += 40 * 86_400
    assert [CIRCLE, CIRCLE] == await swept(TABLE, 30)
    assert [CIRCLE, CIRCLE] == await swept(CIRCLE, math.inf)
    days_pass(server, 1)
    await used.circle()
    clock.now += 70 * 86_400
    assert [CIRCLE] == await swept(CIRCLE, 100)
    server.rooms.circles.live.clear()
    assert (200, 404) == ((await used.ask()).status, (await unused.ask()).status)


# On disk


@with_server()
async def test_a_circle_is_put_away_and_read_again(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    await bo.ask("/results", sheet())
    before = await ana.circle(), await ana.book()
    await asyncio.sleep(PUT_AWAY_S + 2)
    assert {} == server.rooms.circles.live
    assert before == (await ana.circle(), await ana.book())
    async with LocalServer(store=copy_of(server.store), seed="after") as after:
        ana.server = after
        assert before == (await ana.circle(), await ana.book())


def test_what_cannot_be_saved_has_not_happened() -> None:
    async def scenario() -> None:
        store = FailingStore(asyncio.get_running_loop().time)
        async with LocalServer(store=store) as server:
            ana = await open_circle(server)
            store.full = True
            for rest, body in (("/results", sheet()), ("/change", {"do": "rename", "name": "New"})):
                answer = await ana.ask(rest, body)
                assert (503, "table-not-saved") == (answer.status, answer.json()["reason"])
            assert 503 == (await ana.ask("/clear", {"what": "book"})).status
            refused = {"name": "x", "member": {"name": "Ana", "avatar": FACES["Ana"]}}
            assert 503 == (await server.request("/api/circles", refused)).status
            store.full = False
            assert "Us" == (await ana.circle())["name"]
            assert 200 == (await ana.ask("/results", sheet())).status
            assert 1 == len(await ana.book())

    run_virtual(scenario)


@with_server()
async def test_a_log_that_grew_long_is_written_anew(server: LocalServer) -> None:
    ana = await open_circle(server)
    long = sheet(rounds=[[0, 3]] * 250, totals=[0, 750])
    await ana.ask("/results", long)
    for at in range(500):
        await ana.does("correct", result={**long, "note": str(at)})
    assert size_of(server.store.entries(ana.id, whole=True)) < 1_200_000
    assert ["499"] == [one["note"] for one in await ana.book()]
    await asyncio.sleep(PUT_AWAY_S + 2)
    assert ["499"] == [one["note"] for one in await ana.book()]


@with_server()
async def test_a_damaged_circle_says_so_and_no_other_notices(server: LocalServer) -> None:
    ana, bo = await open_circle(server), await open_circle(server, member="Bo")
    await asyncio.sleep(PUT_AWAY_S + 2)
    entries = server.store._tables[ana.id].entries
    entries[0] = replace(entries[0], body=b"{}")
    answer = await ana.ask()
    assert (503, "circle-unreadable") == (answer.status, answer.json()["reason"])
    assert 200 == (await bo.ask()).status


@with_server()
async def test_whoever_has_a_circle_read_pays_for_its_length_once(server: LocalServer) -> None:
    ana = await open_circle(server)
    for at in range(20):
        await ana.ask("/results", sheet(f"pad-{at:08}"))
    circles: Any = server.rooms.circles
    circles.unload(circles.live[ana.id])
    size = size_of(await server.journal.entries(ana.id))
    paid: list[tuple[str, float]] = []
    circles.charge = lambda address, loop_ms: paid.append((address, loop_ms))
    for _ in range(2):
        assert 20 == (await ana.circle())["results"]
    assert [(ana.address, LOAD_MS_PER_KB * size / 1024)] == paid
