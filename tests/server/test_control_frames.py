"""Pings, pongs and fragments on real sockets: each is paid for, and a client that does not read gets no more."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn

from rumpus import wire
from rumpus.server.budget.limits import Limits
from rumpus.server.net.frames import AHEAD, FLOOD, HELLO_FRAMES, HIGH_WATER, LINK, Frames
from tests.server.test_frames import BINARY, CONTINUED, PING, PONG, TEXT, UPGRADE, frame, read
from tests.support.raw_sockets import close_code, fetch, rest_of, text_frame, upgraded
from tests.support.serving import Serving

PATIENCE_S = 180.0


class Desk:
    """One connection from both sides: the server's `link`, the messages that it got, and a client's streams."""

    link: Frames
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.reading = asyncio.Event()  # cleared: the application does not read
        self.reading.set()
        self.tokens = 10**9

    def charge(self) -> bool:
        self.tokens -= 1
        return self.tokens >= 0

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.link = scope["extensions"][LINK]
        await receive()
        await send({"type": "websocket.accept"})
        message = {"type": ""}
        while message["type"] != "websocket.disconnect":
            await self.reading.wait()
            message = await receive()
            self.got.append(message.get("text", message.get("bytes", message["type"])))

    async def until(self, holds: Any) -> None:
        while not holds():
            await asyncio.sleep(0.002)


def with_desk(story: Any) -> None:
    async def run() -> None:
        desk = Desk()
        config = uvicorn.Config(
            desk.app,
            interface="asgi3",
            ws=Frames,
            ws_max_size=4096,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
        )
        server = uvicorn.Server(config)
        listener = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server._serve([listener]))
        async with asyncio.timeout(PATIENCE_S):
            desk.reader, desk.writer = await asyncio.open_connection(*listener.getsockname()[:2])
            try:
                desk.writer.write(UPGRADE)
                await desk.reader.readuntil(b"\r\n\r\n")
                await story(desk)
            finally:
                desk.writer.close()
                server.should_exit = True
                await serving
                listener.close()

    asyncio.run(run())


def lengthy(payload: bytes, opcode: int) -> bytes:
    """A frame, not final if it is a fragment, that says its length in eight bytes although one would do."""
    final = 0 if opcode == CONTINUED else 0x80
    return bytes((opcode | final, 0xFF)) + len(payload).to_bytes(8, "big") + bytes(4) + payload


def test_after_a_length_in_eight_bytes_pings_and_pongs_are_paid_for_as_before() -> None:
    """The library was handed such a frame, and read all that followed: a few connections stopped the server."""

    async def story(desk: Desk) -> None:
        desk.tokens = 100
        desk.link.welcome(desk.charge)
        long = lengthy(b"long", TEXT)
        for at in range(len(long)):
            desk.writer.write(long[at : at + 1])
            await desk.writer.drain()
            await asyncio.sleep(0.001)
        desk.writer.write(frame(b"p", PING) * 10 + frame(b"p", PONG) * 10 + lengthy(b"end", TEXT))
        await desk.until(lambda: "end" in desk.got)
        assert (["long", "end"], 100 - 10 - 10) == (desk.got, desk.tokens)

    with_desk(story)


@pytest.mark.parametrize(
    ("flood", "allowed"),
    [
        (frame(b"p", PING), HELLO_FRAMES),
        (frame(b"p", PONG), HELLO_FRAMES),
        (frame(b"", CONTINUED, final=False), HELLO_FRAMES),
        (frame(b"x", CONTINUED, final=False), HELLO_FRAMES),
        (lengthy(b"p", PING), HELLO_FRAMES),
        (lengthy(b"x", CONTINUED), HELLO_FRAMES),
    ],
    ids=("pings", "pongs", "empty fragments", "small fragments", "lengthy pings", "lengthy fragments"),
)
def test_control_frames_and_fragments_before_the_hello_are_few(flood: bytes, allowed: int) -> None:
    async def story(desk: Desk) -> None:
        begin = frame(b"", TEXT, final=False) if flood[0] & 0xF == CONTINUED else b""
        desk.writer.write(begin + flood * allowed)
        desk.writer.write(frame(b"still here", PONG if begin else TEXT))
        await desk.until(lambda: desk.got or begin)
        desk.writer.write(flood * 100_000)
        await desk.until(lambda: FLOOD in desk.got)
        assert not desk.link.transport.is_reading(), "what follows is not read"
        assert desk.link.transport.get_write_buffer_size() < HIGH_WATER
        assert FLOOD == desk.got[-1]

    with_desk(story)


def test_after_the_hello_each_control_frame_and_fragment_costs_a_token() -> None:
    async def story(desk: Desk) -> None:
        desk.tokens = 100
        desk.link.welcome(desk.charge)
        desk.writer.write(frame(b"p", PING) * 10 + frame(b"p", PONG) * 10)
        desk.writer.write(frame(b"a", TEXT, final=False) + frame(b"b", CONTINUED, final=False) * 8)
        desk.writer.write(frame(b"c", CONTINUED) + frame(b"whole"))
        await desk.until(lambda: len(desk.got) == 2)
        assert ["a" + "b" * 8 + "c", "whole"] == desk.got
        assert 100 - 10 - 10 - 9 == desk.tokens
        assert [(PONG, b"p")] * 10 == [await read(desk.reader) for _ in range(10)]

    with_desk(story)


def test_pings_between_fragments_and_binary_messages_keep_the_fast_path() -> None:
    async def story(desk: Desk) -> None:
        desk.writer.write(frame(b"in ", TEXT, final=False) + frame(b"!", PING) + frame(b"two", CONTINUED))
        desk.writer.write(frame(b"12", BINARY, final=False) + frame(b"34", CONTINUED) + frame(b"5", BINARY))
        await desk.until(lambda: len(desk.got) == 3)
        assert ["in two", b"1234", b"5"] == desk.got
        assert desk.link.say(b"fast")
        assert [(PONG, b"!"), (TEXT, b"fast")] == [await read(desk.reader) for _ in range(2)]

    with_desk(story)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"a", TEXT, final=False) + frame(b"b", TEXT), 1002),
        (frame(b"a", TEXT, final=False) + frame(b"b" * 4096, CONTINUED), 1009),
        (frame(b"\xff", TEXT, final=False) + frame(b"b", CONTINUED), 1007),
        (frame(b"a" * 200, TEXT, final=False) + frame((3001).to_bytes(2, "big"), 0x8), 1002),
        (frame(b"p" * 126, PING), 1002),
        (frame(b"p", PING, final=False), 1002),
    ],
    ids=range(6),
)
def test_a_fault_in_the_middle_of_a_message_is_answered_by_the_library(sent: bytes, code: int) -> None:
    async def story(desk: Desk) -> None:
        desk.writer.write(sent)
        opcode, payload = await read(desk.reader)
        assert (0x8, code) == (opcode, int.from_bytes(payload[:2], "big"))

    with_desk(story)


def test_a_client_that_does_not_read_gets_no_pongs_and_is_not_read() -> None:
    async def story(desk: Desk) -> None:
        desk.link.welcome(desk.charge)
        desk.reader._transport.pause_reading()  # type: ignore[attr-defined]
        text, count = b"x" * 60_000, 0
        while desk.link.say(text):
            count += 1
            await asyncio.sleep(0)
        full = desk.link.transport.get_write_buffer_size()
        desk.writer.write(frame(b"p" * 125, PING) * 20_000 + frame(b"after the pings"))
        await desk.until(lambda: not desk.link.transport.is_reading())
        await asyncio.sleep(0.05)
        assert full == desk.link.transport.get_write_buffer_size()
        assert [] == desk.got
        desk.reader._transport.resume_reading()  # type: ignore[attr-defined]
        pongs = 0
        while not desk.got:
            opcode, _ = await read(desk.reader)
            pongs += opcode == PONG
        while pongs < 20_000:
            pongs += (await read(desk.reader))[0] == PONG
        assert ["after the pings"] == desk.got

    with_desk(story)


def test_many_small_messages_at_once_are_parsed_as_the_application_reads_them() -> None:
    count = 20_000

    async def story(desk: Desk) -> None:
        desk.reading.clear()
        desk.got.clear()
        await asyncio.sleep(0.01)
        desk.writer.write(b"".join(frame(b"%d" % number) for number in range(count)))
        await desk.until(lambda: not desk.link.transport.is_reading())
        assert len(desk.link.inbox.messages) <= AHEAD
        desk.reading.set()
        await desk.until(lambda: len(desk.got) == count)
        assert [str(number) for number in range(count)] == desk.got

    with_desk(story)


def test_messages_to_a_connection_that_is_being_closed_are_paid_for_too() -> None:
    async def story(desk: Desk) -> None:
        desk.tokens = 50
        desk.link.welcome(desk.charge)
        desk.link.deaf = True  # as the application does once it has said goodbye
        desk.writer.write(frame(b"one more thing") * 50_000)
        await desk.until(lambda: desk.link.disconnected)
        assert ["websocket.disconnect"] == desk.got
        assert desk.tokens < 0

    with_desk(story)


def test_the_kernels_round_trip_is_known_on_loopback_and_not_behind_a_proxy() -> None:
    async def story(desk: Desk) -> None:
        desk.link.say(b"x")
        desk.writer.write(frame(b"hello"))
        await desk.until(lambda: desk.got)
        rtt_s, kernel = desk.link.kernel_rtt_s(), desk.link.kernel()
        if not hasattr(socket, "TCP_INFO"):
            assert (None, None) == (rtt_s, kernel)
            return
        assert rtt_s is not None
        assert kernel is not None
        assert 0 < kernel.shortest_s <= rtt_s < PATIENCE_S
        assert 0 < kernel.varies_s < PATIENCE_S
        desk.link.scope["client"] = ("203.0.113.9", 0)  # as a trusted proxy said
        assert desk.link.kernel_rtt_s() is None
        assert desk.link.kernel() is None

    with_desk(story)


def test_a_real_server_closes_connections_that_flood_it_with_control_frames(tmp_path: Path) -> None:
    with Serving(tmp_path, generous=False) as server:
        token = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Mal"})[1])["token"]
        hello = text_frame(msgspec.json.encode(wire.Hello(version=wire.VERSION, token=token)))
        allowed = int(Limits().messages_at_once)
        for opcode in (9, 10):
            for begin, count in ((b"", HELLO_FRAMES), (hello, allowed), (lengthy(b"p", 9), HELLO_FRAMES)):
                with upgraded(server.url) as raw:
                    raw.sendall(begin + text_frame(b"p", opcode) * (2 * count + 20))
                    assert wire.CLOSE_LIMIT == close_code(rest_of(raw))
        assert json.loads(fetch(server.url, "/healthz")[1])["ok"]
