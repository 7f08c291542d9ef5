"""Who was first in a race: the loser of a place is told which seat took it, and by how many milliseconds."""

from __future__ import annotations

from rumpus.contract import Action, Game, Illegal

LOST_WITHIN_S = 3.0  # a place taken longer ago than this was not lost in a race


class Arbiter:
    """Remembers which seat took each place at one table, and when."""

    def __init__(self) -> None:
        self._claims: dict[str, tuple[int, float]] = {}

    def claimed(self, seat: int | None, action: Action, at: float) -> None:
        """Note that a seat has taken the place that its action claims; a new deal clears all places."""
        if action.deals:
            self._claims.clear()
        elif seat is not None and (place := action.claims()) is not None:
            self._claims[place] = (seat, at)

    def first(
        self, rules: Game, seat: int, action: Action, refusal: Illegal, at: float
    ) -> tuple[int | None, int | None]:
        """The seat that was first and its lead in milliseconds, if the refusal means that the place was just lost."""
        if refusal.reason not in rules.beaten:
            return None, None
        place = rules.beaten[refusal.reason] or action.claims() or ""
        winner, when = self._claims.get(place, (seat, at))
        if winner == seat or at - when > LOST_WITHIN_S:
            return None, None
        return winner, max(0, round((at - when) * 1000))
