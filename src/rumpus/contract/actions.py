"""The vocabulary that all games share: options, seating, and the actions that are the same in every game."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_type_hints

import msgspec

from rumpus.contract.cards import Layout
from rumpus.contract.errors import Malformed

HeadStart = Annotated[int, msgspec.Meta(ge=-500, le=500)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=31)]  # no game has more seats


# How the lobby shows an option: "x-group" is usual (the default), ages or experts; "x-is" says that a number is a
# seat; "x-choices" names values; "x-for" is race or turns, where it matters only there.
A_SEAT = msgspec.Meta(extra_json_schema={"x-is": "seat"})
FOR_AGES = msgspec.Meta(extra_json_schema={"x-group": "ages"})
FOR_EXPERTS = msgspec.Meta(extra_json_schema={"x-group": "experts"})
PACES = msgspec.Meta(extra_json_schema={"x-choices": {"fast": 0.5, "normal": 1, "slow": 2, "slowest": 4}})


def handicap(usual: int | dict[str, int]) -> msgspec.Meta:
    """One number for each seat or side. `usual` is the number without a handicap, or that for up to so many players."""
    return msgspec.Meta(extra_json_schema={"x-group": "ages", "x-per": "party", "x-usual": usual})


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a table may set before the start; every game adds its own."""

    first_dealer: Annotated[Literal["host", "random"] | SeatNumber, A_SEAT] = "host"  # T-01
    # a handicap: the points each seat (side) begins with
    head_start: Annotated[tuple[HeadStart, ...] | None, handicap(0)] = None
    # a handicap: bots take so many times as long
    bot_pace: Annotated[float, msgspec.Meta(ge=0.25, le=8), PACES] = 1.0


@cache
def seat_options(kind: type[Options]) -> tuple[str, ...]:
    """The options of a game whose value may be the number of a seat."""
    return tuple(name for name, mark in _marks(kind) if mark.get("x-is") == "seat")


@cache
def handicaps(kind: type[Options]) -> dict[str, int | dict[str, int]]:
    """The options of a game with one number for each party, and the number without a handicap (see `handicap`)."""
    return {name: mark["x-usual"] for name, mark in _marks(kind) if mark.get("x-per") == "party"}


def _marks(kind: type[Options]) -> list[tuple[str, dict[str, Any]]]:
    hints = get_type_hints(kind, include_extras=True)
    metas = [(name, meta) for name, hint in hints.items() for meta in getattr(hint, "__metadata__", ())]
    return [(name, meta.extra_json_schema) for name, meta in metas if meta.extra_json_schema]


def usual(handicap: int | dict[str, int], players: int) -> int:
    """The number without a handicap for so many players."""
    if isinstance(handicap, int):
        return handicap
    limits = sorted(map(int, handicap))
    return handicap[str(next((limit for limit in limits if players <= limit), limits[-1]))]


class Seating(msgspec.Struct, frozen=True):
    """Who sits down: how many seats, which one is the host, and the sides if the table arranged them."""

    players: int
    host: int = 0
    sides: tuple[tuple[int, ...], ...] | None = None
    asks: bool = (
        False  # people are asked where a game leaves them a choice (`Rounds.undecided`); else the default holds
    )

    @classmethod
    def of(cls, who: Seating | int) -> Seating:
        """A seating, unchanged, or a seating for this number of players with the first one as the host."""
        seating = cls(players=who) if type(who) is int else who
        if not isinstance(seating, Seating) or type(seating.players) is not int or type(seating.host) is not int:
            raise Malformed(f"a match is for a number of players, as in new(3), or a Seating, not {who!r}")
        return seating


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, omit_defaults=True, gc=False):
    """One thing that happens. The same value is requested, recorded and told, with more or fewer fields filled in.

    The class variables are facts about the kind of action that the table needs, whatever the game.
    """

    said_by: ClassVar[Literal["seat", "house"]] = "seat"  # who may say it: a seat, or only the house and the table
    filled_in: ClassVar[tuple[str, ...]] = ()  # fields that a seat may not send, because only the table knows them
    locks: ClassVar[bool] = False  # T-06: after a refusal the seat has to wait before it asks for this again
    flies: ClassVar[bool] = False  # sent before a call it still lands after it; has a field `airborne`
    fact: ClassVar[bool] = False  # something about the table that stands between the actions; the rules skip it
    deals: ClassVar[bool] = False  # it begins a round; has a field `round`
    chance: ClassVar[Layout | None] = None  # the house shuffled for it, and this is how it lays the cards out
    undoes: ClassVar[bool] = False  # it takes an action back: what others were about to do then no longer counts

    def claims(self) -> str | None:
        """The place in a race that this action takes, if others may be after it at the same moment."""
        return None


def drawn(action: Action) -> bool:
    """Whether the house drew it by chance: a deal, a reshuffle."""
    return action.deals or action.chance is not None


def tag_of(action: Action) -> str:
    """The word that tells the kind of an action apart in records and messages."""
    return str(action.__struct_config__.tag)


Points = tuple[int, ...]


class Score(Action, frozen=True, kw_only=True):
    """The end of a round: its points and the totals so far, one number for each party; why is one of `Game.endings`."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"

    round: int
    points: Points
    totals: Points
    why: str


class Result(Action, frozen=True, kw_only=True):
    """The end of a match. The table asks for `stopped` (T-04) or `abandoned` (T-02), the rules fill in the rest."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"

    why: Literal["finished", "stopped", "abandoned"]
    totals: Points = ()
    winners: tuple[int, ...] | None = None


FINISHED = Result(why="finished")  # of a match that is undecided; any other is finished by the rules
STOPPED = Result(why="stopped")
ABANDONED = Result(why="abandoned")


class Go(Action, frozen=True, kw_only=True):
    """A race starts: the dealer says so, or the table for them (T-03)."""


class Shout(Action, frozen=True, kw_only=True):
    """The call that ends a race."""

    locks: ClassVar[bool] = True

    def claims(self) -> str | None:
        """Only one seat can be the first to call."""
        return "shout"


class Standoff(Action, frozen=True, kw_only=True):
    """T-08: the table ends a round of a race in which nobody moves."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"


STANDOFF = Standoff()

Event = tuple[int | None, Any]  # by whom (a seat, or None for the house and the table), and which action


def per_party(option: str, values: Points | None, parties: int) -> Points | None:
    """A handicap has one number for each party, or is left out."""
    if values is not None and len(values) != parties:
        raise Malformed(f"{option} has one number for each of the {parties} seats or sides, not {len(values)}")
    return values
