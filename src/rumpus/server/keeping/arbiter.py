"""Who was first in a race: the loser of a place is told which seat took it, by how much, and how that was decided."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rumpus.contract import Action, Game, Illegal

LOST_WITHIN_S = 3.0  # a place taken longer ago than this was not lost in a race


class First(NamedTuple):
    """The seat that was first and its lead in milliseconds, if the place was just lost."""

    seat: int | None = None
    by_ms: int | None = None
    how: Literal["view", "late"] | None = None  # by view time, or decided before the claim arrived; None: by arrival


class _Taken(NamedTuple):
    seat: int
    at: float
    seen: float


class Arbiter:
    """Remembers which seat took each place at one table, when, and when its player saw the chance (table/races.py)."""

    def __init__(self) -> None:
        self._claims: dict[str, _Taken] = {}

    def claimed(self, seat: int | None, action: Action, at: float, seen: float) -> None:
        """Note that a seat has taken the place that its action claims; a new deal clears all places."""
        if action.deals:
            self._claims.clear()
        elif seat is not None and (place := action.claims()) is not None:
            self._claims[place] = _Taken(seat, at, seen)

    def first(self, rules: Game, seat: int, action: Action, refusal: Illegal, at: float, seen: float) -> First:
        """Who was first, if the refusal means that the place was just lost. `seen` equals `at` without fair races."""
        if refusal.reason not in rules.beaten:
            return First()
        place = rules.beaten[refusal.reason] or action.claims() or ""
        taken = self._claims.get(place)
        if taken is None or taken.seat == seat or at - taken.at > LOST_WITHIN_S:
            return First()
        if (seen, taken.seen) == (at, taken.at):
            return First(taken.seat, max(0, round((at - taken.at) * 1000)))
        if seen < taken.seen:
            return First(taken.seat, max(0, round((at - taken.at) * 1000)), "late")
        return First(taken.seat, round((seen - taken.seen) * 1000), "view")
