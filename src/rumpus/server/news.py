"""What each person at a table is told, as text: of a step, of the lobby, of where things stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec

from rumpus import wire
from rumpus.record import Ready, Sits
from rumpus.table import Lobby, Match, Step, Table, line_json

encode = msgspec.json.Encoder().encode


class Told(NamedTuple):
    """The frame for one person, and whether what they may do takes long to find out, and follows."""

    frame: str
    more: bool = False


class News:
    """The news of one table. What is the same for everybody is written once."""

    def __init__(self, table: Table, code: str) -> None:
        self.table = table
        self.code = code
        self._lobby: tuple[Lobby, bytes] | None = None
        self._seated: tuple[Lobby, dict[int, int]] | None = None

    def of(self, step: Step, people: Iterable[int], asker: int | None, id_: str | None) -> dict[int, Told]:
        """What has happened, and how things stand now; the asker finds the id of what they asked in it."""
        lobby = self.lobby_text() if step.lobby is not None else None
        if not step.lines:
            assert lobby is not None
            return {one: self._lobby_frame(step.seq, one, lobby, id_ if one == asker else None) for one in people}
        match = self.table.match
        assert match is not None
        head = b'{"type":"happened","seq":%d,"at":%s,"lines":[' % (step.seq, encode(round(step.at - match.began, 3)))
        public = encode(match.state.public())
        tail = b"}" if lobby is None else b',"lobby":%s}' % lobby
        turn_ms = self.table.turn_ms(step.at)
        if turn_ms is not None:
            tail = b',"turn_ms":%d%s' % (turn_ms, tail)
        seats = self.seats()
        told = {}
        for person in people:
            seat = seats.get(person)
            legal, more = self.legal(seat)
            parts = [head, self._lines(match, step, seat), b'],"view":', self.view(seat, public), b',"legal":', legal]
            if more:
                parts.append(b',"more":true')
            if person == asker:
                parts.append(b',"id":%s' % encode(id_))
            parts.append(tail)
            told[person] = Told(b"".join(parts).decode(), more)
        return told

    def welcome(self, person: int, now: float, here: Collection[int], muted: Collection[int], id_: str | None) -> Told:
        """Where things stand, for one person."""
        table = self.table
        seat = table.lobby.seat_of(person)
        parts = [
            b'{"type":"welcome","version":%d,"seq":%d,"you":%d' % (wire.VERSION, table.seq, person),
            b',"seat":%s' % (b"null" if seat is None else b"%d" % seat),
            b',"lobby":%s,"here":%s,"muted":%s' % (self.lobby_text(), encode(sorted(here)), encode(sorted(muted))),
        ]
        more = False
        if table.match is not None and table.lobby.stage != "lobby":
            legal, more = self.legal(seat)
            view = self.view(seat, encode(table.match.state.public()))
            parts.append(b',"view":%s,"legal":%s' % (view, legal))
            if more:
                parts.append(b',"more":true')
            turn_ms = table.turn_ms(now)
            if turn_ms is not None:
                parts.append(b',"turn_ms":%d' % turn_ms)
        if id_ is not None:
            parts.append(b',"id":%s' % encode(id_))
        return Told(b"".join((*parts, b"}")).decode(), more)

    def may_do(self, legal: bytes) -> str:
        """What a seat may do, when that was not told with a step."""
        return (b'{"type":"legal","seq":%d,"legal":%s}' % (self.table.seq, legal)).decode()

    # The parts

    def lobby_text(self) -> bytes:
        """The lobby as everybody sees it."""
        lobby = self.table.lobby
        if self._lobby is None or self._lobby[0] is not lobby:
            self._lobby = (lobby, encode(lobby.view(self.code)))
        return self._lobby[1]

    def seats(self) -> dict[int, int]:
        """Where people sit."""
        lobby = self.table.lobby
        if self._seated is None or self._seated[0] is not lobby:
            taken = {place.person: seat for seat, place in enumerate(lobby.seats) if place is not None}
            self._seated = (lobby, {person: seat for person, seat in taken.items() if person is not None})
        return self._seated[1]

    def view(self, seat: int | None, public: bytes) -> bytes:
        """What a seat, or a spectator, sees."""
        match = self.table.match
        assert match is not None
        if seat is None:
            return b'{"seat":null,"public":%s,"private":null}' % public
        return b'{"seat":%d,"public":%s,"private":%s}' % (seat, public, encode(match.state.private(seat)))

    def legal(self, seat: int | None) -> tuple[bytes, bool]:
        """What the seat may do, and whether there is more: going out with many cards takes thought."""
        match, lobby = self.table.match, self.table.lobby
        if seat is None or match is None or lobby.stage != "match" or lobby.paused:
            return b"[]", False
        legal, all_of_it = match.state.at_a_glance(seat)
        return encode(legal), not all_of_it

    def _lines(self, match: Match, step: Step, seat: int | None) -> bytes:
        """What happened, without what this seat may not know."""
        told = []
        for (by, action), text in zip(step.lines, step.texts, strict=True):
            seen = action if isinstance(action, Ready | Sits) else match.rules.told(by, action, seat)
            told.append(text if seen is action else line_json(by, seen))
        return b",".join(told)

    def _lobby_frame(self, seq: int, person: int, lobby: bytes, id_: str | None) -> Told:
        seat = self.seats().get(person)
        own = b"" if seat is None else b',"seat":%d' % seat
        own += b"" if id_ is None else b',"id":%s' % encode(id_)
        return Told((b'{"type":"lobby","seq":%d,"lobby":%s%s}' % (seq, lobby, own)).decode())
