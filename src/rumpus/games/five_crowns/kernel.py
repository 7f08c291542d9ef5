"""The inner search of the meld solver, on plain ints: how many points of a hand books and runs can cover.

Written in the part of Python that Numba compiles unchanged; `melds.py` loads this file a second time, compiled,
where the extra `fast` is installed. The results are the same.

A suit is one int of eleven 3-bit counts, lowest rank first, without the wild rank: a wild card that stands for itself
is no different from any other wild. Books are searched; what they leave to a suit is covered by runs, whose best
cover depends on that suit's cards alone and is kept in a table: one row a suit, one column a number of wilds.
Three facts make it exact and small.
- One natural card and two wilds are a book, so a card of its own costs two wilds wherever it is.
- A run is known by its lowest and highest natural card. It costs a wild for each gap between them, and one more if it
  has two cards side by side. Taking a natural card where there is one is never worse than leaving it to a parallel run:
  the wild it would save there is the wild it costs here.
- Wilds that nothing needs join any meld, so only natural cards have to be covered (see `melds.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


COMPILED = __name__.endswith("_compiled")


def jit(function: Function) -> Function:
    """Compile the function, in the copy of this module that `melds.py` loads to be compiled; else leave it as it is."""
    if COMPILED:
        import numba  # noqa: PLC0415 - only that copy needs it

        compiled: Function = numba.njit(cache=True)(function)
        return compiled
    return function


Ints = list[int]  # arrays of 64-bit ints in the compiled kernel

RANKS = 11
SUITS = 5
COUNT_BITS = 3
COUNT = 7
# Counts of several suits are added up in fields of twice the width: every other rank in one sum, the others in a second
SUM_BITS = 2 * COUNT_BITS
SUM = (1 << SUM_BITS) - 1
EVERY_OTHER = sum(COUNT << SUM_BITS * pair for pair in range((RANKS + 1) // 2))
TWO_OR_MORE = sum((SUM - 1) << SUM_BITS * pair for pair in range((RANKS + 1) // 2))
ONES = sum(1 << COUNT_BITS * rank for rank in range(RANKS))  # one card of each rank
DEAREST = RANKS + 2  # the points of a king
ANY = 1 << 16  # more points than any hand has
JOKER = SUITS * RANKS
JOKER_POINTS, WILD_POINTS = 50, 20  # FC-17
WILD_MASK = 15  # the wilds of a hand in its last cell; the jokers among them are above
WILDS = 10  # columns of a row: 0 to 9 wilds; with ten or more, at most four natural cards are left and all covered
SLOTS = 1 << 16
FULL = 1 << 15

# The cells of `work`: the search's registers and stacks, so that compiled code allocates nothing and never recurses
# (Numba does not keep recursive functions in its cache).
BEST = 0  # the most points covered so far
KEPT = 1  # 5 cells: what the books of the best cover left to each suit
SUIT = 6  # 5 cells: the suits, less the books that are being tried
ROW = 11  # 5 cells: where their rows begin
SHARE = 16  # 10 cells: the most points covered by the suits looked at so far, for each number of wilds
FRAME = 26  # a frame for each rank: how many cards are held, and suit by suit
MOST, LEAST, TAKEN, BACK, HELD = 0, 5, 10, 15, 20  # held, must be in the book, are in it, the row to come back to
FRAME_CELLS = 21
NODE = FRAME + RANKS * FRAME_CELLS  # a node for each book chosen, and one for none: what is left to choose from
LEFT, COVERED, BOUND, AT, SIZE = 0, 1, 2, 3, 4  # wilds, points covered, bound, the rank and size of the book tried
NODE_CELLS = 5
STACK = NODE + (RANKS + 1) * NODE_CELLS  # suits whose rows are being worked out; each has a card less than the last
HAND = STACK + 64  # 6 cells: a hand that is asked about, suit by suit, and its wilds (`melds.py` puts it there)
WORK = HAND + SUITS + 1
LENGTHS = (WORK, SLOTS + 1, SLOTS * WILDS)  # of `work`, `keys` and `rows`


@jit
def clear(keys: Ints, rows: Ints) -> None:
    """Empty the table but for the suit without cards, which covers nothing; the last cell counts the rows."""
    for slot in range(SLOTS):
        keys[slot] = -1
    keys[0] = 0
    keys[SLOTS] = 1
    for wilds in range(WILDS):
        rows[wilds] = 0


@jit
def find(suit: int, keys: Ints) -> int:
    """The slot of a suit's row, or of the empty slot where it belongs."""
    slot = (suit ^ suit >> 16) % SLOTS
    while keys[slot] >= 0 and keys[slot] != suit:
        slot = (slot + 1) % SLOTS
    return slot


