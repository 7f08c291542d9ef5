"""Bodies of HTTP requests and responses (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.bots.base import Level
from rumpus.coach.base import Review
from rumpus.contract import Layout
from rumpus.lobby import Settings
from rumpus.wire.fields import GameOptions, OneAction, OneLine, Seat


class InCircle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The circle that a table is opened in, or joined as a member of; the header Authorization has the device's key."""

    id: Annotated[str, msgspec.Meta(max_length=64)]
    table: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None  # of its league, which this table is for


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and sit down as its host."""

    game: str
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None
    options: GameOptions = {}
    settings: Settings = Settings()
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=13)] = ()
    deals: tuple[OneAction, ...] = ()  # scripted deals of the first rounds, as in a record
    circle: InCircle | None = None  # results are written into its book
    program: bool = False  # a program plays this seat, and everybody is told


class JoinTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/join: sit down at a table, or watch."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None
    watch: bool = False
    seat: Seat | None = None  # during a match: the seat to take over
    circle: InCircle | None = None  # of which this person is a member; ignored if the table is of another circle
    program: bool = False  # a program plays this seat, and everybody is told


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/look: ask what a code invites to, before joining."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OpenSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that can be taken over during a match: at once, or from the next round on."""

    seat: int
    name: str
    now: bool


class Invitation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to /api/look: the game, the host's name, and whether there is room to play or to watch."""

    game: str
    host: str | None
    play: bool
    watch: bool
    scripted: bool = False  # whether the first deals were given rather than shuffled
    seats: tuple[OpenSeat, ...] = ()  # during a match: those to take over
    circle: str | None = None  # the id of the circle in whose book the results will be


class MoveDevice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/device: take over a seat with the code shown on the other device."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OwnSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/steps: ask for the current match as this seat has seen it."""

    token: Annotated[str, msgspec.Meta(max_length=64)]


class AskCoach(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/coach: ask for a review of the rounds of the current match, as this seat has seen them."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    round: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None  # only this round, which must be over
    after: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0  # the `next` of the page before


class CoachPage(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to /api/coach, /api/records/NAME/coach and /api/replay/coach: what the coach says, round by round."""

    game: str
    seats: tuple[str, ...]  # their names
    open: bool  # all seats, with open cards; else the asker's own
    reviews: tuple[Review, ...]
    next: int | None  # where the next page begins; None on the last


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to /api/tables, /api/join and /api/device. The token is secret and belongs only into the hello."""

    token: str
    person: int
    code: str
    link: str
    game: str


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every error response: the catalogue key of the reason, and what was expected, in English."""

    reason: str
    expected: str


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One game that can be played here."""

    title: str
    seats: tuple[int, ...]  # the fewest and the most players
    race: bool
    lowest_wins: bool
    single_rounds: bool  # a round of a match can be played by itself: its deals can be a challenge
    options: dict[str, Any]  # a JSON Schema
    requests: tuple[str, ...] = ()  # phrases between partners
    kinds: tuple[str, ...] = ()  # every kind of card, in the order of the pack
    coach: bool = False  # whether it can say what could have been after a round
    chance: dict[str, Layout] = {}  # how its deals and reshuffles lay shuffled cards out, by what a line says they do


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games: the games of this server, and everything that can be chosen at a table."""

    version: int
    games: dict[str, GameOffer]
    settings: dict[str, Any]  # a JSON Schema
    levels: tuple[str, ...]
    avatars: tuple[str, ...]
    phrases: tuple[str, ...]
    emotes: tuple[str, ...]
    requests: tuple[str, ...]
    languages: tuple[str, ...]
    name_length: int


class GameText(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/NAME/text/LANGUAGE: the texts of one game in one language."""

    ftl: str  # its own Fluent messages; empty for a game whose messages the client has
    cards: dict[str, str]  # the name of each card, as people call it
    rules: str  # in Markdown


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a replay, after the record's header: what happened, and the views after it."""

    line: OneLine
    public: msgspec.Raw
    private: tuple[msgspec.Raw, ...]  # of every seat, or of the asker's alone


class DeviceCode(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the message `device`: a code that moves the seat to another device while it is valid."""

    code: str
    valid_s: float


class RoundDeals(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the message `deals`: the deal and the reshuffles of a finished round, with nothing hidden."""

    round: int
    numbers: tuple[int, ...]  # which seed each of them used
    seeds: tuple[str, ...]
    lines: tuple[OneLine, ...]
    commits: tuple[str, ...]  # the end of each chain that has begun by now
