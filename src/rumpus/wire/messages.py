"""Messages between a table and its clients (docs/protocol.md): JSON, one object a frame, told apart by `type`."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from rumpus.bots.base import PHRASES
from rumpus.contract import Id
from rumpus.games import GAMES
from rumpus.lobby import Level, Place, Settings
from rumpus.lobby import Lobby as TableLobby

VERSION = 1
LONGEST_MESSAGE = 4096  # bytes from a client
MOST_BRACKETS = 64  # in one message, so nesting is bounded too
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
    """Everything about a table but the match itself."""

    code: str
    game: str
    options: GameOptions
    settings: Settings
    stage: Literal["lobby", "match", "over"]
    seats: tuple[Place | None, ...]
    people: tuple[PersonView, ...]
    host: int | None
    paused: bool
    sides: tuple[tuple[int, ...], ...] | None  # who plays together, if the host arranged it
    turners: tuple[int, ...]  # seats that chose a role for the next round
    match: int  # how many matches have begun here
    scripted: bool  # deals are given, not shuffled
    stop: tuple[int, ...]  # people who agree to stop (T-04)
    record: str | None  # the name of the last finished match's record
    parties: tuple[tuple[int, ...], ...] = ()  # who scores together, or would if the match began now


def lobby_view(lobby: TableLobby, code: str) -> LobbyView:
    """What everybody at the table may know of its lobby: no tokens, no scripted deals."""
    return LobbyView(
        code=code,
        game=lobby.game,
        options=lobby.options,
        settings=lobby.settings,
        stage=lobby.stage,
        seats=lobby.seats,
        people=tuple(PersonView(id=person.id, name=person.name, avatar=person.avatar) for person in lobby.people),
        host=lobby.host,
        paused=lobby.paused,
        sides=lobby.sides,
        turners=lobby.turners,
        match=lobby.match,
        scripted=bool(lobby.deals),
        stop=lobby.stop,
        record=lobby.record,
        parties=tuple(map(tuple, lobby.parties())),
    )


# From the client


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """What one frame carries."""


Seat = Annotated[int, msgspec.Meta(ge=0, le=31)]
Card = Annotated[str, msgspec.Meta(max_length=12)]
OneAction = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
OneLine = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Line"})]
OneView = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/View"})]


class Hello(Message, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The first message: whose seat this connection is. Clients of other versions may say more in it."""

    version: int
    token: Annotated[str, msgspec.Meta(max_length=64)]


class Ask(Message, frozen=True, kw_only=True):
    """Anything that wants an answer. The same id again gets the same answer again."""

    id: Id


class Do(Ask, frozen=True, kw_only=True):
    """An action of the game."""

    action: OneAction


class Sit(Ask, frozen=True, kw_only=True):
    """Take a free seat."""

    seat: Seat


class Stand(Ask, frozen=True, kw_only=True):
    """Give the seat up and watch."""


class AddBot(Ask, frozen=True, kw_only=True, tag="add_bot"):
    """The host puts a bot on a free seat, or changes the level of one."""

    seat: Seat
    level: Level


class RemoveBot(Ask, frozen=True, kw_only=True, tag="remove_bot"):
    """The host takes a bot away."""

    seat: Seat


class Remove(Ask, frozen=True, kw_only=True):
    """The host removes a person before the start."""

    person: int


