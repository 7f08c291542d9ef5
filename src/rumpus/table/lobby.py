"""Who is at a table and how it is set up: a value, and the changes that people may make to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from rumpus import wire
from rumpus.game import Illegal, Malformed, Seating
from rumpus.games import GAMES, game
from rumpus.games.wackee_six.sides import paired
from rumpus.wire import LobbyView, PersonView, Place, Settings

MOST_SPECTATORS = 30
BOT_NAMES = (
    *("Biscuit", "Comet", "Domino", "Ziggy", "Mango", "Pepper", "Waffle"),
    *("Tango", "Pixel", "Otto", "Luna", "Bandit", "Noodle", "Rosie"),
)
replace = msgspec.structs.replace


class Declined(Illegal):
    """The table says no, though no rule of the game is broken: not the host, not the moment, a seat that is taken."""

    def __init__(self, reason: str, **facts: str | int) -> None:
        super().__init__("", f"table-{reason}", **facts)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who came to the table; the token is kept as its hash, so that a copy of the journal opens no seat."""

    id: int
    name: str
    avatar: str
    token: str


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

    def view(self, code: str) -> LobbyView:
        """What everybody at the table may know of it: no tokens, no scripted deals."""
        return LobbyView(
            code=code,
            game=self.game,
            options=self.options,
            settings=self.settings,
            stage=self.stage,
            seats=self.seats,
            people=tuple(PersonView(id=one.id, name=one.name, avatar=one.avatar) for one in self.people),
            host=self.host,
            paused=self.paused,
            sides=self.sides,
            turners=self.turners,
            match=self.match,
            scripted=bool(self.deals),
            stop=self.stop,
            record=self.record,
        )

    def person(self, number: int) -> Person | None:
        """The person of this number, if they are at the table."""
        return next((one for one in self.people if one.id == number), None)

    def owner(self, token: str) -> Person | None:
        """Whose token this is the hash of."""
        return next((one for one in self.people if one.token == token), None)

    def seat_of(self, person: int) -> int | None:
        """Where a person sits."""
        for at, place in enumerate(self.seats):
            if place is not None and place.person == person:
                return at
        return None

    def place(self, seat: int) -> Place:
        """Who sits on a seat; raises `Declined` for an empty one or one that is not there."""
        place = self.seats[seat] if seat < len(self.seats) else None
        if place is None:
            raise Declined("seat-empty", seat=seat)
        return place

    def free(self) -> list[int]:
        """The empty seats."""
        return [at for at, place in enumerate(self.seats) if place is None]

    def seated(self) -> list[int]:
        """The people who have a seat, in the order of the seats, without those who have left the match."""
        return [place.person for place in self.seats if place and place.person is not None and not place.gone]

    # Who may

    def must_be_host(self, person: int) -> None:
        """Only the host may do this."""
        if person != self.host:
            raise Declined("host-only")

    def must_be(self, *stages: str) -> None:
        """It can be done only at this stage."""
        if self.stage not in stages:
            raise Declined("not-now")

    # Changes

    def put(self, seat: int, place: Place | None) -> Lobby:
        """The same with somebody else, or nobody, on a seat."""
        return replace(self, seats=(*self.seats[:seat], place, *self.seats[seat + 1 :]))

    def has_room(self, *, watch: bool) -> bool:
        """Whether one more can come, to play or to look on."""
        if not watch:
            return self.stage == "lobby" and bool(self.free())
        watching = [one for one in self.people if self.seat_of(one.id) is None]
        return self.settings.spectators and len(watching) < MOST_SPECTATORS

    def join(self, name: str, avatar: str | None, token: str, *, watch: bool) -> Lobby:
        """Somebody comes: to the first free seat, or to look on. The newest person is the one who came."""
        if not self.has_room(watch=watch):
            raise Declined("full")
        number = self.newest + 1
        shown = self._unlike(wire.clean_name(name), number)
        one = Person(id=number, name=shown, avatar=self._avatar(avatar, number), token=token)
        lobby = replace(self, people=(*self.people, one), newest=number)
        if lobby.host is None and not watch:
            lobby = replace(lobby, host=number)
        return lobby if watch else lobby.put(self.free()[0], Place(person=number, name=one.name, avatar=one.avatar))

    def _unlike(self, name: str, number: int) -> str:
        """Two people of one name are told apart by a number."""
        taken = {one.name.casefold() for one in self.people if one.id != number}
        taken |= {place.name.casefold() for place in self.seats if place and place.person != number}
        if name.casefold() not in taken:
            return name
        for count in range(2, 100):
            other = f"{name[: wire.NAME_LENGTH - 3]} {count}"
            if other.casefold() not in taken:
                return other
        raise Declined("name-taken")

    def _avatar(self, avatar: str | None, number: int) -> str:
        if avatar is None:
            return wire.AVATARS[number % len(wire.AVATARS)]
        if avatar not in wire.AVATARS:
            raise Malformed(f"there is no avatar {avatar[:12]!r}; the avatars are {', '.join(wire.AVATARS)}")
        return avatar

    def rename(self, person: int, ask: wire.Rename) -> Lobby:
        """Another name or avatar, before the start."""
        self.must_be("lobby", "over")
        old = self.person(person)
        assert old is not None
        name = self._unlike(wire.clean_name(ask.name), person)
        one = replace(old, name=name, avatar=self._avatar(ask.avatar or old.avatar, person))
        lobby = replace(self, people=tuple(one if other.id == person else other for other in self.people))
        seat = self.seat_of(person)
        return lobby if seat is None else lobby.put(seat, replace(self.place(seat), name=name, avatar=one.avatar))

    def sit(self, person: int, ask: wire.Sit) -> Lobby:
        """A person takes a free seat."""
        self.must_be("lobby")
        if ask.seat not in self.free():
            raise Declined("seat-taken", seat=ask.seat)
        one = self.person(person)
        assert one is not None
        seat = self.seat_of(person)
        lobby = self if seat is None else self.put(seat, None)
        lobby = replace(lobby, sides=None, host=person if lobby.host is None else lobby.host)
        return lobby.put(ask.seat, Place(person=person, name=one.name, avatar=one.avatar))

    def stand(self, person: int, ask: wire.Stand) -> Lobby:
        """A person gives the seat up and looks on."""
        self.must_be("lobby")
        seat = self.seat_of(person)
        if seat is None or not self.settings.spectators:
            raise Declined("not-now")
        return replace(self.put(seat, None), sides=None).hosted()

    def add_bot(self, person: int, ask: wire.AddBot) -> Lobby:
        """The host puts a bot on a seat, or changes its level."""
        self.must_be("lobby")
        self.must_be_host(person)
        place = self.seats[ask.seat] if ask.seat < len(self.seats) else None
        if place is not None and place.bot is not None:
            return self.put(ask.seat, replace(place, bot=ask.level))
        if ask.seat not in self.free():
            raise Declined("seat-taken", seat=ask.seat)
        return replace(self.put(ask.seat, self.bot(ask.seat, ask.level)), sides=None)

    def bot(self, seat: int, level: str) -> Place:
        """A bot for a seat, with a name that nobody else has."""
        name = self._unlike(BOT_NAMES[seat % len(BOT_NAMES)], -1)
        return Place(bot=level, name=name, avatar=wire.AVATARS[-1 - seat % len(wire.AVATARS)], ready=True)

    def remove_bot(self, person: int, ask: wire.RemoveBot) -> Lobby:
        """The host takes a bot away."""
        self.must_be("lobby")
        self.must_be_host(person)
        if self.place(ask.seat).bot is None:
            raise Declined("no-bot", seat=ask.seat)
        return replace(self.put(ask.seat, None), sides=None)

    def remove(self, person: int, ask: wire.Remove) -> Lobby:
        """The host removes a person before the start."""
        self.must_be("lobby", "over")
        self.must_be_host(person)
        if ask.person == person or self.person(ask.person) is None:
            raise Declined("no-person")
        return self.without(ask.person)

    def without(self, person: int) -> Lobby:
        """A person is gone for good; when it was the host, the next person is."""
        seat = self.seat_of(person)
        lobby = replace(
            self,
            people=tuple(one for one in self.people if one.id != person),
            stop=tuple(one for one in self.stop if one != person),
        )
        if seat is not None:
            lobby = replace(lobby.put(seat, None), sides=None)
        return lobby.hosted()

    def hosted(self) -> Lobby:
        """The host, if there still is one, else the next person."""
        return self if self.host in self.seated() else self.next_host()

    def next_host(self, here: Sequence[int] = ()) -> Lobby:
        """The next person along the seats is host: one who is here, if there is one."""
        others = [one for one in self.seated() if one != self.host]
        present = [one for one in others if one in here]
        stays = self.host if self.host in self.seated() else None
        return replace(self, host=next(iter(present or ([] if here else others)), stays))

    def configure(self, person: int, ask: wire.Configure) -> Lobby:
        """The host sets options and how the table is run."""
        self.must_be("lobby")
        self.must_be_host(person)
        options = self.options if ask.options is None else plain_options(self.game, ask.options)
        return replace(self, options=options, settings=ask.settings or self.settings)

    def arrange(self, person: int, ask: wire.Arrange) -> Lobby:
        """Wackee Six: the host says who plays together."""
        self.must_be("lobby")
        self.must_be_host(person)
        if self.game != "wackee_six":
            raise Declined("no-sides")
        lobby = replace(self, sides=ask.sides)
        if ask.sides is not None:
            lobby.seating()  # refuses sides that do not fit
        return lobby

    def role(self, person: int, ask: wire.Role, sides: Sequence[Sequence[int]]) -> Lobby:
        """Wackee Six: one of a pair says who turns the hand deck in the next round."""
        seat = self.seat_of(person)
        side = next((side for side in sides if seat in side), ())
        if len(side) < 2 or ask.turner not in side:
            raise Declined("no-partner")
        return replace(self, turners=(*(one for one in self.turners if one not in side), ask.turner))

    def ready(self, person: int, ask: wire.Ready) -> Lobby:
        """A person is ready for the match, or not any more."""
        self.must_be("lobby")
        seat = self.seat_of(person)
        if seat is None:
            raise Declined("no-seat")
        return self.put(seat, replace(self.place(seat), ready=ask.ready))

    def rematch(self, person: int, ask: wire.Rematch) -> Lobby:
        """After a match: the same people and bots, and a lobby again; who has left makes room."""
        self.must_be("over")
        if self.seat_of(person) is None:
            raise Declined("no-seat")
        kept = [None if place is None or place.gone else place for place in self.seats]
        seats = [place and replace(place, ready=place.bot is not None, stand_in=None) for place in kept]
        empty = GAMES[self.game].seats[-1] - len(seats)
        gone = {place.person for place in self.seats if place and place.gone}
        people = tuple(one for one in self.people if one.id not in gone)
        lobby = replace(self, stage="lobby", seats=(*seats, *[None] * empty), people=people, stop=(), turners=())
        return replace(lobby, sides=self.sides if all(kept) else None).hosted()

    # The start

    def taken(self) -> list[int]:
        """The seats that are taken; in the match they are numbered 0, 1, 2 …"""
        return [at for at, place in enumerate(self.seats) if place is not None]

    def seating(self) -> Seating:
        """Who sits down when the match begins; raises `Illegal` where the rules do not know such a table."""
        taken = self.taken()
        number = {seat: at for at, seat in enumerate(taken)}
        host = None if self.host is None else self.seat_of(self.host)
        sides = None
        if self.sides is not None:
            if not all(seat in number for side in self.sides for seat in side):
                raise Illegal("WS-02", "ws-sides")
            sides = tuple(sorted(tuple(sorted(number[seat] for seat in side)) for side in self.sides))
        seating = Seating(players=len(taken), host=0 if host is None else number[host], sides=sides)
        game(self.game, self.options).new(seating)
        return seating

    def pairs(self) -> Sequence[Sequence[int]]:
        """Wackee Six: who would play together now; empty while the rules do not know such a table."""
        if self.game != "wackee_six" or not paired(len(self.taken()), bool(self.options.get("partners"))):
            return ()
        try:
            state: Any = game(self.game, self.options).new(self.seating())
        except (Illegal, Malformed):
            return ()
        taken = self.taken()
        return [[taken[seat] for seat in side] for side in state.sides]

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


