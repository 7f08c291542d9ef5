"""Nobody is ever stuck: ready after the deal (T-03), idle people (T-07), races in which nobody moves (T-08)."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus import record, wire
from rumpus.contract import STANDOFF, Illegal, Shout
from rumpus.games.five_crowns.actions import Take
from rumpus.lines import Ready, Sits
from rumpus.table import Declined, Step, Table, carry_over
from rumpus.table.table import replace
from rumpus.wire import Settings
from tests.table.desk import Desk, refused

PATIENT = Settings(countdown_s=0, wait_s=20, idle_s=None)
RACES = ("wig_out", "wackee_six")


def idle(desk: Desk, seat: int) -> bool:
    place = desk.lobby().place(seat)
    assert place.idle == (place.stand_in is not None)
    return place.idle


def told(desk: Desk, kind: type) -> list[Any]:
    return [news for news in desk.news if isinstance(news, kind)]


def race(name: str, settings: Settings = PATIENT, **ask: Any) -> Desk:
    return Desk(name, ask.pop("people", 2), settings=settings, **ask).begin().go()


def sleep(desk: Desk, seconds: int) -> None:
    """Let time pass; nobody has a card in the air when somebody calls."""
    for _ in range(seconds):
        desk.wait(1)
        desk.table.listen({}, desk.now)


# T-03: ready after the deal


@pytest.mark.rule("T-03", "WO-07", "WS-04")
@pytest.mark.parametrize("name", RACES)
def test_go_is_possible_when_all_people_have_looked_at_their_cards(name: str) -> None:
    desk = Desk(name, 3, settings=Settings(countdown_s=0)).begin()
    go = desk.state.legal(0)[0]
    desk.ask(2, wire.Ready)
    with pytest.raises(Illegal, match="T-03: table-not-all-ready"):
        desk.do(1, go)
    assert ["ready"] == [one.why for one in told(desk, wire.Countdown)]
    desk.ask(3, wire.Ready)
    assert desk.do(1, go)
    assert "play" == desk.state.public().phase


@pytest.mark.rule("T-03")
@pytest.mark.parametrize("name", RACES)
def test_who_is_not_ready_after_the_deal_is_waited_for_a_short_while(name: str) -> None:
    desk = Desk(name, 2).begin()
    desk.wait(19.9)
    assert "ready" == desk.state.public().phase
    desk.wait(0.2)
    assert "play" == desk.state.public().phase


@pytest.mark.rule("T-03")
def test_who_is_away_or_stood_in_for_is_not_waited_for() -> None:
    desk = Desk("wig_out", 3, bots=("casual",)).begin()
    desk.table.went(2, desk.now)
    desk.ask(3, wire.Leave)
    assert desk.do(1, desk.state.legal(0)[0])


@pytest.mark.rule("T-03")
def test_readiness_for_a_deal_is_none_for_go_and_counts_once() -> None:
    desk = race("wig_out", people=1, bots=("casual",))
    desk.state.sizes[0], desk.state.hands[0] = 0, [0] * 12
    desk.do(1, Shout())
    desk.ask(1, wire.Ready)
    assert 1 == desk.state.dealer  # dealt; the bot says GO when the person has looked
    assert "ready" == desk.state.public().phase
    desk.ask(1, wire.Ready)
    assert "play" == desk.state.public().phase
    assert [0, 0] == [by for by, action in desk.lines() if isinstance(action, Ready)]
    refused(desk, 1, wire.Ready, "table-not-now")


def test_nobody_says_ready_while_the_countdown_runs() -> None:
    desk = Desk("wig_out", 3, settings=Settings(countdown_s=3)).begin()
    desk.ask(2, wire.Ready)
    desk.table.went(3, desk.now)
    desk.do(1, desk.state.legal(0)[0])
    desk.table.came(3, desk.now)
    refused(desk, 3, wire.Ready, "table-counting")


# T-07: idle people


@pytest.mark.rule("T-07")
def test_a_person_whose_turn_it_is_and_who_does_nothing_is_stood_in_for() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(idle_s=60)).begin()
    turn = desk.state.to_act()[0]
    desk.wait(59.9)
    assert not idle(desk, turn)
    desk.wait(0.2)
    assert idle(desk, turn)
    assert not idle(desk, 1 - turn)
    desk.wait(10)
    assert any(by == turn for by, _ in desk.lines()), "the stand-in plays"


@pytest.mark.rule("T-07")
@pytest.mark.parametrize("name", RACES)
def test_in_a_race_everybody_who_is_seen_to_be_able_to_act_is_stood_in_for(name: str) -> None:
    desk = race(name, Settings(countdown_s=0, idle_s=20))
    desk.wait(20.1)
    assert [True, True] == [idle(desk, seat) for seat in (0, 1)]
    sleep(desk, 900)
    assert 0 < len(desk.state.sheet) or "over" == desk.lobby().stage


@pytest.mark.rule("T-07")
def test_the_seat_is_handed_back_at_the_first_action() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(idle_s=30, stand_in="beginner")).begin()
    turn = desk.state.to_act()[0]
    desk.wait(30)
    assert idle(desk, turn)
    desk.do(desk.lobby().place(turn).person or 0, Take(from_="draw"))
    assert not idle(desk, turn)
    assert {} == desk.table.match.bots  # type: ignore[union-attr]  # a match is on
    assert [("beginner"), None] == [one.bot for _, one in desk.lines() if isinstance(one, Sits)]


@pytest.mark.rule("T-07")
def test_the_seat_is_handed_back_at_i_am_back_which_is_its_answer() -> None:
    desk = race("wackee_six", Settings(countdown_s=0, idle_s=20))
    desk.wait(20)
    assert idle(desk, 0)
    desk.ask(1, wire.Back)
    assert not idle(desk, 0)
    steps = [news for news in desk.news if isinstance(news, Step)]
    assert ("x", 1) == (steps[-1].asked.id, steps[-1].asked.person)  # type: ignore[union-attr]  # it was asked for
    desk.wait(19.9)
    assert not idle(desk, 0), "the time begins anew"


@pytest.mark.rule("T-07")
def test_who_says_that_they_are_there_gets_more_time_and_nothing_is_written() -> None:
    desk = race("wackee_six", Settings(countdown_s=0, idle_s=20))
    desk.wait(19)
    seq = desk.table.seq
    desk.ask(1, wire.Back)
    assert seq == desk.table.seq
    desk.wait(1.5)
    assert [False, True] == [idle(desk, seat) for seat in (0, 1)]


def test_only_a_player_in_a_match_is_back() -> None:
    desk = Desk("wig_out", 2)
    refused(desk, 1, wire.Back, "table-not-now")
    desk.begin()
    spectator = desk.table.join(wire.JoinTable(code=desk.code, name="Sue", watch=True), "token-3", 0.0)
    refused(desk, spectator, wire.Back, "table-no-seat")


@pytest.mark.rule("T-07")
def test_the_host_asks_for_a_stand_in_when_a_seat_has_been_idle_for_15_s() -> None:
    desk = Desk("five_crowns", 3, settings=PATIENT).begin()
    turn = desk.state.to_act()[0]
    desk.wait(14.9)
    refused(desk, 1, wire.StandIn, "table-not-idle", seat=turn)
    desk.wait(0.2)
    assert [(wire.IdleSeat(seat=turn, ms=None),)] == [one.seats for one in told(desk, wire.Idle)]
    refused(desk, 2, wire.StandIn, "table-host-only", seat=turn)
    refused(desk, 1, wire.StandIn, "table-not-idle", seat=(turn + 1) % 3)
    desk.ask(1, wire.StandIn, seat=turn)
    assert idle(desk, turn)
    assert () == told(desk, wire.Idle)[-1].seats


@pytest.mark.rule("T-07")
def test_a_refused_action_does_not_make_a_person_less_idle() -> None:
    desk = race("wackee_six", Settings(countdown_s=0, idle_s=20))
    for _ in range(5):
        desk.wait(3.9)
        with pytest.raises(Illegal):
            desk.do(1, Shout())
    desk.wait(1)
    assert idle(desk, 0)


@pytest.mark.rule("T-07")
def test_turns_that_a_bot_played_for_lack_of_time_add_up() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(turn_s=10, idle_s=25), bots=("casual",)).begin()
    desk.wait(300)
    assert [True, None, True] == [None if place is None or place.bot else place.idle for place in desk.lobby().seats]


@pytest.mark.rule("T-07")
def test_a_hand_that_may_have_nothing_to_play_is_not_idle() -> None:
    """WO-13: without a deck only the seat itself knows whether it can play, and nobody else may find out."""
    desk = race("wig_out", Settings(countdown_s=0, idle_s=20))
    desk.state.deck = []
    desk.wait(25)
    assert [False, False] == [idle(desk, seat) for seat in (0, 1)]
    desk.state.sizes[1], desk.state.hands[1] = 0, [0] * 12
    desk.table.flow.advance(desk.now)
    desk.wait(20.1)
    assert [None, True] == [(place and place.idle) or None for place in desk.lobby().seats]


def test_a_pause_is_no_idleness() -> None:
    desk = race("wackee_six", Settings(countdown_s=0, idle_s=20))
    desk.wait(10)
    desk.ask(1, wire.Pause, paused=True)
    desk.wait(1000)
    desk.ask(1, wire.Pause, paused=False)
    desk.wait(9.9)
    assert not idle(desk, 0)
    desk.wait(0.2)
    assert idle(desk, 0)


@pytest.mark.rule("T-07")
def test_who_reconnects_says_that_they_are_back_and_an_idle_host_is_host_no_more() -> None:
    desk = Desk("wackee_six", 3, settings=Settings(countdown_s=0, idle_s=20)).begin().go()
    desk.wait(19)
    desk.do(2, desk.state.legal(1)[0])
    desk.wait(1.1)
    assert [True, False, True] == [desk.lobby().place(seat).idle for seat in range(3)]
    assert 2 == desk.lobby().host
    desk.table.went(1, desk.now)
    desk.table.came(1, desk.now)
    assert idle(desk, 0), "a phone reconnects by itself"
    desk.ask(1, wire.Leave)
    assert not desk.lobby().place(0).idle
    desk.table.came(1, desk.now)
    assert desk.lobby().place(0).stand_in is None


def reloaded(desk: Desk) -> Table:
    """The table after a reload while people are there."""
    table = desk.restored()
    table.tell = desk.hear
    carry_over(desk.table, table, desk.now)
    desk.table = table
    for person in (1, 2):
        table.came(person, desk.now)
    return table


@pytest.mark.rule("T-07")
def test_idle_time_goes_on_when_the_table_is_loaded_again() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(idle_s=30)).begin()
    turn = desk.state.to_act()[0]
    desk.wait(20)
    reloaded(desk)
    desk.wait(9.9)
    assert not idle(desk, turn)
    desk.wait(0.2)
    assert idle(desk, turn)


@pytest.mark.rule("T-07", "T-08")
def test_after_a_restart_the_time_begins_anew_and_who_was_idle_still_is() -> None:
    desk = race("wackee_six", Settings(countdown_s=0, idle_s=20))
    desk.wait(15)
    desk.do(2, desk.state.legal(1)[0])
    desk.wait(5.1)
    assert [True, False] == [idle(desk, seat) for seat in (0, 1)]
    table = desk.restored()
    table.tell = desk.hear
    desk.table = table
    for person in (1, 2):
        table.came(person, desk.now)
    assert [True, False] == [idle(desk, seat) for seat in (0, 1)]
    assert 0 in table.match.bots  # type: ignore[union-attr]  # a match is on
    desk.wait(20.1)
    assert idle(desk, 1)


# T-08: nobody moves


@pytest.mark.rule("T-08", "WS-22", "WO-17")
@pytest.mark.parametrize("name", RACES)
def test_a_race_in_which_nobody_moves_ends_as_a_standoff_after_a_countdown(name: str) -> None:
    desk = race(name)
    desk.wait(29.9)
    assert "standoff" not in [one.why for one in told(desk, wire.Countdown)]
    desk.wait(0.2)
    assert ("standoff", 10_000) == [(one.why, one.ms) for one in told(desk, wire.Countdown)][-1]
    desk.wait(9.7)
    assert "play" == desk.state.public().phase
    desk.wait(0.3)
    assert "standoff" == desk.state.public().ended
    assert (None, STANDOFF) in desk.lines()
    expected = (7, 7) if name == "wig_out" else (-24, -24)
    assert expected == desk.state.totals
    whole = desk.table.record()
    assert whole is not None
    assert expected == record.verify(whole).totals
    assert expected == record.verify(record.read(record.text(whole).splitlines())).totals


@pytest.mark.rule("T-08")
@pytest.mark.parametrize("name", RACES)
def test_any_move_ends_the_countdown(name: str) -> None:
    desk = race(name)
    desk.wait(39)
    desk.act()
    desk.wait(29)
    assert "play" == desk.state.public().phase
    assert 1 == [one.why for one in told(desk, wire.Countdown)].count("standoff")


@pytest.mark.rule("T-08", "WO-15")
def test_an_empty_hand_that_does_not_shout_is_shouted_for() -> None:
    desk = race("wig_out")
    desk.state.sizes[1], desk.state.hands[1] = 0, [0] * 12
    desk.wait(40.1)
    assert (1, Shout()) in desk.lines()
    assert "out" == desk.state.public().ended
    assert (7, 0) == desk.state.totals


def finished(desk: Desk, side: int) -> None:
    desk.state.left[side], desk.state.up[side], desk.state.down[side] = 0, [-1] * 6, []
    desk.state.look_at_row(side)


@pytest.mark.rule("T-08", "WS-17")
def test_a_side_that_does_not_call_is_called_for_and_gets_the_bonus() -> None:
    desk = race("wackee_six")
    finished(desk, 1)
    desk.wait(40.1)
    assert (1, Shout()) in desk.lines()
    desk.table.listen({}, desk.now)
    desk.wait(1)
    assert (-24, 10) == desk.state.totals


@pytest.mark.rule("T-08", "WS-17")
def test_of_two_that_only_have_to_call_the_one_that_was_first_is_called_for() -> None:
    desk = race("wackee_six")
    for seat in (1, 0):
        desk.do(seat + 1, next(one for one in desk.state.legal(seat) if type(one).__name__ == "Turn"))
    for side in (0, 1):
        finished(desk, side)
    desk.wait(40.1)
    assert (1, Shout()) in desk.lines()


@pytest.mark.rule("T-08")
def test_a_standstill_counts_on_when_the_table_is_loaded_again() -> None:
    desk = race("wig_out")
    desk.wait(35)
    reloaded(desk)
    assert 5000 == desk.table.waits(desk.now)["standoff_ms"]
    desk.wait(5.1)
    assert "standoff" == desk.state.public().ended


def test_a_lesson_is_not_hurried() -> None:
    desk = race("wig_out", people=1, bots=("casual",))
    desk.table.lobby = replace(desk.lobby(), scripted=True, locked=True)
    desk.table.match.take_bot(1)  # type: ignore[union-attr]  # a match is on
    desk.table.flow.advance(desk.now)
    desk.wait(500)
    assert "play" == desk.state.public().phase


@pytest.mark.rule("T-07", "T-08")
@pytest.mark.parametrize("name", RACES)
def test_a_table_of_sleepers_comes_to_its_end(name: str) -> None:
    desk = Desk(name, 2, settings=Settings(countdown_s=0)).begin()
    sleep(desk, 3600)
    assert "over" == desk.lobby().stage
    assert "finished" == desk.state.outcome().why


def test_quiet_tables_of_other_games_are_left_alone() -> None:
    desk = Desk("five_crowns", 2, settings=PATIENT).begin()
    desk.wait(1000)
    assert 1 == desk.state.round
    assert [] == [one for one in told(desk, wire.Countdown) if one.why == "standoff"]
    with pytest.raises(Declined):
        desk.ask(2, wire.StandIn, seat=0)
