"""Five Crowns: rummy with five suits and a wild rank that changes every round, 2 to 14 players.

These are the types of the game for code that uses the library (docs/api.md).
"""

from collections.abc import Callable

from rumpus.contract import Result, Score
from rumpus.games.five_crowns.actions import (
    Action,
    Deal,
    Discard,
    LayDown,
    Options,
    Reshuffle,
    SeatAction,
    TableAction,
    Take,
    Undo,
)
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.games.five_crowns.view import Private, Public, SeatView, View

Look = Callable[[], SeatView]  # what a bot of this game looks with

__all__ = [
    "Action",
    "Deal",
    "Discard",
    "FiveCrowns",
    "FiveCrownsState",
    "LayDown",
    "Look",
    "Options",
    "Private",
    "Public",
    "Reshuffle",
    "Result",
    "Score",
    "SeatAction",
    "SeatView",
    "TableAction",
    "Take",
    "Undo",
    "View",
]