class Rename(Ask, frozen=True, kw_only=True):
    """Another name or avatar, before the start."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: Annotated[str, msgspec.Meta(max_length=12)] | None = None


class Configure(Ask, frozen=True, kw_only=True):
    """The host sets the options of the game and how the table is run; what is left out keeps its default."""

    options: GameOptions | None = None
    settings: Settings | None = None


class Arrange(Ask, frozen=True, kw_only=True):
    """In a game with sides: the host says who plays together; None leaves it to the rules."""

    sides: Annotated[tuple[tuple[Seat, ...], ...], msgspec.Meta(max_length=12)] | None = None


class Role(Ask, frozen=True, kw_only=True):
    """In a game with sides: one of a pair says who of them turns the hand deck in the next round."""

    turner: Seat


class Ready(Ask, frozen=True, kw_only=True):
    """Ready for the match, or for the next round."""

    ready: bool = True


class Begin(Ask, frozen=True, kw_only=True):
    """The host starts the match; who is not ready is waited for a short while (T-03)."""


class Pause(Ask, frozen=True, kw_only=True):
    """The host stops the clocks, or lets them go on."""

    paused: bool


class Stop(Ask, frozen=True, kw_only=True):
    """Agree to stop between two rounds (T-04), or not any more."""

    agree: bool = True


class Rematch(Ask, frozen=True, kw_only=True):
    """After a match: back to the lobby with the same people."""


class Leave(Ask, frozen=True, kw_only=True):
    """Leave the table; in a match a stand-in goes on (T-02)."""


class Say(Ask, frozen=True, kw_only=True):
    """A quick phrase or an emote; a request goes to the partner alone and may name a card."""

    phrase: Annotated[str, msgspec.Meta(max_length=20)]
    card: Card | None = None


class Mute(Ask, frozen=True, kw_only=True):
    """Hear no more of this person (or bot, by its seat)."""

    person: int | None = None
    seat: int | None = None
    muted: bool = True


class Device(Ask, frozen=True, kw_only=True):
    """A code to move this seat to another device."""


class Playable(Ask, frozen=True, kw_only=True):
    """Which of my cards can be played now?"""


class Hint(Ask, frozen=True, kw_only=True):
    """What would a good player do?"""


class Resync(Ask, frozen=True, kw_only=True):
    """A fresh view, please: the answer is a welcome."""


class Pong(Message, frozen=True, kw_only=True):
    """The answer to a ping, at once."""

    n: int


FROM_CLIENT: tuple[type[msgspec.Struct], ...] = (
    *(Hello, Do, Sit, Stand, AddBot, RemoveBot, Remove, Rename, Configure, Arrange, Role, Ready, Begin, Pause, Stop),
    *(Rematch, Leave, Say, Mute, Device, Playable, Hint, Resync, Pong),
    *(question for rules in GAMES.values() for question in rules.questions),
)
FromClient: Any = reduce(or_, FROM_CLIENT)


# To the client


class Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """What one frame to a client carries."""


class Welcome(Told, frozen=True, kw_only=True):
    """Where things stand: the answer to a hello, and to a resync (then with its id)."""

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
    turn_ms: int | None = None  # what is left of the turn timer
    id: str | None = None


class Lobby(Told, frozen=True, kw_only=True):
    """The table has changed. Numbered."""

    seq: int
    lobby: LobbyView
    seat: int | None = None
    id: str | None = None


class Happened(Told, frozen=True, kw_only=True):
    """Something happened in the match: what this viewer is told of it, and how things stand now. Numbered."""

    seq: int
    at: float
    lines: tuple[OneLine, ...]
    view: OneView
    legal: tuple[OneAction, ...]
    more: bool = False  # going out is still being looked into; a `legal` message follows
    turn_ms: int | None = None
    lobby: LobbyView | None = None  # if it has changed with it
    id: str | None = None  # the id of the viewer's own message that this answers


class Legal(Told, frozen=True, kw_only=True):
    """All that can be done after this number, where `happened` said that more is to come."""

    seq: int
    legal: tuple[OneAction, ...]


class Done(Told, frozen=True, kw_only=True):
    """Yes: to a message that changed nothing numbered, to a question, or to an id that came before."""

    id: str
    seq: int
    found: Any = None


class Refused(Told, frozen=True, kw_only=True):
    """No: the clause it breaks, the key of the reason in the catalogues, and what fills its blanks."""

    id: str | None
    reason: str
    clause: str | None = None
    facts: dict[str, str | int] = {}
    expected: str | None = None  # of what could not be read: what was expected, in English
    first: int | None = None  # in a race: the seat that was first
    by_ms: int | None = None  # and by how many milliseconds
    wait_ms: int | None = None  # the button is locked for so long (T-06)


class Here(Told, frozen=True, kw_only=True):
    """Who is connected."""

    people: tuple[int, ...]


class Said(Told, frozen=True, kw_only=True):
    """A quick phrase: of a person, or of a bot on a seat."""

    phrase: str
    person: int | None = None
    seat: int | None = None
    card: str | None = None


class Countdown(Told, frozen=True, kw_only=True):
    """Something is about to happen: `go`, `begin`, `deal`."""

    why: Literal["go", "begin", "deal"]
    ms: int


class Ping(Told, frozen=True, kw_only=True):
    """Answer with a pong of the same number at once. Carries the last round trip."""

    n: int
    rtt_ms: int | None = None


class Bye(Told, frozen=True, kw_only=True):
    """The connection is about to be closed, and why."""

    code: int
    reason: str


ToClient = Welcome | Lobby | Happened | Legal | Done | Refused | Here | Said | Countdown | Ping | Bye
