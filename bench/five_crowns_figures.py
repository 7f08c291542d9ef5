"""Hands of Five Crowns as a network sees them, and what it thinks of them, compiled.

The figures of a hand are those of `rumpus.bots.five_crowns_odds` and `five_crowns_network.inputs`, once more for speed;
`python -m bench.train_five_crowns --check` compares them. A hand is seven cells: five suits of eleven 3-bit counts
without the wild rank, the wilds, and the jokers among them. Everybody remembers the pile and what was picked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from rumpus.games.five_crowns import kernel, melds
from rumpus.games.five_crowns.cards import JOKER, JOKER_POINTS, RANKS, WILD_POINTS

uncovered: Any = melds.compiled_kernel().uncovered

WIDTH, SUITS, BITS, COUNT = len(RANKS), kernel.SUITS, kernel.COUNT_BITS, kernel.COUNT
KINDS = JOKER + 1
WILDS, JOKERS, HAND = SUITS, SUITS + 1, SUITS + 2
RANK_ONES = sum(1 << BITS * rank for rank in range(WIDTH))

# The figures of a hand
NOW, ONE_WILD, TWO_WILDS, NEXT, OUT, BETTER, HELD_WILDS, LOOSE, FIGURES = range(9)
# The expert's weights, as in `rumpus.bots.five_crowns`
E_NOW, E_NEXT, E_LATER, E_OUT = -0.3, 1.0, 0.08, 12.0

INPUTS, HIDDEN, SECOND = 18, 24, 12
LEAK = 0.01
WEIGHTS = INPUTS * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1


@njit(cache=True)
def is_wild(kind: int, wild: int) -> bool:
    return kind == JOKER or kind % WIDTH == wild


@njit(cache=True)
def meet(one: int, other: int) -> bool:
    if JOKER in (one, other):
        return False
    rank, other_rank = one % WIDTH, other % WIDTH
    return rank == other_rank or (one // WIDTH == other // WIDTH and abs(rank - other_rank) <= 2)


@njit(cache=True)
def feeds(kind: int, held: Any) -> bool:
    """Whether a discard goes with what the next player has picked up."""
    for other in range(JOKER):  # noqa: SIM110 - Numba has no any
        if held[other] and meet(kind, other):
            return True
    return False


@njit(cache=True)
def points(hand: Any, wilds: int, jokers: int, work: Any, keys: Any, rows: Any) -> int:
    """FC-17: the fewest points that can stay unmelded of the natural cards of a hand with so many wilds."""
    left = uncovered(hand[0], hand[1], hand[2], hand[3], hand[4], wilds, work, keys, rows)
    if 0 < wilds < 3 and not work[kernel.BEST]:
        left += WILD_POINTS * wilds + (JOKER_POINTS - WILD_POINTS) * jokers
    return left


@njit(cache=True)
def left_after(hand: Any, work: Any, keys: Any, rows: Any) -> int:
    return points(hand, hand[WILDS], hand[JOKERS], work, keys, rows)


@njit(cache=True)
def add(hand: Any, kind: int, wild: int, sign: int) -> None:
    """A card comes into a hand (1) or leaves it (-1)."""
    if kind == JOKER:
        hand[WILDS] += sign
        hand[JOKERS] += sign
    elif kind % WIDTH == wild:
        hand[WILDS] += sign
    else:
        hand[kind // WIDTH] += sign << BITS * (kind % WIDTH)


@njit(cache=True)
def after_draw(hand: Any, wilds: int, now: int, loose: Any, count: int, work: Any, keys: Any, rows: Any) -> int:
    """The points after the best discard; tries high cards first, until no other can do better."""
    least = points(hand, wilds, hand[JOKERS], work, keys, rows)
    left = now
    for place in range(count):
        kind = loose[place]
        rank = kind % WIDTH
        if left <= max(0, least - rank - 3):
            break
        hand[kind // WIDTH] -= 1 << BITS * rank
        left = min(left, points(hand, wilds, hand[JOKERS], work, keys, rows))
        hand[kind // WIDTH] += 1 << BITS * rank
    return left


@njit(cache=True)
def figures(  # noqa: C901, PLR0912 - one loop over all draws
    hand: Any, wild: int, left: Any, loose: Any, out: Any, work: Any, keys: Any, rows: Any
) -> None:
    """What can be said of a hand after its discard, given how many cards of each kind may be drawn."""
    wilds, jokers = hand[WILDS], hand[JOKERS]
    now = points(hand, wilds, jokers, work, keys, rows)
    out[:] = 0.0
    out[NOW], out[HELD_WILDS] = now, wilds
    if not now:
        out[OUT] = out[BETTER] = 1.0
        return
    out[ONE_WILD] = points(hand, wilds + 1, jokers, work, keys, rows)
    out[TWO_WILDS] = points(hand, wilds + 2, jokers, work, keys, rows)
    count, ranks = 0, 0
    for suit in range(SUITS):
        ranks |= hand[suit]
    ranks = (ranks | ranks >> 1 | ranks >> 2) & RANK_ONES
    for rank in range(WIDTH - 1, -1, -1):
        for suit in range(SUITS):
            if hand[suit] >> BITS * rank & COUNT:
                hand[suit] -= 1 << BITS * rank
                if points(hand, wilds, jokers, work, keys, rows) < now:
                    loose[count] = suit * WIDTH + rank
                    count += 1
                hand[suit] += 1 << BITS * rank
    out[LOOSE] = count
    total, any_wild = 0, 0
    for kind in range(KINDS):
        total += left[kind]
        if is_wild(kind, wild):
            any_wild += left[kind]
    best = after_draw(hand, wilds + 1, now, loose, count, work, keys, rows)
    expected, outs, better = any_wild * best, any_wild * (best == 0), any_wild * (best < now)
    for suit in range(SUITS):
        held = (hand[suit] | hand[suit] >> 1 | hand[suit] >> 2) & RANK_ONES
        near = ranks | held << BITS | held >> BITS | held << 2 * BITS | held >> 2 * BITS
        for rank in range(WIDTH):
            unseen = left[suit * WIDTH + rank]
            if rank == wild or not unseen:
                continue
            best = now
            if near >> BITS * rank & 1:
                hand[suit] += 1 << BITS * rank
                if points(hand, wilds, jokers, work, keys, rows) < now + rank + 3:
                    best = after_draw(hand, wilds, now, loose, count, work, keys, rows)
                hand[suit] -= 1 << BITS * rank
            expected += unseen * best
            outs += unseen * (best == 0)
            better += unseen * (best < now)
    total = max(total, 1)
    out[NEXT], out[OUT], out[BETTER] = expected / total, outs / total, better / total


@njit(cache=True)
def inputs(x: Any, seen: Any, place: Any, discard: int, held: Any, left: Any) -> None:
    """What the network sees; `place` is cards dealt, turn, players, draw pile, cards that the next player picked up."""
    wild = place[0] - 3
    x[0], x[1] = place[0] / 13.0, min(place[1], 20) / 10.0
    x[2], x[3], x[4], x[5] = seen[NOW] / 50, seen[ONE_WILD] / 50, seen[TWO_WILDS] / 50, seen[NEXT] / 50
    x[6], x[7], x[8], x[9] = seen[OUT], seen[BETTER], seen[HELD_WILDS] / 4, place[4] / 5.0
    x[10] = x[11] = x[12] = x[13] = 0.0
    if discard >= 0:
        x[10] = feeds(discard, held)
        if is_wild(discard, wild):
            x[12] = 1.0
        else:
            mates, total = 0, 0
            for kind in range(KINDS):
                total += left[kind]
                if left[kind] and not is_wild(kind, wild) and meet(discard, kind):
                    mates += left[kind]
            x[11] = 4.0 * mates / max(1, total)
            x[13] = (discard % WIDTH + 3) / 13.0
    x[14], x[15] = place[3] / 100.0, (place[2] - 2) / 5.0
    x[16], x[17] = x[2] * x[1], seen[LOOSE] / 5


@njit(cache=True)
def value(x: Any, weights: Any) -> float:
    """The points by which the seat will lose the round to the mean of the others."""
    first, second = np.empty(HIDDEN), np.empty(SECOND)
    at = INPUTS * HIDDEN
    for neuron in range(HIDDEN):
        total = weights[at + neuron]
        for number in range(INPUTS):
            total += weights[neuron * INPUTS + number] * x[number]
        first[neuron] = total if total > 0 else LEAK * total
    at += HIDDEN
    for neuron in range(SECOND):
        total = weights[at + HIDDEN * SECOND + neuron]
        for number in range(HIDDEN):
            total += weights[at + neuron * HIDDEN + number] * first[number]
        second[neuron] = total if total > 0 else LEAK * total
    at += HIDDEN * SECOND + SECOND
    total = weights[at + SECOND]
    for number in range(SECOND):
        total += weights[at + number] * second[number]
    return total


@njit(cache=True)
def experts_cost(seen: Any) -> float:
    if not seen[NOW]:
        return -E_OUT
    return E_NOW * seen[NOW] + E_NEXT * seen[NEXT] + E_LATER * seen[ONE_WILD] - E_OUT * seen[OUT]
