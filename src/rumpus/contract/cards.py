"""The cards of a game: small ints inside the rules, short text outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
        try:
            return list(map(self.number.__getitem__, cards))
        except (KeyError, TypeError):
            return list(map(self.kind, cards))  # says which card it is

    def texts(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """The cards as everybody outside the rules writes them."""
        return tuple(map(self.names.__getitem__, kinds))
