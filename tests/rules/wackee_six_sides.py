"""Sides of Wackee Six for the tests: who sits with whom, and changed deals."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from rumpus.games.wackee_six.actions import Deal

PLAYERS = range(2, 13)
DECK_OF_54 = Counter({f"{colour}{n}": 1 for colour in "rgby" for n in range(1, 14)} | {"w": 2})
WITH_PARTNERS = {
    4: ((0, 2), (1, 3)),
    5: ((0,), (1, 3), (2, 4)),
    6: ((0, 3), (1, 4), (2, 5)),
    7: ((0,), (1, 4), (2, 5), (3, 6)),
    8: ((0, 4), (1, 5), (2, 6), (3, 7)),
    9: ((0,), (1, 5), (2, 6), (3, 7), (4, 8)),
    10: ((0, 5), (1, 6), (2, 7), (3, 8), (4, 9)),
    11: ((0,), (1, 6), (2, 7), (3, 8), (4, 9), (5, 10)),
    12: ((0, 6), (1, 7), (2, 8), (3, 9), (4, 10), (5, 11)),
}


def with_first_side(dealt: Deal, **changes: Any) -> Deal:
    return replace(dealt, sides=(replace(dealt.sides[0], **changes), *dealt.sides[1:]))
