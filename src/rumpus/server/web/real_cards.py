"""The HTTP handler for questions about real cards: what a game can tell who holds them, apart from every table."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import JSON, client_address, read
from rumpus.server.work import jobs, thinking


class RealCards:
    """The handler for what games know about real cards."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def ask(self, request: Request) -> Response:
        """POST /api/games/NAME/cards: ask a game about the cards that one holds."""
        rules = GAMES.get(request.path_params["name"])
        if rules is None or rules.about_real_cards is None:
            raise HttpProblem(404, "cards-no-such", "no game by this name knows an answer about real cards")
        question = await read(request, rules.about_real_cards)
        asker = (client_address(request.scope), "")
        try:
            answer = await self._rooms.think(jobs.QUESTION, asker, thinking.about_real_cards, question)
        except Malformed as error:
            raise HttpProblem(400, "table-malformed", str(error)) from None
        except Illegal as no:
            raise HttpProblem(400, no.reason, f"{no.clause} does not allow this") from None
        except jobs.NoAnswer:
            raise HttpProblem(503, "table-busy", "many questions are waiting; try again in a minute") from None
        return Response(msgspec.json.encode(answer), 200, {"cache-control": "no-store"}, media_type=JSON)
