"""A challenge as a fold of the entries in its journal: what is played, who has started, and the results in order."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Generator, Iterable
from typing import Any

import msgspec

from rumpus.fair import Chain


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody plays. The chain gives every hand away: only the journal has it."""

    game: str
    options: dict[str, Any]  # all of them, as in the header of a record
    seats: tuple[str | None, ...]  # the bot on each seat; None is the player's own
    chain: Chain
    sides: tuple[tuple[int, ...], ...] | None = None
    turners: tuple[int, ...] = ()  # roles that somebody chose, or had, in the first round
    day: str | None = None  # the date (UTC), of a deal of the day
    round: int | None = None  # which round of a finished match it is, if it is a single one

    @property
    def seat(self) -> int:
        """Where the player sits."""
        return self.seats.index(None)


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody has reached in a match whose record was verified."""

    name: str
    avatar: str
    points: int  # the total of the player's party
    rank: int  # among the parties of the match; 1 is first
    ms: int  # that the rounds took, without the time between them
    record: str  # its name on this server; empty if the match was played away from it
    at: float  # Unix seconds
    away: bool = False  # played on the player's device: only the record was checked, not how it came about


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """One thing that happened to a challenge; an entry of its journal holds one."""


class Set(Event, frozen=True, kw_only=True):
    """The first entry: what is played, and for a match with a score to beat who has set it, and the score."""

    plan: Plan
    device: str | None = None
    outcome: Outcome | None = None


class Entered(Event, frozen=True, kw_only=True):
    """A device, known by a hash of its key, plays at this table."""

    device: str
    table: str


class Taken(Event, frozen=True, kw_only=True):
    """A device has taken the deal with it, to play it without the server under this name and face."""

    device: str
    name: str
    avatar: str


class Finished(Event, frozen=True, kw_only=True):
    """The match of a device is over; without an outcome it does not count."""

    device: str
    outcome: Outcome | None = None


Happened = Set | Entered | Taken | Finished
encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Happened).decode
read_first = msgspec.json.Decoder(Set).decode


class Row(msgspec.Struct, frozen=True):
    """A line of the table of results; equal results share a place."""

    place: int
    device: str
    outcome: Outcome


class Challenge:
    """A challenge in memory. Its results are kept in order: by points, then by the rank in the match, then by time."""

    def __init__(self, first: Set, *, lowest_wins: bool) -> None:
        self.plan = first.plan
        self.tables: dict[str, str] = {}  # the table of each device
        self.devices: dict[str, str] = {}  # and the device of each table
        self.away: dict[str, Taken] = {}  # the devices that play without the server
        self.outcomes: dict[str, Outcome | None] = {}  # of each device whose match is over
        self.setter = first.outcome
        self.set_by = first.device
        self._lowest_wins = lowest_wins
        self._order: list[tuple[int, int, int, int, str]] = []  # key, and the device
        self.bytes = len(encode(first))
        if first.device is not None and first.outcome is not None:
            self._put(first.device, first.outcome)

    @classmethod
    def folding(cls, raw: Iterable[bytes], *, lowest_wins: bool) -> Generator[None, None, Challenge]:
        """The challenge of these entries, one in each piece; raises `ValueError`."""
        entries = iter(raw)
        first = read_first(next(entries))
        challenge = cls(first, lowest_wins=lowest_wins)
        for entry in entries:
            challenge.apply(read(entry))
            yield
        return challenge

    def apply(self, event: Event) -> None:
        """Something has happened, and is on disk."""
        self.bytes += len(encode(event))
        if isinstance(event, Entered):
            self.tables[event.device] = event.table
            self.devices[event.table] = event.device
        elif isinstance(event, Taken):
            self.away[event.device] = event
        elif isinstance(event, Finished) and event.device not in self.outcomes:
            if event.outcome is None:
                self.outcomes[event.device] = None
            else:
                self._put(event.device, event.outcome)

    def _put(self, device: str, outcome: Outcome) -> None:
        self.outcomes[device] = outcome
        insort(self._order, (*self._score(outcome), outcome.ms, len(self._order), device))

    def _score(self, outcome: Outcome) -> tuple[int, int]:
        """What a result counts by: smaller is better."""
        return outcome.points if self._lowest_wins else -outcome.points, outcome.rank

    @property
    def begun(self) -> int:
        """How many devices have begun, here or away."""
        return len(self.tables) + len(self.away)

    @property
    def counted(self) -> int:
        """How many results count."""
        return len(self._order)

    def top(self, most: int) -> list[Row]:
        """The best results."""
        return [self._row(device) for *_, device in self._order[:most]]

    def row(self, device: str) -> Row | None:
        """The result of a device, if it has one that counts."""
        return None if self.outcomes.get(device) is None else self._row(device)

    def _row(self, device: str) -> Row:
        outcome = self.outcomes[device]
        assert outcome is not None
        return Row(1 + bisect_left(self._order, self._score(outcome), key=lambda one: one[:2]), device, outcome)
