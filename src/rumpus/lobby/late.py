"""People who arrive during a match: they take over the seat of a bot, or of somebody who has left (T-02).

A seat is reserved first. It changes hands between two rounds; that of somebody who has left at once, because nobody
plays it. Whoever is only disconnected keeps their seat.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rumpus.lobby.lobby import Lobby
from rumpus.lobby.settings import Declined, Place

replace = msgspec.structs.replace


def reserve(lobby: Lobby, person: int, seat: int | None) -> Lobby:
    """A person without a seat wants this one, or (None) no longer any."""
    lobby.must_be("match")
    if not lobby.settings.late:
        raise Declined("no-late")
    if lobby.seat_of(person) is not None:
        raise Declined("has-seat")
    free = lobby.without_reservation(person)
    if seat is None:
        return free
    if seat not in free.open_seats():
        raise Declined("seat-taken", seat=seat)
    return free.put(seat, replace(free.place(seat), next=person))


def may_sit(lobby: Lobby, place: Place, here: Collection[int], *, between: bool, number: int) -> bool:
    """Whether the person who reserved a seat takes it over now: `between` two rounds, or in round `number`."""
    who = None if place.next is None or place.next not in here else lobby.person(place.next)
    if who is None:
        return False
    # Whoever has seen the cards of another seat in this round waits for the next
    return (between and place.bot is not None) or (place.gone and (between or who.sat != (lobby.match, number)))


def take_over(lobby: Lobby, seat: int, number: int, since: int) -> Lobby:
    """The person who reserved the seat has it from now on; `number` is the round."""
    place = lobby.place(seat)
    who = None if place.next is None else lobby.person(place.next)
    assert who is not None
    people = tuple(
        replace(person, sat=(lobby.match, number)) if person.id == place.person else person for person in lobby.people
    )
    mine = replace(place, person=who.id, name=who.name, avatar=who.avatar, bot=None, stand_in=None, gone=False)
    taken = replace(lobby, people=people, host=who.id if lobby.host is None else lobby.host)
    return taken.put(seat, replace(mine, ready=False, next=None, since=since))
