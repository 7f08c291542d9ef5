"""What our own WebSocket frames and our own journal thread save, each alone beside what they replace.

`python -m bench.load.parts` prints processor time, which other work on the machine disturbs least; the smallest of
many windows counts. docs/decisions/frames.md has the result.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from time import process_time
from typing import Any

import uvicorn
import uvloop
from bench.load.transport import HANDSHAKE, Transport
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from rumpus.server.net.frames import SAY, Frames
from rumpus.server.run import SWITCH_S
from rumpus.server.threads import OneThread

WINDOWS, CALLS = 15, 3000
ASKED = (
    bytes((0x81, 0x80 | 100))
    + b"\x12\x34\x56\x78"
    + bytes(b ^ b"\x12\x34\x56\x78"[n % 4] for n, b in enumerate(b"x" * 100))
)
TOLD = "y" * 600  # about what a player is told of an action


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers every message."""
    await receive()
    await send({"type": "websocket.accept"})
    say = scope.get("extensions", {}).get(SAY)
    while True:
        await receive()
        if say is None or not say(TOLD.encode()):
            await send({"type": "websocket.send", "text": TOLD})


async def connection(kind: type[WebSocketsSansIOProtocol]) -> Callable[[], Awaitable[None]]:
    """A connection whose every call is a message and its answer."""
    config = uvicorn.Config(
        answer, ws=kind, ws_per_message_deflate=False, lifespan="off", log_config=None, log_level="critical"
    )
    config.load()
    protocol, transport = kind(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    while not transport.written:
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)

    async def one() -> None:
        before = transport.written
        protocol.data_received(ASKED)
        while transport.written == before:
            await asyncio.sleep(0)

    return one


async def cheapest(calls: dict[str, Callable[[], Awaitable[Any]]]) -> dict[str, float]:
    """Microseconds of processor time for one call of each, window by window in turn."""
    found = dict.fromkeys(calls, float("inf"))
    for _ in range(WINDOWS):
        for name, call in calls.items():
            before = process_time()
            for _ in range(CALLS):
                await call()
            found[name] = min(found[name], (process_time() - before) / CALLS * 1e6)
    return found


async def measure() -> None:
    """Both comparisons."""
    sys.setswitchinterval(SWITCH_S)
    frames = {"frames.py": await connection(Frames), "uvicorn's protocol": await connection(WebSocketsSansIOProtocol)}
    loop = asyncio.get_running_loop()
    thread, pool = OneThread(loop), ThreadPoolExecutor(1)
    threads: dict[str, Callable[[], Awaitable[Any]]] = {
        "OneThread": lambda: thread.run(int),
        "ThreadPoolExecutor(1)": lambda: loop.run_in_executor(pool, int),
    }
    for what, calls in (("a message and its answer", frames), ("a call in another thread", threads)):
        for name, taken in (await cheapest(calls)).items():
            print(f"{what}: {name} {taken:.1f} us")
    thread.stop()
    pool.shutdown()


if __name__ == "__main__":
    logging.disable()  # uvicorn reports that the connections were never closed
    uvloop.run(measure())
