"""What the seats of Five Crowns see at many tables at once (`encodings/five_crowns.py`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numba import njit

from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns.layout import FIRST_DEAL
from rumpus.research.encodings.base import MOST_POINTS
from rumpus.research.encodings.five_crowns import FULL_HAND, LONG_ROUND
from rumpus.research.kernels.base import Eyes
from rumpus.research.kernels.five_crowns import (
    AT,
    DEALER,
    KINDS,
    LIMIT,
    OUT,
    PACK,
    PILE,
    PILE_AT,
    PLAYERS,
    ROUND,
    ROUNDS,
    SEAT_CELLS,
    TAKEN,
    TOTAL,
    TURN,
    TURNS,
    WILD,
)

BLOCKS = (
    "hand",
    "top discard",
    "in melds on the table",
    "wild rank",
    "cards of each seat",
    "points of each seat",
    "turn",
    "dealer",
    "who is out",
    "who plays",
    "draw pile",
    "discard pile",
    "card taken",
    "round",
    "turns",
    "tie break",
)
HAND, TOP, MELDS, WILD_RANK, CARDS, POINTS, TURN_OF, DEALER_IS, WHO_IS_OUT, PLAYS, DRAW, DISCARDS, *REST = range(
    len(BLOCKS)
)
CARD_TAKEN, ROUND_NUMBER, TURNS_SO_FAR, TIE_BREAK = REST
MEMORY = 100_000  # hands laid down whose melds are remembered


@njit(cache=True)
def melded(s: Any, b: Any, down: Any, seat: int, kind: int) -> int:
    """How many cards of a kind a seat has laid down."""
    if s[OUT] == seat:
        return np.int64(b[seat * KINDS + kind])
    return np.int64(down[seat, kind])


@njit(cache=True)
def observe_seat(s: Any, b: Any, setup: Any, down: Any, part: Any, at: Any, scale: float, seat: int, row: Any) -> None:
    """Fill in the numbers of a seat."""
    players = setup[PLAYERS]
    row[:] = 0.0
    hand, held = row[at[HAND] : at[HAND] + KINDS], b[seat * KINDS : (seat + 1) * KINDS]
    for kind in range(KINDS):
        hand[kind] = held[kind] * part[kind]
    if s[OUT] >= 0:
        for kind in range(KINDS):
            hand[kind] -= melded(s, b, down, seat, kind) * part[kind]
    if s[PILE]:
        row[at[TOP] + b[PILE_AT + s[PILE] - 1]] = 1.0
    row[at[WILD_RANK] + s[WILD]] = 1.0
    for place in range(players):
        other = (seat + place) % players
        size = FIRST_DEAL + s[WILD] + (s[TAKEN] if s[TURN] == other else 0)
        if s[OUT] >= 0:
            for kind in range(KINDS):
                laid = melded(s, b, down, other, kind)
                size -= laid
                row[at[MELDS] + kind] += laid * part[kind]
        row[at[CARDS] + place] = size / FULL_HAND
        total = s[other * SEAT_CELLS + TOTAL] / scale
        row[at[POINTS] + place] = max(-MOST_POINTS, min(MOST_POINTS, total))
        row[at[PLAYS] + place] = 1.0
    row[at[TURN_OF] + (s[TURN] - seat) % players] = 1.0
    row[at[DEALER_IS] + (s[DEALER] - seat) % players] = 1.0
    if s[OUT] >= 0:
        row[at[WHO_IS_OUT] + (s[OUT] - seat) % players] = 1.0
    row[at[DRAW]] = (setup[PACK] - s[AT]) / setup[PACK]
    row[at[DISCARDS]] = s[PILE] / setup[PACK]
    row[at[CARD_TAKEN]] = s[TAKEN]
    row[at[ROUND_NUMBER]] = min(1.0, s[ROUND] / setup[ROUNDS])
    limit = setup[LIMIT] if setup[LIMIT] else LONG_ROUND
    row[at[TURNS_SO_FAR]] = min(1.0, s[TURNS] / (limit * players))


@njit(cache=True)
def observe(states: Any, boards: Any, setup: Any, down: Any, part: Any, at: Any, scale: float, out: Any) -> None:
    """Fill in all numbers."""
    for table in range(len(states)):
        for seat in range(setup[PLAYERS]):
            row = out[table, seat]
            observe_seat(states[table], boards[table], setup, down[table], part, at, scale, seat, row)


@lru_cache(MEMORY)
def laid_down(held: bytes, wild: int) -> Any:
    """FC-16: how many cards of each kind are in the melds of a hand in its last turn."""
    counts = np.frombuffer(held, np.int8)
    hand = np.repeat(np.arange(KINDS), counts).tolist()
    rest = np.bincount(np.array(lay_down.arrange(hand, wild).unused, np.int64), minlength=KINDS)
    return (counts - rest).astype(np.int8)


class Seen(Eyes):
    """Observations of Five Crowns."""

    blocks: ClassVar[tuple[str, ...]] = BLOCKS

    def __init__(self, kernel: Any) -> None:
        super().__init__(kernel)
        self.part = np.array(kernel.encoding.most)
        self.down = np.zeros((kernel.tables, kernel.players, KINDS), np.int8)

    def fill(self, out: Any) -> None:
        """What every seat sees."""
        kernel = self.kernel
        if kernel.players > 2:  # of two, nobody acts after a last turn
            self._lay_down()
        observe(kernel.states, kernel.boards, kernel.setup, self.down, self.part, self.at, self.scale, out)

    def _lay_down(self) -> None:
        """FC-15: those who have had their last turn. The kernel counts their points and not which cards they meld."""
        states, players = self.kernel.states, self.kernel.players
        self.down[:] = 0
        out = states[:, OUT]
        waits = (states[:, TURN] - out - 1) % players
        for table in np.flatnonzero((out >= 0) & (waits > 0)):
            for place in range(int(waits[table])):
                seat = (int(out[table]) + 1 + place) % players
                held = self.kernel.boards[table, seat * KINDS : (seat + 1) * KINDS].tobytes()
                self.down[table, seat] = laid_down(held, int(states[table, WILD]))
