"""Who plays a seat during a match: a stand-in for somebody who is away, has left or is idle, and who takes it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rumpus.contract import Event
from rumpus.lines import Sits
from rumpus.lobby import Lobby, Place, late
from rumpus.table.news import Asked

if TYPE_CHECKING:
    from rumpus.table.table import Table

replace = msgspec.structs.replace


def hand_back(table: Table, seat: int, now: float, asked: Asked | None = None) -> None:
    """Give a seat back to its person at once."""
    place, match = table.lobby.place(seat), table.match
    assert match is not None
    match.take_bot(seat)
    lobby = table.lobby.put(seat, replace(place, stand_in=None, gone=False, idle=False, next=None))
    lobby = replace(lobby, host=place.person if lobby.host is None else lobby.host)
    plays = table.lobby.stage == "match"  # otherwise the match is over, and only the lobby changes
    lines: list[Event] | None = [(None, _sits(table.lobby, seat, place))] if plays else None
    table.write(now, lobby=lobby, lines=lines, asked=asked)


def wake(table: Table, person: int, now: float, asked: Asked | None = None) -> None:
    """T-07: this person is not idle; a stand-in who played because of that hands the seat back."""
    seat = table.lobby.seat_of(person)
    if seat is not None:
        table.flow.patience.idle.acted(seat, now)
        if table.lobby.place(seat).idle:
            hand_back(table, seat, now, asked)


def stand_in(
    table: Table, seat: int, now: float, *, gone: bool, idle: bool = False, asked: Asked | None = None
) -> None:
    """Let a bot play the seat of a person who is away (T-02), who has left (`gone`), or who is `idle` (T-07)."""
    place = table.lobby.place(seat)
    level = table.lobby.settings.stand_in
    lobby = table.lobby.put(seat, replace(place, stand_in=level, gone=gone, idle=idle))
    if lobby.host == place.person:
        lobby = lobby.next_host(() if gone else _awake(table, lobby))
    lines: list[Event] = [] if place.stand_in else [(None, Sits(seat=seat, name=place.name, bot=level))]
    table.write(now, lobby=lobby, lines=lines, asked=asked)
    if table.match is not None and seat not in table.match.bots:
        table.match.put_bot(seat, level)


def _awake(table: Table, lobby: Lobby) -> tuple[int, ...]:
    """The people who are here and play themselves, or else all who are here."""
    idle = {place.person for place in lobby.seats if place is not None and place.idle}
    return tuple(table.here - idle) or tuple(table.here)


def take_over(table: Table, seat: int, now: float) -> None:
    """The person who reserved this seat plays it from now on; the bot on it stops at once."""
    assert table.match is not None
    lobby = late.take_over(table.lobby, seat, table.match.state.round, len(table.match.history))
    table.match.take_bot(seat)
    table.write(now, lobby=lobby, lines=[(None, _sits(table.lobby, seat, lobby.place(seat)))])


def _sits(lobby: Lobby, seat: int, place: Place) -> Sits:
    return Sits(seat=seat, name=place.name, program=lobby.is_program(place))
