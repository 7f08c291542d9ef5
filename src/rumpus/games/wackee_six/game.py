"""Wackee Six as a game: the facts that the rest of the program needs, and its states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from rumpus import contract
from rumpus.contract import Event, Illegal, Seating, Shuffle
from rumpus.games.wackee_six import reasons
from rumpus.games.wackee_six import sides as arrangement
from rumpus.games.wackee_six import view as views
from rumpus.games.wackee_six.actions import (
    CLOSE,
    GO,
    PLAYS,
    RECYCLE,
    SHOUT,
    TURN_UP,
    WILDS,
    Action,
    Deal,
    Options,
    SeatAction,
)
from rumpus.games.wackee_six.cards import KIND, PACK
from rumpus.games.wackee_six.layout import NO_CARD
from rumpus.games.wackee_six.memory import Memory
from rumpus.games.wackee_six.rules import WackeeSixState


class WackeeSix(contract.Game, frozen=True):
    """The rules of Wackee Six under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "wackee_six"
    title: ClassVar[str] = "Wackee Six"
    prefix: ClassVar[str] = "WS"
    seats: ClassVar[range] = range(2, 13)
    lowest_wins: ClassVar[bool] = False
    race: ClassVar[bool] = True
    daily: ClassVar[contract.Daily] = contract.Daily(options={"target": 1}, bots=("skilled", "skilled"))
    endings: ClassVar[tuple[str, ...]] = ("out", "stalemate", "standoff")  # WS-17, WS-21, WS-22 and T-08
    closing: ClassVar[contract.Action | None] = CLOSE  # WS-18
    has_sides: ClassVar[bool] = True  # WS-02
    requests: ClassVar[tuple[str, ...]] = ("need-card", "have-card", "your-call")  # WS-16
    beaten: ClassVar[Mapping[str, str | None]] = {"ws-no-pile": None, "ws-called": "shout"}
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    memory_type: ClassVar[type[contract.Memory]] = Memory
    actions: ClassVar[tuple[SeatAction, ...]] = (
        GO,
        TURN_UP,
        RECYCLE,
        SHOUT,
        *(play for plays in PLAYS for play in plays),
        *(play for plays in WILDS for play in plays if play is not None),
    )

    def new(self, seating: Seating | int) -> WackeeSixState:
        """A match about to begin."""
        seating = Seating.of(seating)
        if seating.players not in self.seats:
            raise Illegal("WS-02", "ws-players", players=seating.players)
        return WackeeSixState(self, seating)

    def memory(self, history: Iterable[Event] = ()) -> Memory:
        """The hand decks, as far as they have been turned."""
        memory = super().memory(history)
        assert isinstance(memory, Memory)
        return memory

    def imagine(self, view: views.View, shuffle: Shuffle, memory: Memory | None = None) -> WackeeSixState:
        """A state that looks just like this to the viewer; what lies face down is shuffled."""
        public = self.check_view(view, memory).public
        sides = tuple(side.seats for side in public.sides)
        state = WackeeSixState(self, Seating(players=sum(map(len, sides)), host=public.starter, sides=sides))
        state.resume(public)
        state.dealer, state.caller = public.starter, public.caller
        return self.retry(state, lambda: self.lay_out(state, public, shuffle, memory or Memory()))

    def lay_out(self, state: WackeeSixState, public: views.Public, shuffle: Shuffle, memory: Memory) -> None:
        """Put what the view shows on the table, and shuffle what it hides."""
        caller = state.caller
        state.clear()
        state.caller = caller
        state.turner = [side.turner for side in public.sides]
        state.main = [side.main for side in public.sides]
        state.passes = [side.passes for side in public.sides]
        for number, pile in enumerate(public.piles):
            state.build(number, KIND[f"{pile.colour}{pile.height}"], pile.wild)
        for side, seen in enumerate(public.sides):
            under, deck, unseen = memory.known(seen)
            cards = shuffle.shuffled(unseen)
            under = under or [cards.pop() for _ in range(seen.turned - len(seen.top))]
            state.down[side] = [cards.pop() for _ in range(seen.down)]
            state.deck[side] = [cards.pop() for _ in range(seen.deck)] if deck is None else deck
            state.turned[side] = under + [KIND[card] for card in seen.top]
            state.up[side] = [NO_CARD if card is None else KIND[card] for card in seen.up]
            state.look_at_row(side)
            state.played[side] = [KIND[card] for card in seen.played]
            up = [card for card in state.up[side] if card != NO_CARD]
            state.left[side] = len(up) + seen.down
            for card in up + state.deck[side] + state.turned[side]:
                state.show(card)

    def told(self, by: int | None, action: Action, seat: int | None) -> Action:
        """The action as every viewer is told of it."""
        return views.told(action)

    def parties(self, public: contract.PublicView) -> contract.Parties:
        """WS-02: sides score together."""
        assert isinstance(public, views.Public)
        return tuple(side.seats for side in public.sides)

    def only_round(self, deal: Deal) -> Options:
        """One point is enough, so whoever scores first has won."""
        return msgspec.structs.replace(self.options, target=1, first_dealer=deal.starter, head_start=None)

    def with_roles(self, deal: Deal, chosen: tuple[int, ...]) -> Deal:
        """WS-16: who turns the hand deck, where one of a pair has chosen."""
        return msgspec.structs.replace(deal, sides=tuple(arrangement.with_roles(side, chosen) for side in deal.sides))

    def reason(self, view: views.View, action: Action) -> contract.Reason | None:
        """Why a hint suggests this move."""
        return reasons.reason(view, action)

    def chosen_in(self, deal: Deal) -> tuple[contract.Parties, tuple[int, ...]]:
        """WS-02, WS-16: the sides, and who turns the hand deck of each."""
        return tuple(side.seats for side in deal.sides), tuple(side.turner for side in deal.sides)

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A wild, or a colour with a number."""
        return ("card-wild", {}) if card == "w" else ("card-colour", {"colour": card[0], "number": card[1:]})
