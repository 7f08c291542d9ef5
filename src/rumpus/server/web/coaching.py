"""HTTP handlers of the coach: what could have been in the rounds of a match."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from rumpus import wire
from rumpus.server.keeping.own_match import own_match
from rumpus.server.problems import HttpProblem
from rumpus.server.web.http import JSON, client_address, read, read_bytes
from rumpus.server.web.records import LONGEST_RECORD, Records
from rumpus.server.work import coaching

KEPT_PAGES = 32  # of finished matches, which everybody who was at the table looks at when it is over
EVEN_S = 0.25  # answers about one's own cards come at multiples of this, so that the time they took does not tell them
MOST_AFTER = 100_000
LONGEST_AFTER = 6  # digits


class Coaching:
    """What the coach says: of one's own rounds while a match goes on, of all seats when it is over."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._pages: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def own(self, request: Request) -> Response:
        """POST /api/coach: the rounds of the match under way that are over, as the asker's seat saw them."""
        self._records.may_look(request)
        ask = await read(request, wire.AskCoach)
        rows, seat, since, over = await own_match(self._records.rooms, ask.token)
        address = client_address(request.scope)
        if over:
            return _answer(await self._records.think(address, coaching.open_page, rows, ask.after))
        if seat is None:
            raise HttpProblem(404, "table-no-such", "somebody who plays was expected; those who watch have no rounds")
        loop = asyncio.get_running_loop()
        began = loop.time()
        page = await self._records.think(address, coaching.own_page, rows, seat, since, ask.round, ask.after)
        await asyncio.sleep(EVEN_S - (loop.time() - began) % EVEN_S)
        return _answer(page)

    async def record(self, request: Request) -> Response:
        """GET /api/records/NAME/coach: all seats of a finished match, with open cards."""
        key = request.path_params["name"][:64], _after(request)
        rows = await self._records.finished(request)
        page = self._pages.get(key)
        if page is None:
            page = bytes(
                await self._records.think(client_address(request.scope), coaching.open_page, rows, _after(request))
            )
            self._pages[key] = page
            if len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
        return _answer(page)

    async def file(self, request: Request) -> Response:
        """POST /api/replay/coach: the same of a record that the client sends."""
        self._records.may_look(request)
        after = _after(request)
        body = await read_bytes(request, LONGEST_RECORD)
        page = await self._records.think(client_address(request.scope), coaching.open_page, body, after)
        return _answer(page)


def _after(request: Request) -> int:
    """Where the page begins."""
    after = request.query_params.get("after", "0")
    if not after.isascii() or not after.isdecimal() or len(after) > LONGEST_AFTER or int(after) > MOST_AFTER:
        raise HttpProblem(400, "table-malformed", "a number of reviews was expected as ?after=")
    return int(after)


def _answer(page: bytes) -> Response:
    return Response(bytes(page), 200, {"cache-control": "no-store"}, media_type=JSON)
