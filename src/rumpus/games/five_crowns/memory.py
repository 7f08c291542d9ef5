"""What everybody saw in a round of Five Crowns: the discard pile, and who picked up what from it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from rumpus import contract
from rumpus.games.five_crowns.actions import Deal, Discard, Reshuffle, Take, Undo
from rumpus.games.five_crowns.cards import KIND
from rumpus.games.five_crowns.view import View


class Turn(NamedTuple):
    """What everybody saw of a turn."""

    up: int | None  # the face-up card at its beginning
    picked: bool  # whether that was picked up
    discard: int | None  # None until there is one


class Memory(contract.Memory):
    """What a careful player remembers of a round. After a reshuffle (FC-19) it knows the pile's top card alone."""

    def __init__(self) -> None:
        self.pile: list[int] = []  # the discard pile, top card last
        self.held: dict[int, list[int]] = {}  # by seat, the cards it picked up and has not discarded
        self.turns: dict[int, list[Turn]] = {}  # by seat, what it did since the deal

    def saw(self, by: int | None, action: Any) -> None:
        """Remember the cards that lie open, and follow those that are picked up."""
        if isinstance(action, Deal):
            self.pile, self.held, self.turns = [KIND[action.discard]], {}, {}
        elif isinstance(action, Reshuffle):  # FC-19: all but the top card go back into the draw pile
            del self.pile[:-1]
        elif isinstance(action, Discard) and by is not None:
            kind = KIND[action.card]
            self.pile.append(kind)
            self._ends_turn(by, kind)
            if kind in self.held.get(by, ()):
                self.held[by].remove(kind)
        elif isinstance(action, Undo) and by is not None and self.pile:
            self._ends_turn(by, None)
            self.held.setdefault(by, []).append(self.pile.pop())
        elif isinstance(action, Take) and by is not None and action.from_ == "draw":
            self.turns.setdefault(by, []).append(Turn(self.pile[-1] if self.pile else None, False, None))
        elif isinstance(action, Take) and by is not None and action.card is not None:
            del self.pile[-1:]
            self.held.setdefault(by, []).append(KIND[action.card])
            self.turns.setdefault(by, []).append(Turn(KIND[action.card], True, None))

    def _ends_turn(self, by: int, discard: int | None) -> None:
        """A seat discards, or takes its discard back (None)."""
        if turns := self.turns.get(by):
            turns[-1] = turns[-1]._replace(discard=discard)

    def elsewhere(self, view: View) -> list[int]:
        """The cards that cannot be drawn: those in its own hand, discarded, laid down or picked up by others."""
        public, private = view.public, view.private
        gone = [KIND[card] for card in private.hand] if private is not None else []
        gone += self.pile or ([KIND[public.discard]] if public.discard is not None else [])
        for seat, laid in enumerate(public.laid):
            if laid is not None:
                gone += [KIND[card] for meld in laid for card in meld]
            elif seat != view.seat:
                gone += self.held.get(seat, ())
        return gone

    def known(self, view: View, hidden: list[int]) -> tuple[list[int], dict[int, list[int]]]:
        """The discards under the top card, and cards in the hands of others; nothing where the view says otherwise."""
        public = view.public
        top = None if public.discard is None else KIND[public.discard]
        under = self.pile[:-1] if len(self.pile) == public.discards and self.pile[-1:] == [top] else []
        hands = {seat: self._in_hand(view, seat) for seat in range(len(public.hands)) if seat != view.seat}
        claimed = Counter(under)
        for seat, cards in hands.items():
            claimed.update(cards)
            if len(cards) > public.hands[seat]:
                return [], {}
        return ([], {}) if claimed - Counter(hidden) else (under, hands)

    def _in_hand(self, view: View, seat: int) -> list[int]:
        """What a seat picked up and did not lay down (FC-15); nothing once all hands are open."""
        if view.public.shown is not None:
            return []
        laid = (KIND[card] for meld in view.public.laid[seat] or () for card in meld)
        return sorted((Counter(self.held.get(seat, ())) - Counter(laid)).elements())
