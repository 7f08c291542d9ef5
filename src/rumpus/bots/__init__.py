"""The bots: by game and by name, or a bot of one's own by where it is."""

from rumpus.bots.registry import BOTS, LEVELS, bot, kinds

__all__ = ["BOTS", "LEVELS", "bot", "kinds"]
