"""What others may hold in Five Crowns, compiled: hidden cards as likely as they make what everybody saw of a seat.

The story of a seat is the cards that it had at its first remembered turn, then those that it drew, in order. What it
threw away and picked up is known; the rest are hidden cards. Telling the story again says how likely each turn was: a
player seldom leaves a card that helps, and seldom throws away one that it needs. A world changes a story a little and
keeps the change as often as the new story is as likely as the old one (Metropolis).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from rumpus.bots.five_crowns_playouts import (
    CARD,
    COUNT,
    HAND,
    PLAYER,
    WILD,
    below,
    best_discard,
    change,
    cost,
    drop,
    is_wild,
    melds_more,
    points,
    put,
)

# The dials after those of the simple player: how improbable a point of regret about a discard is, and a point by which
# a face-up card was better than one that is just picked up, and how much better that one is; changes of a story in a
# world, and for each of its hidden cards before the first world
REGRET, WISH, WANTED, STEPS, BURN, BELIEFS = range(PLAYER, PLAYER + 6)
MOST_REGRET = 30.0  # points
IMPOSSIBLE = -1e9
RANDOM = 1 << 31
DEEP = 14  # cards of the draw pile for each player that are shuffled; few rounds last longer
REMEMBERED = 6  # turns of a seat, the newest
UP, PICKED, DISCARDED = 0, 1, 2  # of a turn


class Seen(NamedTuple):
    """What a seat knows in the middle of a round; seats are counted from it, clockwise."""

    hands: Any  # its own cards, and those that others were seen to pick up
    hidden: Any  # how many more cards each seat holds
    pool: Any  # the cards that it has not seen
    under: int  # how many of them lie in the discard pile
    pile: Any  # the discard pile: first room for those, then what it remembers, the top card last
    state: Any  # of the round
    turns: Any  # how many turns of each seat are remembered
    log: Any  # these turns: the face-up card, whether it was picked up, the discard
    story: Any  # for each seat, the cards of its story; -1 for a hidden one
    length: Any  # how many these are
    ahead: Any  # by how many points each seat's total is behind this one's
    spread: float  # the standard deviation of what later rounds will add to that


@njit(cache=True)
def wish(hand: Any, up: int, wild: int, dials: Any, tables: Any) -> float:
    """By how many points a face-up card makes a hand better."""
    if is_wild(up, wild):
        return MOST_REGRET
    now, left, better = points(hand, tables), cost(hand, dials, tables), 0.0
    put(hand, up, wild)
    if melds_more(hand, up, wild, now, tables):
        better = left - best_discard(hand, wild, left, dials, tables)[1]
    drop(hand, up, wild)
    return better


@njit(cache=True)
def regret(hand: Any, discard: int, wild: int, dials: Any, tables: Any) -> float:
    """By how many points another discard would have been better, or going out, which nobody did."""
    change(hand, discard, wild, -1)
    left = cost(hand, dials, tables)
    change(hand, discard, wild, 1)
    if not left:
        return MOST_REGRET
    return min(MOST_REGRET, left - best_discard(hand, wild, left, dials, tables)[1])


@njit(cache=True)
def tell(hand: Any, story: Any, seen: Any, seat: int, least: float, dials: Any, tables: Any) -> float:
    """Tell a seat's story, which leaves its hand; gives how likely it is, as a logarithm, if not below `least`."""
    wild, turns = seen.state[WILD], seen.turns[seat]
    drawn, total = seen.hands[seat, COUNT] + seen.hidden[seat], 0.0
    hand[:] = 0
    for card in story[:drawn]:
        put(hand, card, wild)
    for turn in range(turns):
        up, discard = seen.log[seat, turn, UP], seen.log[seat, turn, DISCARDED]
        wanted = dials[WISH] * (wish(hand, up, wild, dials, tables) - dials[WANTED])
        if seen.log[seat, turn, PICKED]:
            total -= math.log1p(math.exp(-wanted))
            put(hand, up, wild)
        else:
            total -= math.log1p(math.exp(wanted))
            put(hand, story[drawn], wild)
            drawn += 1
        if total < least or discard not in hand[CARD : CARD + hand[COUNT]]:
            return IMPOSSIBLE
        total -= dials[REGRET] * regret(hand, discard, wild, dials, tables)
        if total < least:
            return IMPOSSIBLE
        drop(hand, discard, wild)
    return total


@njit(cache=True)
def shuffle(pool: Any, first: int, end: int, rng: Any) -> None:
    """Put a random card of all from `first` on in each place before `end`."""
    for place in range(first, end):
        other = place + below(rng, len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]


