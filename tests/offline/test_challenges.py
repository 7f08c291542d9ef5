"""Deals that others play too, on a device alone: taken along, carried by a link, of a date; nothing told too early."""

from __future__ import annotations

import asyncio
import base64
import json
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import audit, record
from rumpus.challenge import carried, carry, encode, read_first
from rumpus.contract import Malformed
from rumpus.fair import Seeds
from rumpus.games import GAMES
from rumpus.offline import House
from rumpus.server.work import judging
from rumpus.server.work.judging import judge_text
from rumpus.server.work.replay import MOST_STEPS
from rumpus.table.house import House as Chance
from rumpus.wire.challenge import TakenDeal
from tests.challenge.test_beat import finished
from tests.challenge.test_daily import cards_of
from tests.leaks.allowed import Leak
from tests.leaks.scan import says_nothing
from tests.offline.device import MemoryDisk, Page, house, opened, play_on
from tests.support.clock import run_virtual, until, virtual_time
from tests.support.devices import DAY_S, Device, day, later
from tests.support.in_process import LocalServer, with_server
from tests.support.long_records import reveals

Plain = dict[str, Any]
SHORT: dict[str, Plain] = {"five_crowns": {"rounds": 3}, "wackee_six": {"target": 1}, "wig_out": {"rounds": 2}}
QUICK = {"countdown_s": 0, "wait_s": 1}


async def asked(here: House, method: str, path: str, body: Any = None) -> Any:
    """The answer of a device, which must be a good one."""
    answer = await here.request(method, path, "" if body is None else json.dumps(body))
    assert answer.status in (200, 201), answer
    return json.loads(answer.body)


async def entered(here: House, disk: MemoryDisk, id_: str) -> Page:
    """A page at the table of an entry."""
    seat = await asked(here, "POST", f"/api/challenges/{id_}/enter", {"name": "Bo", "avatar": "owl"})
    page = Page(disk, seat["token"])
    page.connect(here)
    await until(lambda: page.lobby)
    return page


async def played(here: House, disk: MemoryDisk, id_: str, seed: str = "bo") -> tuple[Page, str]:
    """An entry that was played to its end, and its record."""
    page = await entered(here, disk, id_)
    await play_on(page, Random(seed), lambda: page.stage == "over")
    await until(lambda: page.lobby["record"] in disk.kept)
    await asyncio.sleep(1)  # the result is judged
    assert [] == page.faults
    return page, disk.kept[page.lobby["record"]]


def new_house(disk: MemoryDisk) -> House:
    """Another device than the one of `house`."""
    return house(disk, "another")


@pytest.mark.parametrize("game", sorted(GAMES))
@with_server()
async def test_a_deal_taken_along_is_played_without_the_server_and_counts_once_by_its_record(
    server: LocalServer, game: str
) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    lobby = await ana.play(day(game))
    online = (await ana.record(lobby["record"])).body
    taken = await bo.take(day(game))
    assert ("away", (409, "challenge-away")) == ((await bo.view(day(game)))["state"], await bo.refused(day(game)))
    assert taken == await bo.take(day(game)), "who has lost it gets the same again"

    disk = MemoryDisk()
    here = new_house(disk)
    await here.start()
    for _ in range(2):
        kept = await asked(here, "POST", "/api/challenges/taken", taken)
        assert ("new", day(game), None) == (kept["state"], kept["id"], kept["secret"])
    _, text = await played(here, disk, day(game))
    rounds = min(len(cards_of(text.encode())), len(cards_of(online)))
    assert cards_of(online)[:rounds] == cards_of(text.encode())[:rounds], "the same cards"
    assert rounds == audit.check_again(record.read(online.splitlines()), record.read(text.splitlines()))
    mine = (await asked(here, "GET", f"/api/challenges/{day(game)}"))["mine"]
    refused = await here.request("POST", f"/api/challenges/{day(game)}/enter", '{"name": "Bo"}')
    assert (409, "challenge-done") == (refused.status, json.loads(refused.body)["reason"])

    view = await bo.hand_in(day(game), text)
    assert ("done", 2) == (view["state"], view["played"])
    same = ("points", "rank", "ms")
    assert [mine[name] for name in same] == [view["mine"][name] for name in same]
    assert (True, "Bo", None) == (view["mine"]["away"], view["mine"]["name"], view["mine"].get("record"))
    assert view == await bo.hand_in(day(game), "anything else"), "one result a device"
    assert (409, "challenge-done") == await bo.refused(day(game))
    await here.close()


