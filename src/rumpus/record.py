"""The game record (docs/record.md): write, read and replay a whole match as JSON lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from rumpus.contract import Event, Game, Illegal, Malformed, Seating, State
from rumpus.games import game
from rumpus.lines import action_reader

VERSION = "rumpus/1"
FAMILY = "rumpus/"


class Damaged(Malformed):
    """A record that cannot be read or does not keep the rules: the line, the reason, and the refusal behind it."""

    def __init__(self, line: int, reason: str, refusal: Illegal | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        """Findings come back from other processes whole."""
        return type(self).__new__, (type(self), *self.args), self.__dict__


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a name, and the bot that plays it if it is one."""

    name: str
    bot: str | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line."""

    record: str = msgspec.field(default=VERSION)
    game: str
    options: dict[str, Any]
    seats: tuple[Chair, ...]
    host: int = 0


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """What every line after the first begins with."""

    n: int
    at: Annotated[float, msgspec.Meta(ge=0)]
    by: int | None
    do: str


class Line(msgspec.Struct, frozen=True):
    """One thing that happened."""

    n: int
    at: float
    by: int | None
    action: Any


class Record(msgspec.Struct, frozen=True):
    """A whole match, or the beginning of one."""

    header: Header
    lines: tuple[Line, ...]

    def rules(self) -> Game:
        """The game under the options of the header."""
        return game(self.header.game, self.header.options, strict=False)

    def seating(self) -> Seating:
        """Who sat down."""
        return Seating(players=len(self.header.seats), host=self.header.host)


_encode = msgspec.json.Encoder().encode


def header_for(rules: Game, seats: Iterable[Chair], host: int = 0) -> Header:
    """The header of a match; every option is written out, defaults too."""
    options: dict[str, Any] = msgspec.json.decode(_encode(rules.options))
    return Header(game=rules.name, options=options, seats=tuple(seats), host=host)


def header_text(header: Header) -> str:
    """The first line, without its line end; a reader tells the version by the first key."""
    fields = msgspec.to_builtins(header)
    return _encode({"record": header.record, **fields}).decode()


def line_text(line: Line) -> str:
    """Any other line, without its line end."""
    stamp = _encode({"n": line.n, "at": line.at, "by": line.by}).decode()
    return f"{stamp[:-1]},{_encode(line.action).decode()[1:]}"


def text(record: Record) -> str:
    """The whole record as it is written to a file."""
    return "".join(f"{line}\n" for line in (header_text(record.header), *map(line_text, record.lines)))


def numbered(happened: Iterable[tuple[float, Event]]) -> tuple[Line, ...]:
    """Lines from what happened and when, counted from 1."""
    return tuple(Line(n, at, by, action) for n, (at, (by, action)) in enumerate(happened, 1))


def read(source: Iterable[str | bytes]) -> Record:
    """The record in these lines; a damaged one is refused with the line and the reason."""
    lines = iter(source)
    first = next(lines, None)
    if first is None or not first.strip():
        raise Damaged(1, "the file is empty; a record begins with a header")
    header = _header(first)
    decode = action_reader(header.game)
    done: list[Line] = []
    for number, raw in enumerate(lines, 2):
        line = _line(number, raw, decode)
        last = done[-1] if done else None
        if line.n != number - 1:
            raise Damaged(number, f"n should be {number - 1}, not {line.n}; a line is missing, doubled or misplaced")
        if last is not None and line.at < last.at:
            raise Damaged(number, f"time runs backwards, from {last.at} to {line.at} seconds")
        done.append(line)
    return Record(header, tuple(done))


def _header(raw: str | bytes) -> Header:
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Damaged(1, f"this is no record: the header is not JSON ({error})") from None
    version = fields.get("record") if isinstance(fields, dict) else None
    if not isinstance(version, str) or not version.startswith(FAMILY):
        raise Damaged(1, f'this is no record: the header should have "record": "{VERSION}"')
    if version != VERSION:
        raise Damaged(1, f"this record is of version {version}, and this program reads {VERSION}")
    try:
        header = msgspec.convert(fields, Header)
        rules = game(header.game, header.options, strict=False)
        rules.new(Seating(players=len(header.seats), host=header.host))
    except (msgspec.ValidationError, Malformed) as error:
        raise Damaged(1, f"the header cannot be used: {error}") from None
    except Illegal as refusal:
        raise Damaged(1, f"the header is against the rules: {refusal}", refusal) from None
    return header


def _line(number: int, raw: str | bytes, decode: Any) -> Line:
    try:
        stamp = msgspec.json.decode(raw, type=Stamp)
        return Line(stamp.n, stamp.at, stamp.by, decode(raw))
    except (msgspec.DecodeError, UnicodeError) as error:  # a ValidationError is a DecodeError too
        raise Damaged(number, f"it cannot be read: {error}") from None


def replay(record: Record) -> Iterator[tuple[Line, State]]:
    """Play the record again, line by line, with the state after each; the state goes on changing.

    Everything is checked: that the rules take each action and complete it as recorded, and that what follows from it
    (an automatic shout, scores, the result) is what the rules compute.
    """
    state = record.rules().new(record.seating())
    due: deque[Event] = deque()
    for number, line in enumerate(record.lines, 2):
        if not line.action.fact:
            _step(number, line, state, due)
        yield line, state


def _step(number: int, line: Line, state: State, due: deque[Event]) -> None:
    if not due:
        try:
            due.extend(state.apply(line.by, line.action))
        except Illegal as refusal:
            raise Damaged(number, f"against the rules, {refusal}", refusal) from None
        except Malformed as error:
            raise Damaged(number, str(error)) from None
    by, action = due.popleft()
    if (by, action) != (line.by, line.action):
        expected = line_text(Line(line.n, line.at, by, action))
        raise Damaged(number, f"the rules give another line here: {expected}")


def verify(record: Record) -> State:
    """Replay the record to its end; gives the last state, or raises `Damaged`."""
    state = record.rules().new(record.seating())
    for _, now in replay(record):
        state = now
    return state
