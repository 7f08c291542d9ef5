"""The coach of Five Crowns: compares each choice with the best one, by the exact solver and the expert's estimate."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

from rumpus.bots.five_crowns import EXPERT, FiveCrownsBot
from rumpus.bots.five_crowns_odds import Odds
from rumpus.coach.base import Moment, Remark, Seen, Verdict, Weighed
from rumpus.games.five_crowns import lay_down, melds
from rumpus.games.five_crowns.actions import Deal, Discard, Reshuffle, Take, Undo
from rumpus.games.five_crowns.cards import KIND, POINTS, RANKS, TEXT, kinds, texts
from rumpus.games.five_crowns.view import View

WORTH_SAYING = 2.0  # points; the estimate is no finer than that
LEAST_FOR_OUT = 3.0  # points: going out earlier is worth telling even to somebody who was left with none
# Hands that the solver is asked about in one review, after which the turns that follow are not judged any more. A turn
# with 13 cards takes about 2,000; the plain solver needs 0.1 ms for one of those, so a review ends within about 2 s.
MOST_SOLVED = 15_000
A_LOT = 8.0  # points of luck, about half of what an unlucky hand costs


class Choice(NamedTuple):
    """A decision of the seat: what it chose, what was best, and what that would have saved, in points."""

    n: int
    turn: int  # of the seat in this round, from 1
    last: bool  # in the last turn, in which points are certain
    chosen: str  # the card that it discarded, or for a take the pile: draw or discard
    best: str
    loss: float
    up: str | None = None  # for a take: the card that lay face up


class Missed(NamedTuple):
    """A turn in which the seat could have gone out and did not."""

    n: int
    turn: int
    discard: str
    melds: tuple[tuple[str, ...], ...]
    up: str | None  # the face-up card that it would have needed; None if it had all cards in its hand


class Judge(FiveCrownsBot):
    """The expert, asked what each choice is worth rather than for its move."""

    solved = 0  # how many hands it has asked the solver about

    @property
    def tired(self) -> bool:
        """Whether it has done all the work that one review may take."""
        return self.solved >= MOST_SOLVED

    def costs(self, view: View) -> dict[int, float]:
        """What every discard leads to, in points, for a hand that has taken a card."""
        odds = self._odds(view)
        costs = self._costs(_hand(view), odds, view)
        self.solved += odds.solved
        return costs

    def _costs(self, hand: list[int], odds: Odds, view: View, but: int | None = None) -> dict[int, float]:
        packed, last = melds.pack(hand, odds.wild), self._is_last_turn(view.public)
        costs: dict[int, float] = {}
        for kind in sorted(set(hand)):
            if kind == but and len(set(hand)) > 1:
                continue  # nobody takes a card to throw it away again
            rest = packed - odds.units[kind]
            if last:
                costs[kind] = odds.points(rest)
            else:
                left = hand.copy()
                left.remove(kind)
                costs[kind] = self._cost(rest, left, odds) + self._penalty(kind, view)
        return costs

    def piles(self, view: View) -> dict[str, float]:
        """What taking from either pile leads to, in points."""
        assert view.public.discard is not None
        hand, up, odds = _hand(view), KIND[view.public.discard], self._odds(view)
        taking = min(self._costs([*hand, up], odds, view, but=up).values())
        packed = melds.pack(hand, odds.wild)
        if self._is_last_turn(view.public):
            drawing = odds.next_draw(packed, odds.naturals(hand))[0]
        else:
            drawing = self._cost(packed, hand, odds) - self.dials.reluctance
        self.solved += odds.solved
        return {"discard": taking, "draw": drawing}


def judge(seen: Seen) -> Verdict | None:
    """The choices cost what the best ones would have saved; all else is the luck of the cards and of the others."""
    playing = seen.moments[0].view.public.tied
    if seen.seat not in playing:
        return None
    choices, missed, turns = _look_back(seen)
    slips = sum(choice.loss for choice in choices)
    points = seen.points[seen.party]
    said = [_say(choice) for choice in choices if choice.loss >= WORTH_SAYING]
    if missed is not None:
        said.append(_say_missed(missed, turns, points, seen.moments[0].view.public.wild))
    if seen.open is not None:
        said += _hindsight(seen)
    luck = points - sum(seen.points[seat] for seat in playing) / len(playing) - slips
    said += _say_luck(luck, slips)
    return Verdict(said or _say_little(slips), choices=slips, among=playing)


def _look_back(seen: Seen) -> tuple[list[Choice], Missed | None, int]:
    """Its choices, the first turn in which it could have gone out and did not, and how many turns it had."""
    expert = Judge(seen.seat, seen.rules.options, Random(0), dials=EXPERT)
    choices: list[Choice] = []
    missed: list[Missed] = []
    turn = 0
    for before, after in pairwise(seen.moments):
        expert.memory.saw(before.by, before.action)
        if after.by != seen.seat:
            continue
        if isinstance(after.action, Take):
            turn += 1
            missed += _with_the_face_up_card(before.view, after, turn)
            if not expert.tired:
                choices.append(_take(expert, before.view, after, turn))
        elif isinstance(after.action, Discard):
            if not expert.tired:
                choices.append(_discard(expert, before.view, after, turn))
            missed = _went_out(missed, before.view, after, turn)
        elif isinstance(after.action, Undo):  # only the discard that stays counts
            choices = [choice for choice in choices if choice.turn < turn or choice.up is not None]
            missed = [one for one in missed if one.turn < turn or one.up is not None]
    return choices, missed[0] if missed else None, turn


def _take(expert: Judge, view: View, after: Moment, turn: int) -> Choice:
    piles = expert.piles(view)
    best = min(piles, key=lambda pile: (piles[pile], pile == "draw"))
    loss = piles[after.action.from_] - piles[best]
    return Choice(after.n, turn, _is_last(view), after.action.from_, best, loss, view.public.discard)


def _discard(expert: Judge, view: View, after: Moment, turn: int) -> Choice:
    costs = expert.costs(view)
    card, value = KIND[after.action.card], POINTS[RANKS.index(view.public.wild)]
    if _is_last(view):  # what it laid down itself may leave more than the best melds would
        kept = _hand(view)
        for used in (card, *(kind for meld in after.action.melds or () for kind in kinds(meld))):
            kept.remove(used)
        costs[card] = max(costs[card], sum(value[kind] for kind in kept))
    best = min(costs, key=lambda kind: (costs[kind], kind != card, -value[kind], kind))
    return Choice(after.n, turn, _is_last(view), TEXT[card], TEXT[best], costs[card] - costs[best])


def _hand(view: View) -> list[int]:
    assert view.private is not None
    return kinds(view.private.hand)


def _is_last(view: View) -> bool:
    return view.public.out is not None


def way_out(hand: list[int], wild: int) -> tuple[str, tuple[tuple[str, ...], ...]] | None:
    """FC-14: a discard with which this hand goes out, and the melds; None if it cannot."""
    outs = melds.ways_out(hand, melds.pack(hand, wild), wild)
    if not outs:
        return None
    discard = min(outs, key=lambda kind: (melds.is_wild(kind, wild), kind))
    rest = hand.copy()
    rest.remove(discard)
    return TEXT[discard], tuple(map(texts, lay_down.arrange(rest, wild).melds))


def _with_the_face_up_card(view: View, after: Moment, turn: int) -> list[Missed]:
    """It drew, and with the face-up card it could have gone out."""
    up = view.public.discard
    if up is None or _is_last(view) or after.action.from_ == "discard":
        return []
    way = way_out(sorted([*_hand(view), KIND[up]]), RANKS.index(view.public.wild))
    return [] if way is None else [Missed(after.n, turn, *way, up)]


def _went_out(missed: list[Missed], view: View, after: Moment, turn: int) -> list[Missed]:
    """Add a way out that it did not go; if it did go out in this turn, it has missed nothing in it."""
    if _is_last(view):
        return missed
    if after.action.melds is not None:
        return [one for one in missed if one.turn < turn]
    way = way_out(_hand(view), RANKS.index(view.public.wild))
    return missed if way is None else [*missed, Missed(after.n, turn, *way, None)]


# What it says


def _say(choice: Choice) -> Weighed:
    points = max(1, round(choice.loss))
    facts: dict[str, str | int | float] = {"turn": choice.turn, "points": points}
    if choice.up is not None:
        return choice.loss, Remark(f"coach-fc-take-{choice.best}", choice.n, {"card": choice.up, **facts})
    if choice.chosen == choice.best:  # only the melds were not the best
        return choice.loss, Remark("coach-fc-melds", choice.n, {"points": points})
    key = "coach-fc-discard-last" if choice.last else "coach-fc-discard"
    return choice.loss, Remark(key, choice.n, {"card": choice.best, "next": choice.chosen, **facts})


def _say_missed(missed: Missed, turns: int, points: int, wild: str) -> Weighed:
    facts: dict[str, str | int | float] = {
        "turn": missed.turn,
        "earlier": turns - missed.turn,
        "card": missed.discard if missed.up is None else missed.up,
        "wild": wild,
    }
    key = "coach-fc-out" if missed.up is None else "coach-fc-out-up"
    return LEAST_FOR_OUT + points, Remark(key, missed.n, facts, missed.melds)


def _say_luck(luck: float, slips: float) -> list[Weighed]:
    """Something good, or something to be consoled with."""
    if slips < WORTH_SAYING:
        key = "coach-fc-well-lucky" if luck <= -A_LOT else "coach-fc-well-unlucky" if luck >= A_LOT else "coach-fc-well"
        return [(0.5, Remark(key, 0, {"points": max(1, round(abs(luck)))}))]
    if luck >= A_LOT:
        return [(0.4, Remark("coach-fc-unlucky", 0, {"points": round(luck)}))]
    return []


def _say_little(slips: float) -> list[Weighed]:
    return [(0.3, Remark("coach-fc-little", 0, {"points": max(1, round(slips))}))]


def _hindsight(seen: Seen) -> list[Weighed]:
    """With open cards: what the seat could not know, the card that lay on top of the draw pile."""
    assert seen.open is not None
    said: list[Weighed] = []
    pile: list[str] = []
    for (before, after), action in zip(pairwise(seen.moments), seen.open[1:], strict=True):
        if isinstance(before.action, Deal):
            pile = list(seen.open[0].draw)
        view = before.view
        if after.by == seen.seat and isinstance(action, Take) and action.from_ == "discard" and not _is_last(view):
            hand = sorted([*_hand(view), KIND[pile[0]]])
            if way_out(hand, RANKS.index(view.public.wild)) is not None and not said:
                said.append((1.0, Remark("coach-fc-next-card", after.n, {"card": pile[0]})))
        if isinstance(action, Take) and action.from_ == "draw":
            del pile[0]
        elif isinstance(action, Reshuffle):
            pile = list(action.draw or ())
    return said