def spoiled(text: str) -> list[tuple[str, str]]:
    """Records that are not what everybody plays, and what is wrong with them."""
    head, *lines = text.splitlines()
    header = json.loads(head)
    last = json.loads(lines[-1])
    better = [{**last, "totals": [0, *last["totals"][1:]]}]
    bots = [{**header, "seats": [*header["seats"][:-1], {**header["seats"][-1], "bot": "beginner"}]}]
    other = [
        {**header, "host": 1},
        {**header, "scripted": True},
        {**header, "options": {**header["options"], "rounds": 3}},
    ]
    sat = {
        "n": 2,
        "at": json.loads(lines[0])["at"],
        "by": None,
        "do": "sits",
        "seat": 0,
        "name": "Max",
        "bot": "skilled",
    }
    found = [
        ("no result", "\n".join([head, *lines[:-1]])),
        ("no record", "nonsense"),
        ("nothing", ""),
        ("a head", head),
    ]
    found += [("a better result", "\n".join([head, *lines[:-1], json.dumps(one)])) for one in better]
    found += [("another header", "\n".join([json.dumps(one), *lines])) for one in (*bots, *other)]
    found += [("somebody else", "\n".join([head, lines[0], json.dumps(sat), *lines[1:]]))]
    return found


@with_server()
async def test_a_record_that_is_not_what_everybody_plays_does_not_count(server: LocalServer) -> None:
    disk = MemoryDisk()
    here = new_house(disk)
    await here.start()
    await asked(here, "POST", "/api/challenges/taken", await Device(server, "Bo").take(day()))
    _, text = await played(here, disk, day())
    for number, (what, wrong) in enumerate(spoiled(text)):
        device = Device(server, f"Device {number}")
        await device.take(day())
        view = await device.hand_in(day(), wrong)
        assert ("void", 0) == (view["state"], view["played"]), what
    stranger = Device(server, "Mal")
    answer = await stranger.request(f"/api/challenges/{day()}/result", text.encode())
    assert (409, "challenge-not-taken") == (answer.status, answer.json()["reason"])
    assert 401 == (await server.request(f"/api/challenges/{day()}/take", {"name": "Mal"})).status
    assert 400 == (await stranger.request(f"/api/challenges/{day()}/take", {"name": "\0"})).status
    assert "done" == (await Device(server, "Bo").hand_in(day(), text))["state"], "the whole one counts"
    await here.close()


@with_server()
async def test_a_record_longer_than_any_match_is_not_replayed(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = msgspec.convert(await Device(server, "Bo").take(day()), TakenDeal).plan
    for number, (lines, why) in enumerate([(MOST_STEPS, "its end"), (MOST_STEPS + 1, f"up to {MOST_STEPS} lines")]):
        assert why in json.loads(judge_text(reveals(plan, lines), encode(plan), ("Bo", "owl"), 0.0))["why"], number
    replayed = 0

    def counting(whole: record.Record) -> Any:
        nonlocal replayed
        replayed += 1
        return record.verify(whole)

    monkeypatch.setattr(judging, "verify", counting)
    judge_text(reveals(plan, MOST_STEPS + 1), encode(plan), ("Bo", "owl"), 0.0)
    assert 0 == replayed


@with_server()
async def test_what_was_uploaded_is_not_kept_after_the_answer(server: LocalServer) -> None:
    scopes: list[Any] = []
    inner = server.app

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)
        await inner(scope, receive, send)

    server.app = app  # type: ignore[assignment]  # called like the other
    await Device(server, "Bo").take(day())
    await Device(server, "Bo").hand_in(day(), "x" * 100_000)
    assert 2 == len(scopes)
    assert [] == [
        scope for scope in scopes if any(isinstance(one, bytes) and len(one) > 1000 for one in scope.values())
    ]


