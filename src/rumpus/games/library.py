"""The part of `import rumpus` about games: the rules of each with precise types, and the meld solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, overload

from rumpus.contract import Game
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.hands import SolvedHand, melds
from rumpus.games.registry import game
from rumpus.games.wackee_six.game import WackeeSix
from rumpus.games.wig_out.game import WigOut

__all__ = ["SolvedHand", "load_game", "melds"]


@overload
def load_game(name: Literal["five_crowns"], options: Mapping[str, object] | None = None) -> FiveCrowns: ...
@overload
def load_game(name: Literal["wackee_six"], options: Mapping[str, object] | None = None) -> WackeeSix: ...
@overload
def load_game(name: Literal["wig_out"], options: Mapping[str, object] | None = None) -> WigOut: ...
@overload
def load_game(name: str, options: Mapping[str, object] | None = None) -> Game: ...
def load_game(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The rules of a game with these options; an option that is not given has its default.

    Raises `Malformed` for a game or an option that does not exist, with a sentence that lists those that do.

    Examples:
        >>> import rumpus
        >>> rules = rumpus.load_game("five_crowns", {"rounds": 3})
        >>> state = rules.new(3)
        >>> _ = state.apply(None, state.owed(rumpus.Shuffle(7)))  # the house deals
        >>> print(state)
        Five Crowns: round 1, play
          wild     3 and **
          draw     106 cards
          discard  6h  1 card
          seat 0   3h Th **  0 points
        > seat 1   Jt Qt 6d  0 points, to take
          seat 2   4t Tc 6s  0 points
        >>> seat = state.to_act()[0]
        >>> take = state.legal(seat)[0]
        >>> take
        Take(from_='draw', card=None)
        >>> _ = state.apply(seat, take)
        >>> len(state.view(seat).private.hand)
        4

        An action that breaks a rule is refused with its clause, and the state does not change:

        >>> try:
        ...     state.apply(seat, take)
        ... except rumpus.Illegal as refusal:
        ...     refusal.clause, refusal.reason
        ('FC-07', 'fc-taken')
    """
    return game(name, options)
