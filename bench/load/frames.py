"""A WebSocket client and an HTTP call as lean as they can be, so that the load takes little of the second core."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from time import perf_counter
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
MASK = bytes(4)  # a mask of zeros leaves the payload as it is
SHORT, MEDIUM = 126, 65_536


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """One whole message as a client sends it."""
    size = len(payload)
    if size < SHORT:
        return bytes((FINAL | opcode, MASKED | size)) + MASK + payload
    assert size < MEDIUM, "a client's message is short"
    return bytes((FINAL | opcode, MASKED | SHORT)) + size.to_bytes(2) + MASK + payload


class Socket(asyncio.Protocol):
    """One connection: hands every text message to `heard`, answers protocol pings, and says when it is closed."""

    def __init__(self, heard: Callable[[bytes], None], closed: Callable[[int, str], None]) -> None:
        self.heard = heard
        self.closed = closed
        self.rest = b""
        self.upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.why = (1006, "")
        self.at = 0.0  # when the last bytes were there

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, chunk: bytes) -> None:
        self.at = perf_counter()
        data = self.rest + chunk if self.rest else chunk
        if not self.upgraded.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.upgraded.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self.upgraded.set_result(None)
        self.rest = self.read(data)

    def read(self, data: bytes) -> bytes:
        """Hand over the whole frames in it; gives what is left."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, size, start = data[at], data[at + 1], at + 2
            if size == SHORT:
                size, start = int.from_bytes(data[start : start + 2]), start + 2
            elif size > SHORT:
                size, start = int.from_bytes(data[start : start + 8]), start + 8
            if start + size > end:
                break
            at = start + size
            self.take(first, data[start:at])
        return data[at:]

    def take(self, first: int, payload: bytes) -> None:
        if first == FINAL | TEXT:
            self.heard(payload)
        elif first == FINAL | PING:
            self.write(payload, PONG)
        elif first == FINAL | CLOSE:
            self.why = (int.from_bytes(payload[:2]), payload[2:].decode())
            self.close()
        elif first != FINAL | PONG:
            self.why = (1002, f"a frame that begins with {first:#x}")
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.upgraded.done():
            self.upgraded.set_exception(ConnectionError("closed before it was open"))
        self.transport = None
        self.closed(*self.why)

    def write(self, payload: bytes, opcode: int = TEXT) -> None:
        """Send one message."""
        if self.transport is not None:
            self.transport.write(frame(payload, opcode))

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()


async def connect(port: int, path: str, heard: Callable[[bytes], None], closed: Callable[[int, str], None]) -> Socket:
    """An open WebSocket to a server on this machine; raises ConnectionError if it is refused."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(heard, closed), "127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    assert socket.transport is not None
    socket.transport.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await socket.upgraded
    return socket


async def call(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    """One HTTP request on a connection of its own: the status and the body of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await reader.read()
    finally:
        writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    if not head:
        raise ConnectionError("closed without an answer")
    if b"transfer-encoding: chunked" in head.lower():
        rest = unchunked(rest)
    return int(head.split(b" ", 2)[1]), rest


def unchunked(body: bytes) -> bytes:
    """The body without the sizes of its chunks."""
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        count = int(size, 16)
        whole, body = whole + body[:count], body[count + 2 :]
        if not count:
            break
    return whole
