"""Names and avatars of people and bots."""

from __future__ import annotations

from typing import ClassVar

from rumpus.contract import Malformed
from rumpus.lobby import letters

NAME_LENGTH = 20
AVATARS = (
    "fox",
    "owl",
    "whale",
    "cat",
    "bear",
    "frog",
    "hare",
    "crab",
    "bee",
    "goat",
    "crow",
    "mole",
    "seal",
    "newt",
    "yak",
    "wren",
)
BOT_NAMES = (
    "Biscuit",
    "Comet",
    "Domino",
    "Ziggy",
    "Mango",
    "Pepper",
    "Waffle",
    "Tango",
    "Pixel",
    "Otto",
    "Luna",
    "Bandit",
    "Noodle",
    "Rosie",
)


class BadName(Malformed):
    """A name that nobody can have."""

    key: ClassVar[str] = "table-name"


def clean_name(name: str) -> str:
    """The name as the table shows it; raises `BadName` if it is empty, too long or has invisible characters."""
    return cleaned(name, NAME_LENGTH)


def cleaned(name: str, length: int) -> str:
    """The same for a name of up to so many characters."""
    clean = letters.composed(name)
    if not 1 <= len(clean) <= length:
        raise BadName(f"a name has 1 to {length} characters, not {len(clean)}")
    if not letters.all_visible(clean):
        raise BadName("a name has letters, digits, signs and spaces, and nothing that cannot be seen")
    if not letters.marks_fit(clean):
        raise BadName("a name has accents and other marks only on letters, and at most two on one")
    return clean


def shortened(name: str, length: int) -> str:
    """The beginning of a name, not cut behind a character that joins it with the next."""
    return name[:length].rstrip(" \u200c\u200d")
