"""The games: ours, those of installed packages, and the one registry of them."""

from rumpus.games.registry import GAMES, by_prefix, game

__all__ = ["GAMES", "by_prefix", "game"]
