"""People who come during a match take over the seat of a bot, or of somebody who has left (T-02)."""

from __future__ import annotations

import pytest

from rumpus import record, wire
from rumpus.contract import DEAL
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.lines import Sits
from rumpus.lobby import Declined
from rumpus.wire import Settings
from tests.table.desk import Desk

ONE_TURN = {"turn_limit": 1}


def table(people: int = 2, bots: int = 1, **settings: object) -> Desk:
    """A match of Five Crowns under way, with turns so few that rounds end soon."""
    chosen = Settings(countdown_s=0, wait_s=20, **settings)  # type: ignore[arg-type]
    desk = Desk("five_crowns", people, bots=("casual",) * bots, options=ONE_TURN, settings=chosen).begin()
    desk.wait(0)
    return desk


def come(desk: Desk, seat: int | None = None, *, watch: bool = False, connects: bool = True) -> int:
    """Somebody new joins; their number."""
    ask = wire.JoinTable(code=desk.code, name="Dora", watch=watch, seat=seat)
    person = desk.table.join(ask, f"token-{desk.lobby().newest + 1}", desk.now)
    if connects:
        desk.table.came(person, desk.now)
    return person


def play_round(desk: Desk) -> None:
    """Everybody takes the turn that they have, and bots theirs, until the round is scored."""
    number = desk.state.round
    while desk.state.phase != DEAL and desk.state.round == number:
        place = desk.lobby().place(desk.state.turn)
        if place.person is None or place.stand_in:
            desk.wait(5)
        else:
            desk.do(place.person, Take(from_="draw"))
            desk.do(place.person, Discard(card=desk.state.view(desk.state.turn).private.hand[0]))


def shown(desk: Desk) -> wire.LobbyView:
    return wire.lobby_view(desk.lobby(), desk.code)


def bots_seat(desk: Desk) -> int:
    return next(seat for seat, place in enumerate(desk.lobby().seats) if place and place.bot)


@pytest.mark.rule("T-02")
class TestABotsSeat:
    def test_is_taken_over_between_two_rounds(self) -> None:
        desk = table()
        seat = bots_seat(desk)
        assert (seat,) == shown(desk).open
        dora = come(desk)
        desk.ask(dora, wire.TakeSeat, seat=seat)
        assert (None, dora) == (desk.lobby().seat_of(dora), desk.lobby().place(seat).next)
        assert () == shown(desk).open
        play_round(desk)
        place = desk.lobby().place(seat)
        assert (dora, "Dora", None, None) == (place.person, place.name, place.bot, place.next)
        assert desk.table.match is not None
        assert seat not in desk.table.match.bots
        assert (None, Sits(seat=seat, name="Dora")) in desk.lines()
        assert 1 == desk.state.round  # the next deal waits until the newcomer is ready too
        for person in (1, 2, dora):
            desk.ask(person, wire.Ready)
        assert 2 == desk.state.round

    def test_is_taken_at_once_between_two_rounds(self) -> None:
        desk = table()
        play_round(desk)
        dora = come(desk)
        desk.ask(dora, wire.TakeSeat, seat=bots_seat(desk))
        assert desk.lobby().seat_of(dora) is not None

    def test_may_be_asked_for_with_the_link_before_one_is_connected(self) -> None:
        desk = table()
        seat = bots_seat(desk)
        dora = come(desk, seat, connects=False)
        play_round(desk)
        assert desk.lobby().place(seat).bot == "casual"
        desk.table.came(dora, desk.now)
        assert seat == desk.lobby().seat_of(dora)

    def test_is_reserved_at_once_where_nobody_may_only_watch(self) -> None:
        desk = table(bots=2, spectators=False)
        dora = come(desk)
        assert dora == desk.lobby().place(bots_seat(desk)).next

    def test_stays_the_bots_if_the_newcomer_thinks_better_of_it_or_leaves(self) -> None:
        desk = table()
        seat = bots_seat(desk)
        dora = come(desk, seat)
        desk.ask(dora, wire.TakeSeat, seat=None)
        assert (seat,) == shown(desk).open
        desk.ask(dora, wire.TakeSeat, seat=seat)
        desk.ask(dora, wire.Leave)
        assert (seat,) == shown(desk).open
        play_round(desk)
        assert "casual" == desk.lobby().place(seat).bot

    def test_goes_to_one_person_only(self) -> None:
        desk = table(bots=2)
        seat = bots_seat(desk)
        come(desk, seat)
        other = come(desk, seat)
        assert desk.lobby().seat_of(other) is None
        with pytest.raises(Declined) as no:
            desk.ask(other, wire.TakeSeat, seat=seat)
        assert "table-seat-taken" == no.value.reason
        desk.ask(other, wire.TakeSeat, seat=seat + 1)
        play_round(desk)
        assert seat + 1 == desk.lobby().seat_of(other)


