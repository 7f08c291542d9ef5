"""A circle as one file: JSON lines, first the circle and its members, then the results. Without keys and secrets."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Annotated

import msgspec

from rumpus.circle.book import ID, BookResult, Few, clean_result
from rumpus.circle.changes import Bounds
from rumpus.circle.circle import Begun, Booked, Circle
from rumpus.circle.members import Member, Refused, clean_circle_name, clean_member
from rumpus.contract import Malformed

VERSION = "rumpus-circle/1"
FAMILY = "rumpus-circle/"
LONGEST_LINE = 64 * 1024  # bytes

encode = msgspec.json.Encoder().encode


class ExportedMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member in an exported circle."""

    id: Few
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: Few
    former: bool | msgspec.UnsetType = msgspec.UNSET


class ExportedCircle(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of an exported circle; every line after it is a `BookResult`."""

    circle: str
    name: Annotated[str, msgspec.Meta(max_length=200)]
    rating: bool
    members: Annotated[tuple[ExportedMember, ...], msgspec.Meta(max_length=1000)]


_read_head = msgspec.json.Decoder(ExportedCircle).decode
_read_result = msgspec.json.Decoder(BookResult).decode


class _Version(msgspec.Struct):
    circle: str


_read_version = msgspec.json.Decoder(_Version).decode


def written(circle: Circle) -> bytes:
    """The file."""
    members = tuple(
        ExportedMember(id=one.id, name=one.name, avatar=one.avatar, former=one.former or msgspec.UNSET)
        for one in circle.members.values()
    )
    head = ExportedCircle(circle=VERSION, name=circle.name, rating=circle.rating, members=members)
    results = [line.text for line in circle.book.values() if line.text is not None]
    return b"".join(line + b"\n" for line in (encode(head), *results))


class Imported(msgspec.Struct, frozen=True):
    """What was read from a file: a circle whose members have no devices, and its results."""

    begun: Begun
    results: tuple[Booked, ...]


def reading(text: bytes, secret: str, now: float, bounds: Bounds) -> Generator[None, None, Imported]:
    """Read a file, one line in each piece; raises `Malformed` with a sentence that names the line."""
    lines = _lines(text)
    begun = _head(next(lines, b""), secret, now, bounds)
    members = {member.id for member in begun.members}
    results: dict[str, Booked] = {}
    size = 0
    for number, line in enumerate(lines, 2):
        result = _result(line, number, members, now)
        if result.id in results:
            raise Malformed(f"line {number}: this result is in the file twice")
        size += len(line)
        if len(results) >= bounds.results or size > bounds.bytes:
            raise Malformed(f"line {number}: a book has at most {bounds.results} results and {bounds.bytes} bytes")
        results[result.id] = Booked(number=len(results) + 1, result=msgspec.Raw(encode(result)), new=result.id)
        yield
    return Imported(begun, tuple(results.values()))


def _lines(text: bytes) -> Iterator[bytes]:
    """The lines of a file, one at a time: there may be millions."""
    at = 0
    while at < len(text):
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1


def _head(line: bytes, secret: str, now: float, bounds: Bounds) -> Begun:
    head = _first_line(line)
    if not 1 <= len(head.members) <= bounds.members:
        raise Malformed(f"line 1: a circle has 1 to {bounds.members} members")
    members: dict[str, Member] = {}
    for member in head.members:
        if not ID.fullmatch(member.id) or member.id in members:
            raise Malformed("line 1: every member has an id of its own, of 8 to 64 letters and digits")
        try:
            name, avatar = clean_member(member.name, member.avatar, members)
        except (Malformed, Refused) as error:
            raise Malformed(f"line 1: {error}") from None
        former = member.former is True
        members[member.id] = Member(id=member.id, name=name, avatar=avatar, since=now, former=former)
    try:
        title = clean_circle_name(head.name)
    except Malformed as error:
        raise Malformed(f"line 1: {error}") from None
    return Begun(name=title, secret=secret, members=tuple(members.values()), rating=head.rating)


def _first_line(line: bytes) -> ExportedCircle:
    if len(line) > LONGEST_LINE:
        raise Malformed("line 1: this is no exported circle")
    try:
        version = _read_version(line).circle
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Malformed("line 1: this is no exported circle") from None
    if version != VERSION:
        later = version.startswith(FAMILY)
        what = "it was exported by another version of rumpus" if later else "this is no exported circle"
        raise Malformed(f"line 1: {what}")
    try:
        return _read_head(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"line 1: {error}") from None


def _result(line: bytes, number: int, members: set[str], now: float) -> BookResult:
    if len(line) > LONGEST_LINE:
        raise Malformed(f"line {number}: this is too long for a result")
    try:
        result = _read_result(line)
        clean = clean_result(result, members, now)
    except (msgspec.DecodeError, UnicodeError, RecursionError, Malformed) as error:
        raise Malformed(f"line {number}: {error}") from None
    # The record, if there is one, is on the server that the file comes from; leagues are not taken along
    return msgspec.structs.replace(clean, record=None, league=None)
