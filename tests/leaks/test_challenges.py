"""Nothing of a deal that others still play is told: not to strangers, not in logs, to players only what is over."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from rumpus.challenge import read_first
from rumpus.fair import Seeds
from rumpus.server.challenges.challenges import Challenges
from rumpus.table.house import House
from rumpus.wire import challenge as views
from tests.leaks.allowed import Leak
from tests.leaks.scan import says_nothing
from tests.leaks.test_logs import logged
from tests.support.clock import run_virtual
from tests.support.devices import DAY_S, Device, day, later, play_on
from tests.support.in_process import LocalServer

ROUNDS = 5
RESTS = ("", "/steps", "/coach")


class Heard:
    """All texts that were told, and what may not be in them."""

    def __init__(self) -> None:
        self.before: list[str] = []  # while the second round was played: to a player, and to others
        self.strangers: list[str] = []  # until the day was over, to those who have not played
        self.secret = ""
        self.seeds: list[str] = []
        self.keys: set[str] = set()


async def scene() -> Heard:
    """Ana has played the deal of the day, Bo is in the second round, and Mal only asks."""
    heard = Heard()
    async with LocalServer(seed="challenge") as server:
        ana, bo, mal = (Device(server, name) for name in ("Ana", "Bo", "Mal"))
        name = (await ana.play(day()))["record"]
        connection = await server.enter(await bo.enter(day()))
        await play_on(connection, rounds=1)
        heard.before += connection.frames
        for device in (bo, mal):
            for path in ("/api/daily", f"/api/challenges/{day()}", *(f"/api/records/{name}{rest}" for rest in RESTS)):
                heard.strangers.append((await device.request(path)).body.decode())
        heard.strangers.append((await mal.request("/api/challenges", {"token": "x.y"})).body.decode())
        tomorrow = day(date="1970-01-02")
        heard.strangers.append((await mal.request(f"/api/challenges/{tomorrow}")).body.decode())
        later(server, DAY_S - asyncio.get_running_loop().time() + 60)  # it is over, but Bo may still play on
        heard.strangers.append((await mal.request(f"/api/challenges/{day()}")).body.decode())
        chain = read_first(server.store.entries(day())[0].body).plan.chain
        seeds = Seeds(bytes.fromhex(chain.secret))
        heard.secret, heard.seeds = chain.secret, [seeds[number].hex() for number in range(1, ROUNDS + 1)]
        written = [json.loads(entry.body) for entry in server.store.entries(day())]
        heard.keys = {ana.key, bo.key, *(event["device"] for event in written if "device" in event)}
    return heard


def checked(heard: Heard) -> None:
    """Raise `Leak` if something was told too early."""
    told = [*heard.before, *heard.strangers]
    says_nothing(told, {heard.secret, *heard.keys, *heard.seeds[1:]}, ())
    says_nothing(heard.strangers, set(heard.seeds), ())
    cards = [text for text in heard.strangers if '"hands"' in text or '"draw"' in text]
    if cards:
        raise Leak(cards[0][:200])


def test_nothing_is_told_before_its_time() -> None:
    heard, lines = logged(lambda: run_virtual(scene))
    checked(heard)
    says_nothing(lines, {heard.secret, *heard.seeds, *heard.keys}, ())


def test_a_secret_that_is_told_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    view = views.challenge_view

    def early(*args: Any, **fields: Any) -> Any:
        return view(*args, **{**fields, "told": True})

    monkeypatch.setattr(views, "challenge_view", early)
    with pytest.raises(Leak):
        checked(run_virtual(scene))


def test_a_record_that_is_shown_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def anybody(*_: Any) -> bool:
        return True

    monkeypatch.setattr(Challenges, "may_see", anybody)
    with pytest.raises(Leak):
        checked(run_virtual(scene))


def test_seeds_of_later_rounds_in_a_reveal_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    reveal = House._reveal
    monkeypatch.setattr(
        House, "_reveal", lambda self, numbers, ends: reveal(self, [number + 1 for number in numbers], ends=ends)
    )
    with pytest.raises(Leak):
        checked(run_virtual(scene))
