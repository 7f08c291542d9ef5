"""What every HTTP handler uses: bodies read within limits, errors as JSON, and the address a request counts for."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from rumpus import wire
from rumpus.server.rooms import Refusal

BODY_S = 20.0  # for a request body to arrive whole
LONGEST_REQUEST = 64 * 1024  # bytes; scripted deals are long
JSON = "application/json"
Body = TypeVar("Body")


async def read(request: Request, kind: type[Body]) -> Body:
    """The JSON body of a request as this struct; raises `Refusal`."""
    body = await read_bytes(request, LONGEST_REQUEST)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(400, "table-malformed", f"this is no {kind.__name__}: {error}") from None


async def read_bytes(request: Request, most: int) -> bytes:
    """The body of a request, up to `most` bytes; raises `Refusal`."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refusal(413, "table-too-long", f"at most {most} bytes were expected")
    except (ClientDisconnect, TimeoutError):
        raise Refusal(400, "table-malformed", "the request broke off") from None
    return bytes(body)


def problem(status: int, reason: str, expected: str) -> Response:
    """An error response."""
    body = msgspec.json.encode(wire.Problem(reason=reason, expected=expected))
    return Response(body, status, {"cache-control": "no-store"}, media_type=JSON)


def client_address(scope: Scope) -> str:
    """The address whose limits count; an IPv6 network counts as one address, by its first 64 bits."""
    client = scope.get("client")
    host = str(client[0]) if client else "?"
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
