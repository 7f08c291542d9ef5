"""Contests of a race in a record: anybody can check who was first, and how a tie was decided, once the seed is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from rumpus import audit, fair, record, wire
from rumpus.contract import Illegal
from rumpus.games.wackee_six.actions import Play
from rumpus.lines import Contest, Rival
from rumpus.record import Line, Record
from rumpus.table import Asked
from tests.records import stranger
from tests.table.desk import Desk
from tests.table.test_fair import opened, record_at

replace = msgspec.structs.replace
NEAR, FAR = 0.02, 0.2
CONTESTS = 12


def together(desk: Desk) -> tuple[Play, Play] | None:
    """Two cards of the two seats that want the same place, of which there is one."""
    for mine in desk.state.legal(0):
        for other in desk.state.legal(1):
            both = isinstance(mine, Play) and isinstance(other, Play)
            if both and mine.as_ == other.as_ and 1 in desk.state.rivals(0, mine):
                return mine, other
    return None


def contested(seed: str) -> Record:
    """A race of two people who often want the same place within some milliseconds, and who leave in the end."""
    rng = Random(seed)
    desk = opened("wackee_six", seed=seed, bots=(), settings=wire.Settings(countdown_s=0, wait_s=0)).begin().go()
    desk.table.races.credit = lambda person: NEAR if person == 1 else FAR
    desk.table.races.largest = lambda: FAR
    found = 0
    for _ in range(800):
        pair = together(desk)
        if pair is None:
            able = [seat for seat in (0, 1) if desk.state.legal(seat)]
            if not able:
                break
            seat = rng.choice(able)
            desk.do(seat + 1, rng.choice(desk.state.legal(seat)))
        else:
            desk.now = round(desk.now + 1.0, 3)
            desk.table.do(Asked(1, "a"), pair[0], desk.now)
            desk.wait(FAR - NEAR + rng.randrange(-18, 10) / 1000)
            try:
                desk.table.do(Asked(2, "b"), pair[1], desk.now)
            except Illegal:
                continue  # it was too late
            found += 1
        desk.wait(0.3)
        if found >= CONTESTS:
            break
    for person in (1, 2):
        desk.ask(person, wire.Leave)
    return record_at(desk)


@pytest.fixture(scope="module")
def whole() -> Record:
    return next(one for one in map(contested, "abcdefghij") if len(ties(one)) > 1 and len(clear(one)) > 1)


def ties(whole: Record) -> list[Line]:
    return [line for line in whole.lines if line.contest is not None and line.contest.tie and line.contest.over]


def clear(whole: Record) -> list[Line]:
    return [line for line in whole.lines if line.contest is not None and not line.contest.tie and line.contest.over]


def test_every_contest_is_decided_again_by_us_and_by_a_stranger(whole: Record) -> None:
    assert {0, 1} == {line.by for line in (*ties(whole), *clear(whole))}
    text = record.text(whole)
    assert list(audit.check(record.read(text.splitlines())))
    stranger.check(text)


def changed(whole: Record, number: int, change: Callable[[Contest], Contest]) -> Record:
    lines = [
        replace(line, contest=change(line.contest)) if line.n == number and line.contest is not None else line
        for line in whole.lines
    ]
    return Record(whole.header, tuple(lines))


def later(by_ms: int) -> Callable[[Contest], Contest]:
    """The winner has seen the chance so much later."""
    return lambda contest: replace(contest, seen=round(contest.seen + by_ms / 1000, 3))


@pytest.mark.parametrize(
    ("lines", "change", "why"),
    [
        (clear, later(400), "was before seat ., by view time"),
        (clear, lambda contest: replace(contest, tie=True), "it was not a tie"),
        (ties, lambda contest: replace(contest, tie=False), "it was a tie"),
    ],
)
def test_a_contest_that_was_decided_otherwise_is_noticed(
    whole: Record, lines: Callable[[Record], list[Line]], change: Callable[[Contest], Contest], why: str
) -> None:
    wrong = changed(whole, lines(whole)[0].n, change)
    with pytest.raises(audit.Difference, match=why):
        list(audit.check(wrong))
    with pytest.raises(AssertionError):
        stranger.check(record.text(wrong))


def test_a_table_that_decides_ties_as_it_likes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.table.races.first_seen", lambda seen, key, line: (min(seen), len(seen) > 1))
    records = [contested(seed) for seed in "abc"]
    monkeypatch.undo()
    with pytest.raises(audit.Difference, match=r"by the lot of their tie|by view time|it was not a tie"):
        checked(records)


def checked(records: list[Record]) -> None:
    for one in records:
        list(audit.check(one))


def test_ties_of_three_and_claims_beside_the_winner() -> None:
    seen = {0: 5000, 1: 5009, 2: 5010}
    assert {0, 1} == {fair.first_seen(seen, bytes([key]), 4)[0] for key in range(20)}
    assert {0, 1} == {fair.first_seen(seen, b"key", line)[0] for line in range(20)}
    assert (0, False) == fair.first_seen({0: 5000, 2: 5010}, b"key", 4)
    contest = Contest(seen=5.009, beside=(Rival(by=0, seen=5.0),), tie=True)
    assert b'"beside":[{"by":0,"seen":5.0}],"tie":true' in msgspec.json.encode(contest)


def test_seeds_that_are_kept_are_those_of_the_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "CHAIN", 40)
    seeds = fair.Seeds(bytes(32))
    for number in (1, 40, 17, 41, 80, 2, 24, 25):
        assert fair.seed(bytes(32), number) == seeds[number]
