"""Who is at a table and how it is set up: a value, kept whole in the journal with every change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from rumpus.contract import Illegal, Malformed, Seating
from rumpus.games import GAMES, game
from rumpus.lobby.names import AVATARS, BOT_NAMES, NAME_LENGTH, clean_name
from rumpus.lobby.settings import Declined, Person, Place, Settings

MOST_SPECTATORS = 30
replace = msgspec.structs.replace


class Lobby(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything about a table but the match itself. Small, so every change writes it whole into the journal."""

    game: str
    options: dict[str, Any]
    settings: Settings
    seats: tuple[Place | None, ...]
    people: tuple[Person, ...] = ()
    host: int | None = None
    stage: Literal["lobby", "match", "over"] = "lobby"
    paused: bool = False
    sides: tuple[tuple[int, ...], ...] | None = None
    turners: tuple[int, ...] = ()
    match: int = 0
    newest: int = 0  # the number of the person who came last
    deals: tuple[dict[str, Any], ...] = ()
    stop: tuple[int, ...] = ()
    record: str | None = None

    # Looking

    def person(self, number: int) -> Person | None:
        """The person of this number, if they are at the table."""
        return next((person for person in self.people if person.id == number), None)

    def owner(self, token: str) -> Person | None:
        """Whose token this is the hash of."""
        return next((person for person in self.people if person.token == token), None)

    def seat_of(self, person: int) -> int | None:
        """Where a person sits."""
        for seat, place in enumerate(self.seats):
            if place is not None and place.person == person:
                return seat
        return None

    def place(self, seat: int) -> Place:
        """Who sits on a seat; raises `Declined` for an empty one or one that is not there."""
        place = self.seats[seat] if seat < len(self.seats) else None
        if place is None:
            raise Declined("seat-empty", seat=seat)
        return place

    def free(self) -> list[int]:
        """The empty seats."""
        return [seat for seat, place in enumerate(self.seats) if place is None]

    def taken(self) -> list[int]:
        """The seats that are taken; in the match they are numbered 0, 1, 2 …"""
        return [seat for seat, place in enumerate(self.seats) if place is not None]

    def seated(self) -> list[int]:
        """The people who have a seat, in the order of the seats, without those who have left the match."""
        return [place.person for place in self.seats if place and place.person is not None and not place.gone]

    def has_room(self, *, watch: bool) -> bool:
        """Whether one more can come, to play or to watch."""
        if not watch:
            return self.stage == "lobby" and bool(self.free())
        watching = [person for person in self.people if self.seat_of(person.id) is None]
        return self.settings.spectators and len(watching) < MOST_SPECTATORS

    # Who may

    def must_be_host(self, person: int) -> None:
        """Only the host may do this."""
        if person != self.host:
            raise Declined("host-only")

    def must_be(self, *stages: str) -> None:
        """It can be done only at this stage."""
        if self.stage not in stages:
            raise Declined("not-now")

    # People and seats

    def put(self, seat: int, place: Place | None) -> Lobby:
        """The same with somebody else, or nobody, on a seat."""
        return replace(self, seats=(*self.seats[:seat], place, *self.seats[seat + 1 :]))

    def join(self, name: str, avatar: str | None, token: str, *, watch: bool) -> Lobby:
        """Somebody comes, with the hash of a token: to the first free seat, or to watch. `newest` is who came."""
        if not self.has_room(watch=watch):
            raise Declined("full")
        number = self.newest + 1
        shown = self.unlike(clean_name(name), number)
        person = Person(id=number, name=shown, avatar=self.avatar(avatar, number), token=token)
        lobby = replace(self, people=(*self.people, person), newest=number)
        if lobby.host is None and not watch:
            lobby = replace(lobby, host=number)
        seat = Place(person=number, name=person.name, avatar=person.avatar)
        return lobby if watch else lobby.put(self.free()[0], seat)

    def unlike(self, name: str, number: int) -> str:
        """The name, with a number behind it if somebody else at the table is called so."""
        taken = {person.name.casefold() for person in self.people if person.id != number}
        taken |= {place.name.casefold() for place in self.seats if place and place.person != number}
        if name.casefold() not in taken:
            return name
        for count in range(2, 100):
            other = f"{name[: NAME_LENGTH - 3]} {count}"
            if other.casefold() not in taken:
                return other
        raise Declined("name-taken")

    def avatar(self, avatar: str | None, number: int) -> str:
        """The avatar that was asked for, or one for this number."""
        if avatar is None:
            return AVATARS[number % len(AVATARS)]
        if avatar not in AVATARS:
            raise Malformed(f"there is no avatar {avatar[:12]!r}; the avatars are {', '.join(AVATARS)}")
        return avatar

    def bot(self, seat: int, level: str) -> Place:
        """A bot for a seat, with a name that nobody else has."""
        name = self.unlike(BOT_NAMES[seat % len(BOT_NAMES)], -1)
        return Place(bot=level, name=name, avatar=AVATARS[-1 - seat % len(AVATARS)], ready=True)

    def without(self, person: int) -> Lobby:
        """A person is gone for good; when it was the host, the next person is."""
        seat = self.seat_of(person)
        lobby = replace(
            self,
            people=tuple(other for other in self.people if other.id != person),
            stop=tuple(other for other in self.stop if other != person),
        )
        if seat is not None:
            lobby = replace(lobby.put(seat, None), sides=None)
        return lobby.hosted()

    def hosted(self) -> Lobby:
        """The host, if there still is one, else the next person."""
        return self if self.host in self.seated() else self.next_host()

    def next_host(self, here: Sequence[int] = ()) -> Lobby:
        """The next person along the seats is host: one who is here, if there is one."""
        others = [person for person in self.seated() if person != self.host]
        present = [person for person in others if person in here]
        stays = self.host if self.host in self.seated() else None
        return replace(self, host=next(iter(present or ([] if here else others)), stays))

    # The start

    def seating(self) -> Seating:
        """Who sits down when the match begins; raises `Illegal` where the rules do not know such a table."""
        taken = self.taken()
        number = {seat: at for at, seat in enumerate(taken)}
        host = None if self.host is None else self.seat_of(self.host)
        sides = None
        if self.sides is not None:  # -1 for an empty seat, which no rules take
            sides = tuple(sorted(tuple(sorted(number.get(seat, -1) for seat in side)) for side in self.sides))
        seating = Seating(players=len(taken), host=0 if host is None else number[host], sides=sides)
        game(self.game, self.options).new(seating)
        return seating

    def parties(self) -> Sequence[Sequence[int]]:
        """Who would score together now, by the seats of the lobby; empty while the rules do not know such a table."""
        try:
            state = game(self.game, self.options).new(self.seating())
        except (Illegal, Malformed):
            return ()
        taken = self.taken()
        return [[taken[seat] for seat in party] for party in state.parties()]

    def begun(self, seating: Seating) -> Lobby:
        """The match is on: seats close up, nobody is ready yet for the next round."""
        taken = self.taken()
        seats = tuple(replace(self.place(seat), ready=False) for seat in taken)
        turners = tuple(taken.index(seat) for seat in self.turners if seat in taken)
        return replace(
            self, stage="match", seats=seats, sides=seating.sides, turners=turners, match=self.match + 1, record=None
        )


