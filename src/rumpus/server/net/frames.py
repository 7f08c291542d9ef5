"""WebSocket frames: messages, pings and pongs are read and written here, and paid for; the rest is the library's."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from rumpus.server.budget.limits import Bucket
from rumpus.server.net.credit import Kernel
from rumpus.server.net.places import Place
from rumpus.wire.padding import SHORTEST, STEP

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its C extension
    from websockets.utils import apply_mask

FINAL, OPCODE = 0x80, 0x0F  # parts of a frame's first byte (RFC 6455, 5.2)
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
WHOLE_TEXT = FINAL | TEXT
MASKED = 0x80  # set in the second byte of every frame from a client
SHORT, LONG = 126, 65_536  # length codes: below 126 as is, 126 = 2 more bytes (usual below LONG), 127 = 8 more
SWITCHING = 101  # HTTP status of a successful handshake
SAY = "rumpus.say"  # key in the ASGI scope's extensions under which a connection offers `Frames.say`
LINK = "rumpus.link"  # and the one for the connection itself
HOP = "rumpus.hop"  # set if another node relays this request: it has checked the origin, and must not get it back
FLOOD = "rumpus.flood"  # the message that the application gets instead of frames that are beyond the rate limit
HEAD = 6  # bytes before the payload of a short frame: its kind, its size, the mask
# The first two bytes of a client's data that is one whole short message, by the number of its bytes
ONE_MESSAGE = {HEAD + size: bytes((WHOLE_TEXT, MASKED | size)) for size in range(SHORT)}
AHEAD = 64  # messages queued for the application before reading from the socket is paused
HELLO_FRAMES, HELLO_FRAMES_PER_S = 10, 1.0  # control frames and fragments before the hello; none is usual
HIGH_WATER = 32 * 1024  # bytes in a connection's write buffer, above which frames wait in its session
FLOOD_CLOSE_S = 1.0  # how long a client that floods the server may take to close its side
IPPROTO_TCP = socket.IPPROTO_TCP
TCP_INFO = getattr(socket, "TCP_INFO", -1)  # Linux only
RTT_AT, RTT_VARIES_AT, MIN_RTT_AT, TCP_INFO_BYTES = 68, 72, 148, 152  # offsets of microseconds in its struct tcp_info
UNKNOWN_RTT = 2**32 - 1
NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class _Heads(dict[int, bytes]):
    """The bytes before the payload of a text frame, by its size; ready for those of padded frames."""

    def __missing__(self, size: int) -> bytes:
        if size < SHORT:
            return bytes((WHOLE_TEXT, size))
        if size < LONG:
            return b"\x81\x7e" + size.to_bytes(2, "big")
        return b"\x81\x7f" + size.to_bytes(8, "big")


_HEADS = _Heads()
_HEADS.update({size: _HEADS[size] for size in range(SHORTEST, 256 * STEP, STEP)})


def _refused() -> bool:
    return False


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
    """One connection. Messages, pings and pongs are handled here; a close frame or an error goes to the library.

    The library has seen none of the frames since the handshake. It is handed the unfinished message, if there is one,
    together with the frame that ends the connection, and discards whatever follows: nobody pays for what it reads.
    Every frame costs a token of the rate limit: that of a message is taken by the application, that of any other frame
    here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inbox = Inbox()
        self.queue: Any = self.inbox  # uvicorn's own name for it
        self.place: Place | None = None
        self.deaf = False  # the application reads no more messages
        self._hear: Callable[[str], bool] | None = None  # takes a message as it comes; False if it has to wait
        self._usual = False  # whether frames are read here
        self._rest = b""  # bytes that are not parsed yet
        self._part: bytearray | None = None  # the payload so far of a message in several frames
        self._part_kind = TEXT
        self._owes_pong = False  # parsing has stopped at a ping, because the client does not read
        self._flooded = False
        self._full = False  # the client does not read
        bucket = Bucket(HELLO_FRAMES, HELLO_FRAMES_PER_S, self.loop.time())
        self.charge: Callable[[], bool] = lambda: bucket.take(self.loop.time())  # take a token; False if there is none

    # From the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when the connection has become a WebSocket."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(HIGH_WATER)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection is over."""
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Drop what refers back to this connection, so that its memory is free at once.

        Otherwise garbage collections have to find it, and all tables stand still during each of them.
        """
        self.charge, self._hear = _refused, None
        self.conn.parser.close()
        if hasattr(self, "scope"):  # otherwise the handshake was refused
            extensions: Any = self.scope["extensions"]
            extensions.pop(SAY, None)
            extensions.pop(LINK, None)

    def pause_writing(self) -> None:
        """Called by the transport when the client does not read what was sent."""
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        """Called by the transport when the client has read most of what was sent."""
        super().resume_writing()
        self._full = False
        if self._owes_pong:
            self._owes_pong = False
            self._go_on()

    def data_received(self, data: bytes) -> None:
        """Called by the transport with bytes from the client, usually one whole frame."""
        if self._usual:
            if not self._rest and not self.inbox.messages and self._one_message(data):
                return
            self._rest = self._rest + data if self._rest else data
            self._parse()
        elif not self._flooded:
            # Only if the handshake ends exactly here does the next byte begin a frame
            self._usual = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_handshake()

    def _refuse_handshake(self) -> None:
        """Answer a request that asks for a WebSocket, but in a way that the library cannot read, and close."""
        self._usual, self._flooded = False, True
        self.transport.write(b"".join(self.conn.data_to_send()) or NO_HANDSHAKE)
        self.transport.close()

    async def receive(self) -> Any:
        """The next message, for the application."""
        message = await self.inbox.get()
        if self.read_paused and not self.inbox.messages:
            self._go_on()
        return message

    async def send(self, message: Any) -> None:
        """Send a message of the application, where `say` could not."""
        await super().send(message)
        if message["type"] == "websocket.close":  # uvicorn closes later, and would wait for a client that never reads
            self.loop.call_later(self.close_timeout + 1.0, self.transport.abort)

    # Frames of the client

    def _one_message(self, data: bytes) -> bool:
        """Handle one whole, short message, as most data is; False for anything else, and then nothing has happened."""
        hear = self._hear
        if data[:2] != ONE_MESSAGE.get(len(data)):
            return False
        if hear is None or self._part is not None or self.deaf or self.close_sent or self._owes_pong:
            return False
        try:
            text = apply_mask(data[HEAD:], data[2:HEAD]).decode()
        except UnicodeDecodeError:
            return False
        if not hear(text):
            self.inbox.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _parse(self) -> None:
        """Handle the frames that have come, until one has to wait."""
        data, at = self._rest, 0
        end = len(data)
        while self._usual and end - at >= 2 and not self._owes_pong and len(self.inbox.messages) < AHEAD:
            size, start = data[at + 1] - MASKED, at + 2
            if size >= SHORT:
                start = at + (4 if size == SHORT else 10)
                size = int.from_bytes(data[at + 2 : start], "big")
            if end < start:
                break
            if not 0 <= size <= self.config.ws_max_size:
                self._hand_over(data[at:])
                return
            body = start + 4
            if end < body + size:
                break
            payload = apply_mask(data[body : body + size], data[start:body])
            try:
                taken = self._take(data[at], payload)
            except UnicodeDecodeError:
                taken = False
            if not taken:
                if self._usual and not self._owes_pong:
                    self._hand_over(data[at:])
                    return
                break
            at = body + size
        self._rest = data[at:] if self._usual else b""
        if self.inbox.messages or self._owes_pong or self.read_paused:
            self._pause(self._owes_pong or len(self.inbox.messages) >= AHEAD)

    def _take(self, first: int, payload: bytes) -> bool:
        """Handle one frame; False if it has to wait, or is for the library to handle."""
        if self.deaf or self.close_sent:
            return first & OPCODE != CLOSE and self._pays()
        if first == WHOLE_TEXT and self._part is None:
            text = payload.decode()
            if self._hear is None or self.inbox.messages or not self._hear(text):
                self.inbox.put_nowait({"type": "websocket.receive", "text": text})
            return True
        if first == FINAL | PING and len(payload) < SHORT:
            self._owes_pong = self._full
            if self._owes_pong or not self._pays():
                return False
            self.transport.write(bytes((FINAL | PONG, len(payload))) + payload)
            return True
        if first == FINAL | PONG and len(payload) < SHORT:
            return self._pays()
        return self._take_part(first, payload)

    def _take_part(self, first: int, payload: bytes) -> bool:
        """A message in several frames, or a binary one."""
        kind, part = first & ~FINAL, self._part
        if (kind != CONTINUED) is (part is not None) or kind not in (CONTINUED, TEXT, BINARY):
            return False  # not what the protocol allows here, or a close frame
        if part is None:
            part, self._part_kind = bytearray(), kind
        elif len(part) + len(payload) > self.config.ws_max_size or not self._pays():
            return False
        if not first & FINAL:
            part += payload
            self._part = part
        elif self._part_kind == TEXT:
            self.inbox.put_nowait({"type": "websocket.receive", "text": (part + payload).decode()})
            self._part = None
        else:
            self.inbox.put_nowait({"type": "websocket.receive", "bytes": bytes(part + payload)})
            self._part = None
        return True

    def _pays(self) -> bool:
        """Charge for a frame. If that is beyond the rate limit, nothing more is read."""
        if self.charge():
            return True
        self._pause(True)
        self._usual, self._flooded = False, True
        if self.deaf or self.close_sent:
            self.transport.abort()
            return False
        self.read_paused = False  # so that uvicorn does not resume it
        self.close_timeout = FLOOD_CLOSE_S
        self.inbox.put_nowait({"type": FLOOD})
        return False

    def _pause(self, wanted: bool) -> None:
        """Stop reading from the socket, or go on."""
        if wanted is not self.read_paused and not self.transport.is_closing() and not self._flooded:
            self.read_paused = wanted
            if wanted:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def _go_on(self) -> None:
        if self._usual:
            self._parse()
        else:
            self._pause(False)

    def _hand_over(self, data: bytes) -> None:
        """Let the library end the connection with this frame, after the part of a message that it has not seen."""
        self._usual, self._rest = False, b""
        if self.conn.state is State.CONNECTING:  # the library can end only what has been accepted
            self.transport.abort()
            return
        if self._part is not None:
            size = len(self._part)
            length = bytes((MASKED | size,)) if size < SHORT else bytes((MASKED | SHORT, *size.to_bytes(2, "big")))
            data = bytes((self._part_kind,)) + length + bytes(4) + self._part + data
        self._pause(False)
        super().data_received(data)
        if self.conn.state is State.OPEN:
            self.transport.abort()

    # What the application uses

    def handle_connect(self, event: Any) -> None:
        """Finish the handshake, and offer `say` and the connection itself to the application."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions: Any = self.scope["extensions"]
            extensions[SAY] = self.say
            extensions[LINK] = self

    def welcome(self, charge: Callable[[], bool], hear: Callable[[str], bool] | None = None) -> None:
        """The hello was good: the connection is in use from now on, and pays with this.

        `hear` is called with each message as it comes, without a task in between. What it does not take waits in the
        inbox, and so does all that comes behind it.
        """
        self.charge, self._hear = charge, hear
        if self.place is not None:
            self.place.work()

    def say(self, text: bytes) -> bool:
        """Write a text frame at once. False, with nothing sent, if the socket is full or the library has taken over."""
        if self._full or not self._usual or self.close_sent or self.disconnected:
            return False
        self.transport.write(_HEADS[len(text)] + text)
        return True

    def kernel_rtt_s(self) -> float | None:
        """The round trip of the TCP connection in seconds, smoothed by the kernel; None where that is not the client's.

        The client's program cannot change it: its kernel answers. It is known on Linux, and not behind a proxy.
        """
        return self._tcp_seconds(RTT_AT)

    def kernel(self) -> Kernel | None:
        """The shortest round trip that the kernel has seen lately, and how much they vary; None as above."""
        shortest, varies = self._tcp_seconds(MIN_RTT_AT), self._tcp_seconds(RTT_VARIES_AT)
        return None if shortest is None or varies is None else Kernel(shortest, varies)

    def _tcp_seconds(self, at: int) -> float | None:
        proxied = self.place is not None and self.place.proxied
        if proxied or self.scope["client"] != self.client or self.transport.is_closing():
            return None
        try:
            info = self.transport.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_INFO, TCP_INFO_BYTES)
        except (AttributeError, OSError):
            return None
        microseconds = int.from_bytes(info[at : at + 4], sys.byteorder)
        return microseconds / 1e6 if len(info) >= at + 4 and 0 < microseconds < UNKNOWN_RTT else None
