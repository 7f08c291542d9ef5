"""What can be done is told at once, but for going out with a long hand, which takes thought."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rumpus.contract import Seating
from rumpus.games import GAMES, game
from rumpus.shuffle import Shuffle, seeded


@pytest.mark.parametrize("name", GAMES)
def test_actions_seen_at_a_glance_are_the_first_of_the_legal_ones(name: str) -> None:
    rules = game(name, {"turn_limit": 3} if name == "five_crowns" else {})
    state: Any = rules.new(Seating(players=3))
    rng, shuffle = Random(name), Shuffle(seeded(name))
    told = {True: 0, False: 0}
    thought = 0
    for _ in range(3000):
        if state.outcome() is not None:
            break
        chance = state.owed(shuffle)
        seats = state.to_act()
        if chance is not None or not seats:
            state.apply(None, state.legal(None)[0] if chance is None else chance)
            continue
        for seat in range(3):
            seen, whole = state.at_a_glance(seat)
            legal = state.legal(seat)
            assert seen == legal[: len(seen)]
            assert len(seen) == len(legal) or not whole
            assert state.quick_legal(seat) in (legal, None)
            thought += state.quick_legal(seat) is None
            told[whole] += 1
        seat = rng.choice([seat for seat in seats if state.legal(seat)])
        state.apply(seat, rng.choice(state.legal(seat)))
    assert told[True] > 0
    assert (told[False] > 0) == (name == "five_crowns")
    assert thought < told[False] or not told[False], "most long hands need no thought"
    assert thought == 0 or name == "five_crowns"
