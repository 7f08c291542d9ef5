"""The contract every game keeps: what a game promises, the vocabulary all games share, and the base state."""

from rumpus.contract.actions import (
    A_SEAT,
    ABANDONED,
    FINISHED,
    FOR_AGES,
    FOR_EXPERTS,
    STOPPED,
    Action,
    Event,
    Go,
    Options,
    Points,
    Result,
    Score,
    Seating,
    Shout,
    handicap,
    handicaps,
    per_party,
    seat_options,
    tag_of,
    usual,
)
from rumpus.contract.cards import Pack
from rumpus.contract.errors import Illegal, Malformed
from rumpus.contract.game import Game
from rumpus.contract.questions import Id, Question
from rumpus.contract.rounds import CALLED, DEAL, OVER, PHASES, PLAY, READY, Shuffle
from rumpus.contract.state import BaseState, Parties, State
from rumpus.contract.views import PublicView, View

__all__ = [
    "ABANDONED",
    "A_SEAT",
    "CALLED",
    "DEAL",
    "FINISHED",
    "FOR_AGES",
    "FOR_EXPERTS",
    "OVER",
    "PHASES",
    "PLAY",
    "READY",
    "STOPPED",
    "Action",
    "BaseState",
    "Event",
    "Game",
    "Go",
    "Id",
    "Illegal",
    "Malformed",
    "Options",
    "Pack",
    "Parties",
    "Points",
    "PublicView",
    "Question",
    "Result",
    "Score",
    "Seating",
    "Shout",
    "Shuffle",
    "State",
    "View",
    "handicap",
    "handicaps",
    "per_party",
    "seat_options",
    "tag_of",
    "usual",
]
