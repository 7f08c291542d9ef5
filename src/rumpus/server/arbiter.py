"""Who was first: claims are taken in the order in which they arrive, and a loser is told by whom and by how much."""

from __future__ import annotations

from rumpus.contract import Action, Game, Illegal

LOST_WITHIN_S = 3.0  # later than this nobody says that it was a race


class Arbiter:
    """The places of one table that were claimed lately."""

    def __init__(self) -> None:
        self._claims: dict[str, tuple[int, float]] = {}

    def claimed(self, seat: int | None, action: Action, at: float) -> None:
        """This seat was first."""
        if action.deals:
            self._claims.clear()
        elif seat is not None and (place := action.claims()) is not None:
            self._claims[place] = (seat, at)

    def first(
        self, rules: Game, seat: int, action: Action, refusal: Illegal, at: float
    ) -> tuple[int | None, int | None]:
        """Who was first and by how many milliseconds, if the refusal means that somebody was."""
        if refusal.reason not in rules.beaten:
            return None, None
        place = rules.beaten[refusal.reason] or action.claims() or ""
        winner, when = self._claims.get(place, (seat, at))
        if winner == seat or at - when > LOST_WITHIN_S:
            return None, None
        return winner, max(0, round((at - when) * 1000))
