"""Who is at a table and how it is set up, before, between and after matches."""

from rumpus.lobby import late, start
from rumpus.lobby.lobby import MOST_SPECTATORS, Lobby, opened, plain_options, scripted_deal
from rumpus.lobby.names import AVATARS, BOT_NAMES, NAME_LENGTH, clean_name
from rumpus.lobby.settings import Challenge, Dealt, Declined, Membership, Person, Place, PlayOff, Settings, hashed

__all__ = [
    "AVATARS",
    "BOT_NAMES",
    "MOST_SPECTATORS",
    "NAME_LENGTH",
    "Challenge",
    "Dealt",
    "Declined",
    "Lobby",
    "Membership",
    "Person",
    "Place",
    "PlayOff",
    "Settings",
    "clean_name",
    "hashed",
    "late",
    "opened",
    "plain_options",
    "scripted_deal",
    "start",
]
