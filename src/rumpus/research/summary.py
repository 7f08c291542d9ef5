"""Statistics over many matches: shares of wins, mean points and lengths, each with a 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from rumpus.contract import Game, Seating
from rumpus.research.simulate import SimulatedMatch

Z95 = 1.96  # the 97.5 % quantile of the normal distribution
T95 = {1: 12.706, 2: 4.303, 3: 3.182}  # of Student's t, by degrees of freedom, where the series below is too coarse
PRIOR = (0.0, 0.0, 1.0, 1.0)  # what `share` adds: without it four wins of four would have an interval of no width


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
    wins: Mean  # a win shared by n parties counts 1/n
    points: Mean


class Summary(msgspec.Struct, frozen=True):
    """The statistics of a simulation."""

    game: str
    players: int
    matches: int
    parties: tuple[Party, ...]
    rounds: Mean
    actions: Mean
    seconds: Mean  # of virtual time
    endings: dict[str, int]  # how many rounds ended for each reason


def mean(values: Sequence[float]) -> Mean:
    """The mean of a sample and its 95 % interval, which has no width for a single value."""
    size = len(values)
    middle = sum(values) / size
    variance = sum((value - middle) ** 2 for value in values) / (size - 1) if size > 1 else 0.0
    half = student(size - 1) * sqrt(variance / size) if size > 1 else 0.0
    return Mean(middle, middle - half, middle + half)


def share(values: Sequence[float]) -> Mean:
    """The mean of values from 0 to 1 with a 95 % interval that also holds for few of them, and for equal ones.

    The interval is that of the sample with two losses and two wins added (Agresti and Coull's for proportions), by
    Student's t.
    """
    wide = mean([*values, *PRIOR])
    return Mean(sum(values) / len(values), max(0.0, wide.low), min(1.0, wide.high))


def student(degrees: int) -> float:
    """The 97.5 % quantile of Student's t, by the series of Cornish and Fisher: exact to 0.01 from 4 degrees on."""
    if degrees in T95:
        return T95[degrees]
    z, powers = Z95, (Z95**3, Z95**5, Z95**7)
    terms = (
        (powers[0] + z) / 4,
        (5 * powers[1] + 16 * powers[0] + 3 * z) / 96,
        (3 * powers[2] + 19 * powers[1] + 17 * powers[0] - 15 * z) / 384,
    )
    return z + terms[0] / degrees + terms[1] / degrees**2 + terms[2] / degrees**3


def parties(rules: Game, players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that score together."""
    return rules.new(Seating(players=players)).parties()


def seat_shares(rules: Game, players: int, winners: Sequence[int]) -> tuple[float, ...]:
    """Each seat's share of the win: winning parties share it equally, and partners share their party's part."""
    shares = [0.0] * players
    for number, seats in enumerate(parties(rules, players)):
        for seat in seats:
            shares[seat] = (number in winners) / len(winners) / len(seats) if winners else 0.0
    return tuple(shares)


def summarise(rules: Game, bots: Sequence[str], matches: Iterable[SimulatedMatch]) -> Summary:
    """The statistics of these matches."""
    played = list(matches)
    together = parties(rules, len(bots))
    results = [match.result for match in played]
    won = [[(i in r.winners) / len(r.winners) if r.winners else 0.0 for r in results] for i in range(len(together))]
    endings: Counter[str] = Counter()
    for match in played:
        endings.update(match.endings)
    return Summary(
        game=rules.name,
        players=len(bots),
        matches=len(played),
        parties=tuple(
            Party(seats, tuple(bots[seat] for seat in seats), share(won[i]), mean([r.totals[i] for r in results]))
            for i, seats in enumerate(together)
        ),
        rounds=mean([match.rounds for match in played]),
        actions=mean([match.actions for match in played]),
        seconds=mean([match.seconds for match in played]),
        endings=dict(sorted(endings.items())),
    )
