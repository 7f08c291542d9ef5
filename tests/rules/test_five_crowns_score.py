"""Five Crowns: the score of a round."""

from __future__ import annotations

import pytest

from rumpus.contract import Score
from rumpus.games.five_crowns.cards import JOKER, POINTS, RANKS, TEXT, wild_rank
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    after_out,
    before_round,
    deal,
    dealt,
    discard,
    go_out,
    keep,
    points,
    take,
)


@pytest.mark.rule("FC-17")
@pytest.mark.parametrize("number", range(1, 12))
def test_the_cards_of_every_round_count_their_face_twenty_or_fifty(number: int) -> None:
    faces = dict(zip("3456789TJQK", range(3, 14), strict=True))
    wild = wild_rank(number + 2)
    for card in range(JOKER + 1):
        rank = TEXT[card][0]
        expected = 50 if card == JOKER else 20 if rank == RANKS[wild] else faces[rank]
        assert expected == POINTS[wild][card]


@pytest.mark.rule("FC-17")
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("4t 6h 8c", 18),
        ("5t 7h 9c", 21),
        ("Tt Qh 4c", 26),
        ("Jt Kh 9c", 33),
        ("3t 5h 9c", 34),  # the wild rank counts twenty
        ("** 5h 9c", 64),
        ("4t 5t 6t", 0),
        ("7t 7h **", 0),  # in a meld a joker costs nothing
    ],
)
def test_unused_cards_count_and_cards_in_melds_do_not(left: str, expected: int) -> None:
    assert (expected, 0) == points(keep(after_out(left)))


@pytest.mark.rule("FC-17")
def test_the_wild_rank_of_another_round_counts_its_face() -> None:
    """Round two, fours wild: a three counts 3 and a four 20."""
    state = deal(before_round(2, players=2), "7h 7s 7c 7d", "3t 4h 8c Kh", discard="Jd")
    take(state, 0, "discard")
    go_out(state, 0, "Jd")
    assert (0, 3 + 20 + 8 + 13) == points(keep(state))


@pytest.mark.rule("FC-18")
def test_the_discard_of_a_last_turn_is_not_counted() -> None:
    """The seat swaps its king for a four; the king it discards costs nothing."""
    state = after_out("6h 8c Kh", draw="4t")
    take(state, 0)
    assert (18, 0) == points(discard(state, 0, "Kh"))


@pytest.mark.rule("FC-14", "FC-18")
def test_the_discard_of_the_player_who_goes_out_is_not_counted() -> None:
    state = dealt(DULL_18, "7h 7s 7c", discard="**")
    take(state, 1, "discard")
    go_out(state, 1, "**")
    assert (18, 0) == points(keep(state, ""))


@pytest.mark.rule("FC-18", "FC-23")
def test_the_discards_of_earlier_turns_are_not_counted() -> None:
    state = dealt("4t 6h Kh", DULL_21, discard="Jd", draw="Qd 8c", turn_limit=1)
    take(state, 1)
    discard(state, 1, "Qd")
    take(state, 0)
    assert (18, 21) == points(discard(state, 0, "Kh"))


@pytest.mark.rule("FC-17", "FC-20")
def test_a_round_ends_with_its_points_and_the_totals_so_far() -> None:
    state = after_out(DULL_18, DULL_33)
    keep(state)
    happened = keep(state)
    assert (None, Score(round=1, points=(18, 0, 33), totals=(18, 0, 33), why="out")) == happened[-1]
    assert ([(18, 0, 33)], (18, 0, 33), None) == (state.sheet, state.totals, state.outcome())
