"""A table of Wackee Six in arrays: sets of kinds are bits of one int, and piles are counted by their top cards.

Which of two equal piles takes a card makes no difference, so piles have no numbers here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rumpus.games.wackee_six.actions import ROW
from rumpus.games.wackee_six.cards import ABOVE_ONE, DECK, HIGHEST, NUMBERED, ONES, WILD
from rumpus.games.wackee_six.rules import BONUS, COST, PATIENCE, TURN
from rumpus.research.kernels.bits import below, nth, ones, shuffle

SEATS, SIDES = 12, 6
# The cells of a table: one for each side, then those of the whole table
LEFT, PASSES, ROWS, DECKS, TURNED, DOWN, PLAYED, TOTAL, POINTS, TURNER, MAIN, MOVED = (SIDES * n for n in range(12))
WANT, LIVE, CALLER, DEALER, ROUND, QUIET, TICK = range(12 * SIDES, 12 * SIDES + 7)
CELLS = 12 * SIDES + 7
# The cards of a table: those of each side, then how many piles have reached a kind, and how many of it can come up
UP_AT, DOWN_AT, DECK_AT, TURNED_AT, ORDER_AT = 0, ROW, 2 * ROW, 2 * ROW + 48, 2 * ROW + 96
SIDE_CARDS = ORDER_AT + len(DECK)
TOPS_AT = SIDES * SIDE_CARDS
LIVE_AT = TOPS_AT + NUMBERED
CARD_CELLS = LIVE_AT + NUMBERED + 1
# What a match is played by
TARGET, AUTO_SHOUT, FIRST, PLAYERS, COUNT, SIDE_OF = 0, 1, 2, 3, 4, 5
DEALT, START, FIRST_TURNER, FIRST_MAIN = (SIDE_OF + SEATS + SIDES * n for n in range(4))
SETUP = FIRST_MAIN + SIDES
# Actions, as in the encoding
TURN_UP, RECYCLE, SHOUT, CARD, WILD_AS, WAIT = 1, 2, 3, 4, 11, 347
AS = (HIGHEST - 1) * 4  # cards that a wild may stand for
NOTHING, SCORED, OVER = 0, 1, 2
WILD_BIT = 1 << WILD
NO_CARD = -1


@njit(cache=True, inline="always")
def as_kind(number: int) -> int:
    """The kind that a wild stands for."""
    return number // (HIGHEST - 1) * HIGHEST + number % (HIGHEST - 1) + 1


@njit(cache=True, inline="always")
def as_number(kind: int) -> int:
    """The number of a kind among those that a wild may stand for."""
    return kind // HIGHEST * (HIGHEST - 1) + kind % HIGHEST - 1


@njit(cache=True)
def look_at_row(s: Any, b: Any, side: int) -> None:
    """Note which kinds lie in the face-up row."""
    rows = 0
    for place in range(ROW):
        card = b[side * SIDE_CARDS + UP_AT + place]
        if card >= 0:
            rows |= 1 << card
    s[ROWS + side] = rows


@njit(cache=True)
def deal(s: Any, b: Any, setup: Any, rng: Any, table: int) -> None:
    """WS-02, WS-03, WS-16: the next round."""
    first = s[ROUND] == 0
    if first:
        s[DEALER] = setup[FIRST] if setup[FIRST] >= 0 else below(rng, table, setup[PLAYERS])
    else:
        s[DEALER] = (s[DEALER] + 1) % setup[PLAYERS]
    s[ROUND] += 1
    s[WANT] = ONES
    s[LIVE] = 0
    s[CALLER] = -1
    s[QUIET] = 0
    for kind in range(2 * NUMBERED + 1):
        b[TOPS_AT + kind] = 0
    for side in range(setup[COUNT]):
        at = side * SIDE_CARDS
        order = b[at + ORDER_AT : at + ORDER_AT + len(DECK)]
        shuffle(order, rng, table)
        down = setup[DEALT + side]
        size = len(DECK) - ROW - down
        for place in range(ROW):
            b[at + UP_AT + place] = order[place]
        for place in range(down):  # next card last
            b[at + DOWN_AT + place] = order[ROW + down - 1 - place]
        for place in range(size):  # top card last
            b[at + DECK_AT + place] = order[len(DECK) - 1 - place]
        for place in range(ROW):
            b[LIVE_AT + order[place]] += 1
            s[LIVE] |= 1 << order[place]
        for place in range(ROW + down, len(DECK)):
            b[LIVE_AT + order[place]] += 1
            s[LIVE] |= 1 << order[place]
        s[LEFT + side] = ROW + down
        s[DOWN + side] = down
        s[DECKS + side] = size
        s[TURNED + side] = 0
        s[PASSES + side] = 0
        s[PLAYED + side] = 0
        s[MOVED + side] = 0
        if first:
            s[TURNER + side] = setup[FIRST_TURNER + side]
            s[MAIN + side] = setup[FIRST_MAIN + side]
        else:
            s[TURNER + side], s[MAIN + side] = s[MAIN + side], s[TURNER + side]
        look_at_row(s, b, side)


@njit(cache=True)
def next_round(s: Any, b: Any, setup: Any, rng: Any, table: int) -> int:
    """Deal; a round in which nobody could ever play (WS-21) is over at once, and gives what has ended."""
    deal(s, b, setup, rng, table)
    return stalemate(s, setup)


@njit(cache=True)
def begin(s: Any, b: Any, setup: Any, rng: Any, table: int) -> None:
    """A new match."""
    ended = OVER
    while ended:
        if ended == OVER:
            for side in range(setup[COUNT]):
                s[TOTAL + side] = setup[START + side]
            s[ROUND] = 0
        ended = next_round(s, b, setup, rng, table)


@njit(cache=True)
def score(s: Any, setup: Any) -> int:
    """WS-19, WS-20: the end of a round."""
    best = -(1 << 40)
    for side in range(setup[COUNT]):
        bonus = BONUS if side == s[CALLER] else 0
        s[POINTS + side] = s[PLAYED + side] - COST * s[LEFT + side] + bonus
        s[TOTAL + side] += s[POINTS + side]
        best = max(best, s[TOTAL + side])
    return OVER if best >= setup[TARGET] else SCORED


@njit(cache=True, inline="always")
def all_left(s: Any, setup: Any) -> bool:
    """Whether every side has main cards left."""
    for side in range(setup[COUNT]):  # noqa: SIM110 - Numba compiles no generators here
        if not s[LEFT + side]:
            return False
    return True


@njit(cache=True, inline="always")
def stalemate(s: Any, setup: Any) -> int:
    """WS-21: no card that can come up fits, and nobody is about to call."""
    if s[LIVE] & s[WANT] or (s[LIVE] & WILD_BIT and s[WANT] & ABOVE_ONE) or not all_left(s, setup):
        return NOTHING
    return score(s, setup)


@njit(cache=True, inline="always")
def play_card(s: Any, b: Any, setup: Any, side: int, place: int, card: int, target: int) -> int:
    """WS-06 to WS-11: a card to the middle; place 6 is the turned pile."""
    at = side * SIDE_CARDS
    b[LIVE_AT + card] -= 1
    if not b[LIVE_AT + card]:
        s[LIVE] &= ~(1 << card)
    s[PLAYED + side] += 1
    if place == ROW:
        s[TURNED + side] -= 1
    else:
        s[LEFT + side] -= 1
        b[at + UP_AT + place] = NO_CARD
        if s[DOWN + side] and s[CALLER] < 0:  # WS-10, WS-18
            s[DOWN + side] -= 1
            following = b[at + DOWN_AT + s[DOWN + side]]
            b[at + UP_AT + place] = following
            b[LIVE_AT + following] += 1
            s[LIVE] |= 1 << following
        look_at_row(s, b, side)
    if not ONES >> target & 1:
        b[TOPS_AT + target - 1] -= 1
        if not b[TOPS_AT + target - 1]:
            s[WANT] &= ~(1 << target)
    b[TOPS_AT + target] += 1
    if target % HIGHEST != HIGHEST - 1:
        s[WANT] |= 1 << target + 1
    for other in range(setup[COUNT]):  # WS-22
        s[PASSES + other] = -1 if s[TURNED + other] else 0
    if s[CALLER] >= 0:
        return NOTHING
    if not s[LEFT + side] and setup[AUTO_SHOUT]:
        s[CALLER] = side
        return NOTHING
    return stalemate(s, setup)


@njit(cache=True, inline="always")
def turn_up(s: Any, b: Any, setup: Any, side: int) -> int:
    """WS-12, WS-22: three cards onto the turned pile."""
    at = side * SIDE_CARDS
    count = min(TURN, s[DECKS + side])
    for _ in range(count):
        s[DECKS + side] -= 1
        b[at + TURNED_AT + s[TURNED + side]] = b[at + DECK_AT + s[DECKS + side]]
        s[TURNED + side] += 1
    if s[DECKS + side]:
        return NOTHING
    s[PASSES + side] += 1
    for other in range(setup[COUNT]):
        if s[PASSES + other] < PATIENCE and (s[DECKS + other] or s[TURNED + other]):
            return NOTHING
    return score(s, setup) if all_left(s, setup) else NOTHING


@njit(cache=True, inline="always")
def recycle(s: Any, b: Any, side: int) -> int:
    """WS-13: the turned pile becomes the hand deck; the last card turned comes first."""
    at = side * SIDE_CARDS
    count = s[TURNED + side]
    for place in range(count - 1):
        b[at + DECK_AT + place] = b[at + TURNED_AT + count - 2 - place]
    b[at + DECK_AT + count - 1] = b[at + TURNED_AT + count - 1]
    s[DECKS + side] = count
    s[TURNED + side] = 0
    s[PASSES + side] = max(0, s[PASSES + side])
    return NOTHING


@njit(cache=True, inline="always")
def card_at(s: Any, b: Any, side: int, place: int) -> int:
    """The card at a place: of the face-up row, or (6) on top of the turned pile; -1 for none."""
    at = side * SIDE_CARDS
    if place < ROW:
        return np.int64(b[at + UP_AT + place])
    return np.int64(b[at + TURNED_AT + s[TURNED + side] - 1]) if s[TURNED + side] else NO_CARD


@njit(cache=True)
def may(s: Any, b: Any, setup: Any, seat: int, action: int) -> bool:
    """Whether an action of a seat is legal; after a call, whether a card in the air would land (WS-18)."""
    side = setup[SIDE_OF + seat]
    called = s[CALLER] >= 0
    left = s[LEFT + side] > 0
    if action < CARD:
        turns = left and s[TURNER + side] == seat
        deck, turned = s[DECKS + side] > 0, s[TURNED + side] > 0
        here = action == TURN_UP and turns and deck
        here = here or (action == RECYCLE and turns and not deck and turned) or (action == SHOUT and not left)
        return here and not called
    if action >= WAIT or not (called or left):
        return False
    wild = action >= WILD_AS
    place = (action - WILD_AS) // AS if wild else action - CARD
    card = card_at(s, b, side, place)
    if card < 0 or (card == WILD) != wild or (s[MAIN + side] if place < ROW else s[TURNER + side]) != seat:
        return False
    target = as_kind((action - WILD_AS) % AS) if wild else card
    return s[WANT] >> target & 1 == 1


@njit(cache=True)
def chosen_well(s: Any, b: Any, setup: Any, actions: Any) -> int:
    """The seats whose action is legal when they choose it, as bits; any other is to wait."""
    seats = 0
    for seat in range(setup[PLAYERS]):
        if actions[seat] != WAIT and may(s, b, setup, seat, actions[seat]):
            seats |= 1 << seat
    return seats


@njit(cache=True)
def act(s: Any, b: Any, setup: Any, seat: int, action: int) -> int:
    """Do a legal action; says whether the round or the match is over. A call only names the caller."""
    side = setup[SIDE_OF + seat]
    if action >= WILD_AS:
        place = (action - WILD_AS) // AS
        return play_card(s, b, setup, side, place, WILD, as_kind((action - WILD_AS) % AS))
    if action >= CARD:
        card = card_at(s, b, side, action - CARD)
        return play_card(s, b, setup, side, action - CARD, card, card)
    if action == TURN_UP:
        return turn_up(s, b, setup, side)
    if action == RECYCLE:
        return recycle(s, b, side)
    s[CALLER] = side
    return NOTHING


@njit(cache=True, inline="always")
def pick(s: Any, b: Any, setup: Any, rng: Any, table: int, seat: int) -> int:
    """Any legal action of a seat, all equally likely, without listing them; -1 where there is none."""
    side = setup[SIDE_OF + seat]
    if not s[LEFT + side]:
        return SHOUT
    at = side * SIDE_CARDS
    want = s[WANT]
    wilds = ones(want & ABOVE_ONE)
    main, turner = s[MAIN + side] == seat, s[TURNER + side] == seat
    natural = s[ROWS + side] & want if main else 0
    count = ones(natural)
    jokers = 0
    if main and s[ROWS + side] & WILD_BIT:
        for place in range(ROW):
            if b[at + UP_AT + place] == WILD:
                jokers |= 1 << place
    top = card_at(s, b, side, ROW) if turner else NO_CARD
    if top == WILD:
        jokers |= 1 << ROW
    fits = 1 if 0 <= top < WILD and want >> top & 1 else 0
    moves = 1 if turner and s[DECKS + side] + s[TURNED + side] else 0
    total = count + ones(jokers) * wilds + fits + moves
    if not total:
        return -1
    chosen = below(rng, table, total) if total > 1 else 0
    if chosen < count:
        card = nth(natural, chosen)
        place = 0
        while b[at + UP_AT + place] != card:
            place += 1
        return CARD + place
    chosen -= count
    if chosen < fits:
        return CARD + ROW
    chosen -= fits
    if chosen < moves:
        return TURN_UP if s[DECKS + side] else RECYCLE
    chosen -= moves
    return WILD_AS + nth(jokers, chosen // wilds) * AS + as_number(nth(want & ABOVE_ONE, chosen % wilds))
