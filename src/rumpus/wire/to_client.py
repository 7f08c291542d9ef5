"""Messages to clients (docs/protocol.md): one JSON object per frame, distinguished by `type`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rumpus.contract import Reason
from rumpus.wire.fields import VERSION, OneAction, OneLine, OneView
from rumpus.wire.lobby import LobbyView


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """The base of every message to a client."""


class IdleSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat whose person could act and has done nothing for 15 s (T-07)."""

    seat: int
    ms: int | None  # until a stand-in plays; None: never


class Welcome(ServerMessage, frozen=True, kw_only=True):
    """The current state of the table: the answer to a hello, and to a resync (then with its id)."""

    version: int = msgspec.field(default=VERSION)
    seq: int = msgspec.field()
    you: int
    seat: int | None
    lobby: LobbyView
    here: tuple[int, ...]  # people who are connected
    muted: tuple[int, ...] = ()
    view: OneView | msgspec.UnsetType = msgspec.UNSET  # left out before the first match
    legal: tuple[OneAction, ...] = ()
    more: bool = False  # as in `happened`
    turn_ms: int | None = None  # milliseconds left on the turn timer
    ready: tuple[int, ...] = ()  # seats that are ready for the next deal, or for GO (T-03)
    idle: tuple[IdleSeat, ...] = ()
    standoff_ms: int | None = None  # until a round ends in which nobody moves (T-08)
    behind: bool = False  # the client had `seen` more, and the server has lost it: this is what counts now
    id: str | None = None


class Lobby(ServerMessage, frozen=True, kw_only=True):
    """The lobby has changed. Has a sequence number, or covers all numbers from `first` to `seq`."""

    seq: int
    lobby: LobbyView
    seat: int | None = None
    first: int | None = None  # if it is about several changes: the number of the first
    id: str | None = None


class Happened(ServerMessage, frozen=True, kw_only=True):
    """Something happened in the match: what this viewer may know of it, and their view. Has a sequence number."""

    seq: int
    at: float
    lines: tuple[OneLine, ...]
    view: OneView
    legal: tuple[OneAction, ...]
    more: bool = False  # `legal` is incomplete: ways to go out are still being computed; a `legal` message follows
    turn_ms: int | None = None
    lobby: LobbyView | None = None  # if it has changed too
    id: str | None = None  # the id of the viewer's own message that this answers


class Legal(ServerMessage, frozen=True, kw_only=True):
    """All legal actions after step `seq`, where `happened` or `welcome` said that more will follow."""

    seq: int
    legal: tuple[OneAction, ...]


class Done(ServerMessage, frozen=True, kw_only=True):
    """The message was carried out: sent if it caused no step of its own, for a question, or for a repeated id."""

    id: str
    seq: int
    found: Any = None
    why: Reason | None = None  # of a hint: the reason for the move that was found


class Refused(ServerMessage, frozen=True, kw_only=True):
    """The message was refused: the clause it breaks, the catalogue key of the reason, and the facts to fill into it."""

    id: str | None
    reason: str
    clause: str | None = None
    facts: dict[str, str | int] = {}
    expected: str | None = None  # if it could not be read: what was expected, in English
    first: int | None = None  # in a race: the seat that was first
    by_ms: int | None = None  # and its lead in milliseconds
    how: Literal["view", "tie", "late"] | None = None
    """How a race was decided: by what each player's screen showed, by a hash between equals, or before this arrived."""
    held_ms: int | None = None  # how long the decision waited for players further away
    wait_ms: int | None = None  # how long the seat must wait before it may try again (T-06)


class Here(ServerMessage, frozen=True, kw_only=True):
    """The people who are connected."""

    people: tuple[int, ...]
    unmeasured: tuple[int, ...] = ()  # whose round trip only their own pings tell: in a race less of it is evened out


class Idle(ServerMessage, frozen=True, kw_only=True):
    """The seats whose people could act and have done nothing for a while (T-07)."""

    seats: tuple[IdleSeat, ...]


class Said(ServerMessage, frozen=True, kw_only=True):
    """A quick phrase, said by a person, or by the bot on a seat."""

    phrase: str
    person: int | None = None
    seat: int | None = None
    card: str | None = None


class Countdown(ServerMessage, frozen=True, kw_only=True):
    """A countdown has started.

    To the start of a race (`go`), to the match (`begin`), to the next deal (`deal`), to GO without those who are not
    ready (`ready`, T-03), to a tie that is shared (`tie`), or to the end of a round in which nobody moves (`standoff`,
    T-08).
    """

    why: Literal["go", "begin", "deal", "ready", "tie", "standoff"]
    ms: int


class Ping(ServerMessage, frozen=True, kw_only=True):
    """To be answered at once with a pong of the same number. Carries the latest round trip."""

    n: int
    rtt_ms: int | None = None


class Bye(ServerMessage, frozen=True, kw_only=True):
    """The connection is about to be closed, and why."""

    code: int
    reason: str


ToClient = Welcome | Lobby | Happened | Legal | Done | Refused | Here | Idle | Said | Countdown | Ping | Bye
