"""Reads and writes lines of records, journals and messages; each says who did what."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import msgspec

from rumpus.contract import Action
from rumpus.games import GAMES

_encode = msgspec.json.Encoder().encode


class Ready(Action, frozen=True, kw_only=True):
    """A seat is ready for the next round."""

    fact: ClassVar[bool] = True


class Sits(Action, frozen=True, kw_only=True, tag="seat"):
    """Who plays a seat from now on."""

    fact: ClassVar[bool] = True

    seat: int
    name: str
    bot: str | None = None
    program: bool = False  # whoever comes back or takes over says that it is a program


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that competed with another in a race."""

    by: int  # the seat
    seen: float


class Contest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a line carries that won or lost a contest (docs/record.md)."""

    seen: float  # the view time that it was ordered by, in seconds since the match began
    over: tuple[Rival, ...] = ()  # the claims that it beat
    beside: tuple[Rival, ...] = ()  # claims that competed with it and are not refused because of it
    tie: bool = False  # whether the view times were equal, so that a hash decided (`fair.first_seen`)


class Reveal(Action, frozen=True, kw_only=True):
    """The seeds of a round that is over, one for each deal and reshuffle, in order (docs/record.md)."""

    fact: ClassVar[bool] = True

    seeds: tuple[str, ...]
    secret: str | None = None  # at the end of a match with several chains: what all of them were made from


class Commit(Action, frozen=True, kw_only=True):
    """The seeds of a chain are used up; this is the end of the next one."""

    fact: ClassVar[bool] = True

    commit: str


Fact = Ready | Sits | Reveal | Commit  # what stands between the actions of a match


class _By(msgspec.Struct):
    by: int | None


_read_by = msgspec.json.Decoder(_By).decode


@cache
def action_reader(game: str) -> Callable[[bytes | str | msgspec.Raw], Any]:
    """A decoder for the actions of a game and the facts of the table that stand between them."""
    return msgspec.json.Decoder(GAMES[game].action_type | Fact).decode


def read_line(game: str, raw: bytes | msgspec.Raw) -> tuple[int | None, Any]:
    """The seat (None for the house and the table) and the action in a line."""
    return _read_by(raw).by, action_reader(game)(raw)


class _Beginnings(dict[int | None, bytes]):
    """The beginning of a line by who acts, ready for the usual seats."""

    def __missing__(self, by: int | None) -> bytes:
        return b'{"by":null,' if by is None else b'{"by":%d,' % by


_BEGINNINGS = _Beginnings((seat, b'{"by":%d,' % seat) for seat in range(16))


def write_line(by: int | None, action: Action, contest: Contest | None = None) -> bytes:
    """A line as one JSON object."""
    line = _BEGINNINGS[by] + _encode(action)[1:]
    return line if contest is None else b"%s,%s" % (line[:-1], _encode(contest)[1:])


_read_contest = msgspec.json.Decoder(Contest).decode


def read_contest(raw: bytes | str | msgspec.Raw) -> Contest | None:
    """What a line says of the contest that it won or lost; None if there was none."""
    text = raw if isinstance(raw, str) else bytes(raw).decode()
    return _read_contest(text) if '"seen":' in text else None
