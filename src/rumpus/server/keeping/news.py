"""Builds the frames that each person at a table receives: steps, changes of the lobby, the current state."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from rumpus import wire
from rumpus.lines import write_line
from rumpus.lobby import Lobby
from rumpus.table import Match, Step, Table
from rumpus.wire import assemble
from rumpus.wire.padding import pad

ANSWER_BYTES = 400  # of an answer beside cards and actions: its id, points, the reason of a hint, names of fields
MORE_BYTES = len(',"more":true')
NOTHING = b"null", b"[]", False, 0  # of a spectator: the private part, the actions, whether more follow, spare bytes
encode = msgspec.json.Encoder().encode


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A frame for one person."""

    text: str
    more: bool = False  # the list of legal actions is incomplete; the rest takes long to compute and is sent later


class News:
    """Builds the frames of one table. What is the same for everybody is encoded once."""

    def __init__(self, table: Table, code: str) -> None:
        self.table = table
        self.code = code
        self._lobby: tuple[Lobby, bytes] | None = None
        self._seated: tuple[Lobby, dict[int, int]] | None = None

    def of(self, step: Step, people: Iterable[int]) -> dict[int, Frame]:
        """The frame about a step for each of these people. The one who asked for it finds their message's id in it."""
        if step.lines:
            return {person: Frame(text, more) for person, text, more in self.happened(step, people)}
        asker, id_ = step.asked or (None, None)
        lobby, seats = self.lobby_text(), self.seats()
        return {
            person: Frame(assemble.lobby(step.seq, lobby, seats.get(person), id_ if person == asker else None))
            for person in people
        }

    def happened(self, step: Step, people: Iterable[int]) -> list[tuple[int, str, bool]]:
        """The same for a step of the match: each person, their frame, and whether more legal actions are to follow.

        It runs for every viewer of every action, so it calls little.
        """
        table = self.table
        match, lobby = table.match, table.lobby
        assert match is not None
        state, seats = match.state, self.seats()
        asker, id_ = step.asked or (None, None)
        head = assemble.happened_head(step.seq, round(step.at - match.began, 3))
        tail = assemble.happened_tail(None if step.lobby is None else self.lobby_text(), table.turn_ms(step.at))
        public = encode(state.public())
        lines, hidden = b",".join(step.texts), self._hidden(match, step)
        acting = lobby.stage == "match" and not lobby.paused
        frames = []
        for person in people:
            seat = seats.get(person)
            private, legal, more, spare = NOTHING
            if seat is not None:  # as `private`, `legal` and `_spare`
                private = encode(state.private(seat))
                if acting:
                    actions, complete = state.at_a_glance(seat)
                    legal, more = encode(actions), not complete
                spare = state.private_bytes(seat) - len(private) - len(legal) - (MORE_BYTES if more else 0)
            if hidden is not None:  # else everybody is told all of it
                lines = self._lines(match, step, seat)
                spare += len(hidden) - len(lines)
            asked = id_ if person == asker else None
            text = assemble.happened(head, lines, seat, public, private, legal, more, asked, tail, spare)
            frames.append((person, text, more))
        return frames

    def welcome(
        self,
        person: int,
        now: float,
        here: Collection[int],
        muted: Collection[int],
        id_: str | None,
        behind: bool = False,
    ) -> Frame:
        """The current state of the table as one person sees it; `behind` if a later one, which they saw, is lost."""
        table = self.table
        seat = table.lobby.seat_of(person)
        match, more, spare = None, False, 0
        if table.match is not None and table.lobby.stage != "lobby":
            legal, more = self.legal(seat)
            private = self.private(seat)
            view = assemble.view(seat, encode(table.match.state.public()), private)
            match = view, legal, more, table.waits(now)
            spare = self._spare(seat, private, legal, more)
        text = assemble.welcome(table.seq, person, seat, self.lobby_text(), here, muted, match, id_, behind)
        return Frame(pad(text, spare), more)

    def may_do(self, legal: bytes) -> str:
        """The frame with a seat's legal actions, where they were not sent with a step."""
        return pad(assemble.legal(self.table.seq, legal), self._longest() - len(legal))

    def answer(self, frame: str) -> str:
        """The frame with an answer that may depend on the asker's cards."""
        return pad(frame, ANSWER_BYTES + self._longest() - len(frame))

    def recode(self, code: str) -> None:
        """Show this room code from now on."""
        self.code, self._lobby = code, None

    # Parts of the frames

    def lobby_text(self) -> bytes:
        """The lobby as everybody sees it, encoded once for each change."""
        lobby = self.table.lobby
        if self._lobby is None or self._lobby[0] is not lobby:
            self._lobby = (lobby, encode(wire.lobby_view(lobby, self.code)))
        return self._lobby[1]

    def seats(self) -> dict[int, int]:
        """The seat of each seated person."""
        lobby = self.table.lobby
        if self._seated is None or self._seated[0] is not lobby:
            taken = {place.person: seat for seat, place in enumerate(lobby.seats) if place is not None}
            self._seated = (lobby, {person: seat for person, seat in taken.items() if person is not None})
        return self._seated[1]

    def legal(self, seat: int | None) -> tuple[bytes, bool]:
        """The legal actions of a seat, encoded, and whether there are more that take long to compute."""
        match, lobby = self.table.match, self.table.lobby
        if seat is None or match is None or lobby.stage != "match" or lobby.paused:
            return b"[]", False
        legal, complete = match.state.at_a_glance(seat)
        return encode(legal), not complete

    def private(self, seat: int | None) -> bytes:
        """What only this seat sees; null for a spectator."""
        match = self.table.match
        return b"null" if seat is None or match is None else encode(match.state.private(seat))

    def _spare(self, seat: int | None, private: bytes, legal: bytes, more: bool) -> int:
        """By how many bytes the private parts are shorter than they could be with other cards."""
        match = self.table.match
        if seat is None or match is None:
            return 0
        return match.state.private_bytes(seat) - len(private) - len(legal) - (MORE_BYTES if more else 0)

    def _longest(self) -> int:
        """The most bytes that are private to any seat at the moment."""
        match = self.table.match
        return 0 if match is None else max(map(match.state.private_bytes, range(match.state.players)))

    def _hidden(self, match: Match, step: Step) -> bytes | None:
        """The lines of a step as a spectator is told them; None if they hide nothing, as most."""
        told = match.rules.told
        for by, action in step.lines:
            if not action.fact and told(by, action, None) is not action:
                return self._lines(match, step, None)
        return None

    def _lines(self, match: Match, step: Step, seat: int | None) -> bytes:
        """The lines of a step, without what this seat may not know."""
        lines = []
        contest = step.contest  # of the first line
        for (by, action), text in zip(step.lines, step.texts, strict=True):
            seen = action if action.fact else match.rules.told(by, action, seat)
            lines.append(text if seen is action else write_line(by, seen, contest))
            contest = None
        return b",".join(lines)
