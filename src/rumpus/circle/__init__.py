"""A circle: a family or club with members, a book of what they played, and leagues. No clock, no chance, no await."""

from rumpus.circle.book import BookPlayer, BookResult, LeagueTable, clean_result, ranks_of
from rumpus.circle.changes import Asking, Bounds, ChangeCircle
from rumpus.circle.circle import Begun, Circle, Line
from rumpus.circle.league import League, Pairing, PastLeague, Standing
from rumpus.circle.members import Device, Member, Refused, Vote

__all__ = [
    "Asking",
    "Begun",
    "BookPlayer",
    "BookResult",
    "Bounds",
    "ChangeCircle",
    "Circle",
    "Device",
    "League",
    "LeagueTable",
    "Line",
    "Member",
    "Pairing",
    "PastLeague",
    "Refused",
    "Standing",
    "Vote",
    "clean_result",
    "ranks_of",
]
