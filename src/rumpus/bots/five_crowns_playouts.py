"""Quick rounds of Five Crowns, compiled: hands whose points are remembered, a simple player, rounds played to the end.

A hand is one row of ints: the solver's five suits, its wilds, the jokers among them, a key, the number of its cards,
and the cards themselves, those with the most points first and wilds last. The key is a sum of random numbers, one for
each card, so hands with the same key are the same hand; their points are looked up by it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rumpus.games.five_crowns import kernel, melds
from rumpus.games.five_crowns.cards import JOKER, JOKER_POINTS, RANKS, WILD_POINTS

uncovered: Any = melds.compiled_kernel().uncovered

WIDTH, BITS = len(RANKS), kernel.COUNT_BITS
WILDS, JOKERS, KEY, COUNT, CARD = 5, 6, 7, 8, 9  # the cells of a hand after its suits
HAND = CARD + 16
# The cells of a round: what is wild, who plays next, who went out (-1: nobody), how many cards of the draw pile are
# gone and how many lie in the discard pile, whether the next player has taken a card, and the turns that are left
WILD, SEAT, OUT, AT, SIZE, TAKEN, TURNS, ROUND = range(8)
# How the simple player plays: the weight of the points that one more wild would leave; how much better the face-up card
# must make the hand; and the points that a last draw leaves, per point now and per point with one more wild
HOPE, RELUCTANCE, LAST_NOW, LAST_WILD, PLAYER = range(5)
SIMPLE = (0.3, 10.0, 0.6, 0.2)

SLOTS = 1 << 17
VALUE_BITS = 10  # of a cell: the points of a hand; the others are those of its key
_KEYS = np.random.SeedSequence(77).generate_state(JOKER + 2, np.uint64).astype(np.int64)
CARD_KEYS, WILD_KEY, JOKER_KEY = _KEYS[:JOKER], int(_KEYS[JOKER]), int(_KEYS[JOKER + 1])
GAMMA, MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S27, S30, S31, S33 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(33)


def new_tables() -> Any:
    """The points of hands that were looked at, by their keys, with how often in the last cell; the solver's arrays."""
    sizes = (SLOTS + 1, kernel.WORK, kernel.SLOTS + 1, kernel.SLOTS * kernel.WILDS)
    tables = tuple(np.zeros(size, np.int64) for size in sizes)
    melds.compiled_kernel().clear(*tables[2:])
    return tables


@njit(cache=True)
def below(rng: Any, number: int) -> int:
    """A random number from 0 to number - 1 (splitmix64)."""
    rng[0] += GAMMA
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> S30)) * MIX_1
    mixed = (mixed ^ (mixed >> S27)) * MIX_2
    return np.int64((mixed ^ (mixed >> S31)) >> S33) * number >> 31


@njit(cache=True)
def is_wild(kind: int, wild: int) -> bool:
    """FC-05: jokers, and the rank of the round."""
    return kind == JOKER or kind % WIDTH == wild


