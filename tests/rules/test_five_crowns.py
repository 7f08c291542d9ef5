"""Five Crowns as it is played: turns, melds, going out, last turns, the score, ties, and what each viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.five_crowns_deals import (
    Unshuffled,
    all_cards,
    arranged,
    assert_worded,
    before_round,
    cards,
    deal,
    deal_wilds,
    dealt,
    discard,
    go_out,
    hand,
    hand_made,
    keep,
    keep_on,
    kinds,
    melds,
    new,
    refusal_of,
    refused,
    take,
    unreadable,
    use_up,
)
from rumpus.game import ABANDONED, STOPPED, Go, Happened, Illegal, Result, Score
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Deal, Discard, LayDown, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, POINTS, RANKS, TEXT, deck, kind, texts, wild_rank
from rumpus.games.five_crowns.rules import FiveCrowns, FiveCrownsState
from rumpus.shuffle import Shuffle, seeded

PLAYERS = range(2, 15)
THREES, SIXES, KINGS = (RANKS.index(rank) for rank in "36K")

# Hands of round one (3s are wild) of which nothing can be melded, with their points
DULL_18, DULL_21, DULL_33 = "4t 6h 8c", "5t 7h 9c", "9d Js Kh"


def scores(happened: list[Happened]) -> list[Score]:
    return [action for _, action in happened if isinstance(action, Score)]


def points(happened: list[Happened]) -> tuple[int, ...]:
    """The points of the one round that these happenings ended."""
    [score] = scores(happened)
    return score.points


def after_out(*others: str, **how: Any) -> FiveCrownsState:
    """Round one: seat 1, first to play, holds three sevens and has gone out with the top discard; Kd lies on top."""
    state = dealt(others[0], "7h 7s 7c", *others[1:], discard="Kd", **how)
    take(state, 1, "discard")
    go_out(state, 1, "Kd")
    return state


# Turns


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("players", PLAYERS)
def test_turns_go_clockwise_from_the_dealers_left(players: int) -> None:
    state = deal(new(players, host=players - 2))
    seats = []
    for _ in range(2 * players):
        seats.append(state.to_act())
        keep(state)
    lap = [((players - 1 + place) % players,) for place in range(players)]
    assert lap + lap == seats


@pytest.mark.rule("FC-06", "FC-20")
def test_the_next_round_starts_on_the_left_of_its_own_dealer() -> None:
    state = deal(before_round(2, players=3))
    assert (1, (2,)) == (state.dealer, state.to_act())


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_else_takes_or_discards_during_a_turn(seat: int) -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    own = hand(state, seat)[0]
    for _ in range(2):  # before seat 1 has taken a card, and after
        assert [] == state.legal(seat)
        assert ("FC-06", "fc-not-your-turn") == refused(state, seat, Take(from_="draw"))
        assert ("FC-06", "fc-not-your-turn") == refused(state, seat, Discard(card=own))
        if not state.taken:
            take(state, 1)


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("seat", [None, -1, 3, 14])
def test_a_seat_that_does_not_exist_cannot_play(seat: int | None) -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    assert "only a seat from 0 to 2" in unreadable(state, seat, Take(from_="draw"))
    assert "only a seat from 0 to 2" in unreadable(state, seat, Discard(card="4t"))


@pytest.mark.rule("FC-07")
def test_the_top_card_of_the_draw_pile_can_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, draw="Qd 4h")
    assert [(1, Take(from_="draw", card="Qd"))] == take(state, 1, "draw")
    assert arranged("5t 7h 9c Qd") == hand(state, 1)
    assert "4h" == TEXT[state.draw[-1]]


@pytest.mark.rule("FC-07")
def test_the_top_card_of_the_discard_pile_can_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, discard="Qd")
    assert [(1, Take(from_="discard", card="Qd"))] == take(state, 1, "discard")
    assert arranged("5t 7h 9c Qd") == hand(state, 1)
    assert [] == state.discards


@pytest.mark.rule("FC-07")
def test_a_turn_can_start_in_two_ways_only() -> None:
    state = dealt(DULL_18, DULL_21)
    assert [Take(from_="draw"), Take(from_="discard")] == state.legal(1)


@pytest.mark.rule("FC-07")
def test_a_take_may_name_the_card_on_top() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    assert [(1, Take(from_="draw", card="Qd"))] == state.copy().apply(1, Take(from_="draw", card="Qd"))
    assert [(1, Take(from_="discard", card="Jd"))] == state.apply(1, Take(from_="discard", card="Jd"))


@pytest.mark.rule("FC-07")
def test_a_deeper_card_of_the_draw_pile_cannot_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, draw="Qd 4h")
    assert ("FC-07", "fc-top-card") == refused(state, 1, Take(from_="draw", card="4h"))


@pytest.mark.rule("FC-07")
def test_a_deeper_card_of_the_discard_pile_cannot_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    discard(state, 1, "Qd")
    assert ("FC-07", "fc-top-card") == refused(state, 0, Take(from_="discard", card="Jd"))


@pytest.mark.rule("FC-07")
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_a_take_that_names_a_card_that_does_not_exist_is_unreadable(pile: Any) -> None:
    state = dealt(DULL_18, DULL_21)
    assert "there is no card" in unreadable(state, 1, Take(from_=pile, card="2x"))


@pytest.mark.rule("FC-07")
def test_there_is_no_third_pile_to_take_from() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do": "take", "from": "hand"}', type=FiveCrowns.action_type)


@pytest.mark.rule("FC-07")
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_a_second_card_cannot_be_taken(pile: Any) -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    assert ("FC-07", "fc-taken") == refused(state, 1, Take(from_=pile))


@pytest.mark.rule("FC-07")
def test_a_discard_before_taking_a_card_is_refused() -> None:
    state = dealt(DULL_18, DULL_21)
    assert ("FC-07", "fc-take-first") == refused(state, 1, Discard(card="5t"))
    assert ("FC-07", "fc-take-first") == refused(state, 1, Discard(card="5t", out=True))


@pytest.mark.rule("FC-08")
def test_a_discard_ends_the_turn_and_lies_on_top() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    assert [(1, Discard(card="7h"))] == discard(state, 1, "7h")
    assert ["Jd", "7h"] == [TEXT[card] for card in state.discards]
    assert arranged("5t 9c Qd") == hand(state, 1)
    assert ((0,), False) == (state.to_act(), state.taken)


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize("card", ["3h", "**", "9c"])
def test_the_discard_may_be_wild_or_not(card: str) -> None:
    state = dealt(DULL_18, "3h ** 9c")
    take(state, 1)
    discard(state, 1, card)
    assert card == TEXT[state.discards[-1]]


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize(("pile", "card"), [("draw", "Qd"), ("discard", "Jd")])
def test_the_card_just_taken_may_be_discarded(pile: Any, card: str) -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1, pile)
    discard(state, 1, card)
    assert arranged(DULL_21) == hand(state, 1)
    assert card == TEXT[state.discards[-1]]


@pytest.mark.rule("FC-08")
def test_every_different_card_of_the_hand_can_be_discarded() -> None:
    """Each once, however many copies there are."""
    state = dealt(DULL_18, "5t 5t 9c", draw="Qd")
    take(state, 1)
    assert [Discard(card=card) for card in ("5t", "9c", "Qd")] == state.legal(1)


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize("card", ["4t", "Jd", "**"])
def test_a_card_that_is_not_in_the_hand_cannot_be_discarded(card: str) -> None:
    """Neither another player's, nor one of the discard pile, nor one of the draw pile."""
    state = dealt("4t 6h 8c", DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    illegal = refusal_of(state, 1, Discard(card=card))
    assert ("FC-08", "fc-not-in-hand", {"card": card}) == (illegal.clause, illegal.reason, illegal.facts)


@pytest.mark.rule("FC-08")
def test_a_discard_of_a_card_that_does_not_exist_is_unreadable() -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    assert "there is no card '2x'" in unreadable(state, 1, Discard(card="2x"))


@pytest.mark.rule("FC-08")
def test_only_one_card_is_discarded() -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    discard(state, 1, "5t")
    assert ("FC-06", "fc-not-your-turn") == refused(state, 1, Discard(card="7h"))


# Books and runs


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
    assert solver.is_meld(kinds(book), THREES)


@pytest.mark.rule("FC-10")
@pytest.mark.parametrize("none", ["7h 7s 8c", "7h 7s 7c 8h", "7h 7s", "7h", ""])
def test_two_ranks_or_fewer_than_three_cards_are_no_book(none: str) -> None:
    assert not solver.is_meld(kinds(none), THREES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize("run", ["4t 5t 6t", "6t 4t 5t", "Jh Qh Kh", "9c Tc Jc", "4d 5d 6d 7d 8d 9d Td Jd Qd Kd"])
def test_three_or_more_consecutive_ranks_of_one_suit_are_a_run(run: str) -> None:
    """In whatever order they are written."""
    assert solver.is_meld(kinds(run), THREES)


@pytest.mark.rule("FC-11")
def test_a_run_may_go_from_three_the_lowest_to_king_the_highest() -> None:
    """Eleven cards, the longest there is; the 6, wild here, stands for itself."""
    assert solver.is_meld(kinds("3s 4s 5s"), SIXES)
    assert solver.is_meld(kinds("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"), SIXES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize(
    "none", ["4t 5h 6t", "4t 5t 7t", "4t 5t", "4t 5t 5t", "4t 5t 5t 6t", "4t 6t 8t", "4t 5t 6t 8t"]
)
def test_another_suit_a_gap_or_an_equal_card_spoils_a_run(none: str) -> None:
    assert not solver.is_meld(kinds(none), THREES)


@pytest.mark.rule("FC-11")
@pytest.mark.parametrize("none", ["Qt Kt 3t", "Kt 3t 4t", "Jt Qt Kt 3t"])
def test_a_run_does_not_wrap_from_king_to_three(none: str) -> None:
    assert not solver.is_meld(kinds(none), SIXES)


@pytest.mark.rule("FC-11")
def test_a_run_has_at_most_eleven_cards() -> None:
    """A wild stands only for a rank that exists, so a twelfth card has no place."""
    assert solver.is_meld(kinds("3t 4t 5t 6t 7t 8t 9t Tt Jt Qt **"), KINGS)
    assert not solver.is_meld(kinds("3t 4t 5t 6t 7t 8t 9t Tt Jt Qt ** **"), KINGS)
    assert not solver.is_meld(kinds("4t 5t ** ** ** ** ** ** 3t 3h 3c 3s"), THREES)


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
    assert solver.is_meld(kinds(meld), THREES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("meld", ["** ** **", "3h 3h 3c", "** 3t 3d", "** ** ** ** ** ** 3t 3t 3h 3h 3c 3c 3s"])
def test_a_meld_of_wilds_only_is_a_book(meld: str) -> None:
    """And as a book it may be longer than any run."""
    assert solver.is_meld(kinds(meld), THREES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("meld", ["5t 6t 7t", "6t 7t 8t", "4h 5h 6h 7h", "6h 6s 6c"])
def test_a_card_of_the_wild_rank_may_stand_for_itself(meld: str) -> None:
    assert solver.is_meld(kinds(meld), SIXES)


@pytest.mark.rule("FC-12")
@pytest.mark.parametrize("none", ["** **", "4t **", "4t 7t **", "4t 6h **", "4t 5h 6c ** **", "5t 5t 6t **"])
def test_wilds_do_not_mend_too_few_cards_too_wide_a_gap_or_two_suits(none: str) -> None:
    assert not solver.is_meld(kinds(none), THREES)


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
    best = solver.arrange(held, wild)
    assert [] == [TEXT[card] for card in best.unused if solver.is_wild(card, wild)]
    assert all(solver.is_meld(meld, wild) for meld in best.melds)
    assert Counter(held) == Counter([*best.unused, *(card for meld in best.melds for card in meld)])


@pytest.mark.rule("FC-10", "FC-11", "FC-16")
def test_checked_melds_leave_the_rest_of_the_hand() -> None:
    left = solver.check([kinds("7h 7s 7c"), kinds("4t 5t 6t")], kinds("7h 7s 7c 4t 5t 6t Kd Kd"), THREES)
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
def test_melds_that_are_none_are_refused(laid: str, clause: str, reason: str) -> None:
    with pytest.raises(Illegal) as caught:
        solver.check([list(map(kind, meld)) for meld in melds(laid)], kinds("7h 7s 7c 4t 5t 6t ** **"), THREES)
    assert (clause, reason) == (caught.value.clause, caught.value.reason)
    assert_worded(caught.value)


@pytest.mark.rule("FC-10")
def test_an_empty_meld_is_none() -> None:
    with pytest.raises(Illegal) as caught:
        solver.check([[]], kinds("7h 7s 7c"), THREES)
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
def test_the_melds_of_who_went_out_stay_as_they_were_laid() -> None:
    state = after_out("7t 7d Kh", DULL_33)
    keep(state)
    keep(state)
    assert melds("7h 7c 7s") == state.laid[1]


# Going out


@pytest.mark.rule("FC-14")
def test_a_player_goes_out_with_melds_of_their_own() -> None:
    state = dealt(DULL_18, "7h 7s 7c", discard="Kd")
    take(state, 1, "discard")
    assert [(1, Discard(card="Kd", melds=melds("7c 7h 7s")))] == discard(state, 1, "Kd", "7c 7h 7s")
    assert (1, (), melds("7c 7h 7s")) == (state.out, hand(state, 1), state.laid[1])
    assert "Kd" == TEXT[state.discards[-1]]


@pytest.mark.rule("FC-14", "FC-16")
def test_a_player_goes_out_with_the_tables_melds() -> None:
    """What has happened names the melds and no longer asks for them."""
    state = dealt(DULL_18, "4t 6t 3h", discard="Kd")
    take(state, 1, "discard")
    [(by, done)] = go_out(state, 1, "Kd")
    assert (1, "Kd", False) == (by, done.card, done.out)
    assert [Counter(cards("4t 6t 3h"))] == [Counter(meld) for meld in done.melds]
    assert (1, (), done.melds) == (state.out, hand(state, 1), state.laid[1])


@pytest.mark.rule("FC-14")
def test_going_out_can_be_done_again_as_it_was_told() -> None:
    state = dealt(DULL_18, "4t 6t 3h", discard="Kd")
    take(state, 1, "discard")
    again = state.copy()
    [(by, done)] = go_out(state, 1, "Kd")
    assert [(by, done)] == again.apply(by, done)
    assert state == again


@pytest.mark.rule("FC-14")
@pytest.mark.parametrize("number", range(1, 12))
def test_in_every_round_exactly_as_many_cards_are_laid_down_as_were_dealt(number: int) -> None:
    state = deal_wilds(before_round(number))
    seat = state.turn
    [(_, taken)] = take(state, seat)
    [(_, done)] = go_out(state, seat, taken.card)
    assert number + 2 == sum(map(len, done.melds))


@pytest.mark.rule("FC-14")
def test_several_melds_may_make_up_the_hand() -> None:
    state = deal(before_round(4), "7h 7s 7c 3t 4t 5t", discard="Kd")
    take(state, 0, "discard")
    discard(state, 0, "Kd", "7h 7s 7c / 3t 4t 5t")
    assert (0, ()) == (state.out, hand(state, 0))


@pytest.mark.rule("FC-14")
def test_a_card_taken_may_be_in_the_melds() -> None:
    state = dealt(DULL_18, "7h 7s Kd", discard="7c")
    take(state, 1, "discard")
    discard(state, 1, "Kd", "7h 7s 7c")
    assert 1 == state.out


@pytest.mark.rule("FC-14")
@pytest.mark.parametrize(
    "asked", [{"melds": melds("7h 7s 7c")}, {"out": True}, {"melds": melds("7h 7s 7c"), "out": True}]
)
def test_going_out_is_refused_when_a_card_would_stay(asked: dict[str, Any]) -> None:
    state = deal(before_round(2), "7h 7s 7c Kd", discard="Qs")
    take(state, 0, "discard")
    illegal = refusal_of(state, 0, Discard(card="Qs", **asked))
    assert ("FC-14", "fc-cannot-go-out", {"points": 13}) == (illegal.clause, illegal.reason, illegal.facts)


@pytest.mark.rule("FC-14")
def test_going_out_with_own_melds_that_leave_a_card_is_refused_though_others_would_not() -> None:
    """Five sevens and a six-card hand: three of them laid down leave two, all five and the joker leave none."""
    state = deal(before_round(4), "7h 7s 7c 7d 7t **", discard="Kd")
    take(state, 0, "discard")
    illegal = refusal_of(state, 0, Discard(card="Kd", melds=melds("7h 7s 7c")))
    assert ("FC-14", "fc-cannot-go-out", {"points": 64}) == (illegal.clause, illegal.reason, illegal.facts)
    go_out(state, 0, "Kd")
    assert 0 == state.out


@pytest.mark.rule("FC-14")
def test_going_out_with_no_melds_at_all_is_refused() -> None:
    state = dealt(DULL_18, "7h 7s 7c", discard="Kd")
    take(state, 1, "discard")
    assert ("FC-14", "fc-cannot-go-out") == refused(state, 1, Discard(card="Kd", melds=()))


@pytest.mark.rule("FC-14")
def test_the_discard_is_required_and_is_none_of_the_cards_laid_down() -> None:
    """Four sevens in hand: laying all four leaves no card to discard."""
    state = dealt(DULL_18, "7h 7s 7c", discard="7d")
    take(state, 1, "discard")
    action = Discard(card="7d", melds=melds("7h 7s 7c 7d"))
    assert ("FC-16", "fc-meld-not-in-hand") == refused(state, 1, action)


@pytest.mark.rule("FC-10", "FC-11", "FC-14", "FC-16")
@pytest.mark.parametrize(
    ("laid", "clause", "reason"),
    [
        ("7h 7s / 7c 4t 4h 4c", "FC-10", "fc-meld-three"),
        ("7h 7s 4c / 7c 4t 4h", "FC-11", "fc-no-meld"),
        ("7h 7s 7c / 4t 4h 4s", "FC-16", "fc-meld-not-in-hand"),
    ],
)
def test_going_out_with_melds_that_are_none_is_refused(laid: str, clause: str, reason: str) -> None:
    state = deal(before_round(4), "7h 7s 7c 4t 4h 4c", discard="Kd")
    take(state, 0, "discard")
    assert (clause, reason) == refused(state, 0, Discard(card="Kd", melds=melds(laid)))


@pytest.mark.rule("FC-14")
def test_melds_with_a_card_that_does_not_exist_are_unreadable() -> None:
    state = dealt(DULL_18, "7h 7s 7c")
    take(state, 1)
    action = Discard(card="7c", melds=(("7h", "7s", "2x"),))
    assert "there is no card '2x'" in unreadable(state, 1, action)


@pytest.mark.rule("FC-14")
@pytest.mark.parametrize(("taken", "why"), [("3d", "wild"), ("**", "wild"), ("7d", "playable"), ("Kd", "useless")])
def test_any_card_may_be_the_discard_of_going_out(taken: str, why: str) -> None:
    state = dealt(DULL_18, "7h 7s 7c", discard=taken)
    take(state, 1, "discard")
    assert Discard(card=taken, out=True) in state.legal(1), why
    go_out(state, 1, taken)
    assert (1, taken) == (state.out, TEXT[state.discards[-1]])


@pytest.mark.rule("FC-14", "T-05")
def test_nobody_must_go_out() -> None:
    """A plain discard of a hand that could be laid down whole keeps it in the hand, and play goes on."""
    state = dealt(DULL_18, "7h 7s 7c", discard="Kd")
    take(state, 1, "discard")
    assert {Discard(card="Kd"), Discard(card="Kd", out=True)} <= set(state.legal(1))
    assert [(1, Discard(card="Kd"))] == discard(state, 1, "Kd")
    assert (None, arranged("7h 7s 7c"), (0,)) == (state.out, hand(state, 1), state.to_act())


@pytest.mark.rule("FC-14")
def test_nobody_goes_out_before_taking_a_card_or_on_another_players_turn() -> None:
    state = dealt("4t 5t 6t", "7h 7s 7c")
    action = Discard(card="7c", melds=melds("7h 7s 7c"))
    assert ("FC-07", "fc-take-first") == refused(state, 1, action)
    assert ("FC-06", "fc-not-your-turn") == refused(state, 0, Discard(card="4t", out=True))


@pytest.mark.rule("FC-14")
def test_the_legal_actions_name_every_discard_that_goes_out() -> None:
    """Three sevens and a joker: any of the four kinds can go, and the three that are left are a book."""
    state = dealt(DULL_18, "7h 7s 7c", discard="**")
    take(state, 1, "discard")
    ways = [action for action in state.legal(1) if action.out]
    assert [Discard(card=card, out=True) for card in ("7h", "7c", "7s", "**")] == ways


@pytest.mark.rule("FC-14")
@given(seed=st.integers(0, 2**32), number=st.integers(1, 4))
def test_going_out_is_accepted_exactly_where_it_is_legal(seed: int, number: int) -> None:
    state = before_round(number, players=2)
    deal_of_chance = state.owed(Shuffle(seeded(seed)))
    state.apply(None, deal_of_chance)
    seat = state.turn
    take(state, seat)
    ways = {action.card for action in state.legal(seat) if action.out}
    for card in set(hand(state, seat)):
        if card in ways:
            assert [(seat, card)] == [(by, done.card) for by, done in go_out(state.copy(), seat, card)]
        else:
            assert ("FC-14", "fc-cannot-go-out") == refused(state, seat, Discard(card=card, out=True))


# Last turns


@pytest.mark.rule("FC-15")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_else_has_exactly_one_more_turn_in_order(players: int) -> None:
    state = new(players)
    deal(state, "", "7h 7s 7c", discard="Kd")
    take(state, 1, "discard")
    go_out(state, 1, "Kd")
    seats: list[int] = []
    happened: list[Happened] = []
    while state.to_act():
        seats += state.to_act()
        happened = keep(state)
    assert [seat % players for seat in range(2, players + 1)] == seats
    assert ["out"] == [score.why for score in scores(happened)]


@pytest.mark.rule("FC-15")
def test_who_goes_out_later_has_no_further_turn_either() -> None:
    """Seat 0, last of the lap, goes out; seats 1 and 2 follow, and the round is scored."""
    state = dealt("7h 7s 7c", DULL_21, DULL_33, discard="Kd")
    keep(state)
    keep(state)
    take(state, 0, "discard")
    go_out(state, 0, "Kd")
    assert (1,) == state.to_act()
    keep(state)
    assert (2,) == state.to_act()
    assert (0, 21, 33) == points(keep(state))


@pytest.mark.rule("FC-15")
def test_a_last_turn_too_is_take_then_discard() -> None:
    state = after_out(DULL_18)
    assert ("FC-07", "fc-take-first") == refused(state, 0, Discard(card="4t", melds=()))
    assert [Take(from_="draw"), Take(from_="discard")] == state.legal(0)
    take(state, 0)
    assert ("FC-07", "fc-taken") == refused(state, 0, Take(from_="draw"))


@pytest.mark.rule("FC-15", "FC-16")
def test_on_a_last_turn_melds_go_down_with_the_discard_and_the_rest_stays() -> None:
    state = deal(before_round(2, players=2), "7h 7s 7c 7d", "5t 5h 5c Kh", discard="Kd")
    take(state, 0, "discard")
    go_out(state, 0, "Kd")
    take(state, 1, "discard")
    happened = discard(state, 1, "Kd")
    assert (1, Discard(card="Kd", melds=melds("5t 5h 5c"))) == happened[0]
    assert (melds("5t 5h 5c"), cards("Kh")) == (state.laid[1], hand(state, 1))


@pytest.mark.rule("FC-15")
def test_laying_down_everything_on_a_last_turn_scores_zero() -> None:
    state = after_out("4t 5t 6t")
    assert (0, 0) == points(keep(state))


@pytest.mark.rule("FC-15")
def test_laying_down_everything_on_a_last_turn_starts_no_further_turns() -> None:
    """Seat 1 is out; seat 2 lays down everything; seat 0 has its one turn and then the round is over."""
    state = after_out(DULL_18, "4t 5t 6t")
    keep(state)
    assert (1, (0,)) == (state.out, state.to_act())
    assert (18, 0, 0) == points(keep(state))


@pytest.mark.rule("FC-15")
@pytest.mark.parametrize("own", [None, "4t 5t 6t"])
def test_nobody_goes_out_on_a_last_turn(own: str | None) -> None:
    state = after_out("4t 5t 6t")
    take(state, 0, "discard")
    assert [] == [action for action in state.legal(0) if action.out]
    action = Discard(card="Kd", out=True, melds=None if own is None else melds(own))
    assert ("FC-15", "fc-somebody-is-out") == refused(state, 0, action)


@pytest.mark.rule("FC-15", "FC-16")
def test_own_melds_on_a_last_turn_stand_though_better_ones_exist() -> None:
    """Round two, fours wild: the player keeps the wild of a book that it could have joined."""
    state = deal(before_round(2, players=2), "7h 7s 7c 7d", "5t 5h 5c 4c", discard="Kd")
    take(state, 0, "discard")
    go_out(state, 0, "Kd")
    take(state, 1, "discard")
    happened = discard(state, 1, "Kd", "5h 5c 5t")
    assert Discard(card="Kd", melds=melds("5h 5c 5t")) == happened[0][1]
    assert (0, 20) == points(happened)


@pytest.mark.rule("FC-15", "FC-16")
def test_a_player_may_lay_down_nothing_on_a_last_turn() -> None:
    state = after_out("4t 5t 6t")
    happened = keep(state, "")
    assert (0, Discard(card="Kd", melds=())) == happened[0]
    assert (15, 0) == points(happened)


@pytest.mark.rule("FC-15")
def test_a_last_turn_with_nothing_to_lay_down_says_so() -> None:
    happened = keep(after_out(DULL_18))
    assert (0, Discard(card="Kd", melds=())) == happened[0]


@pytest.mark.rule("FC-15", "FC-16")
@pytest.mark.parametrize(
    ("laid", "clause", "reason"),
    [
        ("4t 5t", "FC-10", "fc-meld-three"),
        ("4t 5t Kh", "FC-11", "fc-no-meld"),
        ("4t 5t 6t", "FC-16", "fc-meld-not-in-hand"),
        ("4t 5t Kd", "FC-16", "fc-meld-not-in-hand"),
    ],
)
def test_melds_that_are_none_are_refused_on_a_last_turn_too(laid: str, clause: str, reason: str) -> None:
    state = after_out("4t 5t Kh")
    take(state, 0, "discard")
    assert (clause, reason) == refused(state, 0, Discard(card="Kd", melds=melds(laid)))


@pytest.mark.rule("FC-16")
def test_by_default_the_arrangement_that_leaves_the_fewest_points_is_laid_down() -> None:
    """The run 7h 8h 9h would leave two nines; the book of nines leaves the seven and the eight."""
    state = deal(before_round(4), "4t 4h 4c 4s 4d 4t", "7h 8h 9h 9c 9s Kh", discard="Jd")
    take(state, 0, "discard")
    go_out(state, 0, "Jd")
    happened = keep(state)
    assert (1, Discard(card="Jd", melds=melds("9h 9c 9s"))) == happened[0]
    assert (0, 7 + 8 + 13) == points(happened)


@pytest.mark.rule("FC-16")
def test_the_table_can_suggest_the_discard_that_leaves_the_fewest_points() -> None:
    """Of a book and two odd cards the dearer odd one goes."""
    assert (9, kind("Kd")) == solver.best_discard(kinds("7h 7s 7c 9t Kd"), THREES)


# The score


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
def test_the_discard_of_who_goes_out_is_not_counted() -> None:
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


# The end of the match


@pytest.mark.rule("FC-21")
def test_the_lowest_total_wins_though_another_won_the_last_round() -> None:
    """Seat 1 is out first, 33 points ahead; seat 0 is out in round two and makes good 31 of them."""
    state = after_out(DULL_33, rounds=2)
    keep(state)
    deal(state, "7h 7s 7c 7d", "5t 6h 9c Jc", discard="Kd")
    take(state, 0, "discard")
    go_out(state, 0, "Kd")
    happened = keep(state)
    assert (None, Score(round=2, points=(0, 31), totals=(33, 31), why="out")) == happened[-2]
    assert (None, Result(why="finished", totals=(33, 31), winners=(1,))) == happened[-1]


@pytest.mark.rule("FC-21")
def test_nothing_is_played_after_the_match() -> None:
    state = after_out(DULL_18, rounds=1)
    keep(state)
    assert ((), [], []) == (state.to_act(), state.legal(0), state.legal(None))
    assert ("FC-21", "match-over") == refused(state, 0, Take(from_="draw"))
    assert ("FC-21", "match-over") == refused(state, 0, Discard(card="4t"))
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, None, Reshuffle(draw=()))


@pytest.mark.rule("FC-21")
def test_a_score_cannot_be_declared() -> None:
    state = dealt(DULL_18, DULL_21)
    score = Score(round=1, points=(0, 0), totals=(0, 0), why="out")
    assert "Score is not something one does" in unreadable(state, None, score)
    assert "Go is not something one does" in unreadable(state, 0, Go())


# Ties

SIX_49, SIX_44 = "4t 5h 7c 9s Jd Kt", "3t 4h 7d 8s Td Qt"  # nothing in them can be melded while sixes are wild


def tied(*hands: str, **options: Any) -> tuple[FiveCrownsState, list[Happened]]:
    """A match of one round, one turn each, in which everybody keeps these cards, and what happened last."""
    state = dealt(*hands, **{"rounds": 1, "turn_limit": 1, "discard": "Qd", **options})
    return state, keep_on(state)


@pytest.mark.rule("FC-22")
def test_who_ties_for_the_lowest_total_shares_the_win() -> None:
    state, happened = tied(DULL_18, DULL_33, DULL_18)
    assert (None, Result(why="finished", totals=(18, 33, 18), winners=(0, 2))) == happened[-1]
    assert state.owed(Unshuffled()) is None


@pytest.mark.rule("FC-22")
def test_with_tie_break_a_tie_does_not_end_the_match() -> None:
    state, happened = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    assert (None, Score(round=1, points=(18, 33, 18), totals=(18, 33, 18), why="limit")) == happened[-1]
    assert (None, (0, 2)) == (state.outcome(), state.tied)


@pytest.mark.rule("FC-22")
def test_with_tie_break_a_single_lowest_total_wins_at_once() -> None:
    """Others who tie for a worse place play no round for it."""
    _, happened = tied(DULL_33, DULL_18, "9d Js Kh", tie_break=True)
    assert (None, Result(why="finished", totals=(33, 18, 33), winners=(1,))) == happened[-1]


@pytest.mark.rule("FC-22")
def test_a_tie_before_the_last_round_breaks_nothing() -> None:
    state, _ = tied(DULL_18, DULL_18, rounds=2, tie_break=True)
    assert ((False, 4), (0, 1)) == (state.next_deal(), state.tied)


@pytest.mark.rule("FC-03", "FC-22")
def test_only_the_tied_are_dealt_cards_six_each_one_at_a_time_from_the_dealers_left() -> None:
    """The dealer is seat 1, so the unshuffled cards go to seats 2 and 0 in turn."""
    state, _ = tied(DULL_18, DULL_33, DULL_18, DULL_21, tie_break=True)
    due = state.owed(Unshuffled())
    assert isinstance(due, Deal)
    assert (cards("4t 6t 8t Tt Qt 3h"), (), cards("3t 5t 7t 9t Jt Kt"), ()) == due.hands
    assert ("4h", "5h", True) == (due.discard, (due.draw or ())[0], due.tie_break)
    assert [(None, due)] == state.apply(None, due)


@pytest.mark.rule("FC-05", "FC-22")
@pytest.mark.parametrize("rounds", [1, 2, 11])
def test_sixes_are_wild_in_a_tie_break_whatever_round_came_before(rounds: int) -> None:
    """Both players are dealt the same cards every time, and so stay tied."""
    state = new(2, rounds=rounds, tie_break=True, turn_limit=1)
    for size in range(3, rounds + 3):
        twin = " ".join(TEXT[:size])
        deal(state, twin, twin)
        keep_on(state)
    assert "6" == hand_made(state).wild
    deal(state)
    assert (SIXES, 6, True) == (state.wild, state.dealt, state.tie_break)


@pytest.mark.rule("FC-22")
def test_a_tie_break_that_deals_cards_to_somebody_else_is_refused() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    due = hand_made(state)
    assert due.hands is not None
    assert due.draw is not None
    three = msgspec.structs.replace(due, hands=(due.hands[0], due.draw[:6], due.hands[2]), draw=due.draw[6:])
    other = msgspec.structs.replace(due, hands=(due.hands[0], due.hands[2], ()))
    for action in (three, other):
        assert ("FC-03", "deal-sizes") == refused(state, None, action)


@pytest.mark.rule("FC-05", "FC-22")
def test_a_tie_break_with_another_wild_rank_or_that_is_called_an_ordinary_round_is_refused() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    due = hand_made(state)
    for fields in ({"wild": "4"}, {"tie_break": False}):
        assert ("FC-05", "fc-deal-wild") == refused(state, None, msgspec.structs.replace(due, **fields))


@pytest.mark.rule("FC-20", "FC-22")
def test_the_deal_passes_left_also_to_a_seat_that_is_not_tied() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, DULL_21, tie_break=True)
    dealers, starters = [], []
    for _ in range(4):
        deal(state, SIX_49, "", SIX_49)
        dealers.append(state.dealer)
        starters.append(state.turn)
        keep_on(state)
    assert [1, 2, 3, 0] == dealers
    assert [2, 0, 0, 2] == starters


@pytest.mark.rule("FC-06", "FC-22")
def test_only_the_tied_have_turns() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, DULL_21, tie_break=True, turn_limit=2)
    deal(state, SIX_49, "", SIX_44)
    seats: list[int] = []
    while state.to_act():
        seats += state.to_act()
        keep(state)
    assert [2, 0, 2, 0] == seats


@pytest.mark.rule("FC-06", "FC-22")
@pytest.mark.parametrize("seat", [1, 3])
def test_who_is_not_tied_cannot_act(seat: int) -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, DULL_21, tie_break=True)
    deal(state)
    assert [] == state.legal(seat)
    assert ("FC-06", "fc-not-your-turn") == refused(state, seat, Take(from_="draw"))


@pytest.mark.rule("FC-15", "FC-22")
def test_in_a_tie_break_too_going_out_gives_the_other_tied_players_one_turn() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, DULL_21, tie_break=True)
    deal(state, SIX_49, "", "7h 7s 7t 4c 4d 6c", discard="Qd")
    take(state, 2, "discard")
    go_out(state, 2, "Qd")
    assert (0,) == state.to_act()
    happened = keep(state)
    assert (None, Score(round=2, points=(49, 0, 0, 0), totals=(18, 33, 18, 21), why="out")) == happened[-2]
    assert (None, Result(why="finished", totals=(18, 33, 18, 21), winners=(2,))) == happened[-1]


