"""The simulated network: connections with delays, in order, that can stall, drop and be cut."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from random import Random
from typing import TYPE_CHECKING, Any

from rumpus.journal.memory import Change
from tests.support.clock import STEP_S
from tests.world.lifetime import Life, never

if TYPE_CHECKING:
    from tests.world.world import World

HIGH_WATER = 64 * 1024  # bytes that a transport takes before `send` waits
SEGMENT_S = 0.001  # frames written so close to each other travel together
ORIGIN = "http://rumpus.example"


class Lost(ConnectionError):
    """The connection is over, with its close code if there was one."""

    def __init__(self, code: int | None = None, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class _Way:
    """One direction of a connection: late, but in order."""

    def __init__(self, random: Random, delay_s: float, jitter_s: float, spikes: float) -> None:
        self._random = random
        self.delay_s = delay_s
        self.jitter_s = jitter_s
        self.spikes = spikes  # how often something takes far longer
        self._drawn_at = float("-inf")
        self._late_s = 0.0
        self._last = 0.0

    def arrival(self, now: float) -> float:
        """When a message sent now arrives."""
        if now - self._drawn_at > SEGMENT_S:
            self._drawn_at = now
            self._late_s = self._random.random() * self.jitter_s
            if self._random.random() < self.spikes:
                self._late_s += self._random.uniform(0.03, 0.6)
        self._last = max(self._last + STEP_S, now + self.delay_s + self._late_s)
        return self._last


class Connection:
    """A WebSocket between a client and the server. The client uses `send` and `receive`; the rest is the network.

    `tag` is for whoever uses the connection. What is sent after the end goes nowhere.
    """

    def __init__(self, world: World, life: Life, number: int, address: str, rtt_s: float, jitter_s: float) -> None:
        self.world = world
        self.life = life
        self.number = number
        self.address = address
        self.tag: Any = None
        random = world.random(f"connection {number}")
        self.up = _Way(random, rtt_s / 2, jitter_s, world.spikes)
        self.down = _Way(random, rtt_s / 2, jitter_s, world.spikes)
        self.alive = True  # nothing was lost so far
        self.stalled = False  # the client does not read
        self.ever_stalled = False
        self.closing = False  # the server has said goodbye
        self.noticed = False  # the server knows that it is over
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._heard = asyncio.Event()
        self._heard.set()
        self._unread = 0
        self._writable = asyncio.Event()
        self._writable.set()
        self._arrived: deque[str | Lost] = deque()
        self._fresh = asyncio.Event()
        self._over: Lost | None = None
        self._task: asyncio.Task[Any] | None = None

    # The client's end

    def send(self, message: dict[str, Any] | str) -> None:
        """Send it; it arrives later, or never."""
        if self.alive and not self.closing:
            text = message if isinstance(message, str) else json.dumps(message)
            when = self.up.arrival(self.world.now)
            self.world.loop.call_at(when, self._deliver_up, {"type": "websocket.receive", "text": text})

    async def receive(self) -> str:
        """The next frame; `Lost` when there will be none."""
        while not self._arrived or self.stalled:
            self._fresh.clear()
            await self._fresh.wait()
        found = self._arrived.popleft()
        if isinstance(found, Lost):
            self._arrived.append(found)
            raise found
        self._read(found)
        return found

    def stall(self) -> None:
        """The client does not read any more."""
        self.stalled = self.ever_stalled = True

    def resume(self) -> None:
        """The client reads again."""
        self.stalled = False
        self._fresh.set()

    def drop(self, notice_s: float | None = 0.0) -> None:
        """Lose the connection and all that is under way. The server notices after this time, or only by its pings."""
        if self.alive:
            self.alive = False
            self._end(Lost())
            if notice_s is not None and not self.life.dead:
                self.world.loop.call_later(notice_s, self._notice)

    def cut(self) -> None:
        """Close the connection because the server is dead."""
        if self.alive:
            self.alive = False
            self._end(Lost(1006))

    def close(self) -> None:
        """Close the connection in order: what the client has sent still arrives."""
        if self.alive and not self.closing:
            self.closing = True
            self.world.loop.call_at(self.up.arrival(self.world.now), self._notice)
            self._end(Lost(1000))

    def _read(self, frame: str) -> None:
        self._unread -= len(frame)
        if self._unread <= HIGH_WATER:
            self._writable.set()

    def _end(self, how: Lost) -> None:
        self._over = how
        self._arrived.clear()
        self._arrived.append(how)
        self.resume()
        for watcher in self.world.watchers:
            watcher.ended(self)

    # The net

    def _deliver_up(self, message: dict[str, Any]) -> None:
        if self.alive and not self.noticed:
            self._inbox.append(message)
            self._heard.set()

    def _deliver_down(self, frame: str | Lost) -> None:
        if not self.alive or self._over is not None:
            return
        if isinstance(frame, Lost):
            self.alive = False
            self._over = frame
            self.world.loop.call_later(self.up.delay_s, self._notice)
            for watcher in self.world.watchers:
                watcher.ended(self)
        self._arrived.append(frame)
        self._fresh.set()

    def _notice(self) -> None:
        """The server learns that the connection is over."""
        if not self.noticed:
            self.alive = False
            self.noticed = True
            self._inbox.append({"type": "websocket.disconnect", "code": 1006})
            self._heard.set()
            self._writable.set()

    # The server's end

    def begin(self) -> None:
        """Hand the connection to the server."""
        headers = [(b"host", b"rumpus.example"), (b"origin", ORIGIN.encode())]
        scope = self.world.scope("websocket", "/ws", headers, self.address)
        self._task = self.life.begin(self.life.app(scope, self._asgi_receive, self._asgi_send))
        self._task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        gone = self.noticed and isinstance(error, OSError)  # which the server that speaks HTTP ignores
        if error is not None and not gone and not self.life.dead:
            self.world.fail(f"the server broke off a connection: {error!r}")
        if self.alive and not self.closing and not self.noticed:
            self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, Lost(1006))

    async def _asgi_receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._heard.clear()
            await self._heard.wait()
        if self.life.dead:
            await never()
        message = self._inbox[0] if self._inbox[0]["type"] == "websocket.disconnect" else self._inbox.popleft()
        if message["type"] == "websocket.receive":
            for watcher in self.world.watchers:
                watcher.heard(self, message["text"])
        return message

    async def _asgi_send(self, message: Any) -> None:
        if self.life.dead:
            await never()
        while self._unread > HIGH_WATER and not self.noticed:
            self._writable.clear()
            await self._writable.wait()
        if self.life.dead:
            await never()
        if self.noticed:
            raise OSError("the client is gone")
        if message["type"] == "websocket.send":
            self._tell(message["text"])
        elif message["type"] == "websocket.close":
            self.closing = True
            lost = Lost(message["code"], message.get("reason") or "")
            self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, lost)
            if not self.alive:
                self._notice()

    def _tell(self, text: str) -> None:
        for watcher in self.world.watchers:
            watcher.told(self, text)
        self._unread += len(text)
        self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, text)


class Answer:
    """The answer to an HTTP request, and what was asked."""

    def __init__(self, path: str, asked: bytes) -> None:
        self.path = path
        self.asked = asked
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""

    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


class Watcher:
    """Is called for everything that enters or leaves the server, at that moment. Does nothing by default."""

    def heard(self, connection: Connection, text: str) -> None:
        """The server has received a frame."""

    def told(self, connection: Connection, text: str) -> None:
        """The server sends a frame."""

    def ended(self, connection: Connection) -> None:
        """The client's end is over."""

    def answered(self, answer: Answer) -> None:
        """The server has answered a request."""

    def synced(self, change: Change) -> None:
        """The disk has synced a change."""

    def booted(self, life: Life) -> None:
        """The server is up."""

    def crashed(self, life: Life) -> None:
        """The server is dead."""
