"""The lobby of a table: who is there and how it is set up, as an immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from rumpus.contract import Illegal, Malformed, Seating, handicaps
from rumpus.fair import Chain
from rumpus.games import GAMES, game
from rumpus.lobby import per_seat
from rumpus.lobby.letters import looks
from rumpus.lobby.names import AVATARS, BOT_NAMES, NAME_LENGTH, clean_name, shortened
from rumpus.lobby.settings import Challenge, Dealt, Declined, Membership, Person, Place, PlayOff, Settings

MOST_SPECTATORS = 30
MOST_LAPSED = 12  # people whose seat lapsed and who are still told so
LAPSED_DIGITS = 16  # of the hash of their token
replace = msgspec.structs.replace


class Lobby(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """Everything about a table except the match itself. It is small, so every change writes it whole to the journal."""

    game: str
    options: dict[str, Any]
    settings: Settings
    seats: tuple[Place | None, ...]
    people: tuple[Person, ...] = ()
    host: int | None = None
    stage: Literal["lobby", "match", "over"] = "lobby"
    paused: bool = False
    sides: tuple[tuple[int, ...], ...] | None = None  # seats that play together, if the host arranged it
    turners: tuple[int, ...] = ()  # seats that turn the hand deck in the next round, where partners chose that
    match: int = 0  # how many matches have begun here
    newest: int = 0  # the number of the person who joined last
    scripted: bool = False  # the table was opened with scripted deals; they are written apart (`table/entries.py`)
    locked: bool = False  # nobody new can join or watch
    call: str | None = None  # the link of a call that people talk in meanwhile (`links.py`)
    stop: tuple[int, ...] = ()  # people who agree to stop (T-04)
    play_off: PlayOff | None = None  # while those who tied decide whether to play on (`Rounds.undecided`)
    record: str | None = None  # the name of the last finished match's record
    chain: Chain | None = None  # the chance of the next match, or of the one under way; None if it is scripted
    dealt: Dealt | None = None  # how the last match was dealt, if that can be done again
    again: bool = False  # the host wants the last match's deals again, if that is still possible
    circle: str | None = None  # in whose book the results are written
    league: tuple[str, int] | None = None  # the table of its league that the first match is played for
    challenge: Challenge | None = None  # which this table is an entry to: then all of it is fixed (`challenge.py`)
    entry: str | None = None  # and the hash of the device that plays it, which nobody is told
    lapsed: tuple[str, ...] = ()  # the tokens, as short hashes, of people who joined and never connected; newest last

    # Queries

    def person(self, number: int) -> Person | None:
        """The person with this number, if they are at the table."""
        return next((person for person in self.people if person.id == number), None)

    def owner(self, token: str) -> Person | None:
        """The person whose token has this hash."""
        return next((person for person in self.people if person.token == token), None)

    def is_program(self, place: Place) -> bool:
        """Whether whoever sits there says that it is a program, and not one of the table's own bots."""
        person = None if place.person is None else self.person(place.person)
        return person is not None and person.program

    @cached_property
    def seat_by_person(self) -> dict[int, int]:
        """The seat of each seated person; computed once for each change of the lobby, and not saved."""
        taken = [(place.person, seat) for seat, place in enumerate(self.seats) if place is not None]
        return {person: seat for person, seat in taken if person is not None}

    def seat_of(self, person: int) -> int | None:
        """The seat of a person, if they have one."""
        return self.seat_by_person.get(person)

    def place(self, seat: int) -> Place:
        """Who sits on a seat; raises `Declined` if it is empty or does not exist."""
        place = self.seats[seat] if seat < len(self.seats) else None
        if place is None:
            raise Declined("seat-empty", seat=seat)
        return place

    def free(self) -> list[int]:
        return [seat for seat, place in enumerate(self.seats) if place is None]

    def taken(self) -> list[int]:
        """The seats that are taken; in the match they are numbered 0, 1, 2 …"""
        return [seat for seat, place in enumerate(self.seats) if place is not None]

    def seated(self) -> list[int]:
        """The people who have a seat, in order of seats, without those who have left the match."""
        return [place.person for place in self.seats if place and place.person is not None and not place.gone]

    def has_room(self, *, watch: bool) -> bool:
        """Whether one more person can join, to play or to watch."""
        if self.locked:
            return False
        if not watch and self.stage == "lobby":
            return bool(self.free())
        watching = [person for person in self.people if self.seat_of(person.id) is None]
        wanted = self.settings.spectators if watch else bool(self.open_seats())
        return wanted and len(watching) < MOST_SPECTATORS

    def open_seats(self) -> tuple[int, ...]:
        """The seats that somebody who comes during the match may take over (`late.py`)."""
        if self.stage != "match" or not self.settings.late:
            return ()
        places = [(seat, place) for seat, place in enumerate(self.seats) if place and place.next is None]
        return tuple(seat for seat, place in places if place.bot is not None or place.gone)

    # Permissions

    def must_be_host(self, person: int) -> None:
        """Raise `Declined` unless this person is the host."""
        if person != self.host:
            raise Declined("host-only")

    def must_be(self, *stages: str) -> None:
        """Raise `Declined` unless the table is at one of these stages."""
        if self.stage not in stages:
            raise Declined("not-now")

    # People and seats

    def put(self, seat: int, place: Place | None) -> Lobby:
        """This lobby with somebody else, or nobody, on a seat."""
        turners = self.turners if place else tuple(other for other in self.turners if other != seat)
        return replace(self, seats=(*self.seats[:seat], place, *self.seats[seat + 1 :]), turners=turners)

    def join(
        self,
        name: str,
        avatar: str | None,
        token: str,
        *,
        watch: bool,
        member: str | None = None,
        program: bool = False,
    ) -> Lobby:
        """A person joins: on the first free seat, or to watch, or during a match to take over a seat.

        `token` is a hash; `newest` is the person's number. A `member` of the table's circle is one person at the table.
        """
        if not self.has_room(watch=watch):
            raise Declined("full")
        number = self.newest + 1
        unique = self.unlike(clean_name(name), number)
        if any(other.member == member for other in self.people):
            member = None
        face = self.avatar(avatar, number)
        person = Person(id=number, name=unique, avatar=face, token=token, new=True, member=member, program=program)
        lobby = replace(self, people=(*self.people, person), newest=number)
        if watch or self.stage != "lobby":  # during a match a seat is taken over, not added
            return lobby
        if lobby.host is None:
            lobby = replace(lobby, host=number)
        seat = Place(person=number, name=person.name, avatar=person.avatar)
        return lobby.put(self.free()[0], seat).settled()

    def unlike(self, name: str, number: int) -> str:
        """The name, with a number added if somebody else at the table has the same or one that looks like it."""
        names = [person.name for person in self.people if person.id != number]
        names += [place.name for place in self.seats if place and place.person != number]
        taken = frozenset[str]().union(*map(looks, names))
        if taken.isdisjoint(looks(name)):
            return name
        for count in range(2, 100):
            other = f"{shortened(name, NAME_LENGTH - 3)} {count}"
            if taken.isdisjoint(looks(other)):
                return other
        raise Declined("name-taken")

    def avatar(self, avatar: str | None, number: int) -> str:
        """The requested avatar, or one picked by the person's number."""
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
        """This lobby without a person who has left for good; if it was the host, the next person becomes host."""
        seat = self.seat_of(person)
        lobby = replace(
            self,
            people=tuple(other for other in self.people if other.id != person),
            stop=tuple(other for other in self.stop if other != person),
        )
        if seat is not None:
            lobby = replace(lobby.put(seat, None), sides=None)
        return lobby.without_reservation(person).hosted()

    def without_reservation(self, person: int) -> Lobby:
        """This lobby, where this person is about to take over no seat."""
        seats = tuple(replace(place, next=None) if place and place.next == person else place for place in self.seats)
        return replace(self, seats=seats)

    def without_newcomer(self, person: Person) -> Lobby:
        """This lobby without a person who joined and never connected; their token is remembered for a while."""
        lapsed = (*self.lapsed, person.token[:LAPSED_DIGITS])[-MOST_LAPSED:]
        return replace(self.without(person.id), lapsed=lapsed)

    def has_lapsed(self, token: str) -> bool:
        """Whether the person whose token has this hash lost their seat because they never connected."""
        return token[:LAPSED_DIGITS] in self.lapsed

    def met(self, person: int) -> Lobby:
        """This lobby with a person who has connected."""
        people = tuple(replace(other, new=False) if other.id == person else other for other in self.people)
        return replace(self, people=people)

    def hosted(self) -> Lobby:
        """This lobby with the same host if they are still seated, else with the next one."""
        return self if self.host in self.seated() else self.next_host()

    def next_host(self, here: Sequence[int] = ()) -> Lobby:
        """This lobby with the next seated person as host; if `here` is given, only people in it can become host."""
        others = [person for person in self.seated() if person != self.host]
        present = [person for person in others if person in here]
        stays = self.host if self.host in self.seated() else None
        return replace(self, host=next(iter(present or ([] if here else others)), stays))

    # The start

    def settled(self) -> Lobby:
        """This lobby, with the options of single players stored with those players, if they are here."""
        options, seats = per_seat.settle(self.game, self.options, self.seats, self.groups())
        return replace(self, options=options, seats=seats) if options != self.options else self

    def configured(self, options: dict[str, Any]) -> Lobby:
        """This lobby with other options. Lists of handicaps are read by the parties of before, as the host saw them."""
        before = self.groups()
        changed = replace(self, options=options, seats=per_seat.without_any(self.seats))
        moved, seats = per_seat.settle(self.game, options, changed.seats, before)
        return replace(changed, options=moved, seats=seats).settled()

    def shown_options(self, parties: Sequence[Sequence[int]]) -> dict[str, Any]:
        """All options as everybody sees them: seats by their numbers in the lobby, handicaps by party."""
        if not any(place and (place.chosen or place.handicaps) for place in self.seats):
            return self.options
        options = per_seat.chosen_seats(self.game, self.options, self.seats, lambda seat: seat)
        return options | per_seat.party_handicaps(self.game, self.seats, parties or self.groups())

    def match_options(self) -> dict[str, Any]:
        """The options with which the match would begin; raises `Declined` if one names an empty seat."""
        options = self._options_by_match_seat()
        if any(place and place.handicaps for place in self.seats):  # only then does it matter who is in which party
            options |= per_seat.party_handicaps(self.game, self.seats, self.groups())
        return options | self._newcomer_begins(options)

    def _newcomer_begins(self, options: dict[str, Any]) -> dict[str, int]:
        """One person against bots begins the match, unless the table chose somebody: the seat before them deals."""
        people = [at for at, seat in enumerate(self.taken()) if self.place(seat).person is not None]
        usual = options["first_dealer"] == "host" and not self.scripted
        if not usual or GAMES[self.game].dealer_begins or len(people) != 1:
            return {}
        return {"first_dealer": (people[0] - 1) % len(self.taken())}

    def _options_by_match_seat(self) -> dict[str, Any]:
        taken = self.taken()

        def number(seat: int) -> int:
            self.place(seat)
            return taken.index(seat)

        return per_seat.chosen_seats(self.game, self.options, self.seats, number)

    def groups(self) -> Sequence[Sequence[int]]:
        """The parties, by lobby seats; as long as the rules do not allow the seating, every player alone."""
        return self.parties() or [[seat] for seat in self.taken()]

    def seating(self) -> Seating:
        """The seating with which the match would begin; raises `Illegal` if the rules do not allow it."""
        seating = self.arranged()
        game(self.game, self.match_options()).new(seating)
        return seating

    def arranged(self) -> Seating:
        """The same, whether the rules allow it or not."""
        taken = self.taken()
        number = {seat: at for at, seat in enumerate(taken)}
        host = None if self.host is None else self.seat_of(self.host)
        sides = None
        if self.sides is not None:  # -1 stands for an empty seat, which no rules accept
            sides = tuple(sorted(tuple(sorted(number.get(seat, -1) for seat in side)) for side in self.sides))
        return Seating(
            players=len(taken), host=0 if host is None else number[host], sides=sides, asks=self.challenge is None
        )

    def parties(self) -> Sequence[Sequence[int]]:
        """Who would score together if the match began now, by lobby seats; empty if the rules do not allow it."""
        without = dict.fromkeys(handicaps(GAMES[self.game].options_type))  # they depend on the parties
        try:
            state = game(self.game, self._options_by_match_seat() | without).new(self.arranged())
        except (Illegal, Malformed):
            return ()
        taken = self.taken()
        return [[taken[seat] for seat in party] for party in state.parties()]

    def salt_of(self, place: Place) -> str:
        """The salt of the person on a seat; empty for a bot, and for a client that sent none."""
        person = None if place.person is None else self.person(place.person)
        return "" if person is None else person.salt

    def renewed(self, chain: Chain | None) -> Lobby:
        """This lobby with a new chain, for which nobody has sent a salt yet."""
        people = tuple(replace(person, salt="") for person in self.people)
        return replace(self, people=people, chain=chain, again=False)


