"""Who was first: claims are taken in the order in which they arrive, and a loser is told by whom and by how much."""

from __future__ import annotations

from typing import Any

from rumpus.contract import Illegal, Shout
from rumpus.games.wackee_six.actions import Play
from rumpus.games.wig_out.actions import Draw

LOST_WITHIN_S = 3.0  # later than this nobody says that it was a race

# Refusals that may mean that another seat was first, and the place they were after
LOST = {"ws-no-pile": "card", "ws-called": "shout", "wo-not-started": "shout", "wo-deck-empty": "deck"}


class Arbiter:
    """The places of one table that were claimed lately."""

    def __init__(self) -> None:
        self._claims: dict[str, tuple[int, float]] = {}

    def claimed(self, seat: int | None, action: Any, at: float) -> None:
        """This seat was first."""
        if seat is None:
            if action.__struct_config__.tag == "deal":
                self._claims.clear()
        elif isinstance(action, Play):
            self._claims[f"card {action.as_ or action.card}"] = (seat, at)
        elif isinstance(action, Shout):
            self._claims["shout"] = (seat, at)
        elif isinstance(action, Draw):
            self._claims["deck"] = (seat, at)

    def first(self, seat: int, action: Any, no: Illegal, at: float) -> tuple[int | None, int | None]:
        """Who was first and by how many milliseconds, if the refusal means that somebody was."""
        place = LOST.get(no.reason)
        if place == "card" and isinstance(action, Play):
            place = f"card {action.as_ or action.card}"
        winner, when = self._claims.get(place or "", (seat, at))
        if winner == seat or at - when > LOST_WITHIN_S:
            return None, None
        return winner, max(0, round((at - when) * 1000))
