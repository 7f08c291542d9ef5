"""A plain exhaustive meld solver: every way to part a hand into melds and unused cards, by the definitions alone.

It shares nothing with the solver it checks: melds are recognised by trying every rank and every run, and the best
parting is found by trying every meld for the first card that is left, with a memo.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

RANKS = "3456789TJQK"


def value(card: str, wild: str) -> int:
    """FC-17."""
    if card == "**":
        return 50
    return 20 if card[0] == wild else RANKS.index(card[0]) + 3


def is_book(cards: tuple[str, ...], wild: str) -> bool:
    """FC-10: some rank that every card has or stands for."""
    return len(cards) >= 3 and any(all(card == "**" or card[0] in (rank, wild) for card in cards) for rank in RANKS)


def is_run(cards: tuple[str, ...], wild: str) -> bool:
    """FC-11: some suit and some stretch of ranks whose places the natural cards fill once each, wilds the rest."""
    if len(cards) < 3:
        return False
    naturals = [card for card in cards if card != "**" and card[0] != wild]
    for suit in "thcsd":
        for low in range(len(RANKS) - len(cards) + 1):
            places = {rank + suit for rank in RANKS[low : low + len(cards)]}
            if len(set(naturals)) == len(naturals) and set(naturals) <= places:
                return True
    return False


def fewest(hand: list[str], wild: str) -> int:
    """The fewest points that can stay unmelded."""
    cards = sorted(hand)
    whole = (1 << len(cards)) - 1
    melds: list[list[int]] = [[] for _ in cards]  # by their first card, as masks
    for size in range(3, len(cards) + 1):
        for places in combinations(range(len(cards)), size):
            chosen = tuple(cards[place] for place in places)
            naturals = [card for card in chosen if card != "**" and card[0] != wild]
            mixed = len({card[0] for card in naturals}) > 1 and len({card[1] for card in naturals}) > 1
            if not mixed and (is_book(chosen, wild) or is_run(chosen, wild)):  # the look only saves time
                melds[places[0]].append(sum(1 << place for place in places))

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        options = [value(cards[first], wild) + best(left & left - 1)]
        options += [best(left ^ meld) for meld in melds[first] if meld & left == meld]
        return min(options)

    return best(whole)


def fewest_after_discard(hand: list[str], wild: str) -> int:
    """The fewest points that can stay after the best discard."""
    return min(fewest(hand[:place] + hand[place + 1 :], wild) for place in range(len(hand)))
