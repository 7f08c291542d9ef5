"""Messages that come in any way, whole or in fragments, alone or many at once, are handled in their order."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import msgspec
import pytest
import uvicorn
from uvicorn.server import ServerState

from rumpus import wire
from rumpus.server.net.frames import WHOLE_TEXT, Frames
from rumpus.server.net.socket import Reader
from tests.server.test_frames import CONTINUED, TEXT, UPGRADE, frame
from tests.support.clock import run_virtual, settle
from tests.support.in_process import GENEROUS, LocalServer

MESSAGES = 150
SEEDS = range(8)


class Line(asyncio.Transport):
    """The server's side of a connection without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.closing = False

    def write(self, data: Any) -> None:
        self.sent.append(bytes(data))

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Everything is taken anyway."""

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    abort = close

    def pause_reading(self) -> None:
        """What is still pushed waits in the protocol."""

    def resume_reading(self) -> None:
        """See `pause_reading`."""


async def connected(server: LocalServer, token: str) -> tuple[Frames, Line]:
    """A connection that has got its welcome."""
    config = uvicorn.Config(
        server.app, interface="asgi3", ws_max_size=4096, ws_per_message_deflate=False, lifespan="off", log_config=None
    )
    config.load()
    link, line = Frames(config, ServerState(), {}), Line()
    link.connection_made(line)
    link.data_received(UPGRADE)
    await settle()
    link.data_received(text(type="hello", version=wire.VERSION, token=token))
    await settle()
    assert b'"welcome"' in b"".join(line.sent)
    return link, line


def text(**message: Any) -> bytes:
    return frame(json.dumps(message).encode())


def in_parts(data: bytes, rng: Random) -> bytes:
    """The same message in two fragments."""
    at = rng.randrange(len(data))
    return frame(data[:at], TEXT, final=False) + frame(data[at:], CONTINUED)


async def play(server: LocalServer, rng: Random) -> list[str]:
    """Send many messages in pieces of any size; returns the ids in the order in which they were carried out."""
    ana = await server.open("wig_out")
    link, _ = await connected(server, ana["token"])
    rest = b""
    for at in range(MESSAGES):
        message = json.dumps({"type": "ready", "id": f"r{at}", "ready": bool(at % 2)}).encode()
        rest += in_parts(message, rng) if rng.random() < 0.2 else frame(message)
        if rng.random() < 0.4:
            cut = rng.choice((len(rest), rng.randrange(len(rest))))
            link.data_received(rest[:cut])
            rest = rest[cut:]
            for _ in range(rng.choice((0, 0, 1, 2, 5))):
                await asyncio.sleep(rng.choice((0, 0, 0.004, 0.02)))
    link.data_received(rest)
    for _ in range(MESSAGES):
        await settle()
    return [entry.key.partition(":")[2] for entry in server.written(ana) if entry.key is not None]


def in_order(seed: int) -> bool:
    found: list[str] = []

    async def scene() -> None:
        async with LocalServer() as server:
            found.extend(await play(server, Random(seed)))

    run_virtual(scene)
    return found == [f"r{at}" for at in range(MESSAGES)]


@pytest.mark.parametrize("seed", SEEDS)
def test_messages_are_carried_out_in_the_order_in_which_they_came(seed: int) -> None:
    assert in_order(seed)


def test_the_test_notices_a_message_that_overtakes_one_that_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = Reader.hear

    def hasty(self: Reader, frame: str) -> bool:
        return self._handle(frame, self._rooms.clock()) if self._behind else hear(self, frame)

    monkeypatch.setattr(Reader, "hear", hasty)
    assert [in_order(seed) for seed in SEEDS] != [True] * len(SEEDS)


def test_the_test_notices_a_message_that_overtakes_a_fragmented_one(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Frames._take

    def hasty(self: Frames, first: int, payload: bytes) -> bool:
        whole = first == WHOLE_TEXT and self._part is None
        return (whole and self._hear is not None and self._hear(payload.decode())) or take(self, first, payload)

    monkeypatch.setattr(Frames, "_take", hasty)
    assert [in_order(seed) for seed in SEEDS] != [True] * len(SEEDS)


def test_a_seat_that_sends_too_much_is_told_so_and_nothing_more_is_carried_out() -> None:
    limits = msgspec.structs.replace(GENEROUS, messages_at_once=30.0, messages_per_s=1.0)

    async def scene() -> None:
        async with LocalServer(limits) as server:
            ana = await server.open("wig_out")
            link, line = await connected(server, ana["token"])
            link.data_received(b"".join(text(type="ready", id=f"r{at}", ready=bool(at % 2)) for at in range(60)))
            for _ in range(60):
                await settle()
            done = [entry.key for entry in server.written(ana) if entry.key is not None]
            assert 25 <= len(done) <= 30
            said = b"".join(line.sent)
            assert b'"bye"' in said
            assert str(wire.CLOSE_LIMIT).encode() in said

    run_virtual(scene)
