"""What a table tells, read into values: news with the game's own views and actions, refusals, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rumpus import wire
from rumpus.games import GAMES
from rumpus.lines import action_reader, read_line


class Refusal(Exception):
    """The table says no: a key of the catalogues, the clause it breaks, and in a race who was first and by how much."""

    def __init__(
        self,
        reason: str,
        clause: str | None = None,
        facts: Mapping[str, str | int] | None = None,
        *,
        expected: str | None = None,
        first: int | None = None,
        by_ms: int | None = None,
        wait_ms: int | None = None,
    ) -> None:
        super().__init__(reason, clause, facts, expected)
        self.reason = reason
        self.clause = clause or None
        self.facts = dict(facts or {})
        self.expected = expected
        self.first = first
        self.by_ms = by_ms
        self.wait_ms = wait_ms

    def __str__(self) -> str:
        clause = f"{self.clause}: " if self.clause else ""
        return f"{clause}{self.reason}" + (f" ({self.expected})" if self.expected else "")


class Closed(Exception):
    """The connection is closed for good: the code that the table gave, if it did, and why in English."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason if self.code is None else f"{self.reason} ({self.code})"


class Unreachable(Closed):
    """There is no table to be reached at this address."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened, as this seat is told of it: by a seat, or by the table or the house (None)."""

    at_s: float
    by: int | None
    action: Any


class Welcome(msgspec.Struct, frozen=True, kw_only=True):
    """Where things stand: the first news of all, and what comes after a lost connection or missed news."""

    seq: int
    you: int
    seat: int | None
    lobby: wire.LobbyView
    here: tuple[int, ...]
    view: Any
    legal: tuple[Any, ...]
    more: bool = False  # as in `Happened`
    turn_ms: int | None = None
    first: bool = False


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """Something happened in the match, and how things stand now."""

    seq: int
    at_s: float
    lines: tuple[Line, ...]
    view: Any
    legal: tuple[Any, ...]
    more: bool = False  # whether one can go out is still being looked into; a `Legal` follows
    turn_ms: int | None = None
    lobby: wire.LobbyView | None = None


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be done now, where `more` was to come."""

    seq: int
    legal: tuple[Any, ...]


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """The connection is lost and will be tried again; the next news is a welcome."""

    code: int | None
    reason: str


Answer = Welcome | Happened | wire.Lobby | wire.Done
News = Welcome | Happened | Legal | Lost | wire.Lobby | wire.Here | wire.Said | wire.Countdown | wire.Refused


read: Callable[[bytes], wire.ToClient] = msgspec.json.Decoder(wire.ToClient).decode


@cache
def _readers(name: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """What reads the views of a game, and its actions."""
    return msgspec.json.Decoder(GAMES[name].view_type).decode, action_reader(name)


class Reading:
    """Reads what a table of one game tells."""

    def __init__(self, name: str) -> None:
        self._game = name
        self._view, self._action = _readers(name)

    def actions(self, raws: Sequence[msgspec.Raw]) -> tuple[Any, ...]:
        """Actions of the game."""
        return tuple(map(self._action, raws))

    def lines(self, raws: Sequence[msgspec.Raw], at_s: float) -> tuple[Line, ...]:
        """What happened at this second."""
        read = (read_line(self._game, raw) for raw in raws)
        return tuple(Line(at_s=at_s, by=by, action=action) for by, action in read)

    def welcome(self, told: wire.Welcome, *, first: bool) -> Welcome:
        """Where things stand."""
        return Welcome(
            seq=told.seq,
            you=told.you,
            seat=told.seat,
            lobby=told.lobby,
            here=told.here,
            view=None if told.view is msgspec.UNSET else self._view(told.view),
            legal=self.actions(told.legal),
            more=told.more,
            turn_ms=told.turn_ms,
            first=first,
        )

    def happened(self, told: wire.Happened) -> Happened:
        """Something that happened."""
        return Happened(
            seq=told.seq,
            at_s=told.at,
            lines=self.lines(told.lines, told.at),
            view=self._view(told.view),
            legal=self.actions(told.legal),
            more=told.more,
            turn_ms=told.turn_ms,
            lobby=told.lobby,
        )


def refusal(told: wire.Refused) -> Refusal:
    """The same as an exception."""
    return Refusal(
        told.reason,
        told.clause,
        told.facts,
        expected=told.expected,
        first=told.first,
        by_ms=told.by_ms,
        wait_ms=told.wait_ms,
    )
