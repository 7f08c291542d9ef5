"""One connection of one person: what waits to be sent, how far away it is, and how it ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from statistics import median
from typing import TYPE_CHECKING, Any

from rumpus import wire
from rumpus.server.limits import Bucket, Limits

if TYPE_CHECKING:
    from rumpus.server.keeper import Keeper

SLOWEST_BYTES = 256 * 1024  # waiting to be read
PINGS_KEPT = 20
PING_EVERY_S = 15.0
RACE_PING_EVERY_S = 4.0
SILENT_S = 40.0  # without any message or pong
LONGEST_REASON = 120  # bytes; a close frame holds 125 with its code
CLOSING_S = 2.0  # a closed connection that does not go by itself is cut


class Session:
    """One connection. Frames go out in order; nothing here waits for the reader."""

    __slots__ = (
        *("_closed", "_cut", "_outbox", "_ping_at", "_say", "_send", "_waiting", "_writer", "address", "bucket"),
        *("call_ping", "heard_at", "keeper", "limits", "next_ping", "person", "pings", "round_trips", "task"),
    )

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        address: str,
        limits: Limits,
        now: float,
        task: Any,
        say: Callable[[str], bool] | None = None,
    ) -> None:
        self.address = address
        self.limits = limits
        self.task = task  # the one that reads; cutting the connection ends it
        self.keeper: Keeper | None = None
        self.person = 0
        self.heard_at = now
        self.next_ping = now + PING_EVERY_S
        self.pings = 0
        self.call_ping: int | None = None  # the ping right behind a call (WS-18), until it is answered
        self.round_trips: deque[float] | None = None
        self._ping_at: dict[int, float] = {}
        self.bucket = Bucket(limits.messages_at_once, limits.messages_per_s, now)
        self._send = send
        self._say = say  # a shorter way, if there is one; False when it cannot be taken
        self._outbox: deque[str] = deque()
        self._waiting = 0
        self._writer: asyncio.Task[None] | None = None
        self._closed: tuple[int, str] | None = None
        self._cut = False

    # Out

    def tell(self, frame: str) -> None:
        """Send it when its turn comes; who lets too much wait is cut off, and may come back for a fresh view."""
        if self._closed is not None:
            return
        if self._writer is None:
            if self._say is None or not self._say(frame):
                self._send_now(frame)
            return
        self._outbox.append(frame)
        self._waiting += len(frame)
        if self._waiting > SLOWEST_BYTES:
            self.cut()

    def _send_now(self, frame: str) -> None:
        """Sending rarely has to wait, so it is tried without a task; where it does wait, a task goes on with it."""
        sending: Any = self._send({"type": "websocket.send", "text": frame})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):  # the other side has gone; the reader will notice
            return
        self._waiting += len(frame)
        self._writer = asyncio.get_running_loop().create_task(self._write((sending, waits_for), len(frame)))

    def close(self, code: int, reason: str) -> None:
        """Say goodbye with the reason, and close behind what still waits."""
        if self._closed is None:
            self.tell(wire.encode(wire.Bye(code=code, reason=reason)).decode())
            self._closed = self._closed or (code, reason)
            loop = asyncio.get_running_loop()
            if self._writer is None and not self._cut:
                self._writer = loop.create_task(self._write())
            loop.call_later(CLOSING_S, self.cut)

    def cut(self) -> None:
        """End the connection now."""
        if self._cut:
            return
        self._cut = True
        self._closed = self._closed or (wire.CLOSE_SLOW, "too much was waiting to be read")
        self._outbox.clear()
        self._waiting = 0
        if self._writer is not None:
            self._writer.cancel()
        self.task.cancel()

    def finish(self) -> None:
        """The connection is over: nothing more is sent."""
        self._closed = self._closed or (1000, "")
        self._outbox.clear()
        if self._writer is not None:
            self._writer.cancel()

    @property
    def ended(self) -> tuple[int, str] | None:
        """How it was closed from our side, if it was."""
        return self._closed

    async def _write(self, begun: tuple[Any, Any] | None = None, size: int = 0) -> None:
        try:
            if begun is not None:
                await _rest(*begun)
                self._waiting -= size
            while self._outbox:
                frame = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": frame})
                self._waiting -= len(frame)
            if self._closed is not None:
                code, reason = self._closed
                short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
                await self._send({"type": "websocket.close", "code": code, "reason": short})
                self.task.cancel()
                self._cut = True
        except (OSError, RuntimeError):  # the other side has gone; the reader will notice
            self._outbox.clear()
        finally:
            self._writer = None

    # In

    def may_speak(self, now: float) -> bool:
        """Whether one more message is within the limits."""
        self.heard_at = now
        return self.bucket.take(now)

    # How far away

    def ping(self, now: float, *, call: bool = False) -> str:
        """A ping to send now."""
        self.pings += 1
        self._ping_at[self.pings] = now
        if len(self._ping_at) > PINGS_KEPT:
            del self._ping_at[next(iter(self._ping_at))]
        if call:
            self.call_ping = self.pings
        return wire.encode(wire.Ping(n=self.pings, rtt_ms=self.rtt_ms())).decode()

    def pong(self, number: int, now: float) -> bool:
        """A ping was answered; says whether it was the one behind a call."""
        sent = self._ping_at.pop(number, None)
        if sent is not None:
            if self.round_trips is None:
                self.round_trips = deque(maxlen=PINGS_KEPT)
            self.round_trips.append(now - sent)
        if self.call_ping is not None and number >= self.call_ping and sent is not None:
            self.call_ping = None
            return True
        return False

    def rtt_s(self) -> float | None:
        """The usual round trip to this player."""
        return median(self.round_trips) if self.round_trips else None

    def rtt_ms(self) -> int | None:
        """The last round trip, as it is shown."""
        return round(self.round_trips[-1] * 1000) if self.round_trips else None


async def _rest(sending: Any, waits_for: asyncio.Future[Any] | None) -> None:
    """The rest of a coroutine that has begun and waits for this future (or only for its next turn)."""
    try:
        while True:
            if waits_for is None:
                await asyncio.sleep(0)
            else:
                await asyncio.wait([waits_for])
            waits_for = sending.send(None)
    except StopIteration:
        pass
    finally:
        sending.close()
