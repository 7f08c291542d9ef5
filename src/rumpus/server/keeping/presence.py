"""The connections of a table: attaching and detaching them, and sending what has no sequence number."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rumpus import wire
from rumpus.games import GAMES
from rumpus.server.budget.limits import Bucket
from rumpus.server.keeping.phrases import Phrases
from rumpus.server.net.session import Session

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

# WS-18: a card that was played before its player heard the call still counts. It is waited for one round trip of that
# player plus the slack, but never longer than the maximum. The slack alone is the shortest wait.
FIRST_PINGS = 5  # one right after the other in a race, so that the first contest is fair too
FLIGHT_SLACK_S = 0.09
LONGEST_FLIGHT_S = 0.4
encode = msgspec.json.Encoder().encode


class Presence:
    """The connections of one table."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.sessions: dict[int, Session] = {}  # by person
        self.phrases = Phrases(keeper.rooms.limits.phrases_per_10_s)
        self.empty_since: float | None = keeper.rooms.clock()
        self.largest_credit = 0.0  # of anybody connected, in seconds: whom the others may have to wait for in a race
        self._buckets: dict[int, Bucket] = {}  # by person, so that reconnecting does not reset the rate limit

    # Attaching and detaching

    def refuses(self, session: Session, person: int) -> tuple[int, str] | None:
        """The close code and the reason if this person may not connect now.

        A new connection continues the rate limit of the old one.
        """
        if self.overtaken(session, person):
            return wire.CLOSE_NEWER, "a later connection of the same page has this seat"
        session.bucket = self._buckets.setdefault(person, session.bucket)
        if not session.may_speak(self.keeper.rooms.clock()):
            return wire.CLOSE_LIMIT, "too many messages; connect again, more slowly"
        return None

    def attach(self, session: Session, person: int) -> None:
        """Attach a connection to a person; their older connection, if there is one, is closed with a reason."""
        older = self.sessions.pop(person, None)
        if older is not None:
            older.keeper = None
            older.close(wire.CLOSE_NEWER, "this seat was taken in another tab or on another device")
        session.keeper, session.person = self.keeper, person
        self.empty_since = None
        self.sessions[person] = session
        if self.keeper.outbox.broken:
            return  # gets its welcome once the table has been loaded again
        self.welcome(session)  # before `came`, which may have to be saved and can fail on a full disk
        if GAMES[self.keeper.table.lobby.game].race:
            self.keeper.outbox.when_saved(self.keeper.table.seq, partial(self._first_ping, session))
        self.tell_here()
        if older is None:
            self.keeper.guarded(lambda: self.keeper.table.came(person, self.keeper.now()))

    def overtaken(self, session: Session, person: int) -> bool:
        """Whether a later connection of the same page is there: this one was given up, and its hello came late."""
        other = self.sessions.get(person)
        return other is not None and session.page is not None and other.page == session.page and other.nth > session.nth

    def _first_ping(self, session: Session) -> None:
        """Ping right behind the welcome, so that the round trip is known before the race is on."""
        session.tell(session.ping(self.keeper.rooms.clock()))

    def pong(self, session: Session, number: int) -> bool:
        """A ping was answered; returns whether it was the one behind a call (WS-18)."""
        call = session.pong(number, self.keeper.rooms.clock())
        self._measure()
        trips = session.round_trips
        if trips is not None and len(trips) < FIRST_PINGS and GAMES[self.keeper.table.lobby.game].race:
            self._first_ping(session)
        return call

    def _measure(self) -> None:
        self.largest_credit = max((session.credit for session in self.sessions.values()), default=0.0)

    def credit(self, person: int) -> float:
        """The time that a person is granted in a race because of the distance; none without a connection."""
        session = self.sessions.get(person)
        return 0.0 if session is None else session.credit

    def detach(self, session: Session) -> None:
        """Detach a connection that was lost."""
        keeper = self.keeper
        if self.sessions.get(session.person) is not session:
            return
        self._take_away(session)
        if not keeper.outbox.broken:
            keeper.guarded(lambda: keeper.table.went(session.person, keeper.now()))
        self.tell_here()

    def _take_away(self, session: Session) -> None:
        del self.sessions[session.person]
        self._measure()
        session.keeper = None
        if not self.sessions:
            self.empty_since = self.keeper.rooms.clock()

    def close_older(self, person: int) -> None:
        """After a seat has moved to another device: close the old device's connection, once the move is saved."""
        session = self.sessions.get(person)
        if session is not None:
            self._take_away(session)
            self.keeper.table.went(person, self.keeper.now())
            self._close_when_saved(session, wire.CLOSE_NEWER, "this seat has moved to another device")

    def drop(self, person: int, reason: str, code: int = wire.CLOSE_REMOVED) -> None:
        """Close the connection of a person who has left or was removed, after the last frames they still get."""
        session = self.sessions.get(person)
        if session is not None:
            self._take_away(session)
            self.keeper.table.here -= {person}
            self._close_when_saved(session, code, reason)

    def _close_when_saved(self, session: Session, code: int, reason: str) -> None:
        close = partial(session.close, code, reason)
        self.keeper.outbox.when_saved(self.keeper.table.seq, close, closes=session)
        self.tell_here()

    def forget(self, people: Collection[int]) -> None:
        """Drop what belongs to people who have left; `people` are those still at the table."""
        self.phrases.forget(people)
        for person in self._buckets.keys() - people:
            del self._buckets[person]

    # Sending

    def welcome(self, session: Session, id_: str | None = None) -> None:
        """Send one connection the current state of the table."""
        keeper, person = self.keeper, session.person
        behind = keeper.behind(session)
        frame = keeper.news.welcome(person, keeper.now(), self.sessions, self.phrases.muted_by(person), id_, behind)
        if frame.more:
            keeper.questions.legal(keeper.table, session)
        keeper.outbox.tell(keeper.table.seq, session, frame.text, None if id_ is None else (session, id_))

    def tell_here(self) -> None:
        """Send everybody the list of those who are connected."""
        unmeasured = [person for person, session in self.sessions.items() if session.kernel() is None]
        self.tell_all(wire.Here(people=tuple(sorted(self.sessions)), unmeasured=tuple(sorted(unmeasured))))

    def tell_all(self, message: wire.ServerMessage) -> None:
        """Send the same message to everybody."""
        frame = encode(message).decode()
        for session in self.sessions.values():
            self.keeper.outbox.tell(self.keeper.table.seq, session, frame)

    def pass_on(self, said: wire.Said, speaker: int, listeners: Collection[int] | None = None) -> None:
        """Send a phrase to everybody, or to these listeners, except those who have muted the speaker."""
        frame = encode(said).decode()
        for person, session in self.sessions.items():
            wanted = listeners is None or person in listeners
            if wanted and speaker not in self.phrases.muted_by(person):
                self.keeper.outbox.tell(self.keeper.table.seq, session, frame)

    def tell_what_is_legal(self) -> None:
        """Send every seat its legal actions: a pause changes them though nothing happened in the match."""
        keeper = self.keeper
        for person, session in self.sessions.items():
            seat = keeper.table.lobby.seat_of(person)
            if seat is not None:
                legal, more = keeper.news.legal(seat)
                if more:
                    keeper.questions.legal(keeper.table, session)
                else:
                    keeper.outbox.tell(keeper.table.seq, session, keeper.news.may_do(legal))

    def ping_behind_the_call(self) -> None:
        """WS-18: ping everybody right after the call. Cards that arrive before the pong were sent before they heard."""
        keeper = self.keeper
        now, clock = keeper.now(), keeper.rooms.clock()
        until = {}
        for person, session in self.sessions.items():
            until[person] = now + flight_s(session)
            session.tell(session.ping(clock, call=True))
        keeper.guarded(lambda: keeper.table.listen(until, now))


def flight_s(session: Session) -> float:
    """WS-18: how long after a call a card of this connection may still be in the air.

    The client's pongs can be late on purpose, so they count only up to the round trip that the kernel measures. Who
    has been pinged and never answered gets the shortest wait.
    """
    pongs, kernel = session.rtt_s(), session.kernel_rtt_s()
    trips = [trip for trip in (pongs, kernel) if trip is not None]
    if not trips or (pongs is None and session.pings > 0):
        return FLIGHT_SLACK_S
    return min(min(trips) + FLIGHT_SLACK_S, LONGEST_FLIGHT_S)
