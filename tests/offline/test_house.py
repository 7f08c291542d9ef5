"""Tables on a device keep the server's promises: nothing is told before it is saved, and a crash loses nothing told."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from rumpus import audit, record, wire
from rumpus.games import GAMES
from rumpus.offline import House
from rumpus.offline.store import MOST_TABLES, DeviceStore
from tests.offline.device import MemoryDisk, Page, house, opened, play_on
from tests.support.clock import VirtualLoop, run_virtual, settle, until, virtual_time

SHORT: dict[str, dict[str, Any]] = {"five_crowns": {"rounds": 1}, "wackee_six": {"target": 1}, "wig_out": {"rounds": 1}}
QUICK = {"countdown_s": 0, "wait_s": 1}


@pytest.mark.parametrize("game", GAMES)
@virtual_time
async def test_a_match_is_played_to_its_end_and_its_record_is_kept(game: str) -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, game, options=SHORT[game], settings=QUICK)
    assert "refused" != (await page.ask(type="begin"))["type"]
    await play_on(page, Random(game), lambda: page.stage == "over")
    await until(lambda: disk.kept)
    assert [] == page.faults

    (name,) = disk.kept
    assert name == page.lobby["record"]
    whole = record.read(disk.kept[name].splitlines())
    assert whole.header.fair is not None
    assert [round_.revealed for round_ in audit.check(whole)]
    found = await here.request("GET", f"/api/records/{name}", "")
    assert (200, disk.kept[name]) == (found.status, found.body)
    steps = (await here.request("GET", f"/api/records/{name}/steps", "")).body
    assert steps == (await here.request("POST", "/api/replay", disk.kept[name])).body
    assert len(whole.lines) == len(steps.splitlines()) - 1
    for path, body in (
        ("/api/replay/coach?after=0", disk.kept[name]),
        ("/api/coach", json.dumps({"token": page.token})),
    ):
        told = json.loads((await here.request("POST", path, body)).body)
        assert (game, True, len(whole.header.seats)) == (told["game"], told["open"], len(told["reviews"]))
    assert {"rounds": 1} == json.loads(here.ask("verify", json.dumps({"text": disk.kept[name]})).body)
    await here.close()


def test_a_timer_that_is_already_due_is_set_though_the_loop_of_a_browser_takes_no_time_in_the_past(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser's timer may fire a moment too early; until it is set again, the moment is over."""

    def strict(self: VirtualLoop, when: float, *args: Any, **more: Any) -> Any:
        if when < self.time():
            raise ValueError("Can't schedule in the past")
        return asyncio.BaseEventLoop.call_at(self, when, *args, **more)

    monkeypatch.setattr(VirtualLoop, "call_at", strict)

    async def scenario() -> None:
        disk = MemoryDisk()
        here = house(disk)
        await here.start()
        page = await opened(here, disk, "wig_out", options=SHORT["wig_out"], settings=QUICK)
        await page.ask(type="begin")
        keeper = await here.rooms.keeper(page.table)
        assert keeper is not None
        keeper._wake_at(keeper.now() - 0.001)
        await play_on(page, Random(1), lambda: page.stage == "over")
        assert [] == page.faults
        await here.close()

    run_virtual(scenario)


@virtual_time
async def test_after_a_crash_in_mid_match_the_page_goes_on_where_it_was() -> None:
    disk, random = MemoryDisk(), Random(1)
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wackee_six", settings=QUICK)
    await page.ask(type="begin")
    for life in range(4):
        await play_on(page, random, lambda: page.seq is not None and page.seq >= 20 * (life + 1))  # noqa: B023 - now
        before, known = page.view, page.seq
        here.rooms.closing = True  # the page is killed: nothing of it happens any more, and nothing is said
        for task in list(here._tasks):
            task.cancel()
        here = house(disk, f"life {life}")
        await here.start()
        page.connect(here)
        await until(lambda: page.seq is not None)
        welcome = next(told for told in reversed(page.told) if told["type"] == "welcome")
        assert not welcome.get("behind"), "the device has all that the page was told"
        assert welcome["seq"] >= (known or 0)
        if welcome["seq"] == known:
            assert before == page.view
    assert [] == page.faults
    await here.close()


@virtual_time
async def test_what_cannot_be_saved_is_not_told_and_has_not_happened() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wig_out")
    disk.full = True
    assert "table-not-saved" == (await page.ask(type="rename", name="Bo"))["reason"]
    assert "Ada" == page.lobby["people"][0]["name"]
    disk.full = False
    await asyncio.sleep(5)
    assert "refused" != (await page.ask(type="rename", name="Bo"))["type"]
    assert "Bo" == page.lobby["people"][0]["name"]
    assert [] == page.faults
    disk.full = True
    refused = await here.request("POST", "/api/tables", json.dumps({"game": "wig_out", "name": "Ada"}))
    assert (503, "table-not-saved") == (refused.status, json.loads(refused.body)["reason"])
    await here.close()


@virtual_time
async def test_planted_a_store_that_tells_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hasty(store: DeviceStore, work: Any, *args: Any) -> Any:
        store._staged.clear()
        result = work(*args)
        for change in store._staged:
            saving = asyncio.ensure_future(real(store, lambda change=change: store._staged.append(change)))
            later.append(saving)
        return result

    real, later = DeviceStore.run, list[Any]()
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wig_out")
    monkeypatch.setattr(DeviceStore, "run", hasty)
    here.rooms.journal._run = here._store.run
    page.send({"type": "rename", "name": "Bo", "id": "early"})
    await until(lambda: page.faults)
    await asyncio.wait(later)
    await here.close()


