"""The options and actions of Wackee Six, and the canonical actions, created once."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rumpus import contract
from rumpus.contract import Go, Layout, Result, Score, Shout, Standoff
from rumpus.games.wackee_six.cards import ABOVE_ONE, DECK, NUMBERED, TEXT, texts

Cards = tuple[str, ...]
ROW = 6  # WS-03: face-up main cards, and as many face down
FROM_DECK = ROW  # the place of the turned pile's top card among the places a card is played from


DownCards = Annotated[int, msgspec.Meta(ge=0, le=ROW)]
LoneSeat = Annotated[int, msgspec.Meta(ge=0, le=11)]
ALONE = msgspec.Meta(extra_json_schema={"x-group": "experts", "x-is": "seat"})


class Options(contract.Options, frozen=True, kw_only=True):
    """What a table of Wackee Six may set."""

    target: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100  # WS-20
    partners: bool = False  # WS-02
    alone: Annotated[LoneSeat | None, ALONE] = None  # WS-02
    auto_shout: Annotated[bool, contract.FOR_AGES] = False  # WS-17
    # a handicap: face-down main cards of each side, instead of six (WS-03)
    down: Annotated[tuple[DownCards, ...] | None, contract.handicap(ROW)] = None


class Side(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a deal says of one side."""

    seats: tuple[int, ...]
    turner: int
    main: int
    up: Cards
    down: Cards | None = None  # next card first
    deck: Cards | None = None  # top card first


class Deal(contract.Action, frozen=True, kw_only=True):
    """The house deals a round: every side its own deck."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    deals: ClassVar[bool] = True
    chance: ClassVar[Layout | None] = Layout(
        pack=texts(DECK), order=("up", "down", "deck"), each="sides", first="starter"
    )

    round: int
    starter: int
    sides: tuple[Side, ...]


class Play(contract.Action, frozen=True, kw_only=True):
    """WS-06 to WS-15: a card to the middle, from a place of the face-up row or from the turned pile."""

    filled_in: ClassVar[tuple[str, ...]] = ("airborne",)
    flies: ClassVar[bool] = True  # WS-18

    card: str
    from_: Annotated[int, msgspec.Meta(ge=0, lt=ROW)] | Literal["deck"] = msgspec.field(name="from")
    as_: str | None = msgspec.field(default=None, name="as")
    pile: int | None = None
    airborne: bool = False  # WS-18: only the table vouches for it

    def claims(self) -> str | None:
        """The next place of a pile, which one card alone can take (WS-15)."""
        return f"card {self.as_ or self.card}"


class Turn(contract.Action, frozen=True, kw_only=True):
    """WS-12: three cards of the hand deck onto the turned pile."""

    filled_in: ClassVar[tuple[str, ...]] = ("cards",)

    cards: Cards | None = None


class Recycle(contract.Action, frozen=True, kw_only=True):
    """WS-13: the turned pile becomes the hand deck again."""


class Close(contract.Action, frozen=True, kw_only=True):
    """WS-18: nothing can be in the air any more."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"


Action = Deal | Go | Play | Turn | Recycle | Shout | Close | Standoff | Score | Result
SeatAction = Go | Play | Turn | Recycle | Shout  # what a seat may do
TableAction = Go | Close | Standoff | Result  # what the table may do, apart from chance

GO, TURN_UP, RECYCLE, SHOUT, CLOSE = Go(), Turn(), Recycle(), Shout(), Close()
SOURCES: tuple[int | Literal["deck"], ...] = (0, 1, 2, 3, 4, 5, "deck")
PLAYS = tuple(tuple(Play(card=text, from_=source) for text in TEXT[:NUMBERED]) for source in SOURCES)
WILDS = tuple(
    tuple(Play(card="w", from_=source, as_=TEXT[k]) if ABOVE_ONE >> k & 1 else None for k in range(NUMBERED))
    for source in SOURCES
)
