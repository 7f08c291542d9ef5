"""The compiled copies of slow code, where the extra `fast` is installed; the results are the same without them."""

from __future__ import annotations

from importlib import import_module

MODULES = ("rumpus.games.five_crowns.melds",)  # each has a function compile_kernel() -> bool


def compile_solver() -> bool:
    """Use the compiled copies from now on, in this process; False if they cannot be had."""
    compiled = [import_module(name).compile_kernel() for name in MODULES]
    return all(compiled)
