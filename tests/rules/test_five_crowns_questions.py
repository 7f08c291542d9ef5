"""Five Crowns: what a player may ask about the own hand, the best melds and whether groups are melds."""

from __future__ import annotations

import msgspec
import pytest

from rumpus.contract import AboutRealCards, Game, Illegal, Malformed
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.questions import BestMelds, Grouping, Groups, Melds, RealHand
from tests.rules.five_crowns_deals import DULL_18, DULL_21, assert_worded, cards, dealt, go_out, keep_on, melds, take

HAND = "7h 7s Kd"  # of round one, 3s are wild


def grouping(written: str, discard: str | None = None) -> Grouping:
    return Grouping(id="1", melds=melds(written), discard=discard)


def test_the_game_offers_both_questions() -> None:
    assert (Melds, Grouping) == FiveCrowns.questions
    assert {"no-melds"} == {question.refusal for question in FiveCrowns.questions}
    assert (BestMelds, Groups) == tuple(question.answer_type for question in FiveCrowns.questions)


def test_they_can_be_asked_only_by_a_seat_with_cards() -> None:
    state = dealt(DULL_18, "7h 7s 7c", discard="Kd")
    assert Melds(id="1").can_be_asked(state.view(1))
    assert not Melds(id="1").can_be_asked(state.view(None))
    take(state, 1, "discard")
    go_out(state, 1, "Kd")
    assert not grouping("").can_be_asked(state.view(1))
    assert grouping("").can_be_asked(state.view(0))


def test_the_best_melds_leave_the_fewest_points() -> None:
    state = dealt("7h 7s 7c", DULL_21)
    assert BestMelds(points=0, melds=(cards("7h 7c 7s"),), left=()) == Melds(id="1").answer(state.view(0))


def test_outside_the_own_turn_no_discard_is_named() -> None:
    state = dealt(HAND, DULL_21, discard="7c")
    before = Melds(id="1").answer(state.view(0))
    assert (27, (), None, None) == (before.points, before.melds, before.discard, before.points_after)
    take(state, 1)
    assert before == Melds(id="1").answer(state.view(0))  # another seat has taken a card
    assert Melds(id="1").answer(state.view(1)).discard is not None


def test_in_the_own_turn_the_best_discard_is_named() -> None:
    state = dealt(DULL_21, HAND, discard="7c")
    assert Melds(id="1").answer(state.view(1)).discard is None  # before taking a card there is none
    take(state, 1, "discard")
    assert BestMelds(points=13, melds=(cards("7h 7c 7s"),), left=("Kd",), discard="Kd", points_after=0) == Melds(
        id="1"
    ).answer(state.view(1))


@pytest.mark.rule("FC-16")
def test_groups_are_checked_one_by_one() -> None:
    state = dealt(DULL_21, HAND, discard="7c")
    take(state, 1, "discard")
    assert Groups(valid=(True,), left=("Kd",), points=13) == grouping("7h 7s 7c").answer(state.view(1))
    assert Groups(valid=(), left=cards("7h 7c 7s Kd"), points=34) == grouping("").answer(state.view(1))


@pytest.mark.rule("FC-10", "FC-11")
@pytest.mark.parametrize("group", ["7h 7s", "7h 7s Kd"])
def test_a_group_that_is_no_meld_stays_in_the_hand(group: str) -> None:
    state = dealt(DULL_21, HAND, discard="7c")
    take(state, 1, "discard")
    assert Groups(valid=(False,), left=cards("7h 7c 7s Kd"), points=34) == grouping(group).answer(state.view(1))


def test_the_discard_is_taken_out_of_the_hand_first() -> None:
    state = dealt(DULL_21, HAND, discard="7c")
    take(state, 1, "discard")
    assert Groups(valid=(True,), left=(), points=0) == grouping("7h 7s 7c", "Kd").answer(state.view(1))
    with pytest.raises(Illegal) as caught:
        grouping("7h 7s 7c", "7c").answer(state.view(1))
    assert ("FC-16", "fc-meld-not-in-hand") == (caught.value.clause, caught.value.reason)


@pytest.mark.rule("FC-08")
def test_a_discard_that_is_not_in_the_hand_is_refused() -> None:
    state = dealt(HAND, DULL_21)
    with pytest.raises(Illegal) as caught:
        grouping("", "Kh").answer(state.view(0))
    assert ("FC-08", "fc-not-in-hand") == (caught.value.clause, caught.value.reason)
    assert_worded(caught.value)


@pytest.mark.rule("FC-16")
def test_a_group_with_a_card_of_somebody_else_is_refused() -> None:
    state = dealt(HAND, DULL_21)
    with pytest.raises(Illegal) as caught:
        grouping("7h 7s 7h").answer(state.view(0))
    assert ("FC-16", "fc-meld-not-in-hand") == (caught.value.clause, caught.value.reason)
    assert_worded(caught.value)


def test_a_card_that_does_not_exist_cannot_be_read() -> None:
    with pytest.raises(Malformed, match="there is no card '1z'"):
        grouping("1z 7h 7s").answer(dealt(HAND, DULL_21).view(0))


def test_between_rounds_they_are_about_the_cards_left() -> None:
    state = dealt(DULL_18, DULL_21, discard="Qd", turn_limit=1, rounds=2)
    keep_on(state)
    view = state.view(0)
    assert Melds(id="1").can_be_asked(view)
    assert 18 == Melds(id="1").answer(view).points


# Real cards, apart from every table


def of_real_cards(dealt: int, written: str) -> BestMelds:
    """What the game says of a hand of real cards, as it comes over the wire."""
    assert FiveCrowns.about_real_cards is RealHand
    assert RealHand.answer_type is BestMelds
    return msgspec.convert({"dealt": dealt, "hand": written.split()}, RealHand).answer()


@pytest.mark.rule("FC-17")
def test_a_hand_of_real_cards_is_laid_out_in_the_best_way() -> None:
    assert BestMelds(points=0, melds=(cards("7h 7c 7s"),), left=()) == of_real_cards(3, "7h 7c 7s")
    assert 27 == of_real_cards(3, HAND).points
    assert 7 == of_real_cards(3, "7h").points  # more cards may follow


@pytest.mark.rule("FC-14")
def test_of_one_card_more_than_was_dealt_the_best_one_goes() -> None:
    best = of_real_cards(3, "7h 7s 7c Kd")
    assert BestMelds(points=0, melds=(cards("7h 7c 7s"),), left=(), discard="Kd") == best


@pytest.mark.rule("FC-01")
@pytest.mark.parametrize(
    ("dealt", "written"),
    [(3, "7h 7s 7c Kd Kh"), (4, "7h 7h 7h 7h 7h"), (12, " ".join(["**"] * 13)), (3, "7x")],
)
def test_a_hand_that_nobody_can_have_is_refused(dealt: int, written: str) -> None:
    with pytest.raises(Malformed):
        of_real_cards(dealt, written)


def test_the_solver_and_a_table_say_the_same_of_a_hand() -> None:
    state = dealt(DULL_21, HAND, discard="7c")
    take(state, 1, "discard")
    asked = Melds(id="1").answer(state.view(1))
    real = of_real_cards(3, "7h 7s Kd 7c")
    assert (asked.discard, asked.points_after) == (real.discard, real.points)


def test_the_contract_leaves_the_answer_to_the_game() -> None:
    assert Game.about_real_cards is None
    with pytest.raises(NotImplementedError):
        AboutRealCards().answer()
