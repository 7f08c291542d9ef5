"""A match at a table: partners, people who are away, pauses, rounds, and cards in the air."""

from __future__ import annotations

import pytest

from rumpus import record, wire
from rumpus.contract import Illegal, Malformed
from rumpus.games.five_crowns.actions import Take
from rumpus.games.wackee_six.actions import Play
from rumpus.lines import Sits
from rumpus.table import Declined, record_of
from rumpus.wire import Settings
from tests.table.desk import Desk, refused

# Wackee Six: partners and roles


@pytest.mark.rule("WS-02")
def test_the_host_arranges_partners_and_the_deal_keeps_to_it() -> None:
    desk = Desk("wackee_six", 4, options={"partners": True})
    with pytest.raises(Illegal, match="WS-02"):
        desk.ask(1, wire.Arrange, sides=((0, 1), (2,)))
    desk.ask(1, wire.Arrange, sides=((0, 1), (2, 3)))
    desk.begin()
    assert ((0, 1), (2, 3)) == desk.state.sides
    whole = desk.table.record()
    assert whole is not None
    assert [(0, 1), (2, 3)] == [side.seats for side in record.verify(whole).view(None).public.sides]


def test_sides_are_refused_in_games_without_them() -> None:
    refused(Desk("wig_out", 2), 1, wire.Arrange, "table-no-sides", sides=((0,), (1,)))


@pytest.mark.rule("WS-16")
def test_partners_choose_who_turns_before_a_round_and_not_in_it() -> None:
    desk = Desk("wackee_six", 4, options={"partners": True})
    desk.ask(3, wire.Role, turner=2)
    refused(desk, 2, wire.Role, "table-no-partner", turner=0)
    desk.begin()
    assert [2, 1] == desk.state.turner
    assert () == desk.lobby().turners
    refused(desk, 3, wire.Role, "table-not-now", turner=0)


def test_a_player_alone_on_a_side_has_no_role_to_choose() -> None:
    refused(Desk("wackee_six", 2), 1, wire.Role, "table-no-partner", turner=0)


# People who are away


@pytest.mark.rule("T-02")
def test_a_stand_in_plays_after_the_grace_and_gives_the_seat_back_at_once() -> None:
    desk = Desk("wig_out", 2, seed="grace").begin()
    desk.wait(21)
    desk.table.went(2, desk.now)
    desk.wait(7.9)
    assert desk.lobby().place(1).stand_in is None
    desk.wait(0.2)
    assert "casual" == desk.lobby().place(1).stand_in
    desk.wait(0.3)
    desk.table.came(2, desk.now)
    assert desk.lobby().place(1).stand_in is None
    assert {} == desk.table.match.bots  # type: ignore[union-attr]  # a match is on
    before = len(desk.lines())
    desk.wait(0.5)
    assert all(by != 1 for by, _ in desk.lines()[before:])
    assert [(1, "casual"), (1, None)] == [(one.seat, one.bot) for _, one in desk.lines() if isinstance(one, Sits)]


def test_the_grace_period_can_be_set() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(grace_s=1)).begin()
    desk.table.went(1, 0.0)
    desk.wait(1.1)
    assert "casual" == desk.lobby().place(0).stand_in
    assert 2 == desk.lobby().host


@pytest.mark.rule("T-02")
def test_a_player_who_leaves_a_match_gets_a_stand_in_at_once_and_may_return() -> None:
    desk = Desk("five_crowns", 3).begin()
    desk.ask(3, wire.Leave)
    assert desk.lobby().place(2).gone
    desk.wait(5)
    desk.table.came(3, desk.now)
    assert not desk.lobby().place(2).gone
    assert desk.lobby().place(2).stand_in is None


@pytest.mark.rule("T-02")
def test_when_all_people_have_left_the_match_is_abandoned() -> None:
    desk = Desk("five_crowns", 2, bots=("casual",)).begin()
    desk.ask(1, wire.Leave)
    desk.ask(2, wire.Leave)
    assert "over" == desk.lobby().stage
    assert "abandoned" == desk.state.outcome().why
    assert () == desk.state.outcome().winners


def test_the_clocks_stand_still_while_nobody_is_there() -> None:
    desk = Desk("wig_out", 2, bots=("casual",)).begin()
    desk.wait(21)
    desk.table.went(1, desk.now)
    desk.table.went(2, desk.now)
    before = desk.table.seq
    assert desk.table.due() is None
    desk.wait(1000)
    assert before == desk.table.seq
    desk.table.came(1, desk.now)
    assert desk.table.due() is not None
    desk.wait(7.5)
    assert desk.lobby().place(2).stand_in is None
    desk.wait(1)
    assert "casual" == desk.lobby().place(2).stand_in


def test_a_pause_stops_the_clocks_and_the_cards() -> None:
    desk = Desk("wig_out", 2, bots=("casual",)).begin()
    desk.wait(21)
    desk.ask(1, wire.Pause, paused=True)
    refused(desk, 1, wire.Pause, "table-not-now", paused=True)
    before = desk.table.seq
    desk.wait(100)
    assert before == desk.table.seq
    with pytest.raises(Declined, match="paused"):
        desk.do(1, desk.state.legal(0)[0])
    desk.ask(1, wire.Pause, paused=False)
    desk.wait(20)
    assert desk.table.seq > before + 1


