"""Names and avatars of people and bots."""

from __future__ import annotations

import unicodedata

from rumpus.contract import Malformed

NAME_LENGTH = 20
UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode categories
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols by category, but invisible
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


def clean_name(name: str) -> str:
    """The name as the table shows it; raises `Malformed` if it is empty, too long or has invisible characters."""
    clean = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not 1 <= len(clean) <= NAME_LENGTH:
        raise Malformed(f"a name has 1 to {NAME_LENGTH} characters, not {len(clean)}")
    if any(unicodedata.category(letter) in UNPRINTABLE or letter in BLANKS for letter in clean):
        raise Malformed("a name has letters, digits, signs and spaces, and nothing that cannot be seen")
    return clean