@pytest.mark.rule("FC-22")
def test_the_lowest_score_of_the_tie_break_wins_and_its_points_stay_out_of_the_totals() -> None:
    """Who does not play has 0 in the score line, and does not win by it."""
    state, _ = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    deal(state, SIX_49, "", SIX_44)
    happened = keep_on(state)
    assert (None, Score(round=2, points=(49, 0, 44), totals=(18, 33, 18), why="limit")) == happened[-2]
    assert (None, Result(why="finished", totals=(18, 33, 18), winners=(2,))) == happened[-1]
    assert [(18, 33, 18), (49, 0, 44)] == state.sheet


@pytest.mark.rule("FC-22")
def test_only_those_still_tied_play_another_round() -> None:
    state, _ = tied("4t 6h 8c", DULL_33, "4t 6h 8c", "4h 6t 8s", tie_break=True)
    assert [0, 2, 3] == list(state.tied)
    deal(state, SIX_44, "", SIX_49, SIX_44)
    happened = keep_on(state)
    assert (None, Score(round=2, points=(44, 0, 49, 44), totals=(18, 33, 18, 18), why="limit")) == happened[-1]
    assert [0, 3] == list(state.tied)
    deal(state, SIX_49, "", "", SIX_44)
    assert [6, 0, 0, 6] == list(map(len, state.hands))
    assert (None, Result(why="finished", totals=(18, 33, 18, 18), winners=(3,))) == keep_on(state)[-1]


