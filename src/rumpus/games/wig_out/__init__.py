"""Wig Out!: a matching race for 2 to 6 players.

These are the types of the game for code that uses the library (docs/api.md).
"""

from collections.abc import Callable

from rumpus.contract import Go, Result, Score, Shout, Standoff
from rumpus.games.wig_out.actions import (
    Action,
    Deal,
    Draw,
    Lay,
    Options,
    SeatAction,
    Start,
    TableAction,
)
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState
from rumpus.games.wig_out.view import Private, Public, SeatView, View

Look = Callable[[], SeatView]  # what a bot of this game looks with

__all__ = [
    "Action",
    "Deal",
    "Draw",
    "Go",
    "Lay",
    "Look",
    "Options",
    "Private",
    "Public",
    "Result",
    "Score",
    "SeatAction",
    "SeatView",
    "Shout",
    "Standoff",
    "Start",
    "TableAction",
    "View",
    "WigOut",
    "WigOutState",
]
