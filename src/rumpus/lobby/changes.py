"""The changes to a lobby that people may ask for. Each returns a new lobby, or raises `Illegal` or `Malformed`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rumpus.contract import seat_options
from rumpus.games import GAMES
from rumpus.lobby import start
from rumpus.lobby.links import LONGEST_LINK, call_link
from rumpus.lobby.lobby import Lobby, plain_options
from rumpus.lobby.names import clean_name
from rumpus.lobby.settings import Declined, Place, Settings

replace = msgspec.structs.replace


def rename(lobby: Lobby, person: int, name: str, avatar: str | None) -> Lobby:
    """A person changes name or avatar before or after a match."""
    lobby.must_be("lobby", "over")
    old = lobby.person(person)
    assert old is not None
    unique = lobby.unlike(clean_name(name), person)
    new = replace(old, name=unique, avatar=lobby.avatar(avatar or old.avatar, person))
    changed = replace(lobby, people=tuple(new if other.id == person else other for other in lobby.people))
    seat = lobby.seat_of(person)
    if seat is None:
        return changed
    return changed.put(seat, replace(lobby.place(seat), name=unique, avatar=new.avatar))


def sit(lobby: Lobby, person: int, wanted: int) -> Lobby:
    """A person takes a free seat."""
    lobby.must_be("lobby")
    if wanted not in lobby.free():
        raise Declined("seat-taken", seat=wanted)
    who = lobby.person(person)
    assert who is not None
    seat = lobby.seat_of(person)
    host = person if lobby.host is None else lobby.host
    if seat is None:
        place = Place(person=person, name=who.name, avatar=who.avatar)
        return replace(lobby, sides=None, host=host).put(wanted, place).settled()
    turners = tuple(wanted if other == seat else other for other in lobby.turners)
    moved = lobby.put(seat, None).put(wanted, replace(lobby.place(seat), ready=False))
    return replace(moved, sides=None, host=host, turners=turners)


def stand(lobby: Lobby, person: int) -> Lobby:
    """A person gives up their seat and watches."""
    lobby.must_be("lobby")
    seat = lobby.seat_of(person)
    if seat is None or not lobby.settings.spectators:
        raise Declined("not-now")
    return replace(lobby.put(seat, None), sides=None).hosted()


def add_bot(lobby: Lobby, person: int, seat: int, level: str) -> Lobby:
    """The host puts a bot on a seat, or changes its level."""
    lobby.must_be("lobby")
    lobby.must_be_host(person)
    place = lobby.seats[seat] if seat < len(lobby.seats) else None
    if place is not None and place.bot is not None:
        return lobby.put(seat, replace(place, bot=level))
    if seat not in lobby.free():
        raise Declined("seat-taken", seat=seat)
    return replace(lobby.put(seat, lobby.bot(seat, level)), sides=None).settled()


def remove_bot(lobby: Lobby, person: int, seat: int) -> Lobby:
    """The host removes a bot."""
    lobby.must_be("lobby")
    lobby.must_be_host(person)
    if lobby.place(seat).bot is None:
        raise Declined("no-bot", seat=seat)
    return replace(lobby.put(seat, None), sides=None)


def remove(lobby: Lobby, person: int, whom: int) -> Lobby:
    """The host removes a person before or after a match."""
    lobby.must_be("lobby", "over")
    lobby.must_be_host(person)
    if whom == person or lobby.person(whom) is None:
        raise Declined("no-person")
    return lobby.without(whom)


def configure(lobby: Lobby, person: int, options: dict[str, Any] | None, settings: Settings | None) -> Lobby:
    """The host changes the game's options and the table's settings."""
    lobby.must_be("lobby")
    lobby.must_be_host(person)
    changed = replace(lobby, settings=settings or lobby.settings)
    if options is None:
        return changed
    checked = plain_options(lobby.game, options)
    for name in seat_options(GAMES[lobby.game].options_type):
        if isinstance(checked[name], int):
            lobby.place(checked[name])  # raises if nobody sits there
    return changed.configured(checked)


def lock(lobby: Lobby, person: int, locked: bool) -> Lobby:
    """The host locks the table, so that nobody new can join or watch, or opens it again."""
    lobby.must_be_host(person)
    if lobby.scripted and not locked:
        raise Declined("scripted")
    return replace(lobby, locked=locked)


def call(lobby: Lobby, person: int, link: str | None) -> Lobby:
    """The host tells everybody where they can talk meanwhile, or (None) takes that away."""
    lobby.must_be_host(person)
    checked = None if link is None else call_link(link)
    if link is not None and checked is None:
        raise Declined("call-link", most=LONGEST_LINK)
    return replace(lobby, call=checked)


def arrange(lobby: Lobby, person: int, sides: tuple[tuple[int, ...], ...] | None) -> Lobby:
    """In a game with sides the host decides who plays together; None leaves it to the rules."""
    lobby.must_be("lobby")
    lobby.must_be_host(person)
    if not GAMES[lobby.game].has_sides:
        raise Declined("no-sides")
    changed = replace(lobby, sides=sides)
    if sides is not None:
        changed.seating()  # raises if the sides do not fit
    return changed


def role(lobby: Lobby, person: int, turner: int, parties: Sequence[Sequence[int]]) -> Lobby:
    """One of two partners chooses which of them has this role in the next round."""
    seat = lobby.seat_of(person)
    side = next((side for side in parties if seat in side), ())
    if len(side) < 2 or turner not in side:
        raise Declined("no-partner")
    return replace(lobby, turners=(*(other for other in lobby.turners if other not in side), turner))


def ready(lobby: Lobby, person: int, is_ready: bool) -> Lobby:
    """A person is ready for the match, or no longer is."""
    lobby.must_be("lobby")
    seat = lobby.seat_of(person)
    if seat is None:
        raise Declined("no-seat")
    return lobby.put(seat, replace(lobby.place(seat), ready=is_ready))


def salt(lobby: Lobby, person: int, commit: str, salt: str) -> Lobby:
    """A person's client adds its salt to the next deals. It may change it until the match begins: it knows no seed."""
    lobby.must_be("lobby")
    if lobby.chain is None or lobby.chain.commit != commit:
        raise Declined("not-now")  # it is for the match before
    people = tuple(replace(other, salt=salt) if other.id == person else other for other in lobby.people)
    return replace(lobby, people=people)


def again(lobby: Lobby, person: int, wanted: bool) -> Lobby:
    """The host wants the same deals again, with the seats turned round, or no longer does."""
    lobby.must_be("lobby")
    lobby.must_be_host(person)
    if wanted and start.turn(lobby) is None:
        raise Declined("no-again")
    return replace(lobby, again=wanted)


def rematch(lobby: Lobby, person: int) -> Lobby:
    """Back to the lobby after a match, with the same people and bots; the seats of those who left become free."""
    lobby.must_be("over")
    if lobby.seat_of(person) is None:
        raise Declined("no-seat")
    staying = [None if place is None or place.gone else place for place in lobby.seats]
    back = {"stand_in": None, "idle": False, "next": None, "since": 0}
    seats = [place and replace(place, ready=place.bot is not None, **back) for place in staying]
    empty = GAMES[lobby.game].seats[-1] - len(seats)
    gone = {place.person for place in lobby.seats if place and place.gone}
    people = tuple(person for person in lobby.people if person.id not in gone)
    again = replace(lobby, stage="lobby", seats=(*seats, *[None] * empty), people=people, stop=(), turners=())
    return replace(again, sides=lobby.sides if all(staying) else None).hosted()