class World(NamedTuple):
    """What is imagined now; it changes in place."""

    hands: Any
    pool: Any  # the cards that were not seen: first the hidden ones of hands, then the draw pile, then old discards
    story: Any  # for each seat, the cards of its story
    place: Any  # for each of these, where it stands in the pool; -1 if it is known
    likely: Any  # for each seat, how likely its story is, as a logarithm
    draws: Any  # two shuffled packs of the unseen cards: what the next two draws are in turn


@njit(cache=True)
def first_world(seen: Any, dials: Any, rng: Any, tables: Any) -> Any:
    """Any world that fits, with stories that many changes have made likely."""
    pool, seats, draws = seen.pool.copy(), len(seen.hands), np.empty((2, len(seen.pool)), np.int64)
    shuffle(pool, 0, len(pool), rng)
    for pack in draws:
        pack[:] = seen.pool
        shuffle(pack, 0, len(pack), rng)
    world = World(seen.hands.copy(), pool, seen.story.copy(), np.full(seen.story.shape, -1), np.zeros(seats), draws)
    next_one = 0
    for seat in range(1, seats):
        for at in range(seen.length[seat]):
            if world.story[seat, at] < 0:
                world.story[seat, at], world.place[seat, at] = pool[next_one], next_one
                next_one += 1
        world.likely[seat] = tell(world.hands[seat], world.story[seat], seen, seat, IMPOSSIBLE, dials, tables)
        if seen.turns[seat]:
            for _ in range(int(dials[BURN]) * seen.hidden[seat]):
                retell(seen, world, seat, dials, rng, tables)
    return world


@njit(cache=True)
def exchange(world: Any, seat: int, at: int, other: int) -> None:
    """A card of a story comes from another place in the pool."""
    pool, place = world.pool, world.place[seat, at]
    pool[place], pool[other] = pool[other], pool[place]
    world.story[seat, at] = pool[place]


@njit(cache=True)
def swap(world: Any, seat: int, at: int, other: int) -> None:
    """Two cards of a story came at each other's time."""
    story, place = world.story[seat], world.place[seat]
    story[at], story[other] = story[other], story[at]
    place[at], place[other] = place[other], place[at]


@njit(cache=True)
def retell(seen: Any, world: Any, seat: int, dials: Any, rng: Any, tables: Any) -> None:
    """Change a story: another hidden card, or two cards that came at each other's time."""
    if not seen.hidden[seat]:
        return
    length, stock, hand = seen.length[seat], seen.hidden.sum(), np.empty(HAND, np.int64)
    first_draw = seen.hands[seat, COUNT] + seen.hidden[seat]
    when = first_draw < length and below(rng, 3) == 0
    at = first_draw + below(rng, length - first_draw) if when else below(rng, length)
    while not when and world.place[seat, at] < 0:
        at = below(rng, length)
    other = below(rng, length) if when else stock + below(rng, len(world.pool) - stock)
    if when:
        swap(world, seat, at, other)
    else:
        exchange(world, seat, at, other)
    least = world.likely[seat] + math.log((below(rng, RANDOM) + 1) / RANDOM)
    likely = tell(hand, world.story[seat], seen, seat, least, dials, tables)
    if likely >= least:
        world.hands[seat], world.likely[seat] = hand, likely
    elif when:
        swap(world, seat, at, other)
    else:
        exchange(world, seat, at, other)


@njit(cache=True)
def deal(seen: Any, world: Any, number: int, dials: Any, rng: Any, tables: Any) -> None:
    """Make the next world: other hands for the others, and another draw pile."""
    pool, stock, first = world.pool, seen.hidden.sum(), 0
    for seat in range(1, len(world.hands)):
        end = first + seen.hidden[seat]
        if seen.turns[seat]:
            for _ in range(int(dials[STEPS])):
                retell(seen, world, seat, dials, rng, tables)
        else:  # it may hold anything
            for at in range(seen.length[seat]):
                if world.place[seat, at] >= 0:
                    other = below(rng, end - first + len(pool) - stock)
                    exchange(world, seat, at, first + other if other < end - first else stock + other - end + first)
            for at in range(seen.length[seat]):
                if world.place[seat, at] >= 0:
                    world.story[seat, at] = pool[world.place[seat, at]]
            tell(world.hands[seat], world.story[seat], seen, seat, IMPOSSIBLE, dials, tables)
        first = end
    shuffle(pool, stock, min(len(pool), stock + DEEP * len(world.hands)), rng)
    for place in range(min(2, len(pool) - stock)):  # every card comes next equally often, which spares much chance
        wanted = world.draws[place, number % len(pool)]
        for other in range(stock + place, len(pool)):
            if pool[other] == wanted:
                pool[stock + place], pool[other] = pool[other], pool[stock + place]
                break
