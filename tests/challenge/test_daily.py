"""The deal of the day: the same situation for everybody, one entry a device, and only what verifies counts."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import msgspec
import pytest

from rumpus import audit, record
from rumpus.challenge import GRACE_S, Finished, Outcome, Plan, encode, read_first
from rumpus.games import GAMES
from rumpus.journal import FIRST, Entry
from rumpus.journal.memory import MemoryStore
from rumpus.server.challenges.challenges import CHALLENGE, SLICE
from rumpus.server.kept_logs import LOAD_MS_PER_KB
from rumpus.server.log_keeper import size_of
from rumpus.server.work.jobs import NoAnswer
from rumpus.server.work.judging import Verdict, judge, read_verdict
from rumpus.server.work.replay import Rows
from rumpus.table.house import House
from tests.records import stranger
from tests.support.clock import run_virtual
from tests.support.devices import DAY_S, Device, day, later, play_on
from tests.support.in_process import GENEROUS, LocalServer, with_server

NAMES = sorted(GAMES)


class Kept(MemoryStore):
    """What it has stays for the next server."""

    def close(self) -> None:
        """Nothing is closed."""


def deals_in(text: bytes) -> list[Any]:
    """The deals of a record."""
    return [line for line in map(json.loads, text.splitlines()[1:]) if line["do"] == "deal"]


def cards_of(text: bytes) -> list[Any]:
    """The deals of a record without when they happened."""
    return [{name: value for name, value in line.items() if name not in ("n", "at")} for line in deals_in(text)]


@pytest.mark.parametrize("game", NAMES)
@with_server()
async def test_two_devices_are_dealt_the_same_cards_by_the_same_bots(server: LocalServer, game: str) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    records = []
    for device, last in ((ana, False), (bo, True)):
        lobby = await device.play(day(game), last=last)
        answer = await device.record(lobby["record"])
        assert answer.status == 200, answer
        records.append(answer.body)
    first, second = (record.read(text.splitlines()) for text in records)
    assert first.header.options == second.header.options
    assert [chair.bot for chair in first.header.seats] == [chair.bot for chair in second.header.seats]
    rounds = min(len(cards_of(text)) for text in records)
    assert rounds
    assert cards_of(records[0])[:rounds] == cards_of(records[1])[:rounds]
    assert all(one.revealed for one in audit.check(first))
    assert stranger.check(records[0].decode()) >= rounds, "also for whoever has only docs/record.md"
    assert rounds == audit.check_again(first, second)


@with_server()
async def test_the_same_play_meets_the_same_bots(server: LocalServer) -> None:
    texts = []
    for name in ("Ana", "Bo"):
        device = Device(server, name)
        lobby = await device.play(day("five_crowns"))
        lines = record.read((await device.record(lobby["record"])).body.splitlines()).lines
        texts.append([(line.by, line.action) for line in lines])
    assert texts[0] == texts[1]


async def played_by(server: LocalServer, name: str, id_: str, **more: Any) -> tuple[Device, bytes]:
    """A device that has played, and its record."""
    device = Device(server, name)
    lobby = await device.play(id_, **more)
    return device, (await device.record(lobby["record"])).body


def test_a_restart_in_the_middle_changes_no_card() -> None:
    async def scenario() -> None:
        store = Kept(asyncio.get_running_loop().time)
        async with LocalServer(store=store) as server:
            _, whole = await played_by(server, "Ana", day())
            bo = Device(server, "Bo")
            seat = await bo.enter(day())
            connection = await server.enter(seat)
            await play_on(connection, rounds=2)
        async with LocalServer(store=store, seed="another") as server:
            bo.server = server
            assert seat["token"] == (await bo.enter(day()))["token"], "the entry goes on"
            lobby = await bo.play(day(), last=True)
            text = (await bo.record(lobby["record"])).body
            assert cards_of(whole) == cards_of(text)
            assert 2 == (await bo.view(day()))["played"]

    run_virtual(scenario)


@with_server()
async def test_a_device_has_one_entry(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    assert "new" == (await ana.view(day()))["state"]
    seats = await asyncio.gather(ana.enter(day()), ana.enter(day()))
    assert seats[0] == seats[1] == await ana.enter(day())
    assert "playing" == (await ana.view(day()))["state"]
    await ana.play(day())
    view = await ana.view(day())
    assert ("done", 1, True) == (view["state"], view["played"], view["mine"]["mine"])
    assert (409, "challenge-done") == await ana.refused(day())
    assert seats[0]["token"] != (await Device(server, "Bo").enter(day()))["token"]
    written = b"".join(entry.body for entry in server.store.entries(day()))
    assert ana.key.encode() not in written
    assert ana.key.encode() not in server.store.entries(day())[1].body


@with_server()
async def test_the_results_of_the_day_are_in_order_and_mine_is_marked(server: LocalServer) -> None:
    devices = [Device(server, name) for name in ("Ana", "Bo", "Cy")]
    for device, last in zip(devices, (False, True, False), strict=True):
        await device.play(day(), last=last)
    rows = (await devices[0].view(day()))["rows"]
    points = [row["points"] for row in rows]
    assert points == sorted(points), "the fewest points win"
    assert sorted(row["name"] for row in rows) == ["Ana", "Bo", "Cy"]
    places = {row["name"]: row["place"] for row in rows}
    assert places["Ana"] == places["Cy"], "equal results share a place"
    assert ["Ana"] == [row["name"] for row in rows if row.get("mine")]
    today = await devices[1].ask("/api/daily")
    mine = next(one for one in today["games"] if one["game"] == "five_crowns")
    assert (3, "done", places["Bo"]) == (mine["played"], mine["state"], mine["mine"]["place"])
    assert "new" == next(one for one in today["games"] if one["game"] == "wig_out")["state"]


@with_server()
async def test_everything_is_fixed(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    seat = await ana.enter(day())
    connection = await server.enter(seat)
    assert "match" == connection.lobby()["stage"], "it begins by itself"
    assert {"id": day(), "day": "1970-01-01"} == connection.lobby()["challenge"]
    asks: list[tuple[str, dict[str, Any]]] = [
        *(("configure", {"options": {"rounds": 1}}), ("add_bot", {"seat": 1, "level": "beginner"})),
        *(("remove_bot", {"seat": 1}), ("lock", {"locked": False}), ("stop", {}), ("rematch", {})),
        *(("new_code", {}), ("begin", {}), ("stand", {}), ("call_link", {"link": "https://meet.example/x"})),
    ]
    for kind, fields in asks:
        assert "table-entry" == (await connection.ask(kind, **fields)).get("reason"), kind
    assert "table-entry-stays" == (await connection.ask("leave"))["reason"]
    assert "lobby" == (await connection.ask("pause", paused=True))["type"]
    assert 404 == (await server.request("/api/look", {"code": seat["code"]})).status
    assert 404 == (await server.request("/api/join", {"code": seat["code"], "name": "Mal"})).status
    assert "refused" == (await connection.ask("hint"))["type"], "everybody plays without hints"


@with_server()
async def test_nobody_sees_a_day_before_it_begins(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    for id_ in (day(date="1970-01-02"), day(date="1969-12-31"), day("no_game"), day(date="1970-13-77"), "beat-0", "x"):
        assert 404 == (await ana.request(f"/api/challenges/{id_}")).status
        assert (404, "challenge-no-such") == await ana.refused(id_)
        assert server.store.head(id_) is None
    assert {"new"} == {one["state"] for one in (await ana.ask("/api/daily"))["games"]}
    assert server.store.head(day()) is None, "its cards are drawn when somebody looks at it"


@with_server()
async def test_a_day_ends_and_then_its_secret_is_told(server: LocalServer) -> None:
    ana, text = await played_by(server, "Ana", day())
    view = await ana.view(day())
    assert view["secret"] is None
    assert 0 < view["ends_s"] < DAY_S
    bo = Device(server, "Bo")
    await server.enter(await bo.enter(day()))
    later(server, DAY_S)
    assert (409, "challenge-over") == await Device(server, "Cy").refused(day())
    assert await bo.enter(day()), "what was begun in time goes on"
    assert (await ana.view(day()))["secret"] is None, "somebody may still be playing"
    later(server, DAY_S + GRACE_S)
    told = await Device(server, "Cy").view(day())
    audit.check_secret(record.read(text.splitlines()), told["secret"])
    with pytest.raises(audit.Difference):
        audit.check_secret(record.read(text.splitlines()), "0" * 64)
    assert "1970-01-01" == (await ana.ask("/api/daily"))["before"]
    await bo.play(day())
    assert ("void", 1) == ((await bo.view(day()))["state"], (await bo.view(day()))["played"]), "too late"


@with_server()
async def test_the_cards_of_an_open_day_are_shown_to_those_who_have_played_it(server: LocalServer) -> None:
    ana, bo, cy = (Device(server, name) for name in ("Ana", "Bo", "Cy"))
    name = (await ana.play(day()))["record"]
    await cy.play(day(), last=True)
    await bo.enter(day())
    rests = ("", "/steps", "/coach")
    for rest in rests:
        for device in (ana, cy):
            assert 200 == (await device.request(f"/api/records/{name}{rest}")).status
        refusal = await bo.request(f"/api/records/{name}{rest}")
        assert (403, "challenge-open") == (refusal.status, refusal.json()["reason"])
        assert 403 == (await server.request(f"/api/records/{name}{rest}")).status
    assert all("record" not in row for row in (await bo.view(day()))["rows"])
    assert all(row["record"] for row in (await cy.view(day()))["rows"])
    later(server, DAY_S + GRACE_S)
    assert 200 == (await bo.request(f"/api/records/{name}")).status


# What does not count


def judged(rows: list[tuple[int, float, bytes]], plan: Plan) -> Verdict:
    """The server's own check of a match."""
    return read_verdict(judge(Rows(msgspec.msgpack.encode(rows)), encode(plan), "r", 1.0))


