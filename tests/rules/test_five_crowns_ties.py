"""Five Crowns: the end of the match, ties and the turn limit."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from rumpus.contract import ABANDONED, FINISHED, STOPPED, Go, Result, Score
from rumpus.games.five_crowns.actions import Deal, Discard, LayDown, Reshuffle, Take
from rumpus.games.five_crowns.cards import TEXT
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    SIXES,
    Unshuffled,
    after_out,
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
    tied,
    turns_to_the_end,
    unreadable,
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


@pytest.mark.rule("FC-22")
def test_players_tied_for_the_lowest_total_share_the_win() -> None:
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
def test_a_tie_before_the_last_round_starts_no_tie_break() -> None:
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
def test_players_who_are_not_tied_cannot_act(seat: int) -> None:
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


@pytest.mark.rule("FC-22")
class TestAskingWhenTheTieIsThere:
    """Where people are asked, a tie waits for their word, though the option was not set before."""

    def test_a_tie_is_undecided_until_the_table_says_so(self) -> None:
        state, happened = tied(DULL_18, DULL_33, DULL_18, asks=True)
        assert isinstance(happened[-1][1], Score)
        assert (True, None, ()) == (state.undecided(), state.owed(Unshuffled()), state.to_act())
        assert [FINISHED, STOPPED, ABANDONED] == state.legal(None)
        assert ("FC-21", "result-follows") == refused(state, 0, FINISHED)

    def test_they_share_the_win_if_they_do_not_agree(self) -> None:
        state, _ = tied(DULL_18, DULL_33, DULL_18, asks=True)
        shared = Result(why="finished", totals=(18, 33, 18), winners=(0, 2))
        assert [(None, shared)] == state.apply(None, FINISHED)
        assert not state.undecided()

    def test_they_play_it_off_if_they_agree_and_are_not_asked_again(self) -> None:
        state, _ = tied(DULL_18, DULL_33, DULL_18, asks=True)
        due = state.extra_round(Unshuffled())
        assert due is not None
        assert due.hands is not None
        assert (True, [6, 0, 6]) == (due.tie_break, list(map(len, due.hands)))
        deal(state, SIX_49, "", SIX_49)
        assert (False, None) == (state.undecided(), state.extra_round(Unshuffled()))
        keep_on(state)
        assert (False, True) == (state.undecided(), state.owed(Unshuffled()) is not None)

    def test_nobody_is_asked_without_a_tie_or_where_the_option_decides(self) -> None:
        state, happened = tied(DULL_18, DULL_33, DULL_21, asks=True)
        assert (None, Result(why="finished", totals=(18, 33, 21), winners=(0,))) == happened[-1]
        assert not state.undecided()
        state, _ = tied(DULL_18, DULL_33, DULL_18, asks=True, tie_break=True)
        assert (False, True) == (state.undecided(), state.owed(Unshuffled()) is not None)


@pytest.mark.rule("FC-22")
def test_the_view_says_which_rounds_were_tie_breaks_and_who_played_them() -> None:
    state, _ = tied("4t 6h 8c", DULL_33, "4t 6h 8c", "4h 6t 8s", tie_break=True)
    assert () == state.view(None).public.tie_breaks
    deal(state, SIX_44, "", SIX_49, SIX_44)
    keep_on(state)
    deal(state, SIX_49, "", "", SIX_44)
    keep_on(state)
    public = state.view(None).public
    assert ((44, None, 49, 44), (49, None, None, 44)) == state.game.tie_breaks(public)
    counted = public.sheet[:-2]
    assert public.totals == tuple(map(sum, zip(*counted, strict=True)))


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
