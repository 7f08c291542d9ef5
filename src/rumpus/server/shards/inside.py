"""Requests from one worker to another: over private sockets, with the client's address in a header."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from prometheus_client import generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rumpus.server.metrics import Metrics
from rumpus.server.net.connections import Http

INSIDE = "rumpus.inside"  # in the scope of a request from another worker
CLIENT, SCHEME = b"x-rumpus-client", b"x-rumpus-scheme"
OWN = (CLIENT, SCHEME, b"connection", b"content-length", b"transfer-encoding", b"expect", b"keep-alive")
HEAD_BYTES = 64 * 1024
CHUNK_BYTES = 64 * 1024


class InnerHttp(Http):
    """A connection from another worker: it takes no place, because the client's own connection has one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        HttpToolsProtocol.connection_made(self, transport)


class Inside:
    """The application for other workers: the headers say for which client they ask."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        scope["client"] = (headers.get(CLIENT, b"?").decode("latin-1"), 0)
        secure = headers.get(SCHEME) == b"https"
        scope["scheme"] = ("wss" if secure else "ws") if scope["type"] == "websocket" else "https" if secure else "http"
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in (CLIENT, SCHEME)]
        scope[INSIDE] = True
        if scope["type"] == "http" and scope["path"] == "/metrics":
            await Response(generate_latest(self.metrics.registry), media_type="text/plain")(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class Answer(NamedTuple):
    """What another worker says: the head, and the body as it comes."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: AsyncIterator[bytes]


async def ask(
    address: str, path: str, method: str = "GET", headers: Mapping[bytes, bytes] | None = None, body: bytes = b""
) -> Answer:
    """Ask another worker; raises `OSError` if it is not there or breaks off."""
    reader, writer = await asyncio.open_unix_connection(address, limit=HEAD_BYTES)
    try:
        lines = [f"{method} {path} HTTP/1.1".encode("latin-1"), b"content-length: %d" % len(body), b"connection: close"]
        lines += [name + b": " + value for name, value in (headers or {b"host": b"localhost"}).items()]
        writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        writer.close()
        raise ConnectionError("the other worker has broken off") from error
    except BaseException:
        writer.close()
        raise
    first, *rest = head[:-4].split(b"\r\n")
    pairs = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(b":") for line in rest)]
    return Answer(int(first.split(b" ")[1]), pairs, _body(reader, writer))


async def _body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> AsyncIterator[bytes]:
    try:
        while chunk := await reader.read(CHUNK_BYTES):
            yield chunk
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def whole(address: str, path: str, seconds: float) -> bytes | None:
    """The body of an answer within this time, whatever its status; None if there is none."""
    try:
        async with asyncio.timeout(seconds):
            answer = await ask(address, path)
            return b"".join([chunk async for chunk in answer.body])
    except (OSError, TimeoutError, ValueError):
        return None


def on_behalf(scope: Scope, client: str) -> dict[bytes, bytes]:
    """The headers of a request that is handed on. A header that came twice is joined, as HTTP allows."""
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name not in OWN:
            headers[name] = headers[name] + b", " + value if name in headers else value
    secure: Any = scope["scheme"] in ("https", "wss")
    return {**headers, CLIENT: client.encode("latin-1", "replace"), SCHEME: b"https" if secure else b"http"}
