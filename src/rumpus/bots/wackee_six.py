"""Bots of Wackee Six."""

from __future__ import annotations

from typing import Any

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.game import Shout
from rumpus.games.wackee_six.actions import Play


class Greedy(Bot):
    """Plays what it can, main cards before the hand deck and wilds last of all; else it turns."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The first sensible play."""
        if not legal:
            return None
        if isinstance(legal[0], Shout):
            return legal[0], self.reaction(0.45)
        plays = [action for action in legal if isinstance(action, Play)]
        if plays:
            best = min(plays, key=lambda play: (play.card == "w", play.from_ == "deck"))
            return best, self.reaction(0.8)
        return legal[-1], self.reaction(0.5)


LEVELS: dict[str, BotKind] = {"greedy": Greedy}
