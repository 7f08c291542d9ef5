"""Wig Out! as numbers: own counts, piles, sizes and points of every seat, deck and round."""

from __future__ import annotations

from typing import Any, ClassVar

from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK, NUMBER
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import TIES_THAT_COUNT
from rumpus.research.encodings.base import MOST_POINTS, Block, Encoding, counts, one_hot, share, turned

KINDS = len(CHARACTERS)
FULL_HAND = 20.0  # cards; a hand that large is lost


class WigOutEncoding(Encoding):
    """63 actions in the order of `Game.actions`: go, draw, shout, 12 to lay, 48 to start."""

    rules: WigOut
    scale: ClassVar[float] = 7.0

    def layout(self) -> list[Block]:
        """The blocks of an observation, in order."""
        seats = self.players
        return [
            Block("hand", KINDS),
            Block("piles", KINDS),
            Block("cards of each seat", seats),
            Block("points of each seat", seats, -MOST_POINTS, MOST_POINTS),
            Block("dealer", seats),
            Block("deck", 1),
            Block("rounds that counted", 1),
            Block("ties in a row", 1),
            Block("playing", 1),
        ]

    def numbers(self, view: Any, memory: Any) -> list[float]:
        """The numbers of all blocks."""
        public, seat = view.public, view.seat
        piles = [0.0] * KINDS
        for name, count in public.piles.items():
            piles[NUMBER[name]] = count / COPIES
        return [
            *counts(KINDS, map(NUMBER.__getitem__, view.private.hand), COPIES),
            *piles,
            *(share(size, FULL_HAND) for size in turned(public.hands, seat)),
            *self.points(turned(public.totals, seat)),
            *one_hot(self.players, (public.dealer - seat) % self.players),
            public.deck / len(DECK),
            public.counted / self.rules.options.rounds,
            public.ties / TIES_THAT_COUNT,
            float(public.phase == "play"),
        ]
