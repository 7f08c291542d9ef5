"""What one viewer sees, and the part of it that is alike in every game."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from rumpus.contract.actions import Points, Result


class PublicView(Protocol):
    """What the public view of every game has, beside its own fields."""

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
        """How the match ended, or None while it goes on."""
        ...


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one viewer sees: the public part, and the private part of a seat (None for a spectator)."""

    seat: int | None
    public: Any  # a `PublicView` with the fields of the game
    private: Any
