"""Moments of matches played at random, and states that differ from one only in cards that a spectator cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rumpus.contract import PLAY, READY, Seating, State
from rumpus.games import game
from rumpus.shuffle import Shuffle, seeded

PLAYERS = 3
MOMENTS = 60  # of a match, at which hidden cards are exchanged
OPTIONS: dict[str, dict[str, Any]] = {"five_crowns": {"turn_limit": 4}, "wig_out": {"free_draw": True}}


class Grouped:
    """Not a shuffle: puts equal cards side by side, so that hands are as uniform as they can be."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        ordered = sorted(cards)
        at = self.turn * 7 % (len(ordered) or 1)
        return ordered[at:] + ordered[:at]

    def below(self, n: int) -> int:
        return 0


def other_worlds(state: State, seed: str) -> Iterator[State]:
    """States that a spectator cannot tell from this one."""
    view = state.view(None)
    for number in range(4):
        yield state.game.imagine(view, Shuffle(seeded(seed, str(number))))
    for number in range(8):
        yield state.game.imagine(view, Grouped(number))


def moments(name: str, seed: int = 0) -> Iterator[State]:
    """States of a match that is played at random."""
    rules = game(name, OPTIONS.get(name, {}))
    state: Any = rules.new(Seating(players=PLAYERS))
    rng, shuffle = Random(f"{name} {seed}"), Shuffle(seeded("lengths", name, str(seed)))
    for _ in range(100_000):
        if state.outcome() is not None:
            return
        chance = state.owed(shuffle)
        seats = [seat for seat in state.to_act() if state.legal(seat)]
        if chance is not None or not seats:
            state.apply(None, state.legal(None)[0] if chance is None else chance)
        else:
            seat = rng.choice(seats)
            state.apply(seat, rng.choice(state.legal(seat)))
        if state.phase in (PLAY, READY) and rng.random() < 0.1:
            yield state
