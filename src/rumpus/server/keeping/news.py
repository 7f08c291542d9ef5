"""Builds the frames that each person at a table receives: steps, changes of the lobby, the current state."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

import msgspec

from rumpus import wire
from rumpus.lines import write_line
from rumpus.lobby import Lobby
from rumpus.table import Match, Step, Table
from rumpus.wire import assemble
from rumpus.wire.padding import pad

ANSWER_BYTES = 400  # of an answer beside cards and actions: its id, points, the reason of a hint, names of fields
MORE_BYTES = len(',"more":true')
Viewer = TypeVar("Viewer")
Own = tuple[Hashable | None, bytes, bool, int]
"""What only one seat is told: its mark (`State.own_mark`), that part of a frame, whether more follows, spare bytes."""
NOTHING: Own = None, assemble.happened_own(b"null", b"[]", False), False, 0  # for a spectator
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
        self._kept: dict[int, Own] = {}  # by seat
        self._kept_of: Match | None = None

    def of(self, step: Step, people: Iterable[int]) -> dict[int, Frame]:
        """The frame about a step for each of these people. The one who asked for it finds their message's id in it."""
        if step.lines:
            frames, unlisted = self.happened(step, {person: person for person in people})
            return {person: Frame(text.decode(), person in unlisted) for person, text in frames}
        asker, id_ = step.asked or (None, None)
        lobby, seats = self.lobby_text(), self.table.lobby.seat_by_person
        return {
            person: Frame(assemble.lobby(step.seq, lobby, seats.get(person), id_ if person == asker else None))
            for person in people
        }

    def happened(self, step: Step, viewers: Mapping[int, Viewer]) -> tuple[list[tuple[Viewer, bytes]], list[Viewer]]:
        """The frames about a step of the match for viewers, by person, and those whose list of actions is to follow.

        It runs for every viewer of every action, so it calls little.
        """
        table = self.table
        match, lobby = table.match, table.lobby
        assert match is not None
        state, seats = match.state, lobby.seat_by_person
        head = assemble.happened_head(step.seq, match.history[-1][0])  # the time of its last line
        turn_ms = None if match.rules.race else table.turn_ms(step.at)
        tail = b"}"
        if step.lobby is not None or turn_ms is not None:
            tail = assemble.happened_tail(None if step.lobby is None else self.lobby_text(), turn_ms)
        public = encode(state.public())
        lines, hidden = b",".join(step.texts), self._hidden(match, step)
        acting = lobby.stage == "match" and not lobby.paused
        if self._kept_of is not match:
            self._kept_of, self._kept = match, {}
        kept = self._kept
        asker, id_ = step.asked or (None, "")
        frames, unlisted = [], []
        for person, viewer in viewers.items():
            seat = seats.get(person)
            if seat is None:
                known = NOTHING
            else:
                mark = state.own_mark(seat) if acting else None
                known = kept.get(seat, NOTHING)
                if mark is None or known[0] != mark:
                    known = kept[seat] = self._own(match, seat, acting, mark)
            _, own, more, spare = known
            if hidden is not None:  # else everybody is told all of it
                lines = self._lines(match, step, seat)
                spare += len(hidden) - len(lines)
            asked = assemble.happened_id(id_) if person == asker else b""
            frames.append((viewer, assemble.happened(head, lines, seat, public, own, asked, tail, spare)))
            if more:
                unlisted.append(viewer)
        return frames, unlisted

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

    def _own(self, match: Match, seat: int, acting: bool, mark: Hashable | None) -> Own:
        """What only this seat is told, as `private`, `legal` and `_spare`."""
        state = match.state
        private, legal, more = encode(state.private(seat)), b"[]", False
        if acting:
            actions, complete = state.at_a_glance(seat)
            legal, more = encode(actions), not complete
        spare = state.private_bytes(seat) - len(private) - len(legal) - (MORE_BYTES if more else 0)
        return mark, assemble.happened_own(private, legal, more), more, spare

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
        told, texts = match.rules.told, step.texts
        if len(texts) == 1:  # most steps
            by, action = step.lines[0]
            seen = action if action.fact else told(by, action, seat)
            return texts[0] if seen is action else write_line(by, seen, step.contest)
        lines = []
        contest = step.contest  # of the first line
        for (by, action), text in zip(step.lines, texts, strict=True):
            seen = action if action.fact else told(by, action, seat)
            lines.append(text if seen is action else write_line(by, seen, contest))
            contest = None
        return b",".join(lines)
