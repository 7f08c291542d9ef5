"""Why a move of Wackee Six is good, from a seat's own view."""

from __future__ import annotations

from typing import Any

from rumpus.contract import Reason, Shout
from rumpus.games.wackee_six.actions import Play, Recycle, Turn
from rumpus.games.wackee_six.cards import HIGHEST
from rumpus.games.wackee_six.view import SideView, View


def reason(view: View, action: Any) -> Reason | None:
    """The strongest reason for a legal action."""
    match action:
        case Shout():
            return Reason("why-ws-shout")
        case Turn():
            return _turn(view)
        case Recycle():
            return Reason("why-ws-recycle")
        case Play():
            return _play(view, action)
    return None


def _mine(view: View) -> SideView:
    assert view.private is not None
    return view.public.sides[view.private.side]


def _own(view: View) -> list[str]:
    """The cards that this seat could play if they fitted: its half of the side's."""
    assert view.private is not None
    mine = _mine(view)
    row = [card for card in mine.up if card is not None] if view.private.plays_main else []
    return row + list(mine.top[-1:]) if view.private.turns else row


def _turn(view: View) -> Reason | None:
    growing = {f"{pile.colour}{pile.height + 1}" for pile in view.public.piles if pile.height < HIGHEST}
    own = _own(view)
    if any(card in growing or card[1:] == "1" for card in own):
        return None
    if growing and "w" in own:
        return Reason("why-ws-keep-wild")
    return Reason("why-ws-turn")


def _play(view: View, play: Play) -> Reason:
    mine, main = _mine(view), play.from_ != "deck"
    meant = play.card if play.as_ is None else play.as_
    number = int(meant[1:])
    if main and sum(card is not None for card in mine.up) + mine.down == 1:
        return Reason("why-ws-last")
    follows = f"{meant[0]}{number + 1}"
    if follows in _left(view, mine, play):
        return Reason("why-ws-next", {"card": meant, "next": follows, "wild": _yes(play.card == "w")})
    if play.card == "w":
        return Reason("why-ws-wild", {"card": meant, "main": _yes(main)})
    if number == 1:
        return Reason("why-ws-one", {"main": _yes(main)})
    if number == HIGHEST:
        return Reason("why-ws-finish", {"card": meant, "main": _yes(main)})
    return Reason("why-ws-fits", {"card": meant, "main": _yes(main)})


def _left(view: View, mine: SideView, play: Play) -> set[str]:
    """The cards of its own that this seat could play after this one."""
    assert view.private is not None
    left: set[str] = set()
    if view.private.plays_main:
        left |= {card for place, card in enumerate(mine.up) if card is not None and place != play.from_}
    if view.private.turns:
        left |= set(mine.top[-2:-1] if play.from_ == "deck" else mine.top[-1:])
    return left


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
