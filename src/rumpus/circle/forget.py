"""Forgets a member: removes name and avatar from the circle, its book and its file. The results stay.

The member's id stays in the results, so that who beat whom, leagues and ratings of the others do not change.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from itertools import count

import msgspec

from rumpus.circle.book import BookPlayer, BookResult, encode
from rumpus.circle.circle import Begun, Booked, Circle, Event, Struck, read_result
from rumpus.circle.league import without
from rumpus.circle.members import Member, Vote, replace
from rumpus.lobby.letters import looks

NAME, FACE = "Former member", "mole"  # with a number; pages say it in their own language


def as_former(member: Member, others: Iterable[Member]) -> Member:
    """The member without a name of their own, and without devices."""
    taken = frozenset[str]().union(*(looks(other.name) for other in others))
    name = next(name for number in count(1) if taken.isdisjoint(looks(name := f"{NAME} {number}")))
    return Member(id=member.id, name=name, avatar=FACE, since=member.since, former=True)


def without_former(result: BookResult, members: dict[str, Member]) -> BookResult:
    """A result without the names of forgotten people and without its record, which has the names too."""
    former = {id_: member for id_, member in members.items() if member.former}
    if not any(player.member in former for player in result.players):
        return result
    players = tuple(
        player if player.member not in former else _neutral(player, former[player.member or ""])
        for player in result.players
    )
    return replace(result, players=players, record=None)


def forgetting(circle: Circle, id_: str, now: float) -> Generator[None, None, list[Event]]:
    """Rewrite the circle without this member's names, one result at a time. Changed results get new numbers."""
    member = circle.members[id_]
    former = as_former(member, (other for other in circle.members.values() if other.id != id_))
    names = {member.name.casefold()}
    for line in circle.book.values():
        if line.text is not None and id_.encode() in line.text:
            names |= {one.name.casefold() for one in read_result(line.text).players if one.member == id_}
        yield
    same: list[Event] = []
    changed: list[Event] = []
    for line in circle.book.values():
        before = None if line.text is None else read_result(line.text)
        after = None if before is None else _forgotten(before, former, names)
        if line.text is None:
            same.append(Struck(number=line.number, id=line.id))
        elif after is None or after == before:
            same.append(Booked(number=line.number, result=msgspec.Raw(line.text), new=line.id))
        else:
            number = circle.number + len(changed) + 1
            changed.append(Booked(number=number, result=msgspec.Raw(encode(after)), new=line.id))
        yield
    return [_begun(circle, member, former, now), *same, *changed]


def _forgotten(result: BookResult, former: Member, names: Collection[str]) -> BookResult:
    players = tuple(_neutral(one, former) if _is(one, former, names) else one for one in result.players)
    if players == result.players:
        return result
    told = any(name in result.note.casefold() for name in names)
    return replace(result, players=players, record=None, note="" if told else result.note)


def _is(player: BookPlayer, former: Member, names: Collection[str]) -> bool:
    """Whether this is the member, or a guest of the same name, as the member was before joining."""
    guest = player.member is None and player.bot is None
    return player.member == former.id or (guest and player.name.casefold() in names)


def _neutral(player: BookPlayer, former: Member) -> BookPlayer:
    return replace(player, name=former.name, avatar=former.avatar, former=True)


def _begun(circle: Circle, member: Member, former: Member, now: float) -> Begun:
    gone = {f"member:{member.id}", *(f"device:{device.id}" for device in member.devices)}

    def counts(vote: Vote) -> bool:
        return vote.by != member.id and vote.what not in gone

    members = tuple(former if one.id == former.id else one for one in circle.members.values())
    league = None if circle.league is None else without(circle.league, member.id, now)
    return circle.begun(members=members, votes=tuple(filter(counts, circle.votes.values())), league=league)
