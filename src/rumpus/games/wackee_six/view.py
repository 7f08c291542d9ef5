"""What a seat or a spectator of Wackee Six may see and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from rumpus.contract import PHASES, Points, Result, Row, counted
from rumpus.contract import View as BaseView
from rumpus.games.wackee_six.actions import Action, Deal
from rumpus.games.wackee_six.cards import COLOURS, DECK, HIGHEST, KIND, TEXT, texts

if TYPE_CHECKING:
    from rumpus.games.wackee_six.rules import WackeeSixState

FANNED = 3  # of the turned pile the last cards turned lie fanned out for everybody to see


class SideView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side's place at the table; a number stands for cards that nobody may look at."""

    seats: tuple[int, ...]
    turner: int
    main: int
    up: tuple[str | None, ...]  # the six places of the face-up row
    down: int
    deck: int  # the face-down part of the hand deck
    turned: int
    top: tuple[str, ...]  # the last cards of the turned pile, the top card last
    played: tuple[str, ...]  # to the middle this round, told by their backs
    passes: int  # whole passes through its hand deck since the last card was played (WS-22); -1 on one begun before


class Pile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A pile in the middle: its colour, the number it has reached, and whether a wild lies on top."""

    colour: str
    height: int
    wild: bool


PILES = [
    [Pile(colour=colour, height=height, wild=wild) for colour in COLOURS for height in range(1, HIGHEST + 1)]
    for wild in (False, True)
]  # by whether a wild lies on top, and by the kind of the top card
PLACES = (*TEXT, None)  # what lies on a place of the face-up row, by its kind; NO_CARD is -1


class Public(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What everybody sees."""

    phase: str
    round: int
    starter: int
    sides: tuple[SideView, ...]
    piles: tuple[Pile, ...]
    caller: int | None  # the side that called
    totals: Points
    sheet: tuple[Points, ...]
    ended: str | None = None  # why the last round ended
    result: Result | None = None


class Private(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat's own place; no card of this game is for one seat's eyes only."""

    side: int
    turns: bool  # it handles the hand deck
    plays_main: bool  # it handles the 12 main cards


class View(BaseView, frozen=True, kw_only=True, gc=False):
    """One viewer's whole view."""

    public: Public
    private: Private | None

    @staticmethod
    def rows(public: Public, privates: Mapping[int, Private]) -> list[Row]:
        """The piles, then every side: its face-up row, the last cards it turned, and what lies face down."""
        piles = tuple(f"{pile.colour}{pile.height}{'w' * pile.wild}" for pile in public.piles)
        return [
            Row("piles", (piles,), "" if piles else "none yet"),
            *(_side_row(public, side) for side in range(len(public.sides))),
        ]

    @staticmethod
    def face(card: str) -> tuple[str, str]:
        """A number in its colour; on top of a pile a wild has a star."""
        if card == "w":
            return "\u2605", "#7b3fa0"
        return card[1:].replace("w", "\u2605") + card[0], INKS[card[0]]


if TYPE_CHECKING:

    class SeatView(View, frozen=True, kw_only=True, gc=False):
        """The view of a seat, for type checkers: a `View` whose private part is there."""

        seat: int
        private: Private
else:
    SeatView = View


def _side_row(public: Public, number: int) -> Row:
    side = public.sides[number]
    points = counted(public.totals[number], "point") + (", called" if public.caller == number else "")
    note = f"{side.down} down, {side.deck} in the deck, {side.turned} turned, {len(side.played)} played, {points}"
    acts = public.phase == "play" or (public.phase == "ready" and public.starter in side.seats)
    return Row("seat " + " + ".join(map(str, side.seats)), (side.up, side.top), note, acts)


INKS = {"r": "#b3261e", "g": "#00704f", "b": "#0060a0", "y": "#7a5c00"}


def public(state: WackeeSixState) -> Public:
    """The part that is the same for everybody."""
    return Public(
        phase=PHASES[state.phase],
        round=state.round,
        starter=state.dealer,
        sides=tuple([_side(state, side) for side in range(len(state.sides))]),
        piles=tuple([PILES[state.wild_tops >> i & 1][top] for i, top in enumerate(state.piles)]),
        caller=state.caller,
        totals=state.totals,
        sheet=tuple(state.sheet),
        ended=state.ended,
        result=state.result,
    )


def _side(state: WackeeSixState, side: int) -> SideView:
    turned = state.turned[side]
    return SideView(
        seats=state.sides[side],
        turner=state.turner[side],
        main=state.main[side],
        up=tuple(map(PLACES.__getitem__, state.up[side])),
        down=len(state.down[side]),
        deck=len(state.deck[side]),
        turned=len(turned),
        top=texts(turned[-FANNED:]),
        played=texts(state.played[side]),
        passes=state.passes[side],
    )


def private(state: WackeeSixState, seat: int) -> Private:
    """The part about this seat."""
    side = state.side_of[seat]
    return Private(side=side, turns=state.turner[side] == seat, plays_main=state.main[side] == seat)


def hidden(side: SideView) -> list[int]:
    """The cards of a side that nobody sees."""
    unseen = list(DECK)
    for card in (*side.up, *side.top, *side.played):
        if card is not None:
            unseen.remove(KIND[card])
    return unseen


def told(action: Action) -> Action:
    """An action without the cards that nobody may know: those lying face down after a deal."""
    if isinstance(action, Deal):
        sides = tuple(msgspec.structs.replace(side, down=None, deck=None) for side in action.sides)
        return msgspec.structs.replace(action, sides=sides)
    return action
