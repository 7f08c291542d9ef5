"""`random`: any legal action, in every game."""

from __future__ import annotations

from typing import Any

from rumpus.bots.base import Bot, Look, Move


class RandomBot(Bot):
    """Does anything that is legal, each action as likely as any other."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Any legal action, after a moment."""
        return (self.rng.choice(legal), self.reaction(0.9)) if legal else None
