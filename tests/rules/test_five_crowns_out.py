"""Five Crowns: going out, and the last turns of the others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import TEXT, kind
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    PLAYERS,
    THREES,
    after_out,
    arranged,
    before_round,
    cards,
    deal,
    deal_wilds,
    dealt,
    discard,
    go_out,
    hand,
    keep,
    kinds,
    melds,
    new,
    points,
    refusal_of,
    refused,
    scores,
    take,
    turns_to_the_end,
    unreadable,
)

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
def test_going_out_can_be_replayed_from_what_the_table_told() -> None:
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
    """Three of the five sevens would leave two and the joker; all of them together leave none."""
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
def test_going_out_with_invalid_melds_is_refused(laid: str, clause: str, reason: str) -> None:
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
    ways = [action for action in state.legal(1) if isinstance(action, Discard) and action.out]
    assert [Discard(card=card, out=True) for card in ("7h", "7c", "7s", "**")] == ways


@pytest.mark.rule("FC-14")
def test_a_player_may_go_out_on_a_later_turn() -> None:
    """The cards discarded on the way no longer count."""
    state = dealt(DULL_18, "7h 7s 9c", draw="Kd 7c")
    take(state, 1)
    discard(state, 1, "9c")
    keep(state)
    take(state, 1)
    assert Discard(card="Kd", out=True) in state.legal(1)
    go_out(state, 1, "Kd")
    assert 1 == state.out


@pytest.mark.rule("FC-14")
@given(seed=st.integers(0, 2**32), number=st.integers(1, 4))
def test_going_out_is_accepted_exactly_where_it_is_legal(seed: int, number: int) -> None:
    state = before_round(number, players=2)
    deal_of_chance: Any = state.owed(Shuffle(seeded(seed)))
    state.apply(None, deal_of_chance)
    seat = state.turn
    take(state, seat)
    ways = {action.card for action in state.legal(seat) if isinstance(action, Discard) and action.out}
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
    seats, happened = turns_to_the_end(state)
    assert [seat % players for seat in range(2, players + 1)] == seats
    assert ["out"] == [score.why for score in scores(happened)]


@pytest.mark.rule("FC-15")
def test_a_player_who_goes_out_later_has_no_further_turn_either() -> None:
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
    assert [] == [action for action in state.legal(0) if isinstance(action, Discard) and action.out]
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
def test_invalid_melds_are_refused_on_a_last_turn_too(laid: str, clause: str, reason: str) -> None:
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
