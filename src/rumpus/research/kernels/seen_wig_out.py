"""What the seats of Wig Out! see at many tables at once (`encodings/wig_out.py`)."""

from __future__ import annotations

from typing import Any, ClassVar

from numba import njit

from rumpus.games.wig_out.cards import COPIES
from rumpus.games.wig_out.rules import TIES_THAT_COUNT
from rumpus.research.encodings.base import MOST_POINTS
from rumpus.research.encodings.wig_out import FULL_HAND
from rumpus.research.kernels.base import Eyes
from rumpus.research.kernels.bits import ones
from rumpus.research.kernels.wig_out import (
    CARDS,
    COUNTED,
    DEALER,
    HELD,
    KINDS,
    MORE,
    PILES,
    PLAYERS,
    ROUNDS,
    SIZE,
    TIES,
    TOP,
    TOTAL,
)

BLOCKS = (
    "hand",
    "piles",
    "cards of each seat",
    "points of each seat",
    "dealer",
    "deck",
    "rounds that counted",
    "ties in a row",
    "playing",
)
HAND_AT, PILES_AT, CARDS_AT, POINTS_AT, DEALER_AT, DECK_AT, COUNTED_AT, TIES_AT, PLAYING_AT = range(len(BLOCKS))


@njit(cache=True)
def observe(states: Any, setup: Any, at: Any, scale: float, out: Any) -> None:
    """Fill in all numbers."""
    players = setup[PLAYERS]
    for table in range(len(states)):
        s = states[table]
        for seat in range(players):
            row = out[table, seat]
            for kind in range(KINDS):
                more = s[MORE + seat] >> 4 * kind & 15
                row[at[HAND_AT] + kind] = ((s[HELD + seat] >> kind & 1) + ones(more)) / COPIES
                row[at[PILES_AT] + kind] = (s[PILES] >> 3 * kind & 7) / COPIES
            for place in range(players):
                other = (seat + place) % players
                row[at[CARDS_AT] + place] = min(1.0, s[SIZE + other] / FULL_HAND)
                row[at[POINTS_AT] + place] = max(-MOST_POINTS, min(MOST_POINTS, s[TOTAL + other] / scale))
                row[at[DEALER_AT] + place] = 1.0 if other == s[DEALER] else 0.0
            row[at[DECK_AT]] = (CARDS - s[TOP]) / CARDS
            row[at[COUNTED_AT]] = s[COUNTED] / setup[ROUNDS]
            row[at[TIES_AT]] = s[TIES] / TIES_THAT_COUNT
            row[at[PLAYING_AT]] = 1.0  # a table of a batch is never before GO


class Seen(Eyes):
    """Observations of Wig Out!."""

    blocks: ClassVar[tuple[str, ...]] = BLOCKS

    def fill(self, out: Any) -> None:
        """What every seat sees."""
        observe(self.kernel.states, self.kernel.setup, self.at, self.scale, out)
