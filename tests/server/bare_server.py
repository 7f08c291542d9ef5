"""A real uvicorn with this server's protocols in this process, a small application, and a clock to turn by hand."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import uvicorn

from rumpus.server.budget.limits import Limits
from rumpus.server.metrics import Metrics
from rumpus.server.net.connections import http_protocol
from rumpus.server.net.frames import Frames
from rumpus.server.net.places import Places

PATIENCE_S = 180.0  # a safety net on slow machines, never a measure
LARGE = 4 * 1024 * 1024  # bytes of the response at /large
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def small(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request with its path at once, /body after its body, and echoes the texts of a WebSocket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    while scope["path"] == "/body" and (await receive()).get("more_body"):
        pass
    body = bytes(LARGE) if scope["path"] == "/large" else scope["path"].encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes or resets the connection."""
    answer = b""
    with suppress(ConnectionError):
        while piece := await reader.read(1 << 16):
            answer += piece
    return answer


class Bare:
    """The server, its places, and its clock."""

    def __init__(self, address: tuple[str, int], places: Places) -> None:
        self.address = address
        self.places = places
        self.now = 0.0

    async def connect(self, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection that has said this."""
        reader, writer = await asyncio.open_connection(*self.address)
        writer.write(said)
        return reader, writer

    async def ask(self, said: bytes) -> bytes:
        """All that comes on a connection that says this, until the server closes it."""
        reader, writer = await self.connect(said)
        answer = await rest(reader)
        writer.close()
        return answer

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait until this holds."""
        while not holds():
            await asyncio.sleep(0.005)

    def pass_(self, seconds: float) -> None:
        """Let time pass for the connections."""
        self.now += seconds
        self.places.expire()


Story = Callable[[Bare], Awaitable[None]]


def with_bare_server(story: Story, *, most: int = 1000, per_address: int = 1000, proxy: str | None = None) -> Metrics:
    """Run the story against such a server; returns the server's metrics."""
    metrics = Metrics()

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        bare: Bare
        places = Places(most, Limits(connections=per_address), lambda: bare.now, metrics, proxy)
        bare = Bare(listener.getsockname()[:2], places)
        config = uvicorn.Config(
            small,
            http=http_protocol(places),
            ws=Frames,
            ws_max_size=4096,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve([listener]))
        try:
            async with asyncio.timeout(PATIENCE_S):
                await story(bare)
        finally:
            server.should_exit = True
            await serving
            listener.close()

    asyncio.run(run())
    return metrics
