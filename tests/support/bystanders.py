"""Quiet tables on a server that is being attacked, and how long their people wait for each action."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Self

from websockets.asyncio.client import ClientConnection, connect

from rumpus import wire
from tests.support.serving import PATIENCE_S
from tests.support.socket_players import UNCHECKED, post

TABLES = 6
EVERY_S = 0.09  # each person acts so often, which is within the limits of a seat


class Bystanders:
    """Tables of two whose people change their mind about being ready: each time something is saved and told."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._stack = AsyncExitStack()
        self._sockets: list[ClientConnection] = []
        self._ids = 0

    async def __aenter__(self) -> Self:
        for _ in range(TABLES):
            host = post(self.url, "/api/tables", {"game": "wig_out", "name": "Ana"})
            guest = post(self.url, "/api/join", {"code": host["code"], "name": "Bo"})
            for seated in (host, guest):
                address = f"ws{self.url.removeprefix('http')}/ws"
                trust = UNCHECKED if address.startswith("wss") else None
                link = connect(address, compression=None, open_timeout=PATIENCE_S, close_timeout=1, ssl=trust)
                socket = await self._stack.enter_async_context(link)
                await socket.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": seated["token"]}))
                self._sockets.append(socket)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def waited(self, seconds: float) -> list[float]:
        """Act for so long; returns how long each action took until it was confirmed, in ms."""
        waits: list[float] = []
        async with asyncio.timeout(seconds + PATIENCE_S), asyncio.TaskGroup() as group:
            for at, socket in enumerate(self._sockets):
                group.create_task(self._act(socket, at, seconds, waits))
        return waits

    async def _act(self, socket: ClientConnection, at: int, seconds: float, waits: list[float]) -> None:
        await asyncio.sleep(EVERY_S * at / len(self._sockets))  # not all at once
        end = perf_counter() + seconds
        while (began := perf_counter()) < end:
            self._ids += 1
            name = f"{at}-{self._ids}"
            await socket.send(json.dumps({"type": "ready", "id": name, "ready": bool(self._ids % 2)}))
            while True:
                told = json.loads(await socket.recv())
                if told["type"] == "ping":
                    await socket.send(json.dumps({"type": "pong", "n": told["n"]}))
                if told.get("id") == name:
                    break
            waits.append((perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, EVERY_S - (perf_counter() - began)))


def p99(waits: list[float]) -> float:
    """The 99th percentile."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * 0.99))]


class Attackers:
    """The process of `attackers.py`."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "tests.support.attackers", url]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        self._answer()

    async def begin(self, names: list[str], seconds: float) -> None:
        """Attack these endpoints for so long; returns when all attackers have begun."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"names": names, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        await asyncio.to_thread(self._answer)

    async def sent(self) -> dict[str, int]:
        """Wait for the end of the attack; returns how much each attacker has sent."""
        return await asyncio.to_thread(self._answer)

    def _answer(self) -> dict[str, int]:
        assert self._process.stdout is not None
        found: dict[str, int] = json.loads(self._process.stdout.readline())
        return found

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
