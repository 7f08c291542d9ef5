"""Fair races over real sockets: a real server behind a proxy on this machine that delays each player by their distance.

`python -m tests.soak.distance [CONTESTS]` plays them by view time, and then by arrival to show what that removes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rumpus import wire
from tests.support.contests import CONTESTED, LEAST_S, REACTION_S, SPREAD_S, deal
from tests.support.serving import Serving
from tests.support.socket_players import post

TRIPS_MS = (20, 80, 200)
CONTESTS = 1_000
TOGETHER = 20  # tables at the same time
WITHIN = 5.0  # percentage points
BEHIND = ("--trusted-proxy", "127.0.0.1", "--limit=unproven_credit_ms=250", "--scripted-for-all")
SETTINGS = {"countdown_s": 0, "wait_s": 60, "phrases": False}


class Proxy:
    """Passes connections on to a server, each byte later by half a round trip, and says whose connection it is."""

    def __init__(self, port: int, trip_s: float) -> None:
        self.port = port
        self.delay_s = trip_s / 2
        self.tasks: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server

    async def start(self) -> int:
        """Listen; returns the port."""
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.port)
        head = await reader.readuntil(b"\r\n")
        outer.write(head + b"X-Forwarded-For: 203.0.113.7\r\n")
        for source, sink in ((reader, outer), (inner, writer)):
            task = asyncio.get_running_loop().create_task(self._pass_on(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await source.read(65_536):
                loop.call_later(self.delay_s, sink.write, data)
        loop.call_later(self.delay_s, sink.close)

    def close(self) -> None:
        """Stop listening."""
        self.server.close()


class Racer:
    """A player on a real socket who plays the next red card as soon as it is on their screen that it fits."""

    def __init__(self, port: int, seated: dict[str, Any], rng: Random) -> None:
        self.port, self.seated, self.rng = port, seated, rng
        self.played: list[dict[str, Any]] = []
        self.socket: ClientConnection
        self._waiting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Connect and play until the connection is closed."""
        async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None) as self.socket:
            await self.say(type="hello", version=wire.VERSION, token=self.seated["token"])
            with suppress(ConnectionClosed):
                async for frame in self.socket:
                    await self._hear(json.loads(frame))

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def _hear(self, told: dict[str, Any]) -> None:
        if told["type"] == "ping":
            await self.say(type="pong", n=told["n"])
        for line in told.get("lines", ()):
            if line["do"] == "play":
                self.played.append(line)
                number = int(line["as"][1:]) + 1
                if number <= len(CONTESTED) + 1:
                    task = asyncio.get_running_loop().create_task(self._react(number))
                    self._waiting.add(task)
                    task.add_done_callback(self._waiting.discard)

    async def _react(self, number: int) -> None:
        await asyncio.sleep(max(LEAST_S, self.rng.gauss(REACTION_S, SPREAD_S)))
        with suppress(ConnectionClosed):
            action = {"do": "play", "card": f"r{number}", "from": number - 2}
            await self.say(type="do", id=f"play-{number}", action=action)


async def table(server: Serving, ports: list[int], rng: Random, races: str) -> Counter[int]:
    """Play the contests of one table; returns how many each seat won."""
    opened = {
        "game": "wackee_six",
        "name": "Ana",
        "settings": {**SETTINGS, "races": races},
        "deals": [deal(len(ports))],
    }
    first = await asyncio.to_thread(post, server.url, "/api/tables", opened)
    joining = {"code": first["code"], "name": "P"}
    seated = [first, *[await asyncio.to_thread(post, server.url, "/api/join", joining) for _ in ports[1:]]]
    racers = [Racer(port, seat, Random(rng.random())) for port, seat in zip(ports, seated, strict=True)]
    tasks = [asyncio.get_running_loop().create_task(racer.run()) for racer in racers]
    await asyncio.sleep(3.0)  # the first pings tell the distances
    for racer in racers[1:]:
        await racer.say(type="ready", id="ready")
    await asyncio.sleep(0.5)
    host = racers[0]
    for id_, message in (
        ("begin", {"type": "begin"}),
        ("go", {"type": "do", "action": {"do": "go"}}),
        ("turn", {"type": "do", "action": {"do": "turn"}}),
        ("one", {"type": "do", "action": {"do": "play", "card": "r1", "from": "deck"}}),
    ):
        await host.say(id=id_, **message)
        await asyncio.sleep(0.5)
    until = time.monotonic() + 30.0
    while len(host.played) <= len(CONTESTED) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    for racer in racers:
        await racer.socket.close()
    await asyncio.gather(*tasks)
    return Counter(line["by"] for line in host.played[1:])


async def play(server: Serving, contests: int, races: str) -> Counter[int]:
    """Play so many contests, some tables at a time."""
    rng = Random(races)
    proxies = [Proxy(int(server.url.rpartition(":")[2]), trip / 1000) for trip in TRIPS_MS]
    ports = [await proxy.start() for proxy in proxies]
    won: Counter[int] = Counter()
    while won.total() < contests:
        for counted in await asyncio.gather(*(table(server, ports, rng, races) for _ in range(TOGETHER))):
            won += counted
    for proxy in proxies:
        proxy.close()
    return won


def shares(won: Counter[int]) -> list[float]:
    """The share of each seat, in percent."""
    return [100 * won[seat] / max(1, won.total()) for seat in range(len(TRIPS_MS))]


def soak(seconds: float, say: Callable[[str], None], contests: int = CONTESTS) -> None:
    """By view time and by arrival; fewer contests if there is little time."""
    contests = int(min(contests, max(60, seconds * 5)))
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder), *BEHIND) as server:
        for races in ("fair", "arrival"):
            won = asyncio.run(play(server, contests, races))
            got = shares(won)
            say(f"{races}: {' / '.join(f'{share:.1f}' for share in got)} % of {won.total()} at {TRIPS_MS} ms")
            if races == "fair" and won.total() >= CONTESTS:
                assert all(abs(share - 100 / len(TRIPS_MS)) <= WITHIN for share in got), got
            if races == "arrival" and won.total() >= CONTESTS:
                assert got[0] > 50, "by arrival the nearest player was expected to win most"


if __name__ == "__main__":
    soak(float("inf"), print, int(sys.argv[1]) if sys.argv[1:] else CONTESTS)
