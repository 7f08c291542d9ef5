"""What Five Crowns tells the rest of the program about itself, and the states it makes."""

from __future__ import annotations

from typing import Any, ClassVar

from rumpus import contract
from rumpus.contract import Illegal, Seating, Shuffle
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns import questions, reasons
from rumpus.games.five_crowns import view as views
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, UNDO, Action, Options
from rumpus.games.five_crowns.cards import KIND, PACK, RANKS
from rumpus.games.five_crowns.rules import FiveCrownsState


class FiveCrowns(contract.Game, frozen=True):
    """The rules of Five Crowns under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "five_crowns"
    title: ClassVar[str] = "Five Crowns"
    prefix: ClassVar[str] = "FC"
    seats: ClassVar[range] = range(2, 15)
    lowest_wins: ClassVar[bool] = True
    race: ClassVar[bool] = False
    endings: ClassVar[tuple[str, ...]] = ("out", "limit")  # FC-15, FC-23
    ponders: ClassVar[bool] = True
    dealer_begins: ClassVar[bool] = False  # FC-06
    questions: ClassVar[tuple[type[contract.Question], ...]] = (questions.Melds, questions.Grouping)
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    actions: ClassVar[tuple[Any, ...]] = (*TAKES, *DISCARDS, *OUTS, UNDO)

    def new(self, seating: Seating) -> FiveCrownsState:
        """A match about to begin."""
        if seating.players not in self.seats:
            raise Illegal("FC-02", "fc-players", players=seating.players)
        return FiveCrownsState(self, seating)

    def imagine(self, view: views.View, shuffle: Shuffle) -> FiveCrownsState:
        """A state that looks just like this to the viewer; hands and piles it cannot see are shuffled."""
        public = view.public
        state = FiveCrownsState(self, Seating(players=len(public.hands), host=public.dealer))
        state.resume(public)
        state.tie_break, state.tied = public.tie_break, public.tied
        state.dealt, state.wild = public.dealt, RANKS.index(public.wild)
        state.turn, state.taken, state.turns = public.turn, public.taken, public.turns
        state.out, state.laid, state.undo = public.out, list(public.laid), public.undo
        cards = shuffle.shuffled(views.hidden(view, state.sets))
        for seat, size in enumerate(public.hands):
            if public.shown is not None:
                hand = [KIND[card] for card in public.shown[seat]]
            elif seat == view.seat and view.private is not None:
                hand = [KIND[card] for card in view.private.hand]
            else:
                hand = [cards.pop() for _ in range(size)]
            state.hands[seat] = sorted(hand)
            state.packed[seat] = solver.pack(hand, state.wild)
        state.draw = [cards.pop() for _ in range(public.draw)]
        if public.discard is not None:
            state.discards = [*(cards.pop() for _ in range(public.discards - 1)), KIND[public.discard]]
        return state

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """The action as this viewer is told of it."""
        return views.told(by, action, seat)

    def reason(self, view: views.View, action: Any) -> contract.Reason | None:
        """Why a hint suggests this move."""
        return reasons.reason(view, action)

    def tie_breaks(self, public: contract.PublicView) -> tuple[tuple[int | None, ...], ...]:
        """FC-22: rounds of six cards between those who tied."""
        assert isinstance(public, views.Public)
        return public.tie_breaks

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A joker, or a rank of a suit."""
        if card == "**":
            return "card-joker", {}
        return "card-suit", {"rank": "10" if card[0] == "T" else card[0], "suit": card[1]}

    @classmethod
    def compile(cls) -> bool:
        """Compile the meld solver, where the extra `fast` is installed."""
        return solver.compile_kernel()
