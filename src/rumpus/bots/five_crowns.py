"""Bots for Five Crowns: `greedy`, which only looks at the current hand, and four levels with human flaws."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.bots.five_crowns_odds import BooksOnly, Odds, unseen
from rumpus.contract import Options
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, Discard, Take
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, TEXT, meet
from rumpus.games.five_crowns.memory import Memory
from rumpus.games.five_crowns.view import Public, View

LEAST_PAUSE_S = 0.4  # no person sees a card and moves one sooner
CLOSE_CALL = 2.0  # points; choosing between two discards closer than this takes longer
FAR_BEHIND = 8.0  # points; a discard this much worse than the best in the quick estimate is not examined further
ONE_SET_SEATS = 7  # FC-02: up to this many players use one set of cards

Ranked = tuple[float, int]  # the cost of the hand after a discard, in points, and that discard

# Weights of the cost of a hand for a player who looks ahead, in points: rounded from a least-squares fit over matches
# between experts (`bench/tune_five_crowns.py`). In the order below, with 95 % intervals: two players, 120
# matches: -0.35 ± 0.09, 0.96 ± 0.14, -0.05 ± 0.06, 10.1 ± 2.1; four players, 25 matches: -0.46 ± 0.16, 1.10 ± 0.23,
# 0.10 ± 0.10, 4.9 ± 3.5. LATER cannot be told from zero; it breaks ties. Five settings near these won 71 to 72 %
# against `greedy`, ± 5 over 100 duplicate deals, so the differences between them do not matter.
NOW = -0.3  # per point unmelded now; negative, because what the next draw can improve, later draws often improve too
NEXT = 1.0  # per point expected to be unmelded after the next draw
LATER = 0.08  # per point that would be unmelded with one more wild
OUT = 12.0  # subtracted in proportion to the chance of going out at the next draw


class Greedy(Bot):
    """Minimises the points of the hand at every step, without looking ahead, and goes out as soon as it can."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Take the face-up card if it lowers the points at once; discard what leaves the fewest points."""
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
    """The parameters in which players differ."""

    pause_s: float  # median thinking time before an easy move, seconds
    slips: float = 0.0  # standard deviation of the error in judging a discard, points
    overlooks_runs: float = 0.0  # chance per turn of seeing only books
    overlooks_out: float = 0.0  # chance per turn of missing that it could go out
    tempted: float = 0.0  # chance of picking up a card only because it goes with one in hand
    hope: float = 0.0  # weight of the points left with one more wild, relative to 1 for the points left now
    reluctance: float = 0.0  # points by which the face-up card must beat waiting for the draw pile
    weighs: int = 0  # how many of the best discards are examined against every card that may be drawn next
    remembers: bool = False  # whether it remembers what was discarded and picked up
    guards: float = 0.0  # penalty in points for a discard that goes with what the next player has picked up


