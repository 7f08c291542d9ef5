"""The WebSocket's usual frames, short whole texts, read and written in few steps; all else is left to the library."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without its compiled part
    from websockets.utils import apply_mask

WHOLE_TEXT = 0x81  # the first byte of a message that is one frame of text
MASKED = 0x80
SHORT, MEDIUM, LONG = 126, 127, 65_536  # sizes in one byte, in two more, in eight more
SWITCHING = 101  # the status of a handshake that went well
SAY = "rumpus.say"  # the extension of a connection's scope: sends a text without waiting, if it can
AHEAD = 64  # messages read before they are taken; more are left in the socket


class Inbox:
    """The messages of one connection that wait to be taken, by one reader."""

    __slots__ = ("_waiter", "messages")

    def __init__(self) -> None:
        self.messages: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """One more."""
        self.messages.append(message)
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.messages

    async def get(self) -> Any:
        """The next one."""
        while not self.messages:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.messages.popleft()


class Frames(WebSocketsSansIOProtocol):
    """One connection. A frame of another kind than the usual hands it over to the library, for good.

    The library has seen nothing between the handshake and that frame, and need not have: each usual frame is whole.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inbox = Inbox()
        self.queue: Any = self.inbox  # all of a queue that is used
        self._usual = False
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        """Some bytes; usually one frame."""
        if self._usual:
            self._read(self._rest + data if self._rest else data)
        else:
            # A client that speaks before it is let in leaves us in the middle of something
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
        """A handshake: whoever serves it is shown the short way out."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            offered: Any = self.scope["extensions"]
            offered[SAY] = self.say

    def say(self, text: str) -> bool:
        """Send it at once; False, and nothing is sent, if it has to wait or is the library's business."""
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
