"""Bots for Wackee Six."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import BotKind, Look, Move
from rumpus.bots.race import Dials, RaceBot, attentive, without_strategy
from rumpus.contract import Go, Options, Shout
from rumpus.games.wackee_six.actions import ROW, Deal, Play
from rumpus.games.wackee_six.cards import HIGHEST, KIND
from rumpus.games.wackee_six.memory import HandDeck
from rumpus.games.wackee_six.view import Public, SideView, View

GUARDED = 1  # opposing sides: what is kept from one of several another one gets (of three, 35 % of wins; 47 % without)
HOLDS_BACK = 1  # whole passes without a card from anybody; then the best play is made, whomever it helps

# Each a fair step above the one before: a race of some three hundred cards lets the quicker one win nearly always, so
# that steps in speed are small (docs/bots.md has the figures)
BEGINNER = Dials(reaction_s=0.59, scan_s=0.024, hand_s=0.49, overlooks=0.18, form=0.25, spread=0.4, gathers=False)
CASUAL = Dials(reaction_s=0.50, scan_s=0.020, hand_s=0.42, overlooks=0.13, form=0.23, spread=0.35, gathers=False)
SKILLED = Dials(reaction_s=0.43, scan_s=0.017, hand_s=0.36, overlooks=0.06, form=0.2, links=True, helps=True)
EXPERT = Dials(
    reaction_s=0.40,
    scan_s=0.016,
    hand_s=0.33,
    overlooks=0.03,
    form=0.2,
    guards=True,
    links=True,
    remembers=True,
    helps=True,
)
MASTER = Dials(
    reaction_s=0.34,
    scan_s=0.014,
    hand_s=0.28,
    overlooks=0.01,
    form=0.18,
    guards=True,
    links=True,
    remembers=True,
    helps=True,
)
GREEDY = without_strategy(EXPERT)
LADDER = {
    "greedy": GREEDY,
    "beginner": BEGINNER,
    "casual": CASUAL,
    "skilled": SKILLED,
    "expert": EXPERT,
    "master": MASTER,
}


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """Weights of a play for bots that look ahead, in points."""

    main: float = 3.0  # playing a main card: WS-19 gives a point, and two are not lost
    deck: float = 1.0  # playing a card of the hand deck
    wild: float = 2.5  # subtracted for a wild main card, which fits later too and may then be of more use
    deck_wild: float = 1.2  # subtracted for a wild of the hand deck: more than `deck`, so it is kept until it helps
    next_main: float = 2.0  # one of its own main cards can follow
    next_deck: float = 0.7  # the next card of its turned pile can follow
    theirs_main: float = 1.5  # subtracted if an opponent's main card can follow
    theirs_deck: float = 0.5  # subtracted if the top card of an opponent's turned pile can follow
    race_main: float = 0.5  # an opponent's main card could take the same place
    race_deck: float = 0.3  # the top card of an opponent's turned pile could take the same place
    further: float = 0.8  # factor for each further card that can follow


WEIGHTS = Weights()


class WackeeSixBot(RaceBot):
    """Plays what it can, main cards before the hand deck and wilds last; otherwise it turns over cards."""

    def __init__(
        self, seat: int, options: Options, rng: Random, dials: Dials = GREEDY, weights: Weights = WEIGHTS
    ) -> None:
        super().__init__(seat, options, rng, dials)
        self.weights = weights
        self.memory = HandDeck()
        self.mates: Sequence[int] = (seat,)
        self.looked: Any = None  # the piles and its own row at its last look

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        """Remember its own hand deck."""
        if isinstance(action, Deal):
            self.mates = next(side.seats for side in action.sides if self.seat in side.seats)
            self.memory = HandDeck()
            self.memory.turned = []
            self.looked = None
        elif by in self.mates:
            self.memory.saw(action)

    def looks_again(self, action: Any, planned: Any) -> bool:
        """Its place was taken, so that its card would come too late."""
        return isinstance(action, Play) and isinstance(planned, Play) and _place(action) == _place(planned)

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Call if it can; else make the best play that it notices and wants to make; else turn over cards."""
        if not legal:
            return None
        first, last = legal[0], legal[-1]
        if isinstance(first, Shout):
            return first, self.voice()
        if isinstance(first, Go):
            return first, self.after(ROW)
        view: View = look()
        assert view.private is not None
        mine = view.public.sides[view.private.side]
        self.mates = mine.seats
        self.memory.check(mine)
        things = self.things(view.public, mine)
        turn = None if isinstance(last, Play) else last
        plays = legal if turn is None else legal[:-1]
        looks = 1
        while not (seen := self.seen(plays)) and turn is None:  # it cannot turn, so it looks once more
            looks += 1
        best = self.best(view, mine, seen, turn is not None)
        return (turn if best is None else best), self.after(things, looks=looks)

    def things(self, public: Public, mine: SideView) -> int:
        """How many things it has to look at: the unfinished piles, its own row and the top card.

        A bot that remembers knows its next card in advance and has already looked for its place. If nothing else is
        new, the card itself is all there is to look at.
        """
        now = (public.piles, mine.up)
        known = self.dials.remembers and self.memory.deck is not None and now == self.looked
        self.looked = now
        if known:
            return 1
        piles = sum(pile.height < HIGHEST for pile in public.piles)
        return piles + sum(card is not None for card in mine.up) + bool(mine.turned)

    def best(self, view: View, mine: SideView, plays: list[Any], turns: bool) -> Any | None:
        """The play to make, or None to turn over cards."""
        dials = self.dials
        if not plays:
            return None
        if not (dials.links or dials.guards):
            return min(plays, key=lambda play: (play.card == "w", play.from_ == "deck"))
        guards = dials.guards and len(view.public.sides) - 1 <= GUARDED
        assert view.private is not None
        outlook = _Outlook(view.public, mine, self, helps=dials.helps or view.private.plays_main, guards=guards)
        worth = {play: outlook.worth(play) for play in plays}
        if turns and guards and mine.passes < HOLDS_BACK:
            # Waiting is better than a play that helps others more; but a numbered main card is always played. Where
            # nobody gives way, somebody has to open: else the round ends in a standoff (WS-22), which helps nobody
            plays = [play for play in plays if worth[play] >= 0 or (play.from_ != "deck" and play.card != "w")]
        return max(plays, key=worth.__getitem__, default=None)


