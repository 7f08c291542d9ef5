"""Messages from clients (docs/protocol.md): one JSON object per frame, distinguished by `type`."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any

import msgspec

from rumpus import fair
from rumpus.bots.base import PHRASES, Level
from rumpus.contract import Id
from rumpus.games import GAMES
from rumpus.lobby import Settings
from rumpus.wire.fields import Card, GameOptions, OneAction, Seat

LONGEST_MESSAGE = 4096  # bytes from a client
MOST_BRACKETS = 64  # in one message, which also limits nesting
EMOTES = ("laugh", "wow", "oops", "clap", "think", "hurry", "thanks", "sorry")
REQUESTS = tuple(dict.fromkeys(key for rules in GAMES.values() for key in rules.requests))  # between partners
SAYINGS = (*PHRASES, *EMOTES, *REQUESTS)


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """The base of every message from a client."""


class Hello(Message, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The first message: its token says whose connection this is. Clients of other versions may add fields."""

    version: int
    token: Annotated[str, msgspec.Meta(max_length=64)]
    seen: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None  # the last `seq` on an earlier connection
    merges: bool = False  # understands a `lobby` message about several steps (`first`)
    page: Annotated[str, msgspec.Meta(max_length=32)] | None = None  # a name that all connections of one page share
    nth: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0  # grows with each connection of the page


class Ask(Message, frozen=True, kw_only=True):
    """The base of every message that gets an answer. A repeated id gets the same answer and has no further effect."""

    id: Id


class Do(Ask, frozen=True, kw_only=True):
    """An action of the game."""

    action: OneAction


class Sit(Ask, frozen=True, kw_only=True):
    """Take a free seat."""

    seat: Seat


class TakeSeat(Ask, frozen=True, kw_only=True, tag="take_seat"):
    """During a match: take over a seat of `lobby.open`, at once or from the next round on; null cancels that."""

    seat: Seat | None = None


class Stand(Ask, frozen=True, kw_only=True):
    """Give up the seat and watch."""


class AddBot(Ask, frozen=True, kw_only=True, tag="add_bot"):
    """The host puts a bot on a free seat, or changes the level of one."""

    seat: Seat
    level: Level


class RemoveBot(Ask, frozen=True, kw_only=True, tag="remove_bot"):
    """The host removes a bot."""

    seat: Seat


class Remove(Ask, frozen=True, kw_only=True):
    """The host removes a person before or after a match."""

    person: int


class Rename(Ask, frozen=True, kw_only=True):
    """Change name or avatar before or after a match."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: Annotated[str, msgspec.Meta(max_length=12)] | None = None


class Configure(Ask, frozen=True, kw_only=True):
    """The host sets the game's options or the table's settings; a field left out of either gets its default."""

    options: GameOptions | None = None
    settings: Settings | None = None


class Lock(Ask, frozen=True, kw_only=True):
    """The host locks the table, so that nobody new can join or watch, or opens it again."""

    locked: bool = True


class CallLink(Ask, frozen=True, kw_only=True, tag="call_link"):
    """The host shows everybody the link to a call, at any time: an https address of a website; null removes it."""

    link: Annotated[str, msgspec.Meta(max_length=2000)] | None = None


class NewCode(Ask, frozen=True, kw_only=True, tag="new_code"):
    """The host gives the table a new room code; the old one stops working."""


class Arrange(Ask, frozen=True, kw_only=True):
    """In a game with sides: the host decides who plays together; null leaves it to the rules."""

    sides: Annotated[tuple[tuple[Seat, ...], ...], msgspec.Meta(max_length=12)] | None = None


class Role(Ask, frozen=True, kw_only=True):
    """In a game with sides: one of two partners chooses who turns the hand deck in the next round."""

    turner: Seat


class Ready(Ask, frozen=True, kw_only=True):
    """Ready for the match, for the next deal, or in a race for GO (T-03)."""

    ready: bool = True


class Begin(Ask, frozen=True, kw_only=True):
    """The host begins the match; players who are not ready get a short while (T-03)."""


class Pause(Ask, frozen=True, kw_only=True):
    """The host pauses the match, or resumes it."""

    paused: bool


class Stop(Ask, frozen=True, kw_only=True):
    """Agree to stop between two rounds (T-04), or withdraw that."""

    agree: bool = True


class PlayItOff(Ask, frozen=True, kw_only=True, tag="play_off"):
    """After a tie that the rules leave open: agree to play it off, or share the win (FC-22)."""

    agree: bool = True


class Rematch(Ask, frozen=True, kw_only=True):
    """After a match: back to the lobby with the same people."""


class Back(Ask, frozen=True, kw_only=True):
    """I'm back: take the seat back from the stand-in after being idle, or show that somebody is there (T-07)."""


class StandIn(Ask, frozen=True, kw_only=True, tag="stand_in"):
    """The host asks for a stand-in for a person who has been idle for 15 s (T-07)."""

    seat: Seat


class Salt(Ask, frozen=True, kw_only=True):
    """Add the client's own random text to the next deals, after receiving the `commit` that they are made from."""

    commit: fair.Hash
    salt: fair.Salt


class Again(Ask, frozen=True, kw_only=True):
    """Before a match, the host asks to repeat the deals of the last one with the seats rotated, or cancels that."""

    again: bool = True


class Deals(Ask, frozen=True, kw_only=True):
    """Ask for all deals of a finished round; the answer holds `RoundDeals`."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Leave(Ask, frozen=True, kw_only=True):
    """Leave the table; in a match a stand-in takes over (T-02)."""


class Say(Ask, frozen=True, kw_only=True):
    """Say a quick phrase or an emote; a request goes only to the partner, and may name a card."""

    phrase: Annotated[str, msgspec.Meta(max_length=20)]
    card: Card | None = None


class Mute(Ask, frozen=True, kw_only=True):
    """Mute or unmute a person, or a bot by its seat."""

    person: int | None = None
    seat: int | None = None
    muted: bool = True


class Device(Ask, frozen=True, kw_only=True):
    """Ask for a code to move this seat to another device; the answer holds a `DeviceCode`."""


class Playable(Ask, frozen=True, kw_only=True):
    """Ask for all legal actions."""


class Hint(Ask, frozen=True, kw_only=True):
    """Ask what a good player would do; the answer has the action, and why."""


class Resync(Ask, frozen=True, kw_only=True):
    """Ask for the current state; the answer is a welcome."""


class Pong(Message, frozen=True, kw_only=True):
    """Answer a ping at once, with its number."""

    n: int


FROM_CLIENT: tuple[type[msgspec.Struct], ...] = (
    *(
        Hello,
        Do,
        Sit,
        TakeSeat,
        Stand,
        AddBot,
        RemoveBot,
        Remove,
        Rename,
        Configure,
        Lock,
        CallLink,
        NewCode,
        Arrange,
        Role,
    ),
    *(Ready, Begin, Pause, Stop, PlayItOff, Back, StandIn),
    *(Rematch, Salt, Again, Deals, Leave, Say, Mute, Device, Playable, Hint, Resync, Pong),
    *(question for rules in GAMES.values() for question in rules.questions),
)
FromClient: Any = reduce(or_, FROM_CLIENT)
