"""A bot for Crazy Eights: gets rid of its dearest card, and keeps its eights for last."""

from __future__ import annotations

from collections import Counter
from typing import Any

from crazy_eights.game import EIGHT, PACK, POINTS, Play
from rumpus.bots.base import Bot, Look, Move


class Greedy(Bot):
    """Plays the card worth most points; names the suit it has most of; draws only when it must."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The best play, else whatever is left to do."""
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays:
            return (legal[0], self.reaction(1.0)) if legal else None
        suits = Counter(card[1] for card in look().private.hand)
        best = max(
            plays,
            key=lambda play: (play.card[0] != EIGHT, POINTS[PACK.kind(play.card)], suits[play.suit or play.card[1]]),
        )
        return best, self.reaction(1.2)
