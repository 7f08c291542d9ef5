"""The result of a finished match for the book of the table's circle, read from the table's own journal.

A crash before the book has it loses nothing: the same entries give the same result again.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rumpus.circle import BookPlayer, BookResult, LeagueTable, ranks_of
from rumpus.contract import Go, Result, Score
from rumpus.lines import Sits
from rumpus.lobby import Lobby, Place
from rumpus.record import Line
from rumpus.table.entries import Past, Pieces, Row, Unplayable, read_past


class Credit(msgspec.Struct, frozen=True):
    """A person who became a member after the match: the hash of their seat's token, and the member's id."""

    token: str
    member: str


class _Sheet:
    """What the lines of a match add up to: the points and the length of every round, and who ended it."""

    def __init__(self, bots: Iterable[bool]) -> None:
        self.rounds: list[tuple[int, ...]] = []
        self.round_ms: list[int] = []
        self.ended_by: list[tuple[int, tuple[bool, ...]]] = []  # the line, and whether a person played each seat
        self.result: Result | None = None
        self._began = 0.0
        self._people = [not bot for bot in bots]

    def read(self, line: Line) -> None:
        action = line.action
        if isinstance(action, Sits):
            self._people[action.seat] = action.bot is None
        elif isinstance(action, Go) or action.deals:  # a race begins with GO, anything else with the deal
            self._began = line.at
        elif isinstance(action, Score):
            self.rounds.append(action.points)
            self.round_ms.append(max(0, round((line.at - self._began) * 1000)))
            self.ended_by.append((line.n, tuple(self._people)))
        elif isinstance(action, Result):
            self.result = action

    def played(self, seat: int, place: Place) -> int | None:
        """The rounds that the person on this seat ended themselves; None if those are all."""
        mine = sum(n > place.since and people[seat] for n, people in self.ended_by)
        return None if place.bot is not None or mine == len(self.rounds) else mine


def round_ms(lines: Iterable[Line]) -> tuple[int, ...]:
    """How long each round of a match took."""
    sheet = _Sheet(())
    for line in lines:
        if not isinstance(line.action, Sits):
            sheet.read(line)
    return tuple(sheet.round_ms)


def result_of(rows: Iterable[Row], record: str, at: float, credit: Credit | None = None) -> Pieces[BookResult]:
    """The result of the match that ends with these entries, one entry in each piece; raises `Unplayable`.

    A seat is credited to whoever has it at the end: also to somebody who came late, or who left and nobody took over.
    With a `credit` a match at a table of no circle is read, which that person played to its end.
    """
    past = yield from read_past(rows)
    assert past.lobby is not None
    if past.header is None:
        raise Unplayable("no match begins here")
    sheet = _Sheet(chair.bot is not None for chair in past.header.seats)
    for line in past.lines:
        sheet.read(line)
    if sheet.result is None:
        raise Unplayable("no match ends here")
    if credit is not None:
        _check(past.lobby, sheet.result, credit)
    return _result(past, past.lobby, sheet, sheet.result, record, at, credit)


def _check(lobby: Lobby, result: Result, credit: Credit) -> None:
    """Whether a circle may be started from this match by this person; raises `Unplayable`."""
    person = lobby.owner(credit.token)
    if person is None or lobby.seat_of(person.id) is None:
        raise Unplayable("this person has not played the match to its end")
    if lobby.circle is not None or lobby.scripted or result.why == "abandoned":
        raise Unplayable("it is in another book, or nobody has won it")


def _result(
    past: Past,
    lobby: Lobby,
    sheet: _Sheet,
    result: Result,
    record: str,
    at: float,
    credit: Credit | None,
) -> BookResult:
    assert past.header is not None
    rules = past.record().rules()
    ranks = ranks_of(result.totals, lowest_wins=rules.lowest_wins, winners=result.winners or ())
    league = None if lobby.league is None else LeagueTable(league=lobby.league[0], table=lobby.league[1])
    return BookResult(
        id=record,
        at=at,
        game=past.header.game,
        options=past.header.options,
        players=tuple(_player(lobby, sheet, seat, place, credit) for seat, place in enumerate(lobby.seats) if place),
        parties=rules.new(past.seating).parties(),
        rounds=tuple(sheet.rounds),
        round_ms=tuple(sheet.round_ms),
        totals=result.totals,
        ranks=ranks,
        record=record,
        kind="table",
        league=league,
    )


def _player(lobby: Lobby, sheet: _Sheet, seat: int, place: Place, credit: Credit | None) -> BookPlayer:
    person = None if place.person is None else lobby.person(place.person)
    member = None if person is None else person.member
    if person is not None and credit is not None and person == lobby.owner(credit.token):
        member = credit.member
    return BookPlayer(
        name=place.name,
        avatar=place.avatar,
        member=member,
        bot=place.bot,
        played=sheet.played(seat, place),
        program=lobby.is_program(place) or msgspec.UNSET,
    )
