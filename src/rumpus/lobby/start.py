"""The start of a match: with new deals, or with those of the last match again, with everybody on another seat."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.contract import Illegal, Malformed, Seating
from rumpus.fair import Again
from rumpus.games import game
from rumpus.lobby.lobby import Lobby, plain_options
from rumpus.lobby.settings import Dealt

replace = msgspec.structs.replace


def turn(lobby: Lobby) -> int | None:
    """By how many seats everybody would move on to play the last match's deals again; None if that cannot be.

    The seats, the options and the sides must be the same; partners stay together.
    """
    last = lobby.dealt
    personal = any(place and (place.handicaps or place.chosen) for place in lobby.seats)  # they move with a player
    if last is None or personal or len(lobby.taken()) != last.seating.players or not _is_as_before(lobby, last):
        return None
    state = game(lobby.game, last.options).new(last.seating)
    players, parties = last.seating.players, set(map(frozenset, state.parties()))
    for turn in range(1, players):
        if {frozenset((seat + turn) % players for seat in party) for party in parties} == parties:
            return turn
    return None


def _is_as_before(lobby: Lobby, last: Dealt) -> bool:
    """Whether a match would begin with the options and the sides of the last one, so that the rules allow it too."""
    if lobby.arranged().sides != last.seating.sides:
        return False
    try:
        options = lobby.match_options()
        options["first_dealer"] = last.options["first_dealer"]  # whoever dealt then deals again
        # One of them may be from a version with fewer options
        return options == last.options or plain_options(lobby.game, options) == plain_options(lobby.game, last.options)
    except (Illegal, Malformed):
        return False


def beginning(lobby: Lobby) -> tuple[Seating, dict[str, Any]]:
    """The seating and the options of the match that begins now: the last match's, where its deals are dealt again.

    Whether the rules allow them is not checked.
    """
    if lobby.again and lobby.dealt is not None and turn(lobby) is not None:
        return lobby.dealt.seating, lobby.dealt.options
    return lobby.arranged(), lobby.match_options()


def begun(lobby: Lobby, seating: Seating) -> Lobby:
    """This lobby as the match begins: empty seats are dropped, and nobody is ready for the next round yet."""
    further = (turn(lobby) if lobby.again else None) or 0
    taken = lobby.taken()
    taken = taken[-further:] + taken[:-further] if further else taken
    seats = tuple(replace(lobby.place(seat), ready=False) for seat in taken)
    turners = tuple(taken.index(seat) for seat in lobby.turners if seat in taken)
    chain = lobby.chain
    if further:
        assert lobby.dealt is not None
        again = Again(deals=lobby.dealt.deals, next=lobby.dealt.next, turn=further)
        chain = replace(lobby.dealt.chain, again=again)
    elif chain is not None and chain.shared is None:
        chain = replace(chain, salts=tuple(lobby.salt_of(place) for place in seats))
    begun = replace(lobby, stage="match", seats=seats, sides=seating.sides, turners=turners, record=None)
    return replace(begun, match=lobby.match + 1, chain=chain, dealt=None, again=False)
