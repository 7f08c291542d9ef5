"""Wackee Six for many tables at once; what happens at one of them is in `wackee_six_table`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numba import njit

from rumpus.games.wackee_six.actions import ROW, Deal, Side
from rumpus.games.wackee_six.cards import ABOVE_ONE, DECK, WILD, texts
from rumpus.games.wackee_six.game import WackeeSix
from rumpus.research.kernels.base import Kernel
from rumpus.research.kernels.bits import below, draw, lowest
from rumpus.research.kernels.wackee_six_table import (
    AS,
    CALLER,
    CARD,
    CARD_CELLS,
    CELLS,
    COUNT,
    DEALER,
    DEALT,
    DECKS,
    FIRST_MAIN,
    FIRST_TURNER,
    LEFT,
    MAIN,
    MOVED,
    NOTHING,
    ORDER_AT,
    OVER,
    PLAYERS,
    POINTS,
    QUIET,
    RECYCLE,
    ROUND,
    SCORED,
    SETUP,
    SHOUT,
    SIDE_CARDS,
    SIDE_OF,
    START,
    TICK,
    TOTAL,
    TURN_UP,
    TURNED,
    TURNER,
    WAIT,
    WANT,
    WILD_AS,
    act,
    as_number,
    begin,
    card_at,
    chosen_well,
    may,
    next_round,
    pick,
    score,
)


@njit(cache=True)
def play(states: Any, boards: Any, setup: Any, rng: Any, steps: int, done: Any) -> int:
    """Random play: so many actions at every table, each of any seat that can act. Gives the number of actions."""
    players = setup[PLAYERS]
    for table in range(len(states)):
        s, b = states[table], boards[table]
        left = steps
        while left:
            seat = below(rng, table, players)
            action = pick(s, b, setup, rng, table, seat)
            if action < 0:
                continue
            left -= 1
            ended = act(s, b, setup, seat, action)
            if s[CALLER] >= 0:
                ended = score(s, setup)
            while ended:
                if ended == OVER:
                    done[table] += 1
                    begin(s, b, setup, rng, table)
                    ended = NOTHING
                else:
                    ended = next_round(s, b, setup, rng, table)
    return steps * len(states)


@njit(cache=True)
def give_up(s: Any, setup: Any) -> int:
    """T-08: the side that has waited longest of those that have only to call does; else the round is a standoff."""
    longest = -1
    for side in range(setup[COUNT]):
        if not s[LEFT + side] and (longest < 0 or s[MOVED + side] < s[MOVED + longest]):
            longest = side
    if longest >= 0:
        s[CALLER] = longest
    return score(s, setup)


@njit(cache=True)
def step(
    states: Any,
    boards: Any,
    setup: Any,
    rng: Any,
    actions: Any,
    points: Any,
    ended: Any,
    late: Any,
    order: Any,
    patience: int,
) -> None:
    """One tick at every table: what all seats chose lands in a random order; points and what has ended are noted."""
    players = setup[PLAYERS]
    for table in range(len(states)):
        s, b = states[table], boards[table]
        result, moved = NOTHING, False
        random = draw(rng, table)
        first, way = random % players, 1 if random >> 16 & 1 else players - 1
        s[TICK] += 1
        open_to = chosen_well(s, b, setup, actions[table])
        for number in range(players):
            seat = (first + number * way) % players
            order[table, number] = seat
            action = actions[table, seat]
            late[table, seat] = 0
            if action == WAIT:
                continue
            if result or not open_to >> seat & 1 or not may(s, b, setup, seat, action):
                late[table, seat] = 1
                continue
            moved = True
            s[MOVED + setup[SIDE_OF + seat]] = s[TICK]
            result = act(s, b, setup, seat, action)
        s[QUIET] = 0 if moved else s[QUIET] + 1
        if s[CALLER] >= 0:
            result = score(s, setup)
        elif s[QUIET] >= patience:
            result = give_up(s, setup)
        ended[table] = result
        for seat in range(players):
            points[table, seat] = s[POINTS + setup[SIDE_OF + seat]] if result else 0
        while result == SCORED:
            result = next_round(s, b, setup, rng, table)
            for seat in range(players):  # of a round in which nobody could ever play
                points[table, seat] += s[POINTS + setup[SIDE_OF + seat]] if result else 0
        if result == OVER:
            ended[table] = OVER
            begin(s, b, setup, rng, table)


@njit(cache=True)
def masks(states: Any, boards: Any, setup: Any, out: Any) -> None:
    """Which actions are legal, for every seat of every table; waiting always is."""
    for table in range(len(states)):
        s, b = states[table], boards[table]
        above = s[WANT] & ABOVE_ONE
        for seat in range(setup[PLAYERS]):
            side = setup[SIDE_OF + seat]
            row = out[table, seat]
            row[:] = 0
            row[WAIT] = 1
            if not s[LEFT + side]:
                row[SHOUT] = 1
                continue
            if s[TURNER + side] == seat:
                row[TURN_UP] = s[DECKS + side] > 0
                row[RECYCLE] = s[DECKS + side] == 0 and s[TURNED + side] > 0
            for place in range(ROW + 1):
                if (s[MAIN + side] if place < ROW else s[TURNER + side]) != seat:
                    continue
                card = card_at(s, b, side, place)
                if card == WILD:
                    left = above
                    while left:
                        row[WILD_AS + place * AS + as_number(lowest(left))] = 1
                        left &= left - 1
                elif card >= 0:
                    row[CARD + place] = s[WANT] >> card & 1


@njit(cache=True)
def sample(states: Any, boards: Any, setup: Any, rng: Any, actions: Any) -> None:
    """Any legal action for every seat, all equally likely; waiting where there is no other."""
    for table in range(len(states)):
        for seat in range(setup[PLAYERS]):
            action = pick(states[table], boards[table], setup, rng, table, seat)
            actions[table, seat] = WAIT if action < 0 else action


@njit(cache=True)
def start(states: Any, boards: Any, setup: Any, rng: Any) -> None:
    """A new match at every table."""
    for table in range(len(states)):
        begin(states[table], boards[table], setup, rng, table)


class WackeeSixKernel(Kernel):
    """Tables of Wackee Six."""

    rules: WackeeSix
    game: ClassVar[str] = "wackee_six"

    def arrange(self) -> None:
        """Lay out the arrays."""
        options, players = self.rules.options, self.players
        state = self.rules.new(players)
        self.sides = state.parties()
        count = len(self.sides)
        self.states = np.zeros((self.tables, CELLS), np.int64)
        self.boards = np.zeros((self.tables, CARD_CELLS), np.int8)
        for side in range(count):
            at = side * SIDE_CARDS + ORDER_AT
            self.boards[:, at : at + len(DECK)] = DECK
        setup = np.zeros(SETUP, np.int64)
        setup[:SIDE_OF] = options.target, options.auto_shout, self.first_dealer(), players, count
        setup[SIDE_OF : SIDE_OF + players] = state.side_of
        setup[DEALT : DEALT + count] = options.down or (ROW,) * count
        setup[START : START + count] = options.head_start or (0,) * count
        setup[FIRST_TURNER : FIRST_TURNER + count] = [min(side) for side in self.sides]
        setup[FIRST_MAIN : FIRST_MAIN + count] = [max(side) for side in self.sides]
        self.setup = setup
        start(self.states, self.boards, setup, self.rng)

    def fill_masks(self, out: Any) -> None:
        """Which actions are legal."""
        masks(self.states, self.boards, self.setup, out)

    def fill_sample(self, out: Any) -> None:
        """Random legal actions."""
        sample(self.states, self.boards, self.setup, self.rng, out)

    def tick(self, actions: Any, points: Any, ended: Any, late: Any, order: Any) -> None:
        """What all seats chose."""
        step(self.states, self.boards, self.setup, self.rng, actions, points, ended, late, order, self.patience)

    def rollouts(self, steps: int, matches: Any) -> int:
        """Random play inside the kernel."""
        return int(play(self.states, self.boards, self.setup, self.rng, steps, matches))

    # For comparing with the rules

    def dealt(self, table: int) -> Deal:
        """The deal of the round, as the rules would state it; only right after it was dealt."""
        s, sides = self.states[table], []
        for side, seats in enumerate(self.sides):
            at = side * SIDE_CARDS + ORDER_AT
            cards = texts(self.boards[table, at : at + len(DECK)].tolist())
            down = int(self.setup[DEALT + side])
            turner, main = int(s[TURNER + side]), int(s[MAIN + side])
            up, under, deck = cards[:ROW], cards[ROW : ROW + down], cards[ROW + down :]
            sides.append(Side(seats=seats, turner=turner, main=main, up=up, down=under, deck=deck))
        return Deal(round=int(s[ROUND]), starter=int(s[DEALER]), sides=tuple(sides))

    def totals(self, table: int) -> tuple[int, ...]:
        """The points so far."""
        return tuple(self.states[table, TOTAL : TOTAL + len(self.sides)].tolist())