@virtual_time
async def test_hints_questions_and_lists_of_moves_are_answered_on_the_device() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "five_crowns", settings={**QUICK, "hints": True})
    await page.ask(type="begin")
    await until(lambda: page.legal)
    hint = await page.ask(type="hint")
    assert hint["found"] in page.legal
    await page.ask(type="do", action=hint["found"])
    await until(lambda: page.legal)
    found = await page.ask(type="melds")
    assert "done" == found["type"], found
    await here.close()


@virtual_time
async def test_requests_that_a_device_does_not_understand_are_refused_like_those_of_a_server() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    assert set(GAMES) == set(json.loads((await here.request("GET", "/api/games", "")).body)["games"])
    page = await opened(here, disk, "wig_out")
    code = page.lobby["code"]
    look = await here.request("POST", "/api/look", json.dumps({"code": code}))
    assert "wig_out" == json.loads(look.body)["game"]
    joined = await here.request("POST", "/api/join", json.dumps({"code": code, "name": "Bo"}))
    assert 200 == joined.status
    for method, path, body, status in (
        ("POST", "/api/tables", "{", 400),
        ("POST", "/api/tables", '{"game": "chess", "name": "Ada"}', 400),
        ("POST", "/api/replay", "no record", 400),
        ("GET", "/api/records/none", "", 404),
        ("GET", "/api/records/none/steps", "", 404),
        ("GET", "/healthz", "", 404),
        ("POST", "/api/look", '{"code": "BBBBBBBB"}', 404),
    ):
        answer = await here.request(method, path, body)
        assert status == answer.status, path
        assert {"reason", "expected"} == set(json.loads(answer.body))
    for name, facts in (("eval", "{}"), ("verify", "{}"), ("verify", "{"), ("verify", '{"text": "no"}')):
        assert 400 == here.ask(name, facts).status
    await here.close()


@virtual_time
async def test_a_connection_is_opened_refused_and_closed_as_on_a_server() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wig_out")
    stranger = Page(disk, f"{page.table}.{'0' * 32}")
    stranger.connect(here)
    await until(lambda: stranger.closed)
    assert stranger.closed == (wire.CLOSE_TOKEN, "no seat goes by this token")
    rude = Page(disk, page.token)
    rude.line = here.line(rude.hear, lambda code, reason: setattr(rude, "closed", (code, reason)))
    rude.send({"type": "begin", "id": "x"})
    await until(lambda: rude.closed)
    assert rude.closed is not None
    assert wire.CLOSE_HELLO == rude.closed[0]

    page.send({"type": "nonsense", "id": "n"})
    await until(lambda: "n" in page.answers)
    assert "table-malformed" == page.answers["n"]["reason"]
    newer = Page(disk, page.token)
    newer.connect(here)
    newer.send({"type": "rename", "name": "Eve", "id": "at once"})  # before the welcome is there
    await until(lambda: page.closed)
    assert page.closed is not None
    assert wire.CLOSE_NEWER == page.closed[0]
    await until(lambda: "at once" in newer.answers)
    newer.line.hang_up()
    await settle()
    assert not here.rooms.sessions
    await asyncio.sleep(60)
    assert not here.rooms.live, "a table that nobody looks at is put away"
    newer.connect(here)
    await until(lambda: newer.lobby["people"][0]["name"] == "Eve")
    await here.close()


@virtual_time
async def test_a_silent_page_is_pinged_and_the_newest_tables_are_kept() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    pages = [await opened(here, disk, "wig_out", bots=0) for _ in range(MOST_TABLES + 2)]
    await asyncio.sleep(20)
    assert any(told["type"] == "ping" for told in pages[-1].told)
    await here.close()
    await asyncio.sleep(1)
    again = house(disk, "again")
    await again.start()
    tables = {key.partition("/")[0] for key in disk.journal}
    assert {page.table for page in pages[2:]} == tables
    pages[0].connect(again)
    await until(lambda: pages[0].closed)
    await again.close()


@virtual_time
async def test_a_table_that_cannot_be_read_is_left_alone_and_stops_no_other() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    good, gap, bad = [await opened(here, disk, "wig_out", bots=2) for _ in range(3)]
    for page in (good, gap, bad):
        await page.ask(type="rename", name="Bo")
        await page.ask(type="rename", name="Cy")
    await here.close()
    del disk.journal[f"{gap.table}/{disk.last(gap.table) - 1:09d}"]
    disk.journal[f"{bad.table}/{disk.last(bad.table):09d}"] = b"planted"
    again = House(disk)
    await again.start()
    for page in (gap, bad):
        page.connect(again)
        await until(lambda page=page: page.closed)  # type: ignore[misc]  # the page of this turn
    good.connect(again)
    await until(lambda: good.seq is not None)
    assert "Cy" == good.lobby["people"][0]["name"]
    assert any(key.startswith(bad.table) for key in disk.journal), "nothing is thrown away"
    await again.close()


@virtual_time
async def test_a_record_that_was_not_kept_in_time_is_kept_at_the_next_start() -> None:
    disk = MemoryDisk()
    here = house(disk)
    await here.start()
    page = await opened(here, disk, "wackee_six", options=SHORT["wackee_six"], settings=QUICK)
    await page.ask(type="begin")
    await play_on(page, Random(3), lambda: page.stage == "over")
    await until(lambda: disk.kept)
    await here.close()
    kept, disk.kept = disk.kept, {}
    again = house(disk, "again")
    await again.start()
    await until(lambda: disk.kept == kept)
    await again.close()
