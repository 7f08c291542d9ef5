"""The requests of members to their circle: each is checked first, and returns the events that it causes, if any.

Nothing here has a clock or chance: the time and new secrets come in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from rumpus.circle import league as leagues
from rumpus.circle.book import BookResult, Few, check_playable, clean_result, encode
from rumpus.circle.circle import (
    Added,
    Begun,
    Booked,
    Changed,
    Circle,
    Event,
    Joined,
    Playing,
    Rated,
    Removed,
    Renamed,
    Secret,
    Struck,
    Unvoted,
    Voted,
    read_result,
)
from rumpus.circle.forget import without_former
from rumpus.circle.league import League, PastLeague
from rumpus.circle.members import (
    MOST_DEVICES,
    MOST_MEMBERS,
    Device,
    Member,
    Refused,
    Vote,
    clean_circle_name,
    clean_member,
    replace,
)
from rumpus.contract import Malformed

Text = Annotated[str, msgspec.Meta(max_length=200)]


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """The base of what a member may ask for."""


class RenameCircle(Change, frozen=True, kw_only=True, tag="rename"):
    """Give the circle another name."""

    name: Text


class ChangeMe(Change, frozen=True, kw_only=True, tag="me"):
    """Take another name or face."""

    name: Text
    avatar: Text


class SetRating(Change, frozen=True, kw_only=True, tag="rating"):
    """Switch the rating on or off, for everybody in the circle."""

    on: bool


class RemoveDevice(Change, frozen=True, kw_only=True, tag="remove"):
    """Want a device removed, or (`vote` is false) no longer. When two members want it, it is; the link changes too."""

    device: Few
    vote: bool = True


class LeaveCircle(Change, frozen=True, kw_only=True, tag="leave"):
    """Leave the circle with this device alone, or with all of mine. The book keeps what was played."""

    everywhere: bool = False


class CorrectResult(Change, frozen=True, kw_only=True, tag="correct"):
    """Put this in the place of the result with the same id, which came from a score pad or from offline."""

    result: BookResult


class StrikeResult(Change, frozen=True, kw_only=True, tag="strike"):
    """Strike a result that came from a score pad or from offline."""

    id: Few


class StartLeague(Change, frozen=True, kw_only=True, tag="league"):
    """Begin a league, in place of the one that is on."""

    form: Literal["round_robin", "ladder"]
    game: Few
    options: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"type": "object"})] = {}
    members: Annotated[tuple[Few, ...], msgspec.Meta(max_length=64)]
    size: Annotated[int, msgspec.Meta(ge=2, le=32)] = 2
    rounds: Annotated[int, msgspec.Meta(ge=1, le=leagues.MOST_ROUNDS)] = 3


class LeaveLeague(Change, frozen=True, kw_only=True, tag="leave_league"):
    """A member plays no more in the league; any member may say so, because who has gone home may not."""

    member: Few


class EndLeague(Change, frozen=True, kw_only=True, tag="end_league"):
    """The league is over; its results stay in the book, and its last standing in the circle."""


class NewSecret(Change, frozen=True, kw_only=True, tag="secret"):
    """Give the circle another link: nobody can join by the old one."""


ChangeCircle = (
    RenameCircle
    | ChangeMe
    | SetRating
    | RemoveDevice
    | LeaveCircle
    | CorrectResult
    | StrikeResult
    | StartLeague
    | LeaveLeague
    | EndLeague
    | NewSecret
)


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How much one circle may hold."""

    members: int = MOST_MEMBERS
    results: int = 5000
    bytes: int = 4 << 20  # of results


class Asking(msgspec.Struct, frozen=True):
    """The member who asks, the time, the room left, and the source of new ids."""

    member: Member
    device: Device
    now: float
    bounds: Bounds
    fresh: Callable[[int], str]  # so many random bytes, in hexadecimal


SECRET_BYTES = 16
ID_BYTES = 8


def found(name: str, member: Member, secret: str) -> Begun:
    """A new circle with its first member; raises `Malformed`."""
    clean, avatar = clean_member(member.name, member.avatar, {})
    first = replace(member, name=clean, avatar=avatar)
    return Begun(name=clean_circle_name(name), secret=secret, members=(first,))


def join(circle: Circle, member: Member, bounds: Bounds) -> Joined:
    """A new member with their first device; raises `Malformed` or `Refused`."""
    if len(circle.members) >= bounds.members:
        raise Refused("crowded", f"a circle has at most {bounds.members} members")
    name, avatar = clean_member(member.name, member.avatar, circle.members)
    return Joined(member=replace(member, name=name, avatar=avatar))


def come_back(circle: Circle, member: str, device: Device) -> Added:
    """A member without a device comes back by the link; raises `Refused`."""
    known = circle.members.get(member)
    if known is None or known.devices or known.former:
        raise Refused("has-device", "this member has a device; a code from there brings another one in")
    return Added(member=member, device=device)


def add_device(circle: Circle, member: str, device: Device) -> Added:
    """Another device of a member; raises `Refused`."""
    known = circle.members[member]
    if len(known.devices) >= MOST_DEVICES:
        raise Refused("crowded", f"a member has at most {MOST_DEVICES} devices")
    return Added(member=member, device=device)


def change(circle: Circle, ask: Any, by: Asking) -> list[Event]:
    """The events that a request causes; raises `Malformed` or `Refused`, and then nothing changes."""
    return _DECIDE[type(ask)](circle, ask, by)


def _rename(_: Circle, ask: RenameCircle, by: Asking) -> list[Event]:
    return [Renamed(name=clean_circle_name(ask.name))]


def _me(circle: Circle, ask: ChangeMe, by: Asking) -> list[Event]:
    name, avatar = clean_member(ask.name, ask.avatar, circle.members, by.member.id)
    return [Changed(member=by.member.id, name=name, avatar=avatar)]


def _rating(_: Circle, ask: SetRating, by: Asking) -> list[Event]:
    return [Rated(on=ask.on)]


def _secret(_: Circle, ask: NewSecret, by: Asking) -> list[Event]:
    return [Secret(secret=by.fresh(SECRET_BYTES))]


def _remove(circle: Circle, ask: RemoveDevice, by: Asking) -> list[Event]:
    if circle.device(ask.device) is None:
        raise Refused("no-device", "this circle has no such device, or no longer")
    what = f"device:{ask.device}"
    if not ask.vote:
        return [Unvoted(what=what, by=by.member.id)]
    if sum(len(member.devices) for member in circle.members.values()) == 1:
        raise _last_device()
    voted = vote(circle, what, by)
    if voted is not None:
        return [voted]
    return [Removed(device=ask.device, secret=by.fresh(SECRET_BYTES))]


def _last_device() -> Refused:
    return Refused("last-device", "this is the only device of the circle; without it nobody could open the book")


def vote(circle: Circle, what: str, by: Asking) -> Voted | None:
    """The vote of a member, or None if with it enough members agree, so that it can be done."""
    mine = Vote(what=what, by=by.member.id, at=by.now)
    return None if circle.agree(what, by.now, mine) else Voted(vote=mine)


def forget(circle: Circle, member: str, by: Asking) -> list[Event]:
    """Whether a member's name is to be forgotten now: no event if so, or a vote. Raises `Refused`.

    Everybody asks for their own. Of somebody who has no device any more, members decide as of a lost device.
    """
    known = circle.members.get(member)
    if known is None or known.former:
        raise Refused("no-member", "this circle has no such member, or no longer")
    if member == by.member.id:
        if len(circle.active()) == 1:
            raise _last_device()
        return []
    if known.devices:
        raise Refused("member-here", "this member has a device here, and can ask for it there")
    voted = vote(circle, f"member:{member}", by)
    return [] if voted is None else [voted]


def _leave(circle: Circle, ask: LeaveCircle, by: Asking) -> list[Event]:
    mine = by.member.devices if ask.everywhere else (by.device,)
    if len(mine) == sum(len(member.devices) for member in circle.members.values()):
        raise _last_device()
    return [Removed(device=device.id) for device in mine]


