"""People who are away: how long their seats are kept, and what happens then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.games import GAMES
from rumpus.table import stand_ins

if TYPE_CHECKING:
    from rumpus.table.table import Table

GRACE_S = 45.0  # in a game in turns, how long a player may be disconnected before a stand-in plays
RACE_GRACE_S = 8.0  # the same in a race
NEW_GRACE_S = 60.0  # how long the seat of somebody who has joined is kept until they connect, before the match
OLD_GRACE_S = 600.0  # the same if the table was loaded meanwhile: they may have connected before that
HOST_GRACE_S = 60.0  # how long a host may be disconnected before the match until another player becomes host
WATCH_GRACE_S = 60.0  # how long a spectator may be disconnected before they count as gone
PERSONAL = ("grace", "new", "host")  # timers of a person who is away


def watch(table: Table, now: float) -> None:
    """Start a timer for everybody who is disconnected: when it ends, a stand-in plays, or a spectator is gone."""
    lobby, timers, here = table.lobby, table.timers, table.here
    if timers.still_since is not None or len(here) == len(lobby.people):
        return
    for person in lobby.people:
        if person.id in here or ("grace", person.id) in timers:
            continue
        seat = lobby.seat_of(person.id)
        if lobby.stage == "lobby" and seat is not None:
            if person.new:
                timers.set(("new", person.id), now + (NEW_GRACE_S if person.id > table.loaded else OLD_GRACE_S))
            if person.id == lobby.host and here.intersection(lobby.seated()):
                grace_s = lobby.settings.grace_s
                timers.set(("host", person.id), now + (HOST_GRACE_S if grace_s is None else grace_s))
        elif seat is None:
            timers.set(("grace", person.id), now + WATCH_GRACE_S)
        elif lobby.stage == "match" and lobby.place(seat).stand_in is None:
            grace_s = lobby.settings.grace_s
            if grace_s is None:
                grace_s = RACE_GRACE_S if GAMES[lobby.game].race else GRACE_S
            timers.set(("grace", person.id), now + grace_s)


def over(table: Table, what: str, person: int, now: float) -> None:
    """The timer of somebody who is away has run out."""
    {"grace": _absent, "new": _never_came, "host": _hostless}[what](table, person, now)


def _absent(table: Table, person: int, now: float) -> None:
    lobby = table.lobby
    seat = lobby.seat_of(person)
    if seat is None:
        if lobby.person(person) is not None:
            table.write(now, lobby=lobby.without(person))
    elif lobby.stage == "match" and lobby.place(seat).stand_in is None:
        stand_ins.stand_in(table, seat, now, gone=False)


def _never_came(table: Table, person: int, now: float) -> None:
    """Give up the seat of a person who joined and did not connect."""
    lobby = table.lobby
    newcomer = lobby.person(person)
    if newcomer is not None and newcomer.new and lobby.stage == "lobby":
        table.write(now, lobby=lobby.without_newcomer(newcomer))


def _hostless(table: Table, person: int, now: float) -> None:
    """Pass the host's role on to a player who is here."""
    lobby = table.lobby
    changed = lobby.next_host(tuple(table.here)) if lobby.host == person else lobby
    if lobby.stage == "lobby" and changed != lobby:
        table.write(now, lobby=changed)
