"""The clocks of races: ticks with a delay, whose hand arrives next, and tokens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus import research
from rumpus.contract import Malformed, Score
from rumpus.games.wig_out.actions import DRAW
from rumpus.research.arena import PATIENCE_S


def numbers(env: Any, *actions: Any) -> list[int]:
    return [env.encoding.number(action) for action in actions]


def first_legal(seen: Any) -> int:
    return int(seen["action_mask"].nonzero()[0][0])


def moves(env: Any) -> list[tuple[Any, int]]:
    """When each seat's moves happened."""
    return [(at, by) for at, (by, action) in env.arena.playout.happened if by is not None]


def test_an_action_lands_a_number_of_ticks_after_the_view_it_was_chosen_on() -> None:
    for delay in (0, 1, 3):
        env = research.parallel("wig_out", 2, delay=delay, rounds=1)
        seen, _ = env.reset(seed=1)
        wait = env.encoding.wait
        env.step({"player_0": first_legal(seen["player_0"]), "player_1": wait})
        for _ in range(delay):
            assert [] == moves(env)
            env.step({"player_0": wait, "player_1": wait})
        assert [(round(0.15 * delay, 3), 0)] == moves(env)


def test_what_is_no_longer_legal_when_it_lands_comes_late_and_changes_nothing() -> None:
    env = research.parallel("wig_out", 2, delay=1, rounds=1)
    seen, _ = env.reset(seed=1)
    wait = env.encoding.wait
    again = {"player_0": first_legal(seen["player_0"]), "player_1": wait}
    env.step(again)
    env.step(again)  # chosen before the first one landed, and the card is there only once
    _, _, _, _, info = env.step({"player_0": wait, "player_1": wait})
    assert 1 == len(moves(env))
    assert (True, False) == (info["player_0"]["late"], info["player_1"]["late"])


def test_who_is_first_in_the_same_tick_is_fair_and_follows_from_the_seed() -> None:
    first: Counter[int] = Counter()
    for seed in range(200):
        env = research.parallel("wackee_six", 2)
        env.reset(seed=seed)
        turn = env.encoding.number(env.encoding.rules.actions[1])
        env.step({"player_0": turn, "player_1": turn})
        first[moves(env)[0][1]] += 1
    assert 200 == first.total()
    assert 70 <= first[0] <= 130  # five standard deviations are 35


def test_the_quicker_hand_arrives_first() -> None:
    env = research.aec("wig_out", 3, rounds=1)
    env.reset(seed=1)
    took = {"player_0": 0.9, "player_1": 0.3, "player_2": 0.6}
    for _ in range(3):
        agent = env.agent_selection
        env.step((first_legal(env.observe(agent)), took[agent]))
    assert [(0.3, 1)] == moves(env)
    assert "player_1" == env.agent_selection  # the others are still moving
    assert 0.3 == env.last()[4]["time_s"]


def test_an_answer_takes_as_long_as_its_tokens() -> None:
    env = research.aec("wig_out", 2, clock="token", token_s=0.01, rounds=1)
    env.reset(seed=1)
    env.step((first_legal(env.observe("player_0")), 500))
    env.step((first_legal(env.observe("player_1")), 40))
    assert [(0.4, 1)] == moves(env)


def test_an_answer_after_the_deadline_is_to_wait() -> None:
    env = research.aec("wig_out", 2, clock="token", token_s=0.01, deadline_s=2, rounds=1)
    env.reset(seed=1)
    env.step((first_legal(env.observe("player_0")), 100_000))
    env.step((env.encoding.wait, 10_000))
    assert [] == moves(env)
    assert 2.0 == env.last()[4]["time_s"]


def test_the_wall_clock_measures_how_long_an_answer_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = iter([10.0, 10.25, 20.0, 20.5, 30.0])
    monkeypatch.setattr("rumpus.research.zoo.perf_counter", lambda: next(wall))
    env = research.aec("wig_out", 2, clock="wall", rounds=1)
    env.reset(seed=1)
    env.step(first_legal(env.observe("player_0")))
    env.step(first_legal(env.observe("player_1")))
    assert [(0.25, 0)] == moves(env)


@pytest.mark.parametrize("took", [-1, "soon", float("nan")])
def test_a_time_that_is_none_is_refused(took: Any) -> None:
    env = research.aec("wig_out", 2)
    env.reset(seed=1)
    with pytest.raises(Malformed, match="a number of seconds or tokens from 0 on"):
        env.step((first_legal(env.observe("player_0")), took))


def test_who_waits_is_asked_again_when_something_happens() -> None:
    env = research.aec("wig_out", 2, rounds=1)
    env.reset(seed=1)
    env.step((env.encoding.wait, 9.0))
    assert "player_1" == env.agent_selection
    env.step((first_legal(env.observe("player_1")), 0.5))
    assert ("player_0", 0.5) == (env.agent_selection, env.last()[4]["time_s"])


def test_a_race_in_which_nobody_moves_ends_as_a_standoff() -> None:
    env = research.parallel("wig_out", 2, rounds=1)
    env.reset(seed=1)
    ticks = 0
    while env.agents:
        ticks += 1
        env.step({})
    assert pytest.approx(PATIENCE_S, abs=0.3) == ticks * 0.15
    assert "standoff" == env.arena.state.ended
    waiting = research.aec("wig_out", 2, rounds=1)
    waiting.reset(seed=1)
    while not any(waiting.terminations.values()):
        waiting.step((waiting.encoding.wait, 5.0))
    assert "standoff" == waiting.arena.state.ended


def test_cards_in_the_air_land_after_the_call_one_of_each_seat() -> None:
    """WS-18 by ticks: what was chosen before the call and lands within a flight's time still counts."""
    landed = 0
    for seed in range(12):
        env = research.parallel("wackee_six", 3, delay=1, target=1, down=(0, 6, 6))
        seen, _ = env.reset(seed=seed)
        while env.agents:
            answers = {}
            for agent in env.agents:
                legal = [int(number) for number in seen[agent]["action_mask"].nonzero()[0]]
                cards = [number for number in legal if 4 <= number < env.encoding.wait]
                answers[agent] = (cards or legal)[0]
            seen, *_ = env.step(answers)
        events = [event for _, event in env.arena.playout.happened]
        air = Counter(by for by, action in events if getattr(action, "airborne", False))
        assert all(count == 1 for count in air.values())
        landed += air.total()
    assert landed


def test_a_draw_that_waits_for_the_hand_is_a_draw() -> None:
    env = research.aec("wig_out", 2, free_draw=True, rounds=1)
    env.reset(seed=2)
    env.step((*numbers(env, DRAW), 0.1))
    env.step((env.encoding.wait, 1.0))
    assert [(0.1, 0)] == moves(env)
    assert not [action for _, (_, action) in env.arena.playout.happened if isinstance(action, Score)]