def book(circle: Circle, result: BookResult, by: Asking) -> list[Event]:
    """A result from a score pad, or from offline; none if the book has it already. Raises `Malformed`, `Refused`."""
    if result.id in circle.book:
        return []
    return [_booked(circle, _sent(circle, result, by), by.bounds)]


def from_table(circle: Circle, result: BookResult, bounds: Bounds) -> list[Event]:
    """A result of a table of this server; none if the book has it already. Raises `Refused` if the book is full."""
    if result.id in circle.book:
        return []
    players = tuple(
        replace(player, member=None) if player.member not in circle.members else player for player in result.players
    )
    return [_booked(circle, without_former(replace(result, players=players), circle.members), bounds)]


def _sent(circle: Circle, result: BookResult, by: Asking) -> BookResult:
    if result.kind == "table" or result.record is not None:
        raise Malformed("only a table of this server says that a match was played there")
    clean = clean_result(result, circle.members, by.now)
    check_playable(clean)
    return without_former(clean, circle.members)


def _booked(circle: Circle, result: BookResult, bounds: Bounds) -> Booked:
    text = encode(result)
    if len(circle.book) >= bounds.results or circle.bytes + len(text) > bounds.bytes:
        raise Refused("full", "the book is full; export it, and clear it to begin a new one")
    return Booked(number=circle.number + 1, result=msgspec.Raw(text), new=result.id)


def _own(circle: Circle, id_: str) -> BookResult:
    """A result that may be corrected or struck."""
    line = circle.book.get(id_)
    if line is None or line.text is None:
        raise Refused("no-result", "the book has no such result, or no longer")
    if line.kind == "table":
        raise Refused("verified", "what was played at a table stays as it was played")
    return read_result(line.text)


def _correct(circle: Circle, ask: CorrectResult, by: Asking) -> list[Event]:
    before = _own(circle, ask.result.id)
    clean = replace(_sent(circle, ask.result, by), kind=before.kind)
    text = encode(clean)
    if circle.bytes - len(encode(before)) + len(text) > by.bounds.bytes:
        raise Refused("full", "the book is full; export it, and clear it to begin a new one")
    return [Booked(number=circle.number + 1, result=msgspec.Raw(text))]


def _strike(circle: Circle, ask: StrikeResult, by: Asking) -> list[Event]:
    _own(circle, ask.id)
    return [Struck(number=circle.number + 1, id=ask.id)]


def _league(circle: Circle, ask: StartLeague, by: Asking) -> list[Event]:
    league = League(
        id=by.fresh(ID_BYTES),
        form=ask.form,
        game=ask.game,
        options=ask.options,
        members=ask.members,
        size=ask.size,
        rounds=ask.rounds,
        at=by.now,
    )
    leagues.check(league, [member.id for member in circle.members.values() if not member.former])
    return [Playing(league=league, past=_past(circle))]


def _leave_league(circle: Circle, ask: LeaveLeague, by: Asking) -> list[Event]:
    league = _now_played(circle)
    if ask.member not in league.members or ask.member in league.gone():
        raise Refused("no-player", "this member is not in the league, or no longer")
    return [Playing(league=leagues.without(league, ask.member, by.now))]


def _end_league(circle: Circle, ask: EndLeague, by: Asking) -> list[Event]:
    _now_played(circle)
    return [Playing(past=_past(circle))]


def _now_played(circle: Circle) -> League:
    if circle.league is None:
        raise Refused("no-league", "no league is being played")
    return circle.league


def _past(circle: Circle) -> PastLeague | None:
    """What to keep of the current league: nothing if nobody has played in it."""
    played = circle.counted()
    return leagues.past(circle.league, played) if circle.league is not None and played else None


_DECIDE: dict[type, Callable[[Circle, Any, Asking], list[Event]]] = {
    RenameCircle: _rename,
    ChangeMe: _me,
    SetRating: _rating,
    RemoveDevice: _remove,
    LeaveCircle: _leave,
    CorrectResult: _correct,
    StrikeResult: _strike,
    StartLeague: _league,
    LeaveLeague: _leave_league,
    EndLeague: _end_league,
    NewSecret: _secret,
}
