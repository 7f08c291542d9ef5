"""Fair races at a table: who waits for whom, who goes first, and what the record keeps of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from rumpus import wire
from rumpus.contract import Illegal, Shout
from rumpus.games.wackee_six.actions import Play, Turn
from rumpus.lines import Contest, Rival
from rumpus.record import line_text, read, text
from rumpus.table import Asked, Beaten, Step, carry_over
from rumpus.table.races import LONGEST_S, TIE_S, Claim, first_of
from rumpus.wire import Settings
from tests.support.contests import deal
from tests.table.desk import Desk

FAR, NEAR = 0.2, 0.02
R2, R3 = Play(card="r2", from_=0), Play(card="r3", from_=1)


def claim(seat: int, seen: float, arrived: float = 1.0) -> Claim:
    return Claim(seat, R2, None, arrived, seen)


def test_the_earliest_view_time_goes_first_and_equal_ones_are_decided_by_a_hash() -> None:
    winner, tie = first_of([claim(1, 0.75), claim(0, 0.7)], b"key", 7)
    assert (0, False) == (winner.seat, tie)
    winners = {first_of([claim(0, 0.7), claim(1, 0.7 + TIE_S / 2)], bytes([key]), 7)[0].seat for key in range(20)}
    assert {0, 1} == winners
    assert first_of([claim(0, 0.7), claim(1, 0.7 + TIE_S / 2)], b"key", 7)[1]


def test_a_claim_waits_for_the_largest_credit_of_those_who_were_not_heard_but_never_too_long() -> None:
    waiting = claim(0, 1.0 - NEAR)
    waiting.rivals = {1: 0.08, 2: FAR}
    assert 1.0 - NEAR + FAR + TIE_S == pytest.approx(waiting.waits_until())
    assert 1.0 - NEAR + 0.08 + TIE_S == pytest.approx(waiting.waits_until({2}))
    assert 1.0 == waiting.waits_until({1, 2})
    waiting.rivals = {1: NEAR + 0.015}
    assert 1.0 == waiting.waits_until()
    waiting.rivals = {1: 5.0}
    assert 1.0 + LONGEST_S == waiting.waits_until()


class Race(Desk):
    """A race of Wackee Six in which everybody has the same red cards, with these credits."""

    def __init__(self, *credits_s: float, bots: tuple[str, ...] = (), races: str = "fair") -> None:
        settings = Settings(countdown_s=0, wait_s=20, races=races)  # type: ignore[arg-type]  # one of its two
        people = len(credits_s)
        super().__init__(
            "wackee_six",
            people,
            settings=settings,
            deals=[Raw(msgspec.json.encode(deal(people + len(bots))))],
            bots=list(bots),
        )
        self.by_person = dict(enumerate(credits_s, 1))
        self.table.races.credit = lambda person: self.by_person.get(person, 0.0)
        self.table.races.largest = lambda: max(self.by_person.values())
        self.begin().go()
        self.do(1, Turn())
        self.do(1, Play(card="r1", from_="deck"))
        self.news.clear()

    def claim(self, person: int, action: Any, id_: str = "x") -> None:
        self.table.do(Asked(person, id_), action, self.now)

    def plays(self) -> list[tuple[int | None, str]]:
        return [(by, action.card) for by, action in self.lines() if isinstance(action, Play)]

    def beaten(self) -> list[Beaten]:
        return [news for news in self.news if isinstance(news, Beaten)]


def test_what_arrives_later_but_was_seen_earlier_goes_first() -> None:
    race = Race(NEAR, FAR)
    race.now = 10.0
    race.claim(1, R2)
    assert [] == race.plays()
    race.now = 10.1  # the moment on this player's screen was 9.9, before the other's 9.98
    race.claim(2, R2)
    assert [(1, "r2")] == race.plays()
    (lost,) = race.beaten()
    assert (0, 1, 80, False, 100) == (lost.seat, lost.first, lost.by_ms, lost.tie, lost.held_ms)
    assert "ws-no-pile" == lost.no.reason  # type: ignore[union-attr]  # an Illegal
    (step,) = [news for news in race.news if isinstance(news, Step)]
    assert Contest(seen=9.9, over=(Rival(by=0, seen=9.98),)) == step.contest


def test_a_claim_happens_when_nobody_can_have_seen_the_chance_earlier() -> None:
    race = Race(NEAR, FAR)
    race.now = 10.0
    race.claim(1, R2)
    assert 10.0 - NEAR + FAR + TIE_S == pytest.approx(race.table.due())
    race.wait(0.185)
    assert [] == race.plays()
    race.wait(0.01)
    assert [(0, "r2")] == race.plays()
    assert race.table.due() is None or race.table.due() > race.now  # type: ignore[operator]  # not None here
    (step,) = [news for news in race.news if isinstance(news, Step)]
    assert step.contest is None  # nobody else was after it


def test_the_player_who_is_furthest_away_waits_for_nobody() -> None:
    race = Race(NEAR, FAR)
    race.claim(2, R2)
    assert [(1, "r2")] == race.plays()


def test_nobody_waits_by_arrival_or_where_everybody_is_near() -> None:
    for race in (Race(NEAR, FAR, races="arrival"), Race(0.0, 0.014)):
        race.claim(1, R2)
        assert [(0, "r2")] == race.plays()


def test_what_nobody_else_can_do_happens_at_once() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, Turn())
    assert [(0, Turn)] == [(by, type(action)) for by, action in race.lines()]


def test_what_follows_a_claim_of_the_same_seat_waits_behind_it() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2, "a")
    race.claim(1, R3, "b")
    assert [] == race.plays()
    race.wait(0.5)
    assert [(0, "r2"), (0, "r3")] == race.plays()
    assert [("a"), ("b")] == [news.asked.id for news in race.news if isinstance(news, Step) and news.asked]


def test_what_follows_a_beaten_claim_is_judged_by_itself() -> None:
    race = Race(NEAR, FAR)
    race.now = 10.0
    race.claim(1, R2, "a")
    race.claim(1, Turn(), "b")
    race.now = 10.1
    race.claim(2, R2, "c")
    assert ["a"] == [news.asked.id for news in race.beaten()]
    assert ["c", "b"] == [news.asked.id for news in race.news if isinstance(news, Step) and news.asked]


def test_an_illegal_claim_is_refused_at_once() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2, "a")
    with pytest.raises(Illegal):
        race.claim(2, Play(card="r9", from_=0))
    assert race.table.races.holds(Asked(1, "a"))
    assert not race.table.races.holds(Asked(2, "a"))


def test_a_bot_claims_like_a_person_who_is_near() -> None:
    race = Race(FAR, bots=("casual",))
    assert race.table.match is not None
    races, match = race.table.races, race.table.match
    race.now = 20.0
    assert races.enter(match, 1, R2, None, race.now)
    assert 1 in match._busy
    race.now = 20.1
    race.claim(1, R2)
    assert [(0, "r2")] == race.plays()
    assert 1 not in match._busy or match.lands_at() is not None  # it thinks again
    assert {1: 1} == match.refusals


@pytest.mark.parametrize("how", ["pause", "nobody"])
def test_a_contest_is_decided_when_the_clocks_stop(how: str) -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2)
    if how == "pause":
        race.ask(1, wire.Pause, paused=True)
    else:
        race.table.went(1, race.now)
        race.table.went(2, race.now)
    assert [(0, "r2")] == race.plays()


def test_what_was_claimed_before_a_pause_happens_before_it() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2)
    race.claim(1, R2, "again")
    race.ask(1, wire.Pause, paused=True)
    steps = [step for step in race.news if isinstance(step, Step)]
    assert [True, False] == [bool(step.lines) for step in steps]
    assert [None, True] == [step.lobby and step.lobby.paused for step in steps]
    assert ["again"] == [beaten.asked.id for beaten in race.beaten()]
    assert race.news.index(race.beaten()[0]) < race.news.index(steps[1])


def test_what_somebody_claims_who_leaves_is_dropped() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2)
    race.table.leave(1, race.now)
    race.wait(0.01)
    assert not race.table.races.holds(Asked(1, "x"))


def test_a_table_that_is_loaded_again_goes_on_with_its_claims() -> None:
    race = Race(NEAR, FAR)
    race.claim(1, R2, "kept")
    old = race.table
    steps = [(step.seq, step.at, b"") for step in race.news if isinstance(step, Step)]
    assert [] == steps  # nothing was written: a claim that is held has not happened
    new = type(old)(old.lobby, race.stream, race.hear)
    new.match, new.seq = old.match, old.seq
    carry_over(old, new, race.now)
    assert new.races.holds(Asked(1, "kept"))


def test_the_record_keeps_how_a_contest_was_decided() -> None:
    race = Race(NEAR, FAR)
    race.now = 10.0
    race.claim(1, R2)
    race.now = 10.1
    race.claim(2, R2)
    whole = race.table.record()
    assert whole is not None
    (line,) = [line for line in whole.lines if line.contest is not None]
    assert '"seen":9.9,"over":[{"by":0,"seen":9.98}]' in line_text(line)
    assert read(text(whole).splitlines()).lines == whole.lines


def test_two_calls_are_ordered_by_view_time() -> None:
    race = Race(NEAR, FAR)
    race.state.left = [0, 0]
    race.now = 10.0
    race.claim(1, Shout())
    race.now = 10.05
    race.claim(2, Shout())
    assert [1] == [by for by, action in race.lines() if isinstance(action, Shout)]
    assert [0] == [news.seat for news in race.beaten()]