@with_server()
async def test_a_record_that_was_altered_does_not_count(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    seat = await ana.enter(day())
    await ana.play(day())
    plan = read_first(server.store.entries(day())[0].body).plan
    rows = [(entry.seq, entry.at, entry.body) for entry in server.written(seat)]
    whole = judged(rows, plan)
    assert whole.outcome is not None, whole.why

    def changed(old: bytes, new: bytes) -> Verdict:
        text = [(seq, at, body.replace(old, new)) for seq, at, body in rows]
        assert text != rows
        return judged(text, plan)

    score = next(body for _, _, body in rows if b'"score"' in body)
    points = re.search(rb'"points":\[(\d+),', score)
    assert points is not None
    assert changed(b'"points":[%s,' % points[1], b'"points":[%d,' % (int(points[1]) + 1)).outcome is None
    assert "options" in changed(b'"rounds":5', b'"rounds":4').why
    assert "against others" in changed(b'"bot":"skilled"', b'"bot":"beginner"').why
    assert "other cards" in changed(b'"day":"1970-01-01"', b'"day":"1970-01-02"').why
    assert "scripted" in changed(b'"fair":{', b'"scripted":true,"fair":{').why
    assert judged(rows[:-1], plan).outcome is None, "it was not played to its end"
    sits = b'{"by":null,"do":"seat","seat":0,"name":"Ana","bot":"expert"}'
    put = [*rows[:4], (0, rows[3][1], b'{"lines":[%s]}' % sits), *rows[4:]]
    assert "somebody else" in judged(put, plan).why
    seed = re.search(rb'"seeds":\["([0-9a-f]{64})', score)
    assert seed is not None
    assert "does not lead" in changed(seed[1], b"0" * 64).why


def test_a_table_that_deals_other_cards_gives_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffle = House.shuffle
    monkeypatch.setattr(House, "shuffle", lambda self, deals: shuffle(House("x", None, self._stream), deals=deals))

    async def scenario() -> None:
        async with LocalServer() as server:
            ana = Device(server, "Ana")
            await ana.play(day())
            view = await ana.view(day())
            assert ("void", 0, []) == (view["state"], view["played"], view["rows"])

    run_virtual(scenario)


def test_a_result_that_could_not_be_judged_is_judged_later() -> None:
    async def scenario() -> None:
        store = Kept(asyncio.get_running_loop().time)

        async def busy(*_: Any) -> Any:
            raise NoAnswer

        async with LocalServer(store=store) as server:
            server.rooms.think = busy
            ana = Device(server, "Ana")
            await ana.play(day("wig_out"))
            assert "playing" == (await ana.view(day("wig_out")))["state"]
            assert [day("wig_out")] == [owed.log for owed in store.owed()]
        async with LocalServer(store=store) as server:  # it was stopped before it could be
            ana.server = server
            await asyncio.sleep(5)
            assert "done" == (await ana.view(day("wig_out")))["state"]
            assert not store.owed()

    run_virtual(scenario)


# Limits


@with_server(msgspec.structs.replace(GENEROUS, entries_per_hour=2.0))
async def test_an_address_begins_so_many_entries_an_hour(server: LocalServer) -> None:
    for name in ("Ana", "Bo"):
        await Device(server, name).enter(day())
    assert (429, "table-too-many") == await Device(server, "Cy").refused(day())
    assert await Device(server, "Bo").enter(day()), "who has begun goes on"


@with_server(msgspec.structs.replace(GENEROUS, challenge_entries=1))
async def test_a_challenge_has_so_many_entries(server: LocalServer) -> None:
    await Device(server, "Ana").enter(day())
    assert (409, "challenge-full") == await Device(server, "Bo").refused(day())


@with_server()
async def test_a_device_shows_a_key(server: LocalServer) -> None:
    for shown in ([], [(b"authorization", b"Bearer x")], [(b"authorization", b"Bearer " + b"g" * 32)]):
        answer = await server.request(f"/api/challenges/{day()}/enter", {"name": "Mal"}, headers=shown)
        assert (401, "challenge-key") == (answer.status, answer.json()["reason"])
    assert 400 == (await Device(server).request(f"/api/challenges/{day()}/enter", {"name": "\0"})).status


@with_server()
async def test_old_days_are_swept_with_old_tables(server: LocalServer) -> None:
    await Device(server, "Ana").play(day("wig_out"))
    assert CHALLENGE == server.rooms.upkeep.challenge_sweeper._kind
    assert 1 == server.store.remove(server.store.now() + 1, kind=CHALLENGE)
    assert server.store.head(day("wig_out")) is None


# As large as the limits allow


async def with_results(server: LocalServer, number: int) -> list[Entry]:
    """The deal of today with so many results; returns its log. Nobody uses it at the moment."""
    await Device(server).view(day())
    keeper = await server.rooms.challenges.keeper(day())
    assert keeper is not None
    outcome = Outcome(name="Ana", avatar="fox", points=7, rank=1, ms=90_000, record="r" * 32, at=1.0)
    rows = [Finished(device=f"{device:064}", outcome=outcome) for device in range(number)]
    await keeper.do(lambda _: rows)
    server.rooms.challenges.unload(keeper)
    return await server.journal.entries(day())


@with_server()
async def test_a_log_of_thousands_of_results_is_read_while_everything_else_goes_on(server: LocalServer) -> None:
    entries, turns = await with_results(server, 20 * SLICE), 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.get_running_loop().create_task(count())
    keeper = await server.rooms.challenges.made(day(), entries, FIRST)
    counting.cancel()
    assert (20 * SLICE, True) == (len(keeper.kept.outcomes), turns >= 20)


@with_server()
async def test_whoever_asks_for_a_day_that_another_node_has_pays_for_reading_it(server: LocalServer) -> None:
    size = size_of(await with_results(server, 500))
    other = MemoryStore(node="other", beside=server.store)
    server.store.dead.add(server.store.node)
    other.take(day())
    server.store.dead.clear()
    paid: list[tuple[str, float]] = []
    challenges: Any = server.rooms.challenges
    challenges.charge = lambda address, loop_ms: paid.append((address, loop_ms))
    games = (await Device(server, "Bo", "203.0.113.7").ask("/api/daily"))["games"]
    assert 500 == next(one for one in games if one["game"] == "five_crowns")["played"]
    assert [("203.0.113.7", LOAD_MS_PER_KB * size / 1024)] == paid


@with_server(msgspec.structs.replace(GENEROUS, records_per_minute=2))
async def test_an_address_hands_in_so_many_records_a_minute(server: LocalServer) -> None:
    path = f"/api/challenges/{day()}/result"
    assert [409, 409, 429] == [(await Device(server).request(path, b"{}")).status for _ in range(3)]
