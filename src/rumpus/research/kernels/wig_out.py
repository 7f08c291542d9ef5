"""Wig Out! for many tables at once: a hand is two ints, from which the legal actions follow without a loop.

The characters of a hand are 12 bits (`HELD`); what is there beyond the first card of a character is a nibble of ones
(`MORE`: 0, 1, 11, 111 or 1111 for one to five cards), which is just what may be started, in the order of the actions.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numba import njit

from rumpus.games.wig_out.actions import Deal
from rumpus.games.wig_out.cards import CHARACTERS, DECK, texts
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import TIES_THAT_COUNT, hand_size
from rumpus.research.kernels.base import Kernel
from rumpus.research.kernels.bits import below, draw, lowest, nth, ones, shuffle

SEATS = 6
KINDS = len(CHARACTERS)
CARDS = len(DECK)
# The cells of a table
HELD, MORE, SIZE, TOTAL, POINTS = (SEATS * part for part in range(5))  # one for each seat
OPEN, PILES, TOP, DEALER, COUNTED, TIES, ROUND, QUIET = range(5 * SEATS, 5 * SEATS + 8)
CELLS = 5 * SEATS + 8
# What a match is played by
ROUNDS, FREE_DRAW, AUTO_SHOUT, FIRST, PLAYERS, DEALT, START = 0, 1, 2, 3, 4, 5, 5 + SEATS
SETUP = 5 + 2 * SEATS
# Actions, as in the encoding
DRAW, SHOUT, LAYS, STARTS, WAIT = 1, 2, 3, 15, 63
NOTHING, SCORED, OVER = 0, 1, 2


@njit(cache=True, inline="always")
def legal_of(s: Any, setup: Any, seat: int) -> int:
    """The legal actions of a seat as bits."""
    if not s[SIZE + seat]:
        return 1 << SHOUT  # WO-15
    plays = s[MORE + seat] << STARTS | (s[HELD + seat] & s[OPEN]) << LAYS
    if s[TOP] < CARDS and (not plays or setup[FREE_DRAW]):
        plays |= 1 << DRAW  # WO-12
    return plays


@njit(cache=True, inline="always")
def take(s: Any, seat: int, card: int) -> None:
    """A card comes into a hand."""
    bit = 1 << card
    if s[HELD + seat] & bit:
        more = s[MORE + seat] >> 4 * card & 15
        s[MORE + seat] |= (more << 1 | 1) << 4 * card
    else:
        s[HELD + seat] |= bit
    s[SIZE + seat] += 1


@njit(cache=True)
def deal(s: Any, cards: Any, setup: Any, rng: Any, table: int) -> None:
    """WO-04, WO-05, WO-18: the next round."""
    players = setup[PLAYERS]
    if s[ROUND]:
        s[DEALER] = (s[DEALER] + 1) % players
    else:
        s[DEALER] = setup[FIRST] if setup[FIRST] >= 0 else below(rng, table, players)
    s[ROUND] += 1
    shuffle(cards, rng, table)
    most = 0
    for seat in range(players):
        s[HELD + seat] = 0
        s[MORE + seat] = 0
        s[SIZE + seat] = 0
        most = max(most, setup[DEALT + seat])
    top = 0
    for number in range(most):
        for place in range(1, players + 1):
            seat = (s[DEALER] + place) % players
            if number < setup[DEALT + seat]:
                take(s, seat, cards[top])
                top += 1
    s[OPEN] = 1 << cards[top] | 1 << cards[top + 1]
    s[PILES] = (1 << 3 * cards[top]) + (1 << 3 * cards[top + 1])
    s[TOP] = top + 2
    s[QUIET] = 0


@njit(cache=True)
def begin(s: Any, cards: Any, setup: Any, rng: Any, table: int) -> None:
    """A new match."""
    for seat in range(setup[PLAYERS]):
        s[TOTAL + seat] = setup[START + seat]
    s[COUNTED] = 0
    s[TIES] = 0
    s[ROUND] = 0
    deal(s, cards, setup, rng, table)


@njit(cache=True)
def score(s: Any, setup: Any, tie: bool) -> int:
    """WO-17 to WO-21: the end of a round."""
    for seat in range(setup[PLAYERS]):
        s[POINTS + seat] = 0 if tie else s[SIZE + seat]
        s[TOTAL + seat] += s[POINTS + seat]
    s[TIES] = s[TIES] + 1 if tie else 0
    if not tie or s[TIES] == TIES_THAT_COUNT:
        s[COUNTED] += 1
        s[TIES] = 0
    return OVER if s[COUNTED] == setup[ROUNDS] else SCORED


@njit(cache=True)
def deadlock(s: Any, setup: Any) -> int:
    """WO-21: nobody can play, the deck is empty, and nobody can shout."""
    for seat in range(setup[PLAYERS]):
        if not s[SIZE + seat] or s[HELD + seat] & s[OPEN] or s[MORE + seat]:
            return NOTHING
    return score(s, setup, True)


@njit(cache=True, inline="always")
def act(s: Any, cards: Any, setup: Any, seat: int, action: int) -> int:
    """Do a legal action; says whether the round or the match is over."""
    if action >= LAYS:
        if action < STARTS:
            card = action - LAYS
            count = 1
        else:
            card = action - STARTS >> 2
            count = (action - STARTS & 3) + 2
        more = s[MORE + seat] >> 4 * card & 15
        if ones(more) + 1 == count:
            s[HELD + seat] &= ~(1 << card)
        s[MORE + seat] ^= (more ^ more >> count) << 4 * card
        s[SIZE + seat] -= count
        s[OPEN] |= 1 << card
        s[PILES] += count << 3 * card
        if not s[SIZE + seat] and setup[AUTO_SHOUT]:
            return score(s, setup, False)
    elif action == DRAW:
        take(s, seat, cards[s[TOP]])
        s[TOP] += 1
    else:
        return score(s, setup, False)
    return NOTHING if s[TOP] < CARDS else deadlock(s, setup)


@njit(cache=True)
def play(states: Any, decks: Any, setup: Any, rng: Any, steps: int, done: Any) -> int:
    """Random play: so many actions at every table, each of any seat that can act. Gives the number of actions."""
    players = setup[PLAYERS]
    total = 0
    for table in range(len(states)):
        s, cards = states[table], decks[table]
        left = steps
        while left:
            seat = below(rng, table, players)
            legal = legal_of(s, setup, seat)
            if not legal:
                continue
            count = ones(legal)
            action = lowest(legal) if count == 1 else nth(legal, below(rng, table, count))
            left -= 1
            ended = act(s, cards, setup, seat, action)
            if ended == OVER:
                done[table] += 1
                begin(s, cards, setup, rng, table)
            elif ended:
                deal(s, cards, setup, rng, table)
        total += steps
    return total


@njit(cache=True)
def chosen_well(s: Any, setup: Any, actions: Any) -> int:
    """The seats whose action is legal when they choose it, as bits; any other is to wait."""
    seats = 0
    for seat in range(setup[PLAYERS]):
        action = actions[seat]
        if 0 <= action < WAIT and legal_of(s, setup, seat) >> action & 1:
            seats |= 1 << seat
    return seats


@njit(cache=True)
def step(
    states: Any,
    decks: Any,
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
        s, cards = states[table], decks[table]
        result, moved = NOTHING, False
        random = draw(rng, table)
        first, way = random % players, 1 if random >> 16 & 1 else players - 1
        open_to = chosen_well(s, setup, actions[table])
        for number in range(players):
            seat = (first + number * way) % players
            order[table, number] = seat
            action = actions[table, seat]
            late[table, seat] = 0
            if action == WAIT:
                continue
            if result or not open_to >> seat & 1 or not legal_of(s, setup, seat) >> action & 1:
                late[table, seat] = 1
                continue
            moved = True
            result = act(s, cards, setup, seat, action)
        s[QUIET] = 0 if moved else s[QUIET] + 1
        if s[QUIET] >= patience:  # T-08: a shout that is all that is left, or a standoff, which scores alike
            result = score(s, setup, False)
        ended[table] = result
        for seat in range(players):
            points[table, seat] = s[POINTS + seat] if result else 0
        if result == OVER:
            begin(s, cards, setup, rng, table)
        elif result:
            deal(s, cards, setup, rng, table)


@njit(cache=True)
def masks(states: Any, setup: Any, out: Any) -> None:
    """Which actions are legal, for every seat of every table; waiting always is."""
    for table in range(len(states)):
        s = states[table]
        for seat in range(setup[PLAYERS]):
            legal = legal_of(s, setup, seat) | 1 << WAIT
            row = out[table, seat]
            for action in range(WAIT + 1):
                row[action] = legal >> action & 1


@njit(cache=True)
def sample(states: Any, setup: Any, rng: Any, actions: Any) -> None:
    """Any legal action for every seat, all equally likely; waiting where there is no other."""
    for table in range(len(states)):
        s = states[table]
        for seat in range(setup[PLAYERS]):
            legal = legal_of(s, setup, seat)
            count = ones(legal)
            actions[table, seat] = nth(legal, below(rng, table, count)) if count else WAIT


@njit(cache=True)
def start(states: Any, decks: Any, setup: Any, rng: Any) -> None:
    """A new match at every table."""
    for table in range(len(states)):
        begin(states[table], decks[table], setup, rng, table)


class WigOutKernel(Kernel):
    """Tables of Wig Out!."""

    rules: WigOut
    game: ClassVar[str] = "wig_out"

    def arrange(self) -> None:
        """Lay out the arrays."""
        options, players = self.rules.options, self.players
        self.states = np.zeros((self.tables, CELLS), np.int64)
        self.cards = np.tile(np.array(DECK, np.uint8), (self.tables, 1))
        setup = np.zeros(SETUP, np.int64)
        setup[:DEALT] = options.rounds, options.free_draw, options.auto_shout, self.first_dealer(), players
        setup[DEALT : DEALT + players] = options.cards or (hand_size(players),) * players
        setup[START : START + players] = options.head_start or (0,) * players
        self.setup = setup
        start(self.states, self.cards, setup, self.rng)

    def fill_masks(self, out: Any) -> None:
        """Which actions are legal."""
        masks(self.states, self.setup, out)

    def fill_sample(self, out: Any) -> None:
        """Random legal actions."""
        sample(self.states, self.setup, self.rng, out)

    def tick(self, actions: Any, points: Any, ended: Any, late: Any, order: Any) -> None:
        """What all seats chose."""
        step(self.states, self.cards, self.setup, self.rng, actions, points, ended, late, order, self.patience)

    def rollouts(self, steps: int, matches: Any) -> int:
        """Random play inside the kernel."""
        return int(play(self.states, self.cards, self.setup, self.rng, steps, matches))

    # For comparing with the rules

    def dealt(self, table: int) -> Deal:
        """The deal of the round, as the rules would state it; only right after it was dealt."""
        s, players = self.states[table], self.players
        dealer, cards = int(s[DEALER]), iter(self.cards[table].tolist())
        hands: list[list[int]] = [[] for _ in range(players)]
        sizes = self.setup[DEALT : DEALT + players]
        for number in range(max(sizes)):
            for place in range(1, players + 1):
                seat = (dealer + place) % players
                if number < sizes[seat]:
                    hands[seat].append(next(cards))
        turned = texts([next(cards), next(cards)])
        return Deal(
            round=int(s[ROUND]), dealer=dealer, hands=tuple(map(texts, hands)), turned=turned, deck=texts(list(cards))
        )

    def totals(self, table: int) -> tuple[int, ...]:
        """The points so far."""
        return tuple(self.states[table, TOTAL : TOTAL + self.players].tolist())
