"""Training: the same seed gives the same weights however it is spread, it learns, and what it learned can be played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from rumpus.cli.main import cli
from rumpus.contract import Malformed, RumpusError
from rumpus.games import game
from rumpus.playout import Playout
from rumpus.research import simulate, train

PLAN = train.Plan(game="wig_out", bots=("random",), options={"rounds": 1}, matches=10, seed=7)


def trained(iterations: int = 2, plan: train.Plan = PLAN, **more: Any) -> train.Policy:
    *_, policy = train.train(plan, iterations, **more)
    return policy


def test_one_process_and_two_give_the_same_weights() -> None:
    assert trained() == trained(jobs=2)


def test_another_seed_gives_other_weights() -> None:
    assert trained().weights != trained(plan=msgspec.structs.replace(PLAN, seed=8)).weights


def test_training_that_was_interrupted_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    kept = tmp_path / "policy.json"
    trained(1).keep(kept)
    assert trained(2) == trained(1, begin=train.read(kept))


class OneRightChoice:
    """A round of some choices among three actions, which earns a point, and one for each choice of the second.

    With `luck` there is another round before and after it, whose reward has nothing to do with the choices.
    """

    def __init__(self, choices: int = 1, luck: float = 0.0) -> None:
        self.choices, self.luck = choices, luck

    def reset(self, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        self.rng, self.made, self.right = Random(seed), 0, 0
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        number, place = divmod(self.made, self.choices)
        self.right = (self.right if place else 0) + (action == 1)
        self.made += 1
        ends = self.made % self.choices == 0
        by_luck = self.luck > 0 and number != 1
        earned = self.rng.choice([-self.luck, self.luck]) if by_luck else 1.0 + self.right
        return self._seen(), earned if ends else 0.0, ends and (not self.luck or number == 2), False, {}

    def _seen(self) -> dict[str, Any]:
        return {"observation": np.array([1.0]), "action_mask": np.array([1, 1, 1])}


UNTAUGHT = train.Policy(plan=PLAN, iterations=0, weights=[[0.0, 0.0]] * 3, curve=[], encoding="x")


def chance_of_the_right_one(policy: train.Policy) -> float:
    return float(train.likely(np.array(policy.weights), [1.0], [1, 1, 1])[1][1])


@pytest.mark.parametrize("fault", [False, True])
@pytest.mark.parametrize("env", [OneRightChoice(), OneRightChoice(20), OneRightChoice(1, luck=2.0)])
def test_it_learns_what_is_right(monkeypatch: pytest.MonkeyPatch, env: OneRightChoice, fault: bool) -> None:
    monkeypatch.setattr(train.Plan, "env", lambda self: env)
    if fault:
        match = train._match
        monkeypatch.setattr(train, "_match", lambda *given: (one._replace(reward=-one.reward) for one in match(*given)))
    policy = UNTAUGHT
    for _ in range(60):
        policy = train._improved(policy, map)
    assert (chance_of_the_right_one(policy) > 0.8) != fault


def test_the_choices_of_a_round_are_judged_by_its_own_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train.Plan, "env", lambda self: OneRightChoice(3, luck=1.0))
    rounds = [list(train._match(PLAN.env(), np.zeros((3, 2)), 7, number)) for number in range(20)]
    assert {3} == {len(match) for match in rounds}
    assert {3} == {one.choices for match in rounds for one in match}
    assert {1.0} == {abs(match[place].reward) for match in rounds for place in (0, 2)}


def test_a_step_of_long_matches_is_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []
    for choices in (1, 300):
        monkeypatch.setattr(train.Plan, "env", lambda self, choices=choices: OneRightChoice(choices))
        steps.append(np.abs(train._improved(UNTAUGHT, map).weights).max())
    assert steps[1] < steps[0]


def test_a_policy_plays_as_a_bot() -> None:
    policy = trained()
    bots = [policy.bot(), policy.bot()]
    matches = [simulate.run(Playout(game("wig_out", {"rounds": 1}), bots, (3, number))) for number in range(3)]
    assert all(match.result.winners for match in matches)


@pytest.mark.parametrize("name", ["five_crowns", "wackee_six"])
def test_every_game_can_be_trained(name: str) -> None:
    options = {"five_crowns": {"rounds": 1, "turn_limit": 3}, "wackee_six": {"target": 1}}
    policy = trained(1, train.Plan(game=name, options=options[name], matches=2))
    assert 1 == len(policy.curve)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"matches": 0}, "matches is a whole number"),
        ({"seed": -1}, "the seed one from 0 up"),
        ({"rate": float("nan")}, "the rate more than 0"),
        ({"rate": float("inf")}, "the rate more than 0"),
        ({"bots": ()}, "bots is a list of names"),
        ({"bots": ("nobody",)}, "nobody"),
        ({"options": {"moon": 1}}, "moon"),
        ({"players": 9}, "wo-players"),
    ],
)
def test_wrong_plans_are_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RumpusError, match=sentence):
        trained(plan=msgspec.structs.replace(PLAN, **change))


def test_a_policy_is_trained_further_only_by_its_own_plan() -> None:
    with pytest.raises(Malformed, match="with what it began with"):
        trained(plan=msgspec.structs.replace(PLAN, rate=1.0), begin=trained(1))


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "x"}'])
def test_a_file_that_is_no_policy_is_refused(tmp_path: Path, text: str) -> None:
    wrong = tmp_path / "policy.json"
    wrong.write_text(text)
    with pytest.raises(Malformed, match="is no file of a policy"):
        train.read(wrong)


def test_the_command_keeps_the_policy_and_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "policy.json"
    command = ["train", "wig_out", "--option", "rounds=1", "--games", "4", "--out", str(kept), "--json"]
    first = CliRunner().invoke(cli, [*command, "--iterations", "1"], catch_exceptions=False)
    second = CliRunner().invoke(cli, [*command, "--iterations", "2"], catch_exceptions=False)
    once, twice = json.loads(first.stdout), json.loads(second.stdout)
    assert (1, 2) == (once["iterations"], twice["iterations"])
    assert once["curve"] == twice["curve"][:1]
    assert 2 == train.read(kept).iterations
