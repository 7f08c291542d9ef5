"""Matches of every game for the tests of the table: positions, phases and leaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from rumpus.contract import Event, Seating, State
from rumpus.games import game
from rumpus.shuffle import Shuffle, seeded

RACES = ("wackee_six", "wig_out")
NAMES = ("five_crowns", *RACES)
OPTIONS: dict[str, dict[str, Any]] = {  # with these, random play comes to the end of a round but not of the match
    "five_crowns": {"turn_limit": 4},
    "wackee_six": {"target": 1000},
    "wig_out": {},
}

every_game = pytest.mark.parametrize("name", NAMES)


class Chance:
    """A house that always chooses the same seat and deals the cards backwards."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.ranges: list[int] = []  # of how many a choice was asked

    def below(self, n: int) -> int:
        self.ranges.append(n)
        return self.seat

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        return list(cards)[::-1]


def phase(state: State) -> str:
    return str(state.view(None).public.phase)


def between_rounds(state: State) -> bool:
    return phase(state) == "deal" and state.round > 0


def step(state: State, house: Shuffle, rng: Random) -> list[Event]:
    """What the house owes, else anything legal, else what the table may do."""
    chance = state.owed(house)
    if chance is not None:
        return state.apply(None, chance)
    moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
    if moves:
        return state.apply(*rng.choice(moves))
    return state.apply(None, state.legal(None)[0])


def positions(name: str, players: int, seed: int, rounds: int = 1) -> Iterator[State]:
    """A match of random play, at every moment until so many rounds are over."""
    state = game(name, OPTIONS[name]).new(Seating(players=players))
    house, rng = Shuffle(seeded(name, players, seed)), Random(seed)
    yield state
    while not (between_rounds(state) and state.round == rounds):
        step(state, house, rng)
        yield state


def after(name: str, players: int, seed: int, rounds: int = 1) -> State:
    """A match of random play after so many rounds."""
    *_, last = positions(name, players, seed, rounds)
    return last
