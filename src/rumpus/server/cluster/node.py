"""This node in the cluster: its lease, its links, the clients that it relays, and those relayed to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Scope

from rumpus import wire
from rumpus.journal import Elsewhere
from rumpus.server.cluster.link import CLOSE, KERNEL, OPEN, TEXT, Link, LinkLost, Links
from rumpus.server.cluster.relay import GONE, Asking, Edge, Opening, Relayed, answer
from rumpus.server.net.session import Session
from rumpus.server.problems import moved

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

ANSWER_S = 20.0  # for one HTTP request at another node
MEASURE_S = 1.0  # how often the kernel's round trip of a relayed client is sent to the owner
AWAY = "the table cannot be reached at the moment; connect again"

log = logging.getLogger("rumpus.server")


class Node:
    """One node of a cluster. `silent` says whether it may say nothing about tables (`directory.Lease`)."""

    def __init__(self, rooms: Rooms, app: ASGIApp, secret: Callable[[], str], silent: Callable[[], bool]) -> None:
        self.rooms = rooms
        self.silent = silent
        self.links = Links(secret, self._asked, self._told)
        self._app = app
        self._streams: dict[tuple[Link, int], Edge | Asking] = {}  # those that we have opened
        self._clients: dict[tuple[Link, int], Relayed] = {}  # those that others have opened, WebSockets only
        self._tasks: set[asyncio.Task[None]] = set()

    # The edge

    async def connect(self, where: Elsewhere, scope: Scope, session: Session) -> Edge:
        """Connect a client of ours to the node that has its table. Raises `LinkLost`."""
        link = await self.links.to(where.address or where.node)
        stream = link.new_stream()

        def ended(code: int, reason: str) -> None:
            self._forget(link, stream)
            if code == GONE:
                session.close(wire.CLOSE_RESTART, AWAY)
            else:
                session.end(code, reason)

        edge = Edge(link, stream, session.tell, ended)
        self._open(link, stream, edge, Opening.of(scope, session.address))
        return edge

    async def ask(self, where: Elsewhere, scope: Scope, client: str, body: bytes) -> Response:
        """The answer of the node that has the table, or circle, of a request."""
        try:
            link = await self.links.to(where.address or where.node)
            stream, asking = link.new_stream(), Asking()
            self._open(link, stream, asking, Opening.of(scope, client, body))
            try:
                async with asyncio.timeout(ANSWER_S):
                    await asking.done
            finally:
                self._forget(link, stream)
        except (LinkLost, ConnectionResetError, TimeoutError):
            raise moved() from None
        response = Response(bytes(asking.body), asking.status)
        response.raw_headers = asking.headers
        return response

    def _open(self, link: Link, stream: int, one: Edge | Asking, opening: Opening) -> None:
        self._streams[link, stream] = one
        link.lost[stream] = one.lost
        self.rooms.metrics.hops.inc()
        link.send(OPEN, stream, opening)

    def _forget(self, link: Link, stream: int) -> None:
        self._streams.pop((link, stream), None)
        link.lost.pop(stream, None)

    def left(self, edge: Edge) -> None:
        """A relayed client of ours is gone."""
        edge.close()
        self._forget(edge.link, edge.stream)

    def _told(self, link: Link, kind: int, stream: int, rest: list[Any]) -> None:
        """A frame on a link that we have made."""
        one = self._streams.get((link, stream))
        if one is not None:
            one.heard(kind, rest)

    # The owner

    def _asked(self, link: Link, kind: int, stream: int, rest: list[Any]) -> None:
        """A frame on a link that another node has made."""
        if kind == OPEN:
            self._opened(link, stream, msgspec.convert(rest[0], Opening))
            return
        client = self._clients.get((link, stream))
        if client is None:
            return
        if kind == TEXT:
            client.take(rest[0])
        elif kind == KERNEL:
            client.measured(*rest)
        elif kind == CLOSE:
            client.end()

    def _opened(self, link: Link, stream: int, opening: Opening) -> None:
        if opening.type == "http":
            self._start(answer(self._app, opening, link, stream))
            return
        client = self._clients[link, stream] = Relayed(link, stream)
        link.lost[stream] = client.end
        task = self._start(client.run(self._app, opening))
        task.add_done_callback(lambda _: self._clients.pop((link, stream), None))

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("relay-fault", exc_info=task.exception())

    def close(self) -> None:
        """Give up all links."""
        self.links.close()