@jit
def missing(suit: int, keys: Ints) -> int:
    """A suit whose row is needed first and is not there yet: this one less its lowest card, or less a run from it."""
    low = 0
    while not suit >> COUNT_BITS * low & COUNT:
        low += 1
    rest = suit - (1 << COUNT_BITS * low)
    if keys[find(rest, keys)] < 0:
        return rest
    for high in range(low + 1, RANKS):
        if rest >> COUNT_BITS * high & COUNT:
            rest -= 1 << COUNT_BITS * high
            if keys[find(rest, keys)] < 0:
                return rest
    return -1


@jit
def fill(suit: int, keys: Ints, rows: Ints) -> None:
    """Work out the row of a suit from those of smaller ones: what becomes of its lowest card?"""
    low = 0
    while not suit >> COUNT_BITS * low & COUNT:
        low += 1
    rest = suit - (1 << COUNT_BITS * low)
    covered = low + 3
    slot = find(suit, keys)
    row = slot * WILDS
    child = find(rest, keys) * WILDS
    for wilds in range(WILDS):  # it stays, or takes two wilds
        rows[row + wilds] = rows[child + wilds]
        if wilds >= 2 and covered + rows[child + wilds - 2] > rows[row + wilds]:
            rows[row + wilds] = covered + rows[child + wilds - 2]
    gaps = 0
    for high in range(low + 1, RANKS):  # or it is the lowest of a run
        if rest >> COUNT_BITS * high & COUNT:
            rest -= 1 << COUNT_BITS * high
            covered += high + 3
            cost = gaps + (1 if high == low + 1 else 0)
            child = find(rest, keys) * WILDS
            for wilds in range(cost, WILDS):
                rows[row + wilds] = max(rows[row + wilds], covered + rows[child + wilds - cost])
        else:
            gaps += 1
    keys[slot] = suit
    keys[SLOTS] += 1


@jit
def row_of(suit: int, work: Ints, keys: Ints, rows: Ints) -> int:
    """Where the row of a suit begins: the most points that runs, and cards with two wilds, can cover of it."""
    slot = find(suit, keys)
    if keys[slot] == suit:
        return slot * WILDS
    work[STACK] = suit
    top = STACK
    while top >= STACK:
        first = missing(work[top], keys)
        if first >= 0:
            top += 1
            work[top] = first
        else:
            fill(work[top], keys, rows)
            top -= 1
    return find(suit, keys) * WILDS


@jit
def share_wilds(wilds: int, work: Ints, rows: Ints) -> int:
    """The most points that runs can cover when the suits share the wilds."""
    for budget in range(wilds + 1):
        work[SHARE + budget] = 0
    for suit in range(SUITS):
        row = work[ROW + suit]
        if rows[row + wilds]:
            for budget in range(wilds, -1, -1):
                most = work[SHARE + budget] + rows[row]
                for used in range(1, budget + 1):
                    points = work[SHARE + budget - used] + rows[row + used]
                    most = max(most, points)
                work[SHARE + budget] = most
    return work[SHARE + wilds]


@jit
def open_book(rank: int, wilds: int, work: Ints) -> int:
    """Prepare the largest book of this rank, and how small it may get: cards that no run could use stay in it."""
    frame = FRAME + rank * FRAME_CELLS
    shift = COUNT_BITS * rank
    low = max(0, rank - wilds - 1)
    high = min(RANKS, rank + wilds + 2)
    near = (1 << COUNT_BITS * high) - (1 << COUNT_BITS * low) - (COUNT << shift)
    size = 0
    for suit in range(SUITS):
        held = work[SUIT + suit] >> shift & COUNT
        size += held
        work[frame + MOST + suit] = held
        work[frame + TAKEN + suit] = held
        work[frame + LEAST + suit] = 0 if work[SUIT + suit] & near else held
        work[frame + BACK + suit] = work[ROW + suit]
    return size


