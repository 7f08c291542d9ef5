"""The shuffle is fair: chi-square tests on card x position and on all orders of five cards, which catch biased ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.contract import Malformed
from rumpus.shuffle import Shuffle, seeded

Mix = Callable[[list[int]], list[int]]
Z = 4.0  # a fair shuffle is above this in about 1 of 30,000 tests; the seeds are fixed


def fair(seed: str) -> Mix:
    return Shuffle(seeded(seed)).shuffled


def naive(seed: str) -> Mix:
    """Every card changes places with any card."""
    chance = Shuffle(seeded(seed))

    def mix(cards: list[int]) -> list[int]:
        mixed = cards[:]
        for place in range(len(mixed)):
            other = chance.below(len(mixed))
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return mixed

    return mix


def off_by_one(seed: str) -> Mix:
    """A card never stays where it is (Sattolo's cycle)."""
    chance = Shuffle(seeded(seed))

    def mix(cards: list[int]) -> list[int]:
        mixed = cards[:]
        for last in range(len(mixed) - 1, 0, -1):
            other = chance.below(last)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    return mix


def modulo(seed: str, room: int = 256) -> Mix:
    """A small random number modulo the number of places, without rejecting biased draws."""
    stream = seeded(seed)

    def mix(cards: list[int]) -> list[int]:
        mixed = cards[:]
        for last in range(len(mixed) - 1, 0, -1):
            other = stream(1)[0] % room % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    return mix


def excess(observed: list[int], expected: float, freedom: int) -> float:
    """How many standard deviations chi-square lies above its mean (Wilson and Hilferty)."""
    chi = sum((number - expected) ** 2 for number in observed) / expected
    return float(((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))


def positions(mix: Mix, cards: int, times: int) -> float:
    """Chi-square on card x position."""
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(times):
        seen.update(enumerate(mix(list(range(cards)))))
    cells = [seen[place, card] for place in range(cards) for card in range(cards)]
    return excess(cells, times / cards, (cards - 1) ** 2)


def orders(mix: Mix, times: int) -> float:
    """Chi-square on all orders of five cards."""
    seen = Counter(tuple(mix(list(range(5)))) for _ in range(times))
    return excess([seen[order] for order in permutations(range(5))], times / 120, 119)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_our_shuffle_is_fair_by_position(seed: str) -> None:
    assert abs(positions(fair(seed), 60, 6_000)) < Z


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_our_shuffle_is_fair_by_order(seed: str) -> None:
    assert abs(orders(fair(seed), 24_000)) < Z


def test_a_shuffle_from_the_systems_randomness_is_fair() -> None:
    """Unseeded, so the bound is wider: one false alarm in a hundred million."""
    assert abs(orders(Shuffle().shuffled, 12_000)) < 5.7


@pytest.mark.parametrize("bad", [naive, off_by_one])
def test_position_and_order_catch_a_wrong_algorithm(bad: Callable[[str], Mix]) -> None:
    assert positions(bad("a"), 60, 6_000) > Z
    assert orders(bad("a"), 24_000) > Z


def test_position_catches_a_modulo_shuffle() -> None:
    assert positions(modulo("a"), 60, 6_000) > Z


def test_order_catches_a_modulo_shuffle() -> None:
    """Five cards from half a byte each: with a whole one the bias is one in 256, too small to see."""
    assert orders(modulo("a", 16), 24_000) > Z


@given(st.integers(1, 5000), st.integers())
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= Shuffle(seeded(seed)).below(n) < n


def test_below_repeats_draws_that_would_be_biased() -> None:
    """255 is not a fair draw below 3: each remainder occurs 85 times in 0 to 254."""
    numbers = iter([255, 7])
    assert 7 % 3 == Shuffle(lambda _: bytes([next(numbers)])).below(3)


def test_below_uses_as_many_bytes_as_it_needs() -> None:
    numbers = iter([1, 2])
    assert 258 == Shuffle(lambda _: bytes([next(numbers)])).below(1000)


def test_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Shuffle().below(0)


@given(st.lists(st.integers(0, 60), max_size=120), st.text())
def test_a_shuffle_keeps_every_card(cards: list[int], seed: str) -> None:
    assert sorted(cards) == sorted(Shuffle(seeded(seed)).shuffled(cards))


@pytest.mark.parametrize(("one", "other"), [(1, 2), ("1", 1), ("a", "b"), (-1, 1)])
def test_different_seeds_give_different_streams(one: int | str, other: int | str) -> None:
    assert seeded(one)(32) != seeded(other)(32)


def test_a_seed_gives_the_same_deck_on_every_machine() -> None:
    assert [2, 4, 5, 0, 6, 3, 1, 7] == Shuffle(seeded("rumpus", 1)).shuffled(range(8))


def test_a_stream_does_not_depend_on_how_it_is_read() -> None:
    parts, whole = seeded(5), seeded(5)
    assert whole(200) == b"".join(parts(size) for size in (1, 63, 64, 72))


def test_every_part_of_a_seed_counts() -> None:
    assert len({seeded("match", n, "house")(16) for n in range(50)}) == 50


def test_more_cards_than_a_byte_can_choose_from_are_refused() -> None:
    with pytest.raises(ValueError, match="256 cards"):
        Shuffle().shuffled(range(257))
    assert list(range(256)) == sorted(Shuffle(seeded(1)).shuffled(range(256)))


@pytest.mark.parametrize("seed", [7, "seven"])
def test_a_seed_is_enough_for_a_shuffle(seed: int | str) -> None:
    assert Shuffle(seed).shuffled(range(60)) == Shuffle(seeded(seed)).shuffled(range(60))


@pytest.mark.parametrize("source", [7.5, None, True, [7]])
def test_anything_else_is_no_source_of_chance(source: Any) -> None:
    with pytest.raises(Malformed, match="a shuffle needs a seed"):
        Shuffle(source)
