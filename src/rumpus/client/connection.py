"""The connection to a table: reconnects with the same token, and repeats requests that have no answer yet."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from rumpus import wire
from rumpus.client.http import socket_address
from rumpus.client.news import Answer, Closed, Lost, Unreachable, read, refusal
from rumpus.client.salts import Salts
from rumpus.contract import Malformed, Question

FINAL = (
    *(wire.CLOSE_HELLO, wire.CLOSE_TOKEN, wire.CLOSE_LAPSED),
    *(wire.CLOSE_NEWER, wire.CLOSE_REMOVED, wire.CLOSE_LEFT, wire.CLOSE_TABLE),
)
SHORTEST_S, LONGEST_S = 0.2, 5.0  # between two attempts to reconnect
PATIENCE_S = 600.0  # how long to try to reconnect before giving up
ATTEMPT_S = 5.0  # for a handshake: a server that stands still gives none, and the next attempt may reach another one
WELCOME_S = 10.0  # how long to wait for the welcome after the hello
CLOSING_S = 1.0
LARGEST_FRAME = 4 * 2**20


def back_off(tries: int) -> float:
    """Seconds to wait before reconnecting: longer after each attempt, and random, so that clients spread out."""
    longest = min(LONGEST_S, SHORTEST_S * 2 ** min(tries, 10))
    return random.uniform(SHORTEST_S, max(SHORTEST_S, longest))


class Connection:
    """Stays connected to one seat until `close`, or until the server ends it for good.

    `heard` takes every message but pings, and returns whether a sequence number was missed; then a fresh view is
    requested. `lost` is called when the connection breaks and will be retried, `ended` when it is over.
    """

    def __init__(
        self,
        server: str,
        token: str,
        *,
        heard: Callable[[wire.ToClient], bool],
        lost: Callable[[Lost], None],
        ended: Callable[[], None],
        pause: Callable[[int], float],
        patience_s: float,
    ) -> None:
        self.rtt_ms: int | None = None
        self.salts = Salts()
        self.closed: Closed | None = None
        self.entered = asyncio.Event()  # set by the first welcome, or by the end
        self._address = socket_address(server, token)
        self._token = token
        self._heard = heard
        self._lost = lost
        self._ended = ended
        self._pause = pause
        self._patience_s = patience_s
        prefix = secrets.token_hex(6)  # no other client of the table, and no earlier run of this one, uses these ids
        self._ids = (f"{prefix}-{number}" for number in count(1))
        self._waiting: dict[str, tuple[str, asyncio.Future[Answer | wire.Refused]]] = {}
        self._socket: ClientConnection | None = None  # set after the welcome
        self._welcomed = False  # on the present connection
        self._resync: str | None = None  # the id of the pending request for a fresh view
        self._seen: int | None = None  # the last sequence number that we were told
        self._page, self._visits = secrets.token_hex(4), 0  # a hello that comes late must not end a later connection
        self._bye: wire.Bye | None = None
        self._task: asyncio.Task[None] | None = None

    # Connecting

    async def open(self) -> None:
        """Connect and wait for the welcome. Raises `Closed` if there will be none."""
        self._task = asyncio.create_task(self._stay())
        try:
            await self.entered.wait()
        except BaseException:
            await self.close()
            raise
        if self.closed is not None:
            await self.close()
            raise self.closed

    async def close(self) -> None:
        """Hang up and stop reconnecting."""
        self._end(Closed(None, "we hung up"))
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _stay(self) -> None:
        """Connect again and again until it is over for good."""
        tries, since = 0, time.monotonic()
        try:
            while self.closed is None:
                code, reason = await self._visit()
                if self._welcomed:
                    tries, since = 0, time.monotonic()
                tired = not self.entered.is_set() or time.monotonic() - since > self._patience_s
                if code in FINAL or (tired and not self._welcomed):
                    self._end(Unreachable(None, reason) if code is None else Closed(code, reason))
                    return
                if self._welcomed:
                    self._lost(Lost(code=code, reason=reason))
                await asyncio.sleep(self._pause(tries))
                tries += 1
        finally:
            self._end(Closed(None, "the connection has ended"))

    async def _visit(self) -> tuple[int | None, str]:
        """One connection from the hello to its end. Returns the close code, if any, and the reason."""
        self._bye, self._resync, self._welcomed = None, None, False
        try:
            async with connect(
                self._address,
                compression=None,
                max_size=LARGEST_FRAME,
                open_timeout=ATTEMPT_S,
                close_timeout=CLOSING_S,
            ) as socket:
                await self._talk(socket)
        except ConnectionClosed as closed:
            if (bye := self._bye or closed.rcvd) is not None:
                return bye.code, bye.reason
        except (msgspec.DecodeError, Malformed) as error:
            return wire.CLOSE_HELLO, f"the table says what this program cannot read: {error}"
        except (OSError, WebSocketException) as error:
            return None, str(error) or type(error).__name__
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            # Every part can be read, but they do not fit together: a game that is not installed here, for instance.
            return wire.CLOSE_HELLO, f"the table says what this program cannot understand: {error!r}"
        finally:
            self._socket = None
        return None, "the connection was cut"

    async def _talk(self, socket: ClientConnection) -> None:
        self._visits += 1
        hello = wire.Hello(
            version=wire.VERSION,
            token=self._token,
            seen=self._seen,
            merges=True,
            page=self._page,
            nth=self._visits,
        )
        await socket.send(_text(hello))
        async with asyncio.timeout(WELCOME_S):
            while not self._welcomed:
                await self._hear(socket, await socket.recv(decode=False))
        self._socket = socket
        for frame, _ in list(self._waiting.values()):
            await socket.send(frame)
        while True:
            await self._hear(socket, await socket.recv(decode=False))

    async def _hear(self, socket: ClientConnection, frame: bytes) -> None:
        message = read(frame)
        if isinstance(message, wire.Ping):  # answered first, because the server measures the round trip
            await socket.send(_text(wire.Pong(n=message.n)))
            self.rtt_ms = message.rtt_ms
            return
        if isinstance(message, wire.Refused) and message.id is not None and message.id == self._resync:
            raise ConnectionResetError("the table gives no fresh view; a new connection gets one")
        if isinstance(message, wire.Bye):
            self._bye = message
        if isinstance(message, wire.Welcome | wire.Happened | wire.Lobby):
            self._seen = message.seq
        missed = self._heard(message)
        if isinstance(message, wire.Welcome):
            self._welcomed, self._resync = True, None
            self.entered.set()
        if (salt := self.salts.reply(message, f"salt-{next(self._ids)}")) is not None:
            await socket.send(_text(salt))
        if missed and self._resync is None:
            self._resync = next(self._ids)
            await socket.send(_text(wire.Resync(id=self._resync)))

    def _end(self, why: Closed) -> None:
        if self.closed is None:
            self.closed = why
            for _, waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(why)
            self.entered.set()
            self._ended()

    # Asking

    async def ask(self, kind: type[wire.Ask | Question], **fields: Any) -> Answer:
        """Send a request and wait for its answer, as `Table.ask`."""
        if self.closed is not None:
            raise self.closed
        name = next(self._ids)
        frame = _text(kind(id=name, **fields))
        wire.read(frame)
        waiting: asyncio.Future[Answer | wire.Refused] = asyncio.get_running_loop().create_future()
        self._waiting[name] = frame, waiting
        try:
            if self._socket is not None:
                with suppress(ConnectionClosed):  # sent again on the next connection
                    await self._socket.send(frame)
            answer = await waiting
        finally:
            del self._waiting[name]
        if isinstance(answer, wire.Refused):
            raise refusal(answer)
        return answer

    def answered(self, name: str | None, answer: Answer | wire.Refused) -> None:
        """Pass the answer to the request with this id, if somebody waits for it."""
        _, waiting = self._waiting.get(name or "", ("", None))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)


def _text(message: wire.Message | Question) -> str:
    frame: bytes = wire.encode(message)
    return frame.decode()
