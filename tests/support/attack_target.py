"""The server as attackers reach it: many connections from one address, frames and requests written by hand."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any

from rumpus import wire

CROWD = 24  # connections of one attacker
SEATS = 8  # people of one attacker, all of them at tables of their own
PAUSE_S = 0.001
TOLD_S = 2.0  # for what is told once, before an attack
MASK = b"\0\0\0\0"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A whole frame of a client."""
    size = len(payload)
    head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + struct.pack("!H", size)
    return head + MASK + payload


def message(**fields: Any) -> bytes:
    """A text frame with this message."""
    return frame(json.dumps(fields).encode())


def request(path: str, body: Any = None, key: str = "") -> bytes:
    """A whole HTTP request: a GET, or a POST of this value or these bytes, perhaps with the key of a device."""
    sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    method = "GET" if body is None else "POST"
    shown = f"Authorization: Bearer {key}\r\n" if key else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{shown}Content-Length: {len(sent)}\r\n\r\n"
    return head.encode() + sent


class Target:
    """The server as one attacker reaches it: from an address of its own."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.0.{number % 250 + 1}.1"  # Linux accepts every address of 127.0.0.0/8 as its own
        self.sent = 0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 22)

    async def ask(self, path: str, body: Any, key: str = "") -> Any:
        """One request, perhaps with the key of a device; returns its answer, or None if it was refused."""
        reader, writer = await self.connect()
        try:
            writer.write(request(path, body, key))
            status, answer = await _answer(reader)
            return json.loads(answer) if status in (200, 201) else None
        finally:
            writer.close()

    async def crowd(self, one: Callable[[], Awaitable[None]], number: int = CROWD) -> None:
        """Do something with many connections, again and again until the attack is over."""

        async def again() -> None:
            while True:
                with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                    await one()
                await asyncio.sleep(PAUSE_S)

        async with asyncio.TaskGroup() as group:
            for _ in range(number):
                group.create_task(again())

    async def requests(self, *asked: bytes, number: int = CROWD) -> None:
        """Send these requests over and over on many connections."""

        async def one() -> None:
            reader, writer = await self.connect()
            try:
                while True:
                    for raw in asked:
                        writer.write(raw)
                        self.sent += 1
                        await writer.drain()
                        await _answer(reader)
            finally:
                writer.close()

        await self.crowd(one, number)

    async def seat(self, game: str = "wig_out", **more: Any) -> str:
        """Open a table; returns the token of its host."""
        seated = await self.ask("/api/tables", {"game": game, "name": "Mal", **more})
        return "" if seated is None else str(seated["token"])

    async def frames(self, make: Callable[[int], bytes], token: str | None, opening: tuple[bytes, ...] = ()) -> None:
        """Connect, say hello with this token (None: say nothing), and flood until the connection is closed."""
        reader, writer = await self.connect()
        numbers = count()
        try:
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            if token is not None:
                writer.write(message(type="hello", version=wire.VERSION, token=token))
            for raw in opening:
                writer.write(raw)
            reading = asyncio.ensure_future(_swallow(reader))
            while not reading.done():
                writer.write(b"".join(make(next(numbers)) for _ in range(10)))
                self.sent += 10
                await writer.drain()
                await asyncio.sleep(PAUSE_S)
        finally:
            writer.close()

    async def messages(self, game: str = "wig_out", opening: tuple[bytes, ...] = (), **fields: Any) -> None:
        """Flood with one kind of message from several seats; `{n}` in a text becomes a number."""
        seats = (self.seat(game, bots=["beginner"], settings={"countdown_s": 0}) for _ in range(SEATS))
        tokens = await asyncio.gather(*seats)
        numbers = count()

        def make(number: int) -> bytes:
            raw = json.dumps({"id": "{n}", **fields}).replace("{n}", f"{self.address}-{number}-{next(numbers)}"[-30:])
            return frame(raw.encode())

        async with asyncio.TaskGroup() as group:
            for token in tokens:
                group.create_task(self.seat_flood(make, token, opening))

    async def seat_flood(self, make: Callable[[int], bytes], token: str, opening: tuple[bytes, ...]) -> None:
        """Flood from one seat, again and again."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self.frames(make, token, opening)
            await asyncio.sleep(PAUSE_S * 20)

    async def tell(self, token: str, *sent: bytes) -> None:
        """Connect, say hello and this, and read for a while, or until the server closes the connection."""
        reader, writer = await self.connect()
        try:
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(message(type="hello", version=wire.VERSION, token=token) + b"".join(sent))
            with suppress(TimeoutError):
                async with asyncio.timeout(TOLD_S):
                    await _swallow(reader)
        finally:
            writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    size = next((int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")), 0)
    return int(lines[0].split()[1]), await reader.readexactly(size)


async def _swallow(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass
