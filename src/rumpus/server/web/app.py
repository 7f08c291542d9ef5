"""The ASGI application: every route of the server and its handler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rumpus.journal import Elsewhere, Unsaved
from rumpus.server.net.socket import Socket
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.web.api import Api, fault, refused, relayed, unsaved
from rumpus.server.web.challenges import ChallengeApi
from rumpus.server.web.circles import CircleApi
from rumpus.server.web.coaching import Coaching
from rumpus.server.web.guard import Guard, Origins
from rumpus.server.web.pages import Pages
from rumpus.server.web.real_cards import RealCards
from rumpus.server.web.records import Records

if TYPE_CHECKING:
    from rumpus.server.shards.hop import Hop


class App(Guard):
    """The whole server, ready for an ASGI server to run."""

    def __init__(
        self,
        rooms: Rooms,
        known_origins: frozenset[str],
        share: str | None = None,
        security_contact: str | None = None,
    ) -> None:
        origins = Origins(known_origins, rooms.metrics)
        self.api = Api(rooms, share)
        self.records = Records(rooms)
        self.circles = CircleApi(rooms)
        self.challenges = ChallengeApi(rooms, self.api.seated)
        self.real_cards = RealCards(rooms)
        self.coaching = Coaching(self.records)
        self.pages = Pages(origins, security_contact)
        self._sockets = Socket(rooms, origins)

        async def elsewhere(request: Request, error: Exception) -> Response:
            return await relayed(rooms, request, error)

        handlers: dict[Any, Any] = {
            Exception: fault,
            HttpProblem: refused,
            Elsewhere: elsewhere,
            Unsaved: unsaved,
        }
        super().__init__(Starlette(routes=self._routes(), exception_handlers=handlers), self._sockets, origins, rooms)

    def hop(self, hop: Hop) -> None:
        """Relay WebSockets whose table another worker has."""
        self._sockets.hop = hop

    def _routes(self) -> list[Route]:
        api, records, coaching, pages = self.api, self.records, self.coaching, self.pages
        return [
            Route("/", pages.home),
            Route("/index.html", pages.home),
            Route("/style.css", pages.style),
            Route("/.well-known/security.txt", pages.security),
            Route("/healthz", api.health),
            Route("/api/games", api.games),
            Route("/api/games/{name}/text/{language}", api.words),
            Route("/api/games/{name}/cards", self.real_cards.ask, methods=["POST"]),
            Route("/api/tables", api.open_table, methods=["POST"]),
            Route("/api/join", api.join_table, methods=["POST"]),
            Route("/api/look", api.look, methods=["POST"]),
            Route("/api/device", api.move_device, methods=["POST"]),
            Route("/api/qr", api.no_qr, methods=["GET", "POST"]),
            Route("/api/replay", records.replay, methods=["POST"]),
            Route("/api/replay/coach", coaching.file, methods=["POST"]),
            Route("/api/steps", records.own_steps, methods=["POST"]),
            Route("/api/coach", coaching.own, methods=["POST"]),
            Route("/api/records/{name}", records.record),
            Route("/api/records/{name}/steps", records.record_steps),
            Route("/api/records/{name}/coach", coaching.record),
            *self.circles.routes(),
            *self.challenges.routes(),
            Route("/circle/{id}", pages.home),
            Route("/python/{path:path}", pages.file),
            Route("/{path:path}", pages.file),
        ]
