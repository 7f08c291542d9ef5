"""Why a move of Five Crowns is good: the points left over before and after, by the exact solver."""

from __future__ import annotations

from typing import Any

from rumpus.contract import Reason
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import KIND, RANKS, TEXT, kinds, meet, texts
from rumpus.games.five_crowns.view import View

SHORTEST = 3  # FC-10: cards of a meld; a longer one would take too many words
ONE_WILD = 1 << solver.WILD_SHIFT


def reason(view: View, action: Any) -> Reason | None:
    """The strongest reason for a legal action."""
    assert view.private is not None
    hand, wild = kinds(view.private.hand), RANKS.index(view.public.wild)
    match action:
        case Take(from_="discard"):
            return _pick_up(view, hand, wild)
        case Take():
            return _draw(view, hand, wild)
        case Discard(card=card, out=out):
            return Reason("why-fc-out") if out else _discard(hand, KIND[card], wild)
    return None


def _pick_up(view: View, hand: list[int], wild: int) -> Reason | None:
    """The face-up card lowers what is left over, is wild, or goes with a card in the hand."""
    assert view.public.discard is not None
    up = KIND[view.public.discard]
    before, (after, discard) = solver.fewest(hand, wild), solver.best_discard([*hand, up], wild)
    if after == 0:
        return Reason("why-fc-take-all", {"card": TEXT[up]})
    if after < before:
        kept = [*hand, up]
        kept.remove(discard)
        meld = next((meld for meld in lay_down.arrange(kept, wild).melds if up in meld), None)
        facts: dict[str, str | int] = {"points": after, "before": before}
        if meld is None or len(meld) > SHORTEST:
            return Reason("why-fc-take", {"card": TEXT[up], **facts})
        return Reason("why-fc-take-meld", {"cards": " ".join(texts(meld)), **facts})
    if solver.is_wild(up, wild):
        return Reason("why-fc-take-wild", {"card": TEXT[up]})
    other = next((kind for kind in hand if not solver.is_wild(kind, wild) and meet(up, kind)), None)
    return None if other is None else Reason("why-fc-take-near", {"card": TEXT[up], "next": TEXT[other]})


def _draw(view: View, hand: list[int], wild: int) -> Reason:
    """The face-up card helps little or not at all."""
    assert view.public.discard is not None
    up = KIND[view.public.discard]
    before, after = solver.fewest(hand, wild), solver.best_discard([*hand, up], wild)[0]
    if after < before:
        return Reason("why-fc-draw-more", {"card": TEXT[up], "saved": before - after})
    return Reason("why-fc-draw", {"card": TEXT[up], "points": before})


def _discard(hand: list[int], card: int, wild: int) -> Reason:
    """What is left over after it, and if that is not the least, what is gained with the next wild."""
    packed, units = solver.pack(hand, wild), solver.UNITS[wild]
    points, (least, best) = solver.fewest_packed(packed - units[card]), solver.best_discard(hand, wild)
    if points == least:
        return Reason("why-fc-discard-least", {"card": TEXT[card], "points": points})
    hoped = solver.fewest_packed(packed - units[card] + ONE_WILD)
    if hoped < solver.fewest_packed(packed - units[best] + ONE_WILD):
        return Reason("why-fc-discard-hope", {"card": TEXT[card], "points": points, "hoped": hoped})
    return Reason("why-fc-discard", {"card": TEXT[card], "points": points})
