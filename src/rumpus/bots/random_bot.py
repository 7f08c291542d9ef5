"""The bot `random`, for every game."""

from __future__ import annotations

from typing import Any

from rumpus.bots.base import Bot, Look, Move


class RandomBot(Bot):
    """Picks any legal action, all equally likely."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        return (self.rng.choice(legal), self.reaction(0.9)) if legal else None
