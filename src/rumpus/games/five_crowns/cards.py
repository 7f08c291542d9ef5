"""The cards of Five Crowns: five suits of eleven ranks, and jokers (FC-01)."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.game import Malformed

RANKS = "3456789TJQK"
SUITS = "thcsd"  # stars, hearts, clubs, spades, diamonds
JOKER = len(SUITS) * len(RANKS)
TEXT = (*(rank + suit for suit in SUITS for rank in RANKS), "**")
KIND = {text: kind for kind, text in enumerate(TEXT)}
SET = (*range(JOKER), JOKER, JOKER, JOKER) * 2  # one set is two decks of 58
SET_COPIES = 2
SET_JOKERS = 6

JOKER_POINTS, WILD_POINTS = 50, 20  # FC-17
POINTS = tuple(
    tuple(
        JOKER_POINTS if kind == JOKER else WILD_POINTS if kind % len(RANKS) == wild else kind % len(RANKS) + 3
        for kind in range(JOKER + 1)
    )
    for wild in range(len(RANKS))
)  # POINTS[wild rank][kind]


def kind(card: str) -> int:
    """The small int that stands for a card inside the rules: suit x 11 + rank, or JOKER."""
    try:
        return KIND[card]
    except (KeyError, TypeError):
        expected = "a card is a rank (3-9 T J Q K) and a suit (t h c s d), as in 7h, or ** for a joker"
        raise Malformed(f"there is no card {card!r} in Five Crowns; {expected}") from None


def kinds(cards: Iterable[str]) -> list[int]:
    """The small ints of many cards."""
    try:
        return list(map(KIND.__getitem__, cards))
    except (KeyError, TypeError):
        return list(map(kind, cards))  # says which card it is


def texts(kinds: Iterable[int]) -> tuple[str, ...]:
    """The cards as everybody outside the rules writes them."""
    return tuple(map(TEXT.__getitem__, kinds))


def deck(sets: int) -> tuple[int, ...]:
    """FC-02: the cards of one set or of two."""
    return SET * sets


def wild_rank(dealt: int) -> int:
    """FC-05: the rank that is wild when so many cards are dealt."""
    return dealt - 3
