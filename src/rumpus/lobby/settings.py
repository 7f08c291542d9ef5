"""The parts of a lobby: how the table is run, who came to it, and who sits on a seat. The journal keeps them."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec

from rumpus.contract import FOR_EXPERTS, Illegal

Level = Literal["beginner", "casual", "skilled", "expert"]
LEVELS: tuple[Level, ...] = ("beginner", "casual", "skilled", "expert")


class Declined(Illegal):
    """The table says no, though no rule of the game is broken: not the host, not the moment, a seat that is taken."""

    def __init__(self, reason: str, **facts: str | int) -> None:
        super().__init__("", f"table-{reason}", **facts)


GraceSeconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
TurnSeconds = Annotated[int, msgspec.Meta(ge=5, le=600)]
IN_TURNS = msgspec.Meta(extra_json_schema={"x-for": "turns"})
IN_A_RACE = msgspec.Meta(extra_json_schema={"x-group": "experts", "x-for": "race"})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run; the rules of the game have their own options."""

    spectators: bool = True
    hints: bool = True  # questions to the server: what can be played, best melds, a hint
    phrases: bool = True
    grace_s: Annotated[GraceSeconds | None, FOR_EXPERTS] = None  # then a stand-in plays; None: by the game
    turn_s: Annotated[TurnSeconds | None, IN_TURNS] = None  # games in turns: then the table plays the turn
    wait_s: Annotated[float, msgspec.Meta(ge=0, le=300), FOR_EXPERTS] = 30.0  # T-03: for those who are not ready
    countdown_s: Annotated[float, msgspec.Meta(ge=0, le=10), IN_A_RACE] = 3.0  # from GO to the start of a race
    stand_in: Annotated[Level, FOR_EXPERTS] = "casual"


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who came to the table; the token is kept as its hash, so that a copy of the journal opens no seat."""

    id: int
    name: str
    avatar: str
    token: str


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that is taken: by a person, or by a bot of a level; a stand-in plays for a person who is away."""

    name: str
    avatar: str
    person: int | None = None
    bot: str | None = None
    ready: bool = False
    stand_in: str | None = None
    gone: bool = False  # the person has left the match


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
