"""Sentences in the language of the screen, names, typed words, and rows that fit 80 columns."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from rumpus import text
from rumpus.printable import one_line

WIDTH = 79
LABEL = 12  # columns of the label of a row, with its margin
LONGEST_NAME = 16
LONGEST_ECHO = 20
MARKS = " .!\N{INVERTED EXCLAMATION MARK}"  # punctuation that is ignored around a typed word
DOT = " \N{MIDDLE DOT} "
BOT_NAMES = ("Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Kit", "Lu", "Mo", "Ned", "Oz", "Pia", "Roy", "Sue")
BOLD = re.compile(r"\*\*(?=\w)(.+?)\*\*")
NO_NAME = ("", "You")  # names that stand for no name


Facts = dict[str, str | int]  # values of the variables in a sentence


class Sentences:
    """The messages of one language, with the names of the seats. `me` is the person's seat, if there is one."""

    def __init__(self, language: str, names: Sequence[str], me: int | None = None) -> None:
        self.language = language
        self.names = tuple(map(one_line, names))
        self.me = me

    def say(self, key: str, **facts: str | int) -> str:
        """A message of the catalogue. The facts may be untrusted; none of them can start a new line."""
        shown = {name: one_line(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
        return text.say(self.language, key, **shown)

    def act(self, key: str, by: int | None, **facts: str | int) -> str:
        """A message about what a seat does, or the table (None)."""
        who = self.say("term-table") if by is None else self.names[by]
        return self.say(key, who=who, me="yes" if by is not None and by == self.me else "no", **facts)

    def side(self, seats: Iterable[int]) -> str:
        """The names of a side, joined."""
        return " + ".join(self.names[seat] for seat in seats)

    def listed(self, names: Sequence[str]) -> str:
        """A, B and C."""
        *most, last = names
        return f"{', '.join(most)} {self.say('term-and')} {last}" if most else last


def names_for(person: str | None, bots: int, language: str) -> list[str]:
    """The names of the seats: the person first, if there is one. No bot has the person's name."""
    seats = []
    if person is not None:
        name = "".join(char if char.isprintable() else " " for char in person)
        name = " ".join(name.split())[:LONGEST_NAME].strip()
        seats.append(text.say(language, "term-you") if name in NO_NAME else name)
    free = [name for name in BOT_NAMES if name.casefold() not in map(str.casefold, seats)]
    return seats + free[:bots]


def plain(line: str) -> str:
    """A line in lower case, without accents or unprintable characters, with single spaces."""
    apart = unicodedata.normalize("NFKD", line.casefold())
    kept = (char if char.isprintable() else " " for char in apart if not unicodedata.combining(char))
    return " ".join("".join(kept).split())


@cache
def typed_for(command: str) -> frozenset[str]:
    """The words for a command in every language, normalized by `plain`."""
    lists = (text.say(language, f"type-{command}") for language in text.LANGUAGES)
    return frozenset(plain(word) for words in lists for word in words.split(","))


def command_of(typed: str, commands: Iterable[str]) -> str | None:
    """The command that was typed, if any. Punctuation around it is ignored."""
    word = typed.strip(MARKS) or typed
    return next((command for command in commands if word in typed_for(command)), None)


def echo(typed: str) -> str:
    """What was typed, shortened so that it fits into a sentence."""
    return typed if len(typed) <= LONGEST_ECHO else typed[: LONGEST_ECHO - 1] + "\N{HORIZONTAL ELLIPSIS}"


def wrap(sentence: str) -> str:
    """Wrap to the width of the screen. Line breaks stay, and list items are indented."""
    return "\n".join(
        textwrap.fill(line, WIDTH, subsequent_indent="  " if line.startswith("- ") else "", break_on_hyphens=False)
        for line in sentence.splitlines()
    )


def unmarked(page: str) -> str:
    """Text without the Markdown for bold and code."""
    return BOLD.sub(r"\1", page).replace("`", "")


def row(label: str, items: Iterable[str], gap: str = DOT) -> str:
    """A row of items with a label, continued on the next line where needed. Items are never split."""
    lines = [f"  {one_line(label)}".ljust(LABEL) + " "]
    fresh = True
    for item in map(one_line, items):
        if not fresh and len(lines[-1]) + len(gap) + len(item) > WIDTH:
            lines.append(" " * (LABEL + 1))
            fresh = True
        lines[-1] += item if fresh else gap + item
        fresh = False
    return "\n".join(line.rstrip() for line in lines)
