"""The meld solver as the library offers it: cards as text, and wrong questions refused."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import rumpus
from rumpus.games.five_crowns import hands, lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import kinds


def test_cards_are_read_as_people_write_them() -> None:
    best = rumpus.melds("7h, 8H 9h kc KD ** 3t 10h", wild="7")
    assert best == rumpus.melds(["7h", "8h", "9h", "Kc", "Kd", "**", "3t", "Th"], wild=7)
    assert (0, "3t", True) == (best.points, best.discard, best.out)
    assert lay_down.arrange(kinds(["7h", "8h", "9h", "Kc", "Kd", "**", "Th"]), 4).points == best.points


@pytest.mark.parametrize(("wild", "same"), [("T", "10"), (10, "t"), ("j", 11), ("Q", 12), ("K", "13"), (3, " 3 ")])
def test_a_wild_has_several_names(wild: str | int, same: str | int) -> None:
    assert rumpus.melds("4h Tc Jc", wild) == rumpus.melds("4h Tc Jc", same)


def test_a_hand_without_a_card_too_many_has_no_discard() -> None:
    best = rumpus.melds("4h 5h 6h", wild=3)
    assert (None, True, ()) == (best.discard, best.out, best.unused)
    assert not rumpus.melds("4h 5h 6h", wild=3, dealt=4).out


@pytest.mark.parametrize(
    ("hand", "wild", "more", "sentence"),
    [
        ("7x", 7, {}, "there is no card '7x' in Five Crowns"),
        ([7, 8, 9], 7, {}, "there is no card 7 in"),
        (["7h", None], 7, {}, "there is no card None"),
        ("", 7, {}, "a hand is one or more cards"),
        ([], 7, {}, "a hand is one or more cards"),
        (5, 7, {}, "a hand is one or more cards, .*, not 5"),
        ("7h 7h 7h", 7, {}, "7h is there 3 times, and 1 set of cards has only 2"),
        ("7h 7h 7h 7h 7h", 7, {"sets": 2}, "7h is there 5 times, and 2 sets of cards has only 4"),
        ("** ** ** ** ** ** **", 7, {}, r"\*\* is there 7 times"),
        ("7h 8h 9h Th Jh", 3, {}, "5 cards are too many: 3 were dealt"),
        ("7h", 2, {}, "the wild is a rank"),
        ("7h", "joker", {}, "the wild is a rank"),
        ("7h", None, {}, "the wild is a rank"),
        ("7h", 7.0, {}, "the wild is a rank"),
        ("7h", True, {}, "the wild is a rank"),
        ("7h", 7, {"dealt": 14}, "from 3 to 13 cards are dealt, not 14"),
        ("7h", 7, {"dealt": "7"}, "from 3 to 13 cards are dealt, not '7'"),
        ("7h", 7, {"sets": 3}, "there are 1 or 2 sets of cards, not 3"),
    ],
)
def test_a_wrong_question_gets_no_answer(hand: Any, wild: Any, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(rumpus.Malformed, match=sentence):
        rumpus.melds(hand, wild, **more)


def test_the_examples_run() -> None:
    found = doctest.testmod(hands)
    assert found.attempted > 2
    assert 0 == found.failed


def test_many_hands_are_solved_in_one_call() -> None:
    texts = ["7h 8h 9h", "7h 8h 9h", "** 4h", "** ** 4h", "3c 3d", "** Kh Jd", "3h 3h 5c 5d"]
    wilds = [0, 4, 0, 0, 0, 10, 0]
    found = [kinds(text.split()) for text in texts]
    assert [solver.fewest(hand, wild) for hand, wild in zip(found, wilds, strict=True)] == solver.fewest_many(
        found, wilds
    )
    assert [] == solver.fewest_many([], [])


@pytest.mark.parametrize(
    ("many", "wilds", "sentence"),
    [
        ([[1, 2, 3]], [], "1 hands need as many wild ranks, not 0"),
        ([[1], [1, 56]], [0, 0], "hand 1 has a card that does not exist"),
        ([[1], [-1]], [0, 0], "hand 1 has a card that does not exist"),
        ([[1] * 8], [0], "or more than 7 of one"),
        ([[1] * 15], [0], "a hand has at most 14 cards"),
    ],
)
def test_many_hands_are_checked(many: list[list[int]], wilds: list[int], sentence: str) -> None:
    with pytest.raises(rumpus.Malformed, match=sentence):
        solver.fewest_many(many, wilds)
