"""Links to tables, and the HTTP requests to open a table, join one, move a seat and fetch a record."""

from __future__ import annotations

import asyncio
import http.client
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import IO, Any
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec

from rumpus import record, wire
from rumpus.client.news import Refusal, Unreachable
from rumpus.contract import Malformed

HTTP_S = 20.0
LARGEST_ANSWER = 64 * 2**20  # bytes; the longest record that a server keeps is a small part of it


def parts(link: str) -> tuple[str, str]:
    """Split a link into the server's address and the room code. Raises `Malformed`, which says what was expected."""
    try:
        url = urlsplit(link.strip())
        port = url.port
    except ValueError:
        url, port = urlsplit(""), None
    if url.scheme not in ("http", "https") or not url.hostname or port == 0:
        raise Malformed(f"a link looks like http://HOST:PORT/#CODE, not {link.strip()[:80]!r}")
    return urlunsplit((url.scheme, url.netloc, url.path.rstrip("/"), "", "")), url.fragment


def socket_address(server: str, token: str) -> str:
    """The WebSocket address of the table of a token. The table's id in it is no secret; the token stays out of it."""
    address, _ = parts(server)
    return f"ws{address.removeprefix('http')}/ws?t={quote(token.partition('.')[0], safe='')}"


async def open_table(
    server: str,
    *,
    game: str,
    name: str,
    avatar: str | None = None,
    options: dict[str, Any] | None = None,
    settings: wire.Settings | None = None,
    bots: Sequence[Any] = (),
    deals: Sequence[Any] = (),
    program: bool = False,
) -> wire.Seated:
    """Open a table and sit down as its host. `bots` are levels, `deals` scripted `Deal` actions.

    Say `program` if no person plays this seat: everybody at the table is told.
    """
    opening = wire.OpenTable(
        game=game,
        name=name,
        avatar=avatar,
        options=options or {},
        settings=settings or wire.Settings(),
        bots=tuple(bots),
        deals=tuple(msgspec.Raw(wire.encode(deal)) for deal in deals),
        program=program,
    )
    return await _seat(server, "tables", opening)


async def look(link: str) -> wire.Invitation:
    """What a link invites to, before joining: the game, the host, whether there is room, and whether it is scripted."""
    server, code = parts(link)
    if not code:
        raise Malformed("a link ends with # and the code of the table")
    answer = await ask(f"{server}/api/look", wire.encode(wire.Look(code=code)))
    return msgspec.json.decode(answer, type=wire.Invitation)


async def join(
    link: str,
    *,
    name: str,
    avatar: str | None = None,
    watch: bool = False,
    seat: int | None = None,
    program: bool = False,
) -> wire.Seated:
    """Sit down at the table of a link, or watch; during a match to take over this seat (`Invitation.seats`).

    Say `program` if no person plays this seat: everybody at the table is told.
    """
    server, code = parts(link)
    if not code:
        raise Malformed("a link ends with # and the code of the table")
    joining = wire.JoinTable(code=code, name=name, avatar=avatar, watch=watch, seat=seat, program=program)
    return await _seat(server, "join", joining)


async def move_device(server: str, code: str) -> wire.Seated:
    """Take over a seat with the code that the other device shows."""
    return await _seat(server, "device", wire.MoveDevice(code=code))


async def fetch_record(server: str, name: str) -> record.Record:
    """The record of a finished match, by its name from the lobby."""
    lines = await ask(f"{parts(server)[0]}/api/records/{name}", None)
    return record.read(lines.splitlines())


async def _seat(server: str, where: str, body: msgspec.Struct) -> wire.Seated:
    answer = await ask(f"{parts(server)[0]}/api/{where}", wire.encode(body))
    try:
        return msgspec.json.decode(answer, type=wire.Seated)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreachable(None, f"what answers at {parts(server)[0]} is no table of Rumpus: {error}") from None


async def ask(address: str, body: bytes | None, key: str | None = None) -> bytes:
    """Send a request, with the key of a device if it needs one, and return the body of the answer.

    Raises `Refusal` or `Unreachable`.
    """
    return await asyncio.to_thread(_fetch, address, body, key)


def _fetch(address: str, body: bytes | None, key: str | None) -> bytes:
    headers = {} if body is None else {"Content-Type": "application/json"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(address, body, headers)  # noqa: S310  # `parts` accepts only http and https
    try:
        with urllib.request.urlopen(request, timeout=HTTP_S) as answer:  # noqa: S310  # the same
            return _whole(answer)
    except urllib.error.HTTPError as error:
        with error:
            raise _problem(error.code, _whole(error)) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Unreachable(None, f"nothing answers at {address.partition('/api/')[0]}: {error}") from None


def _whole(answer: IO[bytes]) -> bytes:
    """The body of an answer, unless it has no end."""
    try:
        whole = answer.read(LARGEST_ANSWER + 1)
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(None, f"the answer was cut short: {error}") from None
    if len(whole) > LARGEST_ANSWER:
        raise Unreachable(None, f"the answer is longer than {LARGEST_ANSWER} bytes")
    return whole


def _problem(status: int, body: bytes) -> Refusal:
    try:
        problem = msgspec.json.decode(body, type=wire.Problem)
    except (msgspec.DecodeError, UnicodeError):
        return Refusal("malformed", expected=f"the server answers with status {status}")
    return Refusal(problem.reason, expected=problem.expected)
