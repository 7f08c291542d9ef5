"""Wig Out! as a game: the facts that the rest of the program needs, and its states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from rumpus import contract
from rumpus.contract import Illegal, Seating, Shuffle
from rumpus.games.wig_out import reasons
from rumpus.games.wig_out import view as views
from rumpus.games.wig_out.actions import DRAW, GO, LAYS, SHOUT, STARTS, Action, Cards, Deal, Options, SeatAction
from rumpus.games.wig_out.cards import NUMBER, PACK
from rumpus.games.wig_out.rules import WigOutState


class WigOut(contract.Game, frozen=True):
    """The rules of Wig Out! under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "wig_out"
    title: ClassVar[str] = "Wig Out!"
    prefix: ClassVar[str] = "WO"
    seats: ClassVar[range] = range(2, 7)
    lowest_wins: ClassVar[bool] = True
    race: ClassVar[bool] = True
    daily: ClassVar[contract.Daily] = contract.Daily(bots=("skilled", "skilled"))
    endings: ClassVar[tuple[str, ...]] = ("out", "tie", "standoff")  # WO-15, WO-21, T-08
    beaten: ClassVar[Mapping[str, str | None]] = {"wo-not-started": "shout", "wo-deck-empty": "deck"}
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    actions: ClassVar[tuple[SeatAction, ...]] = (
        GO,
        DRAW,
        SHOUT,
        *LAYS,
        *(start for starts in STARTS for start in starts),
    )

    def new(self, seating: Seating | int) -> WigOutState:
        """A match about to begin."""
        seating = Seating.of(seating)
        if seating.players not in self.seats:
            raise Illegal("WO-02", "wo-players", players=seating.players)
        return WigOutState(self, seating)

    def imagine(self, view: views.View, shuffle: Shuffle, memory: contract.Memory | None = None) -> WigOutState:
        """A state that looks just like this to the viewer; hands and deck it cannot see are shuffled.

        There is nothing to remember: whatever has been laid open lies on the piles.
        """
        public = self.check_view(view, memory).public
        state = WigOutState(self, Seating(players=len(public.hands), host=public.dealer))
        state.resume(public)
        state.counted, state.ties = public.counted, public.ties
        known: dict[int, Cards] = {}
        if public.shown is not None:
            known = dict(enumerate(public.shown))
        elif view.private is not None and view.seat is not None:
            known = {view.seat: view.private.hand}
        unseen = views.hidden(view)

        def lay_out() -> None:
            state.clear()
            for name, count in public.piles.items():
                state.piles[NUMBER[name]] = count
                state.open |= 1 << NUMBER[name]
            cards = shuffle.shuffled(unseen)
            for seat, size in enumerate(public.hands):
                hand = [NUMBER[card] for card in known[seat]] if seat in known else [cards.pop() for _ in range(size)]
                for card in hand:
                    state.take(seat, card)
            state.deck = cards[: public.deck]

        return self.retry(state, lay_out)

    def told(self, by: int | None, action: Action, seat: int | None) -> Action:
        """The action as this viewer is told of it."""
        return views.told(by, action, seat)

    def only_round(self, deal: Deal) -> Options:
        """A match of one round, which the same player deals."""
        return replace(self.options, rounds=1, first_dealer=deal.dealer, head_start=None)

    def reason(self, view: views.View, action: Action) -> contract.Reason | None:
        """Why a hint suggests this move."""
        return reasons.reason(view, action)

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A card is called by its character."""
        return f"character-{card}", {}
