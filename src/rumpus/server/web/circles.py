"""HTTP handlers for circles: opening and joining them, their members and devices, the book, export and import."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rumpus.circle import BookResult, ChangeCircle, changes, file
from rumpus.server.circles.circles import Here
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import JSON, client_address, key_in, read, read_bytes
from rumpus.server.web.records import JSON_LINES
from rumpus.wire import book

LONGEST_FILE = 6 * 1024 * 1024  # bytes
LONGEST_ID = 64
HEADERS = {"cache-control": "no-store"}


class CircleApi:
    """The handlers for everything about circles."""

    def __init__(self, rooms: Rooms) -> None:
        self._circles = rooms.circles

    def routes(self) -> list[Route]:
        """Every address that is about circles."""
        one = "/api/circles/{id}"
        return [
            Route("/api/circles", self.open, methods=["POST"]),
            Route("/api/circles/look", self.look, methods=["POST"]),
            Route("/api/circles/join", self.join, methods=["POST"]),
            Route("/api/circles/claim", self.claim, methods=["POST"]),
            Route("/api/circles/import", self.import_, methods=["POST"]),
            Route(one, self.show),
            Route(f"{one}/code", self.code, methods=["POST"]),
            Route(f"{one}/book", self.book),
            Route(f"{one}/results", self.results, methods=["POST"]),
            Route(f"{one}/change", self.change, methods=["POST"]),
            Route(f"{one}/clear", self.clear, methods=["POST"]),
            Route(f"{one}/forget", self.forget, methods=["POST"]),
            Route(f"{one}/export", self.export),
        ]

    # Coming in

    async def open(self, request: Request) -> Response:
        """POST /api/circles: open a circle."""
        ask = await read(request, book.OpenCircle)
        return _answer(await self._circles.entrance.open(ask, client_address(request.scope)), 201)

    async def look(self, request: Request) -> Response:
        """POST /api/circles/look: what a link invites to."""
        ask = await read(request, book.LookCircle)
        return _answer(await self._circles.entrance.look(ask, client_address(request.scope)))

    async def join(self, request: Request) -> Response:
        """POST /api/circles/join: become a member."""
        ask = await read(request, book.JoinCircle)
        return _answer(await self._circles.entrance.join(ask, client_address(request.scope)))

    async def claim(self, request: Request) -> Response:
        """POST /api/circles/claim: be the same member on this device."""
        ask = await read(request, book.ClaimCircle)
        return _answer(await self._circles.entrance.claim(ask, client_address(request.scope)))

    async def import_(self, request: Request) -> Response:
        """POST /api/circles/import: a new circle from an exported file."""
        text = await read_bytes(request, LONGEST_FILE)
        member = request.query_params.get("member")
        return _answer(await self._circles.entrance.import_(text, member, client_address(request.scope)), 201)

    # Members

    async def _here(self, request: Request) -> Here:
        """The circle of a request as it is open to the device that sends it; raises `HttpProblem`."""
        id_, key = request.path_params["id"][:LONGEST_ID], key_in(request)
        return await self._circles.enter(id_, key or "", client_address(request.scope))

    async def show(self, request: Request) -> Response:
        """GET /api/circles/ID: the circle as its members see it."""
        return _answer(self._circles.view(await self._here(request)))

    async def code(self, request: Request) -> Response:
        """POST /api/circles/ID/code: a code for my next device."""
        return _answer(await self._circles.entrance.code(await self._here(request)))

    async def book(self, request: Request) -> Response:
        """GET /api/circles/ID/book: what has changed in the book since a number."""
        here = await self._here(request)
        try:
            after = int(request.query_params.get("after", "0")[:12])
        except ValueError:
            raise HttpProblem(400, "table-malformed", "after is the number of the last line that you have") from None
        return _answer(book.book_page(here.keeper.circle, after))

    async def results(self, request: Request) -> Response:
        """POST /api/circles/ID/results: a result from a score pad, or from offline."""
        here = await self._here(request)
        result = await read(request, BookResult)
        await self._circles.ask(here, lambda circle, by: changes.book(circle, result, by))
        return _answer(book.BookAdded(number=here.keeper.circle.book[result.id].number))

    async def change(self, request: Request) -> Response:
        """POST /api/circles/ID/change: anything else that a member may ask for."""
        here = await self._here(request)
        ask: Any = await read(request, ChangeCircle)  # type: ignore[arg-type]  # a union is a type for msgspec
        await self._circles.ask(here, lambda circle, by: changes.change(circle, ask, by))
        return self._as_it_is_now(here)

    async def clear(self, request: Request) -> Response:
        """POST /api/circles/ID/clear: clear the book, or remove the circle."""
        here = await self._here(request)
        await self._circles.clear(here, await read(request, book.ClearCircle))
        return self._as_it_is_now(here)

    async def forget(self, request: Request) -> Response:
        """POST /api/circles/ID/forget: be forgotten, or have a member forgotten who has no device any more."""
        here = await self._here(request)
        await self._circles.forget(here, await read(request, book.ForgetMember))
        return self._as_it_is_now(here)

    def _as_it_is_now(self, here: Here) -> Response:
        """The circle after a change; null if it is gone, or this device no longer belongs to it."""
        now = None if here.keeper.removed else here.keeper.circle.device(here.device.id)
        if now is None:
            return _answer(None)
        return _answer(self._circles.view(Here(here.keeper, *now, here.key)))

    async def export(self, request: Request) -> Response:
        """GET /api/circles/ID/export: the circle as one file, without any key."""
        here = await self._here(request)
        headers = {**HEADERS, "content-disposition": 'attachment; filename="circle.jsonl"'}
        return Response(file.written(here.keeper.circle), 200, headers, media_type=JSON_LINES)


def _answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, HEADERS, media_type=JSON)
