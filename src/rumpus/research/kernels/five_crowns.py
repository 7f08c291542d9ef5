"""Five Crowns for many tables at once, with the exact meld solver of the rules (`games/five_crowns/kernel.py`).

A hand is five suits of eleven 3-bit counts without the wild rank, as the solver wants it, and the set of its kinds.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import numpy as np
from numba import njit

from rumpus.games.five_crowns import kernel, melds
from rumpus.games.five_crowns.actions import Deal, Reshuffle
from rumpus.games.five_crowns.cards import JOKER, JOKER_POINTS, RANKS, WILD_POINTS, deck, texts
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.layout import FIRST_DEAL, ONE_SET_SEATS
from rumpus.research.kernels.base import Kernel
from rumpus.research.kernels.bits import below, lowest, nth, ones, shuffle

melds.compile_kernel()
_compiled: Any = sys.modules[kernel.__name__ + "_compiled"]
uncovered, ways_out = _compiled.uncovered, _compiled.ways_out

SEATS, SUITS, WIDTH = 14, 5, len(RANKS)
KINDS = JOKER + 1
# The cells of a table: those of each seat, then those of the whole table
SUIT, WILDS, JOKERS, KIND_SET, LEFT, TOTAL, POINTS, SEAT_CELLS = 0, 5, 6, 7, 8, 9, 10, 11
TURN, TAKEN, OUT, TURNS, ROUND, DEALER, WILD, AT, PILE = range(SEATS * SEAT_CELLS, SEATS * SEAT_CELLS + 9)
CELLS = SEATS * SEAT_CELLS + 9
# The cards of a table: how many of each kind a seat holds, the pack (the draw pile is its end), the discard pile
PACK_AT = SEATS * KINDS
PILE_AT = PACK_AT + 232
CARD_CELLS = PILE_AT + 232
# What a match is played by
ROUNDS, LIMIT, FIRST, PLAYERS, PACK, START = 0, 1, 2, 3, 4, 5
SETUP = START + SEATS
# Actions, as in the encoding
DRAW, PICK, DISCARD, GO_OUT, WAIT = 0, 1, 2, 2 + KINDS, 2 + 2 * KINDS
NOTHING, SCORED, OVER = 0, 1, 2

NATURAL = (1 << JOKER) - 1
SUIT_KINDS = sum(1 << WIDTH * suit for suit in range(SUITS))  # the lowest rank of each suit, as kinds
WILD_KIND = 1 << JOKER  # the solver's bit for any wild


@njit(cache=True, inline="always")
def add(s: Any, b: Any, seat: int, card: int, sign: int) -> None:
    """A card comes into a hand (1) or leaves it (-1)."""
    at = seat * SEAT_CELLS
    b[seat * KINDS + card] += sign
    if b[seat * KINDS + card]:
        s[at + KIND_SET] |= 1 << card
    else:
        s[at + KIND_SET] &= ~(1 << card)
    if card == JOKER:
        s[at + WILDS] += sign
        s[at + JOKERS] += sign
    elif card % WIDTH == s[WILD]:
        s[at + WILDS] += sign
    else:
        s[at + SUIT + card // WIDTH] += sign << 3 * (card % WIDTH)


@njit(cache=True)
def outs_of(s: Any, seat: int, work: Any, keys: Any, rows: Any) -> int:
    """FC-14: the kinds that a seat may discard to go out."""
    at = seat * SEAT_CELLS
    s0, s1, s2, s3, s4 = s[at], s[at + 1], s[at + 2], s[at + 3], s[at + 4]
    found = ways_out(s0, s1, s2, s3, s4, s[at + WILDS], work, keys, rows)
    kinds = found & NATURAL
    if found & WILD_KIND:
        kinds |= SUIT_KINDS << s[WILD] | WILD_KIND
    return kinds & s[at + KIND_SET]


@njit(cache=True)
def fewest(s: Any, seat: int, work: Any, keys: Any, rows: Any) -> int:
    """FC-16, FC-17: the fewest points that can stay unmelded."""
    at = seat * SEAT_CELLS
    wilds = s[at + WILDS]
    points = uncovered(s[at], s[at + 1], s[at + 2], s[at + 3], s[at + 4], wilds, work, keys, rows)
    if 0 < wilds < 3 and not work[kernel.BEST]:
        points += WILD_POINTS * wilds + (JOKER_POINTS - WILD_POINTS) * s[at + JOKERS]
    return points


@njit(cache=True)
def deal(s: Any, b: Any, setup: Any, rng: Any, table: int) -> None:
    """FC-03 to FC-06, FC-20: the next round."""
    players, pack = setup[PLAYERS], setup[PACK]
    if s[ROUND]:
        s[DEALER] = (s[DEALER] + 1) % players
    else:
        s[DEALER] = setup[FIRST] if setup[FIRST] >= 0 else below(rng, table, players)
    dealt = FIRST_DEAL + s[ROUND]
    s[WILD] = dealt - FIRST_DEAL
    s[ROUND] += 1
    for cell in range(players * KINDS):
        b[cell] = 0
    for seat in range(players):
        for cell in range(seat * SEAT_CELLS, seat * SEAT_CELLS + LEFT + 1):
            s[cell] = 0
    cards = b[PACK_AT : PACK_AT + pack]
    shuffle(cards, rng, table)
    for number in range(dealt):
        for place in range(players):
            add(s, b, (s[DEALER] + 1 + place) % players, np.int64(cards[number * players + place]), 1)
    s[AT] = dealt * players + 1
    b[PILE_AT] = cards[s[AT] - 1]
    s[PILE] = 1
    s[TURN] = (s[DEALER] + 1) % players
    s[TURNS] = 1
    s[TAKEN] = 0
    s[OUT] = -1


@njit(cache=True)
def begin(s: Any, b: Any, setup: Any, rng: Any, table: int) -> None:
    """A new match."""
    for seat in range(setup[PLAYERS]):
        s[seat * SEAT_CELLS + TOTAL] = setup[START + seat]
    s[ROUND] = 0
    deal(s, b, setup, rng, table)


@njit(cache=True)
def score(s: Any, setup: Any) -> int:
    """FC-17, FC-21: the end of a round."""
    for seat in range(setup[PLAYERS]):
        at = seat * SEAT_CELLS
        s[at + POINTS] = s[at + LEFT]
        s[at + TOTAL] += s[at + LEFT]
    return OVER if s[ROUND] == setup[ROUNDS] else SCORED


@njit(cache=True)
def next_turn(s: Any, b: Any, setup: Any, rng: Any, table: int, work: Any, keys: Any, rows: Any) -> int:
    """FC-06, FC-15, FC-19, FC-23: the next player, the end of the round, a reshuffle."""
    players = setup[PLAYERS]
    s[TAKEN] = 0
    following = (s[TURN] + 1) % players
    if s[OUT] >= 0:
        if following == s[OUT]:
            return score(s, setup)
    elif setup[LIMIT] and s[TURNS] == setup[LIMIT] * players:
        for seat in range(players):
            s[seat * SEAT_CELLS + LEFT] = fewest(s, seat, work, keys, rows)
        return score(s, setup)
    s[TURN] = following
    s[TURNS] += 1
    if s[AT] == setup[PACK]:
        under = s[PILE] - 1
        s[AT] = setup[PACK] - under
        for number in range(under):
            b[PACK_AT + s[AT] + number] = b[PILE_AT + number]
        shuffle(b[PACK_AT + s[AT] : PACK_AT + setup[PACK]], rng, table)
        b[PILE_AT] = b[PILE_AT + under]
        s[PILE] = 1
    return NOTHING


@njit(cache=True)
def act(s: Any, b: Any, setup: Any, rng: Any, table: int, action: int, work: Any, keys: Any, rows: Any) -> int:
    """Do a legal action of the seat whose turn it is; says whether the round or the match is over."""
    seat = s[TURN]
    if action == DRAW:
        add(s, b, seat, np.int64(b[PACK_AT + s[AT]]), 1)
        s[AT] += 1
        s[TAKEN] = 1
        return NOTHING
    if action == PICK:
        s[PILE] -= 1
        add(s, b, seat, np.int64(b[PILE_AT + s[PILE]]), 1)
        s[TAKEN] = 1
        return NOTHING
    out = action >= GO_OUT
    card = action - (GO_OUT if out else DISCARD)
    add(s, b, seat, card, -1)
    b[PILE_AT + s[PILE]] = card
    s[PILE] += 1
    if out:
        s[OUT] = seat
        s[seat * SEAT_CELLS + LEFT] = 0
    elif s[OUT] >= 0:
        s[seat * SEAT_CELLS + LEFT] = fewest(s, seat, work, keys, rows)
    return next_turn(s, b, setup, rng, table, work, keys, rows)


@njit(cache=True, inline="always")
def pick(s: Any, rng: Any, table: int, work: Any, keys: Any, rows: Any) -> int:
    """Any legal action of the seat whose turn it is, all equally likely."""
    if not s[TAKEN]:
        return below(rng, table, 2)
    kinds = s[s[TURN] * SEAT_CELLS + KIND_SET]
    outs = outs_of(s, s[TURN], work, keys, rows) if s[OUT] < 0 else 0
    count = ones(kinds)
    chosen = below(rng, table, count + ones(outs))
    return DISCARD + nth(kinds, chosen) if chosen < count else GO_OUT + nth(outs, chosen - count)


@njit(cache=True)
def play(states: Any, boards: Any, setup: Any, rng: Any, steps: int, done: Any, work: Any, keys: Any, rows: Any) -> int:
    """Random play: so many actions at every table. Gives the number of actions."""
    for table in range(len(states)):
        s, b = states[table], boards[table]
        for _ in range(steps):
            action = pick(s, rng, table, work, keys, rows)
            ended = act(s, b, setup, rng, table, action, work, keys, rows)
            if ended == OVER:
                done[table] += 1
                restore(b, setup)
                begin(s, b, setup, rng, table)
            elif ended:
                restore(b, setup)
                deal(s, b, setup, rng, table)
    return steps * len(states)


@njit(cache=True)
def restore(b: Any, setup: Any) -> None:
    """Put the whole pack together again, after reshuffles have written discards over it."""
    sets = setup[PACK] // 116
    at = PACK_AT
    for kind in range(KINDS):
        for _ in range((6 if kind == JOKER else 2) * sets):
            b[at] = kind
            at += 1


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
    work: Any,
    keys: Any,
    rows: Any,
) -> None:
    """The action of the seat whose turn it is, at every table; what others chose does not count."""
    players = setup[PLAYERS]
    for table in range(len(states)):
        s, b = states[table], boards[table]
        seat = s[TURN]
        action = actions[table, seat]
        for other in range(players):
            late[table, other] = 0
            points[table, other] = 0
        kinds = s[seat * SEAT_CELLS + KIND_SET]
        if not s[TAKEN]:
            legal = action in (DRAW, PICK)
        elif DISCARD <= action < GO_OUT:
            legal = kinds >> (action - DISCARD) & 1 == 1
        elif GO_OUT <= action < WAIT and s[OUT] < 0:
            legal = outs_of(s, seat, work, keys, rows) >> (action - GO_OUT) & 1 == 1
        else:
            legal = False
        if not legal:
            late[table, seat] = 1
            ended[table] = NOTHING
            continue
        result = act(s, b, setup, rng, table, action, work, keys, rows)
        ended[table] = result
        if result:
            for other in range(players):
                points[table, other] = s[other * SEAT_CELLS + POINTS]
            restore(b, setup)
            if result == OVER:
                begin(s, b, setup, rng, table)
            else:
                deal(s, b, setup, rng, table)


@njit(cache=True)
def masks(states: Any, setup: Any, out: Any, work: Any, keys: Any, rows: Any) -> None:
    """Which actions are legal; who is not to act can only wait."""
    for table in range(len(states)):
        s = states[table]
        for seat in range(setup[PLAYERS]):
            row = out[table, seat]
            row[:] = 0
            if seat != s[TURN]:
                row[WAIT] = 1
            elif not s[TAKEN]:
                row[DRAW] = 1
                row[PICK] = 1
            else:
                kinds = s[seat * SEAT_CELLS + KIND_SET]
                while kinds:
                    row[DISCARD + lowest(kinds)] = 1
                    kinds &= kinds - 1
                outs = outs_of(s, seat, work, keys, rows) if s[OUT] < 0 else 0
                while outs:
                    row[GO_OUT + lowest(outs)] = 1
                    outs &= outs - 1


@njit(cache=True)
def sample(states: Any, setup: Any, rng: Any, actions: Any, work: Any, keys: Any, rows: Any) -> None:
    """A random legal action of the seat whose turn it is; the others wait."""
    for table in range(len(states)):
        for seat in range(setup[PLAYERS]):
            actions[table, seat] = WAIT
        actions[table, states[table][TURN]] = pick(states[table], rng, table, work, keys, rows)


@njit(cache=True)
def start(states: Any, boards: Any, setup: Any, rng: Any) -> None:
    """A new match at every table."""
    for table in range(len(states)):
        restore(boards[table], setup)
        begin(states[table], boards[table], setup, rng, table)


class FiveCrownsKernel(Kernel):
    """Tables of Five Crowns."""

    rules: FiveCrowns
    game: ClassVar[str] = "five_crowns"
    refuses: ClassVar[dict[str, object]] = {"tie_break": False, "undo": False, "first_round": 1}

    def arrange(self) -> None:
        """Lay out the arrays."""
        options, players = self.rules.options, self.players
        self.states = np.zeros((self.tables, CELLS), np.int64)
        self.boards = np.zeros((self.tables, CARD_CELLS), np.int8)
        setup = np.zeros(SETUP, np.int64)
        pack = len(deck(1 if players <= ONE_SET_SEATS else 2))
        setup[:START] = options.rounds, options.turn_limit or 0, self.first_dealer(), players, pack
        setup[START : START + players] = options.head_start or (0,) * players
        self.setup = setup
        self.solver = melds.solver.arrays
        start(self.states, self.boards, setup, self.rng)

    def fill_masks(self, out: Any) -> None:
        """Which actions are legal."""
        masks(self.states, self.setup, out, *self.solver)

    def fill_sample(self, out: Any) -> None:
        """Random legal actions."""
        sample(self.states, self.setup, self.rng, out, *self.solver)

    def tick(self, actions: Any, points: Any, ended: Any, late: Any, order: Any) -> None:
        """What the seat whose turn it is chose."""
        order[:, 0] = self.states[:, TURN]
        step(self.states, self.boards, self.setup, self.rng, actions, points, ended, late, *self.solver)

    def rollouts(self, steps: int, matches: Any) -> int:
        """Random play inside the kernel."""
        return int(play(self.states, self.boards, self.setup, self.rng, steps, matches, *self.solver))

    # For comparing with the rules

    def dealt(self, table: int) -> Deal:
        """The deal of the round, as the rules would state it; only right after it was dealt."""
        s, players = self.states[table], self.players
        dealer, size = int(s[DEALER]), FIRST_DEAL + int(s[WILD])
        cards = texts(self.boards[table, PACK_AT : PACK_AT + int(self.setup[PACK])].tolist())
        used = size * players
        hands = [cards[(seat - dealer - 1) % players : used : players] for seat in range(players)]
        wild = RANKS[int(s[WILD])]
        draw, discard = cards[used + 1 :], cards[used]
        return Deal(round=int(s[ROUND]), dealer=dealer, wild=wild, hands=tuple(hands), discard=discard, draw=draw)

    def reshuffled(self, table: int) -> Reshuffle:
        """The new draw pile, as the rules would state it; only right after a reshuffle."""
        at, pack = int(self.states[table, AT]), int(self.setup[PACK])
        return Reshuffle(draw=texts(self.boards[table, PACK_AT + at : PACK_AT + pack].tolist()))

    def totals(self, table: int) -> tuple[int, ...]:
        """The points so far."""
        return tuple(int(self.states[table, seat * SEAT_CELLS + TOTAL]) for seat in range(self.players))
