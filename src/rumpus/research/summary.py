"""What many matches say: shares of wins, mean points and lengths, each with a 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from rumpus.contract import Game, Seating
from rumpus.research.simulate import SimulatedMatch

Z95 = 1.96  # the normal distribution's 97.5 % point


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Party(msgspec.Struct, frozen=True):
    """How one party did: a seat, or the seats that score together."""

    seats: tuple[int, ...]
    bots: tuple[str, ...]
    wins: Mean  # a shared win counts in parts
    points: Mean


class Summary(msgspec.Struct, frozen=True):
    """What a simulation says."""

    game: str
    players: int
    matches: int
    parties: tuple[Party, ...]
    rounds: Mean
    actions: Mean
    seconds: Mean  # of virtual time
    endings: dict[str, int]  # of rounds


def mean(values: Sequence[float]) -> Mean:
    """The mean of a sample and its 95 % interval (no wider than a point for a single value)."""
    size = len(values)
    middle = sum(values) / size
    variance = sum((value - middle) ** 2 for value in values) / (size - 1) if size > 1 else 0.0
    half = Z95 * sqrt(variance / size)
    return Mean(middle, middle - half, middle + half)


def parties(rules: Game, players: int) -> tuple[tuple[int, ...], ...]:
    """Who scores together."""
    return rules.new(Seating(players=players)).parties()


def seat_shares(rules: Game, players: int, winners: Sequence[int]) -> tuple[float, ...]:
    """The part of the win that each seat has: all winning parties share it, and partners share their side's part."""
    shares = [0.0] * players
    for number, seats in enumerate(parties(rules, players)):
        for seat in seats:
            shares[seat] = (number in winners) / len(winners) / len(seats) if winners else 0.0
    return tuple(shares)


def summarise(rules: Game, bots: Sequence[str], matches: Iterable[SimulatedMatch]) -> Summary:
    """Count what happened in these matches."""
    done = list(matches)
    together = parties(rules, len(bots))
    results = [match.result for match in done]
    won = [[(i in r.winners) / len(r.winners) if r.winners else 0.0 for r in results] for i in range(len(together))]
    endings: Counter[str] = Counter()
    for match in done:
        endings.update(match.endings)
    return Summary(
        game=rules.name,
        players=len(bots),
        matches=len(done),
        parties=tuple(
            Party(seats, tuple(bots[seat] for seat in seats), mean(won[i]), mean([r.totals[i] for r in results]))
            for i, seats in enumerate(together)
        ),
        rounds=mean([match.rounds for match in done]),
        actions=mean([match.actions for match in done]),
        seconds=mean([match.seconds for match in done]),
        endings=dict(sorted(endings.items())),
    )
