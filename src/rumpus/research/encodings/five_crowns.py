"""Five Crowns as numbers: own cards, piles, melds on the table, every seat; and what everybody saw, if asked for."""

from __future__ import annotations

from typing import Any, ClassVar

from rumpus.contract import Action
from rumpus.games.five_crowns.actions import UNDO, Discard
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, SET, SET_COPIES, SET_JOKERS
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.layout import FIRST_DEAL, ONE_SET_SEATS
from rumpus.research.encodings.base import MOST_POINTS, Block, Encoding, one_hot, share, turned

KINDS = JOKER + 1
FULL_HAND = FIRST_DEAL + len(RANKS)  # cards: thirteen, and the one just taken
LONG_ROUND = 50.0  # turns of a seat, where there is no limit


class FiveCrownsEncoding(Encoding):
    """114 actions in the order of `Game.actions`: 2 to take, 56 to discard, 56 to discard and go out; not to undo."""

    rules: FiveCrowns
    scale: ClassVar[float] = 50.0
    remembers: ClassVar[bool] = True

    def count_actions(self) -> int:
        """All but the last, which takes a discard back: it is for people's slips."""
        assert self.rules.actions[-1] == UNDO
        return len(self.rules.actions) - 1

    def canonical(self, view: Any, action: Any) -> Action:
        """Melds that are laid down before anybody is out say that the player goes out; later ones say nothing new."""
        if isinstance(action, Discard):
            return Discard(card=action.card, out=action.out or (bool(action.melds) and view.public.out is None))
        return super().canonical(view, action)

    def layout(self) -> list[Block]:
        """The blocks of an observation, in order."""
        seats = self.players
        self.sets = 1 if seats <= ONE_SET_SEATS else 2
        self.most = [1.0 / (SET_COPIES * self.sets)] * JOKER + [1.0 / (SET_JOKERS * self.sets)]
        remembered = [Block("discards seen", KINDS), Block("picked up by each other seat", KINDS * (seats - 1))]
        return [
            Block("hand", KINDS),
            Block("top discard", KINDS),
            Block("in melds on the table", KINDS),
            Block("wild rank", len(RANKS)),
            Block("cards of each seat", seats),
            Block("points of each seat", seats, -MOST_POINTS, MOST_POINTS),
            Block("turn", seats),
            Block("dealer", seats),
            Block("who is out", seats),
            Block("who plays", seats),
            Block("draw pile", 1),
            Block("discard pile", 1),
            Block("card taken", 1),
            Block("round", 1),
            Block("turns", 1),
            Block("tie break", 1),
            *(remembered if self.memory else ()),
        ]

    def numbers(self, view: Any, memory: Any) -> list[float]:
        """The numbers of all blocks."""
        public, seat, seats = view.public, view.seat, self.players
        options, pack = self.rules.options, len(SET) * self.sets
        laid = [KIND[card] for melds in public.laid for meld in melds or () for card in meld]
        found = [
            *self._parts([KIND[card] for card in view.private.hand]),
            *one_hot(KINDS, None if public.discard is None else KIND[public.discard]),
            *self._parts(laid),
            *one_hot(len(RANKS), RANKS.index(public.wild)),
            *(size / FULL_HAND for size in turned(public.hands, seat)),
            *self.points(turned(public.totals, seat)),
            *one_hot(seats, (public.turn - seat) % seats),
            *one_hot(seats, (public.dealer - seat) % seats),
            *one_hot(seats, None if public.out is None else (public.out - seat) % seats),
            *(float((seat + place) % seats in public.tied) for place in range(seats)),
            public.draw / pack,
            public.discards / pack,
            float(public.taken),
            share(public.round, options.to_play),
            share(public.turns, (options.turn_limit or LONG_ROUND) * seats),
            float(public.tie_break),
        ]
        if memory is None:
            return found if not self.memory else found + [0.0] * (KINDS * seats)
        found += self._parts(memory.pile)
        for place in range(1, seats):
            found += self._parts(memory.held.get((seat + place) % seats, ()))
        return found

    def _parts(self, kinds: Any) -> list[float]:
        """How many cards of each kind, as a part of all of them."""
        row = [0.0] * KINDS
        most = self.most
        for kind in kinds:
            row[kind] += most[kind]
        return row
