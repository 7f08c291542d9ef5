"""T-07 and T-08 in the rules: who is seen to be able to act, who has only to shout, and the table's own ending."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.contract import PLAY, STANDOFF, BaseState, Illegal, Score, Seating
from rumpus.games import game
from rumpus.games.wackee_six.cards import KIND
from rumpus.games.wackee_six.layout import NO_CARD
from rumpus.shuffle import Shuffle, seeded
from tests.contract.laws import playout, sample


def dealt(name: str, players: int = 2, **options: Any) -> Any:
    state: Any = game(name, options).new(Seating(players=players))
    state.apply(None, state.owed(Shuffle(seeded("standoff"))))
    return state


def race(name: str, players: int = 2, **options: Any) -> Any:
    state = dealt(name, players, **options)
    state.apply(None, state.legal(None)[0])
    assert state.phase == PLAY
    return state


@pytest.mark.rule("T-08", "WS-22")
def test_only_the_table_ends_a_race_in_which_nobody_moves() -> None:
    for name in ("wig_out", "wackee_six"):
        state = race(name)
        with pytest.raises(Illegal, match="standoff-not-now"):
            state.copy().apply(0, STANDOFF)
        with pytest.raises(Illegal, match="standoff-not-now"):
            dealt(name).apply(None, STANDOFF)
        happened = state.apply(None, STANDOFF)
        score = happened[1][1]
        assert isinstance(score, Score)
        assert "standoff" == score.why


@pytest.mark.rule("T-08")
def test_a_standoff_is_scored_as_it_lies_without_a_bonus() -> None:
    wig, wackee = race("wig_out"), race("wackee_six")
    assert tuple(wig.sizes) == wig.apply(None, STANDOFF)[1][1].points
    assert (-24, -24) == wackee.apply(None, STANDOFF)[1][1].points


@pytest.mark.rule("T-08", "WO-15", "WS-17")
def test_a_race_is_not_ended_while_somebody_has_only_to_shout() -> None:
    wig, wackee = race("wig_out"), race("wackee_six")
    assert [] == wig.only_shout()
    assert [] == wackee.only_shout()
    wig.sizes[1] = 0
    wackee.left[1] = 0
    for state in (wig, wackee):
        assert [1] == list(state.only_shout())
        with pytest.raises(Illegal, match="standoff-shout"):
            state.apply(None, STANDOFF)
    assert [] == list(dealt("wig_out").only_shout())
    assert [] == list(dealt("wackee_six").only_shout())
    assert () == dealt("five_crowns").only_shout()


@pytest.mark.rule("T-07")
def test_in_turns_the_one_whose_turn_it_is_is_seen_to_be_able_to_act() -> None:
    state = dealt("five_crowns", 3)
    turn = state.to_act()[0]
    assert [seat == turn for seat in range(3)] == [state.seen_to_act(seat) for seat in range(3)]
    unsaid = [BaseState.seen_to_act(state, seat) for seat in range(3)]  # as in a game that says nothing of its own
    assert unsaid == [state.seen_to_act(seat) for seat in range(3)]


@pytest.mark.rule("T-07")
def test_in_wig_out_everybody_can_act_while_there_is_a_deck_and_then_only_a_shout_is_certain() -> None:
    assert not dealt("wig_out").seen_to_act(0)
    state = race("wig_out")
    assert state.seen_to_act(0)
    state.deck = []
    assert not state.seen_to_act(0)
    state.sizes[0] = 0
    assert state.seen_to_act(0)


@pytest.mark.rule("T-07")
def test_in_wackee_six_everybody_sees_what_a_seat_can_play() -> None:
    assert not dealt("wackee_six").seen_to_act(0)
    state = race("wackee_six", 4, partners=True)
    side = state.side_of[0]
    turner, main = state.turner[side], state.main[side]
    assert state.seen_to_act(turner)
    state.up[side] = [KIND["r5"], *[NO_CARD] * 5]
    state.look_at_row(side)
    assert not state.seen_to_act(main)
    state.up[side] = [KIND["r1"], *[NO_CARD] * 5]
    state.look_at_row(side)
    assert state.seen_to_act(main)
    state.deck[side], state.turned[side] = [], []
    assert not state.seen_to_act(turner)
    state.left[side] = 0
    assert state.seen_to_act(turner)


@pytest.mark.rule("T-07")
@pytest.mark.parametrize(("name", "options"), [("wig_out", {"rounds": 1}), ("wackee_six", {"target": 1})])
def test_who_is_seen_to_be_able_to_act_has_a_legal_action(name: str, options: dict[str, Any]) -> None:
    now_and_then = sample(5, 7)
    for state, _ in playout(game(name, options), 4, 3):
        if state.phase == PLAY and now_and_then():
            for seat in range(4):
                assert not state.seen_to_act(seat) or state.legal(seat)
