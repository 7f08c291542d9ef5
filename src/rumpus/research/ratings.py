"""Ratings of bots, fitted to all matches of a tournament at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log, log10, sqrt

import msgspec

from rumpus.research.summary import Z95

Match = tuple[tuple[str, ...], tuple[float, ...]]  # the bots by seat, and each seat's share of the win
Parties = tuple[tuple[int, ...], ...]

MIDDLE, SPREAD = 1500.0, 400.0  # the scale of Elo: 400 points ahead wins ten times as often
ROUNDS, CLOSE = 10_000, 1e-9  # of the fit: the most, and the change that is none


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating and half the width of its 95 % interval."""

    rating: float
    half: float


def ratings(bots: Sequence[str], matches: Sequence[Match], together: Parties) -> dict[str, Rating]:
    """The ratings at which every bot is expected to win just as much as it did (Bradley and Terry's model).

    A party wins in proportion to the mean strength of its seats. Every bot also has half a win against a stranger of
    strength 1, so that a bot that has won everything still has a rating. The order of matches does not matter. For the
    interval matches count as independent; with the seats turned round they say more than that, so it is rather wide.
    """
    names = list(dict.fromkeys(bots))
    size = {seat: len(seats) for seats in together for seat in seats}
    won = dict.fromkeys(names, 0.5)
    tables: Counter[tuple[tuple[str, float], ...]] = Counter()  # how often these sat down, with their weights
    for seated, shares in matches:
        weights: dict[str, float] = dict.fromkeys(sorted(set(seated)), 0.0)
        for seat, (name, part) in enumerate(zip(seated, shares, strict=True)):
            won[name] += part
            weights[name] += 1 / size[seat]
        if any(shares):
            tables[tuple(weights.items())] += 1
    strength = _fitted(names, won, tables)
    centre = sum(log10(value) for value in strength.values()) / len(names)
    return {
        name: Rating(MIDDLE + SPREAD * (log10(strength[name]) - centre), _half(name, strength, tables))
        for name in names
    }


def _fitted(
    names: Sequence[str], won: dict[str, float], tables: Counter[tuple[tuple[str, float], ...]]
) -> dict[str, float]:
    """Hunter's iteration: a strength is what was won, over what a strength of one would have won."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        due = {name: 1 / (strength[name] + 1) for name in names}  # the match against the stranger
        for table, count in tables.items():
            total = sum(strength[name] * weight for name, weight in table)
            for name, weight in table:
                due[name] += count * weight / total
        fitted = {name: won[name] / due[name] for name in names}
        change = max(abs(log(fitted[name] / strength[name])) for name in names)
        strength = fitted
        if change < CLOSE:
            break
    return strength


def _half(name: str, strength: dict[str, float], tables: Counter[tuple[tuple[str, float], ...]]) -> float:
    """Half the 95 % interval of a rating, from the information in the matches (Fisher's)."""
    alone = strength[name] / (strength[name] + 1)
    information = alone * (1 - alone)
    for table, count in tables.items():
        total = sum(strength[other] * weight for other, weight in table)
        chance = strength[name] * dict(table).get(name, 0.0) / total
        information += count * chance * (1 - chance)
    return Z95 * SPREAD / log(10) / sqrt(information)
