"""The bots of a leaderboard: built-in bots by name, and one from each file `GAME/NAME.py` of a folder."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec

from rumpus.bots import bot, kinds
from rumpus.bots.base import Bot, BotKind
from rumpus.contract import Malformed
from rumpus.games import GAMES

PANEL = ("greedy", "casual", "skilled", "expert")  # of the house: everybody's score is the mean against these
HOUSE = "house"  # what built-in bots have instead of the hash of a file


class Entry(msgspec.Struct, frozen=True):
    """One bot: its name on the page, and where it comes from."""

    name: str
    path: str | None = None  # of its file; None for a built-in bot
    mark: str = HOUSE  # the hash of the file: a changed bot is another bot


class Faulty(Exception):
    """A file that offers no bot, and why."""


def house_entries(game: str) -> list[Entry]:
    """The built-in bots on every leaderboard, for comparison: those that play, and one that does not think."""
    known = kinds(game)
    return [Entry(name) for name in ("random", *PANEL) if name in known]


def panel_of(game: str) -> tuple[str, ...]:
    """The built-in bots that everybody plays against: those of the panel that the game has, or any that it has."""
    known = kinds(game)
    return tuple(name for name in PANEL if name in known) or tuple(known)[:1]


def entries_in(folder: Path, game: str) -> list[Entry]:
    """The bots of a folder for a game, by name. Files that begin with an underscore are theirs to share."""
    found = []
    for path in sorted((folder / game).glob("*.py")):
        if path.name.startswith("_"):
            continue
        if path.stem in kinds(game):
            raise Malformed(f"{path} has the name of a built-in bot; rename it")
        found.append(Entry(path.stem, str(path), sha256(path.read_bytes()).hexdigest()[:16]))
    return found


def games_in(folder: Path) -> list[str]:
    """The games that a folder has bots for; raises `Malformed` where there are none."""
    if not folder.is_dir():
        raise Malformed(f"there is no folder {folder}")
    found = [name for name in GAMES if any((folder / name).glob("*.py"))]
    if not found:
        names = ", ".join(f"{name}/" for name in GAMES)
        raise Malformed(f"{folder} has no bots; each is a file NAME.py in the folder of its game: {names}")
    return found


def kind_of(game: str, entry: Entry) -> BotKind:
    """The bot of an entry; raises `Faulty` with a sentence where its file offers none."""
    if entry.path is None:
        return bot(game, entry.name)
    if entry not in _loaded:
        _loaded[entry] = _load(Path(entry.path))
    return _loaded[entry]


_loaded: dict[Entry, BotKind] = {}


def _load(path: Path) -> BotKind:
    spec = spec_from_file_location(f"rumpus_entry_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = module_from_spec(spec)
    folder = str(path.parent)
    sys.path.append(folder)  # for files that begin with an underscore
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Faulty(f"it cannot be loaded: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    bots = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]
    if len(bots) != 1:
        raise Faulty(f"it has {len(bots)} classes derived from rumpus.Bot, and should have one")
    return bots[0]
