"""One WebSocket connection of one person: its send queue, its round-trip times, and how it is closed."""

from __future__ import annotations

import asyncio
import enum
from collections import deque
from collections.abc import Awaitable, Callable
from statistics import median
from typing import TYPE_CHECKING, Any

from rumpus import wire
from rumpus.server.budget.limits import Bucket, Limits
from rumpus.server.net.backlog import Backlog
from rumpus.server.net.credit import Kernel, credit_s
from rumpus.wire.padding import pad

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper
    from rumpus.server.keeping.lobby_news import Changes
    from rumpus.server.net.frames import Frames

SLOWEST_BYTES = 256 * 1024  # a client with more than this unread is disconnected
# Changes of the lobby that a client is told one by one: all that twelve people can make at once, and then about as many
# frames as clients get that merge changes, which is 20 a second
SINGLY_AT_ONCE, SINGLY_PER_S = 400.0, 30.0
PINGS_KEPT = 20  # unanswered pings, and round-trip times, that are remembered
PING_EVERY_S = 15.0
RACE_PING_EVERY_S = 4.0  # in a race the round trip decides how long to wait after a call (WS-18)
SILENT_S = 40.0  # a connection that has answered no ping for this long is closed, however talkative it is
LONGEST_REASON = 120  # bytes; a close frame has room for 123 beside its code
CLOSING_S = 2.0  # how long the client may take to close its side; then the connection is cut


class State(enum.Enum):
    """The state of a connection."""

    OPEN = "open"
    CLOSING = "closing"  # accepts no new frames; sends the queued ones, then the close frame
    CLOSED = "closed"  # sends nothing any more


OPEN = State.OPEN  # read for every frame, and a name is found ten times as fast as a member of an enum
NEXT = {
    State.OPEN: (State.CLOSING, State.CLOSED),
    State.CLOSING: (State.CLOSED,),
    State.CLOSED: (),
}


