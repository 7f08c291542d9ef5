"""Timers of a table that is loaded again: nobody gets more time, or less, because a step could not be saved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rumpus.server.keeping import keeper, recovery
from tests.support.clock import run_virtual
from tests.support.in_process import LocalConnection, LocalServer
from tests.support.stores import FailingStore

EVERY_S = 0.7  # between two moments in which nothing can be saved
POLL_S = 0.05
SLACK_S = 0.15  # a rebuild takes a few milliseconds of virtual time

People = list[LocalConnection]
Story = Callable[[LocalServer, Any, People], Awaitable[Callable[[], bool]]]


async def seated(server: LocalServer, game: str, **settings: Any) -> tuple[Any, People]:
    ana = await server.open(game, settings={"countdown_s": 0, "wait_s": 6, **settings})
    return ana, [await server.enter(ana), await server.enter(await server.join(ana, "Bo"))]


async def a_turn(server: LocalServer, ana: Any, people: People) -> Callable[[], bool]:
    """A bot plays for who is too slow."""
    await people[1].ask("ready")
    await people[0].ask("begin")
    kept = server.keeper(ana)
    turn = kept.table.match.state.to_act()[0]
    return lambda: turn in kept.table.match.bots


async def a_grace(server: LocalServer, ana: Any, people: People) -> Callable[[], bool]:
    await people[1].ask("ready")
    await people[0].ask("begin")
    people[1].drop()
    return lambda: people[0].lobby()["seats"][1].get("stand_in") is not None


async def a_wait_for_the_unready(server: LocalServer, ana: Any, people: People) -> Callable[[], bool]:
    assert "done" == (await people[0].ask("begin"))["type"]
    return lambda: people[0].lobby()["stage"] == "match"


async def a_countdown(server: LocalServer, ana: Any, people: People) -> Callable[[], bool]:
    await people[1].ask("ready")
    await people[0].ask("begin")
    await people[1].ask("ready")
    assert "done" == (await people[0].does({"do": "go"}))["type"]
    return lambda: "play" == people[0].last("happened", "welcome")["view"]["public"]["phase"]


async def a_deal_by_the_table(server: LocalServer, ana: Any, people: People) -> Callable[[], bool]:
    """A race nobody starts: the table says GO."""
    await people[1].ask("ready")
    await people[0].ask("begin")
    return lambda: "play" == people[0].last("happened", "welcome")["view"]["public"]["phase"]


STORIES: dict[str, tuple[Story, str, dict[str, Any]]] = {
    "turn": (a_turn, "five_crowns", {"turn_s": 5}),
    "grace": (a_grace, "five_crowns", {"grace_s": 5}),
    "begin": (a_wait_for_the_unready, "wig_out", {"wait_s": 6}),
    "count": (a_countdown, "wig_out", {"countdown_s": 5}),
    "go": (a_deal_by_the_table, "wig_out", {"wait_s": 6}),
}


async def fault(kept: Any, store: FailingStore) -> None:
    """A step that cannot be saved."""
    store.full = True
    if not kept.outbox.broken:
        kept.table.write(kept.now(), lobby=kept.table.lobby)
    await asyncio.sleep(0.01)
    store.full = False


def took(name: str, *, faults: bool) -> float:
    """How long it takes until the timer runs out, with or without faults of the disk on the way."""
    story, game, settings = STORIES[name]

    async def scenario() -> float:
        loop = asyncio.get_running_loop()
        store = FailingStore(loop.time)
        async with LocalServer(store=store) as server:
            ana, people = await seated(server, game, **settings)
            over = await story(server, ana, people)
            began = loop.time()
            fault_at = began + EVERY_S
            while not over():
                assert loop.time() < began + 60
                await asyncio.sleep(POLL_S)
                if faults and loop.time() >= fault_at and not over():
                    fault_at += EVERY_S
                    await fault(server.keeper(ana), store)
            return loop.time() - began

    taken: float = run_virtual(scenario)
    return taken


@pytest.mark.parametrize("name", STORIES)
def test_what_is_left_of_a_timer_is_kept_when_the_table_is_loaded_again(name: str) -> None:
    assert abs(took(name, faults=True) - took(name, faults=False)) <= SLACK_S


def test_a_table_that_starts_its_timers_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "carry_over", lambda *_: None)
    for name in STORIES:
        with pytest.raises(AssertionError):
            assert took(name, faults=True) - took(name, faults=False) <= SLACK_S


def test_a_client_is_told_how_much_of_its_turn_is_left() -> None:
    async def scenario() -> list[int]:
        store = FailingStore(asyncio.get_running_loop().time)
        async with LocalServer(store=store) as server:
            ana, people = await seated(server, "five_crowns", turn_s=5)
            await a_turn(server, ana, people)
            await asyncio.sleep(2)
            await fault(server.keeper(ana), store)
            return [one.last("welcome")["turn_ms"] for one in people]

    left: list[int] = run_virtual(scenario)
    assert all(2900 <= each <= 3000 for each in left), left


def test_a_full_disk_is_not_tried_all_the_time_because_a_time_limit_is_over() -> None:
    async def scenario() -> int:
        store = FailingStore(asyncio.get_running_loop().time)
        async with LocalServer(store=store) as server:
            ana, people = await seated(server, "wig_out", countdown_s=1)
            await a_countdown(server, ana, people)
            store.full = True
            await asyncio.sleep(20 * recovery.REST_S)
            store.full = False
            await asyncio.sleep(2 * recovery.REST_S)
            assert "play" == people[0].last("happened", "welcome")["view"]["public"]["phase"]
            return len(people[0].heard("welcome"))

    assert 15 <= run_virtual(scenario) <= 25