@njit(cache=True)
def change(hand: Any, kind: int, wild: int, sign: int) -> None:
    """A card comes (1) or goes (-1), but for the list of cards."""
    if is_wild(kind, wild):
        hand[WILDS] += sign
        hand[KEY] += sign * WILD_KEY
        if kind == JOKER:
            hand[JOKERS] += sign
            hand[KEY] += sign * JOKER_KEY
    else:
        hand[kind // WIDTH] += sign << BITS * (kind % WIDTH)
        hand[KEY] += sign * CARD_KEYS[kind]


@njit(cache=True)
def order(kind: int, wild: int) -> int:
    """Where a card stands in the list: high cards first, then wilds."""
    return -1 if is_wild(kind, wild) else kind % WIDTH


@njit(cache=True)
def put(hand: Any, kind: int, wild: int) -> None:
    """A card comes into a hand."""
    change(hand, kind, wild, 1)
    place = CARD + hand[COUNT]
    rank = order(kind, wild)
    while place > CARD and order(hand[place - 1], wild) < rank:
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = kind
    hand[COUNT] += 1


@njit(cache=True)
def drop(hand: Any, kind: int, wild: int) -> None:
    """A card leaves a hand that has it."""
    change(hand, kind, wild, -1)
    place = CARD
    while hand[place] != kind:
        place += 1
    hand[COUNT] -= 1
    while place < CARD + hand[COUNT]:
        hand[place] = hand[place + 1]
        place += 1


@njit(cache=True)
def points(hand: Any, tables: Any) -> int:
    """FC-17: the fewest points that can stay unmelded."""
    known, work, keys, rows = tables
    known[SLOTS] += 1
    slot = (hand[KEY] ^ hand[KEY] >> 29) & (SLOTS - 1)
    if known[slot] >> VALUE_BITS != hand[KEY] >> VALUE_BITS:
        wilds = hand[WILDS]
        left = uncovered(hand[0], hand[1], hand[2], hand[3], hand[4], wilds, work, keys, rows)
        if 0 < wilds < 3 and not work[kernel.BEST]:
            left += WILD_POINTS * wilds + (JOKER_POINTS - WILD_POINTS) * hand[JOKERS]
        known[slot] = (hand[KEY] >> VALUE_BITS << VALUE_BITS) + left
    return known[slot] & (1 << VALUE_BITS) - 1


@njit(cache=True)
def with_a_wild(hand: Any, tables: Any) -> int:
    """The points with one more wild: a measure of how close the hand is to going out."""
    hand[WILDS] += 1
    hand[KEY] += WILD_KEY
    left = points(hand, tables)
    hand[WILDS] -= 1
    hand[KEY] -= WILD_KEY
    return left


@njit(cache=True)
def cost(hand: Any, dials: Any, tables: Any) -> float:
    """What the simple player thinks that a hand costs."""
    now = points(hand, tables)
    return now + dials[HOPE] * with_a_wild(hand, tables) if now else 0.0


@njit(cache=True)
def best_discard(hand: Any, wild: int, ceiling: float, dials: Any, tables: Any) -> tuple[int, float]:
    """The discard that leaves the least cost, and that cost; (-1, ceiling) if none costs less than the ceiling.

    A card that goes saves at most its own points. As high cards come first, the search ends where that is too little.
    """
    whole = points(hand, tables)
    hoped = with_a_wild(hand, tables) if whole else 0
    best, chosen = ceiling, -1
    for place in range(CARD, CARD + hand[COUNT]):
        kind = hand[place]
        value = kind % WIDTH + 3
        if is_wild(kind, wild):
            if place > CARD:
                break
        elif whole - value + dials[HOPE] * max(0, hoped - value) >= best:
            break
        if place > CARD and hand[place - 1] == kind:
            continue
        change(hand, kind, wild, -1)
        left = float(points(hand, tables))
        if 0 < left < best:
            left += dials[HOPE] * with_a_wild(hand, tables)
        change(hand, kind, wild, 1)
        if left < best:
            best, chosen = left, kind
    return chosen, best


@njit(cache=True)
def fewest_after(hand: Any, wild: int, tables: Any) -> tuple[int, int]:
    """The fewest points that a discard leaves, and the discard."""
    whole = points(hand, tables)
    fewest, chosen = 1 << 30, -1
    for place in range(CARD, CARD + hand[COUNT]):
        kind = hand[place]
        if not is_wild(kind, wild) and whole - kind % WIDTH - 3 >= fewest:
            continue
        change(hand, kind, wild, -1)
        left = points(hand, tables)
        change(hand, kind, wild, 1)
        if left < fewest:
            fewest, chosen = left, kind
            if not left:
                break
    return fewest, chosen


@njit(cache=True)
def melds_more(hand: Any, kind: int, wild: int, before: int, tables: Any) -> bool:
    """Whether a card that has come into a hand, which left so many points before it, melds there."""
    return is_wild(kind, wild) or points(hand, tables) < before + kind % WIDTH + 3


@njit(cache=True)
def reshuffle(state: Any, pack: Any, pile: Any, rng: Any) -> None:
    """FC-19: all discards but the top one are the new draw pile."""
    under = state[SIZE] - 1
    state[AT] = len(pack) - under
    for number in range(under):
        other = below(rng, number + 1)
        pack[state[AT] + number] = pack[state[AT] + other]
        pack[state[AT] + other] = pile[number]
    pile[0] = pile[under]
    state[SIZE] = 1


@njit(cache=True)
def draw(hand: Any, state: Any, pack: Any) -> None:
    """Take the next card of the draw pile."""
    put(hand, pack[state[AT]], state[WILD])
    state[AT] += 1


@njit(cache=True)
def pick_up(state: Any) -> None:
    """Take the face-up card. The card that would have been drawn is passed over.

    So every later turn has the same draw whatever was picked up before it, and choices differ by what they bring alone.
    """
    state[SIZE] -= 1
    state[AT] += 1


@njit(cache=True)
def take_and_weigh(hand: Any, state: Any, pack: Any, pile: Any, dials: Any, tables: Any) -> int:
    """The simple player takes a card and gives its discard."""
    wild, up = state[WILD], pile[state[SIZE] - 1]
    if not state[TAKEN]:
        now = points(hand, tables)
        ceiling = 1e9 if is_wild(up, wild) else max(0.01, cost(hand, dials, tables) - dials[RELUCTANCE])
        put(hand, up, wild)
        if melds_more(hand, up, wild, now, tables):
            discard, _ = best_discard(hand, wild, ceiling, dials, tables)
            if discard >= 0 and discard != up:
                pick_up(state)
                return discard
        drop(hand, up, wild)
        draw(hand, state, pack)
    discard, _ = best_discard(hand, wild, 1e9, dials, tables)
    return discard


@njit(cache=True)
def last_turn(hand: Any, state: Any, pack: Any, pile: Any, dials: Any, tables: Any) -> int:
    """FC-15: the simple player takes a card so as to keep the fewest points; gives its discard."""
    wild, up = state[WILD], pile[state[SIZE] - 1]
    if not state[TAKEN]:
        drawing = dials[LAST_NOW] * points(hand, tables) + dials[LAST_WILD] * with_a_wild(hand, tables)
        put(hand, up, wild)
        fewest, discard = fewest_after(hand, wild, tables)
        if not fewest or fewest < drawing:
            pick_up(state)
            return discard
        drop(hand, up, wild)
        draw(hand, state, pack)
    return fewest_after(hand, wild, tables)[1]


@njit(cache=True)
def play(hands: Any, state: Any, pack: Any, pile: Any, dials: Any, rng: Any, tables: Any) -> None:
    """Play a round to its end; what is then in the hands counts."""
    players = len(hands)
    while state[SEAT] != state[OUT] and state[TURNS]:
        hand = hands[state[SEAT]]
        if state[AT] == len(pack) and not state[TAKEN]:
            if state[SIZE] < 2:
                return
            reshuffle(state, pack, pile, rng)
        if state[OUT] >= 0:
            discard = last_turn(hand, state, pack, pile, dials, tables)
        else:
            discard = take_and_weigh(hand, state, pack, pile, dials, tables)
        drop(hand, discard, state[WILD])
        pile[state[SIZE]] = discard
        state[SIZE] += 1
        if state[OUT] < 0 and not points(hand, tables):
            state[OUT] = state[SEAT]
        state[SEAT] = (state[SEAT] + 1) % players
        state[TAKEN] = 0
        state[TURNS] -= 1
