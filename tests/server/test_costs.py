"""Every endpoint declares what it may cost, and requests, messages and bytes are held to the budgets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.routing import Match, Route

from rumpus import wire
from rumpus.contract import Question
from rumpus.games import GAMES
from rumpus.server.budget import budgets, costs
from rumpus.server.budget.limits import Limits
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.loading import Lately
from rumpus.server.net.socket import OVER_BUDGET_S
from rumpus.server.rooms import UNSAVED_S
from rumpus.server.run import HEALTH_AGE_S
from rumpus.server.web.app import App
from rumpus.server.web.guard import REFUSED_S
from tests.support.clock import settle
from tests.support.in_process import GENEROUS, LocalConnection, LocalServer, with_server

# Everything declares its cost


def undeclared(app: App) -> set[str]:
    """The routes, messages and questions without a cost, and costs that belong to nothing."""
    routes = {route.path for route in app._routes()}
    kinds = {costs.NAMES.get(kind, repr(kind)) for kind in wire.FROM_CLIENT if costs.of_message(kind) is None}
    questions = {question for rules in GAMES.values() for question in rules.questions}
    silent = {repr(question) for question in questions if "thinking_ms" not in vars(question)}
    return (routes ^ set(costs.HTTP)) | kinds | silent


@with_server()
async def test_every_route_message_and_question_declares_its_cost(server: LocalServer) -> None:
    assert set() == undeclared(server.app)
    for cost in costs.all_endpoints().values():
        assert cost is not None
        assert cost.loop_ms > 0


@with_server()
async def test_an_endpoint_without_a_declared_cost_is_caught(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes = server.app._routes()

    class Odd(Question, frozen=True, kw_only=True):
        """A question that does not say what it costs."""

    monkeypatch.setattr(server.app, "_routes", lambda: [*routes, Route("/api/new", server.app.api.health)])
    assert {"/api/new"} == undeclared(server.app)
    monkeypatch.setattr(server.app, "_routes", lambda: routes)
    monkeypatch.delitem(costs.MESSAGES, wire.Rename)
    assert {"rename"} == undeclared(server.app)
    monkeypatch.undo()
    monkeypatch.setattr(next(iter(GAMES.values())), "questions", (Odd,))
    assert {repr(Odd)} == undeclared(server.app)


@with_server()
async def test_a_request_pays_for_the_route_that_it_goes_to(server: LocalServer) -> None:
    asked = ("/", "/index.html", "/healthz", "/api/games", "/api/games/wig_out/text/en", "/api/tables", "/api/look")
    for path in (*asked, "/api/records/x", "/api/records/x/steps", "/api/nothing", "/assets/x.js", "//", "/api/games/"):
        scope: Any = {"type": "http", "path": path, "method": "POST", "headers": []}
        for route in server.app._routes():
            methods = {"method": next(iter(route.methods or {"GET"}))}
            if route.matches({**scope, **methods})[0] is Match.FULL:
                assert route.path == costs.endpoint(path)
                break


def test_an_ordinary_action_counts_as_one_and_what_costs_more_as_more() -> None:
    weights = {costs.NAMES[kind]: cost.weight for kind in wire.FROM_CLIENT if (cost := costs.of_message(kind))}
    assert 1 == weights["do"] == weights["ready"] == weights["pong"] == weights["hello"] == weights["resync"]
    assert 2 == weights["rename"] == weights["configure"] == weights["hint"]
    assert set(costs.HEAVY) == {kind for kind in wire.FROM_CLIENT if weights[costs.NAMES[kind]] > 1}


# Over HTTP


async def changed(host: LocalConnection, number: int) -> dict[str, Any]:
    """The host changes a setting to and fro; returns the answer."""
    return await host.ask("configure", settings={"hints": bool(number % 2)})


@with_server(replace(GENEROUS, connections=1, loop_ms_at_once=10, loop_ms_per_s=1))
async def test_a_request_over_budget_is_refused_before_any_work_and_says_when_to_come_again(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [await server.request("/api/look", {"code": "x"}) for _ in range(7)]
    statuses = [answer.status for answer in answers]
    assert [404, 404, 404, 404, 404, 429, 429] == statuses
    refused = answers[-1]
    assert "table-too-many" == refused.json()["reason"]
    assert f"try again in {refused.headers['retry-after']} s" in refused.json()["expected"]
    assert "content-security-policy" in refused.headers
    assert 404 == (await server.request("/api/look", {"code": "x"}, address="203.0.113.1")).status
    loop = asyncio.get_running_loop()
    before = loop.time()
    assert 429 == (await server.request("/assets/x")).status
    assert loop.time() - before >= REFUSED_S, "or asking again and again would load the server"
    await asyncio.sleep(float(refused.headers["retry-after"]))
    assert 404 == (await server.request("/api/look", {"code": "x"})).status
    assert 2 == server.rooms.metrics.registry.get_sample_value("rumpus_over_budget_total", {"endpoint": "/api/look"})


@with_server(Limits())
async def test_a_school_class_behind_one_router_never_meets_a_limit(server: LocalServer) -> None:
    """30 people load the page with all its files at the same moment, ten of them open a table, the others join."""
    for person in range(30):
        for file in range(64):
            assert 429 != (await server.request(f"/assets/{person}-{file}")).status
        assert 200 == (await server.request("/api/games")).status
    tables = [await server.open("wig_out") for _ in range(10)]
    seats = tables + [await server.join(table, f"P{at}") for table in tables for at in range(2)]
    connections = [await server.enter(seat) for seat in seats]
    for _ in range(20):  # everybody clicks ten times a second
        for at, connection in enumerate(connections):
            for click in range(5):
                connection.say({"type": "mute", "id": f"{at}-{click}", "person": 99})
        await asyncio.sleep(0.5)
    for host in connections[:10]:
        for at in range(15):
            assert "lobby" == (await changed(host, at))["type"]
    assert all(one.closed is None for one in connections)
    assert not any(told.get("reason") == "table-too-much" for one in connections for told in one.told)


# Messages


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=60))
async def test_a_costly_message_takes_more_of_the_allowance_of_its_seat(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    for at in range(29):
        assert "lobby" == (await changed(a, at))["type"]
    a.say({"type": "configure", "id": "last", "settings": {}})
    await settle()
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=60, seats_at_full_rate=2))
async def test_a_flood_of_many_seats_of_one_address_is_stopped_and_a_calm_neighbour_is_not(server: LocalServer) -> None:
    calm = await server.enter(await server.open("wig_out"))
    flood = [await server.enter(await server.open("wig_out")) for _ in range(10)]
    for at in range(200):
        for connection in flood:
            if connection.closed is None:
                connection.say({"type": "mute", "id": f"m{at}", "person": 99})
        if at % 10 == 0:
            assert "done" == (await calm.ask("mute", person=99))["type"]
        await asyncio.sleep(0.1)
    assert 6 <= sum(connection.closed is not None for connection in flood), "there is room for three of ten"
    assert calm.closed is None
    assert all(one.closed[0] == wire.CLOSE_LIMIT for one in flood if one.closed is not None)


@with_server()
async def test_a_burst_of_one_seat_does_not_keep_another_table_waiting(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = await server.open("wig_out"), await server.open("wig_out")
    a, b = await server.enter(ana), await server.enter(bo)
    await asyncio.sleep(1)
    order: list[str] = []
    hear = Keeper.hear

    def noted(self: Keeper, session: Any, ask: Any) -> None:
        order.append(ask.id)
        hear(self, session, ask)

    monkeypatch.setattr(Keeper, "hear", noted)
    for at in range(50):
        a.say({"type": "mute", "id": f"flood {at}", "person": 2})
    b.say({"type": "mute", "id": "calm", "person": 2})
    await settle()
    assert order.index("calm") <= 10
    assert [f"flood {at}" for at in range(50)] == [one for one in order if one != "calm"]


# Bytes


@with_server(replace(GENEROUS, table_written_kb_at_once=200, table_written_kb_per_s=1))
async def test_a_table_over_its_bytes_refuses_lobby_changes_before_it_refuses_play(server: LocalServer) -> None:
    ana = await server.open("five_crowns", settings={"countdown_s": 0})
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    asked = [("sit", {"seat": 2}), ("sit", {"seat": 3})] * 150
    answers = [await b.ask(kind, **fields) for kind, fields in asked]
    refused = [answer for answer in answers if answer["type"] == "refused"]
    assert {"table-too-much"} == {answer["reason"] for answer in refused}
    assert 50 < len(answers) - len(refused) < 290
    assert "lobby" == (await a.ask("rename", name="Anna"))["type"], "what one writes does not refuse another's change"
    assert "refused" != (await b.ask("ready"))["type"]
    assert "refused" != (await a.ask("begin"))["type"]
    await asyncio.sleep(1)
    for connection in (a, b):
        legal = connection.last("happened", "welcome", "legal")["legal"]
        if legal:
            assert "happened" == (await connection.does(legal[0]))["type"]


@with_server(replace(GENEROUS, connections=100, written_kb_at_once=2.5, written_kb_per_s=0.001, loop_ms_at_once=1e6))
async def test_the_bytes_that_an_address_writes_are_counted_over_all_its_tables(server: LocalServer) -> None:
    hosts = [await server.enter(await server.open("wig_out")) for _ in range(3)]
    answers = [await changed(host, at) for host in hosts for at in range(200)]
    assert {None, "table-too-much"} == {answer.get("reason") for answer in answers}
    other = await server.enter(await server.open("wig_out", address="203.0.113.9"), address="203.0.113.9")
    assert "lobby" == (await other.ask("rename", name="Eve"))["type"]


@with_server()
async def test_frames_count_against_the_budget_of_the_address_they_are_sent_to(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    used: list[float] = []
    server.rooms.budgets.used = lambda account, rate, amount: used.append(amount)  # type: ignore[method-assign]
    before = sum(len(frame) for frame in a.frames)
    for at in range(50):
        await a.ask("resync", id=f"r{at}")
    await asyncio.sleep(2)
    sent = sum(len(frame) for frame in a.frames) - before
    assert abs(sum(used) * 1024 - sent) <= before + 200


# Health


@with_server()
async def test_healthz_says_when_nothing_can_be_saved_or_thought(server: LocalServer) -> None:
    async def health() -> tuple[int, bool, bool, bool]:
        answer = await server.request("/healthz")
        found = answer.json()
        return answer.status, found["ok"], found["saving"], found["thinking"]

    journal: Any = server.journal
    now = server.rooms.clock()
    assert (200, True, True, True) == await health()
    journal.last_saved_at, journal.last_error_at = now - 5, now - 2
    assert (503, False, False, True) == await health()
    journal.last_saved_at = now - 1
    assert (200, True, True, True) == await health()
    journal.last_error_at = now
    await asyncio.sleep(UNSAVED_S + 1)
    assert (200, True, True, True) == await health(), "nothing has been tried since"
    server.rooms.thinks = lambda: False
    assert (503, False, True, False) == await health()


@with_server()
async def test_healthz_says_when_the_disk_is_nearly_full_or_does_not_answer(server: LocalServer) -> None:
    async def health() -> tuple[int, bool, bool]:
        answer = await server.request("/healthz")
        found = answer.json()
        return answer.status, found["saving"], found["room"]

    asked: list[asyncio.Future[bool | None]] = []

    def ask() -> asyncio.Future[bool | None]:
        asked.append(asyncio.get_running_loop().create_future())
        return asked[-1]

    server.rooms.room = Lately(ask, HEALTH_AGE_S)
    for _ in range(3):
        assert {(503, False, True)} == set(await asyncio.gather(*(health() for _ in range(5)))), "a disk that hangs"
    assert 1 == len(asked), "what waits for a disk that hangs does not pile up"
    asked[0].set_result(True)
    assert (200, True, True) == await health()
    for room, said in ((False, (503, True, False)), (None, (503, False, True)), (True, (200, True, True))):
        await asyncio.sleep(HEALTH_AGE_S)
        there = asyncio.gather(health(), health())
        await settle()
        asked[-1].set_result(room)
        assert {said} == set(await there)
        assert said == await health(), "asked a moment ago"
    assert 4 == len(asked)


@with_server(replace(GENEROUS, table_written_kb_at_once=20, table_written_kb_per_s=0.001))
async def test_who_writes_far_too_much_may_not_even_play_on_and_others_may(server: LocalServer) -> None:
    ana = await server.open("wig_out", settings={"countdown_s": 0})
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    for at in range(200):
        await b.ask("ready", ready=bool(at % 2))
    await b.ask("ready")
    await a.ask("begin")
    action = {"do": "go"}
    assert "table-too-much" == (await b.does(action)).get("reason")
    assert "table-too-much" != (await a.does(action)).get("reason")


@with_server()
async def test_a_connection_from_an_address_over_its_budget_waits_and_is_not_refused(server: LocalServer) -> None:
    host = await server.open("wig_out")
    guest = await server.join(host, "Bo")
    server.rooms.budgets.account("198.51.100.7").buckets[budgets.LOOP].charge(server.rooms.clock(), 1e9)
    late, other = await server.enter(host), await server.enter(guest, address="203.0.113.9")
    assert ([], True) == (late.heard("welcome"), bool(other.heard("welcome")))
    await asyncio.sleep(OVER_BUDGET_S)
    assert late.heard("welcome")
