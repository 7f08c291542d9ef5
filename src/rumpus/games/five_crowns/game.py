"""Five Crowns as a game: the facts that the rest of the program needs, and its states."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from msgspec.structs import replace

from rumpus import contract
from rumpus.contract import Event, Illegal, Seating, Shuffle
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns import questions, reasons
from rumpus.games.five_crowns import view as views
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, UNDO, Action, Deal, Options, SeatAction
from rumpus.games.five_crowns.cards import KIND, PACK, RANKS
from rumpus.games.five_crowns.memory import Memory
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
    daily: ClassVar[contract.Daily] = contract.Daily(options={"rounds": 5}, bots=("skilled", "skilled"))
    endings: ClassVar[tuple[str, ...]] = ("out", "limit")  # FC-15, FC-23
    ponders: ClassVar[bool] = True
    dealer_begins: ClassVar[bool] = False  # FC-06
    about_real_cards: ClassVar[type[contract.AboutRealCards] | None] = questions.RealHand
    questions: ClassVar[tuple[type[contract.Question], ...]] = (questions.Melds, questions.Grouping)
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    memory_type: ClassVar[type[contract.Memory]] = Memory
    actions: ClassVar[tuple[SeatAction, ...]] = (*TAKES, *DISCARDS, *OUTS, UNDO)

    def new(self, seating: Seating | int) -> FiveCrownsState:
        """A match about to begin."""
        seating = Seating.of(seating)
        if seating.players not in self.seats:
            raise Illegal("FC-02", "fc-players", players=seating.players)
        return FiveCrownsState(self, seating)

    def memory(self, history: Iterable[Event] = ()) -> Memory:
        """The discard pile, and who picked up what from it."""
        memory = super().memory(history)
        assert isinstance(memory, Memory)
        return memory

    def imagine(self, view: views.View, shuffle: Shuffle, memory: Memory | None = None) -> FiveCrownsState:
        """A state that looks just like this to the viewer; hands and piles it cannot see are shuffled."""
        public = self.check_view(view, memory).public
        state = FiveCrownsState(self, Seating(players=len(public.hands), host=public.dealer))
        state.resume(public)
        state.tie_break, state.tied = public.tie_break, public.tied
        state.dealt, state.wild = public.dealt, RANKS.index(public.wild)
        state.turn, state.taken, state.turns = public.turn, public.taken, public.turns
        state.out, state.laid, state.undo = public.out, list(public.laid), public.undo
        hidden = views.hidden(view, state.sets)
        under, known = ([], {}) if memory is None else memory.known(view, hidden)
        for card in chain(under, *known.values()):
            hidden.remove(card)
        cards = shuffle.shuffled(hidden)
        for seat, size in enumerate(public.hands):
            if public.shown is not None:
                hand = [KIND[card] for card in public.shown[seat]]
            elif seat == view.seat and view.private is not None:
                hand = [KIND[card] for card in view.private.hand]
            else:
                seen = known.get(seat, [])
                hand = [*seen, *(cards.pop() for _ in range(size - len(seen)))]
            state.hands[seat] = sorted(hand)
            state.packed[seat] = solver.pack(hand, state.wild)
        state.draw = [cards.pop() for _ in range(public.draw)]
        if public.discard is not None:
            beneath = under or [cards.pop() for _ in range(public.discards - 1)]
            state.discards = [*beneath, KIND[public.discard]]
        return state

    def told(self, by: int | None, action: Action, seat: int | None) -> Action:
        """The action as this viewer is told of it."""
        return views.told(by, action, seat)

    def reason(self, view: views.View, action: Action) -> contract.Reason | None:
        """Why a hint suggests this move."""
        return reasons.reason(view, action)

    def only_round(self, deal: Deal) -> Options | None:
        """FC-24: begin with this round, and play no other."""
        if deal.tie_break:
            return None  # FC-22: only those who tied play it
        first = 1 + RANKS.index(deal.wild)
        return replace(
            self.options, rounds=1, first_round=first, first_dealer=deal.dealer, head_start=None, tie_break=False
        )

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
