"""The registry of games: built-in ones, and those of installed packages (entry point group `rumpus.games`)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

import msgspec

from rumpus.contract import Game, Malformed
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.options import wrong
from rumpus.games.wackee_six.game import WackeeSix
from rumpus.games.wig_out.game import WigOut

OURS: tuple[type[Game], ...] = (FiveCrowns, WackeeSix, WigOut)
ENTRY_POINTS = "rumpus.games"  # an entry names a class derived from rumpus.contract.Game


class BrokenGame(ImportError):
    """A game of an installed package that cannot be used; the sentence says which one and why."""


def _installed() -> list[type[Game]]:
    """The games of other packages, in the order of their names."""
    found: list[type[Game]] = []
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            rules: type[Game] = entry.load()
        except Exception as error:
            raise BrokenGame(f"the installed game {entry.value!r} cannot be loaded: {error}; uninstall it") from error
        taken = {other.name for other in (*OURS, *found)} | {other.prefix for other in (*OURS, *found)}
        if rules.name in taken or rules.prefix in taken:
            raise BrokenGame(f"the installed game {entry.value!r} has a name or a clause prefix that another game has")
        found.append(rules)
    return found


GAMES: dict[str, type[Game]] = {rules.name: rules for rules in (*OURS, *_installed())}
"""The rules of every game by name: ours, and those of installed packages."""


def game(name: str, options: Mapping[str, Any] | None = None, *, strict: bool = True) -> Game:
    """The rules of a game under these options; what is not given keeps its default.

    Unknown options are refused, unless not `strict`: a record of a later minor version may have more of them.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise Malformed(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    kind = GAMES[name].options_type
    known = kind.__struct_fields__
    if not isinstance(options or {}, Mapping):
        raise Malformed(f'options are a dict, as in {{"{known[0]}": …}}, not {options!r}')
    for option in options or {}:
        if strict and option not in known:
            raise Malformed(f"{GAMES[name].title} has no option {option!r}; its options are {', '.join(known)}")
    try:
        chosen = msgspec.convert(options or {}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"a bad option of {GAMES[name].title}: {wrong(kind, options or {}) or error}") from None
    return GAMES[name](chosen)


def by_prefix(clause: str) -> Game | None:
    """The game that a clause belongs to, under its default options; None for a clause of the table."""
    prefix = clause.partition("-")[0]
    rules = next((rules for rules in GAMES.values() if rules.prefix == prefix), None)
    return None if rules is None else rules(rules.options_type())
