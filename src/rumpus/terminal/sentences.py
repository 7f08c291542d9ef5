"""What every screen is made of: sentences of the catalogue, names, and rows that fit 80 columns."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from rumpus import text

WIDTH = 79
LABEL = 12  # columns that the label of a row takes, its margin too
LONGEST_NAME = 16
LONGEST_ECHO = 20
MARKS = " .!\N{INVERTED EXCLAMATION MARK}"  # around a word that somebody calls out
DOT = " \N{MIDDLE DOT} "
BOT_NAMES = ("Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Kit", "Lu", "Mo", "Ned", "Oz", "Pia", "Roy", "Sue")
BOLD = re.compile(r"\*\*(?=\w)(.+?)\*\*")
NO_NAME = ("", "You")  # nobody has said what the table should call them


Facts = dict[str, str | int]  # what fills the blanks of a sentence


class Words:
    """The catalogue of one language, and who sits where; `me` is the person's seat, if there is a person."""

    def __init__(self, language: str, names: Sequence[str], me: int | None = None) -> None:
        self.language = language
        self.names = tuple(names)
        self.me = me

    def say(self, key: str, **facts: str | int) -> str:
        """A sentence of the catalogue."""
        return text.say(self.language, key, **facts)

    def act(self, key: str, by: int | None, **facts: str | int) -> str:
        """A sentence about somebody who does something: the person, another, or the table (None)."""
        who = self.say("term-table") if by is None else self.names[by]
        return self.say(key, who=who, me="yes" if by is not None and by == self.me else "no", **facts)

    def side(self, seats: Iterable[int]) -> str:
        """Those who play together, as one name."""
        return " + ".join(self.names[seat] for seat in seats)

    def listed(self, names: Sequence[str]) -> str:
        """A, B and C."""
        *most, last = names
        return f"{', '.join(most)} {self.say('term-and')} {last}" if most else last


def names_for(person: str | None, bots: int, language: str) -> list[str]:
    """What the seats are called: the person first, if there is one; no bot has the person's name."""
    seats = []
    if person is not None:
        name = "".join(char if char.isprintable() else " " for char in person)
        name = " ".join(name.split())[:LONGEST_NAME].strip()
        seats.append(text.say(language, "term-you") if name in NO_NAME else name)
    free = [name for name in BOT_NAMES if name.casefold() not in map(str.casefold, seats)]
    return seats + free[:bots]


def plain(line: str) -> str:
    """A line as it is compared: small letters without accents, single spaces, nothing unprintable."""
    apart = unicodedata.normalize("NFKD", line.casefold())
    kept = (char if char.isprintable() else " " for char in apart if not unicodedata.combining(char))
    return " ".join("".join(kept).split())


@cache
def typed_for(command: str) -> frozenset[str]:
    """The words that can be typed for a command: those of every language, as `plain` leaves them."""
    lists = (text.say(language, f"type-{command}") for language in text.LANGUAGES)
    return frozenset(plain(word) for words in lists for word in words.split(","))


def command_of(typed: str, commands: Iterable[str]) -> str | None:
    """Which of the commands was typed, if any; marks around a word that is called out do not matter."""
    word = typed.strip(MARKS) or typed
    return next((command for command in commands if word in typed_for(command)), None)


def echo(typed: str) -> str:
    """A piece of what was typed, short enough to be repeated in a sentence."""
    return typed if len(typed) <= LONGEST_ECHO else typed[: LONGEST_ECHO - 1] + "\N{HORIZONTAL ELLIPSIS}"


def wrap(sentence: str) -> str:
    """Lines that fit; line breaks of the text stay, and what goes on under a dash is set in."""
    return "\n".join(
        textwrap.fill(line, WIDTH, subsequent_indent="  " if line.startswith("- ") else "", break_on_hyphens=False)
        for line in sentence.splitlines()
    )


def unmarked(page: str) -> str:
    """A page without the marks for bold words and code."""
    return BOLD.sub(r"\1", page).replace("`", "")


def row(label: str, items: Iterable[str], gap: str = DOT) -> str:
    """A labelled row of things; what does not fit goes on below, things are never parted."""
    lines = [f"  {label}".ljust(LABEL) + " "]
    fresh = True
    for item in items:
        if not fresh and len(lines[-1]) + len(gap) + len(item) > WIDTH:
            lines.append(" " * (LABEL + 1))
            fresh = True
        lines[-1] += item if fresh else gap + item
        fresh = False
    return "\n".join(line.rstrip() for line in lines)