def test_a_bot_plays_a_turn_that_takes_too_long_and_the_player_the_next() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(turn_s=10)).begin()
    turn = desk.state.turn
    assert 10_000 == desk.table.turn_ms(desk.now)
    desk.wait(9.9)
    assert turn == desk.state.turn
    desk.wait(9)
    assert turn != desk.state.turn
    assert {} == desk.table.match.bots  # type: ignore[union-attr]  # a match is on
    assert [] == [one for _, one in desk.lines() if isinstance(one, Sits)]


# Between rounds and after the match


def one_round(desk: Desk) -> Desk:
    """Play until the first score."""
    while not desk.state.sheet:
        if not desk.act():
            desk.wait(0.5)
    return desk


@pytest.mark.rule("T-03")
def test_the_next_round_is_dealt_when_all_are_ready_or_the_wait_is_over() -> None:
    desk = one_round(Desk("five_crowns", 2, options={"turn_limit": 2}).begin())
    assert "deal" == desk.state.public().phase
    desk.ask(1, wire.Ready)
    refused(desk, 1, wire.Ready, "table-not-now")
    assert 1 == desk.state.round
    desk.ask(2, wire.Ready)
    assert 2 == desk.state.round
    again = one_round(Desk("five_crowns", 2, options={"turn_limit": 2}).begin())
    again.wait(20.1)
    assert 2 == again.state.round


@pytest.mark.rule("T-04")
def test_people_may_agree_to_stop_between_rounds_and_not_in_one() -> None:
    desk = Desk("five_crowns", 2, options={"turn_limit": 2}).begin()
    refused(desk, 1, wire.Stop, "stop-between-rounds")
    one_round(desk)
    desk.ask(1, wire.Stop)
    assert (1,) == desk.lobby().stop
    desk.ask(1, wire.Stop, agree=False)
    assert () == desk.lobby().stop
    desk.ask(1, wire.Stop)
    desk.ask(2, wire.Stop)
    assert "stopped" == desk.state.outcome().why
    assert "over" == desk.lobby().stage


@pytest.mark.rule("T-04")
def test_a_player_who_is_away_for_a_moment_is_asked_before_a_stop() -> None:
    desk = one_round(Desk("five_crowns", 2, options={"turn_limit": 2}).begin())
    desk.table.went(2, desk.now)
    desk.wait(0.2)
    desk.ask(1, wire.Stop)
    assert "match" == desk.lobby().stage
    desk.table.came(2, desk.now)
    assert "match" == desk.lobby().stage
    desk.ask(2, wire.Stop)
    assert "stopped" == desk.state.outcome().why


@pytest.mark.rule("T-04", "T-02")
@pytest.mark.parametrize("leaves", [True, False])
def test_a_seat_with_a_stand_in_is_not_asked_before_a_stop(leaves: bool) -> None:
    settings = Settings(wait_s=300, grace_s=5)
    desk = one_round(Desk("five_crowns", 3, options={"turn_limit": 2}, settings=settings).begin())
    desk.ask(1, wire.Stop)
    desk.ask(3, wire.Stop)
    assert "match" == desk.lobby().stage
    if leaves:
        desk.ask(2, wire.Leave)
    else:
        desk.table.went(2, desk.now)
        desk.wait(4.9)
        assert "match" == desk.lobby().stage
        desk.wait(0.2)
    assert "stopped" == desk.state.outcome().why


@pytest.mark.rule("T-04")
def test_a_match_goes_on_for_a_player_who_never_agreed_to_stop() -> None:
    settings = Settings(wait_s=300, grace_s=5)
    desk = one_round(Desk("five_crowns", 2, options={"turn_limit": 2}, settings=settings).begin())
    desk.table.went(2, desk.now)
    desk.ask(1, wire.Stop)
    desk.table.leave(1, desk.now)
    desk.wait(20.0)
    desk.table.came(2, desk.now)
    assert "match" == desk.lobby().stage


def test_a_finished_match_has_a_record_that_verifies_and_a_rematch() -> None:
    desk = one_round(Desk("five_crowns", 3, options={"turn_limit": 2, "rounds": 1}).begin())
    assert "over" == desk.lobby().stage
    assert desk.lobby().record is not None
    found = record_of(desk.entries())
    assert desk.table.record() == found
    assert desk.state.outcome() == record.verify(found).outcome()
    with pytest.raises(Illegal, match="match-over"):
        desk.do(1, Take(from_="draw"))
    desk.ask(2, wire.Rematch)
    assert "lobby" == desk.lobby().stage
    assert [1, 2, 3] == desk.lobby().seated()
    desk.begin()
    assert 2 == desk.lobby().match
    assert 1 == desk.state.round


