"""Wackee Six: the race, its piles, main cards and wilds."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus import text
from rumpus.contract import Illegal
from rumpus.games.wackee_six.actions import Play
from tests.rules.wackee_six_deals import (
    CLIMB,
    CLIMBED,
    TURN,
    Hand,
    lay,
    middle,
    numbers,
    place_of,
    refused,
    row,
    started,
    threes,
    top,
    unreadable,
)

# cards for one whole red pile, with a main card left
WACK = Hand(up=numbers("r", 1, 6), down=f"{numbers('r', 7, 11)} g9", deck=threes("r12 r13 g5"))


class TestEverybodyAtOnce:
    @pytest.mark.rule("WS-05")
    @pytest.mark.parametrize("players", range(2, 13))
    def test_every_seat_may_act_at_any_time(self, players: int) -> None:
        state = started(players=players)
        for seat in (*range(players), *reversed(range(players))):
            assert list(range(players)) == list(state.to_act())
            if state.private(seat).turns:
                assert seat == state.apply(seat, TURN)[0][0]

    @pytest.mark.rule("WS-05", "WS-15")
    @pytest.mark.parametrize("first", [0, 1])
    def test_the_order_of_the_actions_decides(self, first: int) -> None:
        state = started(Hand(up="r1 r2"), Hand(up="r2"))
        lay(state, 0, "r1")
        lay(state, first, "r2")
        second = 1 - first
        place = place_of(state, second).up.index("r2")
        assert ("WS-07", "ws-no-pile") == refused(state, second, row("r2", place))


class TestPiles:
    @pytest.mark.rule("WS-06")
    def test_a_one_starts_a_new_pile(self) -> None:
        state = started(Hand(up="r1"))
        assert [(0, Play(card="r1", from_=0, as_="r1", pile=0))] == state.apply(0, row("r1", 0))
        assert ["r1"] == middle(state)

    @pytest.mark.rule("WS-06")
    def test_there_is_no_limit_to_the_number_of_piles(self) -> None:
        """Six sides can start all 24 of them."""
        ones = Hand(up="r1 g1 b1 y1")
        state = started(*[ones] * 6)
        for side in range(6):
            lay(state, side, ones.up)
        assert 6 * ["r1", "g1", "b1", "y1"] == middle(state)

    @pytest.mark.rule("WS-06", "WS-15")
    @pytest.mark.parametrize("aimed_at", [None, 0, 1, 7, -1])
    def test_a_one_never_loses_a_tie(self, aimed_at: int | None) -> None:
        """Wherever it was aimed at, it starts the next pile."""
        state = started(Hand(up="r1"), Hand(up="r1"))
        lay(state, 0, "r1")
        ((_, played),) = state.apply(1, row("r1", 0, pile=aimed_at))
        assert isinstance(played, Play)
        assert 1 == played.pile
        assert ["r1", "r1"] == middle(state)

    @pytest.mark.rule("WS-06", "WS-07")
    def test_only_a_one_starts_a_pile(self) -> None:
        state = started(Hand(up="r2"))
        assert row("r2", 0) not in state.legal(0)
        assert ("WS-07", "ws-no-pile") == refused(state, 0, row("r2", 0))

    @pytest.mark.rule("WS-07")
    def test_a_pile_goes_up_one_by_one_in_its_colour_to_13(self) -> None:
        state = started(WACK)
        for n, card in enumerate(numbers("r", 1, 13).split(), start=1):
            ((_, played),) = lay(state, 0, card)
            assert (card, 0) == (played.as_, played.pile)
            assert [f"r{n}"] == middle(state)

    @pytest.mark.rule("WS-07")
    @pytest.mark.parametrize("card", ["r2", "r3", "r5", "r6", "g4", "r13"])
    def test_a_pile_never_goes_down_skips_a_number_or_changes_its_colour(self, card: str) -> None:
        """On a red 3 only a red 4 fits."""
        state = started(CLIMB, Hand(up=f"{card} r4"))
        lay(state, 0, "r1 r2 r3")
        assert [row("r4", 1)] == [action for action in state.legal(1) if isinstance(action, Play)]
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row(card, 0, pile=0))

    @pytest.mark.rule("WS-08")
    def test_anybody_may_play_on_any_pile(self) -> None:
        state = started(Hand(up="r1 r4"), Hand(up="r2"), Hand(up="r3"))
        for side, card in [(0, "r1"), (1, "r2"), (2, "r3"), (0, "r4")]:
            lay(state, side, card)
        assert ["r4"] == middle(state)

    @pytest.mark.rule("WS-08", "T-05")
    def test_a_main_card_that_fits_need_not_be_played_first(self) -> None:
        state = started(Hand(up="r1", deck="r4 r5 g1"))
        state.apply(0, TURN)
        assert [row("r1", 0), top("g1"), TURN] == state.legal(0)
        state.apply(0, top("g1"))
        state.apply(0, TURN)
        assert ["g1"] == middle(state)

    @pytest.mark.rule("WS-09")
    def test_a_pile_that_reached_13_takes_no_more_cards(self) -> None:
        """Neither a wild, nor the next colour's cards, nor its own all over again."""
        state = started(WACK, Hand(up="w r13 g2"))
        lay(state, 0, numbers("r", 1, 13))
        assert [TURN] == state.legal(1)
        for action in (row("w", 0, as_="r13"), row("w", 0, as_="r2"), row("w", 0, as_="g2")):
            assert ("WS-07", "ws-no-pile") == refused(state, 1, action)
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("r13", 1, pile=0))
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("g2", 2, pile=0))

    @pytest.mark.rule("WS-09")
    def test_beside_a_full_pile_another_of_its_colour_may_be_started(self) -> None:
        state = started(WACK, Hand(up="r1 r2"))
        lay(state, 0, numbers("r", 1, 13))
        lay(state, 1, "r1 r2")
        assert ["r13", "r2"] == middle(state)


