"""The members of a circle, their devices, and what two of them must agree on."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.contract import Malformed
from rumpus.lobby import AVATARS, clean_name
from rumpus.lobby.letters import looks
from rumpus.lobby.names import cleaned
from rumpus.printable import one_line

MOST_MEMBERS = 40
MOST_DEVICES = 8  # of one member
LONGEST_NAME = 40  # of a circle
VOTE_S = 7 * 86_400.0  # after that a vote counts no more
SEEN_S = 86_400.0  # how exactly it is known when a device was last used

replace = msgspec.structs.replace


class Refused(Exception):
    """The circle does not do it, though the request can be read: the catalogue key of the reason, and a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = f"circle-{reason}"
        self.sentence = sentence


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device of a member. Only a hash of its key is stored, so that a copy of the journal opens no book."""

    id: str
    key: str
    since: float
    last: float  # when it was last used, to the day


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A person of the circle. One without devices is remembered, and may come back by the circle's link."""

    id: str
    name: str
    avatar: str
    since: float
    devices: tuple[Device, ...] = ()
    former: bool = False  # asked to be forgotten: the name is nobody's, and nobody can come back as this member


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """The votes for something that two members must agree on: remove a device, forget a name, clear the book."""

    what: str  # "device:ID", "member:ID", "book" or "circle"
    by: str  # the member
    at: float


def clean_circle_name(name: str) -> str:
    """The name of a circle as it is shown; raises `Malformed`."""
    return cleaned(name, LONGEST_NAME)


def clean_member(name: str, avatar: str, members: dict[str, Member], own: str | None = None) -> tuple[str, str]:
    """The name and face of a member; raises `Malformed`, or `Refused` if another one's name looks the same."""
    clean = clean_name(name)
    if avatar not in AVATARS:
        raise Malformed(f"there is no avatar {one_line(avatar)[:12]!r}; the avatars are {', '.join(AVATARS)}")
    others = [member.name for member in members.values() if member.id != own]
    if not frozenset[Any]().union(*map(looks, others)).isdisjoint(looks(clean)):
        raise Refused(
            "name-taken", "somebody in this circle has this name; with a code you can be the same person here"
        )
    return clean, avatar
