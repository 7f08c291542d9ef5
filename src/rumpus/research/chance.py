"""Chance one draw at a time, for libraries in which every dealt card is a separate step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

from rumpus.contract import State


class _More(Exception):
    """The draws so far do not say what comes next."""


class Draws:
    """A source of chance (`contract.Shuffle`) that gives what was drawn before, and notes what has to be drawn next."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.left: Counter[int] = Counter()  # what may be drawn next, and how often it is there
        self._at = 0
        self._missing = 0  # draws until the house is asked again

    def copy(self) -> Self:
        """An independent source in the same state."""
        new = type(self)()
        new.__dict__.update(self.__dict__ | {"drawn": self.drawn[:], "left": self.left.copy()})
        return new

    def below(self, n: int) -> int:
        """A number below n: one draw."""
        return self._take(range(n), 1)[0]

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in the order in which they are drawn, one draw each."""
        return self._take(cards, len(cards))

    def _take(self, choices: Sequence[int], count: int) -> list[int]:
        taken = self.drawn[self._at : self._at + count]
        self._at += count
        if len(taken) < count:
            self.left = Counter(choices)
            self._missing = count
            raise _More
        return taken

    def fact(self, state: State) -> Any | None:
        """The fact of chance that the house owes, once enough is drawn; None while it needs more, or owes nothing."""
        if self._missing:
            return None
        self._at = 0
        try:
            owed = state.owed(self)
        except _More:
            return None
        self.drawn, self.left = [], Counter()
        return owed

    def waiting(self) -> bool:
        """Whether something has to be drawn."""
        return bool(self._missing)

    def draw(self, outcome: int) -> None:
        """This was drawn; it raises `ValueError` for what cannot be."""
        if not self.left[outcome]:
            raise ValueError(f"{outcome} cannot be drawn")
        self.drawn.append(outcome)
        self.left[outcome] -= 1
        self._missing -= 1
