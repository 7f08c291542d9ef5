"""Options about one seat or side. They are stored with the player, and so follow the player to another seat.

A client sends and reads them like all options: a seat by its number, a handicap as one number for each party. Values
for seats that nobody has taken yet stay in the lobby's options until somebody does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rumpus.contract import handicaps, seat_options, usual
from rumpus.games import GAMES
from rumpus.lobby.settings import Place

Groups = Sequence[Sequence[int]]  # the seats of each party
Places = tuple[Place | None, ...]
replace = msgspec.structs.replace


def without_any(seats: Places) -> Places:
    """The seats without what was set for their players."""
    return tuple(place and replace(place, handicaps={}, chosen=()) for place in seats)


def settle(name: str, options: dict[str, Any], seats: Places, groups: Groups) -> tuple[dict[str, Any], Places]:
    """Move the values about players who are here from the options to their seats."""
    kind = GAMES[name].options_type
    rest, places = dict(options), list(seats)
    plain = msgspec.to_builtins(kind())
    for option in seat_options(kind):
        seat = rest.get(option)
        if isinstance(seat, int) and seat < len(places) and (place := places[seat]) is not None:
            places[seat] = replace(place, chosen=(*place.chosen, option))
            rest[option] = plain[option]
    for option in handicaps(kind):
        values = rest.get(option)
        if values is None or len(values) != len(groups):
            continue
        rest[option] = None
        for seat, value in ((seat, value) for group, value in zip(groups, values, strict=True) for seat in group):
            if (place := places[seat]) is not None:
                places[seat] = replace(place, handicaps={**place.handicaps, option: value})
    return rest, tuple(places)


def chosen_seats(name: str, options: dict[str, Any], seats: Places, number: Callable[[int], int]) -> dict[str, Any]:
    """The options with every seat that they name, as `number` counts the seats."""
    named = {option: seat for seat, place in enumerate(seats) if place for option in place.chosen}
    pending = {option: options[option] for option in seat_options(GAMES[name].options_type)}
    named |= {option: seat for option, seat in pending.items() if isinstance(seat, int)}
    return {**options, **{option: number(seat) for option, seat in named.items()}}


def party_handicaps(name: str, seats: Places, groups: Groups) -> dict[str, list[int]]:
    """The handicaps as one number for each party: the first that differs from the usual one of a player in it."""
    players = sum(place is not None for place in seats)
    found = {}
    for option, mark in handicaps(GAMES[name].options_type).items():
        plain = usual(mark, players)
        own = [[_own(seats[seat], option, plain) for seat in group] for group in groups]
        numbers = [next((value for value in values if value != plain), plain) for values in own]
        if any(value != plain for value in numbers):
            found[option] = numbers
    return found


def _own(place: Place | None, option: str, plain: int) -> int:
    return plain if place is None else place.handicaps.get(option, plain)