def plain_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """All options of a game, checked and with defaults filled in; raises `Malformed`."""
    checked: dict[str, Any] = msgspec.to_builtins(game(name, options).options)
    return checked


def opened(
    name: str,
    options: dict[str, Any],
    settings: Settings,
    host: tuple[str, str | None],
    token: str,
    bots: Sequence[str] = (),
    circle: Membership | None = None,
    *,
    program: bool = False,
) -> Lobby:
    """The lobby of a new table, with its host (a name and an avatar), perhaps bots, and perhaps in a circle."""
    checked = plain_options(name, options)
    seats = (None,) * GAMES[name].seats[-1]
    if len(bots) >= len(seats):
        raise Declined("full")
    lobby = Lobby(game=name, options=checked, settings=settings, seats=seats)
    if circle is not None:
        lobby = replace(lobby, circle=circle.circle, league=circle.league)
    member = None if circle is None else circle.member
    lobby = lobby.join(*host, token, watch=False, member=member, program=program)
    for level in bots:
        seat = lobby.free()[0]
        lobby = lobby.put(seat, lobby.bot(seat, level)).settled()
    return lobby


def scripted_deal(name: str, raw: msgspec.Raw) -> dict[str, Any]:
    """A scripted deal as plain values; raises `Malformed` if it is not a deal of this game."""
    rules = GAMES[name]
    try:
        deal = msgspec.json.decode(raw, type=rules.action_type)
    except msgspec.DecodeError as error:
        raise Malformed(f"this is no deal of {rules.title}: {error}") from None
    if not deal.deals:
        raise Malformed("a scripted deck is a list of deals, as a record writes them")
    plain: dict[str, Any] = msgspec.to_builtins(deal)
    return plain
