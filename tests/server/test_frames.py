"""WebSocket frames on a real socket: usual ones, however the bytes are split, and all others through the library."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from rumpus.server.net.frames import AHEAD, SAY, Frames

MASK = b"\x12\x34\x56\x78"
TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 0x1, 0x2, 0x8, 0x9, 0xA, 0x0
LARGEST = 4096
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    size, bit = len(payload), 0x80 if masked else 0
    head = bytes((opcode | (0x80 if final else 0),))
    if size < 126:
        head += bytes((bit | size,))
    elif size < 65_536:
        head += bytes((bit | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((bit | 127,)) + size.to_bytes(8, "big")
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


async def read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """One frame of the server: its opcode and its payload."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first & 0xF, await reader.readexactly(size)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Echoes every text, and several times if asked to."""
    await receive()
    await send({"type": "websocket.accept"})

    async def say(text: str) -> None:
        if not scope["extensions"][SAY](text.encode()):
            await send({"type": "websocket.send", "text": text})

    while (message := await receive())["type"] == "websocket.receive":
        if "bytes" in message:
            await say(f"{len(message['bytes'])} bytes")
        elif message["text"].startswith("long "):
            await say("x" * int(message["text"][5:]))
        elif message["text"] == "bye":
            await send({"type": "websocket.close", "code": 4000, "reason": "as you wish"})
            assert not scope["extensions"][SAY](b"one more thing")
            return
        else:
            await say(message["text"])


Story = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def with_server(story: Story) -> None:
    async def run() -> None:
        config = uvicorn.Config(
            echo, ws=Frames, ws_max_size=LARGEST, ws_per_message_deflate=False, lifespan="off", log_config=None
        )
        server = uvicorn.Server(config)
        listener = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server._serve([listener]))
        async with asyncio.timeout(180):
            reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
            try:
                writer.write(UPGRADE)
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
                await story(reader, writer)
            finally:
                writer.close()
                server.should_exit = True
                await serving
                listener.close()

    asyncio.run(run())


def test_echoed_texts_come_back_in_order_however_the_bytes_are_split() -> None:
    said = [b"", b"short", "¡péntagono!".encode(), b"y" * 125, b"y" * 126, b"y" * LARGEST]
    whole = b"".join(map(frame, said))

    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for cut in (len(whole), 1000, 7, 1):
            for at in range(0, len(whole), cut):
                writer.write(whole[at : at + cut])
                if cut < 10 and at < 200:  # the first pieces are sent separately
                    await writer.drain()
                    await asyncio.sleep(0.001)
            assert [(TEXT, one) for one in said] == [await read(reader) for _ in said]

    with_server(story)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 300_000])
def test_the_server_sends_texts_of_any_size(size: int) -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(b"long %d" % size))
        assert (TEXT, b"x" * size) == await read(reader)

    with_server(story)


def test_an_unusual_frame_hands_the_connection_over_to_the_library() -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(b"usual") + frame(b"are you there?", PING) + frame(b"usual again"))
        told = [await read(reader) for _ in range(3)]
        assert [b"are you there?"] == [one for opcode, one in told if opcode == PONG]
        assert [b"usual", b"usual again"] == [one for opcode, one in told if opcode == TEXT]
        writer.write(frame(b"in ", final=False) + frame(b"two parts", CONTINUED) + frame(b"12345", BINARY))
        assert [(TEXT, b"in two parts"), (TEXT, b"5 bytes")] == [await read(reader) for _ in range(2)]
        writer.write(frame(b"long 70000"))
        assert (TEXT, b"x" * 70_000) == await read(reader)

    with_server(story)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"z" * (LARGEST + 1)), 1009),
        (frame(b"z" * 70_000), 1009),
        (frame(b"bare", masked=False), 1002),
        (frame(b"\xff\xfe"), 1007),
        (frame(b"reserved", 0x3), 1002),
        (frame(b"out of nowhere", CONTINUED), 1002),
        (frame((3001).to_bytes(2, "big"), CLOSE), 3001),
        (frame(b"bye"), 4000),
    ],
)
def test_a_connection_ends_with_the_code_that_fits(sent: bytes, code: int) -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(b"hello"))
        assert (TEXT, b"hello") == await read(reader)
        writer.write(sent)
        opcode, payload = await read(reader)
        assert (CLOSE, code) == (opcode, int.from_bytes(payload[:2], "big"))

    with_server(story)


def test_frames_after_a_close_frame_are_ignored() -> None:
    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(b"bye") + frame(b"and another thing"))
        opcode, payload = await read(reader)
        assert (CLOSE, b"as you wish") == (opcode, payload[2:])
        writer.write(frame(payload[:2], CLOSE))
        assert b"" == await reader.read()

    with_server(story)


def test_a_flood_of_messages_pauses_reading_and_none_is_lost() -> None:
    count = AHEAD * 40

    async def story(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(frame(b"%d" % number) for number in range(count)))
        assert [b"%d" % number for number in range(count)] == [(await read(reader))[1] for _ in range(count)]

    with_server(story)
