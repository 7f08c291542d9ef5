"""Hands in which one wrong step of the meld solver's search shows: each was found by changing that step."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rumpus.games.five_crowns import kernel, lay_down, melds
from rumpus.games.five_crowns.cards import RANKS, kinds, texts
from tests.solver import reference_melds
from tests.solver.test_melds import crowded

POINTS = json.loads((Path(__file__).parents[1] / "golden" / "vectors" / "five_crowns_many_hands.json").read_text())


def hands() -> list[tuple[list[int], int]]:
    """As many crowded hands as there are points written down, one set and two."""
    rng, made = Random(5), []
    for _ in POINTS:
        wild = rng.randrange(len(RANKS))
        made.append((crowded(rng, rng.randint(6, 14), rng.choice((1, 2))), wild))
    return made


def fresh_solver() -> melds.Solver:
    """The plain kernel with an empty table."""
    return melds.Solver(kernel)


@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        ("5s 5s 5c ** 3c 5t", "J"),  # a card of a book is better used with the lowest rank
        ("3h 4h ** 4c 4d 4s", "K"),
        ("** 4t Qt 7h 8t 6h Tt Kh 5h 7t Kh 7h 4t Th", "T"),  # a second choice of a book is bounded like the first
        ("4c ** 4s 4d 4h ** 4h 4d ** Kc 5c Th Qt 6h", "4"),  # nine wilds
        ("3h 5d 4h 7s 6d 4t 6h 5c 5h 7c 5d 3d", "7"),
        ("** 4s ** 9d 6s 6d 8s 3d ** 9s Td 7d 6d Jd", "J"),
    ],
)
def test_an_edge_case_hand_equals_the_reference(hand: str, wild: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", fresh_solver())
    cards = hand.split()
    assert reference_melds.fewest(cards, wild) == melds.fewest(kinds(cards), RANKS.index(wild))


def test_many_hands_one_after_the_other_on_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one hand leaves in the solver's table and registers does not change the next."""
    monkeypatch.setattr(melds, "solver", fresh_solver())
    assert POINTS == [melds.fewest(hand, wild) for hand, wild in hands()]


def test_many_hands_on_a_table_that_is_emptied_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "FULL", 60)
    monkeypatch.setattr(melds, "solver", fresh_solver())
    assert POINTS == [melds.fewest(hand, wild) for hand, wild in hands()]


def test_many_hands_on_a_small_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too small for the rows of all these hands: it has to be emptied in time."""
    monkeypatch.setattr(kernel, "SLOTS", 1 << 11)
    monkeypatch.setattr(kernel, "FULL", 1 << 10)
    monkeypatch.setattr(melds, "solver", fresh_solver())
    assert POINTS == [melds.fewest(hand, wild) for hand, wild in hands()]


def test_some_of_the_many_points_equal_the_reference() -> None:
    small = [(hand, wild, points) for (hand, wild), points in zip(hands(), POINTS, strict=True) if len(hand) <= 8]
    for hand, wild, points in small[:150]:
        assert reference_melds.fewest(list(texts(hand)), RANKS[wild]) == points


def test_of_equal_discards_the_highest_card_is_chosen() -> None:
    """Two books of four: any card can be spared."""
    points, discard = melds.best_discard(kinds(["3h", "3c", "3d", "3s", "9h", "9c", "9d", "9s"]), RANKS.index("K"))
    assert (0, "9") == (points, texts([discard])[0][0])


@pytest.mark.rule("FC-11", "FC-12")
@pytest.mark.parametrize("naturals", ["3h 4h", "3h 5h", "4h 7h 8h"])
def test_spare_wilds_find_a_place_beside_a_full_run_of_wilds(naturals: str) -> None:
    """With this many wilds the only run has eleven cards, and is parted in two to make room for one more."""
    wilds = ["Kt", "Kh", "Kc", "Ks", "Kd", "Kt", "Kh", "Kc", "Ks", "Kd"][: 12 - len(naturals.split())]
    found = lay_down.arrange(list(kinds((*naturals.split(), *wilds))), RANKS.index("K"))
    assert (0, ()) == (found.points, found.unused)
    assert all(lay_down.is_meld(meld, RANKS.index("K")) for meld in found.melds)


def test_one_array_of_the_compiled_kernel_holds_the_tables_one_after_the_other() -> None:
    cells = list(range(sum(kernel.LENGTHS)))
    work, keys, rows = kernel.sliced(cells)
    assert kernel.LENGTHS == (len(work), len(keys), len(rows))
    assert cells == work + keys + rows
