"""Compiled versions of slow code in the games, if the extra `fast` is installed. The results are the same."""

from __future__ import annotations

from rumpus.games import GAMES


def compile_games() -> bool:
    """Use compiled code from now on in this process; False if numba is not installed."""
    return True in [rules.compile() for rules in GAMES.values()]
