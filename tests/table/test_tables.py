"""A table by itself: seats, readiness, time, stand-ins and matches, without a server and without a clock."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from rumpus import record, wire
from rumpus.contract import Illegal, Malformed
from rumpus.games.five_crowns.actions import Take
from rumpus.games.wackee_six.actions import Play
from rumpus.lines import Sits
from rumpus.lobby import BOT_NAMES
from rumpus.shuffle import seeded
from rumpus.table import (
    Asked,
    Declined,
    Due,
    Lobby,
    Note,
    Step,
    Table,
    Thought,
    Unplayable,
    body_of,
    record_of,
)
from rumpus.wire import Settings


def quiet(news: Step | Note) -> None:
    """For a table whose news nobody looks at."""


class Desk:
    """A table with what it told, its people's numbers and a clock that a test turns."""

    def __init__(self, game: str, people: int = 2, seed: str = "desk", **ask: Any) -> None:
        self.news: list[Step | Note] = []
        self.thoughts: list[Thought] = []
        self.stream = seeded(seed)
        settings = ask.pop("settings", Settings(countdown_s=0, wait_s=20))
        opening = wire.OpenTable(game=game, name="Ana", settings=settings, **ask)
        self.table = Table.open(opening, "token-1", self.stream, self.hear)
        self.now = 0.0
        self.code = "BCDFGHJK"
        for number in range(2, people + 1):
            self.table.join(wire.JoinTable(code=self.code, name=f"P{number}"), f"token-{number}", 0.0)
        for number in range(1, people + 1):
            self.table.came(number, 0.0)

    def hear(self, news: Step | Note) -> None:
        if isinstance(news, Thought):
            self.thoughts.append(news)
        elif not isinstance(news, Due):
            self.news.append(news)

    def lobby(self) -> Lobby:
        return self.table.lobby

    @property
    def state(self) -> Any:
        assert self.table.match is not None
        return self.table.match.state

    def ask(self, by: int, kind: Any, /, **fields: Any) -> None:
        self.table.ask(by, kind(id="x", **fields), self.now)

    def do(self, person: int, action: Any) -> bool:
        return self.table.do(Asked(person, "x"), action, self.now)

    def begin(self) -> Desk:
        for person in self.table.lobby.seated():
            if person != self.table.lobby.host:
                self.ask(person, wire.Ready)
        self.ask(1, wire.Begin)
        return self

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever is due happens when it is due, bots that need long answer at once."""
        until = self.now + seconds
        while True:
            self.think()
            due = self.table.due()
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            self.table.tick(self.now)
        self.now = until

    def think(self) -> None:
        thoughts, self.thoughts = self.thoughts, []
        for thought in thoughts:
            assert self.table.match is not None
            legal = self.state.legal(thought.seat)
            move = thought.bot.move(partial(getattr, thought, "view"), legal, 0.0)
            self.table.decided(self.table.match, thought, thought.bot, move, self.now)

    def entries(self) -> list[tuple[int, float, bytes]]:
        steps = [news for news in self.news if isinstance(news, Step)]
        return [(step.seq, step.at, body_of(step)) for step in steps]

    def restored(self) -> Table:
        return Table.restore(self.entries(), self.stream, quiet)

    def lines(self) -> list[tuple[int | None, Any]]:
        return [line for news in self.news if isinstance(news, Step) for line in news.lines]

    def act(self) -> bool:
        """Whoever may act does the first legal thing; says whether anybody could."""
        for seat in self.state.to_act():
            person = self.table.lobby.place(seat).person
            legal = self.state.legal(seat)
            if person is not None and legal and seat not in self.table.match.bots:  # type: ignore[union-attr]  # a match is on
                self.do(person, legal[0])
                return True
        return False


def refused(desk: Desk, by: int, kind: Any, reason: str, /, **fields: Any) -> None:
    """It is refused for this reason, and nothing has changed."""
    before = (desk.lobby(), desk.table.seq)
    with pytest.raises(Illegal) as no:
        desk.ask(by, kind, **fields)
    assert reason == no.value.reason
    assert before == (desk.lobby(), desk.table.seq)


# The lobby


def test_the_host_sits_on_the_first_seat_and_bots_beside() -> None:
    lobby = Desk("wig_out", 1, bots=("casual", "expert")).table.lobby
    assert ["Ana", BOT_NAMES[1], BOT_NAMES[2], None, None, None] == [one and one.name for one in lobby.seats]
    assert [None, "casual", "expert"] == [one.bot for one in lobby.seats if one]
    assert 1 == lobby.host


def test_two_people_of_one_name_are_told_apart() -> None:
    desk = Desk("wig_out", 1)
    desk.table.join(wire.JoinTable(code=desk.code, name="ANA"), "other", 0.0)
    assert ["Ana", "ANA 2"] == [one.name for one in desk.lobby().people]


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\nb", "a\u202eb", "a\u0000", "a\u200bb", "\u2028"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    desk = Desk("wig_out", 1)
    with pytest.raises(Malformed, match="a name has"):
        desk.table.join(wire.JoinTable(code=desk.code, name=name), "other", 0.0)


@pytest.mark.parametrize("name", ["Ñandú", "李小龍", "Zoë O'Neil-Smith", "🦊", "  Bo  "])
def test_names_of_all_the_world_are_welcome(name: str) -> None:
    desk = Desk("wig_out", 1)
    desk.table.join(wire.JoinTable(code=desk.code, name=name), "other", 0.0)
    assert name.strip() == desk.lobby().people[-1].name


def test_an_unknown_avatar_is_refused_with_those_there_are() -> None:
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


def test_a_spectator_who_drops_has_left_after_a_while() -> None:
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
def test_who_is_not_ready_is_waited_for_a_short_while() -> None:
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


def test_a_table_that_the_rules_do_not_know_does_not_begin() -> None:
    desk = Desk("wig_out", 1)
    refused(desk, 1, wire.Begin, "wo-players")


def test_seats_close_up_when_the_match_begins() -> None:
    desk = Desk("five_crowns", 2)
    desk.ask(2, wire.Sit, seat=11)
    desk.begin()
    assert 1 == desk.lobby().seat_of(2)
    assert 2 == len(desk.lobby().seats)


@pytest.mark.rule("WO-06", "WO-07")
def test_the_dealer_says_go_and_a_countdown_runs_before_the_race() -> None:
    desk = Desk("wig_out", 2, settings=Settings(countdown_s=3)).begin()
    legal = desk.state.legal(0)
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


def test_a_bot_that_deals_gives_people_time_to_look() -> None:
    desk = Desk("wig_out", 1, bots=("casual",), options={"first_dealer": "random"}, seed="bot deals 3").begin()
    for _ in range(40):
        if desk.state.dealer == 1:
            break
        desk = Desk("wig_out", 1, bots=("casual",), options={"first_dealer": "random"}, seed=f"{desk.now}{_}").begin()
    assert 1 == desk.state.dealer
    desk.wait(3.9)
    assert "ready" == desk.state.public().phase
    desk.wait(0.2)
    assert "play" == desk.state.public().phase


def test_a_scripted_deck_is_dealt_and_said() -> None:
    once = Desk("wig_out", 2, seed="script").begin()
    deal = next(action for _, action in once.lines() if action.__struct_config__.tag == "deal")
    raw = msgspec.Raw(msgspec.json.encode(deal))
    again = Desk("wig_out", 2, seed="another", deals=(raw,)).begin()
    assert deal == next(action for _, action in again.lines() if action.__struct_config__.tag == "deal")
    assert wire.lobby_view(again.lobby(), "CODE").scripted


def test_a_script_that_does_not_fit_is_dealt_by_chance_instead() -> None:
    once = Desk("wig_out", 3, seed="script").begin()
    deal = next(action for _, action in once.lines() if action.__struct_config__.tag == "deal")
    again = Desk("wig_out", 2, deals=(msgspec.Raw(msgspec.json.encode(deal)),)).begin()
    assert 2 == len(again.state.hands)


def test_what_is_no_deal_is_no_script() -> None:
    with pytest.raises(Malformed, match="deal"):
        Desk("wig_out", 1, deals=(msgspec.Raw(b'{"do":"draw"}'),))
    with pytest.raises(Malformed, match="deal"):
        Desk("wig_out", 1, deals=(msgspec.Raw(b"7"),))


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


def test_other_games_have_no_sides() -> None:
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


def test_who_plays_alone_has_no_role_to_choose() -> None:
    refused(Desk("wackee_six", 2), 1, wire.Role, "table-no-partner", turner=0)


# Who is away


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


def test_a_table_may_set_another_grace() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(grace_s=1)).begin()
    desk.table.went(1, 0.0)
    desk.wait(1.1)
    assert "casual" == desk.lobby().place(0).stand_in
    assert 2 == desk.lobby().host


@pytest.mark.rule("T-02")
def test_who_leaves_a_match_is_stood_in_for_at_once_and_may_come_back() -> None:
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


def test_a_turn_that_takes_too_long_is_played_for_the_seat_and_the_next_is_its_own() -> None:
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


def test_who_has_left_makes_room_in_the_rematch() -> None:
    desk = one_round(Desk("five_crowns", 3, options={"turn_limit": 2, "rounds": 1}).begin())
    desk.ask(1, wire.Leave)
    assert 2 == desk.lobby().host
    desk.ask(3, wire.Rematch)
    assert [2, 3] == desk.lobby().seated()
    assert 0 in desk.lobby().free()


# Cards in the air


def called() -> Desk:
    """A race of Wackee Six in which seat 0 has just called; seat 1 has a card that fits."""
    desk = Desk("wackee_six", 2, seed="air", settings=Settings(countdown_s=0)).begin()
    desk.do(1, desk.state.legal(0)[0])
    state = desk.state
    state.left[0] = 0
    state.up[0] = [-1] * 6
    state.look_at_row(0)
    state.up[1][0] = 0  # r1: it always fits
    state.look_at_row(1)
    desk.do(1, wire.read_action("wackee_six", b'{"do":"shout"}'))
    return desk


@pytest.mark.rule("WS-18")
def test_a_card_before_the_pong_was_in_the_air_and_one_behind_it_was_not() -> None:
    desk = called()
    card = Play(card="r1", from_=0)
    desk.table.listen({2: desk.now + 0.4}, desk.now)
    desk.do(2, card)
    assert desk.lines()[-1][1].airborne
    again = called()
    again.table.listen({2: again.now + 0.4, 1: again.now + 0.4}, again.now)
    again.table.heard(2, again.now)
    with pytest.raises(Illegal) as no:
        again.do(2, card)
    assert "WS-18" == no.value.clause


@pytest.mark.rule("WS-18")
def test_the_round_is_closed_when_all_have_heard_or_the_wait_is_over() -> None:
    desk = called()
    desk.wait(5)
    assert "called" == desk.state.public().phase  # the call is not even told yet
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


def test_only_the_table_says_that_a_card_was_in_the_air() -> None:
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
def test_a_seat_names_no_card_that_the_table_fills_in_and_says_nothing_for_the_house(game: str, raw: bytes) -> None:
    with pytest.raises(Malformed):
        wire.read_action(game, raw)


# The journal


@pytest.mark.parametrize("game", ["five_crowns", "wackee_six", "wig_out"])
def test_a_table_restored_from_its_journal_is_the_same_at_every_entry(game: str) -> None:
    options = {"turn_limit": 3} if game == "five_crowns" else {}
    desk = Desk(game, 3, bots=("casual",), options=options).begin()
    desk.wait(21)
    for count in range(60):
        if not desk.act():
            desk.wait(0.3)
        if count % 10 == 0:
            restored = desk.restored()
            assert desk.lobby() == restored.lobby
            assert desk.table.seq == restored.seq
            assert restored.match is not None
            assert desk.state == restored.match.state
            assert desk.table.match.history == restored.match.history  # type: ignore[union-attr]  # a match is on
            assert set(desk.table.match.bots) == set(restored.match.bots)  # type: ignore[union-attr]  # as above
            assert restored.due() is None


def test_a_table_comes_back_after_a_match_whose_sides_were_chosen_anew() -> None:
    desk = Desk("wackee_six", 4, options={"partners": True}).begin()
    seats = desk.lobby().seats
    later = msgspec.structs.replace(desk.lobby(), stage="lobby", seats=(*seats[:2], *[None] * 10), sides=((0,), (1,)))
    desk.table.write(desk.now, lobby=later)
    restored = desk.restored()
    assert later == restored.lobby
    assert restored.match is not None
    assert desk.state == restored.match.state


def test_a_journal_of_other_rules_is_not_played() -> None:
    desk = Desk("wig_out", 2).begin()
    entries = [(seq, at, body.replace(b'"rules":1', b'"rules":99')) for seq, at, body in desk.entries()]
    with pytest.raises(Unplayable, match="version 99"):
        Table.restore(entries, desk.stream, quiet)


def test_a_journal_against_the_rules_is_not_played() -> None:
    desk = Desk("wig_out", 2).begin()
    desk.wait(21)
    desk.act()
    entries = desk.entries()
    broken = [entry for entry in entries if b'"do":"go"' not in entry[2]]
    with pytest.raises(Unplayable):
        Table.restore(broken, desk.stream, quiet)
    with pytest.raises(Unplayable):
        Table.restore([(1, 0.0, b"{}")], desk.stream, quiet)
    with pytest.raises(Unplayable):
        Table.restore([(1, 0.0, b"nonsense")], desk.stream, quiet)


def test_a_bot_that_answers_too_late_has_no_say() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(grace_s=0)).begin()
    seat = desk.state.turn
    person = seat + 1
    desk.table.went(person, desk.now)
    desk.table.tick(desk.now)
    thought = desk.thoughts.pop()
    desk.table.came(person, desk.now)
    assert desk.table.match is not None
    desk.table.decided(desk.table.match, thought, thought.bot, (Take(from_="draw"), 0.0), desk.now)
    desk.wait(5)
    assert seat == desk.state.turn
    assert not desk.state.taken
