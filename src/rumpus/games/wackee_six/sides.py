"""Who plays together in Wackee Six (WS-02) and who does what (WS-16)."""

from __future__ import annotations

import msgspec

from rumpus.contract import Illegal, Seating
from rumpus.games.wackee_six.actions import Side

Sides = tuple[tuple[int, ...], ...]


def paired(players: int, partners: bool) -> bool:
    """WS-02: partnerships from 7 players on, with the option from 4."""
    return players > 6 or partners


def arrange(seating: Seating, partners: bool, alone: int | None) -> Sides:
    """The sides of a match, lowest seat first; as the table arranged them, if it did."""
    players = seating.players
    if partners and players < 4:
        raise Illegal("WS-02", "ws-partners-four", players=players)
    if alone is not None and not 0 <= alone < players:
        raise Illegal("WS-02", "ws-alone-seat", seat=alone, last=players - 1)
    if seating.sides is not None:
        check(seating.sides, players, partners, alone)
        return seating.sides
    if not paired(players, partners):
        return tuple((seat,) for seat in range(players))
    lone = () if players % 2 == 0 else (seating.host if alone is None else alone,)
    rest = [seat for seat in range(players) if seat not in lone]
    pairs = len(rest) // 2
    # partners sit opposite each other, the lone seat taken out
    together: list[tuple[int, ...]] = [(rest[i], rest[i + pairs]) for i in range(pairs)]
    return tuple(sorted([*together, *[(seat,) for seat in lone]]))


def check(sides: Sides, players: int, partners: bool, alone: int | None) -> None:
    """Refuse an arrangement that is not a partition of the seats into sides of the right size."""
    seats = sorted(seat for side in sides for seat in side)
    sizes = sorted(map(len, sides))
    expected = [1] * (players % 2) + [2] * (players // 2) if paired(players, partners) else [1] * players
    lone = [side[0] for side in sides if len(side) == 1]
    odd = paired(players, partners) and players % 2 == 1
    if seats != list(range(players)) or sizes != expected or (odd and alone not in (None, lone[0])):
        raise Illegal("WS-02", "ws-sides")


def first_roles(side: tuple[int, ...]) -> tuple[int, int]:
    """WS-16: who turns and who plays the main cards in round one, unless chosen: the lower seat turns."""
    return min(side), max(side)


def with_roles(side: Side, chosen: tuple[int, ...]) -> Side:
    """WS-16: one of a pair has chosen to turn the hand deck; then the other plays the main cards."""
    turner = next((seat for seat in side.seats if seat in chosen), None)
    if turner is None or len(side.seats) < 2:
        return side
    main = next(seat for seat in side.seats if seat != turner)
    return msgspec.structs.replace(side, turner=turner, main=main)
