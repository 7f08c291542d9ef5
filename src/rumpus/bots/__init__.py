"""The bots, by game and name; a bot of your own is given as `package.module:Class`."""

from rumpus.bots.advice import Advice, advise
from rumpus.bots.registry import BOTS, bot, kinds

__all__ = ["BOTS", "Advice", "advise", "bot", "kinds"]
