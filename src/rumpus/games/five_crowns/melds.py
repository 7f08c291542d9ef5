"""The exact meld solver of Five Crowns: the fewest points that can stay unmelded, the best discard, ways to go out."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

from rumpus.contract import Malformed
from rumpus.games.five_crowns import kernel
from rumpus.games.five_crowns.cards import JOKER, JOKER_POINTS, POINTS, RANKS, WILD_POINTS

SUITS = kernel.SUITS
RANK_COUNT = LONGEST_RUN = len(RANKS)  # FC-11
MOST_CARDS = 14  # thirteen, and the one that was taken
MEAGRE, SHORT = 4, 6  # cards with which one can lay down a single meld and discard, and not two

# A hand is packed into one int of six words, as the kernel's cells are: five suits of eleven 3-bit counts (shifts by a
# rank or two never reach the next suit), then the number of wilds, of jokers among them, and of the others by suit.
RANK = kernel.COUNT_BITS
SUIT_STRIDE = 64
SUIT_MASK = (1 << RANK * len(RANKS)) - 1
WORDS = range(0, (SUITS + 1) * SUIT_STRIDE, SUIT_STRIDE)
WILD_SHIFT = SUITS * SUIT_STRIDE
WILD_MASK = kernel.WILD_MASK
JOKER_SHIFT = WILD_SHIFT + 4
WILD_SUITS = JOKER_SHIFT + 4
ONE_EACH = sum(1 << suit * SUIT_STRIDE + RANK * rank for suit in range(SUITS) for rank in range(len(RANKS)))
TWO = kernel.COUNT - 1  # set in a count of two or more
REPEATS = TWO * ONE_EACH | WILD_MASK - 1 << JOKER_SHIFT | sum(TWO << WILD_SUITS + RANK * suit for suit in range(SUITS))


def _unit(kind: int, wild: int) -> int:
    """What one card adds to a packed hand."""
    suit, rank = divmod(kind, len(RANKS))
    if kind == JOKER:
        return (1 << WILD_SHIFT) + (1 << JOKER_SHIFT)
    if rank == wild:
        return (1 << WILD_SHIFT) + (1 << WILD_SUITS + RANK * suit)
    return 1 << suit * SUIT_STRIDE + RANK * rank


UNITS = tuple(tuple(_unit(kind, wild) for kind in range(JOKER + 1)) for wild in range(len(RANKS)))


def pack(hand: Iterable[int], wild: int) -> int:
    """The hand as one int; adding or removing a card adds or removes its unit."""
    return sum(map(UNITS[wild].__getitem__, hand))


Question = Callable[[int], int]  # of a packed hand


def _asked(question: Callable[[Any], int], tables: Any) -> Question:
    """A question of the plain kernel."""
    work = tables[0]

    def ask(hand: int) -> int:
        work[kernel.HAND : kernel.WORK] = [hand >> word & SUIT_MASK for word in WORDS]
        return question(tables)

    return ask


def _asked_compiled(question: Callable[[Any], int], tables: Any) -> Question:
    """The same of the compiled kernel; Numba is for machines whose words begin with the lowest byte."""
    cells = memoryview(tables[kernel.HAND : kernel.WORK]).cast("B")

    def ask(hand: int) -> int:
        cells[:] = hand.to_bytes(len(cells), "little")
        return question(tables)

    return ask


def _lists() -> list[list[int]]:
    return [[0] * length for length in kernel.LENGTHS]


class Solver(threading.local):
    """A kernel, plain or compiled. Every thread that uses it gets tables of its own, made at its first question."""

    def __init__(
        self,
        module: Any,
        zeros: Callable[[], Any] = _lists,
        asked: Callable[[Callable[[Any], int], Any], Question] = _asked,
        array: Callable[[list[int]], Any] = list,
        ints: Callable[[Any], list[int]] = list,
    ) -> None:
        self.array, self.ints, self.fewest_of = array, ints, module.fewest_of  # an array of ints, and those of an array
        tables = zeros()
        self.arrays = module.parts(tables)  # `work`, `keys` and `rows` of the kernel
        module.clear(*self.arrays[1:])
        self.uncovered, self.ways_out = asked(module.ask_uncovered, tables), asked(module.ask_ways_out, tables)


plain = Solver(kernel)  # arrangements are read off the plain kernel's rows, compiled or not
solver = plain
_compiling = threading.Lock()


def compile_kernel() -> bool:
    """From now on use the kernel compiled by Numba; says whether the extra `fast` is installed."""
    global solver  # noqa: PLW0603 - one solver a process, plain or compiled
    with _compiling:
        if solver is plain:
            if importlib.util.find_spec("numba") is None:
                return False
            solver = _compiled()
            fewest_packed(0)  # compiles both now, where there is time: the first question has one second
            ways_out((), 0, 0)
    return True


@cache
def compiled_kernel() -> Any:
    """The copy of the kernel that is compiled; only where the extra `fast` is installed."""
    name = kernel.__name__ + "_compiled"
    spec = importlib.util.spec_from_file_location(name, kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _compiled() -> Solver:
    import numpy  # noqa: PLC0415 - only where the extra is installed

    zeros = partial(numpy.zeros, sum(kernel.LENGTHS), numpy.int64)
    array = partial(numpy.array, dtype=numpy.int64)
    return Solver(compiled_kernel(), zeros, _asked_compiled, array, numpy.ndarray.tolist)


def fewest(hand: Iterable[int], wild: int) -> int:
    """The fewest points that can stay unmelded when every card of the hand may be melded."""
    return fewest_packed(pack(hand, wild))


def fewest_many(hands: Sequence[Sequence[int]], wilds: Sequence[int]) -> list[int]:
    """The fewest points that can stay unmelded of each hand, with its wild rank, in one call: several times as fast."""
    using = solver
    if len(hands) != len(wilds):
        raise Malformed(f"{len(hands)} hands need as many wild ranks, not {len(wilds)}")
    if max(map(len, hands), default=0) > MOST_CARDS:
        raise Malformed(f"a hand has at most {MOST_CARDS} cards")
    points = using.array([0] * len(hands))
    cards, sizes = using.array(list(chain.from_iterable(hands))), using.array(list(map(len, hands)))
    read = using.fewest_of(cards, sizes, using.array(list(wilds)), points, *using.arrays)
    if read < len(hands):
        raise Malformed(f"hand {read} has a card that does not exist (they are 0 to {JOKER}), or more than 7 of one")
    return using.ints(points)


def fewest_packed(hand: int, using: Solver | None = None) -> int:
    """The fewest points that can stay unmelded of a packed hand, solved by this solver or the one in use.

    With two wilds or more none stays (FC-12): wilds that the cover does not need join a book, lengthen a run, or
    part an eleven-card run in two. A single wild stays only where there is no meld at all for it to join.
    """
    using = using or solver
    points = using.uncovered(hand)
    wilds = hand >> WILD_SHIFT & WILD_MASK
    if 0 < wilds < 3 and not using.arrays[0][kernel.BEST]:
        points += WILD_POINTS * wilds + (JOKER_POINTS - WILD_POINTS) * (hand >> JOKER_SHIFT & WILD_MASK)
    return points


def is_wild(kind: int, wild: int) -> bool:
    """FC-05: a joker, or a card of the round's wild rank."""
    return kind == JOKER or kind % len(RANKS) == wild


