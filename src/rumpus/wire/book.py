"""Bodies of HTTP requests and responses about circles and their books (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rumpus.circle import Circle, League, Pairing, PastLeague, Standing, Vote
from rumpus.circle.book import Few
from rumpus.circle.league import pairings, standing

Text = Annotated[str, msgspec.Meta(max_length=200)]
LINES_A_PAGE = 200
BYTES_A_PAGE = 192 * 1024
RESULT_OR_NULL = {"anyOf": [{"$ref": "#/$defs/BookResult"}, {"type": "null"}]}
OneResult = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema=RESULT_OR_NULL)]


class NewMember(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name and face of a member."""

    name: Text
    avatar: Few


class PlayedMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match outside of circles that has just ended: its record, and the token of the sender's seat."""

    record: Few
    token: Text


class OpenCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles: open a circle as its first member; with a `match`, that is the first in its book."""

    name: Text
    member: NewMember
    match: PlayedMatch | None = None


class LookCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles/look: ask what a circle's link invites to, before joining."""

    circle: Few
    secret: Few


class JoinCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles/join: become a member, or come back as a member who no longer has a device."""

    circle: Few
    secret: Few
    name: Text = ""
    avatar: Few = ""
    member: Few | None = None


class ClaimCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles/claim: be the same member on this device, with the code shown on the other one."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class ClearCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles/ID/clear: vote to clear the book or remove the circle, or (`vote`: false) withdraw that."""

    what: Literal["book", "circle"]
    vote: bool = True


class ForgetMember(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/circles/ID/forget: be forgotten (null), or vote to forget a member who no longer has a device."""

    member: Few | None
    vote: bool = True


class CircleJoined(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to opening, joining, claiming and importing. The key is secret and sent only this once."""

    circle: str
    secret: str
    member: str
    device: str  # the key of this device
    name: str  # of the circle


class CircleGuest(msgspec.Struct, frozen=True, kw_only=True):
    """A member as seen by somebody with the link."""

    id: str
    name: str
    avatar: str
    free: bool  # has no device any more, so that the newcomer may be this member


class CircleInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to /api/circles/look."""

    name: str
    members: tuple[CircleGuest, ...]


class DeviceView(msgspec.Struct, frozen=True, kw_only=True):
    """A device of a member; `last` is right to the day."""

    id: str
    since: float
    last: float


class MemberView(msgspec.Struct, frozen=True, kw_only=True):
    """A member as the others see them. A member without devices has left; a former member has asked to be forgotten."""

    id: str
    name: str
    avatar: str
    since: float
    devices: tuple[DeviceView, ...]
    former: bool


class LeagueView(msgspec.Struct, frozen=True, kw_only=True):
    """The league, its tables as far as they are known, and how its members stand."""

    league: League
    tables: tuple[Pairing, ...]
    standing: tuple[Standing, ...]


class CircleTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the circle that somebody is at, and that others may join or watch."""

    code: str
    game: str
    host: str | None
    stage: Literal["lobby", "match", "over"]
    play: bool  # whether there is room to play, or to watch
    watch: bool
    league: int | None = None  # the table of the league


class CircleView(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/circles/ID: the circle as its members see it."""

    id: str
    name: str
    secret: str  # for the link that invites others
    me: str
    device: str  # the id of this device
    members: tuple[MemberView, ...]
    votes: tuple[Vote, ...]
    needed: int  # members who must agree to remove a device or a name, to clear the book or to remove the circle
    rating: bool
    league: LeagueView | None
    past: tuple[PastLeague, ...]  # leagues that are over, the oldest first
    number: int  # of the last change of the book
    results: int
    tables: tuple[CircleTable, ...]


class BookLine(msgspec.Struct, frozen=True, kw_only=True):
    """A result in the book, or (null) a deleted one. A correction has a new number."""

    number: int
    id: str
    result: OneResult


class BookPage(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/circles/ID/book: what has changed since a number, oldest first."""

    lines: tuple[BookLine, ...]
    newest: int  # the number of the last change
    cleared: int  # forget all lines with a smaller number: the book was cleared
    more: bool  # ask again after the last of these lines


class BookAdded(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a result that was sent: its number in the book."""

    number: int


def circle_view(
    id_: str, circle: Circle, me: str, device: str, now: float, tables: tuple[CircleTable, ...] = ()
) -> CircleView:
    """What a member sees of the circle; no key is in it, not even as a hash."""
    members = tuple(
        MemberView(
            id=member.id,
            name=member.name,
            avatar=member.avatar,
            since=member.since,
            devices=tuple(DeviceView(id=one.id, since=one.since, last=one.last) for one in member.devices),
            former=member.former,
        )
        for member in circle.members.values()
    )
    return CircleView(
        id=id_,
        name=circle.name,
        secret=circle.secret,
        me=me,
        device=device,
        members=members,
        votes=tuple(circle.open_votes(now)),
        needed=circle.needed(),
        rating=circle.rating,
        league=_league_view(circle),
        past=circle.past,
        number=circle.number,
        results=circle.results(),
        tables=tables,
    )


def _league_view(circle: Circle) -> LeagueView | None:
    if circle.league is None:
        return None
    results = circle.counted()
    return LeagueView(
        league=circle.league,
        tables=tuple(pairings(circle.league, results)),
        standing=tuple(standing(circle.league, results)),
    )


def book_page(circle: Circle, after: int) -> BookPage:
    """The next lines of the book, as many as fit on a page."""
    lines: list[BookLine] = []
    size = 0
    waiting = circle.lines_after(after)
    for line in waiting:
        size += len(line.text or b"")
        if lines and (len(lines) >= LINES_A_PAGE or size > BYTES_A_PAGE):
            break
        lines.append(BookLine(number=line.number, id=line.id, result=msgspec.Raw(line.text or b"null")))
    more = len(lines) < len(waiting)
    return BookPage(lines=tuple(lines), newest=circle.number, cleared=circle.cleared, more=more)
