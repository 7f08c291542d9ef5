"""Five Crowns: the end of the match, ties, the turn limit, and what each viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from rumpus.contract import ABANDONED, STOPPED, Event, Go, Result, Score
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Deal, Discard, LayDown, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, TEXT, deck
from rumpus.games.five_crowns.rules import FiveCrowns, FiveCrownsState
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    SIXES,
    Unshuffled,
    after_out,
    all_cards,
    arranged,
    before_round,
    cards,
    deal,
    dealt,
    go_out,
    hand_made,
    keep,
    keep_on,
    melds,
    new,
    refused,
    take,
    turns_to_the_end,
    unreadable,
    use_up,
)

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
    assert "Score is not an action of Five Crowns" in unreadable(state, None, score)
    assert "Go is not an action of Five Crowns" in unreadable(state, 0, Go())


# Ties

SIX_49, SIX_44 = "4t 5h 7c 9s Jd Kt", "3t 4h 7d 8s Td Qt"  # nothing in them can be melded while sixes are wild


def tied(*hands: str, **options: Any) -> tuple[FiveCrownsState, list[Event]]:
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
    seats, _ = turns_to_the_end(state)
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
    seats, _ = turns_to_the_end(state)
    assert dict.fromkeys(range(players), limit) == Counter(seats)


@pytest.mark.rule("FC-23")
def test_the_turns_are_counted_anew_in_every_round() -> None:
    state = deal(before_round(2, players=3, turn_limit=2))
    seats, _ = turns_to_the_end(state)
    assert [2, 0, 1, 2, 0, 1] == seats


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


@pytest.mark.rule("FC-17", "FC-21")
def test_when_the_match_is_over_everybody_sees_the_cards_that_are_left() -> None:
    state = after_out(DULL_18, rounds=1)
    keep(state)
    public = state.view(None).public
    assert ("over", (arranged(DULL_18), ()), state.outcome()) == (public.phase, public.shown, public.result)


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
    before, copied = deepcopy(state), state.copy()
    assert state == copied
    for cards_of_a_seat in copied.hands:
        cards_of_a_seat.append(JOKER)
    for some in (copied.packed, copied.draw, copied.discards, copied.laid, copied.sheet, copied.hands):
        some.clear()
    assert before == state


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_state_differs_from_one_with_any_other_part(moment: str) -> None:
    state, parts = (
        MOMENTS[moment](),
        ("dealer", "turn", "turns", "wild", "dealt", "taken", "tied", "out", "hands", "draw"),
    )
    for part in parts:
        other = state.copy()
        setattr(other, part, "something else")
        assert state != other
    assert state != "a state"
