"""The lobby of a table: people, seats, bots, options, and how the match begins."""

from __future__ import annotations

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Illegal, Malformed
from rumpus.lobby import BOT_NAMES
from rumpus.table import Declined
from rumpus.wire import Settings
from tests.table.desk import Desk, refused

# The lobby


def test_the_host_sits_on_the_first_seat_and_bots_beside() -> None:
    lobby = Desk("wig_out", 1, bots=("casual", "expert")).table.lobby
    assert ["Ana", BOT_NAMES[1], BOT_NAMES[2], None, None, None] == [one and one.name for one in lobby.seats]
    assert [None, "casual", "expert"] == [one.bot for one in lobby.seats if one]
    assert 1 == lobby.host


def test_two_people_with_the_same_name_get_different_names() -> None:
    desk = Desk("wig_out", 1)
    desk.table.join(wire.JoinTable(code=desk.code, name="ANA"), "other", 0.0)
    assert ["Ana", "ANA 2"] == [one.name for one in desk.lobby().people]


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\nb", "a\u202eb", "a\u0000", "a\u200bb", "\u2028"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    desk = Desk("wig_out", 1)
    with pytest.raises(Malformed, match="a name has"):
        desk.table.join(wire.JoinTable(code=desk.code, name=name), "other", 0.0)


@pytest.mark.parametrize("name", ["Ñandú", "李小龍", "Zoë O'Neil-Smith", "🦊", "  Bo  "])
def test_names_in_any_script_are_accepted(name: str) -> None:
    desk = Desk("wig_out", 1)
    desk.table.join(wire.JoinTable(code=desk.code, name=name), "other", 0.0)
    assert name.strip() == desk.lobby().people[-1].name


def test_an_unknown_avatar_is_refused_with_a_list_of_the_avatars() -> None:
    desk = Desk("wig_out", 1)
    with pytest.raises(Malformed, match="fox"):
        desk.table.join(wire.JoinTable(code=desk.code, name="Bo", avatar="dragon"), "other", 0.0)


def test_a_person_chooses_a_seat_and_may_stand_up() -> None:
    desk = Desk("five_crowns", 2)
    desk.ask(2, wire.Sit, seat=9)
    assert 9 == desk.lobby().seat_of(2)
    desk.ask(2, wire.Stand)
    assert desk.lobby().seat_of(2) is None
    refused(desk, 2, wire.Sit, "table-seat-taken", seat=0)
    refused(desk, 2, wire.Sit, "table-seat-taken", seat=14)


def test_only_the_host_has_the_hosts_powers() -> None:
    desk = Desk("wig_out", 3)
    refused(desk, 2, wire.AddBot, "table-host-only", seat=4, level="casual")
    refused(desk, 2, wire.RemoveBot, "table-host-only", seat=4)
    refused(desk, 2, wire.Remove, "table-host-only", person=3)
    refused(desk, 2, wire.Configure, "table-host-only")
    refused(desk, 2, wire.Arrange, "table-host-only")
    refused(desk, 2, wire.Begin, "table-host-only")
    desk.begin()
    refused(desk, 2, wire.Pause, "table-host-only", paused=True)


def test_the_host_adds_changes_and_removes_bots() -> None:
    desk = Desk("wig_out", 1)
    desk.ask(1, wire.AddBot, seat=3, level="beginner")
    desk.ask(1, wire.AddBot, seat=3, level="expert")
    assert "expert" == desk.lobby().place(3).bot
    refused(desk, 1, wire.AddBot, "table-seat-taken", seat=0, level="expert")
    refused(desk, 1, wire.RemoveBot, "table-no-bot", seat=0)
    desk.ask(1, wire.RemoveBot, seat=3)
    refused(desk, 1, wire.RemoveBot, "table-seat-empty", seat=3)


def test_the_host_removes_a_person_before_the_start_only() -> None:
    desk = Desk("wig_out", 3)
    desk.ask(1, wire.Remove, person=2)
    assert [1, 3] == desk.lobby().seated()
    assert desk.table.person_of("token-2") is None
    refused(desk, 1, wire.Remove, "table-no-person", person=1)
    desk.begin()
    refused(desk, 1, wire.Remove, "table-not-now", person=3)


def test_when_the_host_leaves_the_next_person_is_host() -> None:
    desk = Desk("wig_out", 3)
    desk.ask(1, wire.Leave)
    assert 2 == desk.lobby().host
    assert [2, 3] == desk.lobby().seated()


def test_options_are_checked_and_kept_whole() -> None:
    desk = Desk("wig_out", 2)
    desk.ask(1, wire.Configure, options={"rounds": 2}, settings=Settings(hints=False))
    assert 2 == desk.lobby().options["rounds"]
    assert desk.lobby().options["auto_shout"] is False
    assert not desk.lobby().settings.hints
    with pytest.raises(Malformed, match="rounds"):
        desk.ask(1, wire.Configure, options={"rounds": 99})


def test_a_table_without_room_takes_nobody_but_spectators() -> None:
    desk = Desk("wig_out", 6)
    with pytest.raises(Declined, match="table-full"):
        desk.table.join(wire.JoinTable(code=desk.code, name="Late"), "late", 0.0)
    desk.table.join(wire.JoinTable(code=desk.code, name="Late", watch=True), "late", 0.0)
    assert desk.lobby().seat_of(7) is None