class FiveCrownsBot(Bot):
    """The bot of every level; its dials make the difference."""

    def __init__(self, seat: int, options: Options, rng: Random, *, dials: Dials) -> None:
        super().__init__(seat, options, rng)
        self.dials = dials
        self.memory = Memory()
        self._picked: int | None = None  # the face-up card that it took in this turn

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        """Remember what happened, if this player does."""
        if self.dials.remembers:
            self.memory.saw(by, action)

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Take a card or discard one."""
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
        """The odds as this player sees them in this turn."""
        wild = RANKS.index(view.public.wild)
        sets = 1 if len(view.public.hands) <= ONE_SET_SEATS else 2
        overlooks = self.dials.overlooks_runs > self.rng.random()
        return (BooksOnly if overlooks else Odds)(wild, unseen(sets, self.memory.elsewhere(view)))

    def _is_last_turn(self, public: Public) -> bool:
        """FC-15, FC-23: whether this is the seat's last turn of the round."""
        limit: int | None = getattr(self.options, "turn_limit", None)
        return public.out is not None or (limit is not None and public.turns > (limit - 1) * len(public.tied))

    def _pause(self, harder: float) -> float:
        """The thinking time in seconds; `harder` is 1 for an easy choice."""
        return max(LEAST_PAUSE_S, self.reaction(self.dials.pause_s * harder))

    def _take(self, view: View, hand: list[int]) -> Move:
        """Take the face-up card if it is worth more than what the draw pile may bring."""
        assert view.public.discard is not None
        up = KIND[view.public.discard]
        odds = self._odds(view)
        takes, harder = self._wants(up, hand, odds, view)
        if not takes and self.dials.tempted > self.rng.random():
            takes = any(meet(up, kind) for kind in hand if not melds.is_wild(kind, odds.wild))
        self._picked = up if takes else None
        return TAKES[takes], self._pause(harder)

    def _wants(self, up: int, hand: list[int], odds: Odds, view: View) -> tuple[bool, float]:
        """Whether to take the face-up card, and how hard the choice was (see `_pause`)."""
        packed = melds.pack(hand, odds.wild)
        with_card = packed + odds.units[up]
        least = min(odds.points(with_card - odds.units[kind]) for kind in set(hand))
        if least == 0:  # it can go out, or lay down everything
            return True, 0.7
        if self._is_last_turn(view.public):
            drawing = odds.next_draw(packed, odds.naturals(hand))[0] if self.dials.weighs else odds.points(packed)
            return least < drawing, 1.2
        if melds.is_wild(up, odds.wild):
            return True, 0.7
        estimates = self._estimated([*hand, up], odds, view)
        if estimates[0][1] == up:
            return False, 0.8
        cost, discard = self._weighed(estimates, [*hand, up], odds, view)[0]
        if discard == up:
            return False, 1.0
        drawing_cost = self._drawing(packed, hand, odds, view)
        return cost < drawing_cost - self.dials.reluctance, 1.2 if abs(cost - drawing_cost) < CLOSE_CALL else 1.0

    def _drawing(self, packed: int, hand: list[int], odds: Odds, view: View) -> float:
        """What the hand costs if it draws from the draw pile."""
        return self._cost(packed, hand, odds)

    def _discard(self, view: View, hand: list[int], outs: list[int], picked: int | None) -> Move:
        """Go out if it can; on the last turn keep the fewest points; else keep the hand with the best prospects."""
        odds = self._odds(view)
        if outs and self.dials.overlooks_out <= self.rng.random():
            safest = min(outs, key=lambda kind: (melds.is_wild(kind, odds.wild), self._penalty(kind, view), kind))
            return OUTS[safest], self._pause(1.0)
        if self._is_last_turn(view.public):
            packed = melds.pack(hand, odds.wild)
            fewest = min(set(hand), key=lambda kind: (odds.points(packed - odds.units[kind]), -odds.value[kind], kind))
            return DISCARDS[fewest], self._pause(1.2)
        ranked = self._weighed(self._estimated(hand, odds, view), hand, odds, view)
        if self.dials.slips:
            ranked = sorted((points + self.rng.gauss(0.0, self.dials.slips), kind) for points, kind in ranked)
        ranked = [(points, kind) for points, kind in ranked if kind != picked] or ranked
        close = len(ranked) > 1 and ranked[1][0] - ranked[0][0] < CLOSE_CALL
        return DISCARDS[ranked[0][1]], self._pause(1.5 if close else 1.2)

    def _estimated(self, cards: list[int], odds: Odds, view: View) -> list[Ranked]:
        """A quick estimate of each discard, best first; of equal ones, the card with the most points first.

        A wild is discarded only if there is nothing else: no other card is so easy to meld.
        """
        packed = melds.pack(cards, odds.wild)
        kinds = sorted({kind for kind in cards if not melds.is_wild(kind, odds.wild)} or set(cards))
        ranked = [(self._estimate(packed - odds.units[kind], odds) + self._penalty(kind, view), kind) for kind in kinds]
        return sorted(ranked, key=lambda choice: (choice[0], -odds.value[choice[1]]))

    def _weighed(self, estimates: list[Ranked], cards: list[int], odds: Odds, view: View) -> list[Ranked]:
        """The best of these discards, ranked by every card that may be drawn next if the player looks ahead."""
        if not self.dials.weighs:
            return estimates
        packed, weighed = melds.pack(cards, odds.wild), []
        for points, kind in estimates[: self.dials.weighs]:
            if points <= estimates[0][0] + FAR_BEHIND:
                rest = cards.copy()
                rest.remove(kind)
                cost = self._cost(packed - odds.units[kind], rest, odds)
                weighed.append((cost + self._penalty(kind, view), kind))
        return sorted(weighed, key=lambda choice: (choice[0], -odds.value[choice[1]]))

    def _estimate(self, packed: int, odds: Odds) -> float:
        """A quick estimate of what the hand costs, in points."""
        points: float = odds.points(packed)
        if self.dials.hope and points:
            points += self.dials.hope * odds.with_a_wild(packed)
        return points

    def _cost(self, packed: int, cards: list[int], odds: Odds) -> float:
        """What the hand costs, given every card that may be drawn next, for a player who looks ahead."""
        if not self.dials.weighs:
            return self._estimate(packed, odds)
        points = odds.points(packed)
        if not points:
            return -OUT
        expected, out = odds.next_draw(packed, odds.naturals(cards))
        return NOW * points + NEXT * expected + LATER * odds.with_a_wild(packed) - OUT * out

    def _penalty(self, kind: int, view: View) -> float:
        """The penalty, in points, for a discard that goes with what the next player has picked up."""
        if not self.dials.guards or kind == JOKER:
            return 0.0
        held = self.memory.held.get(self._following(view), ())
        return self.dials.guards * any(meet(kind, other) for other in held if other != JOKER)

    def _following(self, view: View) -> int:
        """The seat that plays after this one."""
        tied, players = view.public.tied, len(view.public.hands)
        return min(tied, key=lambda seat: (seat - self.seat - 1) % players)


# Tuned on duplicate deals of each level against the one below, so that it wins about 70 % of them (`make ladder`).
BEGINNER = Dials(pause_s=2.6, slips=8.5, overlooks_runs=0.65, overlooks_out=0.35, tempted=0.55)
CASUAL = Dials(pause_s=2.0, slips=5.5, overlooks_runs=0.25, overlooks_out=0.1, tempted=0.15)
SKILLED = Dials(pause_s=1.7, slips=3.0, hope=0.4, reluctance=0.5)
EXPERT = Dials(pause_s=1.5, hope=0.5, reluctance=3.0, weighs=3, remembers=True, guards=2.0)

ADVISER: BotKind = partial(FiveCrownsBot, dials=msgspec.structs.replace(SKILLED, slips=0.0))  # for hints: without slips
LEVELS: dict[str, BotKind] = {
    "greedy": Greedy,
    "beginner": partial(FiveCrownsBot, dials=BEGINNER),
    "casual": partial(FiveCrownsBot, dials=CASUAL),
    "skilled": partial(FiveCrownsBot, dials=SKILLED),
    "expert": partial(FiveCrownsBot, dials=EXPERT),
}
