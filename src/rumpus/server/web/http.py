"""Shared by all HTTP handlers: reading bodies within limits, errors as JSON, the address that rate limits apply to."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from rumpus import wire
from rumpus.server.budget.limits import address_of
from rumpus.server.problems import HttpProblem

BODY_S = 20.0  # a request body must be complete within this time
LONGEST_REQUEST = 64 * 1024  # bytes; the scripted deals of a test table are long
LONGEST_KEY = 200
JSON = "application/json"
BODY = "rumpus.body"  # key in the scope of a request whose body was read
Body = TypeVar("Body")


async def read(request: Request, kind: type[Body]) -> Body:
    """The JSON body of a request, decoded as this struct or one of these; raises `HttpProblem`."""
    body = await read_bytes(request, LONGEST_REQUEST)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HttpProblem(
            400, "table-malformed", f"this is no {getattr(kind, '__name__', 'request')}: {error}"
        ) from None


async def read_bytes(request: Request, most: int) -> bytes:
    """The body of a request, up to `most` bytes; raises `HttpProblem`."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HttpProblem(413, "table-too-long", f"at most {most} bytes were expected")
    except (ClientDisconnect, TimeoutError):
        raise HttpProblem(400, "table-malformed", "the request was cut short") from None
    request.scope[BODY] = whole = bytes(body)
    return whole


def problem(status: int, reason: str, expected: str) -> Response:
    """An error response with a JSON body."""
    body = msgspec.json.encode(wire.Problem(reason=reason, expected=expected))
    return Response(body, status, {"cache-control": "no-store"}, media_type=JSON)


def key_in(request: Request) -> str | None:
    """The key that a device shows, `Authorization: Bearer KEY`; None if it shows none."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip()[:LONGEST_KEY] if scheme.lower() == "bearer" else None


def client_address(scope: Scope) -> str:
    """The address that rate limits apply to."""
    client = scope.get("client")
    return address_of(str(client[0])) if client else "?"
