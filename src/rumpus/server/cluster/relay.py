"""What goes over a link: a client's WebSocket, and single HTTP requests, as ASGI on the side of the owner."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.types import ASGIApp, Scope

from rumpus.server.cluster.link import BODY, CLOSE, KERNEL, START, TEXT, Link
from rumpus.server.net.credit import Kernel
from rumpus.server.net.frames import HOP, LINK, SAY, Inbox

GONE = 1006  # the client's connection is lost
MOST_INBOX = 1024  # messages of a client that wait here
DROPPED = (b"connection", b"upgrade", b"content-length", b"transfer-encoding")  # headers of the hop before


class Opening(msgspec.Struct, array_like=True):
    """What opens a stream: the request as the edge has got it."""

    type: str  # "websocket" or "http"
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: str  # the address that limits apply to
    scheme: str
    method: str = "GET"
    body: bytes = b""

    @classmethod
    def of(cls, scope: Scope, client: str, body: bytes = b"") -> Opening:
        """The opening for a request."""
        headers = [(name, value) for name, value in scope["headers"] if name not in DROPPED]
        query = scope.get("query_string", b"")
        return cls(scope["type"], scope["path"], query, headers, client, scope["scheme"], scope.get("method", ""), body)

    def scope(self, extensions: dict[str, Any]) -> dict[str, Any]:
        """The same as ASGI has it, on the side of the owner."""
        return {
            "type": self.type,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.method,
            "path": self.path,
            "raw_path": self.path.encode("utf-8", "replace"),
            "root_path": "",
            "query_string": self.query,
            "headers": [tuple(pair) for pair in self.headers],
            "scheme": self.scheme,
            "client": (self.client, 0),
            "server": None,
            "subprotocols": [],
            "state": {},
            "extensions": {HOP: True, **extensions},
        }


class Relayed:
    """A client of another node, on the side of the owner: what `Frames` is for a client of our own."""

    def __init__(self, link: Link, stream: int) -> None:
        self.inbox = Inbox()
        self.deaf = False
        self._link = link
        self._stream = stream
        self._hear: Callable[[str], bool] | None = None
        self._measured: tuple[float | None, Kernel | None] = (None, None)
        self.inbox.put_nowait({"type": "websocket.connect"})

    @property
    def transport(self) -> Relayed:
        """What a session aborts."""
        return self

    async def run(self, app: ASGIApp, opening: Opening) -> None:
        """Handle the connection from its handshake to its end."""
        try:
            await app(opening.scope({SAY: self.say, LINK: self}), self.inbox.get, self._send)
        finally:
            self._link.lost.pop(self._stream, None)
            self._link.send(CLOSE, self._stream, GONE, "")
            self._hear = None  # it refers to the session, and that to this: see `Frames._let_go`

    # From the edge

    def take(self, text: str) -> None:
        """The client has sent a message."""
        if self.deaf:
            return
        if self._hear is not None and self.inbox.empty() and self._hear(text):
            return
        if len(self.inbox.messages) >= MOST_INBOX:
            self.abort()
        else:
            self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    def measured(self, rtt: float | None, shortest: float | None, varies: float | None) -> None:
        """What the edge's kernel knows of the client's connection."""
        self._measured = rtt, None if shortest is None or varies is None else Kernel(shortest, varies)

    def end(self) -> None:
        """The client is gone."""
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": GONE})

    # What the session uses

    def welcome(self, charge: Callable[[], bool], hear: Callable[[str], bool] | None = None) -> None:
        """The hello was good; `hear` takes messages as they come. Control frames are the edge's business."""
        self._hear = hear

    def say(self, text: bytes) -> bool:
        """Send a frame to the client."""
        self._link.send(TEXT, self._stream, text.decode())
        return True

    def abort(self) -> None:
        """Cut the client's connection."""
        self._link.send(CLOSE, self._stream, GONE, "")
        self.end()

    def kernel(self) -> Kernel | None:
        """The shortest round trip of the client's own connection, and how much they vary."""
        return self._measured[1]

    def kernel_rtt_s(self) -> float | None:
        """The round trip of the client's own connection in seconds."""
        return self._measured[0]

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self._link.send(TEXT, self._stream, message["text"])
        elif message["type"] == "websocket.close":
            self._link.send(CLOSE, self._stream, message["code"], message["reason"])
            self.end()


async def answer(app: ASGIApp, opening: Opening, link: Link, stream: int) -> None:
    """Answer one HTTP request of another node's client."""
    asked = [{"type": "http.request", "body": opening.body, "more_body": False}]

    async def receive() -> Any:
        if not asked:
            await asyncio.Event().wait()  # the edge waits for the answer
        return asked.pop()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            link.send(START, stream, message["status"], message.get("headers", []))
        else:
            link.send(BODY, stream, message.get("body", b""), message.get("more_body", False))

    try:
        await app(opening.scope({}), receive, send)
    except Exception:
        link.send(CLOSE, stream, GONE, "")
        raise


class Edge:
    """A client of our own, on the side of the edge: passes what the owner says to its session."""

    def __init__(self, link: Link, stream: int, tell: Callable[[str], None], ended: Callable[[int, str], None]) -> None:
        self.link = link
        self.stream = stream
        self._tell = tell
        self._ended = ended
        self.over = False

    def heard(self, kind: int, rest: list[Any]) -> None:
        """A frame of the owner."""
        if kind == TEXT:
            self._tell(rest[0])
        elif kind == CLOSE and not self.over:
            self.over = True
            self._ended(rest[0], rest[1])

    def lost(self) -> None:
        """The link is lost."""
        if not self.over:
            self.over = True
            self._ended(GONE, "")

    def say(self, text: str) -> None:
        """A message of the client."""
        self.link.send(TEXT, self.stream, text)

    def measured(self, rtt: float | None, kernel: Kernel | None) -> None:
        """What our kernel knows of the client's connection."""
        shortest, varies = (None, None) if kernel is None else (kernel.shortest_s, kernel.varies_s)
        self.link.send(KERNEL, self.stream, rtt, shortest, varies)

    def close(self) -> None:
        """The client is gone."""
        self.over = True
        self.link.send(CLOSE, self.stream, GONE, "")


class Asking:
    """One HTTP request that the owner answers."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(self, kind: int, rest: list[Any]) -> None:
        """A frame of the owner."""
        if kind == START:
            self.status, self.headers = rest[0], [(bytes(name), bytes(value)) for name, value in rest[1]]
        elif kind == BODY:
            self.body += rest[0]
            if not rest[1]:
                self._end(None)
        elif kind == CLOSE:
            self.lost()

    def lost(self) -> None:
        """There is no answer."""
        self._end(ConnectionResetError())

    def _end(self, error: Exception | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)