@pytest.mark.rule("FC-22")
def test_after_five_tie_breaks_those_still_tied_share_the_win() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    for _ in range(5):
        assert state.outcome() is None
        deal(state, SIX_49, "", SIX_49)
        happened = keep_on(state)
    assert (None, Score(round=6, points=(49, 0, 49), totals=(18, 33, 18), why="limit")) == happened[-2]
    assert (None, Result(why="finished", totals=(18, 33, 18), winners=(0, 2))) == happened[-1]


@pytest.mark.rule("FC-22")
def test_the_fifth_tie_break_can_still_be_won() -> None:
    state, _ = tied(DULL_18, DULL_33, DULL_18, tie_break=True)
    for _ in range(4):
        deal(state, SIX_49, "", SIX_49)
        keep_on(state)
    deal(state, SIX_44, "", SIX_49)
    assert (None, Result(why="finished", totals=(18, 33, 18), winners=(0,))) == keep_on(state)[-1]


# The turn limit


@pytest.mark.rule("FC-23")
def test_when_the_turns_are_used_up_everybody_lays_down_and_the_round_is_scored() -> None:
    state = dealt("4t 5t 6t", DULL_21, "8h 8s 3t", discard="Kd", turn_limit=1)
    happened = keep_on(state)
    assert (0, Discard(card="Kd")) == happened[0]
    assert [0, 1, 2] == [by for by, action in happened if isinstance(action, LayDown)]
    assert LayDown(melds=melds("4t 5t 6t")) == happened[1][1]
    assert LayDown(melds=()) == happened[2][1]
    assert [Counter(cards("8h 8s 3t"))] == [Counter(meld) for meld in happened[3][1].melds]
    assert (None, Score(round=1, points=(0, 21, 0), totals=(0, 21, 0), why="limit")) == happened[4]
    assert 5 == len(happened)


