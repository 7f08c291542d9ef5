"""Bodies of HTTP requests and answers (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.lobby import Level, Settings
from rumpus.wire.messages import GameOptions, OneAction, OneLine


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
    """POST /api/join: sit down at a table, or watch."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None
    watch: bool = False


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/look: what one is invited to, before sitting down."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a look: the game, who is the host, and whether one may play, or watch."""

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


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """One game that can be played here."""

    title: str
    seats: tuple[int, ...]  # the fewest and the most
    race: bool
    lowest_wins: bool
    options: dict[str, Any]  # a JSON Schema
    requests: tuple[str, ...] = ()  # phrases between partners


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games: what can be played and set here."""

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
    """GET /api/games/NAME/text/LANGUAGE: the words of one game in one language."""

    ftl: str  # its own Fluent messages; empty for a game whose words the client has
    cards: dict[str, str]  # each card, as people call it
    rules: str  # in Markdown


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One line of POST /api/replay and its kin, after the record's header: what happened, and how things stood then."""

    line: OneLine
    public: msgspec.Raw
    private: tuple[msgspec.Raw, ...]  # of every seat, or of the asker alone


class DeviceCode(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to `device`: a code that moves the seat to another device while it is valid."""

    code: str
    valid_s: float
