"""Training: the same seed gives the same weights however it is spread, it learns, and what it learned can be played."""

from __future__ import annotations

import json
from pathlib import Path
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
    """A table at which the second of three actions earns one point."""

    def reset(self, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._seen(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        return self._seen(), float(action == 1), True, False, {}

    def _seen(self) -> dict[str, Any]:
        return {"observation": np.array([1.0]), "action_mask": np.array([1, 1, 1])}


@pytest.mark.parametrize("fault", [False, True])
def test_it_learns_what_is_right(monkeypatch: pytest.MonkeyPatch, fault: bool) -> None:
    monkeypatch.setattr(train.Plan, "env", lambda self: OneRightChoice())
    start = train.Policy(plan=PLAN, iterations=0, weights=[[0.0, 0.0]] * 3, curve=[], encoding="x")
    if fault:
        match = train._match
        monkeypatch.setattr(train, "_match", lambda *given: (-(found := match(*given))[0], found[1]))
    policy = start
    for _ in range(30):
        policy = train._improved(policy, map)
    _, chances = train.likely(np.array(policy.weights), [1.0], [1, 1, 1])
    assert (chances[1] > 0.9) != fault


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
