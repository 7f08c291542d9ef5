"""The coach of Wig Out!"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from rumpus.coach import races
from rumpus.coach.base import Moment, Remark, Seen, Verdict, Weighed
from rumpus.contract import Go
from rumpus.games.wig_out.actions import Draw, Lay, Start
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK
from rumpus.games.wig_out.view import View

TURNED = 2  # WO-05


def judge(seen: Seen) -> Verdict:
    """Luck is how many cards fitted at once, dealt and drawn, against how many were to be expected."""
    found = races.stretches(seen, _plays, _played)
    said = [*races.remarks(seen, found, _left), *_one_by_one(seen), *_drew(seen)]
    return Verdict(said, luck=-_fitted_more(seen))


def _plays(view: View) -> races.Plays:
    """WO-09, WO-10: the characters that the seat could play."""
    assert view.private is not None
    held = Counter(view.private.hand)
    return {card: card for card, count in held.items() if count > 1 or card in view.public.piles}


def _played(moment: Moment) -> Any:
    match moment.action:
        case Lay(card=card):
            return card
        case Start(cards=cards):
            return cards[0]
    return None


def _left(view: View) -> tuple[int, ...]:
    return view.public.hands


def _one_by_one(seen: Seen) -> list[Weighed]:
    """WO-09: it laid a single card of a character of which it held more, and could have laid all of them."""
    singles = [
        (Counter(before.view.private.hand)[after.action.card], after)
        for before, after in pairwise(seen.moments)
        if after.by == seen.seat and isinstance(after.action, Lay)
    ]
    held, moment = max(singles, key=lambda single: single[0], default=(1, None))
    if moment is None or held < 2:
        return []
    facts: dict[str, str | int | float] = {"card": moment.action.card, "count": held}
    return [(1.0 + held, Remark("coach-wo-single", moment.n, facts))]


def _drew(seen: Seen) -> list[Weighed]:
    """WO-12 with the option `free_draw`: it drew though it could have played."""
    for before, after in pairwise(seen.moments):
        if after.by == seen.seat and isinstance(after.action, Draw):
            card = next(iter(_plays(before.view)), None)
            if card is not None:
                return [(3.0, Remark("coach-wo-drew", after.n, {"card": card}))]
    return []


def _fitted_more(seen: Seen) -> float:
    """How many cards more than expected fitted when they came: those dealt, and each one drawn."""
    more = 0.0
    for before, after in pairwise(seen.moments):
        if isinstance(after.action, Go):
            hand = after.view.private.hand
            plays = _plays(after.view)
            more += sum(card in plays for card in hand) - expected_at_deal(len(hand))
        elif after.by == seen.seat and isinstance(after.action, Draw):
            fits = _fitting(before.view)
            unseen = {
                card: COPIES - before.view.public.piles.get(card, 0) - before.view.private.hand.count(card)
                for card in CHARACTERS
            }
            chance = sum(unseen[card] for card in fits) / sum(unseen.values())
            more += (after.action.card in fits) - chance
    return more


def _fitting(view: View) -> set[str]:
    """The characters of which a drawn card could be played at once: those with a pile, and those in the hand."""
    assert view.private is not None
    return {*view.public.piles, *view.private.hand}


def expected_at_deal(size: int) -> float:
    """How many cards of a hand can be played when the race begins, on average over all deals.

    A card cannot if none of its four sisters is among the two turned cards and the rest of the hand.
    """
    alone, others = 1.0, len(DECK) - 1
    for drawn in range(size - 1 + TURNED):
        alone *= (others - (COPIES - 1) - drawn) / (others - drawn)
    return size * (1 - alone)
