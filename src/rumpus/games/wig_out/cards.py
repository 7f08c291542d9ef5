"""The sixty cards of Wig Out!: twelve characters, five cards each (WO-01)."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.game import Malformed

CHARACTERS = (
    "beehive",
    "mohawk",
    "afro",
    "pigtails",
    "moptop",
    "curls",
    "bun",
    "bolt",
    "flame",
    "braid",
    "onehair",
    "nest",
)
COPIES = 5
DECK = tuple(number for number in range(len(CHARACTERS)) for _ in range(COPIES))
NUMBER = {name: number for number, name in enumerate(CHARACTERS)}


def number(card: str) -> int:
    """The small int that stands for a card inside the rules."""
    try:
        return NUMBER[card]
    except (KeyError, TypeError):
        raise Malformed(f"there is no card {card!r} in Wig Out!; cards are {', '.join(CHARACTERS)}") from None


def numbers(cards: Iterable[str]) -> list[int]:
    """The small ints of many cards."""
    try:
        return list(map(NUMBER.__getitem__, cards))
    except (KeyError, TypeError):
        return list(map(number, cards))  # says which card it is


def texts(numbers: list[int]) -> tuple[str, ...]:
    """The cards as everybody outside the rules writes them."""
    return tuple(map(CHARACTERS.__getitem__, numbers))
