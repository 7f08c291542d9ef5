"""HTTP handlers for tables: what can be played here, opening and joining a table, moving to another device."""

from __future__ import annotations

import asyncio
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rumpus import text, wire
from rumpus.coach import coach
from rumpus.games import GAMES
from rumpus.journal import Elsewhere
from rumpus.server.net.frames import HOP
from rumpus.server.offer import offer
from rumpus.server.problems import HttpProblem, moved, not_saved
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import BODY, JSON, LONGEST_REQUEST, client_address, key_in, problem, read, read_bytes

DISK_S = 1.5  # how long the disk may take to say what is free of it, after the writes that are waiting
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Api:
    """The handlers for everything about tables."""

    def __init__(self, rooms: Rooms, share: str | None = None) -> None:
        self.rooms = rooms
        self.share = share  # the server's URL in the local network; used in links to tables opened from this machine

    async def health(self, request: Request) -> Response:
        """GET /healthz: whether the server accepts connections, saves what is played and can think, for monitoring."""
        rooms = self.rooms
        room = await self._room()
        saving, thinking = rooms.saves() and room is not None, rooms.thinks()
        silent = rooms.node is not None and rooms.node.silent()
        ok = not rooms.closing and saving and room is not False and thinking and not silent
        status = {
            "ok": ok,
            "saving": saving,
            "room": room is not False,
            "thinking": thinking,
            "silent": silent,
            "tables": len(rooms.live),
            "people": len(rooms.sessions),
            "busy": rooms.busy(),
        }
        return Response(msgspec.json.encode(status), 200 if ok else 503, media_type=JSON)

    async def _room(self) -> bool | None:
        """Whether there is room for new tables; None if the disk does not answer, or is gone."""
        if self.rooms.room is None:
            return True
        try:
            async with asyncio.timeout(DISK_S):
                return await self.rooms.room.answer()
        except TimeoutError:
            return None

    async def games(self, request: Request) -> Response:
        """GET /api/games: the games of this server and their options."""
        return Response(
            offer(text.LANGUAGES, frozenset(name for name in GAMES if coach(name) is not None)), media_type=JSON
        )

    async def words(self, request: Request) -> Response:
        """GET /api/games/NAME/text/LANGUAGE: the texts of a game, for clients that were built without them."""
        name, language = request.path_params["name"], request.path_params["language"]
        if name not in GAMES or language not in text.LANGUAGES:
            raise HttpProblem(404, "table-no-page", "there is no such game or language here; /api/games lists them")
        return Response(words_of(name, language), media_type=JSON)

    async def open_table(self, request: Request) -> Response:
        """POST /api/tables: open a table."""
        ask, address = await read(request, wire.OpenTable), client_address(request.scope)
        circle = await self.rooms.circles.membership(ask.circle, key_in(request), address)
        if circle is not None and circle.league is not None:
            ask = self.rooms.circles.for_league(ask, circle)
        return self.seated(await self.rooms.seating.open(ask, address, circle), request, 201)

    async def join_table(self, request: Request) -> Response:
        """POST /api/join: join a table by its code."""
        ask, address = await read(request, wire.JoinTable), client_address(request.scope)
        circle = await self.rooms.circles.membership(ask.circle, key_in(request), address, joins=True)
        return self.seated(await self.rooms.seating.join(ask, address, circle), request, 200)

    async def look(self, request: Request) -> Response:
        """POST /api/look: what a code invites to."""
        ask = await read(request, wire.Look)
        invitation = await self.rooms.seating.look(ask.code, client_address(request.scope))
        return Response(msgspec.json.encode(invitation), media_type=JSON)

    async def move_device(self, request: Request) -> Response:
        """POST /api/device: take a seat over on this device."""
        ask = await read(request, wire.MoveDevice)
        return self.seated(await self.rooms.seating.device(ask, client_address(request.scope)), request, 200)

    async def no_qr(self, request: Request) -> Response:
        """POST /api/qr of earlier versions: 404. Drawing took up to 0.17 s here, so clients draw for themselves."""
        return problem(404, "table-no-page", "/api/qr no longer exists; clients draw QR codes themselves")

    def seated(self, seated: wire.Seated, request: Request, status: int) -> Response:
        """The answer to somebody who has sat down."""
        base = f"{request.url.scheme}://{request.url.netloc}"
        if self.share is not None and request.url.hostname in LOOPBACK:
            base = self.share
        whole = msgspec.structs.replace(seated, link=f"{base}{seated.link}")
        return Response(msgspec.json.encode(whole), status, {"cache-control": "no-store"}, media_type=JSON)


async def refused(request: Request, refusal: Exception) -> Response:
    """The response to an `HttpProblem`, as JSON."""
    assert isinstance(refusal, HttpProblem)
    return problem(refusal.status, refusal.reason, refusal.expected)


async def relayed(rooms: Rooms, request: Request, where: Exception) -> Response:
    """The response of the node that has the table, or circle, of a request."""
    assert isinstance(where, Elsewhere)
    try:
        if rooms.node is None or HOP in request.scope.get("extensions", {}):
            raise moved()
        body = request.scope.get(BODY)
        if body is None:
            body = await read_bytes(request, LONGEST_REQUEST)
        return await rooms.node.ask(where, request.scope, client_address(request.scope), body)
    except HttpProblem as problem:
        return await refused(request, problem)


async def unsaved(request: Request, error: Exception) -> Response:
    """The response if the journal cannot be reached."""
    return await refused(request, not_saved(error))


async def fault(request: Request, error: Exception) -> Response:
    """The response to an unexpected exception: 500, without the exception's text."""
    return problem(500, "table-fault", "something went wrong here; nothing is lost")


@cache
def words_of(name: str, language: str) -> bytes:
    """The texts of one game in one language."""
    package = GAMES[name].text_package
    texts = wire.GameText(
        ftl="" if package == text.OURS else text.messages(package, language),
        cards=text.cards(name, language),
        rules=text.rules(name, language),
    )
    return msgspec.json.encode(texts)
