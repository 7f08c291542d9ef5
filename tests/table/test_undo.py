"""A discard that is taken back at a table with bots, and who begins there."""

from __future__ import annotations

import pytest

from rumpus import record, wire
from rumpus.games.five_crowns.actions import UNDO, Discard, Take
from rumpus.lobby import Declined
from tests.table.desk import Desk


def alone(bots: int = 2, **options: object) -> Desk:
    """One person against bots in Five Crowns, whose turn it is."""
    desk = Desk("five_crowns", 1, bots=("expert",) * bots, options={"undo": True, **options}).begin()
    desk.wait(0)
    return desk


def discard(desk: Desk) -> str:
    desk.do(1, Take(from_="draw"))
    card = desk.state.view(0).private.hand[0]
    desk.do(1, Discard(card=card))
    return str(card)


@pytest.mark.rule("FC-08")
class TestTakingBack:
    @pytest.mark.parametrize("pace", [0.25, 1])
    def test_a_bot_leaves_time_for_it_and_forgets_what_it_was_about_to_do(self, pace: float) -> None:
        desk = alone(bot_pace=pace)
        card = discard(desk)
        assert [UNDO] == desk.state.legal(0)
        desk.think()  # the next bot has decided
        desk.wait(2.9)
        assert (1, 0) == (desk.state.turn, desk.state.undo)
        desk.do(1, UNDO)
        assert desk.table.match is not None
        assert desk.table.match.lands_at() is None
        desk.wait(10)
        assert (0, True) == (desk.state.turn, card in desk.state.view(0).private.hand)
        desk.do(1, Discard(card=card))
        desk.wait(2.9)
        whole = desk.table.record()
        assert whole is not None
        assert desk.state == record.verify(record.read(record.text(whole).splitlines()))

    def test_afterwards_the_game_goes_on(self) -> None:
        desk = alone()
        discard(desk)
        desk.wait(30)
        assert (None, []) == (desk.state.undo, [action for action in desk.state.legal(0) if action is UNDO])
        assert 0 == desk.state.turn

    def test_a_bot_is_as_quick_as_ever_where_nothing_can_be_taken_back(self) -> None:
        desk = alone(undo=False)
        discard(desk)
        desk.wait(2.9)
        assert desk.state.taken or desk.state.turn != 1


@pytest.mark.rule("T-01", "FC-06")
class TestWhoBeginsAgainstBots:
    @pytest.mark.parametrize("bots", [1, 2, 6])
    def test_the_person_does(self, bots: int) -> None:
        desk = alone(bots)
        assert (0, bots) == (desk.state.turn, desk.state.dealer)
        assert desk.table.match is not None
        assert bots == desk.table.match.header.options["first_dealer"]
        assert "host" == wire.lobby_view(desk.lobby(), desk.code).options["first_dealer"]

    def test_unless_somebody_was_chosen(self) -> None:
        assert 0 == alone(first_dealer=0).state.dealer
        desk = alone(first_dealer=1)
        assert 1 == desk.state.dealer

    def test_and_not_among_people_nor_where_the_dealer_opens(self) -> None:
        desk = Desk("five_crowns", 2, bots=("casual",)).begin()
        desk.wait(0)
        assert 0 == desk.state.dealer
        desk = Desk("wig_out", 1, bots=("casual",) * 2).begin()
        desk.wait(0)
        assert (0, "host") == (desk.state.dealer, desk.table.match and desk.table.match.header.options["first_dealer"])


def test_in_a_pause_nothing_is_taken_back() -> None:
    desk = alone()
    discard(desk)
    desk.ask(1, wire.Pause, paused=True)
    with pytest.raises(Declined):
        desk.do(1, UNDO)
