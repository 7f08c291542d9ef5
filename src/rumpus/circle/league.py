"""An evening's league: which members sit together at which table, and how they stand.

Everything follows from the league itself and from the results of its tables; of one that is over, the last standing is
kept. Somebody may leave the league. What they have played counts; a table that waits for them is played without them,
and if only one is left there, that one has won it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from rumpus.circle.book import BookResult, Few
from rumpus.circle.members import Refused
from rumpus.games import GAMES, game

MOST_PLAYERS = 16
MOST_ROUNDS = 20  # of a ladder
MOST_PAST = 10  # leagues whose last standing is kept; a view of the circle carries them all

Ranking = Mapping[str, int]  # the rank of each member who played at a table; 1 is first, ties share
Results = Mapping[int, tuple[str, Ranking]]  # by table: the result's id in the book
Look = Callable[
    [int, tuple[str, ...]], None
]  # hears of each table, with its members, before it is known whether it is over


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What a league needs to know of a result in the book."""

    id: str
    at: float
    league: str
    table: int
    ranks: Ranking


class LeftLeague(msgspec.Struct, frozen=True, kw_only=True):
    """A member who plays no more in a league, and since when: results from then on need not have them."""

    member: str
    at: float


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league: who plays, which game, and in which form: round robin, or a ladder of tables."""

    id: str
    form: Literal["round_robin", "ladder"]
    game: str
    options: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"type": "object"})]
    members: tuple[str, ...]  # in the order of the ladder, best first
    size: int  # the most members at one table
    rounds: int  # of a ladder; of a round robin as many as it takes
    at: float
    left: tuple[LeftLeague, ...] = ()

    def gone(self) -> frozenset[str]:
        """The members who have left."""
        return frozenset(leaver.member for leaver in self.left)


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the league. It is over when its result is in the book, or when fewer than two are left to play."""

    table: int
    round: int
    members: tuple[str, ...]
    over: bool
    result: Few | None = None  # the result's id in the book
    absent: tuple[str, ...] = ()  # those of the members who have left, and did not play


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The standing of a member. A table gives one point to its winner, none to the last, and fractions in between."""

    member: str
    rank: int
    points: float
    played: int


class PastLeague(msgspec.Struct, frozen=True, kw_only=True):
    """A league that is over, and how its members stood at its end."""

    form: Literal["round_robin", "ladder"]
    game: str
    at: float
    standing: tuple[Standing, ...]


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
    return [[tuple(sorted(pair)) for pair in pairs] for pairs in rounds]


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
            first = min(waiting, key=lambda member: (sum(map(bool, met[member])), member))
            table = [first]
            waiting.remove(first)
            while len(table) < places:
                other = min(waiting, key=lambda member: (sum(met[member][there] for there in table), member))
                table.append(other)
                waiting.remove(other)
            tables.append(tuple(sorted(table)))
        for table_ in tables:
            for member in table_:
                for other in table_:
                    met[member][other] += member != other
        rounds.append(tables)
    return rounds


def pairings(league: League, results: Results, look: Look | None = None) -> list[Pairing]:
    """The tables that are known by now. The league is over when all of them are."""
    if league.form == "ladder":
        return _ladder(league, results, look)[0]
    pairings_: list[Pairing] = []
    for number, tables in enumerate(everybody_meets(len(league.members), league.size), 1):
        for seats in tables:
            members = tuple(league.members[seat] for seat in seats)
            pairings_.append(_pairing(league, len(pairings_), number, members, results, look))
    return pairings_


def _pairing(
    league: League, table: int, number: int, members: tuple[str, ...], results: Results, look: Look | None
) -> Pairing:
    if look is not None:
        look(table, members)
    result, ranking = results.get(table, (None, {}))
    gone = league.gone()
    absent = tuple(member for member in members if member in gone and member not in ranking)
    over = result is not None or len(members) - len(absent) < 2
    return Pairing(table=table, round=number, members=members, over=over, result=result, absent=absent)


def _ladder(league: League, results: Results, look: Look | None = None) -> tuple[list[Pairing], tuple[str, ...]]:
    """The tables so far, and the order of the ladder: the last of a table changes places with the first below.

    Who has a rest stands below, and changes places too, so as to play in the next round; after the last one nobody
    moves up by a rest. Who was absent from a table is on the ladder no more.
    """
    found: list[Pairing] = []
    order = league.members
    for number in range(1, league.rounds + 1):
        tables, at = [], 0
        for places in sizes(len(order), league.size) if len(order) > 1 else []:
            tables.append(order[at : at + places])
            at += places
        now = [_pairing(league, len(found) + place, number, table, results, look) for place, table in enumerate(tables)]
        found += now
        if any(not pairing.over for pairing in now):
            break
        rungs = [_by_rank(pairing, results) for pairing in now]
        resting = [[member] for member in order[at:]]
        last = number == league.rounds
        rungs += [] if last else resting
        for upper, lower in pairwise(rungs):
            upper[-1], lower[0] = lower[0], upper[-1]
        absent = {member for pairing in now for member in pairing.absent}
        rungs += resting if last else []
        order = tuple(member for rung in rungs for member in rung if member not in absent)
    return found, order


def _by_rank(pairing: Pairing, results: Results) -> list[str]:
    return sorted(pairing.members, key=lambda member: (_rank(pairing, results, member), pairing.members.index(member)))


def _rank(pairing: Pairing, results: Results, member: str) -> int:
    """The rank of a member at a table that is over; who was absent comes last."""
    last = len(pairing.members) + 1
    if member in pairing.absent or pairing.result is None:
        return last if member in pairing.absent else 1
    return results[pairing.table][1][member]


def standing(league: League, results: Results) -> list[Standing]:
    """How the members stand, best first: in a ladder by its order, else by points, and ties share a rank."""
    points = dict.fromkeys(league.members, Fraction(0))
    played = dict.fromkeys(league.members, 0)
    for pairing in pairings(league, results):
        if not pairing.over:
            continue
        ranks = {member: _rank(pairing, results, member) for member in pairing.members}
        for member in ranks.keys() - {*pairing.absent}:
            others = [ranks[other] for other in pairing.members if other != member]
            halves = sum(1 + (rank > ranks[member]) - (rank < ranks[member]) for rank in others)
            points[member] += Fraction(halves, 2 * len(others))
            played[member] += pairing.result is not None
    places = {member: 1 + sum(points[other] > points[member] for other in points) for member in league.members}
    if league.form == "ladder":
        order = _ladder(league, results)[1]
        # of those who have left, the last one comes first
        off = [leaver.member for leaver in reversed(league.left) if leaver.member not in order]
        places = {member: place for place, member in enumerate((*order, *off), 1)}
    return [
        Standing(member=member, rank=places[member], points=round(float(points[member]), 3), played=played[member])
        for member in sorted(league.members, key=lambda member: places[member])
    ]


def without(league: League, member: str, now: float) -> League:
    """The league from now on, if this member is in it and leaves it."""
    if member not in league.members or member in league.gone():
        return league
    return msgspec.structs.replace(league, left=(*league.left, LeftLeague(member=member, at=now)))


def past(league: League, results: Results) -> PastLeague:
    """What is kept of a league that ends now."""
    last = tuple(standing(league, results))
    return PastLeague(form=league.form, game=league.game, at=league.at, standing=last)


def played_in(league: League, result: BookResult) -> Played | None:
    """What this league needs to know of a result; None if it cannot count."""
    if result.league is None or result.league.league != league.id:
        return None
    party_of = {seat: party for party, seats in enumerate(result.parties) for seat in seats}
    ranks = {player.member: result.ranks[party_of[seat]] for seat, player in enumerate(result.players)}
    mine = {member: ranks[member] for member in league.members if member in ranks}
    if len(mine) < 2:
        return None
    return Played(id=result.id, at=result.at, league=league.id, table=result.league.table, ranks=mine)


def _ranking(ranks: Ranking, members: Sequence[str], gone: Collection[str]) -> Ranking | None:
    """The ranks of those of these members who played; None if one did not who should have, or fewer than two did."""
    if any(member not in ranks and member not in gone for member in members):
        return None
    ranking = {member: ranks[member] for member in members if member in ranks}
    return ranking if len(ranking) > 1 else None


def counted(league: League, results: Iterable[Played]) -> dict[int, tuple[str, Ranking]]:
    """The results that count: of each table the first at which all played who were then in the league, as booked.

    Each is looked at once: anybody in the circle may send thousands.
    """
    decided: dict[int, tuple[str, Ranking]] = {}
    waiting: dict[int, list[Played]] = {}
    for result in results:
        if result.league == league.id:
            waiting.setdefault(result.table, []).append(result)

    def look(table: int, members: tuple[str, ...]) -> None:
        for result in waiting.get(table, ()):
            gone = [leaver.member for leaver in league.left if leaver.at <= result.at]
            ranking = _ranking(result.ranks, members, gone)
            if ranking is not None:
                decided[table] = (result.id, ranking)
                return

    pairings(league, decided, look)
    return decided


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
