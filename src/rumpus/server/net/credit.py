"""How much time a player is granted in a race because of the distance: the round trip, as far as it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

LARGEST_S = 0.25  # nobody is waited for longer
# How far above the shortest a round trip may be and still count: what the connection varies by, within these bounds
LEAST_SPREAD_S, MOST_SPREAD_S = 0.01, 0.04


class Kernel(NamedTuple):
    """What the kernel knows of a TCP connection: the shortest round trip, and the mean deviation of all, in seconds."""

    shortest_s: float
    varies_s: float


def credit_s(pings: Sequence[float], kernel: Kernel | None, unproven_s: float) -> float:
    """The credit in seconds, from the round trips of our pings and what the kernel has measured.

    A page can delay its pongs, but not the kernel's acknowledgements: it gains the least spread at most, unless its
    connection really varies. Where the kernel's figure is not that of the client (behind a proxy, or not on Linux) at
    most `unproven_s` is granted. Who answers no ping gets nothing.
    """
    if not pings:
        return 0.0
    ordered = sorted(pings)
    shortest, usual = ordered[0], ordered[int(0.9 * (len(ordered) - 1))]
    proven = unproven_s if kernel is None else kernel.shortest_s + _spread(2 * kernel.varies_s)
    return min(median(ordered), shortest + _spread(usual - shortest), proven, LARGEST_S)


def _spread(varies_s: float) -> float:
    return min(max(varies_s, LEAST_SPREAD_S), MOST_SPREAD_S)