@pytest.mark.rule("FC-23")
@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.parametrize("players", [2, 3, 14])
def test_the_limit_counts_the_turns_of_each_player(limit: int, players: int) -> None:
    state = deal(new(players, turn_limit=limit))
    turns = 1
    while not scores(keep(state)):
        turns += 1
    assert limit * players == turns


@pytest.mark.rule("FC-23")
def test_the_turns_are_counted_anew_in_every_round() -> None:
    state = deal(before_round(2, players=3, turn_limit=2))
    turns = 1
    while not scores(keep(state)):
        turns += 1
    assert 6 == turns


@pytest.mark.rule("FC-15", "FC-23")
def test_last_turns_that_have_begun_are_finished() -> None:
    """Seat 0 goes out with the very last turn of the limit; seats 1 and 2 still have their last turns."""
    state = dealt("7h 7s 7c", DULL_21, DULL_33, discard="Kd", turn_limit=1)
    keep(state)
    keep(state)
    take(state, 0, "discard")
    assert [(0, Discard(card="Kd", melds=melds("7h 7c 7s")))] == go_out(state, 0, "Kd")
    keep(state)
    happened = keep(state)
    assert (None, Score(round=1, points=(0, 21, 33), totals=(0, 21, 33), why="out")) == happened[-1]
    assert [] == [action for _, action in happened if isinstance(action, LayDown)]