@with_server()
async def test_who_plays_on_the_server_takes_nothing_along_and_a_day_ends_for_all(server: LocalServer) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    await ana.enter(day())
    answer = await ana.request(f"/api/challenges/{day()}/take", {"name": "Ana"})
    assert (409, "challenge-here") == (answer.status, answer.json()["reason"])
    disk = MemoryDisk()
    here = new_house(disk)
    await here.start()
    await asked(here, "POST", "/api/challenges/taken", await bo.take(day()))
    _, text = await played(here, disk, day())
    later(server, 2 * DAY_S)  # its secret is told by now: anybody could have played it like this
    assert "void" == (await bo.hand_in(day(), text))["state"]
    answer = await Device(server, "Cleo").request(f"/api/challenges/{day()}/take", {"name": "Cleo"})
    assert (409, "challenge-over") == (answer.status, answer.json()["reason"])
    await here.close()


@with_server()
async def test_a_score_to_beat_is_taken_along_too(server: LocalServer) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    table, _ = await finished(server, "wig_out", ("casual", "beginner"), options={"rounds": 3})
    made = await ana.ask("/api/challenges", {"token": table["token"], "round": 2})
    disk = MemoryDisk()
    here = new_house(disk)
    await here.start()
    kept = await asked(here, "POST", "/api/challenges/taken", await bo.take(made["id"]))
    assert ("Ana", made["beat"], 2) == (kept["by"], kept["beat"], kept["round"])
    page, text = await played(here, disk, made["id"])
    assert {"id": made["id"], "by": "Ana", "points": made["beat"], "round": 2} == page.lobby["challenge"]
    rows = (await asked(here, "GET", f"/api/challenges/{made['id']}"))["rows"]
    assert ["Ana", "Bo"] == sorted(row["name"] for row in rows)
    assert ["Ana", "Bo"] == sorted(row["name"] for row in (await bo.hand_in(made["id"], text))["rows"])
    await here.close()


@pytest.mark.parametrize("game", sorted(GAMES))
@virtual_time
async def test_without_any_server_a_link_carries_the_deal(game: str) -> None:
    disk, other = MemoryDisk(), MemoryDisk()
    ada, bo = house(disk), new_house(other)
    await ada.start()
    await bo.start()
    page = await opened(ada, disk, game, options=SHORT[game], settings=QUICK)
    await page.ask(type="begin")
    await play_on(page, Random(game), lambda: page.stage == "over")
    await until(lambda: disk.kept)
    made = await asked(ada, "POST", "/api/challenges", {"token": page.token})
    assert made == await asked(ada, "POST", "/api/challenges", {"token": page.token}), "one link"
    assert ("done", "Ada", True) == (made["state"], made["by"], made["mine"]["setter"])
    assert len(made["id"]) < 400

    seen = await asked(bo, "GET", f"/api/challenges/{made['id']}")
    assert ("new", "Ada", made["beat"]) == (seen["state"], seen["by"], seen["beat"])
    _, text = await played(bo, other, made["id"])
    first, second = disk.kept[page.lobby["record"]], text
    rounds = min(len(cards_of(one.encode())) for one in (first, second))
    assert cards_of(first.encode())[:rounds] == cards_of(second.encode())[:rounds]
    assert rounds == audit.check_again(record.read(first.splitlines()), record.read(second.splitlines()))
    view = await asked(bo, "GET", f"/api/challenges/{made['id']}")
    assert ("done", ["Ada", "Bo"]) == (view["state"], sorted(row["name"] for row in view["rows"]))
    await ada.close()
    await bo.close()


@virtual_time
async def test_a_link_that_carries_nonsense_is_refused() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wig_out", options={"rounds": 1}, settings=QUICK)
    await page.ask(type="begin")
    await play_on(page, Random(1), lambda: page.stage == "over")
    await until(lambda: disk.kept)
    id_ = (await asked(here, "POST", "/api/challenges", {"token": page.token}))["id"]
    good = carried(id_)
    assert good.outcome is not None
    replace, chain = msgspec.structs.replace, good.plan.chain
    plans = [
        replace(good.plan, game="chess"),
        replace(good.plan, seats=("casual", "casual", "casual")),
        replace(good.plan, seats=(None, "genius", "casual")),
        replace(good.plan, seats=(None, *("casual",) * 40), chain=replace(chain, salts=("",) * 41)),
        replace(good.plan, options={**good.plan.options, "rounds": -1}),
        replace(good.plan, day="2026-11-18"),
        replace(good.plan, turners=(77,)),
        replace(good.plan, chain=replace(chain, salts=("\u00e9",) * 3)),
        replace(good.plan, chain=replace(chain, secret="no")),  # noqa: S106 - no password
        replace(good.plan, chain=replace(chain, shared=None)),
    ]
    texts = [carry(replace(good.plan, game="wig_out"), replace(good.outcome, name="\0"))]
    texts += [carry(replace(good.plan), replace(good.outcome, avatar="dragon"))]
    for plan in plans:
        link = [plan, "Ada", "fox", 3, 1, 1000]
        texts.append("here-" + base64.urlsafe_b64encode(msgspec.msgpack.encode(link)).rstrip(b"=").decode())
    for text in ("here-", "here-x", "here-" + "A" * 3000, "here-\u00e9", id_[:-3], *texts):
        with pytest.raises(Malformed):
            carried(text)
        answer = await here.request("GET", f"/api/challenges/{text}", "")
        assert (404, "challenge-no-link") == (answer.status, json.loads(answer.body)["reason"]), text
    await here.close()


