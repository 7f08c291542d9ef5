"""A circle: its members, their votes, its book and its league, as a fold of the entries in its journal."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

import msgspec

from rumpus.circle.book import BookResult, LeagueTable
from rumpus.circle.league import MOST_PAST, League, Pairing, PastLeague, Played, Ranking, counted, pairings, played_in
from rumpus.circle.members import VOTE_S, Device, Member, Vote, replace

VOTES = 2  # members who must agree, if there are so many


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """One thing that happened in a circle; an entry of its journal holds one."""


class Begun(Event, frozen=True, kw_only=True):
    """All of a circle except its results: the first entry, also after an import, a clearing or a rewrite."""

    name: str
    secret: str
    members: tuple[Member, ...]
    votes: tuple[Vote, ...] = ()
    rating: bool = False
    league: League | None = None
    past: tuple[PastLeague, ...] = ()  # leagues that are over, the oldest first
    number: int = 0  # of the last change of the book
    cleared: int = 0  # what has a smaller number was cleared


class Joined(Event, frozen=True, kw_only=True):
    """A new member."""

    member: Member


class Added(Event, frozen=True, kw_only=True):
    """Another device of a member."""

    member: str
    device: Device


class Removed(Event, frozen=True, kw_only=True):
    """A device was removed; with a new secret, because the device knows the old one."""

    device: str
    secret: str | None = None


class Voted(Event, frozen=True, kw_only=True):
    """A member wants something that two must agree on."""

    vote: Vote


class Unvoted(Event, frozen=True, kw_only=True):
    """A member takes a vote back."""

    what: str
    by: str


class Renamed(Event, frozen=True, kw_only=True):
    """The circle has another name."""

    name: str


class Changed(Event, frozen=True, kw_only=True):
    """A member has another name or face."""

    member: str
    name: str
    avatar: str


class Rated(Event, frozen=True, kw_only=True):
    """The rating is switched on or off."""

    on: bool


class Secret(Event, frozen=True, kw_only=True):
    """The circle has another link; the old one is void."""

    secret: str


class Booked(Event, frozen=True, kw_only=True):
    """A result is in the book, or one of the same id is corrected."""

    number: int
    result: msgspec.Raw
    new: str | None = None  # its id, if it is no correction: the journal has no two entries about the same


class Struck(Event, frozen=True, kw_only=True):
    """A result is struck from the book."""

    number: int
    id: str


class Playing(Event, frozen=True, kw_only=True):
    """A league begins, somebody leaves it, or the current one ends."""

    league: League | None = None
    past: PastLeague | None = None  # the one that is over


class Seen(Event, frozen=True, kw_only=True):
    """A device was used; written once a day at most."""

    device: str
    at: float


Happened = (
    Begun
    | Joined
    | Added
    | Removed
    | Voted
    | Unvoted
    | Renamed
    | Changed
    | Rated
    | Secret
    | Booked
    | Struck
    | Playing
    | Seen
)
encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Happened).decode
read_result = msgspec.json.Decoder(BookResult).decode


class _Facts(msgspec.Struct, frozen=True):
    """What the circle itself needs of a result."""

    id: str
    kind: str
    league: LeagueTable | None = None


_read_facts = msgspec.json.Decoder(_Facts).decode


class Line(msgspec.Struct, frozen=True):
    """A result in the book, as it is stored; without a text it was deleted."""

    number: int
    id: str
    text: bytes | None
    kind: str = ""
    played: Played | None = None  # for the league that was on when it was booked


class Circle:
    """One circle. `apply` is the only way in which it changes."""

    def __init__(self, begun: Begun) -> None:
        self.name, self.secret, self.rating = begun.name, begun.secret, begun.rating
        self.members = {member.id: member for member in begun.members}
        self.votes = {(vote.what, vote.by): vote for vote in begun.votes}
        self.league, self.past = begun.league, begun.past
        self.number, self.cleared = begun.number, begun.cleared
        self.book: dict[str, Line] = {}  # by id, in the order of the numbers
        self.bytes = 0  # of the results in the book
        self._counted: dict[int, tuple[str, Ranking]] | None = None

    @classmethod
    def of(cls, events: Iterable[Any]) -> Circle:
        """The circle that these events make; the first says all but its results."""
        first, *others = events
        circle = cls(first)
        for event in others:
            circle.apply(event)
        return circle

    def booked(self) -> list[Booked | Struck]:
        """The lines of the book as events, for rewriting the log."""
        return [
            Struck(number=line.number, id=line.id)
            if line.text is None
            else Booked(number=line.number, result=msgspec.Raw(line.text), new=line.id)
            for line in self.book.values()
        ]

    @classmethod
    def folding(cls, bodies: Iterable[bytes]) -> Generator[None, None, Circle]:
        """The circle at the end of its journal, one entry in each piece; raises `ValueError` if it cannot be read."""
        circle: Circle | None = None
        for body in bodies:
            event = read(body)
            if isinstance(event, Begun):
                circle = cls(event)
            elif circle is None:
                raise ValueError("a circle begins with its members")
            else:
                circle.apply(event)
            yield
        if circle is None:
            raise ValueError("there is no such circle")
        return circle

    def begun(self, **changes: Any) -> Begun:
        """This circle without its results, as a first entry."""
        whole = Begun(
            name=self.name,
            secret=self.secret,
            members=tuple(self.members.values()),
            votes=tuple(self.votes.values()),
            rating=self.rating,
            league=self.league,
            past=self.past,
            number=self.number,
            cleared=self.cleared,
        )
        return replace(whole, **changes)

    # Queries

    def owner(self, key: str) -> tuple[Member, Device] | None:
        """The member and the device with the key of this hash."""
        for member in self.members.values():
            for device in member.devices:
                if device.key == key:
                    return member, device
        return None

    def device(self, id_: str) -> tuple[Member, Device] | None:
        """The member and the device of this id."""
        for member in self.members.values():
            for device in member.devices:
                if device.id == id_:
                    return member, device
        return None

    def active(self) -> list[Member]:
        """The members with a device."""
        return [member for member in self.members.values() if member.devices]

    def agree(self, what: str, now: float, mine: Vote) -> bool:
        """Whether with this vote as many members want it as it takes: two, or the only one there is."""
        active = {member.id for member in self.active()}
        votes = {vote.by for vote in self.open_votes(now) if vote.what == what} | {mine.by}
        return len(votes & active) >= self.needed()

    def needed(self) -> int:
        """How many members must agree where it takes two."""
        return min(VOTES, len(self.active()))

    def open_votes(self, now: float) -> list[Vote]:
        """The votes that still count."""
        return [vote for vote in self.votes.values() if now - vote.at < VOTE_S]

    def lines_after(self, number: int) -> list[Line]:
        """What has changed in the book since that number, oldest first."""
        return [line for line in self.book.values() if line.number > number]

    def results(self) -> int:
        """How many results there are."""
        return sum(line.text is not None for line in self.book.values())

    def counted(self) -> dict[int, tuple[str, Ranking]]:
        """The results of the league's tables."""
        if self._counted is None:
            mine = [line.played for line in self.book.values() if line.played is not None]
            self._counted = {} if self.league is None else counted(self.league, mine)
        return self._counted

    def pairing(self, table: int) -> Pairing | None:
        """The table of the league with this number, if it is to be played now."""
        if self.league is None:
            return None
        tables = pairings(self.league, self.counted())
        return next((one for one in tables if one.table == table and not one.over), None)

    # Changes

    def apply(self, event: Any) -> None:
        """What happened has happened: no entry of the journal is refused."""
        getattr(self, f"_{type(event).__name__.lower()}")(event)

    def _joined(self, event: Joined) -> None:
        self.members[event.member.id] = event.member

    def _added(self, event: Added) -> None:
        member = self.members[event.member]
        self.members[member.id] = replace(member, devices=(*member.devices, event.device))

    def _removed(self, event: Removed) -> None:
        for member in self.members.values():
            left = tuple(device for device in member.devices if device.id != event.device)
            if len(left) < len(member.devices):
                self.members[member.id] = replace(member, devices=left)
                if not left:
                    self.votes = {key: vote for key, vote in self.votes.items() if vote.by != member.id}
                break
        self.votes = {key: vote for key, vote in self.votes.items() if vote.what != f"device:{event.device}"}
        self.secret = event.secret or self.secret

    def _voted(self, event: Voted) -> None:
        self.votes[event.vote.what, event.vote.by] = event.vote

    def _unvoted(self, event: Unvoted) -> None:
        self.votes.pop((event.what, event.by), None)

    def _renamed(self, event: Renamed) -> None:
        self.name = event.name

    def _changed(self, event: Changed) -> None:
        member = self.members[event.member]
        self.members[member.id] = replace(member, name=event.name, avatar=event.avatar)

    def _rated(self, event: Rated) -> None:
        self.rating = event.on

    def _secret(self, event: Secret) -> None:
        self.secret = event.secret

    def _booked(self, event: Booked) -> None:
        text = bytes(event.result)
        facts = _read_facts(text)
        # Read once: who sits where in a league is asked for after every change
        of_league = self.league is not None and facts.league is not None and facts.league.league == self.league.id
        played = played_in(self.league, read_result(text)) if self.league is not None and of_league else None
        self._put(Line(event.number, facts.id, text, facts.kind, played))

    def _struck(self, event: Struck) -> None:
        self._put(Line(event.number, event.id, None))

    def _put(self, line: Line) -> None:
        before = self.book.pop(line.id, None)
        self.bytes -= 0 if before is None or before.text is None else len(before.text)
        self.bytes += 0 if line.text is None else len(line.text)
        self.book[line.id] = line
        self.number = max(self.number, line.number)
        if line.played is not None or (before is not None and before.played is not None):
            self._counted = None

    def _playing(self, event: Playing) -> None:
        self.league, self._counted = event.league, None
        if event.past is not None:
            self.past = (*self.past, event.past)[-MOST_PAST:]

    def _seen(self, event: Seen) -> None:
        found = self.device(event.device)
        if found is not None:
            member, seen = found
            devices = tuple(replace(one, last=event.at) if one.id == seen.id else one for one in member.devices)
            self.members[member.id] = replace(member, devices=devices)
