"""Matches at tables of a circle come into its book: once, whatever happens in between, and with the right people."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

from rumpus.server.circles.debts import AGAIN_S, Debts
from rumpus.server.circles.tables import MOST_SHOWN
from tests.support.circles import QUICK, Phone, join_circle, open_circle, played, sheet
from tests.support.clock import run_virtual, settle, until
from tests.support.in_process import GENEROUS, LocalServer, with_server
from tests.support.stores import copy_of

ONE_ROUND: dict[str, Any] = {"settings": QUICK, "options": {"rounds": 1}, "bots": ["expert"]}
TWO_ROUNDS: dict[str, Any] = {"settings": QUICK, "options": {"rounds": 2}, "bots": ["expert"]}


def who(result: dict[str, Any]) -> list[tuple[str | None, str | None, int | None]]:
    """Of each seat: the member, the bot's level, and the rounds that they ended, if not all."""
    return [(player["member"], player["bot"], player["played"]) for player in result["players"]]


@with_server()
async def test_a_match_is_in_the_book_with_its_people_points_times_and_record_and_so_is_a_rematch(
    server: LocalServer,
) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    table = await ana.table(**TWO_ROUNDS)
    host = await server.enter(table)
    await server.enter(await bo.sit(table, "Bobby"))
    await server.enter(await server.join(table, "Gus"))
    twice = await server.enter(await bo.sit(table, "Bo again"))
    await twice.ask("ready")
    await host.ask("begin")
    first = await played(host)
    await settle()
    (result,) = await ana.book()
    names = [player["name"] for player in result["players"]]
    assert ("Ana", "Bobby", "Gus", "Bo again") == (names[0], *names[2:])
    members = [(ana.me, None, None), (None, "expert", None), (bo.me, None, None)]
    assert [*members, *[(None, None, None)] * 2] == who(result)
    assert (first, first, "table") == (result["id"], result["record"], result["kind"])
    assert (2, 2, 5) == (len(result["rounds"]), len(result["round_ms"]), len(result["parties"]))
    assert all(1_000 < lasted < 1_000_000 for lasted in result["round_ms"])
    assert 1 == min(result["ranks"])
    best = min(range(5), key=lambda party: result["totals"][party])
    assert 1 == result["ranks"][best]
    assert [list(map(sum, zip(*result["rounds"], strict=True)))] == [result["totals"]]
    assert 200 == (await server.request(f"/api/records/{result['record']}")).status
    await host.ask("rematch")
    await host.ask("begin")
    second = await played(host)
    await settle()
    assert [first, second] == [one["id"] for one in await bo.book()]
    assert [] == server.store.owed()


@with_server()
async def test_a_program_is_marked_in_the_record_and_in_the_book_and_is_no_bot_of_the_table(
    server: LocalServer,
) -> None:
    ana = await open_circle(server)
    table = await ana.table(**ONE_ROUND)
    host = await server.enter(table)
    seat = await server.join(table, "Script", program=True)
    script = await server.enter(seat)
    await script.ask("ready")
    await host.ask("begin")
    script.drop()
    await until(lambda: any(place.get("stand_in") for place in host.lobby()["seats"]))
    await server.enter(seat)
    name = await played(host)
    await settle()
    (result,) = await ana.book()
    assert [None, None, True] == [player.get("program") for player in result["players"]]
    assert [None, "expert", None] == [player["bot"] for player in result["players"]]
    header, *lines = map(json.loads, (await server.request(f"/api/records/{name}")).body.splitlines())
    assert [None, None, True] == [seat.get("program") for seat in header["seats"]]
    assert [None, True] == [line.get("program") for line in lines if line["do"] == "seat"]


