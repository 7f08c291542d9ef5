"""The parts of a lobby: the table's settings, its people, and who sits on each seat. The journal stores them."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec

from rumpus.bots.base import Level
from rumpus.contract import FOR_EXPERTS, Illegal, Seating
from rumpus.fair import Chain


class Declined(Illegal):
    """The table refuses although no rule of the game is broken: not the host, the wrong moment, a taken seat."""

    def __init__(self, reason: str, **facts: str | int) -> None:
        super().__init__("", f"table-{reason}", **facts)


GraceSeconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
IdleSeconds = Annotated[int, msgspec.Meta(ge=5, le=3600)]
TurnSeconds = Annotated[int, msgspec.Meta(ge=5, le=600)]
IN_TURNS = msgspec.Meta(extra_json_schema={"x-for": "turns"})
IN_A_RACE = msgspec.Meta(extra_json_schema={"x-group": "experts", "x-for": "race"})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table; the rules of the game have their own options."""

    spectators: bool = True
    late: bool = True  # whether people who come during a match may take over the seat of a bot, or of who has left
    hints: bool = True  # whether players may ask what can be played, for the best melds, or for a hint
    phrases: bool = True
    grace_s: Annotated[GraceSeconds | None, FOR_EXPERTS] = None  # absence before a stand-in plays; None: by game
    idle_s: Annotated[IdleSeconds | None, FOR_EXPERTS] = 90  # T-07: of doing nothing before a stand-in plays
    turn_s: Annotated[TurnSeconds | None, IN_TURNS] = None  # time for a turn before a bot plays it; None: unlimited
    wait_s: Annotated[float, msgspec.Meta(ge=0, le=300), FOR_EXPERTS] = 30.0  # T-03: wait for players not yet ready
    countdown_s: Annotated[float, msgspec.Meta(ge=0, le=10), IN_A_RACE] = 3.0  # from GO to the start of a race
    races: Annotated[Literal["fair", "arrival"], IN_A_RACE] = "fair"  # who was first: by view time, or by arrival
    stand_in: Annotated[Level, FOR_EXPERTS] = "casual"


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person at the table. Only a hash of the token is stored, so that a copy of the journal opens no seat."""

    id: int
    name: str
    avatar: str
    token: str
    new: bool = False  # has joined and not connected since, as far as is known
    salt: str = ""  # from their client, for the next match
    member: str | None = None  # of the table's circle
    program: bool = False  # says that it is no person but a program
    sat: tuple[int, int] | None = None  # the match and the round in which somebody else took over their seat


class Membership(msgspec.Struct, frozen=True):
    """A member of a circle who opens or joins a table of it; perhaps one of its league."""

    circle: str
    member: str
    league: tuple[str, int] | None = None


class Challenge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The challenge that a table is an entry to: the deal of a day, or somebody's match with a score to beat."""

    id: str
    day: str | None = None  # the date (UTC), of a deal of the day
    by: str | None = None  # the name of who set it
    points: int | None = None  # what they had
    round: int | None = None  # which round of their match it is, if it is a single one


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits on a seat: a person, or a bot of some level. A stand-in is a bot that plays for a person who is away."""

    name: str
    avatar: str
    person: int | None = None
    bot: str | None = None
    ready: bool = False
    stand_in: str | None = None
    gone: bool = False  # the person has left the match
    idle: bool = False  # the person is connected, but did nothing for a while (T-07)
    next: int | None = None  # the person who takes over this seat, at the latest before the next round
    since: int = 0  # how many lines the record had when this person took over the seat
    # What the table set for this player; `per_seat.py` makes options of it
    handicaps: dict[str, int] = {}  # by option: the number of this seat, and of those that score with it
    chosen: tuple[str, ...] = ()  # the options that name this seat


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """How the last match was dealt: what it takes to deal the same cards again."""

    chain: Chain
    deals: tuple[int, ...]  # the seed of each deal
    next: int  # the first seed that was not used
    seating: Seating
    options: dict[str, Any]


class PlayOff(msgspec.Struct, frozen=True, kw_only=True):
    """The people who decide whether a tie is played off, and those of them who want to."""

    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()


def hashed(token: str) -> str:
    """The hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode()).hexdigest()
