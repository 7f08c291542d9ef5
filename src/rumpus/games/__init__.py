"""The games: built-in ones, those of installed packages, and their registry."""

from rumpus.games.registry import GAMES, by_prefix, game

__all__ = ["GAMES", "by_prefix", "game"]
