"""A table of a server, as a program that plays there uses it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import msgspec

from rumpus import wire
from rumpus.client.connection import PATIENCE_S, Connection, back_off
from rumpus.client.http import parts
from rumpus.client.news import Answer, Closed, Lost, News
from rumpus.client.state import TableState
from rumpus.contract import Question

MOST_NEWS = 1000  # a reader who is further behind gets a welcome instead of what it missed


class Table(TableState):
    """A seat at a table. A lost connection is made again with the same token, and no request takes effect twice.

    `view`, `legal` and the rest of the state are as of the last sequence number. Iterating gives the news, to one
    reader.
    """

    def __init__(
        self,
        server: str,
        token: str,
        *,
        pause: Callable[[int], float] = back_off,
        patience_s: float = PATIENCE_S,
    ) -> None:
        super().__init__()
        self.server = parts(server)[0]
        self._news: deque[News] = deque()
        self._unread = asyncio.Event()
        self._connection = Connection(
            server,
            token,
            heard=self._hear,
            lost=self._lost,
            ended=self._unread.set,
            pause=pause,
            patience_s=patience_s,
        )

    # The connection

    async def __aenter__(self) -> Self:
        await self._connection.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up. The seat stays ours, and a stand-in plays it."""
        await self._connection.close()

    @property
    def closed(self) -> Closed | None:
        """Why the connection is over for good, if it is."""
        return self._connection.closed

    @property
    def rtt_ms(self) -> int | None:
        """The round trip in milliseconds, as the server measures it."""
        return self._connection.rtt_ms

    @property
    def salted(self) -> bool | None:
        """Whether the match is dealt with the salt that we sent; None where that does not matter."""
        return self._connection.salts.counted(self.lobby, self.seat)

    @property
    def link(self) -> str:
        """The link for others to join."""
        return f"{self.server}/#{self.lobby.code}"

    def _hear(self, message: wire.ToClient) -> bool:
        """Apply a message and publish it. Returns whether a sequence number was missed."""
        match message:
            case wire.Welcome(id=name):
                welcome = self._apply_welcome(message, first=not self._connection.entered.is_set())
                self._publish(welcome)
                self._connection.answered(name, welcome)
            case wire.Happened(id=name) | wire.Lobby(id=name):
                news, applied = self._apply_numbered(message)
                if applied:
                    self._publish(news)
                self._connection.answered(name, news)
            case wire.Legal():
                if (legal := self._apply_legal(message)) is not None:
                    self._publish(legal)
            case wire.Done(id=name):
                self._connection.answered(name, message)
            case wire.Refused(id=None) | wire.Said() | wire.Countdown():
                self._publish(message)
            case wire.Refused(id=name):
                self._connection.answered(name, message)
            case wire.Here(people=people):
                self.here = people
                self._publish(message)
            case wire.Idle(seats=seats):
                self.idle = seats
                self._publish(message)
        return self._missed

    def _lost(self, lost: Lost) -> None:
        self._missed = False
        self._publish(lost)

    # The news

    def _publish(self, news: News) -> None:
        if len(self._news) >= MOST_NEWS:
            self._news.clear()
            news = self.snapshot()
        self._news.append(news)
        self._unread.set()

    @property
    def behind(self) -> int:
        """Number of unread messages."""
        return len(self._news)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        while not self._news:
            if self.closed is not None:
                raise StopAsyncIteration
            self._unread.clear()
            await self._unread.wait()
        return self._news.popleft()

    # Requests

    async def ask(self, kind: type[wire.Ask | Question], **fields: Any) -> Answer:
        """Send a request, as in `ask(wire.Sit, seat=2)`, and return the answer.

        It is repeated after a lost connection, and takes effect once. Raises `Refusal`; `Closed` if no answer can
        come; `Malformed`, before anything is sent, if the server could not read it.
        """
        return await self._connection.ask(kind, **fields)

    async def do(self, action: Any) -> Answer:
        """Play an action. The answer is what happened, or `Done` if it takes effect later (GO)."""
        return await self.ask(wire.Do, action=msgspec.Raw(wire.encode(action)))

    async def ready(self, ready: bool = True) -> Answer:
        """Be ready for the match, for the next deal, or in a race for GO after looking at the cards (T-03)."""
        return await self.ask(wire.Ready, ready=ready)

    async def begin(self) -> Answer:
        """Start the match, as the host."""
        return await self.ask(wire.Begin)

    async def add_bot(self, seat: int, level: str) -> Answer:
        """Put a bot on a free seat, or change the level of one, as the host."""
        return await self.ask(wire.AddBot, seat=seat, level=level)

    async def lock(self, locked: bool = True) -> Answer:
        """Lock the table, so that nobody new can join or watch, or open it again, as the host."""
        return await self.ask(wire.Lock, locked=locked)

    async def call_link(self, link: str | None) -> Answer:
        """Tell everybody the https address of a call, or take it away, as the host. It comes with the next `Lobby`."""
        return await self.ask(wire.CallLink, link=link)

    async def new_code(self) -> Answer:
        """Give the table a new room code, as the host. It comes with the next `Lobby`; the old one stops working."""
        return await self.ask(wire.NewCode)

    async def say(self, phrase: str, card: str | None = None) -> Answer:
        """Say a quick phrase or send an emote."""
        return await self.ask(wire.Say, phrase=phrase, card=card)

    async def rematch(self) -> Answer:
        """Return to the lobby with the same people, after a match."""
        return await self.ask(wire.Rematch)

    async def back(self) -> Answer:
        """Take the seat back from the stand-in who plays because we were idle, or show that we are there (T-07)."""
        return await self.ask(wire.Back)

    async def stand_in(self, seat: int) -> Answer:
        """Ask for a stand-in for a person who has been idle for 15 s, as the host (T-07)."""
        return await self.ask(wire.StandIn, seat=seat)

    async def again(self, again: bool = True) -> Answer:
        """Ask for the deals of the last match again, with the seats turned round, as the host before the match."""
        return await self.ask(wire.Again, again=again)

    async def take_seat(self, seat: int | None) -> Answer:
        """During a match: take over a seat of `lobby.open`, at once or from the next round on; None: no longer."""
        return await self.ask(wire.TakeSeat, seat=seat)

    async def play_off(self, agree: bool = True) -> Answer:
        """After a tie: agree to play it off, or share the win."""
        return await self.ask(wire.PlayItOff, agree=agree)

    async def leave(self) -> Answer:
        """Leave the table. In a match a stand-in continues, and the same token opens the seat again (T-02)."""
        return await self.ask(wire.Leave)

    async def find(self, kind: type[wire.Ask | Question], **fields: Any) -> Any:
        """Ask a question, as in `find(wire.Hint)`, and return what the table found."""
        answer = await self.ask(kind, **fields)
        return answer.found if isinstance(answer, wire.Done) else None
