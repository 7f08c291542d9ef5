"""A mini variant of Five Crowns that can be solved: its cards, its round, CFR+ and exact exploitability."""

from rumpus.research.mini_five_crowns.cards import MINI, Variant
from rumpus.research.mini_five_crowns.policies import greedy, uniform
from rumpus.research.mini_five_crowns.solver import Solver, exploitability

__all__ = ["MINI", "Solver", "Variant", "exploitability", "greedy", "uniform"]
