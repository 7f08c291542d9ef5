"""Experts of Wackee Six do not wait for each other without end."""

from __future__ import annotations

import pytest

from rumpus.bots import bot
from rumpus.contract import Score
from rumpus.games import game
from rumpus.playout import Playout

ROUNDS = 12  # of each match; with experts that hold back for ever one round in seven ends in a standoff


@pytest.mark.rule("WS-22")
def test_two_experts_hardly_ever_end_a_round_in_a_standoff() -> None:
    ends = []
    for seed in range(2):
        match = Playout(game("wackee_six", {"target": 1000}), [bot("wackee_six", "expert")] * 2, ["opens", seed])
        while len(match.state.sheet) < ROUNDS and match.state.outcome() is None:
            match.step()
        ends += [action.why for _, (_, action) in match.happened if isinstance(action, Score)]
    assert 2 * ROUNDS == len(ends)
    assert ends.count("standoff") <= 1
