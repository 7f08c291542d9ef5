"""What a table tells its keeper: numbered steps, which go into the journal, and notes, which do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from rumpus import wire
from rumpus.contract import Action, Event, Illegal, Malformed
from rumpus.driver import Thought
from rumpus.lines import Contest
from rumpus.lobby import Lobby
from rumpus.record import Header

Deals = tuple[dict[str, Any], ...]  # scripted deals of the first rounds, as plain values


class Asked(NamedTuple):
    """The person whose message caused a step, and the id of that message."""

    person: int
    id: str


class Step(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One numbered change of the table: it goes into the journal, and everybody is told of it."""

    seq: int
    at: float  # seconds on the table's clock
    lobby: Lobby | None = None  # if it has changed
    header: Header | None = None  # of a match that begins
    deals: Deals = ()  # scripted deals, where they are written: as the table is opened, and as a match begins
    lines: list[Event] = []  # what happened in the match
    texts: list[bytes] = []  # the same lines, encoded
    contest: Contest | None = None  # how the first line was decided against others
    record: str | None = None  # the name of the record, if the match has ended
    code: str | None = None  # the new room code, if it changes
    asked: Asked | None = None


class Beaten(msgspec.Struct, frozen=True):
    """An action that had to wait was refused: which seat was first if one was, and how that was decided."""

    asked: Asked
    seat: int
    action: Action
    no: Illegal | Malformed
    first: int | None = None
    by_ms: int | None = None  # the lead in view time
    tie: bool = False
    held_ms: int | None = None  # how long the decision took


class Called(msgspec.Struct, frozen=True):
    """A race was called; the keeper pings everybody right after it (WS-18)."""


class Open(msgspec.Struct, frozen=True):
    """The legal actions of seats have changed, though nothing has happened in the match."""


class Due(msgspec.Struct, frozen=True):
    """When the table wants its next `tick`, in seconds on its clock; None if never."""

    at: float | None


Note = wire.Said | wire.Countdown | wire.Idle | Beaten | Called | Open | Due | Thought
Tell = Callable[[Step | Note], None]
