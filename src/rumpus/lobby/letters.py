"""The characters of names, by the rules of Unicode: which are visible, and which look alike.

The properties come from names_data.txt, which scripts/names_data.py writes.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

BLANKS = "\u2800\U0001d159\U00013441\U00013442\U00016fe4"  # symbols and letters by category, but invisible
EMOJI_STYLE = "\ufe0f"  # asks for the coloured form of the character before it
NON_JOINER, JOINER = "\u200c", "\u200d"
SKIN = range(0x1F3FB, 0x1F400)  # modifiers of the emoji before them
VIRAMA = 9  # the combining class of signs that take the vowel away; the letter behind may be joined
MOST_MARKS = 2  # in a row; a letter with more is a tower of accents over its neighbours
MOST_OWN_MARKS = 4  # the same where all belong to the script of their letter: Burmese and Tibetan names have as many


class Properties(NamedTuple):
    """What Unicode says about characters, beyond what `unicodedata` knows."""

    ignorable: frozenset[int]  # Default_Ignorable_Code_Point: shows nothing by itself
    pictographic: frozenset[int]  # Extended_Pictographic: emoji, also those to come
    looks: dict[int, str]  # UTS 39: what a character can be confused with


@cache
def properties() -> Properties:
    """The properties, read once."""
    found: dict[str, frozenset[int]] = {}
    looks: dict[int, str] = {}
    for line in files("rumpus.lobby").joinpath("names_data.txt").read_text("utf-8").split("\n"):
        target, tab, letters = line.partition("\t")
        if tab:
            looks |= dict.fromkeys(map(ord, letters), target)
        elif line and not line.startswith("#"):
            name, _, ranges = line.partition(": ")
            spans = [[int(end, 16) for end in span.split("-")] for span in ranges.split()]
            found[name] = frozenset(point for first, last in spans for point in range(first, last + 1))
    return Properties(found["ignorable"], found["pictographic"], looks)


def composed(text: str) -> str:
    """The text in its usual form: composed characters, and plain single spaces."""
    usual = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in usual)
    return " ".join(part for part in spaced.split(" ") if part)


def all_visible(text: str) -> bool:
    """Whether every character can be seen, or changes how its neighbours look, as some scripts and emoji need it."""
    return all(_visible(letter) or _joins(text, at) for at, letter in enumerate(text))


def _visible(letter: str) -> bool:
    known = properties()
    if ord(letter) in known.ignorable or letter in BLANKS:
        return False
    category = unicodedata.category(letter)
    newer_emoji = category == "Cn" and ord(letter) in known.pictographic
    return newer_emoji or (category[0] != "C" and category not in ("Zl", "Zp"))


def _joins(text: str, at: int) -> bool:
    """Whether an invisible character stands where Unicode has a use for it (UAX 31, joiners; UTS 51, emoji)."""
    letter, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if not before:
        return False
    if letter == EMOJI_STYLE:
        return _is_emoji(before)
    if letter == JOINER and after and _is_emoji(after):
        return _is_emoji(before) or (before == EMOJI_STYLE and _is_emoji(text[at - 2 : at - 1]))
    if letter not in (NON_JOINER, JOINER) or not after:
        return False
    if letter == NON_JOINER and {"AL"} == {unicodedata.bidirectional(beside) for beside in (before, after)}:
        return True
    behind = unicodedata.combining(before) == VIRAMA and after.isalpha()
    return behind or (unicodedata.combining(after) == VIRAMA and before.isalpha())  # as in Bengali


def _is_emoji(letter: str) -> bool:
    return bool(letter) and (ord(letter) in properties().pictographic or ord(letter) in SKIN)


def marks_fit(text: str) -> bool:
    """Whether every mark has a letter to stand on, and no letter carries a tower of them."""
    base, marks = "", 0
    own = True  # whether all marks in this row belong to the script of their letter
    for letter in text:
        if unicodedata.category(letter)[0] != "M":
            base, marks, own = letter, 0, True
        elif letter != EMOJI_STYLE:
            marks += 1 if marks else len(unicodedata.normalize("NFD", base)) or 1  # with those that the letter has
            own = own and _script(letter) == _script(base)
            if base in ("", " ") or marks > (MOST_OWN_MARKS if own else MOST_MARKS):
                return False
    return True


def _script(letter: str) -> str:
    """The script of a letter or a mark: the first word of its name, as in TIBETAN VOWEL SIGN O."""
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def skeleton(text: str) -> str:
    """What a text looks like (UTS 39, without differences of width and font): the same skeleton can be confused."""
    known = properties()
    seen = "".join(letter for letter in unicodedata.normalize("NFKD", text) if ord(letter) not in known.ignorable)
    return unicodedata.normalize("NFD", seen.translate(known.looks))


@lru_cache(maxsize=4096)
def looks(text: str) -> frozenset[str]:
    """What a text looks like, in capitals and small letters too; texts with any of these in common are confused."""
    return frozenset((skeleton(text), skeleton(text.casefold()), skeleton(text).casefold()))
