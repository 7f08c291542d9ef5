"""Leagues: everybody meets everybody, a ladder moves people up and down, and the standing follows from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest
from msgspec import Raw

from rumpus.circle import BookPlayer, BookResult, League, LeagueTable, Refused, league
from rumpus.circle.book import encode
from rumpus.circle.circle import Begun, Booked, Circle, Playing
from rumpus.circle.league import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Ranking,
    check,
    everybody_meets,
    pairings,
    played_in,
    sizes,
    standing,
    without,
)
from rumpus.contract import Malformed

NAMES = tuple("abcdefghijklmnop")


def begun(players: int, **more: Any) -> League:
    facts: dict[str, Any] = {"id": "l", "form": "round_robin", "game": "wig_out", "options": {}, "size": 2, "rounds": 3}
    return League(**{**facts, "members": NAMES[:players], "at": 0.0, **more})


def won(table: int, *order: str | tuple[str, ...], id_: str = "", league_id: str = "l", at: float = 1.0) -> BookResult:
    """A result of a table of the league; members that tie stand together."""
    places = [(one,) if isinstance(one, str) else one for one in order]
    ranks = [1 + sum(len(before) for before in places[:at]) for at, tied in enumerate(places) for _ in tied]
    people = [name for tied in places for name in tied]
    players = tuple(BookPlayer(name=name, avatar="fox", member=name, bot=None) for name in people)
    return BookResult(
        id=id_ or f"result-{table}",
        at=at,
        game="wig_out",
        options={},
        players=players,
        parties=tuple((seat,) for seat in range(len(people))),
        rounds=(),
        round_ms=(),
        totals=(0,) * len(people),
        ranks=tuple(ranks),
        record=None,
        kind="cards",
        league=LeagueTable(league=league_id, table=table),
    )


def counted(the_league: League, results: Iterable[BookResult]) -> dict[int, tuple[str, Ranking]]:
    played = (played_in(the_league, result) for result in results)
    return league.counted(the_league, [one for one in played if one is not None])


@pytest.mark.parametrize("size", [2, 3, 4, 6])
@pytest.mark.parametrize("players", range(2, MOST_PLAYERS + 1))
def test_everybody_meets_everybody_and_sits_at_one_table_at_a_time(players: int, size: int) -> None:
    rounds = everybody_meets(players, size)
    met: Counter[tuple[int, ...]] = Counter()
    for tables in rounds:
        seated = [seat for table in tables for seat in table]
        assert len(seated) == len(set(seated))
        assert all(2 <= len(table) <= size for table in tables)
        met.update(pair for table in tables for pair in combinations(table, 2))
    assert set(combinations(range(players), 2)) == set(met)
    if size == 2:
        assert {1} == set(met.values())
        assert players - 1 + players % 2 == len(rounds)
    assert len(rounds) <= 3 * players


def test_tables_are_as_equal_as_can_be() -> None:
    assert [[2, 2], [3, 2], [3, 3, 3], [4, 3], [3]] == [
        sizes(5, 2),
        sizes(5, 3),
        sizes(9, 3),
        sizes(7, 4),
        sizes(3, 6),
    ]


def test_points_are_shared_between_the_first_and_the_last_of_a_table() -> None:
    four = begun(4, size=4)
    found = standing(four, counted(four, [won(0, "c", ("a", "d"), "b")]))
    assert [("c", 1, 1.0, 1), ("a", 2, 0.5, 1), ("d", 2, 0.5, 1), ("b", 4, 0.0, 1)] == [
        (one.member, one.rank, one.points, one.played) for one in found
    ]


def test_a_round_robin_adds_up() -> None:
    three = begun(3)
    tables = pairings(three, {})
    results = [won(one.table, *sorted(one.members)) for one in tables]
    assert [("a", 2.0), ("b", 1.0), ("c", 0.0)] == [
        (one.member, one.points) for one in standing(three, counted(three, results))
    ]


def test_only_the_first_result_of_a_table_with_all_of_its_members_counts() -> None:
    three = begun(3)
    first = pairings(three, {})[0]
    a, b = first.members
    other = ({*NAMES[:3]} - {a, b}).pop()
    results = [
        *(won(0, a, other, id_="a stranger"), won(9, a, b, id_="no table"), won(0, a, b, id_="x", league_id="k")),
        *(won(0, b, other, a, id_="counts"), won(0, a, b, id_="a rematch")),
    ]
    assert {0: ("counts", {a: 3, b: 1})} == counted(three, results)


def test_a_ladder_moves_the_first_up_and_the_last_down_when_a_round_is_over() -> None:
    ladder = begun(5, form="ladder", rounds=2)
    assert [("a", "b"), ("c", "d")] == [one.members for one in pairings(ladder, {})]
    half = counted(ladder, [won(0, "b", "a")])
    assert 2 == len(pairings(ladder, half)), "the next round waits for all tables"
    assert list("abcde") == [one.member for one in standing(ladder, half)]
    over = counted(ladder, [won(1, "d", "c"), won(0, "b", "a"), won(2, "b", "d"), won(3, "a", "e")])
    # b beats a, d beats c, e had a rest: a and d change places, then c and e
    assert [("b", "d"), ("a", "e")] == [one.members for one in pairings(ladder, over)[2:]]
    # a beats e, so a and d change places; c has a rest in the last round, and nobody moves up by that
    assert list("badec") == [one.member for one in standing(ladder, over)]
    assert [1, 2, 3, 4, 5] == [one.rank for one in standing(ladder, over)]


def test_who_leaves_keeps_what_was_played_and_the_others_win_what_waited_for_them() -> None:
    four = begun(4)
    by_members = {one.members: one.table for one in pairings(four, {})}
    first = won(by_members["a", "d"], "d", "a")
    left = without(without(four, "d", 5.0), "d", 9.0)
    assert ["d"] == [one.member for one in left.left], "nobody leaves twice"
    tables = {one.members: one for one in pairings(left, counted(left, [first]))}
    assert ((), "result-0") == (tables["a", "d"].absent, tables["a", "d"].result)
    for waiting in (("b", "d"), ("c", "d")):
        assert (True, ("d",), None) == (tables[waiting].over, tables[waiting].absent, tables[waiting].result)
    assert not tables["a", "b"].over
    assert [("b", 1.0, 0), ("c", 1.0, 0), ("d", 1.0, 1), ("a", 0.0, 1)] == [
        (one.member, one.points, one.played) for one in standing(left, counted(left, [first]))
    ]
    nobody = without(without(left, "c", 6.0), "b", 7.0)
    assert all(one.over for one in pairings(nobody, counted(nobody, [first])))
    best = standing(nobody, counted(nobody, [first]))[0]
    assert ("a", 2.0) == (best.member, best.points), "a wins what waited for b and c"


def test_a_larger_table_is_played_without_whoever_left_and_only_then() -> None:
    four = begun(4, size=4)
    early, late = won(0, "a", "b", "c", id_="early", at=4.0), won(0, "c", "b", "a", id_="late", at=6.0)
    left = without(four, "d", 5.0)
    assert {} == counted(four, [early, late])
    found = counted(left, [early, late])
    assert {0: ("late", {"c": 1, "b": 2, "a": 3})} == found
    assert [("c", 1.0), ("b", 0.667), ("a", 0.333), ("d", 0.0)] == [
        (one.member, one.points) for one in standing(left, found)
    ]
    whole = won(0, "d", "a", "b", "c", id_="whole", at=3.0)
    assert "whole" == counted(left, [whole, late])[0][0], "who leaves later has played"


def test_a_ladder_goes_on_without_whoever_left() -> None:
    ladder = without(begun(4, form="ladder", rounds=3), "d", 5.0)
    first = won(0, "b", "a", at=6.0)
    tables = pairings(ladder, counted(ladder, [first]))
    # c has won against d, who is gone, and meets b; a has a rest
    assert [("a", "b"), ("c", "d"), ("b", "c")] == [one.members for one in tables]
    second = won(2, "c", "b", at=7.0)
    third = won(3, "c", "a", at=8.0)
    over = counted(ladder, [first, second, third])
    assert all(one.over for one in pairings(ladder, over))
    assert list("cabd") == [one.member for one in standing(ladder, over)]
    alone = without(without(ladder, "a", 6.5), "b", 6.6)
    assert all(one.over for one in pairings(alone, counted(alone, [first]))), "a ladder of one is over"
    assert "d" == standing(alone, counted(alone, [first]))[-1].member, "who left first stands last"


def test_thousands_of_results_that_do_not_count_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = without(begun(16, form="ladder", rounds=MOST_ROUNDS), "b", 0.5)
    results: list[BookResult] = []
    while waiting := [one for one in pairings(ladder, counted(ladder, results)) if not one.over]:
        results += [won(one.table, *one.members, id_=f"result-{one.table}") for one in waiting]
    tables = counted(ladder, results)
    assert 100 < len(tables)
    wrong = [won(0, "a", "c", id_=f"wrong-{number}") for number in range(500)]
    looked: list[str] = []
    whole = league._ranking

    def noted(ranks: Ranking, members: Sequence[str], gone: Collection[str]) -> Ranking | None:
        looked.append(members[0])
        return whole(ranks, members, gone)

    monkeypatch.setattr(league, "_ranking", noted)
    assert tables == counted(ladder, [*wrong, *reversed(results)])
    assert len(wrong) + len(results) == len(looked)


def test_results_of_a_league_are_read_once_when_they_are_booked(monkeypatch: pytest.MonkeyPatch) -> None:
    four = begun(4)
    circle = Circle(Begun(name="Us", secret="", members=(), league=four))
    results = [won(one.table, *one.members) for one in pairings(four, {})]
    for number, result in enumerate((won(0, "a", "b", league_id="k", id_="of another"), *results), 1):
        circle.apply(Booked(number=number, result=Raw(encode(result)), new=result.id))

    def refuse(text: bytes) -> BookResult:
        raise AssertionError("it was read again")

    monkeypatch.setattr("rumpus.circle.circle.read_result", refuse)
    assert counted(four, results) == circle.counted()
    circle.apply(Playing(league=without(four, "d", 5.0)))
    assert counted(four, results) == circle.counted()
    circle.apply(Playing(league=begun(4, id="k")))
    assert {} == circle.counted(), "results that came before a league do not count in it"


def test_a_league_that_cannot_be_played_is_refused() -> None:
    everybody = list(NAMES)
    for good in (begun(2), begun(16, size=6), begun(7, form="ladder", size=3, rounds=20)):
        check(good, everybody)
    for bad in (begun(1), begun(3, members=("a", "b", "a")), begun(2, members=("a", "z")), begun(8, size=7)):
        with pytest.raises(Refused):
            check(bad, everybody)
    with pytest.raises(Refused):
        check(begun(2, form="ladder", rounds=21), everybody)
    with pytest.raises(Malformed):
        check(begun(2, options={"rounds": 0}), everybody)
    with pytest.raises(Malformed):
        check(begun(2, game="poker"), everybody)


# Planted faults


def test_planted_faults_in_pairings_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = everybody_meets
    monkeypatch.setattr(f"{__name__}.everybody_meets", lambda players, size: whole(players, size)[:-1])
    with pytest.raises(AssertionError):
        test_everybody_meets_everybody_and_sits_at_one_table_at_a_time(6, 2)
    monkeypatch.setattr(f"{__name__}.everybody_meets", lambda players, size: whole(players, size) * 2)
    with pytest.raises(AssertionError):
        test_everybody_meets_everybody_and_sits_at_one_table_at_a_time(6, 2)


def test_a_ladder_that_moves_nobody_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "pairwise", lambda _: [])
    with pytest.raises(AssertionError):
        test_a_ladder_moves_the_first_up_and_the_last_down_when_a_round_is_over()
