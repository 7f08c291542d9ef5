"""The WebSocket endpoint: reads the hello, then messages, and closes connections that exceed the limits."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope, Send

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.server.frames import SAY
from rumpus.server.guard import Origins
from rumpus.server.http import client_address
from rumpus.server.rooms import Rooms
from rumpus.server.session import Session

HELLO_S = 10.0  # a connection that sends no first message within this time is closed


class Socket:
    """The ASGI application behind /ws."""

    def __init__(self, rooms: Rooms, origins: Origins) -> None:
        self.rooms = rooms
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection from its handshake to its end."""
        rooms, address = self.rooms, client_address(scope)
        await receive()  # websocket.connect
        crowded = rooms.connected[address] >= rooms.limits.connections or len(rooms.sessions) >= rooms.limits.people
        if not self.origins.welcome(scope) or rooms.closing or crowded:
            await send({"type": "websocket.close", "code": wire.CLOSE_LIMIT if crowded else 1008, "reason": ""})
            return
        await send({"type": "websocket.accept"})
        say = scope.get("extensions", {}).get(SAY)
        session = Session(send, address, rooms.limits, rooms.clock(), asyncio.current_task(), say)
        self._arrived(session)
        try:
            if await self._hello(session, receive):
                await self._listen(session, receive)
        except asyncio.CancelledError:
            if session.ended is None:
                raise  # the server is stopping; otherwise the session itself has cancelled this task
        finally:
            self._left(session)

    def _arrived(self, session: Session) -> None:
        rooms = self.rooms
        rooms.sessions[session] = None
        rooms.connected[session.address] += 1
        rooms.metrics.people.set(len(rooms.sessions))

    def _left(self, session: Session) -> None:
        rooms = self.rooms
        rooms.sessions.pop(session, None)
        rooms.connected[session.address] -= 1
        if not rooms.connected[session.address]:
            del rooms.connected[session.address]
        rooms.metrics.people.set(len(rooms.sessions))
        if session.ended is not None:
            rooms.metrics.closed(session.ended[0])
        if session.keeper is not None:
            session.keeper.presence.detach(session)
        session.finish()

    async def _hello(self, session: Session, receive: Receive) -> bool:
        """Read the first message, which says whose connection this is; returns False once the connection is over."""
        deadline = asyncio.get_running_loop().call_later(
            HELLO_S, session.close, wire.CLOSE_HELLO, f"a hello was expected within {HELLO_S:.0f} seconds"
        )
        try:
            frame = await self._frame(session, receive)
        finally:
            deadline.cancel()
        if frame is None:
            return False
        try:
            token = _token_of(frame)
        except Malformed as error:
            return await self._end(session, receive, wire.CLOSE_HELLO, str(error))
        if self.rooms.wrong_codes.empty(session.address):
            return await self._end(session, receive, wire.CLOSE_LIMIT, "too many wrong tokens came from here")
        refused = await self.rooms.enter(session, token)
        if refused is None:
            return True
        if refused[0] not in (wire.CLOSE_LIMIT, wire.CLOSE_LAPSED):
            self.rooms.wrong_codes.take(session.address)
        return await self._end(session, receive, *refused)

    async def _listen(self, session: Session, receive: Receive) -> None:
        while (frame := await self._frame(session, receive)) is not None:
            if not session.may_speak(self.rooms.clock()):
                await self._end(session, receive, wire.CLOSE_LIMIT, "too many messages; connect again, more slowly")
                return
            try:
                message = wire.read(frame)
            except Malformed as error:
                session.tell(wire.encode(wire.refused(wire.id_in(frame), error)).decode())
                continue
            keeper = session.keeper
            if keeper is None:
                continue  # the session is closing
            if isinstance(message, wire.Pong):
                keeper.pong(session, message.n)
            elif isinstance(message, wire.Hello):
                session.tell(wire.encode(wire.Refused(id=None, reason="table-not-now")).decode())
            else:
                keeper.hear(session, message)

    async def _frame(self, session: Session, receive: Receive) -> str | None:
        """The next text frame, or None when the connection is over."""
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return None
        frame = message.get("text")
        if frame is None:
            await self._end(session, receive, wire.CLOSE_MALFORMED, "text frames were expected")
            return None
        return str(frame)

    async def _end(self, session: Session, receive: Receive, code: int, reason: str) -> bool:
        """Close the connection and wait until the client has; always False, for callers to return."""
        session.close(code, reason)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return False


def _token_of(frame: str) -> str:
    """The token of a hello; raises `Malformed` for anything else."""
    hello = wire.read(frame)
    if not isinstance(hello, wire.Hello):
        raise Malformed("the first message is a hello")
    if hello.version != wire.VERSION:
        raise Malformed(f"this server speaks version {wire.VERSION}, not {hello.version}")
    return hello.token
