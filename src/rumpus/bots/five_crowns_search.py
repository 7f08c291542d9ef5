"""The master's search in Five Crowns, compiled: imagine what is hidden, play each choice to the end of the round.

All choices are tried in the same worlds (`five_crowns_beliefs`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from rumpus.bots.five_crowns_beliefs import BELIEFS, deal, first_world
from rumpus.bots.five_crowns_playouts import (
    AT,
    CARD,
    COUNT,
    OUT,
    SEAT,
    SIZE,
    SLOTS,
    TAKEN,
    TURNS,
    WILD,
    change,
    cost,
    draw,
    drop,
    fewest_after,
    is_wild,
    pick_up,
    play,
    points,
    put,
)
from rumpus.games.five_crowns.cards import JOKER

# The dials after those of beliefs: how many worlds at most, and how much work; how many discards are tried, and how far
# behind the best one in the quick estimate; worlds between two looks at the choices; how many standard errors behind a
# choice is given up, and the usual one at the end
WORLDS, WORK, CHOICES, FAR, BATCH, BEHIND, SURE = range(BELIEFS, BELIEFS + 7)
LOOK_NS, LONG_LOOK_NS = 150.0, 0.36  # the time of a look: for any hand, and for the third power of its cards
# A choice: 1 takes the face-up card, 0 draws, -1 has taken already; the discard, or -1 if it is left open; goes out
TAKES, DISCARD, GOES_OUT = 0, 1, 2


@njit(cache=True)
def ranked(hand: Any, wild: int, dials: Any, tables: Any) -> Any:
    """The discards that are worth trying, best first in the quick estimate."""
    kinds, costs, found = np.empty(16, np.int64), np.empty(16), 0
    for place in range(CARD, CARD + hand[COUNT]):
        kind = hand[place]
        if place > CARD and (is_wild(kind, wild) or kind in hand[CARD:place]):
            continue
        change(hand, kind, wild, -1)
        price = cost(hand, dials, tables)
        change(hand, kind, wild, 1)
        at = found
        while at and costs[at - 1] > price:
            kinds[at], costs[at] = kinds[at - 1], costs[at - 1]
            at -= 1
        kinds[at], costs[at] = kind, price
        found += 1
    count = 0
    while count < min(found, int(dials[CHOICES])) and costs[count] <= costs[0] + dials[FAR]:
        count += 1
    return kinds[:count]


@njit(cache=True)
def choices_of(hand: Any, seen: Any, dials: Any, tables: Any) -> Any:
    """What the seat may do, as far as it is worth trying."""
    wild, up = seen.state[WILD], seen.pile[seen.state[SIZE] - 1]
    if seen.state[TAKEN]:
        goes_out = 0 if fewest_after(hand, wild, tables)[0] else 1
        kinds = ranked(hand, wild, dials, tables)
        choices = np.full((len(kinds), 3), -1)
        for number in range(len(kinds)):
            choices[number, DISCARD], choices[number, GOES_OUT] = kinds[number], 0
            if goes_out:
                change(hand, kinds[number], wild, -1)
                choices[number, GOES_OUT] = points(hand, tables) == 0
                change(hand, kinds[number], wild, 1)
        return choices[choices[:, GOES_OUT] == goes_out]
    put(hand, up, wild)
    if not fewest_after(hand, wild, tables)[0]:
        return np.array([[1, -1, 0]])  # it can go out
    kinds = ranked(hand, wild, dials, tables)
    kinds = kinds[kinds != up]
    choices = np.zeros((1 + len(kinds), 3), np.int64)
    choices[0, DISCARD] = -1
    for number in range(len(kinds)):
        choices[1 + number, TAKES], choices[1 + number, DISCARD] = 1, kinds[number]
    return choices


@njit(cache=True)
def apply(choice: Any, hands: Any, state: Any, pack: Any, pile: Any) -> None:
    """Do what is to be tried."""
    hand, wild = hands[0], state[WILD]
    if choice[TAKES] == 1:
        pick_up(state)
        put(hand, pile[state[SIZE]], wild)
    elif choice[TAKES] == 0:
        draw(hand, state, pack)
    state[TAKEN] = 1
    if choice[DISCARD] >= 0:
        drop(hand, choice[DISCARD], wild)
        pile[state[SIZE]] = choice[DISCARD]
        state[SIZE] += 1
        state[OUT] = 0 if choice[GOES_OUT] else state[OUT]
        state[SEAT], state[TAKEN] = 1, 0
        state[TURNS] -= 1


@njit(cache=True)
def worth(hands: Any, seen: Any, tables: Any) -> float:
    """The chance to have fewer points than another seat when the match ends, the mean over the others."""
    mine, total = points(hands[0], tables), 0.0
    for seat in range(1, len(hands)):
        lead = seen.ahead[seat] + points(hands[seat], tables) - mine
        total += 0.5 * math.erfc(-lead / (seen.spread * math.sqrt(2.0)))
    return total / (len(hands) - 1)


@njit(cache=True)
def piles(seen: Any, pool: Any) -> Any:
    """The pack, whose end is the draw pile, and the discard pile of a world."""
    stock, end = seen.hidden.sum(), len(pool) - seen.under
    pile, pack = seen.pile.copy(), np.zeros(len(seen.pile), np.int64)
    pile[: seen.under] = pool[end:]
    pack[seen.state[AT] :] = pool[stock:end]
    return pack, pile


@njit(cache=True)
def try_choice(choice: Any, seen: Any, world: Any, dials: Any, rng: Any, tables: Any) -> float:
    """What a choice is worth in one world."""
    pack, pile = piles(seen, world.pool)
    hands, state = world.hands.copy(), seen.state.copy()
    apply(choice, hands, state, pack, pile)
    play(hands, state, pack, pile, dials, rng, tables)
    return worth(hands, seen, tables)


@njit(cache=True)
def best_of(alive: Any, total: Any) -> int:
    """The choice with the largest total."""
    best = -1
    for choice in range(len(alive)):
        if alive[choice] and (best < 0 or total[choice] > total[best]):
            best = choice
    return best


@njit(cache=True)
def give_up(alive: Any, total: Any, squares: Any, world: int, behind: float) -> None:
    """Drop the choices that are clearly worse than the best so far, or always just as good."""
    best = best_of(alive, total)
    for choice in range(len(alive)):
        if alive[choice] and choice != best:
            lead = (total[best] - total[choice]) / world
            variance = squares[best, choice] / world - lead * lead
            alive[choice] = squares[best, choice] > 0 and lead <= behind * math.sqrt(max(0.0, variance) / world)


@njit(cache=True)
def looks(dealt: int, dials: Any) -> int:
    """How many looks at hands are the work of a decision, which is about its milliseconds on an ordinary core.

    Time itself must not count: the same seed plays the same match. Long hands take longer (measured).
    """
    return int(dials[WORK] * 1e6 / (LOOK_NS + LONG_LOOK_NS * dealt**3))


@njit(cache=True)
def search(seen: Any, choices: Any, usual: int, dials: Any, rng: Any, tables: Any) -> int:
    """Try the choices in imagined worlds, and only the good ones in the later of them.

    Gives the best, or the usual one if that is behind it by too little to be sure.
    """
    count, last = len(choices), tables[0][SLOTS] + looks(seen.state[WILD] + 3, dials)
    alive, worths, total, squares = np.ones(count, np.bool_), np.zeros(count), np.zeros(count), np.zeros((count, count))
    world = first_world(seen, dials, rng, tables)
    for number in range(1, int(dials[WORLDS]) + 1):
        deal(seen, world, number, dials, rng, tables)
        for choice in range(count):
            if alive[choice]:
                worths[choice] = try_choice(choices[choice], seen, world, dials, rng, tables)
                total[choice] += worths[choice]
        for one in range(count):
            for other in range(count):
                squares[one, other] += (worths[one] - worths[other]) ** 2
        if number % int(dials[BATCH]) == 0:
            give_up(alive, total, squares, number, dials[BEHIND])
            if alive.sum() == 1 or tables[0][SLOTS] > last:
                break
    best = best_of(alive, total)
    if alive[usual]:
        give_up(alive, total, squares, number, dials[SURE])
    return usual if alive[usual] else best


@njit(cache=True)
def with_usual(choices: Any, usual: Any) -> tuple[Any, int]:
    """The choices with what the seat would usually do among them, and which one that is."""
    for number in range(len(choices)):
        if choices[number, TAKES] == usual[TAKES] and (usual[TAKES] >= 0 or choices[number, DISCARD] == usual[DISCARD]):
            return choices, number
    return np.concatenate((choices, usual.reshape(1, 3))), len(choices)


@njit(cache=True)
def choose(seen: Any, usual: Any, dials: Any, rng: Any, tables: Any) -> Any:
    """What to do: the usual choice, unless another is clearly better in the imagined worlds."""
    choices, at = with_usual(choices_of(seen.hands[0].copy(), seen, dials, tables), usual)
    if len(choices) == 1:
        return choices[0]
    return choices[search(seen, choices, at, dials, rng, tables)]


@njit(cache=True)
def worth_of_last_draw(seen: Any, left: Any, tables: Any) -> tuple[float, float]:
    """On the last turn: the worth of the face-up card, and that of the draw pile over all cards that may lie there."""
    hands, wild = seen.hands.copy(), seen.state[WILD]
    up, drawing, total = 0.0, 0.0, 0
    top = seen.pile[seen.state[SIZE] - 1]
    for kind in range(JOKER + 1):
        if left[kind] or kind == top:
            put(hands[0], kind, wild)
            discard = fewest_after(hands[0], wild, tables)[1]
            change(hands[0], discard, wild, -1)
            value = worth(hands, seen, tables)
            change(hands[0], discard, wild, 1)
            drop(hands[0], kind, wild)
            drawing += left[kind] * value
            total += left[kind]
            if kind == top:
                up = value
    return up, drawing / max(total, 1)
