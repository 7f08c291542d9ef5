"""The registry of coaches: built-in ones, and those of installed packages (entry point group `rumpus.coaches`)."""

from __future__ import annotations

from importlib.metadata import entry_points

from rumpus.coach import five_crowns, wackee_six, wig_out
from rumpus.coach.base import Coach

COACHES: dict[str, Coach] = {  # our own, by game
    "five_crowns": five_crowns.judge,
    "wackee_six": wackee_six.judge,
    "wig_out": wig_out.judge,
}
ENTRY_POINTS = "rumpus.coaches"  # an entry has the name of a game


def coach(game: str) -> Coach | None:
    """The coach of a game; None for a game without one."""
    if game in COACHES:
        return COACHES[game]
    entry = next(iter(entry_points(group=ENTRY_POINTS, name=game)), None)
    if entry is None:
        return None
    found: Coach = entry.load()
    return found
