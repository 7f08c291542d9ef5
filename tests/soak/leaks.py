"""Paired runs and busy tables while there is time; `python -m tests.soak.leaks GAME NUMBER…` repeats some pairs."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from rumpus.contract import DEAL, READY
from tests.leaks.allowed import PACKS, Plain, plain
from tests.leaks.paired_runs import Tally, play_pair
from tests.leaks.scan import Scan
from tests.leaks.truth import Truth
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

FIRST = 1000  # the games below are the tests'
BUSY: dict[str, Plain] = {
    "five_crowns": {"rounds": 8, "turn_limit": 1},  # seven cards and more: going out takes thought, and follows
    "wackee_six": {"partners": True, "target": 20},
    "wig_out": {"rounds": 3},
}


async def busy(game: str, seed: str, most_s: float = 400.0) -> Counter[str]:
    """A table with two people, bots and a spectator, scanned; the people play as fast as they are let."""
    async with LocalServer(seed=seed) as server:
        settings = {"countdown_s": 1, "wait_s": 2, "grace_s": 3, "turn_s": 20 if game == "five_crowns" else None}
        bots = ["casual", "expert"] if game != "five_crowns" else ["casual"]
        host = await server.open(game, bots=bots, options=BUSY[game], settings=settings)
        people = [Viewer(server, host, "198.51.100.1")]
        people.append(Viewer(server, await server.join(host, "Bo"), "198.51.100.2"))
        people.append(Viewer(server, await server.join(host, "Wim", watch=True), "198.51.100.3"))
        for viewer in people:
            viewer.enter()
        await asyncio.sleep(0.01)
        people[1].say({"type": "ready", "id": "r"})
        await asyncio.sleep(0.01)
        people[0].say({"type": "begin", "id": "b"})
        await asyncio.sleep(0.01)
        keeper = server.keeper(host)
        end = asyncio.get_running_loop().time() + most_s
        number = 0
        while keeper.table.lobby.stage == "match" and asyncio.get_running_loop().time() < end:
            number += 1
            await _go_on(keeper, people, number)
        for viewer in people:
            await viewer.ask("/api/steps", {"token": viewer.seated["token"]})
        truth = Truth(server.written(host), host["code"])
        return sum((Scan(viewer, truth).all() for viewer in people), Counter())


async def _go_on(keeper: Any, people: list[Viewer], number: int) -> None:
    """Everybody does something; now and then a line is lost, and somebody asks."""
    if number % 40 == 20:
        people[1].drop()
        await asyncio.sleep(4.0)
        people[1].enter()
        await asyncio.sleep(0.01)
    match = keeper.table.match
    for viewer in people[:2]:
        seat = keeper.table.lobby.seat_of(viewer.person)
        if match.state.phase == DEAL or (match.state.phase == READY and seat != match.state.to_act()[0]):
            viewer.say({"type": "ready", "id": f"r{number}"})
        elif match.state.phase == READY:
            viewer.say({"type": "do", "id": f"g{number}", "action": {"do": "go"}})
        elif legal := match.state.at_a_glance(seat)[0]:
            viewer.say({"type": "do", "id": f"d{number}", "action": plain(legal[number % len(legal)])})
        if number % 7 == 0:
            viewer.say({"type": ("hint", "playable", "melds", "resync")[number // 7 % 4], "id": f"q{number}"})
        if number % 30 == 0:
            await viewer.ask("/api/steps", {"token": viewer.seated["token"]})
    await asyncio.sleep(0.4)


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """New pairs of each game in turn until the time is up, and a busy table every now and then."""
    until = time.monotonic() + seconds
    tallies = {game: Tally() for game in PACKS}
    tables, number = 0, FIRST
    while time.monotonic() < until:
        for game, tally in tallies.items():
            play_pair(game, number, tally)
        if number % 50 == 0:
            for game, tally in tallies.items():
                tally.kinds += run_virtual(partial(busy, game, f"soak {number}"))
                tables += 1
            say(_sum(tallies, tables))
        number += 1
    say(_sum(tallies, tables))


def _sum(tallies: dict[str, Tally], tables: int) -> str:
    pairs = ", ".join(f"{tally.pairs} pairs of {game}" for game, tally in tallies.items())
    compared = sum(tally.bytes for tally in tallies.values())
    scanned = sum(tally.kinds.total() for tally in tallies.values())
    return f"{pairs}: {compared / 1e6:.0f} MB the same; {scanned} frames and answers scanned, {tables} busy tables"


if __name__ == "__main__":
    for number in map(int, sys.argv[2:]):
        play_pair(sys.argv[1], number, Tally())