class Session:
    """One connection. Frames go out in order, and no caller ever waits for the client to read them."""

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        address: str,
        limits: Limits,
        now: float,
        task: Any,
        say: Callable[[bytes], bool] | None = None,
        link: Frames | None = None,
        backlog: Backlog | None = None,
    ) -> None:
        self.state = State.OPEN
        self.ended: tuple[int, str] | None = None  # the close code and reason, if the server closed it
        self.address = address
        self.limits = limits
        self.task = task  # the task that reads from this connection; cancelled when the connection is cut
        self.link = link  # the connection itself; None in tests without sockets
        self.keeper: Keeper | None = None
        self.person = 0
        self.merges = False  # the client accepts one `lobby` message about several steps
        self.page: str | None = None  # the client's name for the page that has made this connection
        self.nth = 0  # which of the page's connections it is
        self.seen: int | None = None  # the last number that the client was told before it connected
        self.changes: Changes | None = None  # of the lobby, which the client has not been told yet
        self.changes_at = float("-inf")  # when it was last told of some
        self._singly: Bucket | None = None  # the changes that a client which does not merge may be told one by one
        self.heard_at = now  # when the client last answered a ping, or connected
        self.next_ping = now + PING_EVERY_S
        self.pings = 0
        self.sent = 0  # bytes sent since `Rooms` last counted them against the budget of the address
        self.call_ping: int | None = None  # the ping sent right after a call (WS-18), until it is answered
        self.round_trips: deque[float] | None = None
        self.credit = 0.0  # in a race: the seconds that are granted because of the distance
        self._ping_at: dict[int, float] = {}
        self.bucket = Bucket(limits.messages_at_once, limits.messages_per_s, now)
        self._send = send
        self._say = say  # `Frames.say`: writes a frame at once, without a task; False if it cannot
        self._outbox: deque[bytes] = deque()
        self._waiting = 0  # bytes in the outbox, including the frame that is being sent
        self._backlog = Backlog() if backlog is None else backlog  # the same over all connections
        self._writer: asyncio.Task[None] | None = None  # exists only while the outbox is not empty

    def _become(self, state: State) -> None:
        if state not in NEXT[self.state]:
            raise RuntimeError(f"a session that is {self.state.value} cannot become {state.value}")
        self.state = state

    # Out

    def tell(self, frame: str) -> None:
        """Pad a frame and send it after those already queued."""
        self.tell_padded(pad(frame).encode())

    def tell_padded(self, frame: bytes) -> None:
        """Send a frame after those already queued. A client that reads too slowly is disconnected; it may reconnect."""
        if self.state is not OPEN:
            return
        if self.changes is not None:
            self.tell_changes(self.changes_at)  # first, so that everything is told in order
        self.sent += len(frame)
        if self._writer is None and self._say is not None and self._say(frame):
            return
        self._outbox.append(frame)
        self._waiting += len(frame)
        if self._writer is None:
            self._start_writer()
        elif self._waiting > SLOWEST_BYTES:
            self.cut()
            return
        self._backlog.add(self, len(frame))

    def heed(self, silent: Callable[[], bool]) -> None:
        """From now on, cut the connection instead of sending anything while this node may not answer."""
        say, send = self._say, self._send

        def say_if_allowed(frame: bytes) -> bool:
            if silent():
                self.cut()
                return True
            return say is not None and say(frame)

        async def send_if_allowed(message: Any) -> None:
            if message["type"] == "websocket.send" and silent():
                self.cut()
            else:
                await send(message)

        self._say, self._send = say_if_allowed, send_if_allowed

    def may_be_told_singly(self, now: float) -> bool:
        """Whether a client that does not merge changes gets a separate frame for one more change of the lobby."""
        if self._singly is None:
            self._singly = Bucket(SINGLY_AT_ONCE, SINGLY_PER_S, now)
        return self._singly.take(now)

    def tell_changes(self, now: float) -> None:
        """Tell the changes of the lobby that have been held back."""
        changes, self.changes, self.changes_at = self.changes, None, now
        for frame in () if changes is None else changes.frames():
            self.tell(frame)

    def close(self, code: int, reason: str) -> None:
        """Send `bye` with the reason, and close once everything queued has been sent."""
        if self.state is not State.OPEN:
            return
        self.tell(wire.encode(wire.Bye(code=code, reason=reason)).decode())
        self.end(code, reason)

    def end(self, code: int, reason: str) -> None:
        """Close once everything queued has been sent; a `bye` was sent before."""
        if self.state is State.OPEN:  # the `bye` did not overflow the outbox
            self._become(State.CLOSING)
            self.ended = (code, reason)
            if self._writer is None:
                self._start_writer()
            asyncio.get_running_loop().call_later(CLOSING_S, self.cut)

    def cut(self) -> None:
        """Drop the connection now, without sending what is queued."""
        if self.state is not State.CLOSED:
            self.ended = self.ended or (wire.CLOSE_SLOW, "too much was waiting to be read")
            self.finish()
            self.task.cancel()
            if self.link is not None:
                self.link.transport.abort()  # closing it would wait until the client has read what was sent

    def finish(self) -> None:
        """Mark the connection as closed and drop what is queued."""
        if self.state is not State.CLOSED:
            self._become(State.CLOSED)
        self.ended = self.ended or (1000, "")
        self._drop_queue()
        writer, self._writer = self._writer, None  # one that is cancelled before it begins would not clear it
        if writer is not None:
            writer.cancel()
        self._say, self._send = None, _drop  # those of `heed` refer to this session: see `Frames._let_go`

    def _start_writer(self) -> None:
        self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send what is queued, then the close frame if the session is closing."""
        try:
            while self._outbox:
                frame = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._waiting -= len(frame)
                self._backlog.sent(self, len(frame))
            if self.state is State.CLOSING and self.ended is not None:
                code, reason = self.ended
                short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
                await self._send({"type": "websocket.close", "code": code, "reason": short})
                self._become(State.CLOSED)
                self.task.cancel()
        except (OSError, RuntimeError):  # the client is gone; the reading task will notice
            self._drop_queue()
        finally:
            self._writer = None
            if not self._outbox:
                self._backlog.clear(self)

    def _drop_queue(self) -> None:
        self._outbox.clear()
        self._waiting = 0
        self._backlog.clear(self)

    # In

    def may_speak(self, now: float) -> bool:
        """Whether one more message of the client is within the rate limit."""
        return self.bucket.take(now)

    # Round-trip times

    def ping(self, now: float, *, call: bool = False) -> str:
        """A new ping frame, to be sent now; `call` marks the one sent right after a call (WS-18)."""
        self.pings += 1
        self._ping_at[self.pings] = now
        if len(self._ping_at) > PINGS_KEPT:
            del self._ping_at[next(iter(self._ping_at))]
        if call:
            self.call_ping = self.pings
        return wire.encode(wire.Ping(n=self.pings, rtt_ms=self.rtt_ms())).decode()

    def pong(self, number: int, now: float) -> bool:
        """Note the answer to a ping; returns whether it shows that the client has received the call (WS-18)."""
        sent = self._ping_at.pop(number, None)
        if sent is not None:
            self.heard_at = now
            if self.round_trips is None:
                self.round_trips = deque(maxlen=PINGS_KEPT)
            self.round_trips.append(now - sent)
            self.credit = credit_s(self.round_trips, self.kernel(), self.limits.unproven_credit_ms / 1000)
        if self.call_ping is not None and number >= self.call_ping and sent is not None:
            self.call_ping = None
            return True
        return False

    def awaits(self, number: int) -> bool:
        """Whether the ping with this number has not been answered yet."""
        return number in self._ping_at

    def rtt_s(self) -> float | None:
        """The median round trip in seconds; None before the first."""
        return median(self.round_trips) if self.round_trips else None

    def rtt_ms(self) -> int | None:
        """The latest round trip in milliseconds, as players see it."""
        return round(self.round_trips[-1] * 1000) if self.round_trips else None

    def kernel(self) -> Kernel | None:
        """What the kernel has measured of the TCP connection; None where it cannot tell."""
        return None if self.link is None else self.link.kernel()

    def kernel_rtt_s(self) -> float | None:
        """The round trip of the TCP connection in seconds as the kernel measures it; None where it cannot."""
        return None if self.link is None else self.link.kernel_rtt_s()


async def _drop(message: Any) -> None:
    """Send nothing: the connection is over."""
