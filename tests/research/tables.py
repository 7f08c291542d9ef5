"""Short matches of every game for the tests of research, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rumpus.contract import Game, State
from rumpus.shuffle import Shuffle, seeded

SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 8},
    "wackee_six": {"target": 20},
    "wig_out": {"rounds": 2},
}
GAMES = list(SHORT)
RACES = ["wackee_six", "wig_out"]


def random_match(rules: Game, players: int, seed: int) -> Iterator[tuple[State, int]]:
    """Random play to the end: the state, and the seat that is about to act."""
    state, house, rng = rules.new(players), Shuffle(seeded("research", seed)), Random(seed)
    while state.outcome() is None:
        deal = state.owed(house)
        moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        if deal is not None or not moves:
            state.apply(None, deal or state.legal(None)[0])
            continue
        seat, action = rng.choice(moves)
        yield state, seat
        state.apply(seat, action)


def sample(mask: Any, rng: Random) -> int:
    """A legal action by its number, all equally likely."""
    return rng.choice([int(number) for number in mask.nonzero()[0]])
