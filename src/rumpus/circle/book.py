"""A finished match as a book stores it, and the checks of its plausibility. A device alone stores the same values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

import msgspec

from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES, game
from rumpus.lobby import AVATARS, clean_name
from rumpus.printable import one_line

MOST_PLAYERS = 32
MOST_ROUNDS = 250  # a table stops a match after 200
MOST_POINTS = 100_000  # in one round or in all, up or down
MOST_ROUND_MS = 7 * 86_400_000
MOST_OPTIONS = 2048  # bytes, as JSON
LONGEST_NOTE = 200
LONGEST_RESULT = 16_384  # bytes, as JSON
LATEST = 4e9  # Unix seconds; nothing is finished after the year 2096
AHEAD_S = 86_400.0  # by which the clock of a device may be fast
ID = re.compile(r"[0-9A-Za-z_-]{8,64}")
GAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

Kind = Literal["table", "cards", "offline"]
Few = Annotated[str, msgspec.Meta(max_length=64)]
Points = tuple[int, ...]
encode = msgspec.json.Encoder().encode


class BookPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who played a seat to the end: a member of the circle, a guest, or a bot."""

    name: Few
    avatar: Few
    member: Few | None  # the member's id in the circle
    bot: Few | None  # the bot's level
    played: int | None = None  # the rounds that they ended themselves, if not all: who came late, left, or was away
    program: bool | msgspec.UnsetType = msgspec.UNSET  # whether it was a program on the wire, not a person or our bot
    former: bool | msgspec.UnsetType = msgspec.UNSET  # whether they have asked to be forgotten: the name is nobody's


class LeagueTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table of a league that a match was played for."""

    league: Few
    table: Annotated[int, msgspec.Meta(ge=0, le=999)]


class BookResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished match: who played what, the points of every round, and who came where."""

    id: Few  # the record's name, or a random one
    at: float  # Unix seconds, when it ended
    game: Few
    options: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"type": "object"})]
    players: Annotated[tuple[BookPlayer, ...], msgspec.Meta(max_length=MOST_PLAYERS)]  # by seat
    parties: Annotated[tuple[tuple[int, ...], ...], msgspec.Meta(max_length=MOST_PLAYERS)]  # seats that score together
    rounds: Annotated[tuple[Points, ...], msgspec.Meta(max_length=MOST_ROUNDS)]  # the points of each party
    round_ms: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_ROUNDS)]  # how long each lasted; empty: unknown
    totals: Points
    ranks: Points  # by party; 1 is first, ties share
    record: Few | None  # its name on this server
    kind: Kind  # played at a table here, with real cards, or offline (which nobody has verified)
    note: str = ""
    league: LeagueTable | None = None


def ranks_of(totals: Sequence[int], *, lowest_wins: bool, winners: Collection[int] = ()) -> Points:
    """The rank of each party: by its total, after the winners if those are known. Ties share a rank."""
    signed = [total if lowest_wins else -total for total in totals]
    order = [(party not in winners, value) for party, value in enumerate(signed)] if winners else signed
    return tuple(1 + sum(other < mine for other in order) for mine in order)  # type: ignore[operator]  # one kind


def clean_result(result: BookResult, members: Collection[str], now: float) -> BookResult:
    """The result as a book keeps it; raises `Malformed` with a sentence if it cannot be one."""
    if not ID.fullmatch(result.id):
        raise Malformed("a result's id has 8 to 64 letters, digits, - and _")
    if not 0 < result.at < min(LATEST, now + AHEAD_S):
        raise Malformed("a result's time is when the match ended, in Unix seconds, and not in the future")
    clean = msgspec.structs.replace(result, players=tuple(map(_clean_player, result.players)), note=_note(result.note))
    _check_people(clean, members)
    _check_points(clean)
    _check_game(clean)
    if len(encode(clean)) > LONGEST_RESULT:
        raise Malformed(f"a result has at most {LONGEST_RESULT} bytes")
    return clean


def _clean_player(player: BookPlayer) -> BookPlayer:
    if player.avatar not in AVATARS:
        raise Malformed(f"there is no avatar {one_line(player.avatar)[:12]!r}; the avatars are {', '.join(AVATARS)}")
    if player.bot is not None and (player.member is not None or not GAME.fullmatch(player.bot)):
        raise Malformed("a bot has a level, and is no member")
    if player.bot is not None and player.program:
        raise Malformed("a seat is played by a bot of the table, or by a program, but not by both")
    return msgspec.structs.replace(player, name=clean_name(player.name))


def _note(note: str) -> str:
    clean = " ".join(one_line(note).split())
    if len(clean) > LONGEST_NOTE:
        raise Malformed(f"a note has at most {LONGEST_NOTE} characters")
    return clean


def _check_people(result: BookResult, members: Collection[str]) -> None:
    if not result.players:
        raise Malformed("a result names its players")
    known = [player.member for player in result.players if player.member is not None]
    if any(member not in members for member in known):
        raise Malformed("a player is no member of this circle; a guest has no member id")
    if len(set(known)) < len(known):
        raise Malformed("a member plays one seat in a match")
    if any(player.played is not None and not 0 <= player.played <= len(result.rounds) for player in result.players):
        raise Malformed("nobody plays more rounds than there are")
    if sorted(seat for party in result.parties for seat in party) != list(range(len(result.players))):
        raise Malformed("every player is in one of the parties")
    if not all(result.parties):
        raise Malformed("every party has a player")


def _check_points(result: BookResult) -> None:
    parties = len(result.parties)
    if {parties} != {len(result.totals), len(result.ranks), *map(len, result.rounds)}:
        raise Malformed("there is one number for each party in every round, in the totals and in the ranks")
    every = [*result.totals, *(points for one in result.rounds for points in one)]
    if any(abs(points) > MOST_POINTS for points in every):
        raise Malformed(f"nobody has more than {MOST_POINTS} points")
    if len(result.round_ms) not in (0, len(result.rounds)):
        raise Malformed("the duration is given either for every round or for none")
    if any(not 0 <= lasted <= MOST_ROUND_MS for lasted in result.round_ms):
        raise Malformed("a round lasts up to a week")
    if list(result.ranks) != [1 + sum(other < mine for other in result.ranks) for mine in result.ranks]:
        raise Malformed("ranks count from 1, and ties share the better one")


def _check_game(result: BookResult) -> None:
    if not GAME.fullmatch(result.game):
        raise Malformed("a result names its game")
    if len(encode(result.options)) > MOST_OPTIONS:
        raise Malformed(f"the options of a match have at most {MOST_OPTIONS} bytes")
    rules = GAMES.get(result.game)
    if rules is None:
        return  # from a server that has more games
    if result.kind != "table" and not _follows(result, lowest_wins=rules.lowest_wins):
        raise Malformed("the ranks do not follow from the totals")


def _follows(result: BookResult, *, lowest_wins: bool) -> bool:
    """Whether no party with a worse total has a better rank. A tie may have been decided in another way."""
    pairs = [(total if lowest_wins else -total, rank) for total, rank in zip(result.totals, result.ranks, strict=True)]
    return all(mine[1] <= other[1] for mine in pairs for other in pairs if mine[0] < other[0])


def check_playable(result: BookResult) -> None:
    """Raise `Malformed` unless this server has the game with these options, as it must for what is played now."""
    try:
        game(result.game, result.options)
    except Illegal as error:
        raise Malformed(f"these options do not go together: {error.reason}") from None
