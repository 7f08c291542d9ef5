"""Five Crowns: books and runs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.contract import Illegal
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Discard, LayDown
from rumpus.games.five_crowns.cards import RANKS, TEXT, deck, kind, texts
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_33,
    KINGS,
    SIXES,
    THREES,
    after_out,
    arranged,
    assert_worded,
    before_round,
    cards,
    deal,
    dealt,
    discard,
    hand,
    keep,
    kinds,
    melds,
    points,
    refusal_of,
    refused,
    take,
)


@pytest.mark.rule("FC-09")
def test_melds_in_a_hand_stay_there_until_somebody_goes_out() -> None:
    """A player who holds a book plays on; nothing is laid on the table and nobody sees it."""
    state = dealt(DULL_18, "7h 7s 7c", DULL_33)
    keep(state)
    assert arranged("7h 7s 7c") == hand(state, 1)
    assert (None, None, None) == state.view(0).public.laid


@pytest.mark.rule("FC-09", "FC-14")
def test_a_part_of_the_hand_cannot_be_laid_down_before_somebody_is_out() -> None:
    state = deal(before_round(4), "7h 7s 7c Kt Qs 9d", discard="Td")
    take(state, 0, "discard")
    action = Discard(card="Kt", melds=melds("7h 7s 7c"))
    assert ("FC-14", "fc-cannot-go-out") == refused(state, 0, action)


@pytest.mark.rule("FC-09", "FC-23")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_can_ask_to_lay_down_cards(seat: int | None) -> None:
    state = dealt(DULL_18, "7h 7s 7c")
    action = LayDown(melds=melds("7h 7s 7c"))
    assert ("FC-23", "fc-lay-down-follows") == refused(state, seat, action)
    take(state, 1)
    assert ("FC-23", "fc-lay-down-follows") == refused(state, seat, action)


@pytest.mark.rule("FC-10")
@pytest.mark.parametrize(
    "book", ["7h 7s 7c", "7h 7h 7t", "4t 4h 4c 4s 4d", "Kt Kt Kh Kh Kc Kc Ks Ks Kd Kd", "Jd Jd Jd Jd"]
)
def test_three_or_more_of_one_rank_are_a_book(book: str) -> None:
    assert lay_down.is_meld(kinds(book), THREES)


@pytest.mark.rule("FC-10")
@pytest.mark.parametrize("none", ["7h 7s 8c", "7h 7s 7c 8h", "7h 7s", "7h", ""])
def test_two_ranks_or_fewer_than_three_cards_are_not_a_book(none: str) -> None:
    assert not lay_down.is_meld(kinds(none), THREES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize("run", ["4t 5t 6t", "6t 4t 5t", "Jh Qh Kh", "9c Tc Jc", "4d 5d 6d 7d 8d 9d Td Jd Qd Kd"])
def test_three_or_more_consecutive_ranks_of_one_suit_are_a_run(run: str) -> None:
    """In whatever order they are written."""
    assert lay_down.is_meld(kinds(run), THREES)


@pytest.mark.rule("FC-11")
def test_a_run_may_go_from_three_the_lowest_to_king_the_highest() -> None:
    """Eleven cards, the longest there is; the 6, wild here, stands for itself."""
    assert lay_down.is_meld(kinds("3s 4s 5s"), SIXES)
    assert lay_down.is_meld(kinds("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"), SIXES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize(
    "none", ["4t 5h 6t", "4t 5t 7t", "4t 5t", "4t 5t 5t", "4t 5t 5t 6t", "4t 6t 8t", "4t 5t 6t 8t"]
)
def test_another_suit_a_gap_or_a_duplicate_breaks_a_run(none: str) -> None:
    assert not lay_down.is_meld(kinds(none), THREES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize("none", ["Qt Kt 3t", "Kt 3t 4t", "Jt Qt Kt 3t"])
def test_a_run_does_not_wrap_from_king_to_three(none: str) -> None:
    assert not lay_down.is_meld(kinds(none), SIXES)


@pytest.mark.rule("FC-11")
def test_a_run_has_at_most_eleven_cards() -> None:
    """A wild stands only for a rank that exists, so a twelfth card has no place."""
    assert lay_down.is_meld(kinds("3t 4t 5t 6t 7t 8t 9t Tt Jt Qt **"), KINGS)
    assert not lay_down.is_meld(kinds("3t 4t 5t 6t 7t 8t 9t Tt Jt Qt ** **"), KINGS)
    assert not lay_down.is_meld(kinds("4t 5t ** ** ** ** ** ** 3t 3h 3c 3s"), THREES)


@pytest.mark.rule("FC-11")
def test_a_twelve_card_run_cannot_be_laid_down() -> None:
    """Round ten, queens wild: eleven ranks of stars and one joker more than there are ranks."""
    state = deal(before_round(10), "3t 4t 5t 6t 7t 8t 9t Tt Jt Qt Kt **", discard="4h")
    take(state, 0, "discard")
    whole = "3t 4t 5t 6t 7t 8t 9t Tt Jt Qt Kt **"
    illegal = refusal_of(state, 0, Discard(card="4h", melds=melds(whole)))
    assert ("FC-11", "fc-no-meld", {"cards": whole}) == (illegal.clause, illegal.reason, illegal.facts)
    discard(state, 0, "4h", "3t 4t 5t 6t 7t 8t / 9t Tt Jt Qt Kt **")
    assert 0 == state.out


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize(
    "meld",
    [
        "7h 7s **",  # a joker in a book
        "7h 3c 3d",  # two wilds in a book, side by side
        "4t ** 6t",  # in the gap of a run
        "4t ** 3h 7t",  # side by side in a run
        "** Qt Kt",  # below a run that ends with the king
        "4t ** ** ** ** ** ** 3h 3c 3s Kt",  # nine wilds in a run of eleven
    ],
)
def test_a_wild_stands_for_any_card_of_a_book_or_run(meld: str) -> None:
    assert lay_down.is_meld(kinds(meld), THREES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("meld", ["** ** **", "3h 3h 3c", "** 3t 3d", "** ** ** ** ** ** 3t 3t 3h 3h 3c 3c 3s"])
def test_a_meld_of_wilds_only_is_a_book(meld: str) -> None:
    """And as a book it may be longer than any run."""
    assert lay_down.is_meld(kinds(meld), THREES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("meld", ["5t 6t 7t", "6t 7t 8t", "4h 5h 6h 7h", "6h 6s 6c"])
def test_a_card_of_the_wild_rank_may_stand_for_itself(meld: str) -> None:
    assert lay_down.is_meld(kinds(meld), SIXES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("none", ["** **", "4t **", "4t 7t **", "4t 6h **", "4t 5h 6c ** **", "5t 5t 6t **"])
def test_wilds_do_not_mend_too_few_cards_too_wide_a_gap_or_two_suits(none: str) -> None:
    assert not lay_down.is_meld(kinds(none), THREES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("written", ["** 3h 3c", "4t ** 6t", "3h 4h 5h", "7h 3c **"])
def test_melds_with_wilds_can_be_laid_down(written: str) -> None:
    state = dealt(DULL_18, written, discard="Kd")
    take(state, 1, "discard")
    assert [(1, Discard(card="Kd", melds=melds(written)))] == discard(state, 1, "Kd", written)


@pytest.mark.rule("FC-12")
def test_a_run_with_wilds_side_by_side_can_be_laid_down() -> None:
    """Round two, fours wild: 4h and a joker stand for the six and the seven of stars."""
    state = deal(before_round(2), "5t 4h ** 8t", discard="Kd")
    take(state, 0, "discard")
    discard(state, 0, "Kd", "5t 4h ** 8t")
    assert 0 == state.out


@st.composite
def hands_with_two_wilds(draw: st.DrawFn) -> tuple[list[int], int]:
    """Three to fourteen cards of two sets, two wilds or more among them, and the wild rank."""
    wild = draw(st.integers(0, len(RANKS) - 1))
    stock = sorted(deck(2), key=lambda card: not solver.is_wild(card, wild))
    wilds = sum(solver.is_wild(card, wild) for card in stock)
    picks = draw(st.sets(st.integers(0, wilds - 1), min_size=2, max_size=14))
    others = st.sets(st.integers(wilds, len(stock) - 1), min_size=max(0, 3 - len(picks)), max_size=14 - len(picks))
    return [stock[place] for place in (*picks, *draw(others))], wild


@pytest.mark.rule("FC-12")
@given(hands_with_two_wilds())
def test_with_three_cards_and_two_wilds_no_wild_stays_unmelded(hand_and_wild: tuple[list[int], int]) -> None:
    held, wild = hand_and_wild
    best = lay_down.arrange(held, wild)
    assert [] == [TEXT[card] for card in best.unused if solver.is_wild(card, wild)]
    assert all(lay_down.is_meld(meld, wild) for meld in best.melds)
    assert Counter(held) == Counter([*best.unused, *(card for meld in best.melds for card in meld)])


@pytest.mark.rule("FC-10", "FC-11", "FC-16")
def test_checked_melds_leave_the_rest_of_the_hand() -> None:
    left = lay_down.check([kinds("7h 7s 7c"), kinds("4t 5t 6t")], kinds("7h 7s 7c 4t 5t 6t Kd Kd"), THREES)
    assert cards("Kd Kd") == texts(left)


@pytest.mark.rule("FC-10", "FC-11", "FC-16")
@pytest.mark.parametrize(
    ("laid", "clause", "reason"),
    [
        ("7h 7s", "FC-10", "fc-meld-three"),
        ("** **", "FC-10", "fc-meld-three"),
        ("7h 7s 4t", "FC-11", "fc-no-meld"),
        ("4t 5t 7h", "FC-11", "fc-no-meld"),
        ("7h 7s 7d", "FC-16", "fc-meld-not-in-hand"),
        ("7h 7h 7s", "FC-16", "fc-meld-not-in-hand"),
        ("7h 7s 7c / 7c ** **", "FC-16", "fc-meld-not-in-hand"),
    ],
)
def test_invalid_melds_are_refused(laid: str, clause: str, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        lay_down.check([list(map(kind, meld)) for meld in melds(laid)], kinds("7h 7s 7c 4t 5t 6t ** **"), THREES)
    assert (clause, reason) == (caught.value.clause, caught.value.reason)
    assert_worded(caught.value)


@pytest.mark.rule("FC-10")
def test_an_empty_meld_is_invalid() -> None:
    with pytest.raises(Illegal) as caught:
        lay_down.check([[]], kinds("7h 7s 7c"), THREES)
    assert ("FC-10", "fc-meld-three") == (caught.value.clause, caught.value.reason)


@pytest.mark.rule("FC-13")
def test_a_card_that_would_fit_another_players_book_still_counts() -> None:
    state = after_out("7t 7d Kh")
    assert (27, 0) == points(keep(state))


@pytest.mark.rule("FC-13")
def test_nobody_lays_down_cards_together_with_another_players_meld() -> None:
    """Seat 1 has laid three sevens; the sevens of seat 0 are no book without them."""
    state = after_out("7t 7d Kh")
    take(state, 0, "discard")
    action = Discard(card="Kd", melds=melds("7t 7d 7h"))
    assert ("FC-16", "fc-meld-not-in-hand") == refused(state, 0, action)


@pytest.mark.rule("FC-13")
def test_the_melds_of_the_player_who_went_out_stay_as_they_were_laid() -> None:
    state = after_out("7t 7d Kh", DULL_33)
    keep(state)
    keep(state)
    assert melds("7h 7c 7s") == state.laid[1]