def test_spectators_come_only_where_they_are_allowed() -> None:
    desk = Desk("wig_out", 2, settings=Settings(spectators=False))
    with pytest.raises(Declined, match="table-full"):
        desk.table.join(wire.JoinTable(code=desk.code, name="Eve", watch=True), "eve", 0.0)
    refused(desk, 2, wire.Stand, "table-not-now")


def test_a_disconnected_spectator_counts_as_gone_after_a_while() -> None:
    desk = Desk("wig_out", 2)
    desk.table.join(wire.JoinTable(code=desk.code, name="Eve", watch=True), "eve", 0.0)
    desk.table.came(3, 0.0)
    desk.table.went(3, 0.0)
    desk.wait(61)
    assert [1, 2] == [one.id for one in desk.lobby().people]


def test_nobody_is_told_a_token_or_a_scripted_deal() -> None:
    shown = msgspec.json.encode(wire.lobby_view(Desk("wig_out", 2).table.lobby, "CODE")).decode()
    assert "token" not in shown
    assert "deals" not in shown


# The start


@pytest.mark.rule("T-03")
def test_the_match_waits_a_short_while_for_players_who_are_not_ready() -> None:
    desk = Desk("wig_out", 2)
    desk.ask(1, wire.Begin)
    assert "lobby" == desk.lobby().stage
    desk.wait(11)
    assert "match" == desk.lobby().stage


def test_the_match_begins_as_soon_as_the_last_one_is_ready() -> None:
    desk = Desk("wig_out", 2)
    desk.ask(1, wire.Begin)
    desk.ask(2, wire.Ready)
    assert "match" == desk.lobby().stage


def test_a_seating_that_the_rules_refuse_does_not_begin() -> None:
    desk = Desk("wig_out", 1)
    refused(desk, 1, wire.Begin, "wo-players")


def test_empty_seats_are_dropped_when_the_match_begins() -> None:
    desk = Desk("five_crowns", 2)
    desk.ask(2, wire.Sit, seat=11)
    desk.begin()
    assert 1 == desk.lobby().seat_of(2)
    assert 2 == len(desk.lobby().seats)


@pytest.mark.rule("WO-06", "WO-07")
def test_the_dealer_says_go_and_a_countdown_runs_before_the_race() -> None:
    desk = Desk("wig_out", 2, settings=Settings(countdown_s=3)).begin()
    legal = desk.state.legal(0)
    desk.ask(2, wire.Ready)
    assert not desk.do(1, legal[0])  # go: it waits
    with pytest.raises(Illegal) as no:
        desk.do(2, wire.read_action("wig_out", b'{"do":"draw"}'))
    assert "WO-06" == no.value.clause
    with pytest.raises(Declined, match="counting"):
        desk.do(1, legal[0])
    desk.wait(2.9)
    assert "ready" == desk.state.public().phase
    desk.wait(0.2)
    assert "play" == desk.state.public().phase
    assert (0, "go") == next((by, "go") for by, action in desk.lines() if action.__struct_config__.tag == "go")


@pytest.mark.rule("T-03")
def test_a_dealer_who_does_not_say_go_is_not_waited_for_long() -> None:
    desk = Desk("wig_out", 2).begin()
    desk.wait(20.1)
    assert "play" == desk.state.public().phase
    assert [None] == [by for by, action in desk.lines() if action.__struct_config__.tag == "go"]


@pytest.mark.rule("T-03", "WO-07")
def test_a_bot_that_deals_says_go_when_all_people_have_looked() -> None:
    desk = Desk("wig_out", 1, bots=("casual",), options={"first_dealer": "random"}, seed="bot deals 3").begin()
    for _ in range(40):
        if desk.state.dealer == 1:
            break
        desk = Desk("wig_out", 1, bots=("casual",), options={"first_dealer": "random"}, seed=f"{desk.now}{_}").begin()
    assert 1 == desk.state.dealer
    desk.wait(19.9)
    assert "ready" == desk.state.public().phase
    desk.ask(1, wire.Ready)
    assert "play" == desk.state.public().phase
    assert (1, "go") == next((by, "go") for by, action in desk.lines() if action.__struct_config__.tag == "go")


def test_a_scripted_deck_is_dealt_and_the_lobby_says_so() -> None:
    once = Desk("wig_out", 2, seed="script").begin()
    deal = next(action for _, action in once.lines() if action.__struct_config__.tag == "deal")
    raw = msgspec.Raw(msgspec.json.encode(deal))
    again = Desk("wig_out", 2, seed="another", deals=(raw,)).begin()
    assert deal == next(action for _, action in again.lines() if action.__struct_config__.tag == "deal")
    assert wire.lobby_view(again.lobby(), "CODE").scripted


def test_a_scripted_deal_that_does_not_fit_is_replaced_by_a_random_one() -> None:
    once = Desk("wig_out", 3, seed="script").begin()
    deal = next(action for _, action in once.lines() if action.__struct_config__.tag == "deal")
    again = Desk("wig_out", 2, deals=(msgspec.Raw(msgspec.json.encode(deal)),)).begin()
    assert 2 == len(again.state.hands)


def test_a_script_with_an_action_that_is_not_a_deal_is_refused() -> None:
    with pytest.raises(Malformed, match="deal"):
        Desk("wig_out", 1, deals=(msgspec.Raw(b'{"do":"draw"}'),))
    with pytest.raises(Malformed, match="deal"):
        Desk("wig_out", 1, deals=(msgspec.Raw(b"7"),))
