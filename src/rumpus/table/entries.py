"""Journal entries of a table: how a step is written, and how a table's state is read back from its entries."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeVar

import msgspec

from rumpus.contract import Malformed, Seating
from rumpus.driver import stamp
from rumpus.lines import read_contest, read_line
from rumpus.lobby import Lobby
from rumpus.record import Header, Line, Record
from rumpus.table.news import Deals, Step

RULES = 1  # version of the rules; raise it when they would replay an existing journal differently
encode = msgspec.json.Encoder().encode

Row = tuple[int, float, bytes]  # the number of an entry, its time in the table's seconds, and its body


T = TypeVar("T")
Pieces = Generator[None, None, T]
"""Work in many small pieces with one result: whoever runs it may do something else after each piece."""


def at_once(work: Pieces[T]) -> T:
    """Do all the pieces now; returns the result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


class Unplayable(Exception):
    """A journal that these rules cannot replay; it is left as it is."""


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of one journal entry; what has not changed is left out."""

    lobby: Lobby | None = None  # the new lobby
    header: Header | None = None  # of a match that begins
    deals: Deals = ()  # scripted deals: in the first entry, and in each one that begins a match
    rules: int | None = None  # its RULES
    code: str | None = None  # the new room code, if it changes; the journal keeps the current one beside the entries
    lines: tuple[msgspec.Raw, ...] = ()  # what happened in the match


_read_body = msgspec.json.Decoder(Body).decode


def body_of(step: Step) -> bytes:
    """A step as it is written to the journal."""
    if step.lobby is None and step.header is None:
        return b'{"lines":[' + b",".join(step.texts) + b"]}"
    lines = tuple(map(msgspec.Raw, step.texts))
    rules = RULES if step.header else None
    return encode(
        Body(lobby=step.lobby, header=step.header, deals=step.deals, rules=rules, code=step.code, lines=lines)
    )


class _OldLobby(msgspec.Struct):
    deals: Deals = ()


class _OldBody(msgspec.Struct):
    """Before deals were written apart, every lobby held them."""

    lobby: _OldLobby | None = None


_read_old_body = msgspec.json.Decoder(_OldBody).decode


def read_body(raw: bytes) -> Body:
    """Read an entry, of an older version too."""
    body = _read_body(raw)
    if body.lobby is None or body.deals or b'"deals":' not in raw:
        return body
    old = _read_old_body(raw).lobby
    if old is None or not old.deals:
        return body
    lobby = msgspec.structs.replace(body.lobby, scripted=True, locked=True)
    return msgspec.structs.replace(body, lobby=lobby, deals=old.deals)


class Past:
    """What a table's entries, read in order, add up to: the current lobby, and the latest match."""

    def __init__(self) -> None:
        self.seq = 0
        self.at = 0.0
        self.lobby: Lobby | None = None
        self.header: Header | None = None
        self.deals: Deals = ()
        self.rules: int | None = None
        self.seating = Seating(0)
        self.began = 0.0
        self.lines: list[Line] = []

    def read(self, rows: Iterable[Row]) -> Pieces[Past]:
        """Read these entries, one in each piece; raises `msgspec.DecodeError` or `Malformed`."""
        for seq, at, raw in rows:
            self.seq, self.at = seq, at
            self._take(read_body(raw), at)
            yield
        return self

    def _take(self, body: Body, at: float) -> None:
        if body.lobby is not None:
            self.lobby = body.lobby
        if body.deals:
            self.deals = body.deals
        if body.header is not None:
            self.header, self.rules, self.began, self.lines = body.header, body.rules, at, []
            sides = None if body.lobby is None else body.lobby.sides  # a later lobby may have other sides
            self.seating = Seating(len(body.header.seats), body.header.host, sides, body.header.asks)
        if self.header is not None:
            since = stamp(at - self.began)
            for raw in body.lines:
                by, action = read_line(self.header.game, raw)
                self.lines.append(Line(len(self.lines) + 1, since, by, action, read_contest(raw)))

    def record(self) -> Record:
        """The record of the latest match; raises `Unplayable` if none has begun."""
        if self.header is None:
            raise Unplayable("no match begins here")
        return Record(self.header, tuple(self.lines))


def read_past(rows: Iterable[Row]) -> Pieces[Past]:
    """Read a table's journal in order to continue it; raises `Unplayable`."""
    try:
        past = yield from Past().read(rows)
    except (msgspec.DecodeError, Malformed) as error:
        raise Unplayable("the rules cannot follow it any more") from error  # without its text, which may name a card
    if past.header is not None and past.rules != RULES:
        raise Unplayable(f"it was played by rules of version {past.rules}, and these are {RULES}")
    if past.lobby is None:
        raise Unplayable("it does not say how the table is set up")
    return past


def record_of(rows: Iterable[Row]) -> Record:
    """The record of the match in these entries; raises `Unplayable` if its start is not among them."""
    return at_once(Past().read(rows)).record()