@virtual_time
async def test_the_deals_of_a_date_are_the_same_on_every_device_and_one_try_each() -> None:
    texts = []
    for seed in ("one", "two"):
        disk = MemoryDisk()
        here = house(disk, seed)
        await here.start()
        today = await asked(here, "GET", "/api/daily")
        assert [f"date-1970-01-01-{game}" for game in GAMES] == [one["id"] for one in today["games"]]
        id_ = "date-1970-01-01-wig_out"
        texts.append((await played(here, disk, id_, seed))[1].encode())
        states = {one["game"]: one["state"] for one in (await asked(here, "GET", "/api/daily"))["games"]}
        assert ("done", "new") == (states["wig_out"], states["five_crowns"])
        await here.close()

        again = house(disk, "later")  # after a restart it is still played
        await again.start()
        refused = await again.request("POST", f"/api/challenges/{id_}/enter", '{"name": "Bo"}')
        assert (409, "challenge-done") == (refused.status, json.loads(refused.body)["reason"])
        for wrong in ("date-1970-01-02-wig_out", "date-1970-13-01-wig_out", "date-1970-01-01-chess", "beat-00"):
            assert 404 == (await again.request("GET", f"/api/challenges/{wrong}", "")).status
        for method, path in (("POST", "/api/challenges/x/y"), ("POST", "/api/challenges/taken")):
            assert (await again.request(method, path, "{}")).status in (400, 404)
        await again.close()
    rounds = min(len(cards_of(text)) for text in texts)
    assert cards_of(texts[0])[:rounds] == cards_of(texts[1])[:rounds]


async def scene() -> tuple[list[str], set[str]]:
    """A page in the second round of a deal that it has taken along: all it was told, and what it may not know."""
    async with LocalServer(seed="away") as server:
        taken = await Device(server, "Bo").take(day())
        chain = read_first(server.store.entries(day())[0].body).plan.chain
        told = [(await Device(server, "Mal").request(f"/api/challenges/{day()}")).body.decode()]
        told.append((await Device(server, "Bo").request(f"/api/challenges/{day()}")).body.decode())
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    told.append(json.dumps(await asked(here, "POST", "/api/challenges/taken", taken)))
    page = await entered(here, disk, day())

    def scored() -> int:
        lines = [line for one in page.told if one["type"] == "happened" for line in one["lines"]]
        return sum(line["do"] == "score" for line in lines)

    await play_on(page, Random("leak"), lambda: scored() == 1)
    told.append(json.dumps(await asked(here, "GET", f"/api/challenges/{day()}")))
    told += [json.dumps(one) for one in page.told]
    await here.close()
    seeds = Seeds(bytes.fromhex(chain.secret))
    return told, {chain.secret, *(seeds[number].hex() for number in range(2, 6))}


def test_a_page_is_told_nothing_of_the_cards_that_its_device_has_taken_along() -> None:
    told, hidden = run_virtual(scene)
    assert len(told) > 20
    says_nothing(told, hidden, ())


def test_planted_seeds_of_later_rounds_on_a_device_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    reveal = Chance._reveal
    monkeypatch.setattr(
        Chance, "_reveal", lambda self, numbers, ends: reveal(self, [number + 1 for number in numbers], ends=ends)
    )
    told, hidden = run_virtual(scene)
    with pytest.raises(Leak):
        says_nothing(told, hidden, ())
