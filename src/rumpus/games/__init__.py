"""The games, and the one registry of them."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.game import Game, Malformed
from rumpus.games.five_crowns.rules import FiveCrowns
from rumpus.games.wackee_six.rules import WackeeSix
from rumpus.games.wig_out.rules import WigOut

GAMES: dict[str, Any] = {rules.name: rules for rules in (FiveCrowns, WackeeSix, WigOut)}


def game(name: str, options: dict[str, Any] | None = None, *, strict: bool = True) -> Game:
    """The rules of a game under these options; what is not given keeps its default.

    Unknown options are refused, unless not `strict`: a record of a later minor version may have more of them.
    """
    if name not in GAMES:
        raise Malformed(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    kind = GAMES[name].options_type
    known = kind.__struct_fields__
    for option in options or {}:
        if strict and option not in known:
            raise Malformed(f"{GAMES[name].title} has no option {option!r}; its options are {', '.join(known)}")
    try:
        chosen = msgspec.convert(options or {}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"a bad option of {GAMES[name].title}: {error}") from None
    rules: Game = GAMES[name](chosen)
    return rules
