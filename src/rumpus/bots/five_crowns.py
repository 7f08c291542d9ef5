"""Bots of Five Crowns."""

from __future__ import annotations

from typing import Any

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import DISCARDS, TAKES, Discard, Take
from rumpus.games.five_crowns.cards import KIND, RANKS, TEXT


class Greedy(Bot):
    """The exact solver on the spot: keeps the fewest points in hand and goes out as soon as it can."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Take the face-up card if it helps at once; discard what leaves the fewest points."""
        if not legal:
            return None
        view = look()
        wild = RANKS.index(view.public.wild)
        hand = [KIND[card] for card in view.private.hand]
        if isinstance(legal[0], Take):
            up = KIND[view.public.discard]
            helps = melds.best_discard([*hand, up], wild)[0] < melds.fewest(hand, wild)
            return TAKES[helps], self.reaction(1.2)
        outs = [action for action in legal if isinstance(action, Discard) and action.out]
        discard = melds.best_discard(hand, wild)[1]
        if outs:
            chosen = next((action for action in outs if action.card == TEXT[discard]), outs[0])
            return chosen, self.reaction(1.6)
        return DISCARDS[discard], self.reaction(1.6)


LEVELS: dict[str, BotKind] = {"greedy": Greedy}
