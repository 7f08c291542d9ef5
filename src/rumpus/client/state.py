"""The state of a table as a client knows it: kept up to date by the messages of the server."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from rumpus import wire
from rumpus.client.news import Happened, Legal, Reader, Welcome
from rumpus.contract import Game, Score
from rumpus.games import game
from rumpus.lines import Ready


class TableState:
    """The lobby and the match after the message with sequence number `seq`."""

    lobby: wire.LobbyView
    you: int

    def __init__(self) -> None:
        self.seq = 0
        self.seat: int | None = None
        self.view: Any = None
        self.legal: tuple[Any, ...] = ()
        self.more = False  # whether `legal` is incomplete; a `Legal` follows
        self.turn_ms: int | None = None
        self.here: tuple[int, ...] = ()
        self.ready_seats: frozenset[int] = frozenset()  # ready for the next deal, or in a race for GO (T-03)
        self.idle: tuple[wire.IdleSeat, ...] = ()  # seats that could act and have done nothing for a while (T-07)
        self._missed = False  # a sequence number was skipped; messages are not applied until the next welcome
        self._reader: Reader | None = None
        self._at = (0.0, time.monotonic())  # the time of the match in seconds, and when that was on our clock

    @property
    def now_s(self) -> float:
        """The time of the match in seconds, estimated from the last message."""
        at_s, then = self._at
        return at_s + time.monotonic() - then

    @property
    def rules(self) -> Game:
        """The game with the options of this table."""
        return game(self.lobby.game, self.lobby.options, strict=False)

    @property
    def is_host(self) -> bool:
        """Whether we are the host."""
        return self.lobby.host == self.you

    @property
    def scripted(self) -> bool:
        """Whether the first deals of this table were arranged rather than shuffled."""
        return self.lobby.scripted

    def name_of(self, person: int) -> str | None:
        """The name of a person at the table."""
        return next((each.name for each in self.lobby.people if each.id == person), None)

    def snapshot(self) -> Welcome:
        """The whole state, for a reader who has missed what led to it."""
        return Welcome(
            seq=self.seq,
            you=self.you,
            seat=self.seat,
            lobby=self.lobby,
            here=self.here,
            view=self.view,
            legal=self.legal,
            more=self.more,
            turn_ms=self.turn_ms,
            ready=tuple(sorted(self.ready_seats)),
            idle=self.idle,
        )

    # Messages of the server

    def _apply_welcome(self, message: wire.Welcome, *, first: bool) -> Welcome:
        game(message.lobby.game, message.lobby.options, strict=False)  # raises `Malformed`
        self._reader = Reader(message.lobby.game)
        news = self._reader.welcome(message, first=first)
        self._missed = False
        self.seq, self.you, self.lobby = news.seq, news.you, news.lobby
        self.seat, self.here, self.turn_ms = news.seat, news.here, news.turn_ms
        self.view, self.legal, self.more = news.view, news.legal, news.more
        self.ready_seats, self.idle = frozenset(news.ready), news.idle
        return news

    def _apply_numbered(self, message: wire.Happened | wire.Lobby) -> tuple[Happened | wire.Lobby, bool]:
        """Apply the message if it has the next number. Returns its news and whether it was applied."""
        news = self._read.happened(message) if isinstance(message, wire.Happened) else message
        if message.lobby is not None:
            self._check(message.lobby)
        first = message.first if isinstance(message, wire.Lobby) else None  # a lobby may tell of several changes
        if (message.seq if first is None else first) == self.seq + 1 and not self._missed:
            self.seq = message.seq
            self._apply(news)
            return news, True
        if message.seq > self.seq:
            self._missed = True
        return news, False

    def _apply(self, news: Happened | wire.Lobby) -> None:
        if isinstance(news, Happened):
            self.view, self.legal, self.more, self.turn_ms = news.view, news.legal, news.more, news.turn_ms
            self._at = (news.at_s, time.monotonic())
            for line in news.lines:
                self._note_ready(line.by, line.action)
        if news.lobby is not None:
            self.lobby = news.lobby
            self.seat = self._seat_in(news.lobby)
            if news.lobby.stage == "lobby":
                self.view, self.legal, self.more, self.turn_ms = None, (), False, None

    def _note_ready(self, by: int | None, action: Any) -> None:
        if isinstance(action, Ready) and by is not None:
            self.ready_seats |= {by}
        elif isinstance(action, Score) or action.deals:
            self.ready_seats = frozenset()

    def _apply_legal(self, message: wire.Legal) -> Legal | None:
        """The complete list of legal actions; None if it belongs to another state."""
        if message.seq != self.seq or self._missed:
            return None
        self.legal, self.more = self._read.actions(message.legal), False
        return Legal(seq=message.seq, legal=self.legal)

    def _check(self, lobby: wire.LobbyView) -> None:
        """Raise `DecodeError` or `Malformed` if the lobby is of another game, or has options that the game refuses."""
        if lobby.game != self.lobby.game:
            raise msgspec.DecodeError(f"the game of a table stays {self.lobby.game}, and cannot become {lobby.game!r}")
        if lobby.options != self.lobby.options:
            game(lobby.game, lobby.options, strict=False)

    @property
    def _read(self) -> Reader:
        if self._reader is None:
            raise msgspec.DecodeError("a welcome comes first")
        return self._reader

    def _seat_in(self, lobby: wire.LobbyView) -> int | None:
        return next((at for at, place in enumerate(lobby.seats) if place and place.person == self.you), None)
