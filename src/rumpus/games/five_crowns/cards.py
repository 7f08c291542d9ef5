"""The cards of Five Crowns: five suits of eleven ranks, and jokers (FC-01)."""

from __future__ import annotations

from rumpus.contract import Pack

RANKS = "3456789TJQK"
SUITS = "thcsd"  # stars, hearts, clubs, spades, diamonds
JOKER = len(SUITS) * len(RANKS)
TEXT = (*(rank + suit for suit in SUITS for rank in RANKS), "**")
PACK = Pack(TEXT, "Five Crowns", "a card is a rank (3-9 T J Q K) and a suit (t h c s d), as in 7h, or ** for a joker")
KIND, kind, kinds, texts = PACK.number, PACK.kind, PACK.kinds, PACK.texts  # a kind is suit x 11 + rank, or JOKER
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


def deck(sets: int) -> tuple[int, ...]:
    """FC-02: the cards of one set or of two."""
    return SET * sets


def wild_rank(dealt: int) -> int:
    """FC-05: the rank that is wild when so many cards are dealt."""
    return dealt - 3


def meet(card: int, other: int) -> bool:
    """Whether two natural cards could be in one meld: the same rank, or the same suit at most two ranks apart."""
    suit, rank = divmod(card, len(RANKS))
    other_suit, other_rank = divmod(other, len(RANKS))
    return rank == other_rank or (suit == other_suit and abs(rank - other_rank) <= 2)
