"""An evening's league: which members sit together at which table, and how they stand.

Everything follows from the league itself and from the results of its tables; nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from rumpus.circle.book import BookResult, Few
from rumpus.circle.members import Refused
from rumpus.games import GAMES, game

MOST_PLAYERS = 16
MOST_ROUNDS = 20  # of a ladder

Ranking = Mapping[str, int]  # the rank of each member at a table; 1 is first, ties share


class League(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what, and in which form: everybody meets everybody, or tables that people climb up and down."""

    id: str
    form: Literal["round_robin", "ladder"]
    game: str
    options: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"type": "object"})]
    members: tuple[str, ...]  # in the order of the ladder, best first
    size: int  # the most members at one table
    rounds: int  # of a ladder; of a round robin as many as it takes
    at: float


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the league. It is open until its result is in the book."""

    table: int
    round: int
    members: tuple[str, ...]
    result: Few | None = None  # the result's id in the book


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a member stands. A table gives one point to its first, none to its last, and shares between."""

    member: str
    rank: int
    points: float
    played: int


Seats = tuple[int, ...]


def sizes(players: int, size: int) -> list[int]:
    """How many sit at each table: at most `size`, and as equal as can be. At tables of two somebody may have a rest."""
    if size == 2:
        return [2] * (players // 2)
    tables = -(-players // size)
    return [players // tables + (at < players % tables) for at in range(tables)]


def everybody_meets(players: int, size: int) -> list[list[Seats]]:
    """Rounds of tables after which everybody has met everybody: the fewest at tables of two, few at larger ones."""
    return _circle_method(players) if size == 2 else _by_fewest_meetings(players, size)


def _circle_method(players: int) -> list[list[Seats]]:
    places: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half = len(places) // 2
    rounds = []
    for _ in range(len(places) - 1):
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        rounds.append([(a, b) for a, b in pairs if a is not None and b is not None])
        places = [places[0], places[-1], *places[1:-1]]
    return [[tuple(sorted(pair)) for pair in one] for one in rounds]


def _by_fewest_meetings(players: int, size: int) -> list[list[Seats]]:
    """Each table begins with who has met the fewest; then come those whom the table has met least.

    The first at the first table meets somebody new in every round, so this ends.
    """
    met = [[0] * players for _ in range(players)]
    rounds: list[list[Seats]] = []
    while any(not met[a][b] for a in range(players) for b in range(a)):
        waiting = list(range(players))
        tables: list[Seats] = []
        for places in sizes(players, size):
            first = min(waiting, key=lambda one: (sum(map(bool, met[one])), one))
            table = [first]
            waiting.remove(first)
            while len(table) < places:
                other = min(waiting, key=lambda one: (sum(met[one][there] for there in table), one))
                table.append(other)
                waiting.remove(other)
            tables.append(tuple(sorted(table)))
        for table_ in tables:
            for one in table_:
                for other in table_:
                    met[one][other] += one != other
        rounds.append(tables)
    return rounds


def pairings(league: League, results: Mapping[int, tuple[str, Ranking]]) -> list[Pairing]:
    """The tables that are known by now; `results` has the id and the ranking of those that are over, by table."""
    if league.form == "ladder":
        return _ladder(league, results)[0]
    found: list[Pairing] = []
    for number, tables in enumerate(everybody_meets(len(league.members), league.size), 1):
        for seats in tables:
            members = tuple(league.members[seat] for seat in seats)
            found.append(_pairing(len(found), number, members, results))
    return found


def _pairing(table: int, number: int, members: tuple[str, ...], results: Mapping[int, tuple[str, Ranking]]) -> Pairing:
    over = results.get(table)
    return Pairing(table=table, round=number, members=members, result=None if over is None else over[0])


def _ladder(league: League, results: Mapping[int, tuple[str, Ranking]]) -> tuple[list[Pairing], tuple[str, ...]]:
    """The tables so far, and the order of the ladder: the last of a table changes places with the first below."""
    found: list[Pairing] = []
    order = league.members
    for number in range(1, league.rounds + 1):
        tables, at = [], 0
        for places in sizes(len(order), league.size):
            tables.append(order[at : at + places])
            at += places
        now = [_pairing(len(found) + place, number, table, results) for place, table in enumerate(tables)]
        found += now
        if any(pairing.result is None for pairing in now):
            break
        rungs = [_by_rank(pairing.members, results[pairing.table][1]) for pairing in now]
        rungs += [[one] for one in order[at:]]  # who had a rest stands below
        for upper, lower in pairwise(rungs):
            upper[-1], lower[0] = lower[0], upper[-1]
        order = tuple(member for rung in rungs for member in rung)
    return found, order


def _by_rank(members: Sequence[str], ranking: Ranking) -> list[str]:
    return sorted(members, key=lambda member: (ranking[member], members.index(member)))


def standing(league: League, results: Mapping[int, tuple[str, Ranking]]) -> list[Standing]:
    """How the members stand, best first: in a ladder by its order, else by points, and ties share a rank."""
    points = dict.fromkeys(league.members, Fraction(0))
    played = dict.fromkeys(league.members, 0)
    for pairing in pairings(league, results):
        if pairing.result is None:
            continue
        ranking = results[pairing.table][1]
        for member in pairing.members:
            others = [ranking[other] for other in pairing.members if other != member]
            halves = sum(1 + (rank > ranking[member]) - (rank < ranking[member]) for rank in others)
            points[member] += Fraction(halves, 2 * len(others))
            played[member] += 1
    order = _ladder(league, results)[1] if league.form == "ladder" else league.members
    ranks = {member: 1 + sum(points[other] > points[member] for other in order) for member in order}
    if league.form == "ladder":
        ranks = {member: place for place, member in enumerate(order, 1)}
    best_first = sorted(order, key=lambda member: ranks[member])
    return [
        Standing(member=member, rank=ranks[member], points=round(float(points[member]), 3), played=played[member])
        for member in best_first
    ]


def ranking_of(result: BookResult, members: Sequence[str]) -> Ranking | None:
    """The ranks of these members in a result; None if one of them did not play."""
    party_of = {seat: party for party, seats in enumerate(result.parties) for seat in seats}
    ranks = {
        player.member: result.ranks[party_of[seat]]
        for seat, player in enumerate(result.players)
        if player.member is not None
    }
    return {member: ranks[member] for member in members} if all(member in ranks for member in members) else None


def counted(league: League, results: Sequence[BookResult]) -> dict[int, tuple[str, Ranking]]:
    """The results that count: the first of each table at which all of its members played, in the book's order."""
    found: dict[int, tuple[str, Ranking]] = {}
    waiting = [result for result in results if result.league is not None and result.league.league == league.id]
    while True:  # a ladder's next tables are known once those of a round are over
        tables = {pairing.table: pairing.members for pairing in pairings(league, found)}
        before = len(found)
        for result in waiting:
            assert result.league is not None
            table = result.league.table
            ranking = ranking_of(result, tables[table]) if table in tables and table not in found else None
            if ranking is not None:
                found[table] = (result.id, ranking)
        if len(found) == before:
            return found


def check(league: League, members: Sequence[str]) -> None:
    """Raise `Refused` or `Malformed` if this league cannot be played."""
    if not 2 <= len(league.members) <= MOST_PLAYERS or len(set(league.members)) < len(league.members):
        raise Refused("league", f"a league has 2 to {MOST_PLAYERS} members, each of them once")
    if any(member not in members for member in league.members):
        raise Refused("league", "a league is for members of this circle")
    game(league.game, league.options)
    seats = GAMES[league.game].seats
    if any(places not in seats for places in (league.size, *sizes(len(league.members), league.size))):
        raise Refused("league", f"a table of this game has {seats[0]} to {seats[-1]} players")
    if not 1 <= league.rounds <= MOST_ROUNDS:
        raise Refused("league", f"a ladder has 1 to {MOST_ROUNDS} rounds")