class TestMainCards:
    @pytest.mark.rule("WS-10")
    def test_a_played_main_card_is_replaced_at_once_by_the_next_one_face_down(self) -> None:
        state = started(Hand(up="g9 r1 g8 g7 r2 g6", down="b3 b4"))
        state.apply(0, row("r1", 1))
        assert ("g9", "b3", "g8", "g7", "r2", "g6") == place_of(state, 0).up
        state.apply(0, row("r2", 4))
        assert ("g9", "b3", "g8", "g7", "b4", "g6") == place_of(state, 0).up
        assert 4 == place_of(state, 0).down

    @pytest.mark.rule("WS-10")
    def test_a_played_main_card_is_not_replaced_when_none_is_left_face_down(self) -> None:
        state = started(CLIMB)
        lay(state, 0, numbers("r", 1, 7))
        assert (None, "r8", "r9", "r10", "r11", "r12") == place_of(state, 0).up
        assert 0 == place_of(state, 0).down

    @pytest.mark.rule("WS-10")
    def test_a_played_main_card_leaves_the_cards_of_other_sides_as_they_are(self) -> None:
        state = started(Hand(up="r1"))
        before = place_of(state, 1)
        lay(state, 0, "r1")
        assert before == place_of(state, 1)

    @pytest.mark.rule("WS-10")
    @pytest.mark.parametrize("action", [row("r1", 1), row("g5", 0), row("b3", 0)])
    def test_a_card_is_played_from_the_place_where_it_lies(self, action: Play) -> None:
        state = started(Hand(up="r1 g5", down="b3"))
        assert ("WS-10", "ws-not-there") == refused(state, 0, action)

    @pytest.mark.rule("WS-10")
    def test_an_empty_place_has_no_card_to_play(self) -> None:
        state = started(CLIMB)
        lay(state, 0, numbers("r", 1, 7))
        assert ("WS-10", "ws-not-there") == refused(state, 0, row("r7", 0))

    @pytest.mark.rule("WS-10")
    def test_the_refusal_counts_the_places_from_one(self) -> None:
        with pytest.raises(Illegal) as caught:
            started(Hand(up="r1")).apply(0, row("r1", 1))
        assert "Place 2 of your row isn't red 1." == text.refusal(caught.value, "en")
        assert "En el lugar 2 de tu fila no está el 1 rojo." == text.refusal(caught.value, "es")

    @pytest.mark.rule("WS-10", "WS-12")
    @pytest.mark.parametrize("place", [-1, 6, "row", None, 1.5])
    def test_a_place_that_does_not_exist_cannot_be_read(self, place: Any) -> None:
        state = started(Hand(up="r1"))
        assert f"not from {place!r}" in unreadable(state, 0, Play(card="r1", from_=place))

    @pytest.mark.rule("WS-14")
    def test_a_hand_deck_card_never_replaces_a_main_card(self) -> None:
        """It goes to the middle, and a gap in the row stays a gap though the hand deck has cards."""
        state = started(CLIMB._replace(deck="b9 b8 g1"))
        lay(state, 0, numbers("r", 1, 7))
        row_before = place_of(state, 0).up
        assert row_before[0] is None
        lay(state, 0, "g1")
        assert row_before == place_of(state, 0).up
        assert ["r7", "g1"] == middle(state)