def plain_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """All options of a game, checked, defaults too."""
    checked: dict[str, Any] = msgspec.to_builtins(game(name, options).options)
    return checked


def opened(
    name: str,
    options: dict[str, Any],
    settings: Settings,
    host: tuple[str, str | None],
    token: str,
    bots: Sequence[str] = (),
    deals: Sequence[msgspec.Raw] = (),
) -> Lobby:
    """A new table of this game with its host (a name and an avatar), and bots if wanted."""
    checked = plain_options(name, options)
    scripted = tuple(_scripted_deal(name, raw) for raw in deals)
    seats = (None,) * GAMES[name].seats[-1]
    if len(bots) >= len(seats):
        raise Declined("full")
    lobby = Lobby(game=name, options=checked, settings=settings, seats=seats, deals=scripted)
    lobby = lobby.join(*host, token, watch=False)
    for level in bots:
        seat = lobby.free()[0]
        lobby = lobby.put(seat, lobby.bot(seat, level))
    return lobby


def _scripted_deal(name: str, raw: msgspec.Raw) -> dict[str, Any]:
    """A scripted deal, which must at least be one."""
    rules = GAMES[name]
    try:
        deal = msgspec.json.decode(raw, type=rules.action_type)
    except msgspec.DecodeError as error:
        raise Malformed(f"this is no deal of {rules.title}: {error}") from None
    if not deal.deals:
        raise Malformed("a scripted deck is a list of deals, as a record writes them")
    plain: dict[str, Any] = msgspec.to_builtins(deal)
    return plain
