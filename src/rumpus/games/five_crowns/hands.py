"""The meld solver for cards as text: the points that a hand leaves, and the best discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from rumpus.contract import Malformed
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import JOKER, RANKS, SET_COPIES, SET_JOKERS, TEXT, kind, texts

WILD_RANKS = {**{rank: number for number, rank in enumerate(RANKS, 3)}, **{str(n): n for n in range(3, 14)}}


class SolvedHand(msgspec.Struct, frozen=True):
    """The melds that leave the fewest points; with one card more than was dealt, after the best discard."""

    points: int  # of the cards that stay (FC-17)
    melds: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...]
    discard: str | None  # the card to throw away; None for a hand that has none too many
    out: bool  # the whole hand can be laid down: the player can go out (FC-14)


def wild_number(wild: str | int) -> int:
    """The number of a wild rank, 3 to 13, as people write it: 7, T or 10, K or 13; raises `Malformed`."""
    number = WILD_RANKS.get(str(wild).strip().upper())
    if number is None or isinstance(wild, bool):
        raise Malformed(f"the wild is a rank: 3 to 9, T or 10, J or 11, Q or 12, K or 13, not {wild!r}")
    return number


def check_counts(dealt: int, sets: int) -> None:
    """Raise `Malformed` for a number of cards or of sets that the game does not know (FC-02, FC-03)."""
    if not isinstance(dealt, int) or not 3 <= dealt <= 13:
        raise Malformed(f"from 3 to 13 cards are dealt, not {dealt!r}")
    if sets not in (1, 2):
        raise Malformed(f"there are 1 or 2 sets of cards, not {sets!r}")


def read_hand(hand: str | Iterable[str], dealt: int, sets: int) -> list[int]:
    """The cards of a hand as people write them: any case, 10 for T, commas or spaces between; raises `Malformed`."""
    check_counts(dealt, sets)
    if not isinstance(hand, Iterable):
        raise Malformed(f'a hand is one or more cards, as in "7h 8h 9h", not {hand!r}')
    written = hand.replace(",", " ").split() if isinstance(hand, str) else list(hand)
    cards = [kind(_usual(card)) for card in written]
    if not cards:
        raise Malformed('a hand is one or more cards, as in "7h 8h 9h"')
    if len(cards) > dealt + 1:
        raise Malformed(f"{len(cards)} cards are too many: {dealt} were dealt, and one more may be taken")
    for card, copies in Counter(cards).items():
        most = sets * (SET_JOKERS if card == JOKER else SET_COPIES)
        if copies > most:
            raise Malformed(
                f"{TEXT[card]} is there {copies} times, and {sets} set{'s' * (sets - 1)} of cards has only {most}"
            )
    return cards


def _usual(card: str) -> str:
    return f"{card[:-1].upper().replace('10', 'T')}{card[-1:].lower()}" if isinstance(card, str) else card


def solve(hand: list[int], wild: int, dealt: int) -> SolvedHand:
    """The best melds of a hand that was read, for a wild rank counted from 0."""
    discard = None
    if len(hand) == dealt + 1:
        discard = solver.best_discard(hand, wild)[1]
        hand = hand.copy()
        hand.remove(discard)
    best = lay_down.arrange(hand, wild)
    return SolvedHand(
        points=best.points,
        melds=tuple(map(texts, best.melds)),
        unused=texts(best.unused),
        discard=None if discard is None else TEXT[discard],
        out=best.points == 0 and len(hand) == dealt,
    )


def melds(hand: str | Iterable[str], wild: str | int, *, dealt: int | None = None, sets: int = 1) -> SolvedHand:
    """The melds of a hand that leave the fewest points, found exactly.

    A card is a rank (3-9 T J Q K) and a suit (t stars, h hearts, c clubs, s spades, d diamonds), as in 7h; ** is a
    joker. `wild` is the round's wild rank, `dealt` how many cards were dealt (by default as many as the wild rank
    says), and `sets` how many sets of 116 cards are in play: 2 from eight players on. A hand with one card more than
    was dealt has one to discard. Raises `Malformed` for cards that do not exist or are there too often, an unknown
    wild and wrong counts.

    Examples:
        >>> import rumpus
        >>> best = rumpus.melds("7h 8h 9h Kc Kd ** 3t", wild="7")
        >>> best.points, best.melds, best.unused
        (3, (('Kc', 'Kd', '7h'), ('8h', '9h', '**')), ('3t',))
        >>> rumpus.melds(["7h", "8h", "9h", "Kc"], wild=3).discard
        'Kc'
    """
    number = wild_number(wild)
    size = number if dealt is None else dealt
    return solve(read_hand(hand, size, sets), number - 3, size)