class TestWilds:
    @pytest.mark.rule("WS-11")
    def test_a_wild_is_never_a_one(self) -> None:
        state = started(Hand(up="w r1", deck="g5 g6 w"))
        state.apply(0, TURN)
        assert [row("r1", 1), TURN] == state.legal(0)
        for action in (row("w", 0, as_="r1"), top("w", as_="r1")):
            assert ("WS-11", "ws-wild-never-one") == refused(state, 0, action)

    @pytest.mark.rule("WS-11")
    def test_a_wild_stands_for_the_next_number_of_any_unfinished_pile(self) -> None:
        state = started(Hand(up="w r1 g1", deck="b9 b8 w"), Hand(up="g2 y1"))
        lay(state, 0, "r1 g1")
        lay(state, 1, "g2 y1")
        state.apply(0, TURN)
        meant = ("r2", "g3", "y2")
        expected = [row("w", 0, as_=card) for card in meant] + [top("w", as_=card) for card in meant]
        assert expected == [action for action in state.legal(0) if action != TURN]
        lay(state, 0, "w=g3 w=y2")
        assert ["r1", "g3w", "y2w"] == middle(state)

    @pytest.mark.rule("WS-11")
    def test_the_pile_goes_on_from_the_number_a_wild_stands_for(self) -> None:
        state = started(Hand(up="w r1 r3 r2"))
        ((_, played),) = lay(state, 0, "r1 w=r2")
        assert ("w", "r2", 0) == (played.card, played.as_, played.pile)
        assert ("WS-07", "ws-no-pile") == refused(state, 0, row("r2", 3))
        lay(state, 0, "r3")
        assert ["r3"] == middle(state)

    @pytest.mark.rule("WS-11", "WS-09")
    def test_a_wild_may_be_a_13_and_then_the_pile_is_wacked(self) -> None:
        state = started(CLIMB, Hand(up="w r13"))
        lay(state, 0, CLIMBED)
        lay(state, 1, "w=r13")
        assert ["r13w"] == middle(state)
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("r13", 1))

    @pytest.mark.rule("WS-11")
    def test_one_wild_may_lie_on_another(self) -> None:
        state = started(Hand(up="r1 w w"))
        lay(state, 0, "r1 w=r2 w=r3")
        assert ["r3w"] == middle(state)

    @pytest.mark.rule("WS-11")
    def test_everybody_sees_the_number_a_wild_stands_for_until_it_is_covered(self) -> None:
        state = started(Hand(up="r1 w r3"))
        seen = []
        for card in ("r1", "w=r2", "r3"):
            lay(state, 0, card)
            seen += middle(state)
        assert ["r1", "r2w", "r3"] == seen

    @pytest.mark.rule("WS-11")
    def test_a_wild_must_say_what_it_stands_for(self) -> None:
        state = started(Hand(up="w r1"))
        lay(state, 0, "r1")
        assert ("WS-11", "ws-wild-says") == refused(state, 0, row("w", 0))
        assert "WS-11" == refused(state, 0, row("w", 0, as_="w"))[0]

    @pytest.mark.rule("WS-11")
    def test_a_wild_cannot_stand_for_a_card_that_does_not_exist(self) -> None:
        state = started(Hand(up="w r1"))
        lay(state, 0, "r1")
        assert "there is no card 'r14'" in unreadable(state, 0, row("w", 0, as_="r14"))

    @pytest.mark.rule("WS-11", "WS-07")
    def test_a_number_stands_only_for_itself(self) -> None:
        state = started(Hand(up="r1 r3 r2"))
        lay(state, 0, "r1")
        assert ("WS-07", "ws-not-wild") == refused(state, 0, row("r3", 1, as_="r2"))
        state.apply(0, row("r2", 2, as_="r2"))
        assert ["r2"] == middle(state)


