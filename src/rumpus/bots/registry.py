"""The registry of bots: built-in ones, and those of installed packages (entry point group `rumpus.bots.GAME`)."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Any

from rumpus.bots import five_crowns, five_crowns_master, wackee_six, wig_out
from rumpus.bots.base import LEVELS, BotKind, Level
from rumpus.bots.random_bot import RandomBot
from rumpus.contract import Malformed

BOTS: dict[str, dict[str, BotKind]] = {
    "five_crowns": {"random": RandomBot, **five_crowns.LEVELS, "master": five_crowns_master.Master},
    "wackee_six": {"random": RandomBot, **wackee_six.LEVELS},
    "wig_out": {"random": RandomBot, **wig_out.LEVELS},
}
"""Our own bots, by game and name."""
ADVISERS: dict[str, BotKind] = {  # who gives hints; in other games a bot of the level `ADVISER`
    "five_crowns": five_crowns.ADVISER,
    "wackee_six": wackee_six.ADVISER,
    "wig_out": wig_out.ADVISER,
}
ADVISER: Level = "skilled"
COMPILED = (five_crowns_master.compile_search,)  # what compiles the bots that are faster, or stronger, compiled
ANY_GAME: dict[str, BotKind] = {"random": RandomBot}  # available in every game
ENTRY_POINTS = "rumpus.bots"  # prefix of the entry point group


def bot(game: str, name: str) -> BotKind:
    """The bot of this name for a game: our own, an installed package's, or `package.module:Class`; raises `Malformed`.

    A game without a bot for a level uses its `greedy` there, or `random` if it has none.
    """
    if not isinstance(name, str):
        raise Malformed(f'a bot is given by its name, as in "greedy" or "package.module:Class", not {name!r}')
    known = BOTS.get(game, ANY_GAME)
    if name in known:
        return known[name]
    if ":" in name:
        return _imported(name)
    offered = _offered(game)
    if name in LEVELS and game not in BOTS and name not in offered:
        name = "greedy" if "greedy" in offered else "random"
    if name in offered:
        kind: BotKind = offered[name].load()
        return kind
    if name in known:
        return known[name]
    names = ", ".join([*known, *offered])
    raise Malformed(f"this game has no bot {name!r}; its bots are {names}, or your own as package.module:Class")


def adviser(game: str) -> BotKind:
    """The bot that gives hints: a good player, who overlooks nothing."""
    return ADVISERS.get(game) or bot(game, ADVISER)


def compile_bots() -> bool:
    """Compile, or load, the compiled parts of our bots in this process; False if the extra `fast` is not installed."""
    return True in [compile_part() for compile_part in COMPILED]


def kinds(game: str) -> dict[str, BotKind]:
    """Every bot that is installed for a game, by name."""
    return {**BOTS.get(game, ANY_GAME), **{name: entry.load() for name, entry in _offered(game).items()}}


def _offered(game: str) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=f"{ENTRY_POINTS}.{game}")}


def _imported(name: str) -> BotKind:
    module, _, attribute = name.partition(":")
    try:
        kind: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise Malformed(f"the bot {name!r} cannot be loaded: {error}") from None
    if not _makes_bots(kind):
        raise Malformed(f"{name!r} is not a bot; expected a class derived from rumpus.bots.base.Bot")
    checked: BotKind = kind
    return checked


def _makes_bots(kind: Any) -> bool:
    """Whether this takes a seat, options and random numbers, and, if it is a class, has moves."""
    try:
        signature(kind).bind(0, None, None)
    except (TypeError, ValueError):
        return False
    return not isinstance(kind, type) or callable(getattr(kind, "move", None))