def opened(ask: wire.OpenTable, token: str) -> Lobby:
    """A new table with its host, and bots if wanted."""
    options = plain_options(ask.game, ask.options)
    rules = GAMES[ask.game]
    deals = tuple(_deal(rules, raw) for raw in ask.deals)
    seats = (None,) * rules.seats[-1]
    if len(ask.bots) >= len(seats):
        raise Declined("full")
    lobby = Lobby(game=ask.game, options=options, settings=ask.settings, seats=seats, deals=deals)
    lobby = lobby.join(ask.name, ask.avatar, token, watch=False)
    for level in ask.bots:
        seat = lobby.free()[0]
        lobby = lobby.put(seat, lobby.bot(seat, level))
    return lobby


def _deal(rules: Any, raw: msgspec.Raw) -> dict[str, Any]:
    """A scripted deal, which must at least be one."""
    try:
        deal = msgspec.json.decode(raw, type=rules.action_type)
    except msgspec.DecodeError as error:
        raise Malformed(f"this is no deal of {rules.title}: {error}") from None
    if deal.__struct_config__.tag != "deal":
        raise Malformed("a scripted deck is a list of deals, as a record writes them")
    plain: dict[str, Any] = msgspec.to_builtins(deal)
    return plain


CHANGES: dict[type, Callable[[Lobby, int, Any], Lobby]] = {
    wire.Sit: Lobby.sit,
    wire.Stand: Lobby.stand,
    wire.AddBot: Lobby.add_bot,
    wire.RemoveBot: Lobby.remove_bot,
    wire.Remove: Lobby.remove,
    wire.Rename: Lobby.rename,
    wire.Configure: Lobby.configure,
    wire.Arrange: Lobby.arrange,
    wire.Rematch: Lobby.rematch,
}