def best_discard(hand: Sequence[int], wild: int) -> tuple[int, int]:
    """The fewest points that one discard can leave, and that discard; of equal ones no wild, and the dearest card.

    A discard of value v saves at most v, so natural cards are tried dearest first until none can do better. A wild in
    a meld saves nothing: what is left over stays left over. Where nothing melds, the dearest card goes, wild or not.
    """
    value, units, packed = POINTS[wild], UNITS[wild], pack(hand, wild)
    least = fewest_packed(packed)
    kinds = sorted(set(hand), key=lambda kind: (is_wild(kind, wild), -value[kind], kind))
    total = sum(map(value.__getitem__, hand))
    if least == total:
        choice = max(kinds, key=value.__getitem__)
        return least - value[choice], choice
    best, choice = total, kinds[0]
    for kind in kinds:
        if best > max(0, least - (0 if is_wild(kind, wild) else value[kind])):
            left = fewest_packed(packed - units[kind])
            if left < best:
                best, choice = left, kind
    return best, choice


def ways_out(hand: Iterable[int], packed: int, wild: int) -> list[int]:
    """FC-14: the discards after which the rest of the hand can be laid down whole, each kind once, in order."""
    using = solver
    if using is plain:  # compiled, the exact test is as cheap as these
        cards = list(hand)
        if MEAGRE <= len(cards) <= SHORT:
            return _ways_to_one_meld(cards, wild)
        if not may_go_out(packed):
            return []
    outs = using.ways_out(packed)
    if not outs:
        return []
    return [kind for kind in sorted(set(hand)) if outs >> (JOKER if is_wild(kind, wild) else kind) & 1]


