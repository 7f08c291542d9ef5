"""What one viewer sees, and the part of it that is the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from rumpus.contract import shown
from rumpus.contract.actions import Points, Result


class PublicView(Protocol):
    """What the public view of every game has besides its own fields."""

    @property
    def phase(self) -> str:
        """One of `PHASES`."""
        ...

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first deal."""
        ...

    @property
    def totals(self) -> Points:
        """The points so far, one number for each party."""
        ...

    @property
    def sheet(self) -> tuple[Points, ...]:
        """The points of each round, oldest first."""
        ...

    @property
    def ended(self) -> str | None:
        """Why the last round ended, one of `Game.endings`; None before the first one has."""
        ...

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it is in progress."""
        ...


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one viewer sees: the public part, and the private part of a seat (None for a spectator)."""

    seat: int | None
    public: Any  # a `PublicView` with the fields of the game
    private: Any

    @staticmethod
    def rows(public: Any, privates: Mapping[int, Any]) -> list[shown.Row]:
        """The table in rows: what everybody sees, and what these seats hold (`shown.rows` shows every field)."""
        return shown.rows(public, privates)

    @staticmethod
    def face(card: str) -> shown.Face:
        """What a notebook prints on a card, and its colour in CSS."""
        return card, shown.PLAIN

    def _title(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"round {self.public.round}, {self.public.phase}, as {viewer} sees it"

    def _rows(self) -> list[shown.Row]:
        return self.rows(self.public, {} if self.seat is None else {self.seat: self.private})

    def __str__(self) -> str:
        return shown.as_text(self._title(), self._rows())

    def _repr_html_(self) -> str:
        """The same with cards, for notebooks."""
        return shown.as_html(self._title(), self._rows(), self.face)
