"""Rounds of Five Crowns between players that value hands by a network, compiled: what they learn from.

Everybody remembers the pile and what was picked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bench.five_crowns_figures import (
    FIGURES,
    HAND,
    INPUTS,
    JOKERS,
    KINDS,
    NEXT,
    WIDTH,
    WILDS,
    add,
    experts_cost,
    feeds,
    figures,
    inputs,
    is_wild,
    left_after,
    points,
    value,
)
from numba import njit

from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import JOKER, deck

melds.compile_kernel()
ways_out: Any = melds.compiled_kernel().ways_out

LONGEST = 200  # turns of each seat in a round
ROUNDS = 11
# What a player is: 1 values hands by its network, 0 as the expert does; how many discards it weighs; how much it hopes
# for a wild; by how much the face-up card must be better; the penalty for feeding; random error; how far behind is far
LEARNS, WEIGHS, HOPE, RELUCTANCE, GUARDS, ERROR, FAR, DIALS = range(8)
EXPERT = np.array([0.0, 3.0, 0.5, 3.0, 2.0, 0.0, 8.0])
LEARNER = np.array([1.0, 4.0, 0.5, 0.0, 0.0, 0.0, 9.0])
AFTER, DRAW = 0, 1  # what a row of the log values: a hand after its discard, or one that is about to draw


@njit(cache=True)
def rank_discards(
    hand: Any,
    counts: Any,
    left: Any,
    held: Any,
    place: Any,
    dials: Any,
    weights: Any,
    kinds: Any,
    costs: Any,
    xs: Any,
    seen: Any,
    loose: Any,
    work: Any,
    keys: Any,
    rows: Any,
) -> int:
    """The discards that are worth weighing, best first, with what the network saw of each; gives how many."""
    wild, found = place[0] - 3, 0
    naturals = False
    for kind in range(KINDS):
        naturals |= counts[kind] > 0 and not is_wild(kind, wild)
    for kind in range(KINDS - 1, -1, -1):  # of equal ones, the card with the most points comes first
        if not counts[kind] or (naturals and is_wild(kind, wild)):
            continue
        add(hand, kind, wild, -1)
        cost = float(left_after(hand, work, keys, rows))
        if cost > 0:
            cost += dials[HOPE] * points(hand, hand[WILDS] + 1, hand[JOKERS], work, keys, rows)
        add(hand, kind, wild, 1)
        cost += dials[GUARDS] * feeds(kind, held)
        at = found
        while at > 0 and (costs[at - 1] > cost or (costs[at - 1] == cost and kinds[at - 1] % WIDTH < kind % WIDTH)):
            costs[at], kinds[at] = costs[at - 1], kinds[at - 1]
            at -= 1
        costs[at], kinds[at] = cost, kind
        found += 1
    weighed, best = 0, costs[0]
    for number in range(min(found, int(dials[WEIGHS]))):
        if costs[number] > best + dials[FAR]:
            break
        kind = kinds[number]
        add(hand, kind, wild, -1)
        figures(hand, wild, left, loose, seen, work, keys, rows)
        add(hand, kind, wild, 1)
        x = xs[-1]
        inputs(x, seen, place, kind, held, left)
        cost = value(x, weights) if dials[LEARNS] else experts_cost(seen) + dials[GUARDS] * feeds(kind, held)
        if dials[ERROR]:
            cost += np.random.normal(0.0, dials[ERROR])
        at = weighed
        while at > 0 and costs[at - 1] > cost:
            costs[at], kinds[at] = costs[at - 1], kinds[at - 1]
            xs[at] = xs[at - 1]
            at -= 1
        costs[at], kinds[at] = cost, kind
        xs[at] = x
        weighed += 1
    return weighed


@njit(cache=True)
def play_round(  # noqa: C901, PLR0912, PLR0915 - a round top to bottom
    cards: Any,
    dealt: int,
    first: int,
    dials: Any,
    after: Any,
    draw: Any,
    scores: Any,
    log: Any,
    who: Any,
    what: Any,
    work: Any,
    keys: Any,
    rows: Any,
) -> int:
    """Play a round; notes the scores and the hands that were valued, and gives how many."""
    players, pack, wild = len(scores), len(cards), dealt - 3
    hands, counts = np.zeros((players, HAND), np.int64), np.zeros((players, KINDS), np.int64)
    held, every, left = np.zeros((players, KINDS), np.int64), np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    kinds, costs, xs = np.zeros(KINDS, np.int64), np.zeros(KINDS), np.zeros((16, INPUTS))
    seen, loose, place = np.zeros(FIGURES), np.zeros(16, np.int64), np.zeros(5, np.int64)
    pile, size = np.empty(pack, np.int64), 1
    for card in cards:
        every[card] += 1
    for number in range(dealt * players):
        seat = (first + number) % players
        add(hands[seat], cards[number], wild, 1)
        counts[seat, cards[number]] += 1
    at = dealt * players + 1
    pile[0] = cards[at - 1]
    seat, out, turns, noted = first, -1, 0, 0
    while out != seat and turns < LONGEST * players:
        hand, mine, following = hands[seat], counts[seat], (seat + 1) % players
        if at == pack:  # FC-19
            under = size - 1
            at = pack - under
            cards[at:] = pile[:under]
            np.random.shuffle(cards[at:])
            pile[0], size = pile[under], 1
        left[:] = every - mine
        for number in range(size):
            left[pile[number]] -= 1
        for other in range(players):
            if other != seat:
                left -= counts[other] if out == other else held[other]
        left[:] = np.maximum(left, 0)
        place[:] = dealt, turns // players, players, pack - at, held[following].sum()
        turns += 1
        up, last = pile[size - 1], out >= 0
        add(hand, up, wild, 1)
        mine[up] += 1
        least = 1 << 30
        for kind in range(KINDS):
            if mine[kind]:
                add(hand, kind, wild, -1)
                least = min(least, left_after(hand, work, keys, rows))
                add(hand, kind, wild, 1)
        takes = least == 0 or (not last and is_wild(up, wild))
        if not takes:
            found = 0
            if not last:
                found = rank_discards(
                    hand,
                    mine,
                    left,
                    held[following],
                    place,
                    dials[seat],
                    after[seat],
                    kinds,
                    costs,
                    xs,
                    seen,
                    loose,
                    work,
                    keys,
                    rows,
                )
            add(hand, up, wild, -1)
            figures(hand, wild, left, loose, seen, work, keys, rows)
            add(hand, up, wild, 1)
            if last:
                takes = least < seen[NEXT]
            elif found and kinds[0] != up:
                inputs(xs[-1], seen, place, -1, held[following], left)
                drawing = value(xs[-1], draw[seat]) if dials[seat, LEARNS] else experts_cost(seen)
                if dials[seat, ERROR]:
                    drawing += np.random.normal(0.0, dials[seat, ERROR])
                takes = costs[0] < drawing - dials[seat, RELUCTANCE]
        if takes:
            size -= 1
            held[seat, up] += 1
        else:
            add(hand, up, wild, -1)
            mine[up] -= 1
            if not last and noted < len(log):
                inputs(log[noted], seen, place, -1, held[following], left)
                who[noted], what[noted] = seat, DRAW
                noted += 1
            card = cards[at]
            at += 1
            add(hand, card, wild, 1)
            mine[card] += 1
            left[card] = max(0, left[card] - 1)
        discard, goes_out = -1, False
        if last:
            fewest = 1 << 30
            for kind in range(KINDS):
                if mine[kind]:
                    add(hand, kind, wild, -1)
                    if left_after(hand, work, keys, rows) < fewest:
                        fewest, discard = left_after(hand, work, keys, rows), kind
                    add(hand, kind, wild, 1)
            scores[seat] = fewest
        else:
            outs = ways_out(hand[0], hand[1], hand[2], hand[3], hand[4], hand[WILDS], work, keys, rows)
            safest = 9
            for kind in range(KINDS):
                if mine[kind] and outs >> (JOKER if is_wild(kind, wild) else kind) & 1:
                    risk = 2 * is_wild(kind, wild) + feeds(kind, held[following])
                    if risk < safest:
                        safest, discard, goes_out = risk, kind, True
        if discard < 0:
            found = rank_discards(
                hand,
                mine,
                left,
                held[following],
                place,
                dials[seat],
                after[seat],
                kinds,
                costs,
                xs,
                seen,
                loose,
                work,
                keys,
                rows,
            )
            chosen = 1 if takes and kinds[0] == up and found > 1 else 0
            discard = kinds[chosen]
            if noted < len(log):
                log[noted] = xs[chosen]
                who[noted], what[noted] = seat, AFTER
                noted += 1
        add(hand, discard, wild, -1)
        mine[discard] -= 1
        pile[size] = discard
        size += 1
        held[seat, discard] = max(0, held[seat, discard] - 1)
        if goes_out:
            out = seat
            scores[seat] = 0
        seat = following
    if out < 0:
        for number in range(players):
            scores[number] = left_after(hands[number], work, keys, rows)
    return noted


@njit(cache=True)
def play_matches(
    base: Any,
    seed: int,
    dials: Any,
    after: Any,
    draw: Any,
    trust: float,
    totals: Any,
    log: Any,
    who: Any,
    what: Any,
    goals: Any,
    work: Any,
    keys: Any,
    rows: Any,
) -> int:
    """Play matches. The goal of a hand is what became of it, mixed with what the network thinks of the next hand."""
    noted, players = 0, totals.shape[1]
    scores = np.zeros(players)
    for match in range(len(totals)):
        for number in range(ROUNDS):
            np.random.seed((seed + match) * 16 + number)
            cards = np.random.permutation(base)
            count = play_round(
                cards,
                number + 3,
                (match + number) % players,
                dials,
                after,
                draw,
                scores,
                log[noted:],
                who[noted:],
                what[noted:],
                work,
                keys,
                rows,
            )
            for seat in range(players):
                goal = (scores[seat] - scores.mean()) * players / (players - 1)
                for row in range(noted + count - 1, noted - 1, -1):
                    if who[row] == seat:
                        goals[row] = goal
                        if what[row] == AFTER and trust > 0:
                            goal = (1 - trust) * goal + trust * value(log[row], after[seat])
            noted += count
            totals[match] += scores
    return noted


def play(seed: int, matches: int, players: list[tuple[Any, Any, Any]], *, rows: int = 0, trust: float = 0.0) -> Any:
    """Matches between players (dials, and the weights of both networks): the totals, and what was noted of hands."""
    dials, after, draw = (np.array(part, np.float64) for part in zip(*players, strict=True))
    totals = np.zeros((matches, len(players)))
    log, goals = np.zeros((rows, INPUTS)), np.zeros(rows)
    who, what = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    base = np.array(deck(1), np.int64)
    tables = melds.solver.arrays
    noted = play_matches(base, seed, dials, after, draw, trust, totals, log, who, what, goals, *tables)
    return totals, log[:noted].astype(np.float32), what[:noted], goals[:noted].astype(np.float32)
