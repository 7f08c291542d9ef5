"""HTTP handlers for challenges: the deals of the day, and matches with a score to beat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rumpus import wire
from rumpus.server.challenges.away import Away
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import JSON, client_address, key_in, read, read_bytes
from rumpus.server.web.records import LONGEST_RECORD
from rumpus.wire import challenge as bodies

LONGEST_ID = 64
HEADERS = {"cache-control": "no-store"}
SeatedAnswer = Callable[[wire.Seated, Request, int], Response]


class ChallengeApi:
    """The handlers for everything about challenges. A device shows its key as for circles."""

    def __init__(self, rooms: Rooms, seated: SeatedAnswer) -> None:
        self._challenges = rooms.challenges
        self._away = Away(rooms)
        self._rooms = rooms
        self._seated = seated

    def routes(self) -> list[Route]:
        """Every address that is about challenges."""
        return [
            Route("/api/daily", self.daily),
            Route("/api/challenges", self.set_up, methods=["POST"]),
            Route("/api/challenges/{id}", self.show),
            Route("/api/challenges/{id}/enter", self.enter, methods=["POST"]),
            Route("/api/challenges/{id}/take", self.take, methods=["POST"]),
            Route("/api/challenges/{id}/result", self.hand_in, methods=["POST"]),
        ]

    async def daily(self, request: Request) -> Response:
        """GET /api/daily: the deals of today, and how far this device is."""
        return _answer(await self._challenges.daily(key_in(request), client_address(request.scope)))

    async def show(self, request: Request) -> Response:
        """GET /api/challenges/ID: what is played, and the results."""
        return _answer(await self._challenges.show(_id(request), key_in(request), client_address(request.scope)))

    async def enter(self, request: Request) -> Response:
        """POST /api/challenges/ID/enter: begin, or go on."""
        ask = await read(request, bodies.EnterChallenge)
        seated = await self._challenges.enter(_id(request), ask, key_in(request), client_address(request.scope))
        return self._seated(seated, request, 200)

    async def take(self, request: Request) -> Response:
        """POST /api/challenges/ID/take: take the deal along, to play it on the device."""
        ask = await read(request, bodies.EnterChallenge)
        return _answer(await self._away.take(_id(request), ask, key_in(request), client_address(request.scope)))

    async def hand_in(self, request: Request) -> Response:
        """POST /api/challenges/ID/result: the record of a match that was played on the device."""
        address = client_address(request.scope)
        if not self._rooms.record_lookups.take(address):
            raise HttpProblem(429, "table-too-many", "too many records were asked for; wait a minute")
        text = await read_bytes(request, LONGEST_RECORD)
        return _answer(await self._away.hand_in(_id(request), text, key_in(request), address))

    async def set_up(self, request: Request) -> Response:
        """POST /api/challenges: make one of a finished match."""
        ask = await read(request, bodies.SetChallenge)
        return _answer(await self._challenges.set_up(ask, key_in(request), client_address(request.scope)), 201)


def _id(request: Request) -> str:
    found: str = request.path_params["id"][:LONGEST_ID]
    return found


def _answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, HEADERS, media_type=JSON)
