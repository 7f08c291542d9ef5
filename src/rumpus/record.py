"""Match records (docs/record.md): write, read and replay a whole match as JSON lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Annotated, Any

import msgspec

from rumpus.contract import Action, Event, Game, Illegal, Malformed, Seating, State
from rumpus.fair import Fair
from rumpus.games import game
from rumpus.lines import Contest, Sits, action_reader, read_contest
from rumpus.printable import shown_name

VERSION = "rumpus/1"
FAMILY = "rumpus/"  # how every version begins


class Damaged(Malformed):
    """A record that cannot be read, or that breaks the rules: the line, the reason, and the rules' refusal if any."""

    def __init__(self, line: int, reason: str, refusal: Illegal | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all attributes: the default would pass only the message from a thinking process."""
        return type(self).__new__, (type(self), *self.args), self.__dict__


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a name, the bot's kind if a bot plays it, and at a table the face they wore."""

    name: str
    bot: str | None = None
    face: str | msgspec.UnsetType = msgspec.UNSET
    program: bool | msgspec.UnsetType = (
        msgspec.UNSET
    )  # true for a seat taken over the wire by what says it is a program


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line of a record: the game, its options, and who plays."""

    record: str = msgspec.field(default=VERSION)
    game: str
    options: dict[str, Any]
    seats: tuple[Chair, ...]
    host: int = 0
    scripted: bool = False  # the table was opened with scripted deals rather than shuffled ones
    fair: Fair | None = None  # how the deals can be checked; None where nobody promised that
    asks: bool = False  # people were there to decide what a game leaves to them (`Seating.asks`)


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that every line after the first begins with."""

    n: int
    at: Annotated[float, msgspec.Meta(ge=0)]
    by: int | None
    do: str


class Line(msgspec.Struct, frozen=True):
    """One action or event of the match."""

    n: int  # counted from 1
    at: float  # seconds since the match began
    by: int | None  # the seat; None for the house and the table
    action: Action
    contest: Contest | None = None  # in a race: how it was decided against others


class Record(msgspec.Struct, frozen=True):
    """A whole match, or the beginning of one."""

    header: Header
    lines: tuple[Line, ...]

    def rules(self) -> Game:
        """The game with the options of the header."""
        return game(self.header.game, self.header.options, strict=False)

    def seating(self) -> Seating:
        """The seating that the match began with."""
        return Seating(players=len(self.header.seats), host=self.header.host, asks=self.header.asks)


_encode = msgspec.json.Encoder().encode


def header_for(
    rules: Game,
    seats: Iterable[Chair],
    host: int = 0,
    *,
    scripted: bool = False,
    fair: Fair | None = None,
    asks: bool = False,
) -> Header:
    """The header of a match. Every option is written out, so that a changed default does not change old records."""
    options: dict[str, Any] = msgspec.json.decode(_encode(rules.options))
    return Header(
        game=rules.name, options=options, seats=tuple(seats), host=host, scripted=scripted, fair=fair, asks=asks
    )


def header_text(header: Header) -> str:
    """The first line, without its newline. The version comes first, so that readers can check it at a glance."""
    fields = msgspec.to_builtins(header)
    return _encode({"record": header.record, **fields}).decode()


def line_text(line: Line) -> str:
    """Any line after the first, without its newline."""
    stamp = _encode({"n": line.n, "at": line.at, "by": line.by}).decode()
    told = _encode(line.action).decode()
    if line.contest is not None:
        told = f"{told[:-1]},{_encode(line.contest).decode()[1:]}"
    return f"{stamp[:-1]},{told[1:]}"


def text(record: Record) -> str:
    """The whole record as it is written to a file."""
    return "".join(f"{line}\n" for line in (header_text(record.header), *map(line_text, record.lines)))


def numbered(
    happened: Iterable[tuple[float, Event]], contests: Mapping[int, Contest] | None = None
) -> tuple[Line, ...]:
    """Numbered lines from a history of times and events; contests by their place in it, counted from 0."""
    decided = contests or {}
    return tuple(Line(n + 1, at, by, action, decided.get(n)) for n, (at, (by, action)) in enumerate(happened))


def read(source: Iterable[str | bytes]) -> Record:
    """The record in these lines; raises `Damaged` with the line and the reason."""
    if isinstance(source, str | bytes | PathLike) or not isinstance(source, Iterable):
        raise Malformed("a record is read line by line; read_record(path) reads a file, parse_record(text) a text")
    lines = iter(source)
    first = next(lines, None)
    if first is None or not first.strip():
        raise Damaged(1, "the file is empty; a record begins with a header")
    header = _header(first)
    decode = action_reader(header.game)
    read_lines: list[Line] = []
    for number, raw in enumerate(lines, 2):
        line = _line(number, raw, decode)
        last = read_lines[-1] if read_lines else None
        if line.n != number - 1:
            raise Damaged(number, f"n should be {number - 1}, not {line.n}; a line is missing, doubled or misplaced")
        if last is not None and line.at < last.at:
            raise Damaged(number, f"time runs backwards, from {last.at} to {line.at} seconds")
        read_lines.append(line)
    return Record(header, tuple(read_lines))


def _header(raw: str | bytes) -> Header:
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Damaged(1, f"this is not a record: the header is not JSON ({error})") from None
    version = fields.get("record") if isinstance(fields, dict) else None
    if not isinstance(version, str) or not version.startswith(FAMILY):
        raise Damaged(1, f'this is not a record: the header should have "record": "{VERSION}"')
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
    seats = tuple(msgspec.structs.replace(chair, name=shown_name(chair.name)) for chair in header.seats)
    return msgspec.structs.replace(header, seats=seats)


def _line(number: int, raw: str | bytes, decode: Any) -> Line:
    try:
        stamp = msgspec.json.decode(raw, type=Stamp)
        action = decode(raw)
        contest = read_contest(raw)
    except (msgspec.DecodeError, UnicodeError) as error:  # a ValidationError is a DecodeError too
        raise Damaged(number, f"it cannot be read: {error}") from None
    if isinstance(action, Sits):
        action = msgspec.structs.replace(action, name=shown_name(action.name))
    return Line(stamp.n, stamp.at, stamp.by, action, contest)


def _begun(record: Record) -> State:
    if not isinstance(record, Record):
        raise Malformed("this takes a Record; read_record(path) reads one from a file, parse_record(text) from a text")
    return record.rules().new(record.seating())


def replay(record: Record) -> Iterator[tuple[Line, State]]:
    """Replay the record: each line with the state after it. It is one state, which changes as the iteration goes on.

    Everything is checked: that the rules accept each action and fill it in as recorded, and that what follows from it
    (an automatic shout, scores, the result) is what the rules compute. Raises `Damaged`.
    """
    state = _begun(record)
    due: deque[Event] = deque()
    for number, line in enumerate(record.lines, 2):
        if not line.action.fact:
            follow(number, line, state, due)
        yield line, state


def follow(number: int, line: Line, state: State, due: deque[Event]) -> None:
    """Replay one line: apply it, or compare it with what is due after the line before; raises `Damaged`."""
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
    """Replay the record to its end and return the last state; raises `Damaged`."""
    state = _begun(record)
    for _, now in replay(record):
        state = now
    return state
