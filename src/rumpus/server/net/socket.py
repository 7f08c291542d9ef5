"""The WebSocket endpoint: reads the hello, then messages, and closes connections that exceed the limits."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.journal import Elsewhere
from rumpus.server.budget import costs
from rumpus.server.budget.budgets import Account
from rumpus.server.budget.limits import Bucket
from rumpus.server.budget.stalls import STALL_S
from rumpus.server.clock import Deadline
from rumpus.server.cluster.link import LinkLost
from rumpus.server.cluster.node import AWAY, MEASURE_S
from rumpus.server.net.frames import FLOOD, HOP, LINK, SAY
from rumpus.server.net.session import Session
from rumpus.server.rooms import Rooms
from rumpus.server.web.guard import Origins
from rumpus.server.web.http import client_address

if TYPE_CHECKING:
    from rumpus.server.shards.hop import Hop

COUNTED = 8  # one message in so many counts against its address, for all of them; counting each would cost too much
STREAK = 4  # messages of a seat in quick succession; further ones wait for their turn with HTTP requests (`Turns`)
# What counts as quick: the same or the next millisecond, which is as exact as the event loop's clock. What was sent at
# once arrives so, and nothing that people do. Waiting for a turn doubles the cost of a message, so it must be rare.
STREAK_S = 0.0015
OVER_BUDGET_S = 1.0  # how long a connection from an address over its budget has to wait before it is accepted
TOO_MANY = wire.CLOSE_LIMIT, "too many messages; connect again, more slowly"
EDGE_MESSAGES, EDGE_MESSAGES_PER_S = 400.0, 100.0  # what an edge relays of a client; the owner is stricter
HELLO_S = 10.0  # a connection that sends no first message within this time is closed


class Socket:
    """The ASGI application behind /ws."""

    def __init__(self, rooms: Rooms, origins: Origins) -> None:
        self.rooms = rooms
        self.origins = origins
        self.hop: Hop | None = None  # to the other workers, if there are any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection from its handshake to its end."""
        rooms, address = self.rooms, client_address(scope)
        await receive()  # websocket.connect
        await self._turn(address)
        crowded = rooms.connected[address] >= rooms.limits.connections or len(rooms.sessions) >= rooms.limits.people
        offered = scope.get("extensions", {})
        welcome = HOP in offered or self.origins.welcome(scope)
        if not welcome or rooms.closing or crowded:
            code = wire.CLOSE_LIMIT if crowded else wire.CLOSE_RESTART if welcome else 1008
            await send({"type": "websocket.close", "code": code, "reason": ""})
            return
        account = rooms.budgets.account(address)
        await send({"type": "websocket.accept"})
        task, say, link = asyncio.current_task(), offered.get(SAY), offered.get(LINK)
        session = Session(send, address, rooms.limits, rooms.clock(), task, say, link, rooms.backlog)
        self._arrived(session)
        account.users += 1
        try:
            reader = Reader(rooms, session, account)
            if await self._hello(session, receive, reader, scope):
                while (frame := await self._frame(session, receive)) is not None:
                    if not await reader.hear_in_turn(frame):
                        await self._end(session, receive, *TOO_MANY)
                        break
        except asyncio.CancelledError:
            if session.ended is None:
                raise  # the server is stopping; otherwise the session itself has cancelled this task
        finally:
            account.users -= 1
            self._left(session)

    async def _turn(self, address: str) -> None:
        """Wait until a new connection may be accepted. It is never refused: a neighbour may have used up the budget."""
        budgets = self.rooms.budgets
        account = budgets.account(address)
        if budgets.take(account, costs.CONNECTION):
            self.rooms.metrics.over_budget("connection")
            await asyncio.sleep(OVER_BUDGET_S)
        else:
            budgets.give_back(account, costs.CONNECTION, costs.CONNECTION.sent_kb)  # frames: see `Session.sent`
        await budgets.turn(account, costs.CONNECTION)

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

    async def _hello(self, session: Session, receive: Receive, reader: Reader, scope: Scope) -> bool:  # noqa: PLR0911 - each way a connection may end
        """Read the first message, which says whose connection this is; returns False once the connection is over."""
        sentence = f"a hello was expected within {HELLO_S:.0f} seconds"
        deadline = Deadline(self.rooms.clock, HELLO_S, lambda: session.close(wire.CLOSE_HELLO, sentence))
        try:
            frame = await self._frame(session, receive)
        finally:
            deadline.cancel()
        if frame is None:
            return False
        try:
            hello = wire.read_hello(frame)
        except Malformed as error:
            return await self._end(session, receive, wire.CLOSE_HELLO, str(error))
        table = table_in(scope)
        if table is not None and table != hello.token.partition(".")[0]:
            sentence = "the address names another table than the token: /ws?t= and what is before the token's dot"
            return await self._end(session, receive, wire.CLOSE_HELLO, sentence)
        if self.hop is not None and self.hop.leads(hello.token):
            return await self._relay_inside(session, receive, scope, hello.token, frame)
        # No brake on tokens: nobody guesses 128 bits, and a neighbour's wrong codes must not refuse a good one
        session.seen, session.merges = hello.seen, hello.merges
        session.page, session.nth = hello.page, hello.nth
        try:
            refused = await self.rooms.enter(session, hello.token)
        except Elsewhere as where:
            return await self._relay(session, receive, scope, frame, where)
        if refused is None:
            if session.link is not None:
                session.link.welcome(lambda: session.bucket.take(self.rooms.clock()), reader.hear)
            return True
        if refused[0] == wire.CLOSE_TOKEN:
            self.rooms.budgets.charge(reader.account, costs.WRONG_TOKEN)
        return await self._end(session, receive, *refused)

    async def _relay(self, session: Session, receive: Receive, scope: Scope, hello: str, where: Elsewhere) -> bool:
        """Pass the frames of a client to the node that has its table, and back; always False."""
        node, rooms, edge = self.rooms.node, self.rooms, None
        with suppress(LinkLost):
            if node is not None and HOP not in scope.get("extensions", {}):
                edge = await node.connect(where, scope, session)
        if node is None or edge is None:
            return await self._end(session, receive, wire.CLOSE_RESTART, AWAY)
        try:
            if session.link is not None:
                session.link.welcome(lambda: session.bucket.take(rooms.clock()))
            edge.say(hello)
            bucket, measured = Bucket(EDGE_MESSAGES, EDGE_MESSAGES_PER_S, rooms.clock()), 0.0
            while (frame := await self._frame(session, receive)) is not None:
                session.heard_at = now = rooms.clock()
                if not bucket.take(now):
                    return await self._end(session, receive, *TOO_MANY)
                if now - measured > MEASURE_S and session.link is not None:
                    measured = now
                    edge.measured(session.kernel_rtt_s(), session.kernel())
                edge.say(frame)
        finally:
            node.left(edge)
        return False

    async def _relay_inside(self, session: Session, receive: Receive, scope: Scope, token: str, hello: str) -> bool:
        """Let another worker handle this connection; always False, because it is over then."""
        assert self.hop is not None
        if session.link is not None:
            session.link.welcome(lambda: session.bucket.take(self.rooms.clock()))

        async def frame() -> str | None:
            said = await self._frame(session, receive)
            session.heard_at = self.rooms.clock()
            if said is not None and not session.bucket.take(session.heard_at):
                await self._end(session, receive, *TOO_MANY)
                return None
            return said

        ended = await self.hop.relay(session, scope, token, hello, frame)
        return False if ended is None else await self._end(session, receive, *ended)

    async def _frame(self, session: Session, receive: Receive) -> str | None:
        """The next text frame, or None when the connection is over."""
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return None
        if message["type"] == FLOOD:
            await self._end(session, receive, *TOO_MANY)
            return None
        frame = message.get("text")
        if frame is None:
            await self._end(session, receive, wire.CLOSE_MALFORMED, "text frames were expected")
            return None
        return str(frame)

    async def _end(self, session: Session, receive: Receive, code: int, reason: str) -> bool:
        """Close the connection and wait until the client has; always False, for callers to return."""
        session.close(code, reason)
        if session.link is not None:
            session.link.deaf = True
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return False


