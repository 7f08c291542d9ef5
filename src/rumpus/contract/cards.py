"""The cards of a game: small ints inside the rules, short text outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

import msgspec

from rumpus.contract.errors import Malformed


class Pack:
    """Every kind of card of a game, by number and by text."""

    def __init__(self, names: Sequence[str], title: str, expected: str) -> None:
        self.names = tuple(names)
        self.number = {name: number for number, name in enumerate(names)}
        self.title = title
        self.expected = expected

    def kind(self, card: str) -> int:
        """The number of a card; raises `Malformed` if there is no such card."""
        try:
            return self.number[card]
        except (KeyError, TypeError):
            raise Malformed(f"there is no card {card!r} in {self.title}; {self.expected}") from None

    def kinds(self, cards: Iterable[str]) -> list[int]:
        """The numbers of many cards."""
        written = tuple(cards)
        try:
            return list(_each(written, self.number))
        except (KeyError, TypeError):
            return list(map(self.kind, written))  # says which card it is

    def texts(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """The cards as everybody outside the rules writes them."""
        return _each(tuple(kinds), self.names)


def _each(keys: tuple[Any, ...], values: Any) -> tuple[Any, ...]:
    """The value of each key, in half the time of a loop."""
    if len(keys) < 2:  # `itemgetter` gives a single value without a tuple
        return tuple([values[key] for key in keys])
    found: tuple[Any, ...] = itemgetter(*keys)(values)
    return found


class Layout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a chance fact distributes shuffled cards, so that anybody can compare it with the shuffle.

    `order` names the fields that take the cards, from the top. A field with a star is a list of hands: they get one
    card each in turn, clockwise from the left of the seat in the field `first`, until each has its number.
    """

    order: tuple[str, ...]
    first: str | None = None
    each: str | None = None  # a field with several parts, each of which has a pack of its own
    pack: tuple[str, ...] | None = None  # before the shuffle, repeated if more cards are dealt; None: sorted by kind
