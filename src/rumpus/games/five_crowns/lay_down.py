"""Laying a hand down (FC-16): the melds that leave the fewest points, and checks of melds that a player names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from rumpus.contract import Illegal
from rumpus.games.five_crowns import kernel
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import POINTS, RANKS, TEXT
from rumpus.games.five_crowns.melds import LONGEST_RUN, RANK, SUIT_MASK, SUIT_STRIDE, SUITS, is_wild

ROWS_AT_HAND = 1 << 12  # rows of the kernel's table that are found without a search; about 1 MB


class Arrangement(msgspec.Struct, frozen=True):
    """A hand laid out: melds, what stays in the hand, and the points that costs (FC-17)."""

    points: int
    melds: tuple[tuple[int, ...], ...]
    unused: tuple[int, ...]


def arrange(hand: Sequence[int], wild: int) -> Arrangement:
    """The melds that leave the fewest points, and what stays."""
    using, packed = solver.solver, solver.pack(hand, wild)
    points = solver.fewest_packed(packed, using)
    if points == sum(map(POINTS[wild].__getitem__, hand)):
        return Arrangement(points, (), tuple(hand))  # nothing melds
    left = using.ints(using.arrays[0][kernel.KEPT : kernel.KEPT + SUITS])
    spare = sorted([kind for kind in hand if is_wild(kind, wild)], reverse=True)
    groups = _books(packed, left)
    wilds = len(spare) - _wilds_in(groups)
    for suit, used in _shares(left, min(wilds, kernel.WILDS - 1)):
        groups += _runs(left[suit], suit, used)
    if wilds:
        _join(groups, len(spare) - _wilds_in(groups))
    melds = tuple([tuple([spare.pop() if kind is None else kind for kind in group]) for group in groups])
    unused = list(hand)
    for kind in chain.from_iterable(melds):
        unused.remove(kind)
    return Arrangement(points, melds, tuple(unused))


Group = list[int | None]  # a meld to be; None stands for a wild


def _wilds_in(groups: list[Group]) -> int:
    return sum([group.count(None) for group in groups])


def _books(packed: int, left: Sequence[int]) -> list[Group]:
    """The books, lowest rank first: whatever natural cards of the hand they did not leave to the suits."""
    books: dict[int, Group] = {}
    for suit, kept in enumerate(left):
        taken = (packed >> suit * SUIT_STRIDE & SUIT_MASK) - kept
        while taken:
            rank = _lowest_rank(taken)
            count = taken >> RANK * rank & kernel.COUNT
            books.setdefault(rank, []).extend([suit * len(RANKS) + rank] * count)
            taken -= count << RANK * rank
    return [books[rank] + [None] * (3 - len(books[rank])) for rank in sorted(books)]


def _lowest_rank(suit: int) -> int:
    return ((suit & -suit).bit_length() - 1) // RANK


@lru_cache(ROWS_AT_HAND)
def _row(suit: int) -> tuple[int, ...]:
    """The most points that runs can cover of a suit, for each number of wilds."""
    work, keys, rows = solver.plain.arrays
    if keys[kernel.SLOTS] > kernel.FULL:  # the compiled kernel empties its own table only
        kernel.clear(keys, rows)
    at = kernel.row_of(suit, work, keys, rows)
    return tuple(rows[at : at + kernel.WILDS])


def _covered(suit: int, wilds: int) -> int:
    """The most points that runs can cover of a suit with so many wilds."""
    return _row(suit)[wilds]


def _shares(left: Sequence[int], budget: int) -> list[tuple[int, int]]:
    """The suits that runs cover something of, and how many wilds each gets so that together they cover the most."""
    rows = [(suit, _row(cards)) for suit, cards in enumerate(left) if cards]
    rows = [(suit, row) for suit, row in rows if row[budget]]
    if all(row[0] == row[budget] for _, row in rows):  # no run needs a wild
        return [(suit, 0) for suit, _ in rows]
    if len(rows) == 1:
        ((suit, row),) = rows
        return [(suit, row.index(row[budget]))]
    best: list[tuple[int, list[tuple[int, int]]]] = [(0, [])] * (budget + 1)
    for suit, row in rows:
        best = [
            max(
                [(best[most - used][0] + row[used], [*best[most - used][1], (suit, used)]) for used in range(most + 1)],
                key=lambda option: option[0],
            )
            for most in range(budget + 1)
        ]
    return best[budget][1]


def _runs(left: int, suit: int, wilds: int) -> list[Group]:
    """The runs of one suit (and single cards with two wilds) that cover what the kernel said they can."""
    groups: list[Group] = []
    goal = _covered(left, wilds)
    while goal:
        low = _lowest_rank(left)
        left -= 1 << RANK * low
        rest = _covered(left, wilds)
        if rest < goal:  # the lowest card is covered
            group, used, left = _group_from(suit * len(RANKS) + low, left, wilds, goal)
            groups.append(group)
            wilds -= used
            rest = _covered(left, wilds)
        goal = rest
    return groups


def _group_from(first: int, rest: int, wilds: int, goal: int) -> tuple[Group, int, int]:
    """The group with this lowest card that reaches the goal: its cards, its wilds, and what is left of the suit."""
    low = first % len(RANKS)
    covered = low + 3
    if wilds >= 2 and covered + _covered(rest, wilds - 2) == goal:
        return [first, None, None], 2, rest
    group: Group = [first]
    high = low
    while True:
        high += 1
        if not rest >> RANK * high & kernel.COUNT:
            group.append(None)
            continue
        rest -= 1 << RANK * high
        covered += high + 3
        group.append(first + high - low)
        cost = group.count(None) + (len(group) == 2)
        if cost <= wilds and covered + _covered(rest, wilds - cost) == goal:
            if len(group) == 2:
                group.insert(0 if high == len(RANKS) - 1 else 2, None)
            return group, cost, rest


def _join(groups: list[Group], spare: int) -> None:
    """Give every wild that is left a place, where there is one."""
    if not groups:  # something melds, so there are three wilds at least
        groups.append([None] * spare)
        return
    for group in groups:
        naturals = [kind for kind in group if kind is not None]
        if len({kind % len(RANKS) for kind in naturals}) <= 1:  # a book, or wilds alone
            group.extend([None] * spare)
            return
    for group in groups:
        while spare and len(group) < LONGEST_RUN:
            first = next(kind % len(RANKS) - place for place, kind in enumerate(group) if kind is not None)
            group.insert(0 if first + len(group) == len(RANKS) else len(group), None)
            spare -= 1
    if spare:  # every run is full: part one in two, so that the wild stands for a rank twice
        run = groups.pop()
        groups += [run[:5], run[5:]]
        _join(groups, spare)


def check(melds: Sequence[Sequence[int]], hand: Sequence[int], wild: int) -> list[int]:
    """What stays in the hand after a lay-down that a player arranged; refuses melds that are none."""
    left = Counter(hand)
    for meld in melds:
        for kind in meld:
            if not left[kind]:
                raise Illegal("FC-16", "fc-meld-not-in-hand", card=TEXT[kind])
            left[kind] -= 1
        if len(meld) < 3:
            raise Illegal("FC-10", "fc-meld-three")
        if not is_meld(meld, wild):
            raise Illegal("FC-11", "fc-no-meld", cards=" ".join(TEXT[kind] for kind in meld))
    return list(left.elements())


def is_meld(cards: Sequence[int], wild: int) -> bool:
    """FC-10 to FC-12: whether the cards are a book or a run."""
    naturals = [kind for kind in cards if not is_wild(kind, wild)]
    ranks = {kind % len(RANKS) for kind in naturals}
    suits = {kind // len(RANKS) for kind in naturals}
    if len(cards) < 3:
        return False
    if len(ranks) <= 1:
        return True
    fits = max(ranks) - min(ranks) < len(cards) <= LONGEST_RUN
    return len(suits) == 1 and len(ranks) == len(naturals) and fits