def table_in(scope: Scope) -> str | None:
    """The table that a connection's address names, `/ws?t=TABLE`, so that a balancer can tell where it belongs."""
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("t", [None])[0] if query else None


class Reader:
    """Handles the messages of one connection after the hello: as they come, or in turn if there are many at once."""

    def __init__(self, rooms: Rooms, session: Session, account: Account) -> None:
        self.account = account
        self._rooms = rooms
        self._session = session
        self._before, self._streak = 0.0, 0  # when the last message was handled, and how many were in quick succession
        self._behind = False  # a message waits, and all that follow must wait behind it
        self._refused = False  # a message was beyond the limits

    def hear(self, frame: str) -> bool:
        """Handle a message as it comes; False if it has to wait for `hear_in_turn`."""
        if self._behind:
            return False
        now = self._rooms.clock()
        if self._streak >= STREAK and now - self._before < STREAK_S:
            self._behind = True
            return False
        self._behind = self._refused = not self._handle(frame, now)
        return not self._refused

    async def hear_in_turn(self, frame: str) -> bool:
        """Handle a message that has waited; False if it is beyond the limits."""
        if self._refused:
            return False
        now = self._rooms.clock()
        if self._streak >= STREAK and now - self._before < STREAK_S:
            # Otherwise all that is queued would be handled at once, and other tables would wait
            self._behind = True
            await self._rooms.budgets.turn(self.account, costs.ACTION)
            now = self._rooms.clock()
        heard, link = self._handle(frame, now), self._session.link
        self._behind = link is not None and not link.inbox.empty()
        return heard

    def _handle(self, frame: str, now: float) -> bool:
        """Handle a message that came at `now`; False if it costs more than this seat or its address has left."""
        began, rooms, session = perf_counter(), self._rooms, self._session
        self._streak = self._streak + 1 if now - self._before < STREAK_S else 0
        self._before = now
        load, bucket = rooms.load, session.bucket
        load.messages += 1
        paid = bucket.take(now)
        if not paid and not self._asked_for(frame):
            return False
        if not load.messages % COUNTED and not rooms.budgets.speaks(self.account, bucket, now, COUNTED):
            return False
        kind: type | None = None
        try:
            message: Any = wire.read(frame)
        except Malformed as error:
            session.tell(wire.encode(wire.refused(wire.id_in(frame), error)).decode())
        else:
            kind = type(message)
            keeper = session.keeper  # None while the session is closing
            if kind is wire.Do and keeper is not None:  # most messages
                keeper.hear(session, message)
            elif kind in costs.HEAVY and not bucket.take(now, costs.HEAVY[kind] - 1):
                return False
            elif kind is wire.Pong and keeper is not None:
                if paid and session.awaits(message.n):
                    bucket.charge(now, -1.0)  # the server has asked for it, and as often as it likes
                keeper.pong(session, message.n)
            elif kind is wire.Hello and keeper is not None:
                session.tell(wire.encode(wire.Refused(id=None, reason="table-not-now")).decode())
            elif keeper is not None:
                keeper.hear(session, message)
        took = perf_counter() - began
        if took > STALL_S:
            rooms.stalls.noticed("malformed message" if kind is None else costs.NAMES[kind], took)
        return True

    def _asked_for(self, frame: str) -> bool:
        """Whether this is the answer to a ping, which is free. Checked only if the message budget is used up."""
        try:
            message = wire.read(frame)
        except Malformed:
            return False
        return isinstance(message, wire.Pong) and self._session.awaits(message.n)
