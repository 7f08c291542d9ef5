"""A fast path for WebSocket frames: unfragmented text is read and written here, everything else by the library."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its C extension
    from websockets.utils import apply_mask

WHOLE_TEXT = 0x81  # first byte of a text message in a single frame (RFC 6455: FIN and opcode 1)
MASKED = 0x80  # set in the second byte of every frame from a client
SHORT, MEDIUM, LONG = 126, 127, 65_536  # length codes: below 126 as is, 126 = 2 more bytes (< LONG), 127 = 8 more
SWITCHING = 101  # HTTP status of a successful handshake
SAY = "rumpus.say"  # key in the ASGI scope's extensions under which a connection offers `Frames.say`
AHEAD = 64  # messages queued for the application before reading from the socket is paused


class Inbox:
    """A queue of received messages for a single reader: the part of asyncio.Queue that uvicorn uses, with less work."""

    __slots__ = ("_waiter", "messages")

    def __init__(self) -> None:
        self.messages: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def empty(self) -> bool:
        return not self.messages

    async def get(self) -> Any:
        while not self.messages:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.messages.popleft()


class Frames(WebSocketsSansIOProtocol):
    """One connection. The first frame that is not unfragmented text hands it over to the library, for good.

    The library has seen none of the frames since the handshake. That is safe because each of them was a whole message,
    so the library's parser starts at a message boundary.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inbox = Inbox()
        self.queue: Any = self.inbox  # uvicorn's own name for it
        self._usual = False  # whether the fast path is on
        self._rest = b""  # the bytes of an incomplete frame

    def data_received(self, data: bytes) -> None:
        """Called by the transport with bytes from the client, usually one whole frame."""
        if self._usual:
            self._read(self._rest + data if self._rest else data)
        else:
            # Only if the handshake ends exactly here does the next byte begin a frame
            self._usual = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
            super().data_received(data)

    def _read(self, data: bytes) -> None:
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1] - MASKED, at + 2
            if size == SHORT:
                size, start = int.from_bytes(data[start : start + 2], "big"), at + 4
            if data[at] != WHOLE_TEXT or not 0 <= size <= self.config.ws_max_size or data[at + 1] == MASKED + MEDIUM:
                self._hand_over(data[at:])
                return
            body = start + 4
            if end < body + size:
                break
            try:
                text = apply_mask(data[body : body + size], data[start:body]).decode()
            except UnicodeDecodeError:
                self._hand_over(data[at:])
                return
            at = body + size
            self._take(text)
        self._rest = data[at:]

    def _hand_over(self, data: bytes) -> None:
        self._usual, self._rest = False, b""
        super().data_received(data)

    def _take(self, text: str) -> None:
        if self.close_sent:
            return
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and len(self.inbox.messages) >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Any) -> None:
        """Finish the handshake, and offer `say` to the application."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions: Any = self.scope["extensions"]
            extensions[SAY] = self.say

    def say(self, text: str) -> bool:
        """Write a text frame at once. False, with nothing sent, if the socket is full or the library has taken over."""
        if not self._usual or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        payload = text.encode()
        size = len(payload)
        if size < SHORT:
            head = bytes((WHOLE_TEXT, size))
        elif size < LONG:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + payload)
        return True