def test_a_rematch_frees_the_seats_of_players_who_left() -> None:
    desk = one_round(Desk("five_crowns", 3, options={"turn_limit": 2, "rounds": 1}).begin())
    desk.ask(1, wire.Leave)
    assert 2 == desk.lobby().host
    desk.ask(3, wire.Rematch)
    assert [2, 3] == desk.lobby().seated()
    assert 0 in desk.lobby().free()


# Cards in the air


def called() -> Desk:
    """A race of Wackee Six in which seat 0 has just called; seat 1 has a card that fits."""
    desk = Desk("wackee_six", 2, seed="air", settings=Settings(countdown_s=0)).begin().go()
    state = desk.state
    state.left[0] = 0
    state.up[0] = [-1] * 6
    state.look_at_row(0)
    state.up[1][0] = 0  # r1: it always fits
    state.look_at_row(1)
    desk.do(1, wire.read_action("wackee_six", b'{"do":"shout"}'))
    return desk


@pytest.mark.rule("WS-18")
def test_a_card_that_arrives_before_the_pong_was_in_the_air_and_a_later_one_was_not() -> None:
    desk = called()
    card = Play(card="r1", from_=0)
    desk.table.listen({1: desk.now + 0.4, 2: desk.now + 0.4}, desk.now)
    desk.do(2, card)
    assert desk.lines()[-1][1].airborne
    again = called()
    again.table.listen({2: again.now + 0.4, 1: again.now + 0.4}, again.now)
    again.table.heard(2, again.now)
    with pytest.raises(Illegal) as no:
        again.do(2, card)
    assert "WS-18" == no.value.clause


@pytest.mark.rule("WS-18")
@pytest.mark.parametrize("announced", [True, False])
def test_a_seat_has_at_most_one_card_in_the_air(announced: bool) -> None:
    desk = called()
    desk.state.up[1][1] = 0  # two cards that always fit
    desk.state.look_at_row(1)
    if announced:
        desk.table.listen({1: desk.now + 0.4, 2: desk.now + 0.4}, desk.now)
    desk.do(2, Play(card="r1", from_=0))
    with pytest.raises(Illegal) as no:
        desk.do(2, Play(card="r1", from_=1))
    assert ("WS-18", "ws-called") == (no.value.clause, no.value.reason)
    assert [1] == [by for by, action in desk.lines() if isinstance(action, Play) and action.airborne]


@pytest.mark.rule("WS-18")
def test_a_refused_card_does_not_use_up_the_one_in_the_air() -> None:
    desk = called()
    desk.state.up[1][1] = 12  # r13: it fits nowhere
    desk.state.look_at_row(1)
    desk.table.listen({1: desk.now + 0.4, 2: desk.now + 0.4}, desk.now)
    with pytest.raises(Illegal):
        desk.do(2, Play(card="r13", from_=1))
    desk.do(2, Play(card="r1", from_=0))
    assert desk.lines()[-1][1].airborne


@pytest.mark.rule("WS-18")
def test_the_round_is_closed_when_nobody_can_have_a_card_in_the_air_any_more() -> None:
    desk = called()
    desk.table.listen({2: desk.now + 0.4}, desk.now)
    desk.do(2, Play(card="r1", from_=0))
    assert "called" != desk.state.public().phase


@pytest.mark.rule("WS-18")
def test_the_round_is_closed_when_all_have_heard_or_the_wait_is_over() -> None:
    desk = called()
    desk.wait(5)
    assert "called" == desk.state.public().phase  # the call has not been announced yet
    desk.table.listen({1: desk.now + 0.1, 2: desk.now + 0.4}, desk.now)
    desk.table.heard(1, desk.now)
    desk.wait(0.39)
    assert "called" == desk.state.public().phase
    desk.wait(0.02)
    assert "called" != desk.state.public().phase
    again = called()
    again.table.listen({1: 1.0, 2: 1.0}, again.now)
    again.table.heard(1, again.now)
    again.table.went(2, again.now)
    assert "called" != again.state.public().phase


def test_a_client_cannot_claim_that_its_card_was_in_the_air() -> None:
    with pytest.raises(Malformed, match="the table fills it in"):
        wire.read_action("wackee_six", b'{"do":"play","card":"r1","from":0,"airborne":true}')


@pytest.mark.parametrize(
    ("game", "raw"),
    [
        ("wig_out", b'{"do":"draw","card":"afro"}'),
        ("five_crowns", b'{"do":"take","from":"draw","card":"7h"}'),
        ("wackee_six", b'{"do":"turn","cards":["r1"]}'),
        ("wackee_six", b'{"do":"close"}'),
        ("five_crowns", b'{"do":"result","why":"stopped"}'),
        ("five_crowns", b'{"do":"lay_down","melds":[]}'),
        ("wig_out", b'{"do":"take","from":"draw"}'),
        ("wig_out", b"[]"),
    ],
)
@pytest.mark.rule("T-06")
def test_a_seat_can_neither_name_filled_in_cards_nor_act_for_the_house(game: str, raw: bytes) -> None:
    with pytest.raises(Malformed):
        wire.read_action(game, raw)
