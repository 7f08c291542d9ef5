"""What a seat or a spectator of Five Crowns may see and what it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from rumpus.contract import DEAL, OVER, PHASES, Points, Result, Row, counted
from rumpus.contract import View as BaseView
from rumpus.games.five_crowns.actions import Action, Deal, Melds, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, TEXT, deck, texts

if TYPE_CHECKING:
    from rumpus.games.five_crowns.rules import FiveCrownsState


class Public(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What everybody sees."""

    phase: str  # deal, play or over
    round: int
    tie_break: bool
    tied: tuple[int, ...]  # who plays: everybody, or in a tie-break round (FC-22) those who tied
    dealer: int
    dealt: int
    wild: str  # the wild rank
    turn: int
    taken: bool  # the seat whose turn it is has taken a card and is to discard
    turns: int  # turns begun in this round
    hands: tuple[int, ...]  # how many cards each seat holds
    draw: int
    discard: str | None  # the top card of the discard pile
    discards: int  # how many cards lie there
    out: int | None  # the seat that went out; then everybody else has the last turn (FC-15)
    laid: tuple[Melds | None, ...]  # the melds on the table, per seat
    totals: Points
    sheet: tuple[Points, ...]
    shown: tuple[tuple[str, ...], ...] | None = None  # cards left in hands, open on the table when a round is over
    undo: int | None = None  # the seat that may take back its discard
    tie_breaks: tuple[tuple[int | None, ...], ...] = ()  # FC-22: of the sheet; None for who did not play
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
        """The piles, then every seat with its cards, its melds and its points."""
        top = () if public.discard is None else ((public.discard,),)
        piles = [
            Row("wild", note=f"{public.wild} and **"),
            Row("draw", note=counted(public.draw)),
            Row("discard", top, counted(public.discards)),
        ]
        return piles + [_seat_row(public, seat, privates.get(seat)) for seat in range(len(public.hands))]

    @staticmethod
    def face(card: str) -> tuple[str, str]:
        """A rank with the sign of its suit; a joker is a star."""
        if card == TEXT[JOKER]:
            return "\u2731", "#7b3fa0"
        sign, colour = SIGNS[card[1]]
        return ("10" if card[0] == "T" else card[0]) + sign, colour


if TYPE_CHECKING:

    class SeatView(View, frozen=True, kw_only=True, gc=False):
        """The view of a seat, for type checkers: a `View` whose private part is there."""

        seat: int
        private: Private
else:
    SeatView = View


def _seat_row(public: Public, seat: int, private: Private | None) -> Row:
    hand = public.shown[seat] if public.shown is not None else () if private is None else private.hand
    turn = seat == public.turn and public.phase == "play"
    notes = [counted(public.totals[seat], "point")]
    if not hand:
        notes.insert(0, counted(public.hands[seat]))
    if public.out == seat:
        notes.append("is out")
    if turn:
        notes.append("to discard" if public.taken else "to take")
    groups = (hand, *(public.laid[seat] or ()))
    return Row(f"seat {seat}", groups, ", ".join(notes), turn)


SIGNS = {  # of the suits, with their colours
    "t": ("\u2605", "#8a5a00"),
    "h": ("\u2665", "#c4203a"),
    "c": ("\u2663", "#00704f"),
    "s": ("\u2660", "#1d1b26"),
    "d": ("\u2666", "#0060a0"),
}


def public(state: FiveCrownsState) -> Public:
    """The part that is the same for everybody."""
    over = state.phase in (DEAL, OVER) and state.round > 0
    return Public(
        phase=PHASES[state.phase],
        round=state.round,
        tie_break=state.tie_break,
        tied=state.tied,
        dealer=state.dealer,
        dealt=state.dealt,
        wild=RANKS[state.wild],
        turn=state.turn,
        taken=state.taken,
        turns=state.turns,
        hands=tuple(map(len, state.hands)),
        draw=len(state.draw),
        discard=TEXT[state.discards[-1]] if state.discards else None,
        discards=len(state.discards),
        out=state.out,
        laid=tuple(state.laid),
        totals=state.totals,
        sheet=tuple(state.sheet),
        shown=tuple(map(texts, state.hands)) if over else None,
        undo=state.undo,
        tie_breaks=_tie_breaks(state) if len(state.sheet) > state.game.options.to_play else (),
        ended=state.ended,
        result=state.result,
    )


def _tie_breaks(state: FiveCrownsState) -> tuple[tuple[int | None, ...], ...]:
    """FC-22: the rounds that only those with the lowest totals played, each with those still tied after the last."""
    rows, playing = [], state.leaders()
    for points in state.sheet[state.game.options.to_play :]:
        rows.append(tuple(score if seat in playing else None for seat, score in enumerate(points)))
        lowest = min(points[seat] for seat in playing)
        playing = tuple(seat for seat in playing if points[seat] == lowest)
    return tuple(rows)


def private(state: FiveCrownsState, seat: int) -> Private:
    """The part that only this seat sees."""
    return Private(hand=texts(state.hands[seat]))


def hidden(view: View, sets: int) -> list[int]:
    """The cards that this viewer does not see, in the order of their kinds."""
    public = view.public
    unseen = Counter(deck(sets))
    seen = [card for melds in public.laid for meld in melds or () for card in meld]
    if public.discard is not None:
        seen.append(public.discard)
    if public.shown is not None:
        seen += [card for hand in public.shown for card in hand]
    elif view.private is not None:
        seen += view.private.hand
    unseen.subtract(KIND[card] for card in seen)
    return sorted(unseen.elements())


def told(by: int | None, action: Action, seat: int | None) -> Action:
    """An action without the cards that this viewer may not know."""
    if isinstance(action, Deal):
        return msgspec.structs.replace(action, hands=None, draw=None)
    if isinstance(action, Reshuffle):
        return Reshuffle()
    if isinstance(action, Take) and by != seat and action.from_ == "draw":
        return Take(from_="draw")
    return action
