"""The options and actions of Five Crowns, and the canonical actions, created once."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rumpus import contract
from rumpus.contract import Layout, Result, Score
from rumpus.games.five_crowns.cards import SET, TEXT, texts

Cards = tuple[str, ...]
Melds = tuple[Cards, ...]


TurnLimit = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Options(contract.Options, frozen=True, kw_only=True):
    """What a table of Five Crowns may set."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=11)] = 11  # FC-24
    first_round: Annotated[int, msgspec.Meta(ge=1, le=11), contract.FOR_EXPERTS] = 1  # FC-24
    tie_break: bool = False  # FC-22
    undo: Annotated[bool, contract.FOR_AGES] = False  # a discard may be taken back until the next player has acted
    turn_limit: Annotated[TurnLimit | None, contract.FOR_EXPERTS] = None  # FC-23

    @property
    def to_play(self) -> int:
        """FC-24: how many rounds a match has; none comes after the eleventh."""
        return min(self.rounds, 12 - self.first_round)


class Deal(contract.Action, frozen=True, kw_only=True):
    """The house deals a round."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    deals: ClassVar[bool] = True
    chance: ClassVar[Layout | None] = Layout(pack=texts(SET), order=("*hands", "discard", "draw"), first="dealer")

    round: int
    dealer: int
    wild: str
    hands: tuple[Cards, ...] | None = None
    discard: str
    draw: Cards | None = None  # top card first
    tie_break: bool = False


class Take(contract.Action, frozen=True, kw_only=True):
    """FC-07: the top card of the draw pile or of the discard pile."""

    filled_in: ClassVar[tuple[str, ...]] = ("card",)

    from_: Literal["draw", "discard"] = msgspec.field(name="from")
    card: str | None = None


class Discard(contract.Action, frozen=True, kw_only=True):
    """FC-08: the end of a turn. With `out`, or with melds before anybody is out, the player goes out (FC-14).

    `out` asks the table to arrange the melds; once it has happened, the melds say so and `out` is gone.
    """

    card: str
    melds: Melds | None = None
    out: bool = False


class Undo(contract.Action, frozen=True, kw_only=True):
    """The last discard goes back into the hand of who made it, and their turn goes on (option `undo`)."""

    undoes: ClassVar[bool] = True


class Reshuffle(contract.Action, frozen=True, kw_only=True):
    """FC-19: the house makes a new draw pile of the discard pile."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    chance: ClassVar[Layout | None] = Layout(order=("draw",))

    draw: Cards | None = None  # top card first


class LayDown(contract.Action, frozen=True, kw_only=True, tag="lay_down"):
    """FC-23: what a seat lays down when the turns are used up."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"

    melds: Melds


Action = Deal | Take | Discard | Undo | Reshuffle | LayDown | Score | Result
SeatAction = Take | Discard | Undo  # what a seat may do
TableAction = Result  # what the table may do, apart from chance

TAKES: list[SeatAction] = [Take(from_="draw"), Take(from_="discard")]
TAKEN = tuple(Take(from_="draw", card=text) for text in TEXT)
PICKED = tuple(Take(from_="discard", card=text) for text in TEXT)
DISCARDS = tuple(Discard(card=text) for text in TEXT)
UNDO = Undo()
OUTS = tuple(Discard(card=text, out=True) for text in TEXT)
