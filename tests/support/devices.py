"""Devices that play challenges on a `LocalServer`: the deal of the day, or a match with a score to beat."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from tests.support.client_model import ClientModel
from tests.support.in_process import Answer, LocalConnection, LocalServer

Plain = dict[str, Any]
TODAY, DAY_S = "1970-01-01", 86_400.0  # the clock of a virtual loop begins there


def day(game: str = "five_crowns", date: str = TODAY) -> str:
    """The id of a deal of the day."""
    return f"day-{date}-{game}"


def later(server: LocalServer, seconds: float) -> None:
    """From now on it is so much later by the calendar; no time passes at the tables."""
    clock = asyncio.get_running_loop().time
    server.rooms.today = lambda: clock() + seconds


class Device:
    """A device with a key of its own."""

    def __init__(self, server: LocalServer, name: str = "Ana", address: str = "198.51.100.7") -> None:
        self.server = server
        self.name = name
        self.key = hashlib.sha256(name.encode()).hexdigest()[:32]
        self.address = address

    async def request(self, path: str, body: Any = None) -> Answer:
        """A request that shows the key."""
        shown = [(b"authorization", b"Bearer " + self.key.encode())]
        return await self.server.request(path, body, headers=shown, address=self.address)

    async def ask(self, path: str, body: Any = None) -> Any:
        """The same, which must be answered."""
        answer = await self.request(path, body)
        assert answer.status in (200, 201), answer
        return answer.json()

    async def view(self, id_: str) -> Plain:
        """A challenge as this device sees it."""
        found: Plain = await self.ask(f"/api/challenges/{id_}")
        return found

    async def enter(self, id_: str) -> Plain:
        """Begin, or go on; returns the seat."""
        found: Plain = await self.ask(f"/api/challenges/{id_}/enter", {"name": self.name, "avatar": "fox"})
        return found

    async def refused(self, id_: str) -> tuple[int, str]:
        """Try to begin; returns the status and the reason of the refusal."""
        answer = await self.request(f"/api/challenges/{id_}/enter", {"name": self.name})
        assert answer.status >= 400, answer
        return answer.status, answer.json()["reason"]

    async def play(self, id_: str, *, last: bool = False) -> Plain:
        """Play a challenge to its end, always by the first legal action (or the last); returns the lobby."""
        connection = await self.server.enter(await self.enter(id_), address=self.address)
        await play_on(connection, last=last)
        await asyncio.sleep(1)  # the result is judged
        connection.drop()
        return connection.lobby()

    async def take(self, id_: str) -> Plain:
        """Take the deal along, to play it without the server."""
        found: Plain = await self.ask(f"/api/challenges/{id_}/take", {"name": self.name, "avatar": "fox"})
        return found

    async def hand_in(self, id_: str, text: str) -> Plain:
        """Hand in the record of a match that was played without the server."""
        found: Plain = await self.ask(f"/api/challenges/{id_}/result", text.encode())
        return found

    async def record(self, name: str) -> Answer:
        """The record of a match."""
        return await self.request(f"/api/records/{name}")


async def play_on(connection: LocalConnection, *, last: bool = False, rounds: int | None = None) -> None:
    """Act whenever something is legal, and be ready for whatever comes, until the match or so many rounds are over."""
    model, read, scored = ClientModel(), 0, 0
    for _ in range(20_000):
        for message in connection.told[read:]:
            model.learn(message)
            lines = message.get("lines", ()) if message["type"] == "happened" else ()
            scored += sum(line["do"] == "score" for line in lines)
        read = len(connection.told)
        if connection.lobby()["stage"] == "over" or scored == rounds:
            return
        assert connection.closed is None, connection.closed
        if model.legal:
            await connection.ask("do", action=model.legal[-1 if last else 0])
            await asyncio.sleep(0.3)  # in a race the bots have their chance too
        else:
            await asyncio.sleep(0.5)
            if model.view is not None and model.view["public"]["phase"] in ("deal", "ready"):
                await connection.ask("ready")
    raise AssertionError("the match does not end")
