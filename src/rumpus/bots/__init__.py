"""The bots, and the one registry of them: by game, by name; or a bot of one's own, by where it is."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from rumpus.bots import five_crowns, wackee_six, wig_out
from rumpus.bots.base import BotKind
from rumpus.bots.random_bot import RandomBot
from rumpus.contract import Malformed

BOTS: dict[str, dict[str, BotKind]] = {  # ours
    "five_crowns": {"random": RandomBot, **five_crowns.LEVELS},
    "wackee_six": {"random": RandomBot, **wackee_six.LEVELS},
    "wig_out": {"random": RandomBot, **wig_out.LEVELS},
}
LEVELS = ("beginner", "casual", "skilled", "expert")  # what a table offers
FALLBACKS = ("greedy",)  # plays for a level that an installed game has no bot for, before `random` does
ENTRY_POINTS = "rumpus.bots"  # a package may offer bots in the group rumpus.bots.GAME


def bot(game: str, name: str) -> BotKind:
    """The kind of bot that goes by this name in this game: ours, an installed package's, or `package.module:Class`."""
    known = BOTS.get(game, {"random": RandomBot})
    if name in known:
        return known[name]
    if ":" in name:
        return _own(name)
    offered = {entry.name: entry for entry in entry_points(group=f"{ENTRY_POINTS}.{game}")}
    best = next((fallback for fallback in FALLBACKS if fallback in offered), "random")
    if name in offered or (name in LEVELS and game not in BOTS):
        found = offered.get(name) or offered.get(best)
        kind: BotKind = RandomBot if found is None else found.load()
        return kind
    names = ", ".join([*known, *offered])
    raise Malformed(
        f"there is no bot {name!r} for this game; its bots are {names}, or your own as package.module:Class"
    )


def _own(name: str) -> BotKind:
    module, _, attribute = name.partition(":")
    try:
        kind: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise Malformed(f"the bot {name!r} cannot be loaded: {error}") from None
    if not callable(kind):
        raise Malformed(f"{name!r} is no bot: a class derived from rumpus.bots.base.Bot was expected")
    made: BotKind = kind
    return made