@pytest.mark.rule("FC-23")
def test_without_a_limit_a_round_in_which_nobody_goes_out_has_no_end() -> None:
    state = dealt(DULL_18, DULL_21)
    for _ in range(2100):
        assert [] == keep(state)[1:]
    assert (2101, 1) == (state.turns, state.round)


@pytest.mark.rule("FC-21", "FC-23")
def test_a_limit_can_end_the_match() -> None:
    _, happened = tied(DULL_18, DULL_21)
    assert (None, Result(why="finished", totals=(18, 21), winners=(0,))) == happened[-1]


# What a viewer sees


@pytest.mark.rule("FC-09")
def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    state = dealt(DULL_18, DULL_21, DULL_33, discard="Kd")
    view = state.view(2)
    assert view.private is not None
    assert arranged(DULL_33) == view.private.hand
    assert ((3, 3, 3), 106, "Kd", 1, None) == (
        view.public.hands,
        view.public.draw,
        view.public.discard,
        view.public.discards,
        view.public.shown,
    )


@pytest.mark.rule("FC-09")
def test_a_spectator_sees_no_hand() -> None:
    state = dealt(DULL_18, DULL_21)
    assert (None, None) == (state.view(None).seat, state.view(None).private)
    assert state.view(0).public == state.view(1).public == state.view(None).public


