"""Wackee Six: everybody builds on shared piles at the same time, 2 to 12 players, also with partners.

These are the types of the game for code that uses the library (docs/api.md).
"""

from collections.abc import Callable

from rumpus.contract import Go, Result, Score, Shout, Standoff
from rumpus.games.wackee_six.actions import (
    Action,
    Close,
    Deal,
    Options,
    Play,
    Recycle,
    SeatAction,
    Side,
    TableAction,
    Turn,
)
from rumpus.games.wackee_six.game import WackeeSix
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wackee_six.view import Pile, Private, Public, SeatView, SideView, View

Look = Callable[[], SeatView]  # what a bot of this game looks with

__all__ = [
    "Action",
    "Close",
    "Deal",
    "Go",
    "Look",
    "Options",
    "Pile",
    "Play",
    "Private",
    "Public",
    "Recycle",
    "Result",
    "Score",
    "SeatAction",
    "SeatView",
    "Shout",
    "Side",
    "SideView",
    "Standoff",
    "TableAction",
    "Turn",
    "View",
    "WackeeSix",
    "WackeeSixState",
]
