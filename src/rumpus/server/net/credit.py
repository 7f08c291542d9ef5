"""How much time a player is granted in a race because of the distance: the round trip, as far as it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

LARGEST_S = 0.25  # nobody is waited for longer
# How far above the shortest a round trip may be and still count: what the connection varies by, within these bounds.
# A client that delays its answers gains at most the upper one.
LEAST_SPREAD_S, MOST_SPREAD_S = 0.01, 0.04


def credit_s(pings: Sequence[float], kernel_s: float | None, unproven_s: float) -> float:
    """The credit in seconds, from the round trips of our pings and the shortest one that the kernel has seen.

    A page can delay its pongs, but not the kernel's acknowledgements. Where the kernel's figure is not that of the
    client (behind a proxy, or not on Linux) at most `unproven_s` is granted. Who answers no ping gets nothing.
    """
    if not pings:
        return 0.0
    ordered = sorted(pings)
    shortest, usual = ordered[0], ordered[int(0.9 * (len(ordered) - 1))]
    spread = min(max(usual - shortest, LEAST_SPREAD_S), MOST_SPREAD_S)
    proven = unproven_s if kernel_s is None else kernel_s + spread
    return min(median(ordered), shortest + spread, proven, LARGEST_S)
