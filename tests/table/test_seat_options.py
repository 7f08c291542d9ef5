"""Options about one player or side stay with that player: through empty seats, moves, and people who leave."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus import wire
from rumpus.contract import Illegal
from rumpus.lobby import Declined
from tests.table.desk import Desk

FIVE = {"partners": True}  # of Wackee Six, for five players: somebody is alone


def shown(desk: Desk) -> dict[str, Any]:
    """The options as clients are told."""
    return wire.lobby_view(desk.lobby(), desk.code).options


def header(desk: Desk) -> dict[str, Any]:
    assert desk.table.match is not None
    return desk.table.match.header.options


def configure(desk: Desk, **options: Any) -> None:
    desk.ask(1, wire.Configure, options=shown(desk) | options)


@pytest.mark.rule("WS-02")
class TestWhoPlaysAlone:
    def test_is_the_same_person_when_a_seat_before_them_is_empty(self) -> None:
        desk = Desk("wackee_six", 6, options=FIVE)
        configure(desk, alone=4)  # P5
        desk.ask(1, wire.Remove, person=2)
        assert 4 == shown(desk)["alone"]
        desk.begin()
        assert 3 == header(desk)["alone"]
        alone = next(side for side in desk.state.sides if len(side) == 1)
        assert "P5" == desk.lobby().place(alone[0]).name

    def test_moves_with_them(self) -> None:
        desk = Desk("wackee_six", 5, options=FIVE)
        configure(desk, alone=3)
        desk.ask(4, wire.Sit, seat=9)
        assert 9 == shown(desk)["alone"]
        desk.begin()
        assert (4, ((0, 2), (1, 3), (4,))) == (header(desk)["alone"], desk.state.sides)

    def test_is_open_again_when_they_leave(self) -> None:
        desk = Desk("wackee_six", 6, options=FIVE)
        configure(desk, alone=3)
        desk.ask(4, wire.Leave)
        assert shown(desk)["alone"] is None

    def test_cannot_be_nobody(self) -> None:
        desk = Desk("wackee_six", 5, options=FIVE)
        with pytest.raises(Declined) as no:
            configure(desk, alone=7)
        assert "table-seat-empty" == no.value.reason


@pytest.mark.rule("T-01")
@pytest.mark.parametrize("game", ["five_crowns", "wackee_six", "wig_out"])
class TestTheFirstDealer:
    def test_may_be_anybody(self, game: str) -> None:
        desk = Desk(game, 3)
        configure(desk, first_dealer=2)
        desk.begin()
        desk.wait(0)
        assert (2, 2) == (header(desk)["first_dealer"], desk.state.dealer)

    def test_is_the_same_person_when_a_seat_is_empty(self, game: str) -> None:
        desk = Desk(game, 4)
        configure(desk, first_dealer=3)
        desk.ask(2, wire.Leave)
        desk.ask(4, wire.Sit, seat=5)
        assert 5 == shown(desk)["first_dealer"]
        desk.begin()
        desk.wait(0)
        assert "P4" == desk.lobby().place(desk.state.dealer).name

    def test_is_the_host_again_when_the_chosen_one_leaves(self, game: str) -> None:
        desk = Desk(game, 3)
        configure(desk, first_dealer=2)
        desk.ask(3, wire.Leave)
        assert "host" == shown(desk)["first_dealer"]

    def test_may_be_named_before_they_sit_down(self, game: str) -> None:
        desk = Desk(game, 1, options={"first_dealer": 1})
        with pytest.raises(Illegal):
            desk.lobby().seating()
        desk.table.join(wire.JoinTable(code=desk.code, name="Bo"), "token-2", 0.0)
        desk.table.came(2, 0.0)
        desk.ask(2, wire.Sit, seat=4)
        assert 4 == shown(desk)["first_dealer"]


@pytest.mark.rule("T-09")
class TestHandicaps:
    def test_follow_a_player_who_moves_and_skip_empty_seats(self) -> None:
        desk = Desk("wig_out", 4)
        configure(desk, head_start=[0, 0, 15, 0], cards=[7, 7, 7, 3])
        desk.ask(2, wire.Leave)
        desk.ask(3, wire.Sit, seat=5)
        assert ([0, 0, 15], [7, 3, 7]) == (shown(desk)["head_start"], shown(desk)["cards"])
        desk.begin()
        assert (0, 0, 15) == desk.state.totals
        assert ([0, 0, 15], [7, 3, 7]) == (header(desk)["head_start"], header(desk)["cards"])

    def test_leave_with_their_player(self) -> None:
        desk = Desk("five_crowns", 3)
        configure(desk, head_start=[0, 20, 0])
        desk.ask(2, wire.Leave)
        assert shown(desk)["head_start"] is None

    def test_are_not_passed_on_to_whoever_takes_the_seat(self) -> None:
        desk = Desk("five_crowns", 2)
        configure(desk, head_start=[0, 20])
        desk.ask(2, wire.Leave)
        desk.ask(1, wire.AddBot, seat=1, level="casual")
        assert shown(desk)["head_start"] is None

    def test_newcomers_have_none(self) -> None:
        desk = Desk("wig_out", 2)
        configure(desk, cards=[7, 2])
        for seat in (3, 4, 5):  # with five players seven cards are no longer usual
            desk.ask(1, wire.AddBot, seat=seat, level="casual")
        assert [7, 2, 5, 5, 5] == shown(desk)["cards"]

    def test_of_a_side_follow_its_players(self) -> None:
        desk = Desk("wackee_six", 6, options={"partners": True})
        configure(desk, down=[3, 6, 6], head_start=[0, 10, 0])
        desk.ask(1, wire.Arrange, sides=((0, 1), (2, 3), (4, 5)))
        assert ([3, 3, 6], [10, 0, 10]) == (shown(desk)["down"], shown(desk)["head_start"])

    def test_are_read_by_the_parties_of_before_when_the_sides_change_with_them(self) -> None:
        desk = Desk("wackee_six", 4)
        configure(desk, head_start=[5, 0, 0, 0])
        configure(desk, partners=True)
        assert [5, 0] == shown(desk)["head_start"]

    def test_may_be_given_when_the_table_is_opened(self) -> None:
        desk = Desk("five_crowns", 3, options={"head_start": [0, 0, 30]})
        assert [0, 0, 30] == shown(desk)["head_start"]
        desk.ask(3, wire.Sit, seat=7)
        desk.begin()
        assert (0, 0, 30) == desk.state.totals

    def test_stay_for_the_next_match(self) -> None:
        desk = Desk("five_crowns", 3)
        configure(desk, head_start=[0, 20, 0], first_dealer=2)
        desk.begin()
        desk.wait(0)
        desk.ask(1, wire.Leave)
        desk.ask(2, wire.Leave)
        desk.ask(3, wire.Leave)
        assert "over" == desk.lobby().stage
        assert ([0, 20, 0], 2) == (shown(desk)["head_start"], shown(desk)["first_dealer"])


@pytest.mark.rule("WS-16")
class TestRolesInTheLobby:
    def test_move_and_leave_with_their_player(self) -> None:
        desk = Desk("wackee_six", 4, options={"partners": True})
        desk.ask(3, wire.Role, turner=2)
        desk.ask(3, wire.Sit, seat=8)
        assert (8,) == desk.lobby().turners
        desk.ask(3, wire.Leave)
        assert () == desk.lobby().turners
