"""The HTTP side of a connection: limits on request heads, on what comes around bodies, and on time."""

from __future__ import annotations

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any, ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rumpus.server.net.frames import Frames
from rumpus.server.net.places import Place, Places

HEAD_BYTES = 16 * 1024  # request line and headers; browsers send about 1 KB
MOST_HEADERS = 100
PIECE_BYTES = 64 * 1024  # a body is parsed in pieces of this size
# Each chunk of a body is a call of Python, so 64 KB in chunks of one byte would hold up all tables for 20 ms
FEW_CHUNKS = 256  # of any size
CHUNK_BYTES = 256  # from then on, all chunks have so many bytes on average
FRAMING_BYTES = 16  # of a body for each byte of chunk sizes and the like, beside HEAD_BYTES of those
UNREAD_BYTES = 1024 * 1024  # of a body that still comes after its response; the client may not have read that yet
PIPELINED = 8  # requests sent ahead of their responses; browsers send none
LINGER_S = 1.0  # how long a refused client may take to read why


class Http(HttpToolsProtocol):
    """One connection until it becomes a WebSocket. uvicorn's parser keeps all it gets, so the limits come before it."""

    places: ClassVar[Places]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.place: Place | None = None
        self.knocked: Place | None = None  # its place during the handshake of TLS
        self._over = False  # nothing is read any more
        self._in_head = True
        self._between = True  # no byte of the next request has come
        self._ended = False  # a request ended within the piece that is being parsed
        self._head = 0  # bytes of the current head
        self._framing = 0  # bytes of the current request after its head that are not its body
        self._body = 0
        self._chunks = 0  # of the current body
        self._trailers = 0
        self._unread = 0
        self._answering: deque[RequestResponseCycle] = deque()  # requests whose responses are not complete
        self._problem: tuple[int, str] | None = None  # what a callback of the parser found wrong

    # From the transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        if self.knocked is not None:
            self.knocked.leave()
        self.place = self.places.admit(transport, self.client[0] if self.client else "?")
        if self.place is None:
            self._over = True
            transport.abort()
        else:
            self.place.expired = self._too_late

    def connection_lost(self, exc: Exception | None) -> None:
        if self.place is not None:
            self.place.leave()
        self._answer_no_more()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # it refers to this connection: see `Frames._let_go`

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.place is not None:
            self.place.stall()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.place is not None:
            self.place.flow()

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        at = 0
        while at < len(data) and not self._over:
            most = HEAD_BYTES - self._head if self._in_head else PIECE_BYTES
            piece = data[at : at + most]
            at += most
            self._feed(piece)

    def _feed(self, piece: bytes) -> None:
        in_head, self._between, self._ended = self._in_head, False, False
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            self._over = True
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                self.parser = None  # type: ignore[assignment]  # it refers to this, which nobody needs any more
            elif self.cycle is not None:
                self.cycle.keep_alive = False  # answered as if it had not asked for another protocol
            return
        except httptools.HttpParserError:
            self._refuse(*(self._problem or (HTTPStatus.BAD_REQUEST, "an HTTP/1.1 request was expected")))
            return
        if self._in_head:
            self._head += len(piece) if in_head and not self._ended else 0
            if self._head >= HEAD_BYTES:
                self._refuse(
                    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"a request head has less than {HEAD_BYTES} bytes"
                )
        elif not in_head:
            self._framing += len(piece)
            if self._framing > HEAD_BYTES + self._body // FRAMING_BYTES:
                self._refuse(HTTPStatus.BAD_REQUEST, "a body has short chunk extensions and trailers")

    # From the parser

    def on_message_begin(self) -> None:
        self._in_head, self._between = True, False
        self._head = self._framing = self._body = self._chunks = self._trailers = 0
        if len(self.pipeline) >= PIPELINED:
            self._fail(HTTPStatus.TOO_MANY_REQUESTS, f"at most {PIPELINED} requests are sent ahead")
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) + self._trailers >= MOST_HEADERS:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"a request has at most {MOST_HEADERS} headers")
        if self._in_head:
            super().on_header(name, value)
        else:
            self._trailers += 1  # which nobody reads

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self.place is not None:
            self.place.work()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # else this is the handshake of a WebSocket
            self._answering.append(self.cycle)

    def on_chunk_header(self) -> None:
        """Called by the parser for each chunk of a body."""
        self._chunks += 1
        if self._chunks > FEW_CHUNKS + self._body // CHUNK_BYTES:
            self._fail(HTTPStatus.BAD_REQUEST, f"a body has chunks of {CHUNK_BYTES} bytes or more")

    def on_body(self, body: bytes) -> None:
        self._framing -= len(body)
        self._body += len(body)
        super().on_body(body)
        if self.cycle is not None and self.cycle.response_complete:
            self._unread += len(body)
            if self._unread > UNREAD_BYTES:
                self._over = True
                self._answer_no_more()
                self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head = self._between = self._ended = True
        self._head = 0

    def _fail(self, status: int, sentence: str) -> None:
        self._problem = status, sentence
        raise ValueError(sentence)  # the parser stops with it

    # The end of a request or of the connection

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        if self._answering:
            self._answering.popleft()
        super().on_response_complete()
        if not more and self.place is not None:
            self.place.wait()

    def handle_websocket_upgrade(self) -> None:
        self._answer_no_more()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, Frames) and self.place is not None:
            self.place.wait(None)  # until the hello, which has a deadline of its own
            self.place.expired = self.place.drop
            protocol.place = self.place

    def _too_late(self) -> None:
        if self.place is None or self._over or self._between or not self._in_head or self.transport.is_closing():
            self._answer_no_more()
            self.transport.abort()  # it has said nothing, or reads nothing
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "a request head was expected sooner")

    def _refuse(self, status: int, sentence: str) -> None:
        """Say what is wrong, read nothing more, and close soon; at once if another response is being sent."""
        self._over = True
        if self.transport.is_closing() or (self.cycle is not None and not self.cycle.response_complete):
            self._answer_no_more()
            self.transport.close()
            return
        text = sentence.encode()
        head = f"HTTP/1.1 {int(status)} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        head += f"content-length: {len(text)}\r\nconnection: close\r\n\r\n"
        self.transport.write(head.encode() + text)
        self.transport.pause_reading()  # closing with unread bytes would reset the connection before it is read
        self.loop.call_later(LINGER_S, self.transport.abort)
        if self.place is not None:
            self.place.wait()

    def _answer_no_more(self) -> None:
        """The connection is being closed: whoever still answers a request must not write to it."""
        for cycle in self._answering:
            cycle.disconnected = True
            cycle.message_event.set()
        self._answering.clear()
        self.pipeline.clear()  # they refer to this connection: see `Frames._let_go`


def http_protocol(places: Places) -> type[Http]:
    """The protocol class for uvicorn, whose connections share these places."""
    return type("Http", (Http,), {"places": places})
