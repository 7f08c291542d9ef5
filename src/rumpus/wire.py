"""Messages between a table and its clients (docs/protocol.md): JSON, one object a frame, told apart by `type`."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec

from rumpus.bots.base import PHRASES
from rumpus.game import FOR_EXPERTS, Illegal, Malformed
from rumpus.games import GAMES

VERSION = 1
LONGEST_MESSAGE = 4096  # bytes from a client
MOST_BRACKETS = 64  # in one message, so nesting is bounded too
LEVELS = ("beginner", "casual", "skilled", "expert")
AVATARS = (
    *("fox", "owl", "whale", "cat", "bear", "frog", "hare", "crab"),
    *("bee", "goat", "crow", "mole", "seal", "newt", "yak", "wren"),
)
EMOTES = ("laugh", "wow", "oops", "clap", "think", "hurry", "thanks", "sorry")
REQUESTS = ("need-card", "have-card", "your-call")  # WS-16: partners may tell each other which cards they look for
SAYINGS = (*PHRASES, *EMOTES, *REQUESTS)
NAME_LENGTH = 20
UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs by their kind, and yet nothing is seen of them

# Why a connection was closed; a reason in words goes with it
CLOSE_RESTART = 1012  # the table comes back in a moment; connect again
CLOSE_HELLO = 4000  # the first message was no hello, came too late, or speaks another version
CLOSE_TOKEN = 4001  # no seat goes by this token (any more)
CLOSE_NEWER = 4002  # the same seat was taken in another tab or on another device
CLOSE_SLOW = 4003  # too much is waiting to be read; connect again
CLOSE_LIMIT = 4004  # too many messages or connections
CLOSE_REMOVED = 4005  # the host has removed this person, or the person has left
CLOSE_SILENT = 4006  # no answer to our pings
CLOSE_TABLE = 4007  # this table cannot go on; its journal is untouched
CLOSE_MALFORMED = 4008  # a frame that cannot be read


def clean_name(name: str) -> str:
    """The name as the table shows it; raises `Malformed` if it is empty, too long, or has what cannot be shown."""
    shown = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not 1 <= len(shown) <= NAME_LENGTH:
        raise Malformed(f"a name has 1 to {NAME_LENGTH} characters, not {len(shown)}")
    if any(unicodedata.category(letter) in UNPRINTABLE or letter in BLANKS for letter in shown):
        raise Malformed("a name has letters, digits, signs and spaces, and nothing that cannot be seen")
    return shown


# What a table may set

GameOptions = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Options"})]


GraceSeconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
TurnSeconds = Annotated[int, msgspec.Meta(ge=5, le=600)]
IN_TURNS = msgspec.Meta(extra_json_schema={"x-for": "turns"})
IN_A_RACE = msgspec.Meta(extra_json_schema={"x-group": "experts", "x-for": "race"})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run; the rules of the game have their own options."""

    spectators: bool = True
    hints: bool = True  # questions to the server: what can be played, best melds, a hint
    phrases: bool = True
    grace_s: Annotated[GraceSeconds | None, FOR_EXPERTS] = None  # then a stand-in plays; None: by the game
    turn_s: Annotated[TurnSeconds | None, IN_TURNS] = None  # games in turns: then the table plays the turn
    wait_s: Annotated[float, msgspec.Meta(ge=0, le=300), FOR_EXPERTS] = 30.0  # T-03: for those who are not ready
    countdown_s: Annotated[float, msgspec.Meta(ge=0, le=10), IN_A_RACE] = 3.0  # from GO to the start of a race
    stand_in: Annotated[Literal["beginner", "casual", "skilled", "expert"], FOR_EXPERTS] = "casual"


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """A person at the table, seated or looking on."""

    id: int
    name: str
    avatar: str


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that is taken: by a person, or by a bot of a level; a stand-in plays for a person who is away."""

    name: str
    avatar: str
    person: int | None = None
    bot: str | None = None
    ready: bool = False
    stand_in: str | None = None
    gone: bool = False  # the person has left the match


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
    sides: tuple[tuple[int, ...], ...] | None  # Wackee Six: who plays together, if the table arranged it
    turners: tuple[int, ...]  # Wackee Six: seats that chose to turn the hand deck in the next round
    match: int  # how many matches have begun here
    scripted: bool  # deals are given, not shuffled
    stop: tuple[int, ...]  # people who agree to stop (T-04)
    record: str | None  # the name of the last finished match's record


# From the client


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """What one frame carries."""


Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=31)]
Card = Annotated[str, msgspec.Meta(max_length=12)]
Level = Literal["beginner", "casual", "skilled", "expert"]
OneAction = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
OneLine = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Line"})]
OneView = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/View"})]


class Hello(Message, frozen=True, kw_only=True):
    """The first message: whose seat this connection is."""

    version: int
    token: Annotated[str, msgspec.Meta(max_length=64)]
    since: int = 0  # the last number the client has


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
    """Give the seat up and look on."""


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
    """Wackee Six: the host says who plays together; None leaves it to the rules (WS-02)."""

    sides: Annotated[tuple[tuple[Seat, ...], ...], msgspec.Meta(max_length=12)] | None = None


class Role(Ask, frozen=True, kw_only=True):
    """Wackee Six: one of a pair says who turns the hand deck in the next round (WS-16)."""

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


class Melds(Ask, frozen=True, kw_only=True):
    """Five Crowns: the best melds of my hand, and the best discard."""


class Grouping(Ask, frozen=True, kw_only=True):
    """Five Crowns: are these groups books and runs, and what stays?"""

    melds: Annotated[tuple[tuple[Card, ...], ...], msgspec.Meta(max_length=16)]
    discard: Card | None = None


class Resync(Ask, frozen=True, kw_only=True):
    """A fresh view, please: the answer is a welcome."""


class Pong(Message, frozen=True, kw_only=True):
    """The answer to a ping, at once."""

    n: int


FromClient = (
    Hello
    | Do
    | Sit
    | Stand
    | AddBot
    | RemoveBot
    | Remove
    | Rename
    | Configure
    | Arrange
    | Role
    | Ready
    | Begin
    | Pause
    | Stop
    | Rematch
    | Leave
    | Say
    | Mute
    | Device
    | Playable
    | Hint
    | Melds
    | Grouping
    | Resync
    | Pong
)


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
    """Something is about to happen: `go`, `begin`, `deal`; None is left of it if it was called off."""

    why: Literal["go", "begin", "deal"]
    ms: int | None = None


class Ping(Told, frozen=True, kw_only=True):
    """Answer with a pong of the same number at once. Carries the last round trip."""

    n: int
    rtt_ms: int | None = None


class Bye(Told, frozen=True, kw_only=True):
    """The connection is about to be closed, and why."""

    code: int
    reason: str


ToClient = Welcome | Lobby | Happened | Legal | Done | Refused | Here | Said | Countdown | Ping | Bye


# Over HTTP


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and sit down as its host."""

    game: str
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None
    options: GameOptions = {}
    settings: Settings = Settings()
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=13)] = ()
    deals: tuple[OneAction, ...] = ()  # a scripted deck: the deals of the first rounds, as a record writes them


class JoinTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/join: sit down at a table, or look on."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None
    watch: bool = False


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/look: what one is invited to, before sitting down."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a look: the game, who is the host, and whether one may play, or look on."""

    game: str
    host: str | None
    play: bool
    watch: bool


class MoveDevice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/device: take a seat over with the code that the other device shows."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OwnSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/steps: the match under way as this seat has seen it."""

    token: Annotated[str, msgspec.Meta(max_length=64)]


class Picture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/qr: a picture of a link."""

    link: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to all three: the token goes into the hello, and nowhere else."""

    token: str
    person: int
    code: str
    link: str
    game: str


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Any other answer: a key of the catalogues, and what was expected, in English."""

    reason: str
    expected: str


# Reading and writing

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode
_action_decoders = {name: msgspec.json.Decoder(rules.action_type) for name, rules in GAMES.items()}
HOUSE_ACTIONS = ("deal", "reshuffle", "close", "score", "result", "lay_down")
FILLED_IN = {"draw": "card", "take": "card", "turn": "cards"}  # what only the table fills in (T-06: no oracle)


def read(frame: str) -> Any:
    """The message in a frame, one of `FromClient`; raises `Malformed` with what was expected."""
    if len(frame) > LONGEST_MESSAGE:
        raise Malformed(f"a message has at most {LONGEST_MESSAGE} bytes")
    if frame.count("[") + frame.count("{") > MOST_BRACKETS:
        raise Malformed(f"a message has at most {MOST_BRACKETS} brackets")
    try:
        return _decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"this is no message of version {VERSION}: {error}") from None


class _Id(msgspec.Struct):
    id: Id


def id_in(frame: str) -> str | None:
    """The id of a message that cannot be read as a whole, if there is one, so that the refusal finds its way."""
    try:
        return msgspec.json.decode(frame, type=_Id).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def read_action(game: str, raw: msgspec.Raw | bytes) -> Any:
    """The action that a seat asks for. What only the house or the table may say is refused."""
    try:
        action = _action_decoders[game].decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"this is no action of {GAMES[game].title}: {error}") from None
    kind = action.__struct_config__.tag
    if kind in HOUSE_ACTIONS:
        raise Malformed(f"{kind} is for the table to say, not for a seat")
    if kind in FILLED_IN and getattr(action, FILLED_IN[kind]) is not None:
        raise Malformed(f"{kind} names no card: the table fills it in")
    if getattr(action, "airborne", False):
        raise Malformed("only the table says what was in the air")
    return action


def refused(
    id_: str | None,
    no: Illegal | Malformed,
    *,
    first: int | None = None,
    by_ms: int | None = None,
    wait_ms: int | None = None,
) -> Refused:
    """A refusal as it is told."""
    if isinstance(no, Illegal):
        told = Refused(id=id_, clause=no.clause or None, reason=no.reason, facts=dict(no.facts))
    else:
        told = Refused(id=id_, reason="table-malformed", expected=str(no))
    return msgspec.structs.replace(told, first=first, by_ms=by_ms, wait_ms=wait_ms)