def _place(play: Play) -> str:
    """The card that a play stands for."""
    return play.card if play.as_ is None else play.as_


class _Outlook:
    """What one look at the table tells a bot that looks ahead: which cards every side could play next."""

    def __init__(self, public: Public, mine: SideView, bot: WackeeSixBot, *, helps: bool, guards: bool) -> None:
        self.weights = bot.weights
        self.links = bot.dials.links
        self.guards = guards
        self.wanted = [KIND[f"{pile.colour}{pile.height}"] + 1 for pile in public.piles if pile.height < HIGHEST]
        self.row = {KIND[card] for card in mine.up if card} if helps else set()
        self.top = [KIND[card] for card in mine.top]
        others = [side for side in public.sides if side is not mine]
        self.rows = [{KIND[card] for card in side.up if card} for side in others]
        self.tops = [KIND[side.top[-1]] if side.top else -1 for side in others]

    def worth(self, play: Play) -> float:
        """The value of a play: the card's points, what it makes possible for whom, and what it takes from others."""
        weights, main = self.weights, play.from_ != "deck"
        total = weights.main if main else weights.deck
        place = KIND[_place(play)]
        if play.card == "w":
            total -= weights.wild if main else weights.deck_wild
        following = place + 1
        if following % HIGHEST and following not in self.wanted:
            if self.links:
                under = self.top[-1:] if main else self.top[-2:-1]
                total += self.chain(following, self.row, under, weights.next_main, weights.next_deck)
            if self.guards:
                for row, top in zip(self.rows, self.tops, strict=True):
                    total -= self.chain(following, row, [top], weights.theirs_main, weights.theirs_deck)
        if self.guards and self.wanted.count(place) == 1:
            total += sum(
                weights.race_main if place in row else weights.race_deck * (place == top)
                for row, top in zip(self.rows, self.tops, strict=True)
            )
        return total

    def chain(self, kind: int, row: set[int], top: list[int], main: float, deck: float) -> float:
        """The value of the cards that a side could play one after the other, starting with this one."""
        total, share = 0.0, 1.0
        while kind in row or kind in top:
            total += share * (main if kind in row else deck)
            share *= self.weights.further
            kind += 1
            if kind % HIGHEST == 0:
                break
        return total


ADVISER: BotKind = partial(WackeeSixBot, dials=attentive(SKILLED))  # for hints
Greedy = WackeeSixBot  # with its default dials
LEVELS: dict[str, BotKind] = {name: partial(WackeeSixBot, dials=dials) for name, dials in LADDER.items()}