@jit
def next_book(frame: int, size: int, work: Ints) -> int:
    """Step to the next choice of cards for a book, like an odometer running down; 0 when all were tried."""
    suit = 0
    while suit < SUITS and work[frame + TAKEN + suit] == work[frame + LEAST + suit]:
        size += work[frame + MOST + suit] - work[frame + TAKEN + suit]
        work[frame + TAKEN + suit] = work[frame + MOST + suit]
        suit += 1
    if suit == SUITS:
        return 0
    work[frame + TAKEN + suit] -= 1
    return size - 1


@jit
def runs_only(wilds: int, covered: int, work: Ints, rows: Ints) -> int:
    """Score the books chosen so far with the best runs beside them; gives a bound on that."""
    bound = covered
    for suit in range(SUITS):
        bound += rows[work[ROW + suit] + wilds]
    if bound > work[BEST]:
        found = covered + share_wilds(wilds, work, rows) if wilds else bound
        if found > work[BEST]:
            work[BEST] = found
            for suit in range(SUITS):
                work[KEPT + suit] = work[SUIT + suit]
    return bound


@jit
def enter(node: int, first: int, wilds: int, covered: int, work: Ints, rows: Ints) -> None:
    """Come to a node of the search: score it, and bound what books from this rank up could add."""
    bound = runs_only(wilds, covered, work, rows)
    even = odd = 0
    for suit in range(SUIT, SUIT + SUITS):
        even += work[suit] & EVERY_OTHER
        odd += work[suit] >> COUNT_BITS & EVERY_OTHER
    work[node + AT] = RANKS - 1  # without two cards of a rank there is no book
    if (even | odd) & TWO_OR_MORE:
        work[node + AT] = first - 1
        for rank in range(first, RANKS):  # no book can do more than cover its whole rank
            held = (odd >> COUNT_BITS * (rank - 1) if rank & 1 else even >> COUNT_BITS * rank) & SUM
            work[FRAME + rank * FRAME_CELLS + HELD] = held
            if held >= 3 or (held == 2 and wilds):
                bound += held * (rank + 3)
    work[node + LEFT] = wilds
    work[node + COVERED] = covered
    work[node + BOUND] = bound
    work[node + SIZE] = 0


@jit
def try_next(node: int, total: int, work: Ints) -> int:
    """Step a node to its next book and give the book's size, or 0 when nothing better can come from here."""
    smallest = 2 if work[node + LEFT] else 3
    rank = work[node + AT]
    size = work[node + SIZE]
    if size:  # back from a book: put its cards back
        frame = FRAME + rank * FRAME_CELLS
        for suit in range(SUITS):
            work[SUIT + suit] += work[frame + TAKEN + suit] << COUNT_BITS * rank
            work[ROW + suit] = work[frame + BACK + suit]
        if work[BEST] == total:
            return 0
        size = next_book(frame, size, work)
        while 0 < size < smallest:
            size = next_book(frame, size, work)
        if not size:
            work[node + BOUND] -= work[frame + HELD] * (rank + 3)
    if not size:
        if work[BEST] == total or work[node + BOUND] <= work[BEST]:
            return 0
        rank += 1
        while rank < RANKS and work[FRAME + rank * FRAME_CELLS + HELD] < smallest:
            rank += 1
        if rank == RANKS:
            return 0
        size = open_book(rank, work[node + LEFT], work)
        work[node + AT] = rank
    work[node + SIZE] = size
    return size


@jit
def search(wilds: int, total: int, work: Ints, keys: Ints, rows: Ints) -> None:
    """Try every choice of books, lowest rank first; the registers keep the best cover."""
    node = NODE
    enter(node, 0, wilds, 0, work, rows)
    while node >= NODE:
        size = try_next(node, total, work)
        if not size:
            node -= NODE_CELLS
            continue
        rank = work[node + AT]
        frame = FRAME + rank * FRAME_CELLS
        for suit in range(SUITS):
            if work[frame + TAKEN + suit]:
                work[SUIT + suit] -= work[frame + TAKEN + suit] << COUNT_BITS * rank
                work[ROW + suit] = row_of(work[SUIT + suit], work, keys, rows)
        left = work[node + LEFT] - 1 if size == 2 else work[node + LEFT]
        covered = work[node + COVERED] + size * (rank + 3)
        node += NODE_CELLS
        enter(node, rank + 1, left, covered, work, rows)