@with_server()
async def test_who_came_late_left_or_was_away_is_credited_with_the_rounds_they_ended(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo, cy = await join_circle(ana, "Bo"), await join_circle(ana, "Cy")
    table = await ana.table(settings=QUICK, options={"rounds": 3}, bots=["expert", "expert"])
    host = await server.enter(table)
    leaver = await server.enter(await bo.sit(table, "Bo"))
    await host.ask("begin")
    await asyncio.sleep(1)
    await leaver.ask("leave")
    late = await server.enter(await cy.sit(table, "Cy", seat=1))
    await played(host)
    await settle()
    (result,) = await ana.book()
    assert late.closed is None
    assert [(ana.me, None, None), (cy.me, None, 2), (None, "expert", None), (bo.me, None, 0)] == who(result)


@with_server()
async def test_the_seat_of_a_leaver_is_credited_to_who_took_it_over(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    table = await ana.table(**TWO_ROUNDS)
    host = await server.enter(table)
    guest = await server.enter(await server.join(table, "Gus"))
    await host.ask("begin")
    await asyncio.sleep(1)
    await guest.ask("leave")
    await server.enter(await bo.sit(table, "Bo", seat=2))
    await played(host)
    await settle()
    (result,) = await ana.book()
    assert (bo.me, None, None) == who(result)[2], "they ended both rounds"


@with_server()
async def test_matches_that_nobody_ended_and_tables_of_no_circle_are_in_no_book(server: LocalServer) -> None:
    ana = await open_circle(server)
    host = await server.enter(await ana.table(**ONE_ROUND))
    await host.ask("begin")
    await asyncio.sleep(1)
    await host.ask("leave")
    other = await server.enter(await server.open("wig_out", **ONE_ROUND))
    await other.ask("begin")
    await played(other)
    await settle()
    assert ([], []) == (await ana.book(), server.store.owed())


@with_server()
async def test_a_guest_and_a_member_of_another_circle_join_as_guests(server: LocalServer) -> None:
    ana, eve = await open_circle(server), await open_circle(server, "Others", "Eve")
    table = await ana.table(**ONE_ROUND)
    seen = (await server.request("/api/look", {"code": table["code"]})).json()
    assert ana.id == seen["circle"]
    host = await server.enter(table)
    await server.enter(await eve.sit(table, "Eve"))
    assert ana.id == host.lobby()["circle"]
    assert not [person for person in host.lobby()["people"] if "member" in person]
    await host.ask("begin")
    await played(host)
    await settle()
    assert [ana.me, None, None] == [member for member, _, _ in who((await ana.book())[0])]
    assert [] == await eve.book()
    wrong = {"code": table["code"], "name": "X", "circle": {"id": ana.id}}
    assert 404 == (await server.request("/api/join", wrong)).status
    assert (
        404 == (await server.request("/api/tables", {"game": "wig_out", "name": "X", "circle": {"id": ana.id}})).status
    )


@with_server(replace(GENEROUS, tables_per_minute=1000, connections=1000))
async def test_a_circle_shows_no_more_tables_than_its_members_can_sit_at(server: LocalServer) -> None:
    ana = await open_circle(server)
    for _ in range(MOST_SHOWN + 2):
        await server.enter(await ana.table())
    assert MOST_SHOWN == len((await ana.circle())["tables"])


@with_server()
async def test_the_tables_of_a_circle_are_shown_to_its_members_while_somebody_is_there(server: LocalServer) -> None:
    ana = await open_circle(server)
    table = await ana.table()
    assert [] == (await ana.circle())["tables"]
    host = await server.enter(table)
    (shown,) = (await ana.circle())["tables"]
    assert (table["code"], "wig_out", "Ana", "lobby", True) == tuple(
        shown[key] for key in ("code", "game", "host", "stage", "play")
    )
    await host.ask("lock", locked=True)
    assert [] == (await ana.circle())["tables"]
    await host.ask("lock", locked=False)
    host.drop()
    await asyncio.sleep(60)
    assert ([], {}) == ((await ana.circle())["tables"], server.rooms.circles.tables._live)


# Crashes


async def finished(server: LocalServer) -> tuple[Phone, str]:
    """A circle with a match that has just ended."""
    ana = await open_circle(server)
    host = await server.enter(await ana.table(**ONE_ROUND))
    await host.ask("begin")
    return ana, await played(host)


def test_a_crash_between_the_end_of_a_match_and_the_book_loses_nothing_and_doubles_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        with monkeypatch.context() as crash:
            crash.setattr(Debts, "_start", lambda _: None)
            async with LocalServer() as server:
                ana, record = await finished(server)
                assert ([], [record]) == (await ana.book(), [one.record for one in server.store.owed()])
                left = copy_of(server.store)
        with monkeypatch.context() as crash:  # the next one crashes when the book has it, and before that is noted

            async def breaks(*_: Any) -> None:
                raise RuntimeError

            crash.setattr("rumpus.journal.Journal.settle", breaks)
            async with LocalServer(store=left, seed="second") as second:
                ana.server = second
                await asyncio.sleep(2)
                assert [record] == [one["id"] for one in await ana.book()]
                assert [record] == [one.record for one in second.store.owed()]
                left = copy_of(left)
        async with LocalServer(store=left, seed="third") as third:
            ana.server = third
            await asyncio.sleep(2)
            assert ([record], []) == ([one["id"] for one in await ana.book()], third.store.owed())

    run_virtual(scenario)


def test_a_match_that_ends_while_the_server_closes_is_in_the_book_after_the_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        with monkeypatch.context() as late:
            late.setattr(Debts, "_start", lambda _: None)
            async with LocalServer() as server:
                ana, record = await finished(server)
                server.rooms.circles.live.clear()  # nobody has used the circle for a while
                server.rooms.closing = True
                await server.rooms.circles.debts._pay_all()
                left = copy_of(server.store)
        async with LocalServer(store=left, seed="second") as second:
            ana.server = second
            await asyncio.sleep(2)
            assert ([record], []) == ([one["id"] for one in await ana.book()], second.store.owed())

    run_virtual(scenario)


@with_server()
async def test_a_result_that_cannot_be_written_now_is_written_later(server: LocalServer) -> None:
    ana = await open_circle(server)
    server.rooms.circles.bounds = type(server.rooms.circles.bounds)(results=1)
    await ana.ask("/results", sheet())
    host = await server.enter(await ana.table(**ONE_ROUND))
    await host.ask("begin")
    record = await played(host)
    await asyncio.sleep(AGAIN_S + 5)
    assert [record] == [one.record for one in server.store.owed()]
    await ana.ask("/clear", {"what": "book"})
    await asyncio.sleep(AGAIN_S + 5)
    assert ([record], []) == ([one["id"] for one in await ana.book()], server.store.owed())


@with_server()
async def test_a_full_book_costs_one_look_however_much_it_is_owed(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await open_circle(server)
    server.rooms.circles.bounds = type(server.rooms.circles.bounds)(results=1)
    await ana.ask("/results", sheet())
    host = await server.enter(await ana.table(**ONE_ROUND))
    records = []
    for again in range(3):
        await host.ask("rematch" if again else "begin")
        if again:
            await host.ask("begin")
        records.append(await played(host))
    read: list[str] = []
    record = server.journal.record

    async def noted(name: str) -> Any:
        read.append(name)
        return await record(name)

    monkeypatch.setattr(server.journal, "record", noted)
    await asyncio.sleep(10 * AGAIN_S)
    assert set(records) == {one.record for one in server.store.owed()}
    assert 9 <= len(read) <= 11, "once a minute"
    await ana.ask("/clear", {"what": "book"})
    server.rooms.circles.bounds = type(server.rooms.circles.bounds)()
    await asyncio.sleep(AGAIN_S + 5)
    assert set(records) == {one["id"] for one in await ana.book()}
    assert [] == server.store.owed()


@with_server()
async def test_nobody_is_owed_a_result_whose_circle_is_gone(server: LocalServer) -> None:
    ana = await open_circle(server)
    host = await server.enter(await ana.table(**ONE_ROUND))
    await ana.ask("/clear", {"what": "circle"})
    await host.ask("begin")
    await played(host)
    await settle()
    assert [] == server.store.owed()


# Leagues


@with_server()
async def test_a_league_is_played_from_table_to_table_and_its_standing_follows_from_the_book(
    server: LocalServer,
) -> None:
    ana = await open_circle(server)
    bo, cy = await join_circle(ana, "Bo"), await join_circle(ana, "Cy")
    phones = {one.me: one for one in (ana, bo, cy)}
    members = list(phones)
    assert "circle-league" == await ana.refused("league", form="ladder", game="wig_out", members=["x" * 16, ana.me])
    begun = {"form": "round_robin", "game": "wig_out", "options": {"rounds": 1}, "members": members}
    league = (await ana.does("league", **begun))["league"]
    assert 3 == len(league["tables"])
    for pairing in league["tables"]:
        first, second = (phones[member] for member in pairing["members"])
        table = await first.table(league=pairing["table"], settings=QUICK, bots=["expert"])
        host = await server.enter(table)
        assert 1 == host.lobby()["options"]["rounds"]
        await server.enter(await second.sit(table, "Two"))
        assert pairing["table"] in [one["league"] for one in (await ana.circle())["tables"]]
        await host.ask("begin")
        await played(host)
        await settle()
    league = (await bo.circle())["league"]
    assert [one["id"] for one in await bo.book()] == [pairing["result"] for pairing in league["tables"]]
    assert 3.0 == sum(one["points"] for one in league["standing"])
    assert [2, 2, 2] == [one["played"] for one in league["standing"]]
    over = await server.request(
        "/api/tables",
        {"game": "wig_out", "name": "Ana", "circle": {"id": ana.id, "table": 0}},
        headers=ana.shown,
    )
    assert (409, "circle-no-pairing") == (over.status, over.json()["reason"])
    last = league["standing"]
    after = await cy.does("end_league")
    assert None is after["league"]
    assert [("round_robin", "wig_out", last)] == [(one["form"], one["game"], one["standing"]) for one in after["past"]]
    assert "circle-no-league" == await cy.refused("end_league")


@with_server()
async def test_a_table_of_an_earlier_league_is_none_of_the_next_one(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    begun: dict[str, Any] = {"form": "round_robin", "game": "wig_out", "members": [ana.me, bo.me]}
    await ana.does("league", **begun)
    await server.enter(await ana.table(league=0))
    assert [0] == [one["league"] for one in (await bo.circle())["tables"]]
    await ana.does("end_league")
    for after in (await bo.circle(), await ana.does("league", **begun)):
        assert [None] == [one["league"] for one in after["tables"]]


@with_server()
async def test_who_leaves_a_league_or_the_circle_is_no_longer_waited_for(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo, cy = await join_circle(ana, "Bo"), await join_circle(ana, "Cy")
    begun = {"form": "round_robin", "game": "wig_out", "members": [ana.me, bo.me, cy.me]}
    assert "circle-no-league" == await ana.refused("leave_league", member=bo.me)
    await ana.does("league", **begun)
    league = (await ana.does("leave_league", member=bo.me))["league"]  # who has gone home cannot say so
    assert [False, True, True] == sorted(one["over"] for one in league["tables"])
    assert "circle-no-player" == await ana.refused("leave_league", member=bo.me)
    assert "circle-no-player" == await ana.refused("leave_league", member="x" * 16)
    waits = next(one for one in league["tables"] if bo.me in one["members"])
    over = await server.request(
        "/api/tables",
        {"game": "wig_out", "name": "Ana", "circle": {"id": ana.id, "table": waits["table"]}},
        headers=ana.shown,
    )
    assert (409, "circle-no-pairing") == (over.status, over.json()["reason"])
    await cy.ask("/forget", {"member": None})
    after = (await ana.circle())["league"]
    assert {bo.me, cy.me} == {one["member"] for one in after["league"]["left"]}
    assert all(one["over"] for one in after["tables"])
    assert [] == (await ana.does("end_league"))["past"], "nobody has played"
