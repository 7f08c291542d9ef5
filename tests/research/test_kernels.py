"""The kernels are the rules: the same legal sets, the same landings, the same points, with every option."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus import research
from rumpus.contract import STANDOFF, Malformed, Shout
from rumpus.research.encodings.base import Block
from rumpus.research.kernels import five_crowns, wackee_six_table, wig_out
from tests.research.kernel_mirror import CASES, Difference, Mirror

MATCHES = 25  # of each case; `make kernels` plays 10,000 of each game


@pytest.fixture(autouse=True, scope="module")
def _compiled_solver() -> None:
    rumpus.fast()


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_kernel_and_rules_play_the_same_matches(name: str, players: int, options: dict[str, Any]) -> None:
    mirror = Mirror(name, players, options, 8, seed=players)
    mirror.run(MATCHES)
    assert mirror.compared > MATCHES * players


def set_cell(cell: int, change: int) -> Any:
    return lambda kernel: kernel.states.__setitem__((0, cell), kernel.states[0, cell] + change)


def set_up(cell: int, value: int) -> Any:
    return lambda kernel: kernel.setup.__setitem__(cell, value)


def impatient(kernel: Any) -> None:
    """Counts a pass through the hand deck in every tick (WS-22)."""
    tick = kernel.tick

    def hurried(*arguments: Any) -> None:
        kernel.states[0, wackee_six_table.PASSES : wackee_six_table.PASSES + 2] += 1
        tick(*arguments)

    kernel.tick = hurried


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("wig_out", set_up(wig_out.FREE_DRAW, 1)),
        ("wig_out", set_up(wig_out.AUTO_SHOUT, 1)),
        ("wig_out", set_up(wig_out.ROUNDS, 3)),
        ("wig_out", set_cell(wig_out.SIZE, 1)),
        ("wig_out", set_cell(wig_out.TOTAL, 1)),
        ("wackee_six", set_up(wackee_six_table.AUTO_SHOUT, 1)),
        ("wackee_six", set_up(wackee_six_table.TARGET, 60)),
        ("wackee_six", set_cell(wackee_six_table.PLAYED, 1)),
        ("wackee_six", set_cell(wackee_six_table.WANT, 2)),
        ("wackee_six", set_cell(wackee_six_table.DECKS, -1)),
        ("wackee_six", impatient),
        ("five_crowns", set_up(five_crowns.LIMIT, 3)),
        ("five_crowns", set_cell(five_crowns.WILDS, 1)),
        ("five_crowns", set_cell(five_crowns.TURNS, 1)),
        ("five_crowns", set_cell(five_crowns.TOTAL, 5)),
    ],
)
def test_a_planted_fault_of_a_kernel_is_caught(name: str, fault: Any) -> None:
    options = {"wig_out": {"rounds": 2}, "wackee_six": {"target": 20}, "five_crowns": {"rounds": 4, "turn_limit": 4}}
    caught = 0
    for seed in range(6):  # some faults need a moment that not every match has
        mirror = Mirror(name, 2, options[name], 1, seed)
        for _ in range(2):
            mirror.tick()
        fault(mirror.batch.kernel)
        try:
            mirror.run(4)
        except (Difference, rumpus.RumpusError):
            caught += 1
    assert caught


def moved_block(eyes: Any) -> None:
    """Two blocks in each other's place."""
    eyes.at[[0, 1]] = eyes.at[[1, 0]]


def other_scale(eyes: Any) -> None:
    eyes.scale *= 2


def no_melds(eyes: Any) -> None:
    eyes._lay_down = lambda: None


def no_partners(eyes: Any) -> None:
    eyes.partners[:] = 0