class TestTies:
    @pytest.mark.rule("WS-15")
    def test_the_second_of_two_cards_goes_back_and_may_try_elsewhere(self) -> None:
        """It lies where it lay, and when another pile waits for it, it is played there."""
        state = started(Hand(up="r1 r2"), Hand(up="r2 r1"))
        lay(state, 0, "r1 r2")
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("r2", 0, pile=0))
        assert "r2" == place_of(state, 1).up[0]
        lay(state, 1, "r1 r2")
        assert ["r2", "r2"] == middle(state)

    @pytest.mark.rule("WS-15")
    def test_a_play_goes_to_the_pile_it_is_aimed_at(self) -> None:
        state = started(Hand(up="r1"), Hand(up="r1 r2"))
        lay(state, 0, "r1")
        lay(state, 1, "r1")
        ((_, played),) = state.apply(1, row("r2", 1, pile=1))
        assert isinstance(played, Play)
        assert 1 == played.pile
        assert ["r1", "r2"] == middle(state)

    @pytest.mark.rule("WS-15")
    @pytest.mark.parametrize("aimed_at", [0, 2, 3, 99, -1])
    def test_a_play_aimed_at_a_pile_that_moved_on_goes_to_another_that_takes_it(self, aimed_at: int) -> None:
        state = started(Hand(up="r1 r2 g1"), Hand(up="r1 r2"))
        lay(state, 0, "r1")
        lay(state, 1, "r1")
        lay(state, 0, "r2 g1")
        ((_, played),) = state.apply(1, row("r2", 1, pile=aimed_at))
        assert isinstance(played, Play)
        assert 1 == played.pile
        assert ["r2", "r2", "g1"] == middle(state)

    @pytest.mark.rule("WS-15")
    def test_a_play_never_goes_to_a_pile_of_another_colour_or_height(self) -> None:
        state = started(Hand(up="r1 r2 g1"), Hand(up="r2"))
        lay(state, 0, "r1 r2 g1")
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("r2", 0, pile=0))

    @pytest.mark.rule("WS-15", "WS-11")
    def test_a_wild_meant_as_a_6_never_lands_as_a_7(self) -> None:
        state = started(CLIMB, Hand(up="w"))
        lay(state, 0, numbers("r", 1, 6))
        assert ("WS-07", "ws-no-pile") == refused(state, 1, row("w", 0, as_="r6", pile=0))
        assert ["r6"] == middle(state)

    @pytest.mark.rule("WS-15", "WS-11")
    def test_a_wild_meant_as_a_6_goes_to_another_pile_that_waits_for_it(self) -> None:
        state = started(CLIMB, CLIMB._replace(deck="b9 b8 w"))
        lay(state, 0, numbers("r", 1, 6))
        lay(state, 1, numbers("r", 1, 5))
        state.apply(1, TURN)
        ((_, played),) = state.apply(1, top("w", as_="r6", pile=0))
        assert isinstance(played, Play)
        assert ("r6", 1) == (played.as_, played.pile)
        assert ["r6", "r6w"] == middle(state)

    @pytest.mark.rule("WS-15")
    def test_a_hand_deck_card_that_comes_second_is_on_top_again(self) -> None:
        state = started(Hand(up="r1 r2"), Hand(deck="b9 b8 r2"))
        state.apply(1, TURN)
        lay(state, 0, "r1 r2")
        assert ("WS-07", "ws-no-pile") == refused(state, 1, top("r2", pile=0))
        assert ("b9", "b8", "r2") == place_of(state, 1).top
