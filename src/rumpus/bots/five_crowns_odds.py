"""The prospects of a Five Crowns hand: its points now, and after each card that may be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import JOKER, POINTS, RANKS, SET_COPIES, SET_JOKERS, WILD_POINTS
from rumpus.games.five_crowns.kernel import COUNT
from rumpus.games.five_crowns.melds import RANK, RANK_ONES, SUIT_ONES, SUIT_STRIDE, SUITS, UNITS, WILD_MASK, WILD_SHIFT

ONE_WILD = 1 << WILD_SHIFT


class Draws(NamedTuple):
    """What the next draw may bring a hand, after the best discard."""

    expected: float  # points
    out: float  # the chance that none are left
    better: float  # the chance of fewer points than now
    loose: int  # kinds of cards that are unmelded now


Natural = tuple[int, int]  # a card that is not wild: its unit in a packed hand, and its points


def unseen(sets: int, gone: Iterable[int]) -> list[int]:
    """How many cards of each kind may still be drawn, given those known to be elsewhere."""
    left = [SET_COPIES * sets] * JOKER + [SET_JOKERS * sets]
    for kind in gone:
        left[kind] = max(0, left[kind] - 1)
    return left


def reach(packed: int) -> int:
    """The cards that could meld with one of the hand: the same rank, or the same suit at most two ranks away.

    A bit mask, with the lowest bit of each card's field in a packed hand.
    """
    held = (packed | packed >> 1 | packed >> 2) & melds.ONE_EACH
    ranks = held | held >> SUIT_STRIDE | held >> 2 * SUIT_STRIDE | held >> 3 * SUIT_STRIDE | held >> 4 * SUIT_STRIDE
    near = held << RANK | held >> RANK | held << 2 * RANK | held >> 2 * RANK
    return near | (ranks & RANK_ONES) * SUIT_ONES


class Odds:
    """The cards that may be drawn, and the points of hands; created again for each decision."""

    def __init__(self, wild: int, left: Sequence[int]) -> None:
        self.wild, self.left = wild, left
        self.units, self.value = UNITS[wild], POINTS[wild]
        self._points: dict[int, int] = {}
        total = sum(left) or 1
        wilds = sum(count for kind, count in enumerate(left) if melds.is_wild(kind, wild))
        self._wilds = wilds / total
        self._draws = [
            (self.units[kind], count / total, self.value[kind])
            for kind, count in enumerate(left)
            if count and not melds.is_wild(kind, wild)
        ]

    @property
    def solved(self) -> int:
        """How many hands it has asked the solver about: the work that it has done."""
        return len(self._points)

    def points(self, packed: int) -> int:
        """The fewest points that can stay unmelded, remembered per hand."""
        known = self._points.get(packed)
        if known is None:
            known = self._points[packed] = self.count(packed)
        return known

    def count(self, packed: int) -> int:
        """The fewest points that can stay unmelded, computed."""
        return melds.fewest_packed(packed)

    def with_a_wild(self, packed: int) -> int:
        """The points with one more wild: a measure of how close the hand is to going out."""
        return self.points(packed + ONE_WILD)

    def naturals(self, cards: Iterable[int]) -> list[Natural]:
        """The kinds among these cards that are not wild, those with the most points first."""
        kinds = [kind for kind in set(cards) if not melds.is_wild(kind, self.wild)]
        return sorted(((self.units[kind], self.value[kind]) for kind in kinds), key=lambda card: (-card[1], card[0]))

    def next_draw(self, packed: int, naturals: Sequence[Natural]) -> tuple[float, float]:
        """The points to expect after the next draw and the best discard, and the chance that none are left."""
        draws = self.draws(packed, naturals)
        return draws.expected, draws.out

    def draws(self, packed: int, naturals: Sequence[Natural]) -> Draws:
        """What the next draw may bring.

        A drawn card that melds with nothing in the hand is discarded again and changes nothing. Otherwise the discard
        is one of the cards that are unmelded now; that a draw makes a melded card the best discard is too rare to
        search for.
        """
        now = self.points(packed)
        if not now:
            return Draws(0.0, 1.0, 1.0, 0)
        naturals = [(unit, value) for unit, value in naturals if self.points(packed - unit) < now]
        left = self._after(packed + ONE_WILD, now, naturals) if self._wilds else now
        expected, out = self._wilds * left, 0.0 if left else self._wilds
        better = self._wilds if left < now else 0.0
        near = reach(packed)
        for unit, chance, value in self._draws:
            left = now
            if unit & near and self.points(packed + unit) < now + value:
                left = self._after(packed + unit, now, naturals)
            expected += chance * left
            if not left:
                out += chance
            if left < now:
                better += chance
        return Draws(expected, out, better, len(naturals))

    def _after(self, packed: int, now: int, naturals: Sequence[Natural]) -> int:
        """The points after the best discard; tries high cards first, until no other can do better."""
        least, left = self.points(packed), now
        for unit, value in naturals:
            if left <= max(0, least - value):
                break
            left = min(left, self.points(packed - unit))
        return left


class BooksOnly(Odds):
    """The odds of a player who sees only books and overlooks runs."""

    def count(self, packed: int) -> int:
        """The fewest points that books leave. Wilds complete the highest pairs first, then the highest single cards."""
        wilds = packed >> WILD_SHIFT & WILD_MASK
        had, booked, left = wilds, False, 0
        held: list[tuple[int, int]] = []
        for rank in range(len(RANKS)):
            cards = sum(packed >> suit * SUIT_STRIDE + RANK * rank & COUNT for suit in range(SUITS))
            if cards >= 3:
                booked = True
            elif cards:
                held.append((cards, rank + 3))
        for cards, points in sorted(held, reverse=True):
            if wilds >= 3 - cards:
                wilds -= 3 - cards
                booked = True
            else:
                left += cards * points
        return left if booked or had >= 3 else left + WILD_POINTS * had