@pytest.mark.rule("T-02")
class TestTheSeatOfSomebodyElse:
    def test_who_has_left_is_taken_over_at_once_and_they_watch_when_they_come_back(self) -> None:
        desk = table(people=3, bots=0)
        desk.ask(2, wire.Leave)
        dora = come(desk, 1)
        assert (1, False, None) == (desk.lobby().seat_of(dora), desk.lobby().place(1).gone, desk.lobby().place(1).bot)
        desk.table.came(2, desk.now)
        assert (None, 1) == (desk.lobby().seat_of(2), desk.lobby().seat_of(dora))

    def test_who_is_only_disconnected_cannot_be_taken_over(self) -> None:
        desk = table(people=3, bots=0)
        desk.table.went(2, desk.now)
        desk.wait(60)
        assert desk.lobby().place(1).stand_in is not None
        assert () == shown(desk).open
        with pytest.raises(Declined):
            come(desk, 1)
        watcher = come(desk, watch=True)
        with pytest.raises(Declined):
            desk.ask(watcher, wire.TakeSeat, seat=1)
        desk.table.came(2, desk.now)
        assert (1, None) == (desk.lobby().seat_of(2), desk.lobby().place(1).stand_in)

    def test_who_comes_back_first_keeps_it(self) -> None:
        desk = table(people=3, bots=0)
        desk.ask(2, wire.Leave)
        dora = come(desk, 1, connects=False)
        desk.table.came(2, desk.now)
        desk.table.came(dora, desk.now)
        assert (1, None) == (desk.lobby().seat_of(2), desk.lobby().seat_of(dora))
        play_round(desk)
        assert (1, None, None) == (desk.lobby().seat_of(2), desk.lobby().seat_of(dora), desk.lobby().place(1).next)

    def test_who_knows_the_cards_of_one_seat_takes_another_only_after_the_round(self) -> None:
        desk = table(people=4, bots=0)
        desk.ask(2, wire.Leave)
        come(desk, 1)
        desk.ask(3, wire.Leave)
        desk.table.came(2, desk.now)  # has seen the cards of seat 1
        desk.ask(2, wire.TakeSeat, seat=2)
        assert desk.lobby().seat_of(2) is None
        play_round(desk)
        assert 2 == desk.lobby().seat_of(2)


@pytest.mark.rule("T-02")
class TestNobodyElse:
    def test_can_take_a_seat_where_the_host_does_not_want_it(self) -> None:
        desk = table(late=False)
        assert () == shown(desk).open
        with pytest.raises(Declined):
            come(desk)
        watcher = come(desk, watch=True)
        with pytest.raises(Declined) as no:
            desk.ask(watcher, wire.TakeSeat, seat=bots_seat(desk))
        assert "table-no-late" == no.value.reason

    def test_can_take_a_second_seat(self) -> None:
        desk = table()
        with pytest.raises(Declined) as no:
            desk.ask(2, wire.TakeSeat, seat=bots_seat(desk))
        assert "table-has-seat" == no.value.reason

    def test_joins_to_play_where_no_seat_is_open_or_the_table_is_locked(self) -> None:
        desk = table(people=3, bots=0)
        with pytest.raises(Declined):
            come(desk)
        desk = table()
        desk.ask(1, wire.Lock)
        with pytest.raises(Declined):
            come(desk)

    def test_before_the_match_nothing_is_taken_over(self) -> None:
        desk = Desk("five_crowns", 2, bots=("casual",))
        with pytest.raises(Declined):
            desk.ask(2, wire.TakeSeat, seat=2)


def test_the_newcomer_is_told_the_seats_view_from_then_on_and_the_record_replays() -> None:
    desk = table()
    seat = bots_seat(desk)
    dora = come(desk, seat)
    play_round(desk)
    whole = desk.table.record()
    assert whole is not None
    assert desk.state == record.verify(record.read(record.text(whole).splitlines()))
    place = desk.lobby().place(seat)
    assert isinstance(whole.lines[place.since].action, Sits)  # the first line that is the newcomer's
    assert seat == desk.restored().lobby.seat_of(dora)


def test_a_seat_keeps_what_the_table_set_for_it_and_is_free_again_for_the_next_match() -> None:
    desk = table()
    seat = bots_seat(desk)
    dora = come(desk, seat)
    play_round(desk)
    desk.ask(1, wire.Stop)
    desk.ask(2, wire.Stop)
    desk.ask(dora, wire.Stop)
    assert "over" == desk.lobby().stage
    desk.ask(dora, wire.Rematch)
    assert (seat, 0) == (desk.lobby().seat_of(dora), desk.lobby().place(seat).since)
