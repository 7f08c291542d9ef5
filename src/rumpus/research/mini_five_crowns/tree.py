"""What everybody sees of a round of a mini variant, turn by turn: the face-up card and the discard pile.

A public node is what both know; the hands are axes of the arrays that belong to it. A hand says all that its owner
needs of the past: cards that were dealt and cards that were drawn count alike, and discards are public.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

import numpy as np

from rumpus.research.mini_five_crowns.cards import SEATS, Hand, Variant

DRAW, PICK = 0, 1  # the two ways to take a card
TAKES = 2


class Nodes:
    """The public nodes at which a turn begins."""

    def __init__(self, mover: int, top: Any, piles: list[Hand]) -> None:
        self.mover, self.top, self.piles = mover, top, piles
        self.count = len(top)

    @cached_property
    def by_pile(self) -> dict[Hand, Any]:
        """The nodes of each discard pile."""
        found: defaultdict[Hand, list[int]] = defaultdict(list)
        for number, pile in enumerate(self.piles):
            found[pile].append(number)
        return {pile: np.array(numbers) for pile, numbers in found.items()}


class Tree:
    """All public nodes: `turns` that end with any discard, and `lasts`, after which the round is scored.

    The nodes after a turn stand in the order (node, way to take, kind discarded). A last turn comes after somebody has
    gone out; the very last one also where nobody has, and those nodes stand before the others.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        first = list(variant.tops)
        self.weights = np.array([float(variant.tops[top]) for top in first])
        nodes = Nodes(0, np.array(first), [self._pile((0,) * variant.kinds, top, 1) for top in first])
        self.turns: list[Nodes] = []
        self.lasts: list[Nodes] = []  # after each turn
        for turn in range(1, variant.turns):
            self.turns.append(nodes)
            after = self._after(nodes, turn % SEATS)
            both = turn == variant.turns - 1
            self.lasts.append(Nodes(after.mover, np.tile(after.top, 2), after.piles * 2) if both else after)
            nodes = after

    @staticmethod
    def _pile(pile: Hand, kind: int, by: int) -> Hand:
        return (*pile[:kind], pile[kind] + by, *pile[kind + 1 :])

    def _after(self, nodes: Nodes, mover: int) -> Nodes:
        kinds = range(self.variant.kinds)
        piles = []
        for pile, top in zip(nodes.piles, nodes.top.tolist(), strict=True):
            for taken in (pile, self._pile(pile, top, -1)):
                piles += [self._pile(taken, kind, 1) for kind in kinds]
        return Nodes(mover, np.tile(np.array(kinds), nodes.count * TAKES), piles)
