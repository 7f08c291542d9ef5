"""Kills the real server at random moments while players play, and compares what they were told with the journal."""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from rumpus.server.config import DATABASE
from tests.support.journal_check import Tally, check, check_book
from tests.support.postgres import free_port
from tests.support.serving import Serving
from tests.support.socket_players import Player, post, sit_down, until

KILLS = 15  # in one campaign: then everything is checked, and the next begins with new tables
TABLES = (
    ("wig_out", ("casual", "expert")),
    ("wackee_six", ("casual",)),
    ("five_crowns", ("casual",)),
    ("wackee_six", ("beginner", "skilled")),
)
IN_CIRCLE = 0  # of these tables: its results go into a book
CIRCLE = {"name": "Us", "member": {"name": "P1", "avatar": "fox"}}
Change = Callable[[Serving], Serving]


def as_it_is(server: Serving) -> Serving:
    """The server as shipped, without a planted bug."""
    return server


async def campaign(folder: Path, kills: int, seed: str, change: Change = as_it_is) -> Tally:
    """So many kills under the same players; what they were told is what the journal says, or `AssertionError`."""
    rng = random.Random(seed)
    port = free_port()
    server = await asyncio.to_thread(change(Serving(folder, port=port)).start)
    killed: list[Serving] = []
    try:
        async with AsyncExitStack() as stack:
            circle = await asyncio.to_thread(post, server.url, "/api/circles", CIRCLE)
            players: list[Player] = []
            for number, (game, bots) in enumerate(TABLES):
                inside = circle if number == IN_CIRCLE else None
                table = await asyncio.to_thread(
                    partial(sit_down, server.url, game, f"{seed} {number}", 2, bots, circle=inside)
                )
                players += [await stack.enter_async_context(player) for player in table]
            for number in range(kills):
                await _play_on(players, rng, number)
                server.process.kill()
                server.process.wait()
                killed.append(server)  # its processes may still be on their way out; the next does not wait for them
                server = await asyncio.to_thread(change(Serving(folder, port=port)).start)
            await _goes_on(players)
            await until(lambda: players[0].lobby["record"] is not None, "a match of the circle ends")
            assert 0 == await asyncio.to_thread(server.end, signal.SIGTERM)
    finally:
        for one in (*killed, server):
            await asyncio.to_thread(one.kill)
    tally = check(folder / DATABASE, players)
    tally.booked = check_book(folder / DATABASE, circle["circle"], players[0].table)
    return tally


async def _play_on(players: list[Player], rng: random.Random, number: int) -> None:
    """Wait for a random number of moves, so that a slow machine is not killed earlier."""
    if number % 7 == 6:  # a bot of Five Crowns thinks in another process, which has to be there first
        thinking = [player for player in players if player.game == "five_crowns"]
        before = thinking[0].seq + 4
        await until(lambda: thinking[0].connected and thinking[0].seq > before, "Five Crowns goes on")
    done = sum(len(player.confirmed) for player in players) + rng.randrange(60)
    await until(lambda: sum(len(player.confirmed) for player in players) >= done, "the players go on")
    await asyncio.sleep(rng.uniform(0, 0.02))


async def _goes_on(players: list[Player]) -> None:
    """Everybody is back, and every table goes on."""
    await until(lambda: all(player.connected for player in players), "everybody is welcome again")
    before = {player.table: player.seq for player in players}
    await until(lambda: all(player.seq > before[player.table] + 3 for player in players), "every table goes on")


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Kill until the time is over, and say how often; a fault ends it with the seed in the message."""
    until_s, kills, number, whole = time.monotonic() + seconds, 0, 0, Tally()
    while time.monotonic() < until_s:
        number += 1
        seed = f"soak {number}"
        with tempfile.TemporaryDirectory() as folder:
            try:
                whole.add(asyncio.run(campaign(Path(folder), KILLS, seed)))
            except AssertionError as fault:
                raise AssertionError(f"kill -9, campaign {seed!r}, after {kills} kills: {fault}") from fault
        kills += KILLS
        say(f"kill -9: {kills} kills, {whole.confirmed} confirmed actions, {whole.frames} frames and "
            f"{whole.records} records as the journal has them, {whole.booked} results in their book once")  # fmt: skip
