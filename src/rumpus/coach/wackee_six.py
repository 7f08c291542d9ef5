"""The coach of Wackee Six."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from rumpus.coach import races
from rumpus.coach.base import Moment, Remark, Seen, Verdict, Weighed
from rumpus.contract import Go
from rumpus.games.wackee_six.actions import ROW, Play, Recycle, Turn
from rumpus.games.wackee_six.cards import COLOURS, DECK, HIGHEST, TEXT
from rumpus.games.wackee_six.rules import COST
from rumpus.games.wackee_six.view import SideView, View

MAIN_WORTH = 1 + COST  # WS-19: a main card that is played counts, and no longer costs
DECK_WORTH = 1
WILD = "w"
WHOLE = Counter(TEXT[kind] for kind in DECK)  # the cards of a side
BRIEF_S = 1.0  # a card that has just begun to fit may be overlooked while turning


def judge(seen: Seen) -> Verdict:
    """Luck is how many cards fitted at once when they came up, against how many were to be expected."""
    found = races.stretches(seen, _plays, _played)
    natural = [stretch for stretch in found if stretch.card != WILD]  # a wild that waits may be kept on purpose
    said = [*races.remarks(seen, natural, _left), *_turned_past(seen)]
    return Verdict(said, luck=_luck(seen))


def _wanted(view: View) -> set[str]:
    """WS-06, WS-07, WS-11: the cards that fit somewhere now."""
    growing = {f"{pile.colour}{pile.height + 1}" for pile in view.public.piles if pile.height < HIGHEST}
    ones = {f"{colour}1" for colour in COLOURS}
    return growing | ones | ({WILD} if growing else set())


def _plays(view: View) -> races.Plays:
    """What the seat itself could play: its half of the side's cards (WS-16)."""
    assert view.private is not None
    side, wanted = view.public.sides[view.private.side], _wanted(view)
    if not main_left(side):
        return {}  # WS-17: all that is left to do is to call
    row = enumerate(side.up) if view.private.plays_main else ()
    plays: races.Plays = {(place, card): card for place, card in row if card in wanted}
    if view.private.turns and side.top and side.top[-1] in wanted:
        plays["deck", side.top[-1]] = side.top[-1]
    return plays


def _played(moment: Moment) -> Any:
    return (moment.action.from_, moment.action.card) if isinstance(moment.action, Play) else None


def main_left(side: SideView) -> int:
    """The main cards that a side has still to play."""
    return sum(card is not None for card in side.up) + side.down


def _left(view: View) -> list[int]:
    return [main_left(side) for side in view.public.sides]


def _turned_past(seen: Seen) -> list[Weighed]:
    """It turned cards of its hand deck while a main card fitted."""
    since: dict[Any, float] = {}
    past: list[tuple[Moment, str]] = []
    for before, after in pairwise(seen.moments):
        plays = {key: card for key, card in _plays(before.view).items() if key[0] != "deck" and card != WILD}
        since = {key: since.get(key, before.at) for key in plays}
        waiting = [plays[key] for key, at in since.items() if after.at - at >= BRIEF_S]
        if after.by == seen.seat and isinstance(after.action, Turn) and waiting:
            past.append((after, waiting[0]))
    if not past:
        return []
    moment, card = past[0]
    facts: dict[str, str | int | float] = {"card": card, "count": len(past)}
    return [(2.0 + len(past), Remark("coach-ws-turned", moment.n, facts))]


def _luck(seen: Seen) -> float:
    """The points of cards that fitted when they came up, less what was to be expected of unseen cards."""
    luck = 0.0
    known: Counter[str] = Counter()  # every card of the side that has been seen
    passed = False  # after one pass through the hand deck its cards are no surprise any more
    for after in seen.moments:
        side = _side(seen, after.view)
        if isinstance(after.action, Go):
            known.update(card for card in side.up if card is not None)
            fitting = sum(card in _wanted(after.view) for card in side.up)
            luck += MAIN_WORTH * (fitting - ROW * len(COLOURS) / len(DECK))
        elif after.by not in side.seats:
            continue
        elif isinstance(after.action, Recycle):
            passed = True
        elif isinstance(after.action, Turn) and not passed and after.action.cards:  # WS-12: only the last can be played
            luck += DECK_WORTH * _surprise(after.action.cards[-1], after.view, known)
            known.update(after.action.cards)
        elif isinstance(after.action, Play) and after.action.from_ != "deck":
            new = side.up[after.action.from_]
            if new is not None:  # WS-10
                luck += MAIN_WORTH * _surprise(new, after.view, known)
                known[new] += 1
    return luck


def _surprise(card: str, view: View, known: Counter[str]) -> float:
    """1 for a card that fits, 0 for one that does not, less the chance that an unseen card of the side does."""
    wanted = _wanted(view)
    unseen = WHOLE - known
    chance = sum(count for other, count in unseen.items() if other in wanted) / (unseen.total() or 1)
    return (card in wanted) - chance


def _side(seen: Seen, view: View) -> SideView:
    return view.public.sides[seen.party]
