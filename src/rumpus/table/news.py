"""What a table tells its keeper: numbered steps for the journal, and notes that are not numbered."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from rumpus import wire
from rumpus.contract import Event
from rumpus.driver import Thought
from rumpus.lobby import Lobby
from rumpus.record import Header


class Asked(NamedTuple):
    """Who asked for what is being done, and the id of the message."""

    person: int
    id: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered thing that happened at the table, as the journal keeps it and everybody is told of it."""

    seq: int
    at: float
    lobby: Lobby | None = None
    header: Header | None = None
    lines: list[Event] = []
    texts: list[bytes] = []  # the lines as they are written
    record: str | None = None
    asked: Asked | None = None


class Called(msgspec.Struct, frozen=True):
    """A race was called; everybody is pinged right behind it (WS-18)."""


class Open(msgspec.Struct, frozen=True):
    """What seats may do has changed, though nothing has happened in the match."""


class Due(msgspec.Struct, frozen=True):
    """When something happens by itself next, in the table's seconds; None while nothing will."""

    at: float | None


Note = wire.Said | wire.Countdown | Called | Open | Due | Thought
Tell = Callable[[Step | Note], None]
