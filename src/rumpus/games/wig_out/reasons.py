"""Why a move of Wig Out! is good, from a seat's own view."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus.contract import Reason, Shout
from rumpus.games.wig_out.actions import Draw, Lay, Start
from rumpus.games.wig_out.view import View


def reason(view: View, action: Any) -> Reason | None:
    """The strongest reason for a legal action."""
    assert view.private is not None
    held = Counter(view.private.hand)
    match action:
        case Shout():
            return Reason("why-wo-shout")
        case Draw():
            return None if _most(view, held) else Reason("why-wo-draw")
        case Lay(card=card):
            return _play(view, held, card, 1)
        case Start(cards=cards):
            return _play(view, held, cards[0], len(cards))
    return None


def _most(view: View, held: Counter[str]) -> int:
    """The most cards that one move gets rid of; 0 if nothing can be played."""
    piles = view.public.piles
    return max((count for card, count in held.items() if count > 1 or card in piles), default=0)


def _play(view: View, held: Counter[str], card: str, count: int) -> Reason:
    if count == held.total():
        return Reason("why-wo-last", {"count": count})
    opened = "yes" if card in view.public.piles else "no"
    if count > 1 and count == _most(view, held):
        return Reason("why-wo-most", {"count": count, "opened": opened})
    return Reason("why-wo-fits", {"card": card, "opened": opened})
