"""The cards of a mini variant, and all hands that they make as tables for numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from math import factorial, perm, prod
from typing import Any

import numpy as np

from rumpus.contract import Malformed
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import KIND, RANKS, TEXT, wild_rank
from rumpus.games.five_crowns.layout import FIRST_DEAL

SIZE = FIRST_DEAL  # cards of a hand: the first round
WILD = wild_rank(SIZE)
SEATS = 2
MOST_KINDS = 12  # arrays grow with the fourth power of this
MOST_TURNS = 4
MINI = tuple(rank + suit for suit in "thc" for rank in "3456") * 2  # 24 cards

Hand = tuple[int, ...]  # how many cards of each kind


class Variant:
    """The first round of Five Crowns for two, with few cards and few turns.

    Three cards are dealt to each and the threes are wild (FC-03, FC-05); a turn is to take a card and to discard one
    (FC-07, FC-08); who goes out leaves the other one turn (FC-14, FC-15). After so many turns in all, both lay down
    what they can (FC-23). In a last turn the table discards what leaves the fewest points: nothing that happens later
    could make another discard better. Wild threes of all suits are one kind, because nothing tells them apart.
    """

    def __init__(self, cards: Iterable[str] = MINI, turns: int = 4) -> None:
        if type(turns) is not int or not SEATS <= turns <= MOST_TURNS:
            raise Malformed(f"turns is a number from {SEATS} to {MOST_TURNS}, not {turns!r}")
        stock = Counter(_name(card) for card in cards)
        needed = SEATS * SIZE + 1 + turns
        if stock.total() < needed:
            raise Malformed(f"{turns} turns need at least {needed} cards, and these are {stock.total()}")
        if len(stock) > MOST_KINDS:
            raise Malformed(f"a mini variant has at most {MOST_KINDS} kinds of cards, and these are {len(stock)}")
        self.turns = turns
        self.names = tuple(sorted(stock, key=TEXT.index))
        self.stock = tuple(stock[name] for name in self.names)
        self.kinds, self.size = len(stock), stock.total()
        self.card = tuple(KIND[name] for name in self.names)  # as the real rules number them

    def hands_of(self, size: int) -> list[Hand]:
        """All hands of so many cards."""
        found = []
        for cards in combinations_with_replacement(range(self.kinds), size):
            hand = tuple(map(cards.count, range(self.kinds)))
            if all(count <= most for count, most in zip(hand, self.stock, strict=True)):
                found.append(hand)
        return found

    @cached_property
    def hands(self) -> list[Hand]:
        """The hands between turns."""
        return self.hands_of(SIZE)

    @cached_property
    def full(self) -> list[Hand]:
        """The hands of a player who has taken a card."""
        return self.hands_of(SIZE + 1)

    @cached_property
    def place(self) -> dict[Hand, int]:
        """Where a hand of either size stands in its list."""
        return {hand: place for hands in (self.hands, self.full) for place, hand in enumerate(hands)}

    @cached_property
    def counts(self) -> Any:
        """The hands between turns as an array."""
        return np.array(self.hands)

    @cached_property
    def plus(self) -> Any:
        """[hand, kind]: the full hand with one card more; -1 where there is none."""
        return self._moved(self.hands, 1)

    @cached_property
    def minus(self) -> Any:
        """[full hand, kind]: the hand with one card less; -1 where there is none."""
        return self._moved(self.full, -1)

    def _moved(self, hands: list[Hand], by: int) -> Any:
        rows = []
        for hand in hands:
            moved = [(*hand[:kind], hand[kind] + by, *hand[kind + 1 :]) for kind in range(self.kinds)]
            rows.append([self.place.get(other, -1) for other in moved])
        return np.array(rows)

    def cards_of(self, hand: Hand) -> list[int]:
        """The cards of a hand as the real rules number them."""
        return [card for card, count in zip(self.card, hand, strict=True) for _ in range(count)]

    @cached_property
    def points(self) -> Any:
        """FC-16, FC-17: what each hand costs."""
        return np.array([melds.fewest(self.cards_of(hand), WILD) for hand in self.hands], float)

    @cached_property
    def least(self) -> Any:
        """What each full hand costs after its best discard."""
        padded: Any = np.append(self.points, np.inf)  # -1 is no hand
        return padded[self.minus].min(axis=1)

    @cached_property
    def orders(self) -> Any:
        """In how many orders each hand can be dealt."""
        return np.array([factorial(SIZE) / prod(map(factorial, hand)) for hand in self.hands])

    @cached_property
    def discards(self) -> list[tuple[int, int, bool]]:
        """What may be done with a full hand: (full hand, kind discarded, whether it goes out), hand by hand."""
        found = []
        for number in range(len(self.full)):
            kinds = [kind for kind in range(self.kinds) if self.minus[number, kind] >= 0]
            found += [(number, kind, False) for kind in kinds]
            found += [(number, kind, True) for kind in kinds if self.points[self.minus[number, kind]] == 0]  # FC-14
        return found

    @cached_property
    def tops(self) -> dict[int, int]:
        """The first face-up cards that differ by more than the names of suits, and how many each stands for."""
        found: Counter[int] = Counter()
        suits = sorted({name[1] for name in self.names})
        swaps = [dict(zip(suits, order, strict=True)) for order in permutations(suits)]
        stock = dict(zip(self.names, self.stock, strict=True))
        for name in self.names:
            alike = [name]
            for swap in swaps:
                renamed = {_name(other[0] + swap[other[1]]): count for other, count in stock.items()}
                if renamed == stock:
                    alike.append(_name(name[0] + swap[name[1]]))
            found[min(map(self.names.index, alike))] += 1
        return dict(found)

    def deals(self, hands: Any, pile: Hand) -> Any:
        """[hand, hand]: how likely it is that these cards are out of the pack, in one order; the pile is public."""
        held = hands[:, None, :] + hands[None, :, :] + np.array(pile)
        likely = np.ones(held.shape[:2])
        for kind, most in enumerate(self.stock):
            ways = np.array([perm(most, used) for used in range(2 * SIZE + sum(pile) + 1)], float)
            likely *= ways[held[:, :, kind]]
        return likely / perm(self.size, SEATS * SIZE + sum(pile))


def _name(card: str) -> str:
    """The kind of a card: its own text, and one for all wild threes."""
    if card not in KIND or card == TEXT[-1]:
        raise Malformed(f"a mini variant has cards such as 4h, without jokers, not {card!r}")
    return TEXT[WILD] if card[0] == RANKS[WILD] else card
