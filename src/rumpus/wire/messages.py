"""Messages between server and clients (docs/protocol.md): one JSON object per frame, distinguished by `type`."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from rumpus import fair
from rumpus.bots.base import PHRASES, Level
from rumpus.contract import Id, Reason
from rumpus.games import GAMES
from rumpus.lobby import Lobby as TableLobby
from rumpus.lobby import Place, PlayOff, Settings

VERSION = 1
LONGEST_MESSAGE = 4096  # bytes from a client
MOST_BRACKETS = 64  # in one message, which also limits nesting
EMOTES = ("laugh", "wow", "oops", "clap", "think", "hurry", "thanks", "sorry")
REQUESTS = tuple(dict.fromkeys(key for rules in GAMES.values() for key in rules.requests))  # between partners
SAYINGS = (*PHRASES, *EMOTES, *REQUESTS)

# What a table may set

GameOptions = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Options"})]


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """A person at the table, seated or watching."""

    id: int
    name: str
    avatar: str


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table except the match itself, as everybody there sees it."""

    code: str
    game: str
    options: GameOptions
    settings: Settings
    stage: Literal["lobby", "match", "over"]
    seats: tuple[Place | None, ...]
    people: tuple[PersonView, ...]
    host: int | None
    paused: bool
    sides: tuple[tuple[int, ...], ...] | None  # seats that play together, if the host arranged it
    turners: tuple[int, ...]  # seats that turn the hand deck in the next round, where partners chose that
    match: int  # how many matches have begun here
    scripted: bool  # whether the first deals were given rather than shuffled
    stop: tuple[int, ...]  # people who agree to stop (T-04)
    record: str | None  # the name of the last finished match's record
    parties: tuple[tuple[int, ...], ...] = ()  # who scores together, or would if the match began now
    locked: bool = False  # whether nobody new can join or watch
    call: str | None = None  # the link of a call that people talk in meanwhile
    fair: fair.Fair | None = None  # how the deals can be checked; `salts` is empty until the match begins
    again: bool | None = None  # whether the last match's deals come again; None if that cannot be
    open: tuple[int, ...] = ()  # during a match: seats that somebody without one may take over
    play_off: PlayOff | None = None  # while those who tied decide whether to play it off, and who agrees
    circle: str | None = None  # the id of the circle in whose book the results are written


def lobby_view(lobby: TableLobby, code: str) -> LobbyView:
    """What everybody at the table may know of its lobby: neither tokens nor scripted deals."""
    parties = lobby.parties()
    return LobbyView(
        code=code,
        game=lobby.game,
        options=lobby.shown_options(parties),
        settings=lobby.settings,
        stage=lobby.stage,
        seats=lobby.seats,
        people=tuple(PersonView(id=person.id, name=person.name, avatar=person.avatar) for person in lobby.people),
        host=lobby.host,
        paused=lobby.paused,
        sides=lobby.sides,
        turners=lobby.turners,
        match=lobby.match,
        scripted=lobby.scripted,
        locked=lobby.locked,
        call=lobby.call,
        stop=lobby.stop,
        open=lobby.open_seats(),
        play_off=lobby.play_off,
        record=lobby.record,
        parties=tuple(map(tuple, parties)),
        fair=None if lobby.chain is None else lobby.chain.told(),
        again=lobby.again if lobby.stage == "lobby" and lobby.turn() is not None else None,
        circle=lobby.circle,
    )


# From the client


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """The base of every message from a client."""


Seat = Annotated[int, msgspec.Meta(ge=0, le=31)]
Card = Annotated[str, msgspec.Meta(max_length=12)]
OneAction = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
OneLine = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Line"})]
OneView = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/View"})]


class Hello(Message, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The first message: its token says whose connection this is. Clients of other versions may add fields."""

    version: int
    token: Annotated[str, msgspec.Meta(max_length=64)]
    seen: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None  # the last `seq` on an earlier connection
    merges: bool = False  # understands a `lobby` message about several steps (`first`)


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
    """During a match: take over a seat of `lobby.open`, at once or from the next round on; null takes it back."""

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
    """The host tells everybody the link of a call, at any time: an https address of a website; null takes it away."""

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
    """I'm back: take the seat back from the stand-in after being idle, or show that one is still there (T-07)."""


class StandIn(Ask, frozen=True, kw_only=True, tag="stand_in"):
    """The host asks for a stand-in for a person who has been idle for 15 s (T-07)."""

    seat: Seat


class Salt(Ask, frozen=True, kw_only=True):
    """Add the client's own random text to the next deals, after it was told the `commit` that they are made from."""

    commit: fair.Hash
    salt: fair.Salt


class Again(Ask, frozen=True, kw_only=True):
    """Before a match the host asks for the deals of the last one again, with the seats turned round, or not."""

    again: bool = True


class Deals(Ask, frozen=True, kw_only=True):
    """Ask for all that a round that is over was dealt; the answer holds `RoundDeals`."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Leave(Ask, frozen=True, kw_only=True):
    """Leave the table; in a match a stand-in plays on (T-02)."""


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


# To the client


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
