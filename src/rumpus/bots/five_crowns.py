"""Bots of Five Crowns: `greedy`, the exact solver on the spot, and four levels that weigh what may still come."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.bots.five_crowns_odds import BooksOnly, Odds, meet, unseen
from rumpus.contract import Options
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, Deal, Discard, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, TEXT
from rumpus.games.five_crowns.view import Public, View

LEAST_PAUSE_S = 0.4  # nobody sees a card and moves one sooner
CLOSE_CALL = 2.0  # points; a choice between discards nearer than this takes longer
FAR_BEHIND = 8.0  # points; a discard that is so much worse at first look is not weighed
ONE_SET_SEATS = 7  # FC-02

Ranked = tuple[float, int]  # what a discard would leave, in points, and the discard

# What a hand is worth to a player who looks ahead, in points: rounded from least squares over matches of experts
# (`bench/tune_five_crowns.py`). Two players, 120 matches: -0.35 ± 0.09, 0.96 ± 0.14, -0.05 ± 0.06, 10.1 ± 2.1; four, 25
# matches: -0.46 ± 0.16, 1.10 ± 0.23, 0.10 ± 0.10, 4.9 ± 3.5. LATER is not told apart from nothing; it breaks ties.
# Five settings near these won 71 to 72 % against `greedy`, ± 5 over 100 duplicate deals: no difference was seen.
NOW = -0.3  # for a point unmelded now: what the next draw can cure, later draws often do too
NEXT = 1.0  # for a point to expect after the next draw
LATER = 0.08  # for a point that one more wild would leave
OUT = 12.0  # off for certainty of going out at the next draw


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


class Dials(msgspec.Struct, frozen=True, kw_only=True):
    """How players differ."""

    pause_s: float  # the median thought before an easy move
    slips: float = 0.0  # points by which a discard is misjudged: the standard deviation
    overlooks_runs: float = 0.0  # the chance to see only books in a turn
    overlooks_out: float = 0.0  # the chance to miss in a turn that one can go out
    tempted: float = 0.0  # the chance to pick up a card only because it goes with one in hand
    hope: float = 0.0  # for a point that one more wild would leave, against one for a point unmelded now
    reluctance: float = 0.0  # points that a face-up card must be better than waiting for the draw pile
    weighs: int = 0  # so many discards, the best at first look, are weighed by all cards that may come
    remembers: bool = False  # what was discarded and picked up
    guards: float = 0.0  # points against a discard that goes with what the next player picked up


class Memory:
    """What a careful player remembers of a round: the discard pile, and what others picked up from it."""

    def __init__(self) -> None:
        self.pile: list[int] = []  # top card last; of a stand-in only what it has seen
        self.held: dict[int, list[int]] = {}  # by seat

    def saw(self, by: int | None, action: Any) -> None:
        """Something happened."""
        if isinstance(action, Deal):
            self.pile, self.held = [KIND[action.discard]], {}
        elif isinstance(action, Reshuffle):  # FC-19: all but the top card may come again
            del self.pile[:-1]
        elif isinstance(action, Discard) and by is not None:
            kind = KIND[action.card]
            self.pile.append(kind)
            if kind in self.held.get(by, ()):
                self.held[by].remove(kind)
        elif isinstance(action, Take) and by is not None and action.from_ == "discard" and action.card is not None:
            del self.pile[-1:]
            self.held.setdefault(by, []).append(KIND[action.card])

    def elsewhere(self, view: View) -> list[int]:
        """The cards that are known not to come: in the own hand, discarded, laid down or picked up by others."""
        public, private = view.public, view.private
        gone = [KIND[card] for card in private.hand] if private is not None else []
        gone += self.pile or ([KIND[public.discard]] if public.discard is not None else [])
        for seat, laid in enumerate(public.laid):
            if laid is not None:
                gone += [KIND[card] for meld in laid for card in meld]
            elif seat != view.seat:
                gone += self.held.get(seat, ())
        return gone


class FiveCrownsBot(Bot):
    """A player with dials: every level is this one."""

    def __init__(self, seat: int, options: Options, rng: Random, *, dials: Dials) -> None:
        super().__init__(seat, options, rng)
        self.dials = dials
        self.memory = Memory()
        self._picked: int | None = None  # the face-up card it took in this turn

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        """Remember it, if this player does."""
        if self.dials.remembers:
            self.memory.saw(by, action)

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """A card to take, or one to discard."""
        if not legal:
            return None
        view: View = look()
        assert view.private is not None
        hand = [KIND[card] for card in view.private.hand]
        if isinstance(legal[0], Take):
            return self._take(view, hand)
        picked, self._picked = self._picked, None
        outs = [KIND[action.card] for action in legal if action.out]
        return self._discard(view, hand, outs, picked)

    def _odds(self, view: View) -> Odds:
        """What this player sees in the cards now."""
        wild = RANKS.index(view.public.wild)
        sets = 1 if len(view.public.hands) <= ONE_SET_SEATS else 2
        overlooks = self.dials.overlooks_runs > self.rng.random()
        return (BooksOnly if overlooks else Odds)(wild, unseen(sets, self.memory.elsewhere(view)))

    def _is_last_turn(self, public: Public) -> bool:
        """FC-15, FC-23: whether no further turn comes."""
        limit: int | None = getattr(self.options, "turn_limit", None)
        return public.out is not None or (limit is not None and public.turns > (limit - 1) * len(public.tied))

    def _pause(self, harder: float) -> float:
        """A thought as long as the choice is hard."""
        return max(LEAST_PAUSE_S, self.reaction(self.dials.pause_s * harder))

    def _take(self, view: View, hand: list[int]) -> Move:
        """The face-up card if it is worth more than what the draw pile may bring."""
        assert view.public.discard is not None
        up = KIND[view.public.discard]
        odds = self._odds(view)
        takes, harder = self._wants(up, hand, odds, view)
        if not takes and self.dials.tempted > self.rng.random():
            takes = any(meet(up, kind) for kind in hand if not melds.is_wild(kind, odds.wild))
        self._picked = up if takes else None
        return TAKES[takes], self._pause(harder)

    def _wants(self, up: int, hand: list[int], odds: Odds, view: View) -> tuple[bool, float]:
        """Whether to take the face-up card, and how hard it was to see."""
        packed = melds.pack(hand, odds.wild)
        kept = packed + odds.units[up]
        least = min(odds.points(kept - odds.units[kind]) for kind in set(hand))
        if least == 0:  # it goes out, or lays down everything
            return True, 0.7
        if self._is_last_turn(view.public):
            waits = odds.next_draw(packed, odds.naturals(hand))[0] if self.dials.weighs else odds.points(packed)
            return least < waits, 1.2
        if melds.is_wild(up, odds.wild):
            return True, 0.7
        looked = self._looked([*hand, up], odds, view)
        if looked[0][1] == up:
            return False, 0.8
        with_it = self._weighed(looked, [*hand, up], odds, view)[0]
        if with_it[1] == up:
            return False, 1.0
        stays = self._worth(packed, hand, odds)
        return with_it[0] < stays - self.dials.reluctance, 1.2 if abs(with_it[0] - stays) < CLOSE_CALL else 1.0

    def _discard(self, view: View, hand: list[int], outs: list[int], picked: int | None) -> Move:
        """Go out; or on the last turn keep the fewest points; or keep the hand that may become most."""
        odds = self._odds(view)
        if outs and self.dials.overlooks_out <= self.rng.random():
            safest = min(outs, key=lambda kind: (melds.is_wild(kind, odds.wild), self._gives(kind, view), kind))
            return OUTS[safest], self._pause(1.0)
        if self._is_last_turn(view.public):
            packed = melds.pack(hand, odds.wild)
            fewest = min(set(hand), key=lambda kind: (odds.points(packed - odds.units[kind]), -odds.value[kind], kind))
            return DISCARDS[fewest], self._pause(1.2)
        ranked = self._weighed(self._looked(hand, odds, view), hand, odds, view)
        if self.dials.slips:
            ranked = sorted((points + self.rng.gauss(0.0, self.dials.slips), kind) for points, kind in ranked)
        ranked = [one for one in ranked if one[1] != picked] or ranked
        close = len(ranked) > 1 and ranked[1][0] - ranked[0][0] < CLOSE_CALL
        return DISCARDS[ranked[0][1]], self._pause(1.5 if close else 1.2)

    def _looked(self, cards: list[int], odds: Odds, view: View) -> list[Ranked]:
        """What each discard would leave at first look, best first; of equal ones the dearest goes.

        A wild is kept as long as there is anything else: nothing else melds so easily.
        """
        packed = melds.pack(cards, odds.wild)
        kinds = sorted({kind for kind in cards if not melds.is_wild(kind, odds.wild)} or set(cards))
        looked = [(self._first_look(packed - odds.units[kind], odds) + self._gives(kind, view), kind) for kind in kinds]
        return sorted(looked, key=lambda one: (one[0], -odds.value[one[1]]))

    def _weighed(self, looked: list[Ranked], cards: list[int], odds: Odds, view: View) -> list[Ranked]:
        """The same for a player who weighs the best few of them by all cards that may come."""
        if not self.dials.weighs:
            return looked
        packed, weighed = melds.pack(cards, odds.wild), []
        for points, kind in looked[: self.dials.weighs]:
            if points <= looked[0][0] + FAR_BEHIND:
                rest = cards.copy()
                rest.remove(kind)
                worth = self._worth(packed - odds.units[kind], rest, odds)
                weighed.append((worth + self._gives(kind, view), kind))
        return sorted(weighed, key=lambda one: (one[0], -odds.value[one[1]]))

    def _first_look(self, packed: int, odds: Odds) -> float:
        """What the hand costs at first look."""
        points: float = odds.points(packed)
        if self.dials.hope and points:
            points += self.dials.hope * odds.with_a_wild(packed)
        return points

    def _worth(self, packed: int, cards: list[int], odds: Odds) -> float:
        """What the hand costs when all cards that may come are weighed; the first look for players who do not."""
        if not self.dials.weighs:
            return self._first_look(packed, odds)
        points = odds.points(packed)
        if not points:
            return -OUT
        expected, out = odds.next_draw(packed, odds.naturals(cards))
        return NOW * points + NEXT * expected + LATER * odds.with_a_wild(packed) - OUT * out

    def _gives(self, kind: int, view: View) -> float:
        """Points against a discard that goes with what the next player picked up."""
        if not self.dials.guards or kind == JOKER:
            return 0.0
        tied, players = view.public.tied, len(view.public.hands)
        following = min(tied, key=lambda seat: (seat - self.seat - 1) % players)
        held = self.memory.held.get(following, ())
        return self.dials.guards * any(meet(kind, other) for other in held if other != JOKER)


# Set by duplicate deals of each level against the one below, so that it wins about 70 % of them or more.
BEGINNER = Dials(pause_s=2.6, slips=9.0, overlooks_runs=0.7, overlooks_out=0.4, tempted=0.6)
CASUAL = Dials(pause_s=2.0, slips=5.5, overlooks_runs=0.25, overlooks_out=0.1, tempted=0.15)
SKILLED = Dials(pause_s=1.7, slips=4.0, hope=0.4, reluctance=0.5)
EXPERT = Dials(pause_s=1.5, hope=0.5, reluctance=3.0, weighs=3, remembers=True, guards=2.0)

LEVELS: dict[str, BotKind] = {
    "greedy": Greedy,
    "beginner": partial(FiveCrownsBot, dials=BEGINNER),
    "casual": partial(FiveCrownsBot, dials=CASUAL),
    "skilled": partial(FiveCrownsBot, dials=SKILLED),
    "expert": partial(FiveCrownsBot, dials=EXPERT),
}
