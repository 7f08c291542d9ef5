"""What a seat or a spectator of Wig Out! may see and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, compress
from typing import TYPE_CHECKING

import msgspec

from rumpus.contract import DEAL, OVER, PHASES, Points, Result, Row, counted
from rumpus.contract import View as BaseView
from rumpus.games.wig_out.actions import DRAW, Action, Deal, Draw
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK, NUMBER

if TYPE_CHECKING:
    from rumpus.games.wig_out.rules import WigOutState


class Public(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What everybody sees."""

    phase: str
    round: int  # deals so far, tied ones too
    counted: int  # rounds that count towards the match (WO-19)
    ties: int  # tied rounds in a row (WO-21)
    dealer: int
    hands: tuple[int, ...]  # how many cards each seat holds
    deck: int
    piles: dict[str, int]
    totals: Points
    sheet: tuple[Points, ...]
    shown: tuple[tuple[str, ...], ...] | None = None  # the hands, open on the table when a round is over
    ended: str | None = None  # why the last round ended
    result: Result | None = None


class Private(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What only the seat itself sees."""

    hand: tuple[str, ...]


class View(BaseView, frozen=True, kw_only=True, gc=False):
    """One viewer's whole view."""

    public: Public
    private: Private | None

    @staticmethod
    def rows(public: Public, privates: Mapping[int, Private]) -> list[Row]:
        """The piles, the deck, then every seat with its cards and its points."""
        piles = tuple(f"{name} x{count}" for name, count in public.piles.items())
        return [
            Row("piles", (piles,), "" if piles else "none yet"),
            Row("deck", note=counted(public.deck)),
            *(_seat_row(public, seat, privates.get(seat)) for seat in range(len(public.hands))),
        ]

    @staticmethod
    def face(card: str) -> tuple[str, str]:
        """Every character has a colour; a pile says how many lie there."""
        return card, f"hsl({NUMBER[card.partition(' ')[0]] * 360 // len(CHARACTERS)} 70% 28%)"


if TYPE_CHECKING:

    class SeatView(View, frozen=True, kw_only=True, gc=False):
        """The view of a seat, for type checkers: a `View` whose private part is there."""

        seat: int
        private: Private
else:
    SeatView = View


def _seat_row(public: Public, seat: int, private: Private | None) -> Row:
    hand = public.shown[seat] if public.shown is not None else () if private is None else private.hand
    count = "" if hand else f"{counted(public.hands[seat])}, "
    ready = public.phase == "ready" and seat == public.dealer
    return Row(
        f"seat {seat}", (hand,), f"{count}{counted(public.totals[seat], 'point')}", ready or public.phase == "play"
    )


ALIKE = tuple(tuple((name,) * count for count in range(COPIES + 1)) for name in CHARACTERS)  # by character and count


def held(counts: list[int]) -> tuple[str, ...]:
    """A hand as cards, in the order of the characters."""
    return tuple(chain.from_iterable(map(tuple.__getitem__, ALIKE, counts)))


def public(state: WigOutState) -> Public:
    """The part that is the same for everybody."""
    over = state.phase in (DEAL, OVER) and state.round > 0
    return Public(
        phase=PHASES[state.phase],
        round=state.round,
        counted=state.counted,
        ties=state.ties,
        dealer=state.dealer,
        hands=tuple(state.sizes),
        deck=len(state.deck),
        piles=dict(compress(zip(CHARACTERS, state.piles, strict=True), state.piles)),  # those with cards
        totals=state.totals,
        sheet=tuple(state.sheet),
        shown=tuple(map(held, state.hands)) if over else None,
        ended=state.ended,
        result=state.result,
    )


def private(state: WigOutState, seat: int) -> Private:
    """The part that only this seat sees."""
    return Private(hand=held(state.hands[seat]))


def hidden(view: View) -> list[int]:
    """The cards that this viewer does not see, in the order of the characters."""
    unseen = list(DECK)
    seen: list[str] = [name for name, count in view.public.piles.items() for _ in range(count)]
    if view.public.shown is not None:
        seen += [card for hand in view.public.shown for card in hand]
    elif view.private is not None:
        seen += view.private.hand
    for card in seen:
        unseen.remove(NUMBER[card])
    return unseen


def told(by: int | None, action: Action, seat: int | None) -> Action:
    """An action without the cards that this viewer may not know."""
    if isinstance(action, Deal):
        return msgspec.structs.replace(action, hands=None, deck=None)
    if isinstance(action, Draw) and by != seat:
        return DRAW
    return action
