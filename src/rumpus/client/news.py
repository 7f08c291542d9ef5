"""News from a table, with the game's own views and actions; refusals, and the end of a connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rumpus import wire
from rumpus.games import GAMES
from rumpus.lines import action_reader, read_line


class Refusal(Exception):
    """A request was refused: the message key, the clause, and in a race who was first and by how many milliseconds."""

    def __init__(
        self,
        reason: str,
        clause: str | None = None,
        facts: Mapping[str, str | int] | None = None,
        *,
        expected: str | None = None,
        first: int | None = None,
        by_ms: int | None = None,
        how: str | None = None,
        wait_ms: int | None = None,
    ) -> None:
        super().__init__(reason, clause, facts, expected)
        self.reason = reason
        self.clause = clause or None
        self.facts = dict(facts or {})
        self.expected = expected
        self.first = first
        self.by_ms = by_ms
        self.how = how
        self.wait_ms = wait_ms

    def __str__(self) -> str:
        clause = f"{self.clause}: " if self.clause else ""
        return f"{clause}{self.reason}" + (f" ({self.expected})" if self.expected else "")


class Closed(Exception):
    """The connection is closed for good: the close code, if there was one, and the reason in English."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason if self.code is None else f"{self.reason} ({self.code})"


class Unreachable(Closed):
    """No table can be reached at this address."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event as this seat sees it. `by` is a seat, or None for the table and the house."""

    at_s: float
    by: int | None
    action: Any


class Welcome(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state: comes first, and after a lost connection or missed news."""

    seq: int
    you: int
    seat: int | None
    lobby: wire.LobbyView
    here: tuple[int, ...]
    view: Any
    legal: tuple[Any, ...]
    more: bool = False  # as in `Happened`
    turn_ms: int | None = None
    ready: tuple[int, ...] = ()  # seats that are ready for the next deal, or for GO (T-03)
    idle: tuple[wire.IdleSeat, ...] = ()  # seats that could act and have done nothing for a while (T-07)
    standoff_ms: int | None = None  # until a round ends in which nobody moves (T-08)
    first: bool = False
    behind: bool = False  # we had been told more, and the server has lost it; this is what counts now


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """Something happened in the match; with the state after it."""

    seq: int
    at_s: float
    lines: tuple[Line, ...]
    view: Any
    legal: tuple[Any, ...]
    more: bool = False  # whether `legal` is incomplete; a `Legal` follows
    turn_ms: int | None = None
    lobby: wire.LobbyView | None = None


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """The complete list of legal actions, after news with `more`."""

    seq: int
    legal: tuple[Any, ...]


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """The connection is lost and will be retried; a welcome follows."""

    code: int | None
    reason: str


Answer = Welcome | Happened | wire.Lobby | wire.Done
News = (
    Welcome | Happened | Legal | Lost | wire.Lobby | wire.Here | wire.Idle | wire.Said | wire.Countdown | wire.Refused
)


read: Callable[[bytes], wire.ToClient] = msgspec.json.Decoder(wire.ToClient).decode


@cache
def _readers(name: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """The decoders of a game's views and actions."""
    return msgspec.json.Decoder(GAMES[name].view_type).decode, action_reader(name)


class Reader:
    """Decodes the messages of a table with one game."""

    def __init__(self, name: str) -> None:
        self._game = name
        self._view, self._action = _readers(name)

    def actions(self, raws: Sequence[msgspec.Raw]) -> tuple[Any, ...]:
        """Decode actions."""
        return tuple(map(self._action, raws))

    def lines(self, raws: Sequence[msgspec.Raw], at_s: float) -> tuple[Line, ...]:
        """Decode the events of one message."""
        read = (read_line(self._game, raw) for raw in raws)
        return tuple(Line(at_s=at_s, by=by, action=action) for by, action in read)

    def welcome(self, message: wire.Welcome, *, first: bool) -> Welcome:
        """Decode a welcome."""
        return Welcome(
            seq=message.seq,
            you=message.you,
            seat=message.seat,
            lobby=message.lobby,
            here=message.here,
            view=None if message.view is msgspec.UNSET else self._view(message.view),
            legal=self.actions(message.legal),
            more=message.more,
            turn_ms=message.turn_ms,
            ready=message.ready,
            idle=message.idle,
            standoff_ms=message.standoff_ms,
            first=first,
            behind=message.behind,
        )

    def happened(self, message: wire.Happened) -> Happened:
        """Decode what happened."""
        return Happened(
            seq=message.seq,
            at_s=message.at,
            lines=self.lines(message.lines, message.at),
            view=self._view(message.view),
            legal=self.actions(message.legal),
            more=message.more,
            turn_ms=message.turn_ms,
            lobby=message.lobby,
        )


def refusal(message: wire.Refused) -> Refusal:
    """The message as an exception."""
    return Refusal(
        message.reason,
        message.clause,
        message.facts,
        expected=message.expected,
        first=message.first,
        by_ms=message.by_ms,
        how=message.how,
        wait_ms=message.wait_ms,
    )
