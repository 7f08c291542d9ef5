"""Texts in every language: one set of Fluent catalogues and rule texts, shared by server, terminal and browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from fluent.runtime import FluentBundle, FluentResource

from rumpus.contract import CARD_FACTS, Game, Illegal, Malformed, Reason
from rumpus.games import GAMES, by_prefix

LANGUAGES = ("en", "es")
OURS = "rumpus.text"  # the package with the texts of our own games
CLAUSE = re.compile(r"^\[([A-Z]+-\d\d)\] (.*)$")


def check_language(language: str) -> str:
    """The language itself; raises `Malformed` if there are no texts in it."""
    if language not in LANGUAGES:
        raise Malformed(f"there is no language {language!r}; the languages are {', '.join(LANGUAGES)}")
    return language


def _folder(package: str, language: str) -> Traversable:
    """The folder of a package's texts in a language; the English one if the package lacks that language."""
    folder = resources.files(package).joinpath(check_language(language))
    return folder if folder.is_dir() else resources.files(package).joinpath("en")


def _file(language: str, name: str, package: str = OURS) -> str:
    return _folder(package, language).joinpath(name).read_text("utf-8")


@cache
def messages(package: str, language: str) -> str:
    """All Fluent messages of a package in a language, as source."""
    files = sorted(_folder(package, language).iterdir(), key=str)
    return "\n".join(entry.read_text("utf-8") for entry in files if entry.name.endswith(".ftl"))


@cache
def catalogue(language: str) -> FluentBundle:
    """Every message in a language: our own, and those of installed games."""
    bundle = FluentBundle([language], use_isolating=False)
    for package in dict.fromkeys([OURS, *(rules.text_package for rules in GAMES.values())]):
        bundle.add_resource(FluentResource(messages(package, language)))
    return bundle


def say(language: str, key: str, **facts: str | int | float) -> str:
    """The message of a key, with `facts` filled in."""
    bundle = catalogue(language)
    message = bundle.get_message(key)
    if message.value is None:
        raise KeyError(key)
    words, errors = bundle.format_pattern(message.value, facts)
    if errors:
        raise errors[0]
    return str(words)


def refusal(illegal: Illegal, language: str = "en", name: Callable[[str], str] | None = None) -> str:
    """Why an action was refused, in a player's words. `name` names the cards, if not as people call them."""
    return say(language, illegal.reason, **worded(illegal, language, name))


def worded(illegal: Illegal, language: str, name: Callable[[str], str] | None = None) -> dict[str, str | int]:
    """The facts of a refusal, with cards as people call them, or as `name` names them."""
    facts = dict(illegal.facts)
    rules = by_prefix(illegal.clause)
    for fact in facts.keys() & {"card", "cards"}:
        cards = str(facts[fact]).split()
        if name is not None:
            facts[fact] = " ".join(map(name, cards))
        elif rules is not None:
            facts[fact] = ", ".join(card(rules, each, language) for each in cards)
    return facts


def why(reason: Reason, language: str, name: Callable[[str], str]) -> str:
    """Why a hint suggests a move, in a player's words. `name` names the cards."""
    facts = dict(reason.facts)
    for fact in facts.keys() & CARD_FACTS:
        facts[fact] = ", ".join(map(name, str(facts[fact]).split()))
    return say(language, reason.reason, **facts)


def remark(
    key: str, facts: Mapping[str, str | int | float], language: str, name: Callable[[str], str], seats: Sequence[str]
) -> str:
    """What the coach says, in a player's words. `name` names the cards, and `seats` are the names of the players."""
    words: dict[str, str | int | float] = dict(facts)
    for fact in words.keys() & CARD_FACTS:
        words[fact] = ", ".join(map(name, str(words[fact]).split()))
    if "seat" in words:
        words["name"] = seats[int(words["seat"])]
    return say(language, key, **words)


def card(rules: Game, name: str, language: str = "en") -> str:
    """A card as people call it."""
    key, facts = rules.card_words(name)
    return say(language, key, **facts)


def cards(game: str, language: str = "en") -> dict[str, str]:
    """Every card of a game, as people call it."""
    rules = GAMES[game](GAMES[game].options_type())
    return {name: card(rules, name, language) for name in rules.pack.names}


def rules(game: str, language: str = "en", *, clauses: bool = False) -> str:
    """The rules of a game and of the table in short, in Markdown, with clause numbers if wanted."""
    own = _file(language, f"rules/{game}.md", GAMES[game].text_package)
    whole = own.rstrip() + "\n\n#" + _file(language, "rules/table.md").rstrip()
    lines = []
    for line in whole.splitlines():
        clause = CLAUSE.match(line)
        if clause is None:
            lines.append(line)
        else:
            lines.append(f"- {clause[1]}  {clause[2]}" if clauses else f"- {clause[2]}")
    return "\n".join(lines) + "\n"
