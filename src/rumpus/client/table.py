"""A connection to a table that stays."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from rumpus import wire
from rumpus.client.http import parts, socket_address
from rumpus.client.told import (
    Answer,
    Closed,
    Happened,
    Legal,
    Lost,
    News,
    Reading,
    Unreachable,
    Welcome,
    read,
    refusal,
)
from rumpus.contract import Game, Question
from rumpus.games import game

FINAL = (wire.CLOSE_HELLO, wire.CLOSE_TOKEN, wire.CLOSE_NEWER, wire.CLOSE_REMOVED, wire.CLOSE_TABLE)
SHORTEST_S, LONGEST_S = 0.2, 5.0  # between two attempts to connect again
PATIENCE_S = 600.0  # a table that cannot be reached for so long is given up
WELCOME_S = 10.0  # so long a hello may go unanswered
CLOSING_S = 1.0
LARGEST_FRAME = 4 * 2**20
MOST_NEWS = 1000  # a reader who is further behind gets a welcome instead of what it missed


def back_off(tries: int) -> float:
    """How many seconds to wait before connecting again: longer each time, and not for all clients alike."""
    longest = min(LONGEST_S, SHORTEST_S * 2 ** min(tries, 10))
    return random.uniform(SHORTEST_S, max(SHORTEST_S, longest))


class Table:
    """A connection to a table that stays: lost, it is made again with the same token, and nothing is asked for twice.

    `view` and `legal` are how things stand by the last number; iterating gives the news, for one reader.
    """

    lobby: wire.LobbyView
    you: int

    def __init__(
        self,
        server: str,
        token: str,
        *,
        pause: Callable[[int], float] = back_off,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.server = parts(server)[0]
        self.seq = 0
        self.seat: int | None = None
        self.view: Any = None
        self.legal: tuple[Any, ...] = ()
        self.more = False  # legal is not all yet
        self.turn_ms: int | None = None
        self.here: tuple[int, ...] = ()
        self.rtt_ms: int | None = None
        self.closed: Closed | None = None
        self._address = socket_address(server)
        self._token = token
        self._pause = pause
        self._patience_s = patience_s
        mine = secrets.token_hex(6)  # nobody else at the table, and no earlier run of ours, uses these ids
        self._ids = (f"{mine}-{number}" for number in count(1))
        self._waiting: dict[str, tuple[str, asyncio.Future[Answer | wire.Refused]]] = {}
        self._news: deque[News] = deque()
        self._fresh = asyncio.Event()
        self._socket: ClientConnection | None = None  # set while we are welcome
        self._reading: Reading | None = None
        self._missed = False  # a number was passed over; until the next welcome nothing is built on what comes
        self._resync: str | None = None  # the id of the question for it
        self._bye: wire.Bye | None = None
        self._at = (0.0, time.monotonic())  # the match's seconds, and when that was here
        self._entered = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Coming and going

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        try:
            await self._entered.wait()
        except BaseException:
            await self.close()
            raise
        if self.closed is not None:
            await self.close()
            raise self.closed
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up; the seat stays ours, and a stand-in will play it."""
        self._end(Closed(None, "we hung up"))
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _stay(self) -> None:
        """Be connected, again and again, until it is over for good."""
        tries, since = 0, time.monotonic()
        try:
            while self.closed is None:
                code, reason = await self._visit()
                if self._welcomed:
                    tries, since = 0, time.monotonic()
                tired = not self._entered.is_set() or time.monotonic() - since > self._patience_s
                if code in FINAL or (tired and not self._welcomed):
                    self._end(Unreachable(None, reason) if code is None else Closed(code, reason))
                    return
                if self._welcomed:
                    self._publish(Lost(code=code, reason=reason))
                await asyncio.sleep(self._pause(tries))
                tries += 1
        finally:
            self._end(Closed(None, "the connection has ended"))

    async def _visit(self) -> tuple[int | None, str]:
        """One connection from the hello to its end; gives how it ended."""
        self._bye, self._missed, self._resync, self._welcomed = None, False, None, False
        try:
            async with connect(
                self._address, compression=None, max_size=LARGEST_FRAME, close_timeout=CLOSING_S
            ) as socket:
                await self._talk(socket)
        except ConnectionClosed as closed:
            if (bye := self._bye or closed.rcvd) is not None:
                return bye.code, bye.reason
        except msgspec.DecodeError as error:
            return wire.CLOSE_HELLO, f"the table says what this program cannot read: {error}"
        except (OSError, WebSocketException) as error:
            return None, str(error) or type(error).__name__
        finally:
            self._socket = None
        return None, "the connection was cut"

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send(_text(wire.Hello(version=wire.VERSION, token=self._token)))
        async with asyncio.timeout(WELCOME_S):
            while not self._welcomed:
                await self._hear(socket, await socket.recv(decode=False))
        self._socket = socket
        for frame, _ in list(self._waiting.values()):
            await socket.send(frame)
        while True:
            await self._hear(socket, await socket.recv(decode=False))

    async def _hear(self, socket: ClientConnection, frame: bytes) -> None:
        told = read(frame)
        if isinstance(told, wire.Ping):  # before anything else: the table measures how long it takes
            await socket.send(_text(wire.Pong(n=told.n)))
            self.rtt_ms = told.rtt_ms
            return
        if isinstance(told, wire.Refused) and told.id is not None and told.id == self._resync:
            raise ConnectionResetError("the table gives no fresh view; a new connection gets one")
        self._take(told)
        if self._missed and self._resync is None:
            self._resync = next(self._ids)
            await socket.send(_text(wire.Resync(id=self._resync)))

    def _end(self, why: Closed) -> None:
        if self.closed is None:
            self.closed = why
            for _, waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(why)
            self._entered.set()
            self._fresh.set()

    _welcomed = False  # on this connection

    # What we are told

    def _take(self, told: wire.ToClient) -> None:
        match told:
            case wire.Welcome():
                self._welcome(told)
            case wire.Happened() | wire.Lobby():
                self._numbered(told)
            case wire.Legal(seq=seq) if seq == self.seq and not self._missed:
                self.legal, self.more = self._read.actions(told.legal), False
                self._publish(Legal(seq=seq, legal=self.legal))
            case wire.Done(id=name):
                self._answer(name, told)
            case wire.Refused(id=None):
                self._publish(told)
            case wire.Refused(id=name):
                self._answer(name, told)
            case wire.Here(people=people):
                self.here = people
                self._publish(told)
            case wire.Said() | wire.Countdown():
                self._publish(told)
            case wire.Bye():
                self._bye = told

    @property
    def _read(self) -> Reading:
        if self._reading is None:
            raise msgspec.DecodeError("a welcome comes first")
        return self._reading

    def _welcome(self, told: wire.Welcome) -> None:
        self._reading = Reading(told.lobby.game)
        news = self._reading.welcome(told, first=not self._entered.is_set())
        self._missed, self._resync = False, None
        self.seq, self.you, self.lobby = news.seq, news.you, news.lobby
        self.seat, self.here, self.turn_ms = news.seat, news.here, news.turn_ms
        self.view, self.legal, self.more = news.view, news.legal, news.more
        self._welcomed = True
        self._publish(news)
        self._entered.set()
        self._answer(told.id, news)

    def _numbered(self, told: wire.Happened | wire.Lobby) -> None:
        """The next number is how things stand now; one that was passed over asks for a fresh view."""
        news = self._read.happened(told) if isinstance(told, wire.Happened) else told
        if told.seq == self.seq + 1 and not self._missed:
            self.seq = told.seq
            self._stand(news)
            self._publish(news)
        elif told.seq > self.seq:
            self._missed = True
        self._answer(told.id, news)

    def _stand(self, news: Happened | wire.Lobby) -> None:
        if isinstance(news, Happened):
            self.view, self.legal, self.more, self.turn_ms = news.view, news.legal, news.more, news.turn_ms
            self._at = (news.at_s, time.monotonic())
        if news.lobby is not None:
            self.lobby = news.lobby
            self.seat = self._seat_in(news.lobby)
            if news.lobby.stage == "lobby":
                self.view, self.legal, self.more, self.turn_ms = None, (), False, None

    def _seat_in(self, lobby: wire.LobbyView) -> int | None:
        return next((at for at, place in enumerate(lobby.seats) if place and place.person == self.you), None)

    def _answer(self, name: str | None, answer: Answer | wire.Refused) -> None:
        _, waiting = self._waiting.get(name or "", ("", None))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    # The news

    def _publish(self, news: News) -> None:
        if len(self._news) >= MOST_NEWS:
            self._news.clear()
            news = Welcome(
                seq=self.seq,
                you=self.you,
                seat=self.seat,
                lobby=self.lobby,
                here=self.here,
                view=self.view,
                legal=self.legal,
                more=self.more,
                turn_ms=self.turn_ms,
            )
        self._news.append(news)
        self._fresh.set()

    @property
    def behind(self) -> int:
        """How many news nobody has read yet."""
        return len(self._news)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        while not self._news:
            if self.closed is not None:
                raise StopAsyncIteration
            self._fresh.clear()
            await self._fresh.wait()
        return self._news.popleft()

    # How things stand

    @property
    def now_s(self) -> float:
        """The seconds of the match, by the last that we were told."""
        at_s, then = self._at
        return at_s + time.monotonic() - then

    @property
    def rules(self) -> Game:
        """The game under the options of this table."""
        return game(self.lobby.game, self.lobby.options, strict=False)

    @property
    def link(self) -> str:
        """What others need to join."""
        return f"{self.server}/#{self.lobby.code}"

    @property
    def is_host(self) -> bool:
        """Whether this table is ours to set up."""
        return self.lobby.host == self.you

    def name_of(self, person: int) -> str | None:
        """What somebody at the table is called."""
        return next((one.name for one in self.lobby.people if one.id == person), None)

    # What we ask for

    async def ask(self, kind: type[wire.Ask | Question], **fields: Any) -> Answer:
        """Ask the table for something, `ask(wire.Sit, seat=2)`, and give its answer.

        It is asked again after a lost connection, and done once. Raises `Refusal`; `Closed` if no answer can come;
        `Malformed`, before it is sent, if the table could not read it.
        """
        if self.closed is not None:
            raise self.closed
        name = next(self._ids)
        frame = _text(kind(id=name, **fields))
        wire.read(frame)
        waiting: asyncio.Future[Answer | wire.Refused] = asyncio.get_running_loop().create_future()
        self._waiting[name] = frame, waiting
        try:
            if self._socket is not None:
                with suppress(ConnectionClosed):  # it is sent again on the next connection
                    await self._socket.send(frame)
            answer = await waiting
        finally:
            del self._waiting[name]
        if isinstance(answer, wire.Refused):
            raise refusal(answer)
        return answer

    async def do(self, action: Any) -> Answer:
        """An action of the game: the answer is what happened, or `Done` where it takes effect later (GO)."""
        return await self.ask(wire.Do, action=msgspec.Raw(wire.encode(action)))

    async def ready(self, ready: bool = True) -> Answer:
        """Ready for the match, or for the next round."""
        return await self.ask(wire.Ready, ready=ready)

    async def begin(self) -> Answer:
        """The host starts the match."""
        return await self.ask(wire.Begin)

    async def add_bot(self, seat: int, level: str) -> Answer:
        """The host puts a bot on a free seat, or changes the level of one."""
        return await self.ask(wire.AddBot, seat=seat, level=level)

    async def say(self, phrase: str, card: str | None = None) -> Answer:
        """A quick phrase or an emote."""
        return await self.ask(wire.Say, phrase=phrase, card=card)

    async def rematch(self) -> Answer:
        """After a match: back to the lobby with the same people."""
        return await self.ask(wire.Rematch)

    async def leave(self) -> Answer:
        """Leave the table; in a match a stand-in goes on."""
        return await self.ask(wire.Leave)

    async def find(self, kind: type[wire.Ask | Question], **fields: Any) -> Any:
        """What the table finds as the answer to a question, as in `find(wire.Hint)`."""
        answer = await self.ask(kind, **fields)
        return answer.found if isinstance(answer, wire.Done) else None


def _text(message: wire.Message | Question) -> str:
    frame: bytes = wire.encode(message)
    return frame.decode()
