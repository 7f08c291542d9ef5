"""Views of a race, made by hand."""

from __future__ import annotations

from random import Random
from typing import Any

from rumpus.bots.race import Dials
from rumpus.bots.wackee_six import WackeeSixBot
from rumpus.games import game
from rumpus.games.wackee_six.actions import Play
from rumpus.games.wackee_six.view import Pile, Private, Public, SideView, View
from rumpus.games.wig_out import view as wig_out_view


def wig(hand: str, piles: dict[str, int], others: tuple[int, ...] = (7,), deck: int = 30) -> wig_out_view.View:
    """A view of seat 0 in Wig Out!."""
    cards = tuple(hand.split())
    public = wig_out_view.Public(
        phase="play",
        round=1,
        counted=0,
        ties=0,
        dealer=0,
        hands=(len(cards), *others),
        deck=deck,
        piles=piles,
        totals=(0,) * (1 + len(others)),
        sheet=(),
    )
    return wig_out_view.View(seat=0, public=public, private=wig_out_view.Private(hand=cards))


PLAY_R5 = Play(card="r5", from_=0)


def pile(text: str) -> Pile:
    return Pile(colour=text[0], height=int(text[1:]), wild=False)


def side(seats: tuple[int, ...], up: str = "", *, down: int = 6, deck: int = 39, top: str = "") -> SideView:
    row = tuple(up.split())
    return SideView(
        seats=seats,
        turner=seats[0],
        main=seats[-1],
        up=(*row, *[None] * (6 - len(row))),
        down=down,
        deck=deck,
        turned=len(top.split()),
        top=tuple(top.split()),
        played=(),
        passes=0,
    )


def wackee(up: str, piles: str, *, theirs: str = "", top: str = "", deck: int = 30, pair: bool = False) -> View:
    """A view of seat 0: alone, or the one who turns for seat 2."""
    sides = (side((0, 2) if pair else (0,), up, deck=deck, top=top), side((1, 3) if pair else (1,), theirs))
    public = Public(
        phase="play",
        round=1,
        starter=0,
        sides=sides,
        piles=tuple(map(pile, piles.split())),
        caller=None,
        totals=(0, 0),
        sheet=(),
    )
    return View(seat=0, public=public, private=Private(side=0, turns=True, plays_main=not pair))


def chosen(view: View, legal: list[Any], dials: Dials, seed: int = 1) -> Any:
    move = WackeeSixBot(0, game("wackee_six").options, Random(seed), dials).move(lambda: view, legal, 0.0)
    assert move is not None
    return move[0]
