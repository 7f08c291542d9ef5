"""Environments: the kits of PettingZoo, Gymnasium and OpenSpiel, seeds, rewards, and what is not loaded elsewhere."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random
from typing import Any, cast

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from rumpus import research
from rumpus.bots import bot
from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.playout import Playout
from rumpus.research import gymnasium_env
from tests.research.tables import GAMES, RACES, SHORT, sample

KIT = """
import warnings
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyspiel
import rumpus.research.openspiel
for players, parameters in CASES:
    table = pyspiel.load_game("rumpus_" + NAME, {"players": players, "max_steps": 200, **parameters})
    pyspiel.random_sim_test(table, num_sims=1, serialize=True, verbose=False)
"""


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", GAMES)
def test_aec_environments_pass_the_kit_of_pettingzoo(name: str, players: int) -> None:
    with warnings.catch_warnings():  # the kit would rather see arrays, but masks belong in a dict, as in its own games
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent probably)")
        api_test(research.aec(name, players, **SHORT[name]), num_cycles=150)
    seed_test(lambda: research.aec(name, players, memory=True, **SHORT[name]), num_cycles=60)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", GAMES)
def test_parallel_environments_pass_the_kit_of_pettingzoo(name: str, players: int) -> None:
    parallel_api_test(research.parallel(name, players, **SHORT[name]), num_cycles=150)
    delay = 2 if name in RACES else 0
    parallel_seed_test(lambda: research.parallel(name, players, delay=delay, **SHORT[name]), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_environments_pass_their_kit(name: str) -> None:
    check_env(research.gym_env(name, 3, ["casual", "greedy"], seat=1, **SHORT[name]), skip_render_check=True)
    made = gymnasium.make(f"rumpus/{name}-v0", players=2, render_mode="ansi", **SHORT[name])
    check_env(made.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_games_pass_their_kit(name: str) -> None:
    cases = [(2, SHORT[name]), (3, SHORT[name] | {"head_start": "0;5;9", "first_dealer": "random"})]
    if name == "wackee_six":
        cases.append((5, {"partners": True, "target": 5, "first_dealer": "seat2"}))
    done = subprocess.run(  # noqa: S603 - our own code; the kit writes to the process's own output
        [sys.executable, "-c", f"NAME, CASES = {name!r}, {cases!r}\n{KIT}"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert 0 == done.returncode, done.stderr


def deals(happened: list[Any]) -> list[Any]:
    return [action for _, (_, action) in happened if action.deals]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_deals_the_same_cards_however_it_is_played(name: str) -> None:
    dealt = []
    for policy in (1, 2):
        env = research.aec(name, 3, **SHORT[name])
        env.reset(seed=7)
        rng = Random(policy)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else sample(seen["action_mask"], rng))
        dealt.append(deals(env.arena.playout.happened))
    playout = Playout(game(name, SHORT[name]), [bot(name, "greedy")] * 3, (7,))
    while playout.state.outcome() is None:
        playout.step()
    dealt.append(deals(playout.happened))
    rounds = min(map(len, dealt))
    assert rounds >= 1
    assert dealt[0][:rounds] == dealt[1][:rounds] == dealt[2][:rounds]


@pytest.mark.parametrize("name", GAMES)
def test_rewards_of_a_match_add_up_to_its_totals(name: str) -> None:
    env = research.parallel(name, 3, **SHORT[name])
    seen, _ = env.reset(seed=3)
    rng, earned = Random(3), [0.0] * 3
    while env.agents:
        answers = {agent: sample(seen[agent]["action_mask"], rng) for agent in env.agents}
        seen, rewards, ended, _, _ = env.step(answers)
        earned = [total + rewards[agent] for total, agent in zip(earned, rewards, strict=True)]
    assert all(ended.values())
    state = env.arena.state
    assert earned == pytest.approx(env.encoding.rewards((0, 0, 0), state.totals, state.parties()))
    assert 0 == pytest.approx(sum(earned))


def test_handicaps_are_options_of_an_environment() -> None:
    env = research.aec("wig_out", 3, cards=(3, 5, 7), head_start=(0, 1, 2), rounds=1)
    env.reset(seed=1)
    assert (3, 5, 7) == env.arena.state.public().hands
    assert (0, 1, 2) == env.arena.state.totals


def test_one_seat_plays_house_bots_to_the_end_of_a_match() -> None:
    for name in GAMES:
        env = research.gym_env(name, 3, ["greedy"], seat=2, **SHORT[name])
        seen, info = env.reset(seed=5)
        rng, ended, cut, earned = Random(5), False, False, 0.0
        while not ended and not cut:
            seen, reward, ended, cut, info = env.step(sample(seen["action_mask"], rng))
            earned += reward
        assert ended
        state = env.arena.state
        assert earned == pytest.approx(env.encoding.rewards((0, 0, 0), state.totals, state.parties())[2])
        assert not seen["action_mask"].any()
        assert info["time_s"] == pytest.approx(env.arena.now, abs=0.001)


def test_an_illegal_action_of_a_seat_changes_nothing_and_is_said() -> None:
    env = research.gym_env("five_crowns", illegal_reward=-0.5, rounds=1)
    before, _ = env.reset(seed=2)
    after, reward, ended, _, info = env.step(env.encoding.actions - 1)
    assert (-0.5, False, True) == (reward, ended, info["illegal"])
    assert (before["observation"] == after["observation"]).all()
    assert list(env.action_masks().nonzero()[0]) == [0, 1]


def test_a_match_that_takes_too_long_is_truncated() -> None:
    env = research.gym_env("five_crowns", max_steps=3)
    env.reset(seed=1)
    assert [False, False, True] == [env.step(113)[3] for _ in range(3)]
    zoo = research.aec("wig_out", 2, max_steps=2)
    zoo.reset(seed=1)
    zoo.step(zoo.encoding.wait)
    zoo.step(zoo.encoding.wait)
    assert {"player_0": True, "player_1": True} == zoo.truncations


def test_reset_without_a_seed_goes_on_with_other_cards() -> None:
    env = research.gym_env("wig_out", rounds=1)
    hands = []
    for seed in (4, None, None, 4, None):
        env.reset(seed=seed)
        hands.append(env.arena.state.private(0).hand)
    assert hands[0] == hands[3]
    assert hands[1] == hands[4]
    assert 3 == len({tuple(hand) for hand in hands[:3]})


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: research.aec("wig_out", clock=cast(Any, "sun")), "the clock is one of event, token, wall"),
        (lambda: research.aec("wig_out", after_s=0), "after_s is more than 0 seconds, not 0"),
        (lambda: research.aec("wig_out", token_s=cast(float, "x")), "token_s is more than 0 seconds, not 'x'"),
        (lambda: research.aec("wig_out", deadline_s=-3), "deadline_s is more than 0 seconds, not -3"),
        (lambda: research.parallel("wig_out", tick_s=0), "tick_s is more than 0 seconds, not 0"),
        (lambda: research.gym_env("wig_out", after_s=cast(float, None)), "after_s is more than 0 seconds, not None"),
        (lambda: research.aec("wig_out", render_mode="rgb"), "render_mode is one of ansi, human or None"),
        (lambda: research.parallel("wig_out", delay=-1), "a whole number of ticks from 0 on"),
        (lambda: research.parallel("five_crowns", delay=1), "Five Crowns is played in turns"),
        (lambda: research.gym_env("wig_out", bots="casual"), "bots is a list of names"),
        (lambda: research.gym_env("wig_out", bots=["nobody"]), "has no bot 'nobody'"),
        (lambda: research.gym_env("wig_out", 3, ["casual"] * 3), "3 bots are too many for 2 seats"),
        (lambda: research.gym_env("wig_out", seat=2), "the seat is a number from 0 to 1"),
        (lambda: research.gym_env("wig_out", after_s=-1), "after_s is more than 0"),
        (lambda: research.gym_env("wig_out", render_mode="rgb"), "render_mode is one of ansi or None"),
        (lambda: research.gym_env("wig_out", max_steps=0), "max_steps is a whole number from 1 up"),
        (lambda: research.batch("wig_out", 1, players=cast(int, "x")), "as in new.3., or a Seating, not 'x'"),
        (lambda: research.aec("wig_out").step(0), "no match yet: call reset"),
        (lambda: research.aec("wig_out").last(), "no match yet: call reset"),
        (lambda: research.parallel("wig_out").step({}), "no match yet: call reset"),
        (lambda: research.gym_env("wig_out").step(0), "no match yet: call reset"),
        (lambda: research.gym_env("wig_out", render_mode="ansi").render(), "no match yet: call reset"),
        (lambda: research.aec("wig_out").reset(seed=cast(int, "x")), "the seed is a whole number, not 'x'"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        make()


@pytest.mark.parametrize("action", ["x", None, [], 1.5])
def test_an_action_that_is_no_number_is_refused_in_a_sentence(action: Any) -> None:
    env = research.gym_env("wig_out")
    env.reset(seed=1)
    with pytest.raises(Malformed, match="an action is a whole number, not"):
        env.step(action)


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    env = research.aec("five_crowns")
    env.reset(seed=1)
    for wrong in (99, 0.5):
        with pytest.raises(Malformed, match=rf"the action {wrong} is not legal now; legal are 0, 1$"):
            env.step(wrong)
    env.step(0)


@pytest.mark.parametrize("answer", [(1,), [1, 2, 3], ()])
def test_an_answer_that_is_no_pair_is_refused_in_a_sentence(answer: Any) -> None:
    env = research.aec("wig_out")
    env.reset(seed=1)
    with pytest.raises(Malformed, match="a number, or a pair of a number and how long it takes"):
        env.step(answer)


@pytest.mark.parametrize("actions", [5, {"player_9": 0}, {"player_0": "x"}, {"player_1": None}])
def test_actions_that_are_not_those_of_the_agents_are_refused_and_nothing_happens(actions: Any) -> None:
    env = research.parallel("wig_out")
    env.reset(seed=1)
    with pytest.raises(
        Malformed, match=r"a number for each agent, of player_0, player_1|of player_. is a whole number"
    ):
        env.step(actions)
    assert 0 == env.arena.now


def test_environments_can_be_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = research.aec("wig_out", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "Wig Out!: round 1, play" in capsys.readouterr().out
    one = gymnasium_env.SeatEnv("wig_out", render_mode="ansi")
    one.reset(seed=1)
    assert "as seat 0 sees it" in str(one.render())
