"""The bots, by game and name; your own bot is named `package.module:Class`."""

from rumpus.bots.advice import Advice, advise
from rumpus.bots.registry import BOTS, bot, kinds

__all__ = ["BOTS", "Advice", "advise", "bot", "kinds"]