@jit
def uncovered(s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, work: Ints, keys: Ints, rows: Ints) -> int:
    """The fewest points of natural cards that books and runs leave; `work` keeps how (BEST and KEPT)."""
    return uncovered_up_to(ANY, s0, s1, s2, s3, s4, wilds, work, keys, rows)


@jit
def uncovered_up_to(
    most: int, s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, work: Ints, keys: Ints, rows: Ints
) -> int:
    """The same if it is at most so many points, else one more: covers that leave too much are not searched."""
    if keys[SLOTS] > FULL:
        clear(keys, rows)
    work[SUIT] = s0
    work[SUIT + 1] = s1
    work[SUIT + 2] = s2
    work[SUIT + 3] = s3
    work[SUIT + 4] = s4
    even = odd = total = 0
    for suit in range(SUITS):
        cards = work[SUIT + suit]
        work[ROW + suit] = row_of(cards, work, keys, rows) if cards else 0  # the first row is that of no cards
        even += cards & EVERY_OTHER
        odd += cards >> COUNT_BITS & EVERY_OTHER
    points = 3
    while even or odd:
        total += (even & SUM) * points + (odd & SUM) * (points + 1)
        even >>= SUM_BITS
        odd >>= SUM_BITS
        points += 2
    work[BEST] = max(-1, total - most - 1)
    search(min(wilds, WILDS - 1), total, work, keys, rows)
    return total - work[BEST]


@jit
def sum_of(counts: int) -> int:
    """The sum of eleven 3-bit counts: modulo 63, a number is the sum of its 6-bit digits if that is less."""
    return ((counts & EVERY_OTHER) + (counts >> COUNT_BITS & EVERY_OTHER)) % SUM


@jit
def may_lay_down(s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, discards: int) -> bool:
    """The cheap look of `melds.may_go_out`, which explains it, suit by suit; with one discard or without any."""
    suits = (s0, s1, s2, s3, s4)
    ranks = twice = 0
    for held in suits:
        ranks += (held | held >> 1 | held >> 2) & ONES
        twice |= (held >> 1 | held >> 2) & ONES
    pair = (ranks >> 1 | ranks >> 2 | twice) & ONES
    book = (ranks >> 2 | ranks >> 1 & ranks | twice) & ONES
    lone = dear = dearest = 0  # counts of cards, rank by rank: those that are charged, at least 2, and 4
    for held in suits:
        if not held:
            continue
        one = (held | held >> 1 | held >> 2) & ONES
        next1, next2, third = one >> COUNT_BITS, one >> 2 * COUNT_BITS, one >> 3 * COUNT_BITS
        three = one & next1 & next2
        alone = one & ~(three | three << COUNT_BITS | three << 2 * COUNT_BITS | book)
        if alone:
            left, right = one & next2 & third, one & next1 & third  # three with a single gap
            gapped = left | left << 2 * COUNT_BITS | left << 3 * COUNT_BITS
            gapped |= right | right << COUNT_BITS | right << 3 * COUNT_BITS
            close = next1 | next2 | one << COUNT_BITS | one << 2 * COUNT_BITS | pair
            lone += alone
            dear += alone & ~gapped
            dearest += alone & ~gapped & ~close
    free = (4 if dearest else 2 if dear else 1) if discards else 0
    return sum_of(lone) + sum_of(dear) + 2 * sum_of(dearest) - free <= 4 * wilds


@jit
def leaves_nothing(s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, work: Ints, keys: Ints, rows: Ints) -> bool:
    """Whether books and runs cover all natural cards."""
    if not may_lay_down(s0, s1, s2, s3, s4, wilds, 0):
        return False
    return uncovered_up_to(0, s0, s1, s2, s3, s4, wilds, work, keys, rows) == 0


