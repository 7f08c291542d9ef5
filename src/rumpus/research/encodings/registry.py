"""The registry of encodings: built-in ones, and those of installed packages (entry point group `rumpus.encodings`)."""

from __future__ import annotations

from importlib.metadata import entry_points

from rumpus.contract import Game, Malformed
from rumpus.games import GAMES, game
from rumpus.research.encodings.base import Encoding
from rumpus.research.encodings.five_crowns import FiveCrownsEncoding
from rumpus.research.encodings.wackee_six import WackeeSixEncoding
from rumpus.research.encodings.wig_out import WigOutEncoding

ENTRY_POINTS = "rumpus.encodings"  # an entry has the name of its game, and names a class derived from `Encoding`
OURS: dict[str, type[Encoding]] = {
    "five_crowns": FiveCrownsEncoding,
    "wackee_six": WackeeSixEncoding,
    "wig_out": WigOutEncoding,
}


def kind_of(name: str) -> type[Encoding]:
    """The encoding of a game; raises `Malformed` where it has none."""
    if name in OURS:
        return OURS[name]
    for entry in entry_points(group=ENTRY_POINTS, name=name):
        found: type[Encoding] = entry.load()
        return found
    if name in GAMES:
        raise Malformed(f"{GAMES[name].title} has no encoding; its package can offer one (entry point {ENTRY_POINTS})")
    raise Malformed(f"there is no game {name!r}; the games are {', '.join(GAMES)}")


def encoding(name: str, players: int, options: dict[str, object] | None = None, *, memory: bool = False) -> Encoding:
    """How seats at such a table see a match as numbers; with `memory` also what everybody saw before."""
    kind = kind_of(name)
    rules: Game = game(name, options)
    return kind(rules, players, memory=memory)
