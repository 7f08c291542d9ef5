"""The words of the table in every language: one set of Fluent catalogues and rule texts for all who speak to people."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource

from rumpus.contract import Illegal, Malformed

LANGUAGES = ("en", "es")
CLAUSE = re.compile(r"^\[((?:FC|WS|WO|T)-\d\d)\] (.*)$")


def check_language(language: str) -> str:
    """The language, if there is one of that name."""
    if language not in LANGUAGES:
        raise Malformed(f"there is no language {language!r}; the languages are {', '.join(LANGUAGES)}")
    return language


def _file(language: str, name: str) -> str:
    folder = resources.files("rumpus.text").joinpath(check_language(language))
    return folder.joinpath(name).read_text("utf-8")


@cache
def catalogue(language: str) -> FluentBundle:
    """Every message of a language."""
    bundle = FluentBundle([language], use_isolating=False)
    for entry in sorted(resources.files("rumpus.text").joinpath(check_language(language)).iterdir(), key=str):
        if entry.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(entry.read_text("utf-8")))
    return bundle


def say(language: str, key: str, **facts: str | int | float) -> str:
    """The message with its blanks filled in."""
    bundle = catalogue(language)
    message = bundle.get_message(key)
    if message.value is None:
        raise KeyError(key)
    words, errors = bundle.format_pattern(message.value, facts)
    if errors:
        raise errors[0]
    return str(words)


def refusal(illegal: Illegal, language: str = "en") -> str:
    """Why an action was refused, worded for a player."""
    facts = dict(illegal.facts)
    card = facts.get("card")
    if isinstance(card, str) and illegal.clause.startswith("WO"):
        facts["card"] = say(language, f"character-{card}")
    return say(language, illegal.reason, **facts)


def rules(game: str, language: str = "en", *, clauses: bool = False) -> str:
    """Our own short wording of a game's rules and of the table's, with the clauses' numbers if wanted."""
    whole = _file(language, f"rules/{game}.md").rstrip() + "\n\n#" + _file(language, "rules/table.md").rstrip()
    lines = []
    for line in whole.splitlines():
        clause = CLAUSE.match(line)
        if clause is None:
            lines.append(line)
        else:
            lines.append(f"- {clause[1]}  {clause[2]}" if clauses else f"- {clause[2]}")
    return "\n".join(lines) + "\n"
