"""The decks of Wackee Six: numbers 1-13 in four colours and two wilds, one deck a side (WS-01)."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.game import Malformed

COLOURS = "rgby"
HIGHEST = 13
NUMBERED = len(COLOURS) * HIGHEST
WILD = NUMBERED  # the kind that stands for both wilds of a deck
TEXT = (*(f"{colour}{n}" for colour in COLOURS for n in range(1, HIGHEST + 1)), "w")
KIND = {text: kind for kind, text in enumerate(TEXT)}
DECK = (*range(NUMBERED), WILD, WILD)
ONES = sum(1 << kind for kind in range(0, NUMBERED, HIGHEST))  # the 1s, as a mask of kinds
ABOVE_ONE = (1 << NUMBERED) - 1 & ~ONES


def kind(card: str) -> int:
    """The small int that stands for a card inside the rules: colour x 13 + number - 1, or WILD."""
    try:
        return KIND[card]
    except (KeyError, TypeError):
        expected = "cards are r, g, b or y with a number from 1 to 13, or w for a wild"
        raise Malformed(f"there is no card {card!r} in Wackee Six; {expected}") from None


def kinds(cards: Iterable[str]) -> list[int]:
    """The small ints of many cards."""
    try:
        return list(map(KIND.__getitem__, cards))
    except (KeyError, TypeError):
        return list(map(kind, cards))  # says which card it is


def texts(kinds: Iterable[int]) -> tuple[str, ...]:
    """The cards as everybody outside the rules writes them."""
    return tuple(map(TEXT.__getitem__, kinds))