@jit
def ways_out(s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, work: Ints, keys: Ints, rows: Ints) -> int:
    """The discards that leave nothing, as a mask of kinds (suit x 11 + rank), with one bit more for any wild.

    Most hands are done after the cheap look, and most others after the first question: a discard saves at most its
    own points.
    """
    # where it is not compiled, `melds.may_go_out` has looked already, which is quicker there
    hopeless = COMPILED and not may_lay_down(s0, s1, s2, s3, s4, wilds, 1)
    least = DEAREST + 1 if hopeless else uncovered_up_to(DEAREST, s0, s1, s2, s3, s4, wilds, work, keys, rows)
    found = 0
    if least == 0 and wilds and leaves_nothing(s0, s1, s2, s3, s4, wilds - 1, work, keys, rows):
        found = 1 << SUITS * RANKS
    for rank in range(max(0, least - 3), RANKS):
        one = 1 << COUNT_BITS * rank
        mask = COUNT << COUNT_BITS * rank
        if s0 & mask and leaves_nothing(s0 - one, s1, s2, s3, s4, wilds, work, keys, rows):
            found |= 1 << rank
        if s1 & mask and leaves_nothing(s0, s1 - one, s2, s3, s4, wilds, work, keys, rows):
            found |= 1 << RANKS + rank
        if s2 & mask and leaves_nothing(s0, s1, s2 - one, s3, s4, wilds, work, keys, rows):
            found |= 1 << 2 * RANKS + rank
        if s3 & mask and leaves_nothing(s0, s1, s2, s3 - one, s4, wilds, work, keys, rows):
            found |= 1 << 3 * RANKS + rank
        if s4 & mask and leaves_nothing(s0, s1, s2, s3, s4 - one, wilds, work, keys, rows):
            found |= 1 << 4 * RANKS + rank
    return found


def as_they_are(tables: Any) -> Any:
    """The three tables of the plain kernel are three lists."""
    return tables


@jit
def sliced(tables: Any) -> Any:
    """The three tables of the compiled kernel are parts of one array."""
    return tables[:WORK], tables[WORK : WORK + SLOTS + 1], tables[WORK + SLOTS + 1 :]


# The two questions that are asked most often take one argument: a call of compiled code from Python costs 90 ns then,
# and 270 with a hand in six numbers and three arrays.
parts = sliced if COMPILED else as_they_are


@jit
def ask_uncovered(tables: Any) -> int:
    """`uncovered` of the hand in the cells from HAND on."""
    work, keys, rows = parts(tables)
    s0, s1, s2, s3, s4 = work[HAND], work[HAND + 1], work[HAND + 2], work[HAND + 3], work[HAND + 4]
    return uncovered(s0, s1, s2, s3, s4, work[HAND + SUITS] & WILD_MASK, work, keys, rows)


@jit
def ask_ways_out(tables: Any) -> int:
    """`ways_out` of the hand in the cells from HAND on."""
    work, keys, rows = parts(tables)
    s0, s1, s2, s3, s4 = work[HAND], work[HAND + 1], work[HAND + 2], work[HAND + 3], work[HAND + 4]
    return ways_out(s0, s1, s2, s3, s4, work[HAND + SUITS] & WILD_MASK, work, keys, rows)


@jit
def fewest_of(cards: Ints, sizes: Ints, wild_ranks: Ints, points: Ints, work: Ints, keys: Ints, rows: Ints) -> int:
    """The fewest points that can stay of many hands, one after the other in `cards`; gives how many could be read.

    What follows the natural cards is `melds.fewest_packed`: a wild or two stay only where there is no meld at all.
    """
    at = 0
    for hand in range(len(sizes)):
        wilds = jokers = 0
        for suit in range(SUIT, SUIT + SUITS):
            work[suit] = 0
        for place in range(at, at + sizes[hand]):
            card = cards[place]
            if card < 0 or card > JOKER:
                return hand
            suit = SUIT + card // RANKS
            rank = card % RANKS
            if card == JOKER:
                wilds += 1
                jokers += 1
            elif rank == wild_ranks[hand]:
                wilds += 1
            elif work[suit] >> COUNT_BITS * rank & COUNT == COUNT:
                return hand
            else:
                work[suit] += 1 << COUNT_BITS * rank
        at += sizes[hand]
        s0, s1, s2, s3, s4 = work[SUIT], work[SUIT + 1], work[SUIT + 2], work[SUIT + 3], work[SUIT + 4]
        least = uncovered(s0, s1, s2, s3, s4, wilds, work, keys, rows)
        if 0 < wilds < 3 and not work[BEST]:
            least += WILD_POINTS * wilds + (JOKER_POINTS - WILD_POINTS) * jokers
        points[hand] = least
    return len(sizes)
