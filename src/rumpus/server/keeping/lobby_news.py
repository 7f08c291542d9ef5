"""Tells changes of the lobby: the first at once, those of the next 50 ms together in one frame."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rumpus import wire
from rumpus.lobby import Lobby
from rumpus.server.net.session import Session
from rumpus.table import Step
from rumpus.wire import assemble

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

TOGETHER_S = 0.05  # a person notices nothing below a tenth of a second
encode = msgspec.json.Encoder().encode


class Changes:
    """Changes of the lobby that one connection has not been told yet; they are on disk."""

    def __init__(self, news: LobbyNews, first: int) -> None:
        self._news = news
        self._first = first
        self._seq = first
        self._lobby: Lobby
        self._person = 0
        self._ids: list[tuple[str, int]] = []  # own messages that caused them, with their numbers

    def add(self, step: Step, person: int) -> None:
        """One more change."""
        assert step.lobby is not None
        self._seq, self._lobby, self._person = step.seq, step.lobby, person
        if step.asked is not None and step.asked.person == person:
            self._ids.append((step.asked.id, step.seq))

    def frames(self) -> Iterator[str]:
        """The frame about all of them, and answers to all own messages but the last, which finds its id in it."""
        last = self._ids.pop()[0] if self._ids and self._ids[-1][1] == self._seq else None
        seat = self._lobby.seat_of(self._person)
        yield assemble.lobby(self._seq, self._news.text(self._lobby), seat, last, self._first)
        for id_, seq in self._ids:
            yield encode(wire.Done(id=id_, seq=seq)).decode()


class LobbyNews:
    """The lobby changes of one table. A client says in its hello that one frame may tell it of several.

    Whoever does not say so is told of each one, up to a rate (`Session.may_be_told_singly`). Beyond that it is told
    like everybody else, so that a flood of changes is not multiplied. Then it finds numbers missing, and may ask for a
    fresh view.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._timer: asyncio.TimerHandle | None = None
        self._text: tuple[Lobby, bytes] | None = None

    def hold(self, step: Step) -> None:
        """Tell everybody who is connected of a change, once it is on disk."""
        keeper = self._keeper
        sessions = dict(keeper.sessions)
        singly = [person for person, session in sessions.items() if not session.merges]
        merging = [(person, session) for person, session in sessions.items() if session.merges]
        asker = None if step.asked is None else sessions.get(step.asked.person)
        owed = None if asker is None or step.asked is None else (asker, step.asked.id)
        frames = keeper.news.of(step, singly)
        singles = [(person, sessions[person], frame.text) for person, frame in frames.items()]
        keeper.outbox.hold(step.seq, partial(self._tell, step, singles, merging), owed)

    def _tell(self, step: Step, singles: list[tuple[int, Session, str]], merging: list[tuple[int, Session]]) -> None:
        now = self._keeper.rooms.clock()
        for person, session, text in singles:
            if session.changes is None and session.may_be_told_singly(now):
                session.tell(text)
            else:
                self._merge(step, person, session, now)
        for person, session in merging:
            self._merge(step, person, session, now)

    def _merge(self, step: Step, person: int, session: Session, now: float) -> None:
        """Tell this connection of a change together with others, unless it has not been told of one for a while."""
        if session.changes is None:
            session.changes = Changes(self, step.seq)
        session.changes.add(step, person)
        if now - session.changes_at >= TOGETHER_S:
            session.tell_changes(now)
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TOGETHER_S, self._tell_late)

    def _tell_late(self) -> None:
        self._timer = None
        now = self._keeper.rooms.clock()
        for session in list(self._keeper.sessions.values()):
            if session.changes is not None:
                session.tell_changes(now)

    def text(self, lobby: Lobby) -> bytes:
        """A lobby as everybody sees it, encoded once for all who are told of it."""
        if self._text is None or self._text[0] is not lobby:
            self._text = (lobby, encode(wire.lobby_view(lobby, self._keeper.code)))
        return self._text[1]

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
