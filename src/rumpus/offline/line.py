"""One connection of the page to its table, like a WebSocket but without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.server.budget.limits import Limits
from rumpus.server.net.session import Session
from rumpus.server.rooms import Rooms

HERE = "device"  # the address that limits apply to, where the server has that of a client


class Line:
    """The two ends: `hear` takes what the page sends; what the page is told goes to `tell` and, at last, `closed`."""

    def __init__(
        self, rooms: Rooms, limits: Limits, tell: Callable[[str], object], closed: Callable[[int, str], object]
    ) -> None:
        self._rooms = rooms
        self._closed = closed
        self._entering: asyncio.Task[None] | None = None
        self._early: list[str] = []  # what came before the welcome

        def say(frame: bytes) -> bool:
            tell(frame.decode())
            return True

        self.session = Session(self._send, HERE, limits, rooms.clock(), self, say)
        rooms.sessions[self.session] = None

    def hear(self, frame: str) -> None:
        """Handle one frame of the page."""
        if self._entering is None:
            try:
                hello = wire.read_hello(frame)
            except Malformed as error:
                self.session.close(wire.CLOSE_HELLO, str(error))
            else:
                self.session.seen, self.session.merges = hello.seen, hello.merges
                self._entering = asyncio.get_running_loop().create_task(self._enter(hello.token))
        elif not self._entering.done():
            self._early.append(frame)
        else:
            self._handle(frame)

    async def _enter(self, token: str) -> None:
        refused = await self._rooms.enter(self.session, token)
        if refused is not None:
            self.session.close(*refused)
        for frame in self._early:
            self._handle(frame)

    def _handle(self, frame: str) -> None:
        session, keeper = self.session, self.session.keeper
        try:
            message: Any = wire.read(frame)
        except Malformed as error:
            session.tell(wire.encode(wire.refused(wire.id_in(frame), error)).decode())
            return
        if keeper is None:
            return  # the connection is closing
        if isinstance(message, wire.Pong):
            keeper.pong(session, message.n)
        elif isinstance(message, wire.Hello):
            session.tell(wire.encode(wire.Refused(id=None, reason="table-not-now")).decode())
        else:
            keeper.hear(session, message)

    def hang_up(self) -> None:
        """The page is gone, or has closed the connection."""
        self._rooms.sessions.pop(self.session, None)
        if self.session.keeper is not None:
            self.session.keeper.presence.detach(self.session)
        self.session.finish()

    async def _send(self, message: Any) -> None:
        """The last thing that a session sends: frames go by `say`."""
        self._closed(message["code"], message["reason"])

    def cancel(self) -> None:
        """The session is over; it calls this as it would cancel the task that reads from a socket."""
        self._rooms.sessions.pop(self.session, None)
