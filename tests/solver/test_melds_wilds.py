"""Hands with many wilds, of every size and from one set of cards and two, against the exhaustive reference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import RANKS, deck
from tests.solver.test_melds import check_against_reference, check_arrangement, kinds

# The reference takes a second for a larger hand. An arrangement that leaves nothing needs no reference to be the best.
LARGEST_FOR_ALL = 11
WILD_COUNTS = {size: range(size // 2, size + 1) for size in range(3, 15)}


def hands(size: int, sets: int) -> Iterator[tuple[list[int], int]]:
    """For each number of wilds from half the hand up: natural cards of one suit in a row, of one suit, and any."""
    rng = Random(f"{size} {sets}")
    for wilds in WILD_COUNTS[size]:
        wild = rng.randrange(len(RANKS))
        cards = deck(sets)
        jokers_and_wilds = [card for card in cards if melds.is_wild(card, wild)]
        naturals = [card for card in cards if not melds.is_wild(card, wild)]
        if wilds > len(jokers_and_wilds):
            continue
        suit, low, count = rng.randrange(5), rng.randrange(len(RANKS)), size - wilds
        of_suit = [card for card in naturals if card // len(RANKS) == suit]
        in_a_row = sorted(set(of_suit), key=lambda card: (card % len(RANKS) - low) % len(RANKS))
        for choice in (in_a_row[:count], rng.sample(of_suit, count), rng.sample(naturals, count)):
            hand = choice + rng.sample(jokers_and_wilds, wilds)
            rng.shuffle(hand)
            yield hand, wild


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("sets", [1, 2])
@pytest.mark.parametrize("size", WILD_COUNTS)
def test_a_hand_with_many_wilds_equals_the_reference(size: int, sets: int) -> None:
    dealt = list(hands(size, sets))
    assert dealt
    for hand, wild in dealt:
        assert size == len(hand)
        if check_arrangement(hand, wild) or size <= LARGEST_FOR_ALL:
            check_against_reference(hand, wild)


@pytest.mark.rule("FC-11", "FC-12")
@pytest.mark.parametrize("wild", range(len(RANKS)))
def test_wilds_beside_every_stretch_of_a_suit_find_a_place(wild: int) -> None:
    """Every run of natural cards, with as many wilds as make 14 cards or fewer: the arrangement lays down all."""
    ranks = [rank for rank in range(len(RANKS)) if rank != wild]
    wilds = [card for card in deck(2) if melds.is_wild(card, wild)]
    for first in range(len(ranks)):
        for last in range(first + 1, len(ranks) + 1):
            run = ranks[first:last]
            gaps = run[-1] - run[0] + 1 - len(run)
            for count in range(max(gaps, 3 - len(run)), 15 - len(run)):
                assert 0 == check_arrangement(run + wilds[:count], wild), (run, wild, count)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        ("8h 9h Th Jh Qh Kt Kh Kc Ks Kd Kt Kh Kc", "K"),  # a run filled up to eleven cards, and two wilds more
        ("8h 9h Th Jh Qh ** ** ** ** ** ** Kt", "K"),
        ("6h 7h 8h 9h Th Jh Qh Kt Kh Kc Ks Kd ** **", "K"),
    ],
)
def test_wilds_left_over_from_a_full_run_are_laid_down(hand: str, wild: str) -> None:
    assert 0 == check_arrangement(kinds(hand), RANKS.index(wild))
