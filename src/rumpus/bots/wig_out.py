"""Bots of Wig Out!."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from rumpus.bots.base import BotKind, Look, Move
from rumpus.bots.race import LADDER, RaceBot
from rumpus.contract import Go, Shout
from rumpus.games.wig_out.actions import Draw, Lay, Start
from rumpus.games.wig_out.cards import COPIES
from rumpus.games.wig_out.view import View

STUCK = 0.2  # who waits puts off a draw that stays in the hand more often than this; found by playing


class WigOutBot(RaceBot):
    """Gets rid of as many cards as it can at once, and draws when it must; how well, its dials say."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Call, else the best play that it notices, else a draw, at once or a little later."""
        if not legal:
            return None
        first = legal[0]
        if isinstance(first, Shout):
            return first, self.voice()
        view: View = look()
        assert view.private is not None
        hand = view.private.hand
        if isinstance(first, Go):
            return first, self.after(len(hand))
        things = len(view.public.piles) + len(hand)
        plays = [action for action in legal if not isinstance(action, Draw)]
        if not plays:
            return first, self.after(things) + self.hesitation(view)
        looks = 1
        while not (seen := self.seen(plays)):  # it may not draw, so there must be a play: it looks once more
            looks += 1
        return self.best(view, seen), self.after(things, looks=looks)

    def best(self, view: View, plays: list[Any]) -> Any:
        """The most cards of one kind; who guards keeps new piles for last, which others might wait for."""
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
        # all of a kind in one movement; then what opens nothing (WO-14); of new piles first the one most cards of
        # which are its own, so that the fewest are in other hands
        return count == held[card], card in piles, count, held[card]

    def hesitation(self, view: View) -> float:
        """How long to put off a draw so that others open piles first.

        A card from the deck fits a pile and goes again, or makes a pair and takes a card along, or stays. While there
        are few piles it stays too often. With one card left only speed counts.
        """
        public, private = view.public, view.private
        assert private is not None
        if 0 in public.hands:
            return self.dials.waits_s  # somebody is about to call: a card drawn now is a point
        unseen = public.deck + sum(public.hands) - len(private.hand)
        fits = sum(COPIES - count for count in public.piles.values())
        pairs = (COPIES - 1) * len(private.hand)  # it cannot play: it holds one of a kind, and none of them on a pile
        return self.dials.waits_s if len(private.hand) > 1 and unseen - fits - pairs > STUCK * unseen else 0.0


Greedy = WigOutBot  # its dials are those of `greedy` unless others are given
LEVELS: dict[str, BotKind] = {name: partial(WigOutBot, dials=dials) for name, dials in LADDER.items()}
