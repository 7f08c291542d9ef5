"""Wackee Six: the deal and the start of the race."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rumpus.contract import Malformed, Score
from rumpus.games import game
from rumpus.games.wackee_six.actions import Deal
from rumpus.shuffle import Shuffle, seeded
from tests.rules.wackee_six_deals import (
    CLIMB,
    GO,
    RECYCLE,
    SHOUT,
    STUCK,
    TURN,
    Hand,
    begin,
    deal,
    new,
    owed,
    place_of,
    refused,
    row,
    started,
    top,
    unreadable,
)
from tests.rules.wackee_six_sides import DECK_OF_54, PLAYERS, with_first_side


class TestDeal:
    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_a_side_has_six_cards_up_six_down_and_42_in_its_hand_deck(self, players: int) -> None:
        state = new(players)
        state.apply(None, owed(state))
        for side in state.view(None).public.sides:
            assert (6, 6, 42, 0) == (len(side.up), side.down, side.deck, side.turned)

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize(
        "hand", [("r1 r2 r3 r4 r5", "g1 g2 g3 g4 g5 g6 g7"), ("r1 r2 r3 r4 r5 r6 r7", "g1 g2 g3 g4 g5")]
    )
    def test_a_deal_of_other_sizes_is_refused(self, hand: tuple[str, str]) -> None:
        state = new(2)
        up, down = (tuple(cards.split()) for cards in hand)
        deck = tuple((DECK_OF_54 - Counter(up + down)).elements())
        damaged = with_first_side(deal(state), up=up, down=down, deck=deck)
        assert ("WS-03", "deal-sizes") == refused(state, None, damaged)

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("missing", ["down", "deck"])
    def test_a_deal_without_its_hidden_cards_cannot_be_read(self, missing: str) -> None:
        state = new(2)
        damaged = with_first_side(deal(state), **{missing: None})
        assert "states the face-down cards" in unreadable(state, None, damaged)

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_nobody_is_told_the_cards_that_lie_face_down(self, viewer: int | None) -> None:
        state = new(2)
        dealt = deal(state, CLIMB)
        told = state.game.told(None, dealt, viewer)
        assert isinstance(told, Deal)
        assert [(None, None), (None, None)] == [(side.down, side.deck) for side in told.sides]
        assert [side.up for side in dealt.sides] == [side.up for side in told.sides]

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_two_deals_that_differ_only_face_down_look_the_same(self, viewer: int | None) -> None:
        first, second = started(CLIMB), started(CLIMB._replace(down="y1 w g2 b5 b9 r12"))
        assert first != second
        assert first.view(viewer) == second.view(viewer)

    @pytest.mark.rule("WS-03")
    def test_a_play_and_a_turn_are_told_in_full(self) -> None:
        state = started(Hand(up="r1", deck="g4 g5 g6"))
        for by, action in [*state.apply(0, row("r1", 0)), *state.apply(0, TURN)]:
            assert action == state.game.told(by, action, 1)

    @pytest.mark.rule("WS-03")
    def test_of_the_turned_pile_everybody_sees_the_last_three(self) -> None:
        state = started(Hand(deck="g4 g5 g6 b4 b5 b6"))
        state.apply(0, TURN)
        state.apply(0, TURN)
        seen = place_of(state, 0)
        assert (6, ("b4", "b5", "b6")) == (seen.turned, seen.top)


class TestStart:
    @pytest.mark.rule("WS-04", "T-01")
    @pytest.mark.parametrize("host", [0, 2])
    def test_the_host_starts_round_one(self, host: int) -> None:
        state = new(3, host=host)
        state.apply(None, owed(state))
        assert [host] == list(state.to_act())
        assert [GO] == state.legal(host)
        assert [] == state.legal(1)
        assert [(host, GO)] == state.apply(host, GO)

    @pytest.mark.rule("WS-04", "T-01")
    def test_chance_picks_the_first_starter_if_the_table_wants_it(self) -> None:
        state = new(4, first_dealer="random")
        assert set(range(4)) == {owed(state, seed).starter for seed in range(50)}

    @pytest.mark.rule("WS-04", "T-01")
    def test_a_random_first_starter_may_be_any_seat_but_no_other(self) -> None:
        state = new(4, first_dealer="random")
        for nobody in (-1, 4):
            assert ("WS-04", "deal-dealer") == refused(state, None, replace(deal(state), starter=nobody))
        state.apply(None, replace(deal(state), starter=3))
        assert [3] == list(state.to_act())

    @pytest.mark.rule("WS-04", "T-01")
    def test_the_option_for_the_first_starter_is_host_or_random(self) -> None:
        with pytest.raises(Malformed):
            game("wackee_six", {"first_dealer": "youngest"})

    @pytest.mark.rule("WS-04")
    @pytest.mark.parametrize("first_dealer", ["host", "random"])
    def test_later_rounds_are_started_by_the_seat_on_the_left(self, first_dealer: str) -> None:
        state = new(3, host=1, first_dealer=first_dealer)
        state.apply(None, replace(deal(state, STUCK, STUCK, STUCK), starter=1))
        state.apply(None, GO)
        starters = [1]
        for _ in range(3):
            starters.append(owed(state).starter)
            begin(state, STUCK, STUCK, STUCK)
        assert [1, 2, 0, 1] == starters

    @pytest.mark.rule("WS-04")
    def test_a_deal_with_the_wrong_starter_or_round_is_refused(self) -> None:
        state = new(3)
        assert ("WS-04", "deal-dealer") == refused(state, None, replace(deal(state), starter=1))
        assert ("WS-04", "deal-dealer") == refused(state, None, replace(deal(state), round=2))

    @pytest.mark.rule("WS-04")
    def test_only_the_starter_says_go(self) -> None:
        state = new(3)
        state.apply(None, deal(state))
        assert ("WS-04", "ws-go-starter") == refused(state, 1, GO)

    @pytest.mark.rule("WS-04", "T-03")
    def test_the_table_says_go_for_a_starter_who_does_not(self) -> None:
        state = new(3)
        state.apply(None, deal(state))
        assert GO in state.legal(None)
        assert [(None, GO)] == state.apply(None, GO)
        assert [0, 1, 2] == list(state.to_act())

    @pytest.mark.rule("WS-04")
    def test_go_is_refused_before_the_deal_and_when_the_round_is_on(self) -> None:
        assert ("WS-04", "go-not-now") == refused(new(2), 0, GO)
        assert ("WS-04", "go-not-now") == refused(started(), 0, GO)

    @pytest.mark.rule("WS-04")
    @pytest.mark.parametrize("action", [row("r1", 0), top("r1"), TURN, RECYCLE, SHOUT])
    def test_nobody_acts_before_the_start(self, action: Any) -> None:
        state = new(2)
        assert ("WS-04", "ws-not-started") == refused(state, 0, action)
        state.apply(None, deal(state, Hand(up="r1")))
        assert ("WS-04", "ws-not-started") == refused(state, 0, action)
        begun = new(2)
        begin(begun, STUCK, STUCK)
        assert ("WS-04", "ws-not-started") == refused(begun, 0, action)

    @pytest.mark.rule("WS-04", "WS-20")
    def test_the_house_deals_only_between_rounds_and_nobody_else_does(self) -> None:
        state = new(2)
        dealt = deal(state)
        assert ("WS-20", "deal-not-now") == refused(state, 0, dealt)
        state.apply(None, dealt)
        assert ("WS-20", "deal-not-now") == refused(state, None, dealt)
        assert state.owed(Shuffle(seeded(1))) is None

    @pytest.mark.rule("WS-04")
    @pytest.mark.parametrize("stranger", [-1, 3, 99, None])
    @pytest.mark.parametrize("action", [row("r1", 0), TURN, RECYCLE, SHOUT])
    def test_a_seat_that_does_not_exist_cannot_act(self, stranger: int | None, action: Any) -> None:
        state = started(Hand(up="r1"), players=3)
        assert "only a seat from 0 to 2" in unreadable(state, stranger, action)

    @pytest.mark.rule("WS-04")
    @pytest.mark.parametrize("stranger", [-1, 3, 99])
    def test_a_seat_that_does_not_exist_cannot_say_go(self, stranger: int) -> None:
        state = new(3)
        state.apply(None, deal(state))
        assert "only a seat from 0 to 2" in unreadable(state, stranger, GO)

    @pytest.mark.rule("WS-04")
    @pytest.mark.parametrize("action", ["play", Score(round=1, points=(9, 0), totals=(9, 0), why="out")])
    def test_a_value_that_is_not_an_action_cannot_be_read(self, action: Any) -> None:
        assert "is not an action of Wackee Six" in unreadable(started(), 0, action)
