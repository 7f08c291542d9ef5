"""Bots of Wig Out!."""

from __future__ import annotations

from typing import Any

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.game import Shout
from rumpus.games.wig_out.actions import Start


class Greedy(Bot):
    """Gets rid of as many cards as it can at once; draws only when it must."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The largest start, else the first card that can be laid, else a draw."""
        if not legal:
            return None
        if isinstance(legal[0], Shout):
            return legal[0], self.reaction(0.45)
        starts = [action for action in legal if isinstance(action, Start)]
        best = max(starts, key=lambda start: len(start.cards)) if starts else legal[0]
        return best, self.reaction(0.8)


LEVELS: dict[str, BotKind] = {"greedy": Greedy}
