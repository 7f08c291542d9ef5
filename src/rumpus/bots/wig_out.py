"""Bots for Wig Out!"""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

from rumpus.bots.base import BotKind, Look, Move
from rumpus.bots.race import Dials, RaceBot, attentive, without_strategy
from rumpus.contract import Go, Options, Shout
from rumpus.games.wig_out.actions import Draw, Lay, Start
from rumpus.games.wig_out.cards import COPIES
from rumpus.games.wig_out.view import View

STUCK = 0.2  # a bot that waits postpones a draw if the card would stay in its hand more often than this; tuned by play

BEGINNER = Dials(reaction_s=1.5, spread=0.45, scan_s=0.13, hand_s=1.2, overlooks=0.4, gathers=False)
CASUAL = Dials(reaction_s=0.75, spread=0.35, scan_s=0.045, hand_s=0.65, overlooks=0.2, gathers=False)
SKILLED = Dials(reaction_s=0.48, scan_s=0.026, hand_s=0.42, overlooks=0.08, waits_s=1.0)
EXPERT = Dials(reaction_s=0.33, scan_s=0.014, hand_s=0.27, guards=True, waits_s=3.0)
MASTER = Dials(reaction_s=0.27, scan_s=0.01, hand_s=0.21, guards=True, waits_s=4.0)
GREEDY = without_strategy(EXPERT)
LADDER = {
    "greedy": GREEDY,
    "beginner": BEGINNER,
    "casual": CASUAL,
    "skilled": SKILLED,
    "expert": EXPERT,
    "master": MASTER,
}


class WigOutBot(RaceBot):
    """Gets rid of as many cards as it can at once, and draws when it must."""

    def __init__(self, seat: int, options: Options, rng: Random, dials: Dials = GREEDY) -> None:
        super().__init__(seat, options, rng, dials)
        self.hand: tuple[str, ...] = ()  # at its last look

    def looks_again(self, action: Any, planned: Any) -> bool:
        """A pile was begun to which it can lay a card, so that it may not draw any more (WO-12)."""
        return isinstance(planned, Draw) and isinstance(action, Start) and action.cards[0] in self.hand

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Call if it can; else make the best play that it notices; else draw, at once or a little later."""
        if not legal:
            return None
        first = legal[0]
        if isinstance(first, Shout):
            return first, self.voice()
        view: View = look()
        assert view.private is not None
        hand = self.hand = view.private.hand
        if isinstance(first, Go):
            return first, self.after(len(hand))
        things = len(view.public.piles) + len(hand)
        plays = [action for action in legal if not isinstance(action, Draw)]
        if not plays:
            return first, self.after(things) + self.hesitation(view)
        looks = 1
        while not (seen := self.seen(plays)):  # it may not draw, so there must be a play; it looks once more
            looks += 1
        return self.best(view, seen), self.after(things, looks=looks)

    def best(self, view: View, plays: list[Any]) -> Any:
        """The play that gets rid of the most cards; a bot that guards opens new piles, which help others, last."""
        if self.dials.guards:
            assert view.private is not None
            held = Counter(view.private.hand)
            return max(plays, key=lambda play: self._worth(play, view.public.piles, held))
        if not self.dials.gathers:
            return self.rng.choice(plays)
        starts = [play for play in plays if isinstance(play, Start)]
        return max(starts, key=lambda start: len(start.cards)) if starts else plays[0]

    @staticmethod
    def _worth(play: Start | Lay, piles: dict[str, int], held: Counter[str]) -> tuple[bool, bool, int, int]:
        card, count = (play.cards[0], len(play.cards)) if isinstance(play, Start) else (play.card, 1)
        # First all cards of a kind in one movement, then what opens no new pile (WO-14). Of new piles, the one of
        # which it holds the most cards, so that others hold the fewest.
        return count == held[card], card in piles, count, held[card]

    def hesitation(self, view: View) -> float:
        """Seconds to postpone a draw, so that others open piles first.

        A drawn card fits a pile and is gone again, or makes a pair that can be laid down, or stays in the hand. While
        there are few piles it stays too often. With one card left only speed counts.
        """
        public, private = view.public, view.private
        assert private is not None
        if 0 in public.hands:
            return self.dials.waits_s  # somebody is about to call, so a card drawn now would cost a point
        unseen = public.deck + sum(public.hands) - len(private.hand)
        fits = sum(COPIES - count for count in public.piles.values())
        pairs = (COPIES - 1) * len(private.hand)  # it cannot play, so it holds single cards, none of which fits a pile
        return self.dials.waits_s if len(private.hand) > 1 and unseen - fits - pairs > STUCK * unseen else 0.0


ADVISER: BotKind = partial(WigOutBot, dials=attentive(SKILLED))  # for hints
Greedy = WigOutBot  # with its default dials
LEVELS: dict[str, BotKind] = {name: partial(WigOutBot, dials=dials) for name, dials in LADDER.items()}
