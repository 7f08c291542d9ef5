"""The contract every game keeps: what a game promises, the vocabulary all games share, and the base state."""

from rumpus.contract.actions import (
    ABANDONED,
    FOR_AGES,
    FOR_EXPERTS,
    STANDOFF,
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
    Standoff,
    drawn,
    handicap,
    per_party,
    tag_of,
)
from rumpus.contract.cards import Layout, Pack
from rumpus.contract.errors import Illegal, Malformed
from rumpus.contract.game import Game
from rumpus.contract.questions import Id, Question
from rumpus.contract.reasons import CARD_FACTS, Reason
from rumpus.contract.rounds import CALLED, DEAL, OVER, PHASES, PLAY, READY, Shuffle
from rumpus.contract.state import BaseState, Parties, State
from rumpus.contract.views import PublicView, View

__all__ = [
    "ABANDONED",
    "CALLED",
    "CARD_FACTS",
    "DEAL",
    "FOR_AGES",
    "FOR_EXPERTS",
    "OVER",
    "PHASES",
    "PLAY",
    "READY",
    "STANDOFF",
    "STOPPED",
    "Action",
    "BaseState",
    "Event",
    "Game",
    "Go",
    "Id",
    "Illegal",
    "Layout",
    "Malformed",
    "Options",
    "Pack",
    "Parties",
    "Points",
    "PublicView",
    "Question",
    "Reason",
    "Result",
    "Score",
    "Seating",
    "Shout",
    "Shuffle",
    "Standoff",
    "State",
    "View",
    "drawn",
    "handicap",
    "per_party",
    "tag_of",
]
