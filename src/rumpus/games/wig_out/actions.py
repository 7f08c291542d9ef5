"""The options and actions of Wig Out!, and the canonical actions, created once."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rumpus import contract
from rumpus.contract import Go, Layout, Result, Score, Shout, Standoff
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK, texts

Cards = tuple[str, ...]


HandSize = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Options(contract.Options, frozen=True, kw_only=True):
    """What a table of Wig Out! may set."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)] = 5  # WO-19
    free_draw: bool = False  # WO-12
    auto_shout: Annotated[bool, contract.FOR_AGES] = False  # WO-15
    # a handicap: how many cards each seat is dealt, instead of WO-04
    cards: Annotated[tuple[HandSize, ...] | None, contract.handicap({"4": 7, "6": 5})] = None


class Deal(contract.Action, frozen=True, kw_only=True):
    """The house deals a round."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    deals: ClassVar[bool] = True
    chance: ClassVar[Layout | None] = Layout(pack=texts(DECK), order=("*hands", "turned", "deck"), first="dealer")

    round: int
    dealer: int
    hands: tuple[Cards, ...] | None = None
    turned: Cards
    deck: Cards | None = None  # top card first


class Start(contract.Action, frozen=True, kw_only=True):
    """WO-09: two or more cards of one character, as a new pile or onto theirs (WO-14)."""

    cards: Cards


class Lay(contract.Action, frozen=True, kw_only=True):
    """WO-10: one card on the pile of its character."""

    card: str


class Draw(contract.Action, frozen=True, kw_only=True):
    """WO-11: the top card of the deck."""

    filled_in: ClassVar[tuple[str, ...]] = ("card",)
    locks: ClassVar[bool] = True  # T-06

    card: str | None = None

    def claims(self) -> str | None:
        """The last card of the deck goes to one seat alone (WO-13)."""
        return "deck"


Action = Deal | Go | Start | Lay | Draw | Shout | Standoff | Score | Result
SeatAction = Go | Start | Lay | Draw | Shout  # what a seat may do
TableAction = Go | Standoff | Result  # what the table may do, apart from chance

DRAW, SHOUT, GO = Draw(), Shout(), Go()
LAYS = tuple(Lay(card=name) for name in CHARACTERS)
STARTS = tuple(tuple(Start(cards=(name,) * count) for count in range(2, COPIES + 1)) for name in CHARACTERS)
DRAWN = tuple(Draw(card=name) for name in CHARACTERS)
