"""Five Crowns: the options of a table, and matches that the table ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rumpus.contract import ABANDONED, OVER, STOPPED, Game, Malformed, Result, Seating
from rumpus.games import game
from rumpus.games.five_crowns.actions import Options
from rumpus.games.five_crowns.game import FiveCrowns
from tests.rules.five_crowns_changes import ROUNDS, owed_deal
from tests.rules.five_crowns_deals import (
    before_round,
    deal,
    dealt,
    new,
    play_round,
    refused,
)

# The options


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
def test_the_options_have_the_defaults_of_the_sheet() -> None:
    assert Options(first_dealer="host", rounds=11, tie_break=False, turn_limit=None) == game("five_crowns").options


@pytest.mark.rule("FC-24")
@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_quick_game_plays_only_the_first_rounds(rounds: int) -> None:
    state = new(2, rounds=rounds)
    for _ in range(rounds):
        assert state.outcome() is None
        play_round(state)
    assert (rounds, "finished") == (state.round, state.result and state.result.why)


@pytest.mark.rule("FC-24")
def test_the_last_round_of_a_quick_game_deals_as_few_cards_as_that_round_always_does() -> None:
    assert ("5", 5) == (owed_deal(before_round(3, rounds=3)).wild, before_round(3, rounds=3).next_deal()[1])


@pytest.mark.rule("FC-24")
@pytest.mark.parametrize(("first", "rounds", "played"), [(1, 11, 11), (5, 1, 1), (9, 11, 3), (11, 11, 1)])
def test_a_match_may_begin_with_a_later_round_and_ends_with_the_eleventh(first: int, rounds: int, played: int) -> None:
    state = new(2, first_round=first, rounds=rounds)
    sizes = []
    while state.outcome() is None:
        sizes.append((owed_deal(state).wild, state.next_deal()[1]))
        play_round(state)
    wilds = "3456789TJQK"[first - 1 : first - 1 + played]
    assert list(zip(wilds, range(first + 2, first + 2 + played), strict=True)) == sizes


@pytest.mark.rule("FC-22", "FC-24")
def test_a_round_that_only_decides_a_tie_is_no_match_of_its_own() -> None:
    rules, dealt_round = FiveCrowns(), owed_deal(before_round(3))
    alone = rules.only_round(dealt_round)
    assert alone is not None
    assert (1, 3) == (alone.rounds, alone.first_round)
    assert rules.only_round(replace(dealt_round, tie_break=True)) is None
    assert Game.only_round(rules, dealt_round) is None  # as in a game that says nothing of its own


@pytest.mark.rule("FC-21", "FC-24")
def test_without_options_eleven_rounds_are_played() -> None:
    state = FiveCrowns().new(Seating(players=2))
    for _ in range(11):
        assert state.outcome() is None
        play_round(state)
    assert (11, 11, OVER) == (state.round, len(state.sheet), state.phase)


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
@pytest.mark.parametrize(
    "options",
    [
        *({"rounds": number} for number in ROUNDS),
        {"first_round": 11},
        {"tie_break": True},
        {"tie_break": False},
        {"turn_limit": None},
        {"turn_limit": 1},
        {"turn_limit": 1000},
        {"first_dealer": "host"},
        {"first_dealer": "random"},
        {"first_dealer": 13},
    ],
)
def test_every_option_can_be_set(options: dict[str, Any]) -> None:
    chosen = game("five_crowns", options).options
    assert options == {name: getattr(chosen, name) for name in options}


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 0},
        {"first_round": 0},
        {"first_round": 12},
        {"rounds": 12},
        {"rounds": "3"},
        {"rounds": None},
        {"tie_break": 1},
        {"tie_break": "yes"},
        {"turn_limit": 0},
        {"turn_limit": -5},
        {"turn_limit": 1001},
        {"turn_limit": 2.5},
        {"first_dealer": "left"},
        {"first_dealer": -1},
        {"first_dealer": 32},
        {"first_dealer": None},
        {"wilds": 3},
    ],
)
def test_an_option_out_of_range_is_unreadable(options: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match=r"Five Crowns"):
        game("five_crowns", options)


# The end of the match by the table


@pytest.mark.rule("T-04", "FC-21")
def test_between_rounds_the_table_may_stop_and_the_lowest_total_wins() -> None:
    state = before_round(2, players=3)
    assert [STOPPED, ABANDONED] == state.legal(None)
    [(by, result)] = state.apply(None, STOPPED)
    assert by is None
    assert Result(why="stopped", totals=state.totals, winners=(1,)) == result == state.outcome()


@pytest.mark.rule("T-04")
def test_the_table_cannot_stop_before_the_first_deal_or_during_a_round() -> None:
    state = new(3)
    assert [ABANDONED] == state.legal(None)
    assert ("T-04", "stop-between-rounds") == refused(state, None, STOPPED)
    assert ("T-04", "stop-between-rounds") == refused(deal(state), None, STOPPED)


@pytest.mark.rule("T-02")
def test_an_abandoned_match_has_no_winner() -> None:
    state = dealt("4t 6h 8c", "5t 7h 9c")
    state.apply(None, ABANDONED)
    assert Result(why="abandoned", totals=(0, 0), winners=()) == state.outcome()
    assert [] == state.legal(None)


@pytest.mark.rule("FC-21")
def test_nobody_can_declare_a_result() -> None:
    state = before_round(2)
    assert ("FC-21", "result-follows") == refused(state, 0, STOPPED)
    assert ("FC-21", "result-follows") == refused(state, 0, ABANDONED)
    assert ("FC-21", "result-follows") == refused(state, None, Result(why="finished", winners=(0,)))


@pytest.mark.rule("FC-21")
def test_a_match_ends_once() -> None:
    state = new(2, rounds=1)
    play_round(state)
    assert ("FC-21", "match-over") == refused(state, None, ABANDONED)
    assert ("FC-21", "match-over") == refused(state, None, STOPPED)
    assert ("FC-21", "match-over") == refused(state, None, Result(why="finished"))