@pytest.mark.parametrize(
    ("name", "players", "fault"),
    [
        *(
            (name, 2, fault)
            for name in ("wig_out", "wackee_six", "five_crowns")
            for fault in (moved_block, other_scale)
        ),
        ("five_crowns", 4, no_melds),
        ("wackee_six", 8, no_partners),
    ],
)
def test_a_planted_fault_of_an_observation_is_caught(name: str, players: int, fault: Any) -> None:
    options = {"wig_out": {"rounds": 2}, "wackee_six": {"target": 100}, "five_crowns": {"rounds": 4, "turn_limit": 40}}
    mirror = Mirror(name, players, options[name], 2, 3)
    mirror.tick()
    fault(mirror.batch._eyes)
    with pytest.raises(Difference, match="as seat"):
        mirror.run(10)


def test_a_changed_layout_is_noticed() -> None:
    batch = research.batch("wig_out", 1)
    batch.encoding.blocks += (Block("moon", 1),)
    with pytest.raises(Malformed, match="other blocks"):
        batch.observe()


@pytest.mark.parametrize("name", ["wig_out", "wackee_six"])
def test_a_race_in_which_nobody_moves_ends_as_in_the_rules(name: str) -> None:
    mirror = Mirror(name, 3, {}, 1, 5)
    for _ in range(20):
        mirror.tick()
    [state], batch = mirror.states, mirror.batch
    idle = np.full((1, 3), batch.wait)
    for _ in range(batch.kernel.patience - 1):
        batch.step(idle)
        assert not batch.points.any()
    batch.step(idle)
    shouters = state.only_shout()
    state.apply(*((shouters[0], Shout()) if shouters else (None, STANDOFF)))
    assert list(state.sheet[-1]) == batch.points[0].tolist()


@pytest.mark.parametrize("name", ["wig_out", "wackee_six", "five_crowns"])
def test_the_same_seed_plays_the_same_tables(name: str) -> None:
    seen = []
    for seed in (3, 3, 4):
        batch = research.batch(name, 4, 3, seed=seed)
        for _ in range(50):
            batch.step(batch.sample())
        seen.append(batch.masks.copy())
    assert (seen[0] == seen[1]).all()
    assert not (seen[0] == seen[2]).all()


def test_rewards_of_a_batch_are_those_of_the_encoding() -> None:
    batch = research.batch("wackee_six", 8, 5, seed=1, partners=True, target=5)
    ended = 0
    while ended < 20:
        rewards, over = batch.step(batch.sample())
        ended += int(over.sum())
        parties = batch.encoding.rules.new(5).parties()
        for table in range(8):
            gained = tuple(int(batch.points[table, party[0]]) for party in parties)
            expected = batch.encoding.rewards((0,) * len(parties), gained, parties)
            assert expected == pytest.approx(rewards[table].tolist(), abs=1e-5)


def test_rollouts_play_many_actions_and_leave_masks_that_hold() -> None:
    mirror = Mirror("wig_out", 4, {"rounds": 1}, 4, 2)
    actions, matches = mirror.batch.rollouts(500)
    assert 2000 == actions
    assert matches > 20
    chosen = mirror.batch.sample()
    mirror.batch.step(chosen)
    assert mirror.batch.late.sum() < 12  # of sixteen answers some may be beaten, not all


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: research.batch("wig_out", 0), "tables is a number from 1"),
        (lambda: research.batch("wig_out", 4, seed=-1), "the seed is a number from 0 on"),
        (lambda: research.batch("poker", 4), "there is no game 'poker'"),
        (lambda: research.batch("wig_out", 4, 9), "wo-players"),
        (lambda: research.batch("five_crowns", 4, tie_break=True), "have the option tie_break only as False"),
        (lambda: research.batch("wig_out", 4).step([1, 2]), "an array of whole numbers of the shape"),
        (lambda: research.batch("wig_out", 1).step([[0.5, 1.0]]), "not float64"),
        (lambda: research.batch("wig_out", 1).rollouts(-1), "steps is a number from 0 up, not -1"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises((Malformed, rumpus.Illegal), match=sentence):
        make()
