"""What the seats of Wackee Six see at many tables at once (`encodings/wackee_six.py`)."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numba import njit

from rumpus.games.wackee_six.actions import ROW
from rumpus.games.wackee_six.cards import DECK, NUMBERED, WILD
from rumpus.games.wackee_six.rules import PATIENCE
from rumpus.games.wackee_six.view import FANNED
from rumpus.research.encodings.base import MOST_POINTS
from rumpus.research.encodings.wackee_six import KINDS, SIDE_FACTS
from rumpus.research.encodings.wackee_six import MAIN as MAIN_CARDS
from rumpus.research.kernels.base import Eyes
from rumpus.research.kernels.wackee_six_table import (
    CALLER,
    COUNT,
    DECKS,
    DOWN,
    LEFT,
    MAIN,
    PASSES,
    PLAYED,
    PLAYERS,
    ROWS,
    SIDE_CARDS,
    SIDE_OF,
    TOPS_AT,
    TOTAL,
    TURNED,
    TURNED_AT,
    TURNER,
    UP_AT,
    WILD_BIT,
)

BLOCKS = (
    "own row",
    "own turned cards, top first",
    "rows of other sides",
    "top turned card of other sides",
    "piles by colour and height",
    "facts of each side",
    "points of each side",
    "turns the hand deck, plays the main cards",
)
OWN_ROW, OWN_TURNED, OTHER_ROWS, OTHER_TOPS, PILES, FACTS, POINTS, ROLE = range(len(BLOCKS))
CARDS = len(DECK)


@njit(cache=True)
def observe_side(s: Any, b: Any, side: int, partners: Any, row: Any, at: int) -> None:
    """The facts of a side."""
    row[at] = s[LEFT + side] / MAIN_CARDS
    row[at + 1] = s[DOWN + side] / ROW
    row[at + 2] = s[DECKS + side] / CARDS
    row[at + 3] = s[TURNED + side] / CARDS
    row[at + 4] = s[PLAYED + side] / CARDS
    row[at + 5] = (min(s[PASSES + side], PATIENCE) + 1) / (PATIENCE + 1)
    row[at + 6] = 1.0 if s[ROWS + side] & WILD_BIT else 0.0
    row[at + 7] = partners[side]
    row[at + 8] = 1.0 if s[CALLER] == side else 0.0


@njit(cache=True)
def observe_seat(s: Any, b: Any, setup: Any, partners: Any, at: Any, scale: float, seat: int, row: Any) -> None:
    """Fill in the numbers of a seat."""
    side, sides = setup[SIDE_OF + seat], setup[COUNT]
    row[:] = 0.0
    for place in range(ROW):
        card = b[side * SIDE_CARDS + UP_AT + place]
        if card >= 0:
            row[at[OWN_ROW] + place * KINDS + card] = 1.0
    for place in range(min(FANNED, s[TURNED + side])):
        card = b[side * SIDE_CARDS + TURNED_AT + s[TURNED + side] - 1 - place]
        row[at[OWN_TURNED] + place * KINDS + card] = 1.0
    for kind in range(NUMBERED):
        row[at[PILES] + kind] = b[TOPS_AT + kind] / sides
    for number in range(sides):
        other = (side + number) % sides
        observe_side(s, b, other, partners, row, at[FACTS] + number * SIDE_FACTS)
        row[at[POINTS] + number] = max(-MOST_POINTS, min(MOST_POINTS, s[TOTAL + other] / scale))
        if number:
            for kind in range(WILD + 1):
                row[at[OTHER_ROWS] + (number - 1) * KINDS + kind] = s[ROWS + other] >> kind & 1
            if s[TURNED + other]:
                card = b[other * SIDE_CARDS + TURNED_AT + s[TURNED + other] - 1]
                row[at[OTHER_TOPS] + (number - 1) * KINDS + card] = 1.0
    row[at[ROLE]] = 1.0 if s[TURNER + side] == seat else 0.0
    row[at[ROLE] + 1] = 1.0 if s[MAIN + side] == seat else 0.0


@njit(cache=True)
def observe(states: Any, boards: Any, setup: Any, partners: Any, at: Any, scale: float, out: Any) -> None:
    """Fill in all numbers."""
    for table in range(len(states)):
        for seat in range(setup[PLAYERS]):
            observe_seat(states[table], boards[table], setup, partners, at, scale, seat, out[table, seat])


class Seen(Eyes):
    """Observations of Wackee Six."""

    blocks: ClassVar[tuple[str, ...]] = BLOCKS

    def __init__(self, kernel: Any) -> None:
        super().__init__(kernel)
        self.partners = np.array([float(len(seats) > 1) for seats in kernel.sides])

    def fill(self, out: Any) -> None:
        """What every seat sees."""
        kernel = self.kernel
        observe(kernel.states, kernel.boards, kernel.setup, self.partners, self.at, self.scale, out)