@pytest.mark.rule("FC-09")
def test_two_states_that_differ_in_hidden_cards_only_look_the_same() -> None:
    one = dealt(DULL_18, DULL_21, DULL_33, discard="Kd", draw="Qd")
    two = dealt(DULL_18, "9s Jc Qd", "5s 5d 5c", discard="Kd", draw="**")
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)


@pytest.mark.rule("FC-07")
def test_only_the_taker_is_told_which_card_came_from_the_draw_pile() -> None:
    rules, action = FiveCrowns(), Take(from_="draw", card="Qd")
    assert action == rules.told(1, action, 1)
    assert Take(from_="draw") == rules.told(1, action, 0) == rules.told(1, action, None)


@pytest.mark.rule("FC-07")
def test_everybody_is_told_which_card_came_from_the_discard_pile() -> None:
    rules, action = FiveCrowns(), Take(from_="discard", card="Qd")
    assert [action] * 3 == [rules.told(1, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-04")
def test_nobody_is_told_the_hands_or_the_draw_pile_of_a_deal() -> None:
    rules, state = FiveCrowns(), new()
    due = hand_made(state, [DULL_18, DULL_21, DULL_33], discard="Kd")
    expected = Deal(round=1, dealer=0, wild="3", discard="Kd")
    assert [expected] * 3 == [rules.told(None, due, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-19")
def test_nobody_is_told_the_order_of_a_reshuffle() -> None:
    rules, action = FiveCrowns(), Reshuffle(draw=("7h", "8h"))
    assert [Reshuffle()] * 3 == [rules.told(None, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-08", "FC-15")
def test_everybody_is_told_a_discard_and_the_melds_with_it() -> None:
    rules, action = FiveCrowns(), Discard(card="Kd", melds=melds("7h 7s 7c"))
    assert [action] * 3 == [rules.told(1, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-15")
def test_melds_on_the_table_are_seen_by_all() -> None:
    state = after_out(DULL_18, DULL_33)
    public = state.view(0).public
    assert (1, (None, melds("7h 7c 7s"), None)) == (public.out, public.laid)


@pytest.mark.rule("FC-17")
def test_when_a_round_is_over_everybody_sees_the_cards_that_are_left() -> None:
    state = after_out(DULL_18)
    keep(state)
    assert (arranged(DULL_18), ()) == state.view(None).public.shown


@pytest.mark.rule("FC-07")
def test_an_empty_discard_pile_shows_no_card() -> None:
    """Its only card has been taken, and the taker has not discarded yet."""
    state = dealt(DULL_18, DULL_21)
    take(state, 1, "discard")
    assert (None, 0, True) == (
        state.view(0).public.discard,
        state.view(0).public.discards,
        state.view(0).public.taken,
    )


def after(state: FiveCrownsState, actor: int | None, action: Any) -> FiveCrownsState:
    state.apply(actor, action)
    return state


MOMENTS: dict[str, Callable[[], FiveCrownsState]] = {
    "before the first deal": lambda: new(3),
    "a turn begins": lambda: dealt(DULL_18, DULL_21, DULL_33),
    "a card has been taken": lambda: after(dealt(DULL_18, DULL_21, DULL_33), 1, Take(from_="draw")),
    "the discard pile is empty": lambda: after(dealt(DULL_18, DULL_21, DULL_33), 1, Take(from_="discard")),
    "last turns": lambda: after_out(DULL_18, DULL_33),
    "between rounds": lambda: before_round(2, players=3),
    "a reshuffle is owed": lambda: use_up(dealt(DULL_18, DULL_21, DULL_33)),
    "before a tie-break": lambda: tied(DULL_18, DULL_33, DULL_18, tie_break=True)[0],
    "a tie-break": lambda: deal(tied(DULL_18, DULL_33, DULL_18, tie_break=True)[0]),
    "two sets": lambda: deal(before_round(5, players=8)),
    "over": lambda: tied(DULL_18, DULL_33, "4s 5s 6s")[0],
    "abandoned": lambda: after(dealt(DULL_18, DULL_21, DULL_33), None, ABANDONED),
    "stopped": lambda: after(before_round(3, players=3), None, STOPPED),
}


@pytest.mark.rule("FC-01", "FC-09")
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_imagined_state_looks_just_like_the_true_one(moment: str) -> None:
    """To its viewer; and no card is in it that could not be there."""
    state = MOMENTS[moment]()
    for viewer in (*range(state.players), None):
        imagined = state.game.imagine(state.view(viewer), Shuffle(seeded(moment)))
        assert state.view(viewer) == imagined.view(viewer)
        assert all_cards(state).total() == all_cards(imagined).total()
        assert Counter() == all_cards(imagined) - Counter(deck(state.sets))
        assert [solver.pack(held, imagined.wild) for held in imagined.hands] == imagined.packed


@pytest.mark.rule("FC-09")
def test_an_imagined_state_shuffles_what_the_viewer_does_not_see() -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    view = state.view(0)
    one, two = (FiveCrowns().imagine(view, Shuffle(seeded(seed))) for seed in (1, 2))
    assert (one.hands[0], one.discards) == (two.hands[0], two.discards)
    assert (one.hands[1:], one.draw) != (two.hands[1:], two.draw)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_copy_is_equal_and_independent(moment: str) -> None:
    state = MOMENTS[moment]()
    before, copy = state.copy(), state.copy()
    assert state == copy
    copy.hands[0].append(JOKER)
    copy.packed[0] += 1
    copy.draw.append(JOKER)
    copy.discards.append(JOKER)
    copy.laid[0] = ()
    copy.sheet.append((1, 2, 3))
    assert before == state != copy