def _ways_to_one_meld(hand: list[int], wild: int) -> list[int]:
    """`ways_out` of a hand that is too short for two melds: what is left must be one book or one run."""
    naturals = sorted([kind for kind in hand if kind != JOKER and kind % RANK_COUNT != wild])
    size = len(hand) - 1
    outs = [kind for at, kind in enumerate(naturals) if _join_up(naturals[:at] + naturals[at + 1 :], size)]
    if len(naturals) <= size and _join_up(naturals, size):
        outs += [kind for kind in hand if kind not in naturals]
    return sorted(set(outs))


def _join_up(naturals: list[int], size: int) -> bool:
    """Whether these natural cards, in order, are one meld of so many cards together with wilds."""
    if len(naturals) < 2:
        return True
    low, high = naturals[0], naturals[-1]
    if high - low < size and low // RANK_COUNT == high // RANK_COUNT and len(set(naturals)) == len(naturals):
        return True  # FC-11: with a wild in each gap, and the other wilds at the ends
    return len({kind % RANK_COUNT for kind in naturals}) == 1  # FC-10


def may_go_out(packed: int) -> bool:
    """A cheap look that rejects most hands that cannot go out with one discard; it never rejects one that can.

    Every natural card is charged a share of a wild, in quarters, such that no meld is charged more wilds than it has:
    nothing for a card of three side by side or three of a rank; 1 for one of three with a single gap; 2 for one of a
    pair, in rank or at most two apart in suit; 4 for any other. One card, the discard, goes free. In a run the cards
    between two gaps are charged 2 together at most if a single wild parts them from more, else 4, and each gap pays
    half to either side; that is why the shares never exceed the wilds.
    """
    wilds = packed >> WILD_SHIFT & WILD_MASK
    one = (packed | packed >> 1 | packed >> 2) & ONE_EACH
    more = (packed >> 1 | packed >> 2) & ONE_EACH
    next1, next2 = one >> RANK, one >> 2 * RANK
    three = one & next1 & next2
    free = three | three << RANK | three << 2 * RANK
    suits = one + (one >> SUIT_STRIDE) + (one >> 2 * SUIT_STRIDE) + (one >> 3 * SUIT_STRIDE) + (one >> 4 * SUIT_STRIDE)
    twice = more | more >> SUIT_STRIDE | more >> 2 * SUIT_STRIDE | more >> 3 * SUIT_STRIDE | more >> 4 * SUIT_STRIDE
    pair = (suits >> 1 | suits >> 2 | twice) & RANK_ONES
    book = (suits >> 2 | suits >> 1 & suits | twice) & RANK_ONES  # generous: a rank with equal cards counts as three
    lone = one & ~(free | book * SUIT_ONES)
    if lone.bit_count() <= 1 + wilds:
        return True
    third = one >> 3 * RANK
    left_gap, right_gap = one & next2 & third, one & next1 & third
    cheap = left_gap | left_gap << 2 * RANK | left_gap << 3 * RANK
    cheap |= right_gap | right_gap << RANK | right_gap << 3 * RANK
    close = next1 | next2 | one << RANK | one << 2 * RANK | pair * SUIT_ONES
    quarters = lone.bit_count() + (lone & ~cheap).bit_count() + 2 * (lone & ~cheap & ~close).bit_count()
    dearest = 4 if lone & ~cheap & ~close else 2 if lone & ~cheap else 1
    return quarters - dearest <= 4 * wilds


RANK_ONES = ONE_EACH & SUIT_MASK
SUIT_ONES = sum(1 << suit * SUIT_STRIDE for suit in range(SUITS))
