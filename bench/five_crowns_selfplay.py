"""Rounds of Five Crowns between players that value hands by a network, compiled: what the master learns from.

The figures of a hand are those of `rumpus.bots.five_crowns_odds` and `five_crowns_master.inputs`, once more for speed;
`python -m bench.train_five_crowns --check` compares them. A hand is seven cells: five suits of eleven 3-bit counts
without the wild rank, the wilds, and the jokers among them. Everybody remembers the pile and what was picked up.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import njit

from rumpus.games.five_crowns import kernel, melds
from rumpus.games.five_crowns.cards import JOKER, JOKER_POINTS, RANKS, WILD_POINTS, deck

melds.compile_kernel()
_compiled: Any = sys.modules[kernel.__name__ + "_compiled"]
uncovered, ways_out = _compiled.uncovered, _compiled.ways_out

WIDTH, SUITS, BITS, COUNT = len(RANKS), kernel.SUITS, kernel.COUNT_BITS, kernel.COUNT
KINDS = JOKER + 1
WILDS, JOKERS, HAND = SUITS, SUITS + 1, SUITS + 2
RANK_ONES = sum(1 << BITS * rank for rank in range(WIDTH))
LONGEST = 200  # turns of each seat in a round
ROUNDS = 11

# The figures of a hand
NOW, ONE_WILD, TWO_WILDS, NEXT, OUT, BETTER, HELD_WILDS, LOOSE, FIGURES = range(9)
# What a player is: 1 values hands by its network, 0 as the expert does; how many discards it weighs; how much it hopes
# for a wild; by how much the face-up card must be better; the penalty for feeding; random error; how far behind is far
LEARNS, WEIGHS, HOPE, RELUCTANCE, GUARDS, ERROR, FAR, DIALS = range(8)
EXPERT = np.array([0.0, 3.0, 0.5, 3.0, 2.0, 0.0, 8.0])
LEARNER = np.array([1.0, 4.0, 0.5, 0.0, 0.0, 0.0, 9.0])
# The expert's weights, as in `rumpus.bots.five_crowns`
E_NOW, E_NEXT, E_LATER, E_OUT = -0.3, 1.0, 0.08, 12.0

INPUTS, HIDDEN, SECOND = 18, 24, 12
LEAK = 0.01
WEIGHTS = INPUTS * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1
AFTER, DRAW = 0, 1  # what a row of the log values: a hand after its discard, or one that is about to draw


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
    tables = melds.solver.tables[2:]
    noted = play_matches(base, seed, dials, after, draw, trust, totals, log, who, what, goals, *tables)
    return totals, log[:noted].astype(np.float32), what[:noted], goals[:noted].astype(np.float32)
