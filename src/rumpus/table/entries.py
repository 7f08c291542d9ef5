"""A table's entries in the journal: how a step is written, and what the entries of a table tell when read again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rumpus.contract import Malformed, Seating
from rumpus.lines import read_line
from rumpus.lobby import Lobby
from rumpus.record import Header, Line, Record
from rumpus.table.news import Step

RULES = 1  # raised when the same journal would be played differently
encode = msgspec.json.Encoder().encode

Row = tuple[int, float, bytes]  # the number of an entry, its time in the table's seconds, and its body


class Unplayable(Exception):
    """A journal that cannot be played again with these rules; it is left as it is."""


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one entry of the journal says: how the table is now, that a match begins, and what happened in it."""

    lobby: Lobby | None = None
    header: Header | None = None
    rules: int | None = None
    lines: tuple[msgspec.Raw, ...] = ()


_read_body = msgspec.json.Decoder(Body).decode


def body_of(step: Step) -> bytes:
    """The journal's text of a step."""
    if step.lobby is None and step.header is None:
        return b'{"lines":[%s]}' % b",".join(step.texts)
    lines = tuple(map(msgspec.Raw, step.texts))
    return encode(Body(lobby=step.lobby, header=step.header, rules=RULES if step.header else None, lines=lines))


class Past:
    """What entries tell, read in order: the lobby as it is now, and the latest match in it."""

    def __init__(self) -> None:
        self.seq = 0
        self.at = 0.0
        self.lobby: Lobby | None = None
        self.header: Header | None = None
        self.rules: int | None = None
        self.seating = Seating(0)
        self.began = 0.0
        self.lines: list[Line] = []

    def read(self, rows: Iterable[Row]) -> Past:
        """Read on; raises `msgspec.DecodeError` or `Malformed`."""
        for seq, at, raw in rows:
            self.seq, self.at = seq, at
            self._take(_read_body(raw), at)
        return self

    def _take(self, body: Body, at: float) -> None:
        if body.lobby is not None:
            self.lobby = body.lobby
        if body.header is not None:
            self.header, self.rules, self.began, self.lines = body.header, body.rules, at, []
            sides = None if body.lobby is None else body.lobby.sides  # after the match others may be chosen
            self.seating = Seating(len(body.header.seats), body.header.host, sides)
        if self.header is not None:
            stamp = round(at - self.began, 3)
            for raw in body.lines:
                by, action = read_line(self.header.game, raw)
                self.lines.append(Line(len(self.lines) + 1, stamp, by, action))

    def record(self) -> Record:
        """The record of the latest match; raises `Unplayable` if none begins here."""
        if self.header is None:
            raise Unplayable("no match begins here")
        return Record(self.header, tuple(self.lines))


def read_past(rows: Iterable[Row]) -> Past:
    """What a table's journal tells, to be played on; raises `Unplayable`."""
    try:
        past = Past().read(rows)
    except (msgspec.DecodeError, Malformed) as error:
        raise Unplayable("the rules cannot follow it any more") from error  # its words may name a card
    if past.header is not None and past.rules != RULES:
        raise Unplayable(f"it was played by rules of version {past.rules}, and these are {RULES}")
    if past.lobby is None:
        raise Unplayable("it does not say how the table is set up")
    return past


def record_of(rows: Iterable[Row]) -> Record:
    """The record of the match that these entries tell, from its start on; raises `Unplayable`."""
    return Past().read(rows).record()
