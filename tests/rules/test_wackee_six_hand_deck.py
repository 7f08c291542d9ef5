"""Wackee Six: the hand deck, turned and passed through again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumpus import text
from rumpus.contract import PLAY, Illegal
from rumpus.games.wackee_six.actions import Turn
from rumpus.games.wackee_six.cards import texts
from rumpus.games.wackee_six.rules import WackeeSixState
from tests.rules.wackee_six_deals import (
    GO,
    ORDERLY,
    PLAY_IT_OUT,
    RECYCLE,
    TURN,
    Hand,
    go_through,
    lay,
    middle,
    new,
    owed,
    place_of,
    refused,
    row,
    started,
    top,
)


def hand_deck_of(size: int) -> WackeeSixState:
    """A round in which side 0 has so many cards of its hand deck left, and is about to begin a pass."""
    state = started(PLAY_IT_OUT)
    lay(state, 0, " ".join(ORDERLY.split()[: 42 - size]))
    if size < 42:
        if place_of(state, 0).deck:
            go_through(state, 0)
        state.apply(0, RECYCLE)
    return state


def tops_of_a_pass(state: WackeeSixState, side: int) -> list[str]:
    """The top card after each turn of one whole pass."""
    tops = []
    while place_of(state, side).deck:
        state.apply(state.turner[side], TURN)
        tops.append(place_of(state, side).top[-1])
    return tops


class TestHandDeck:
    @pytest.mark.rule("WS-12")
    def test_three_cards_are_turned_at_a_time_and_the_last_one_is_on_top(self) -> None:
        state = started(Hand(deck="r1 g1 b1 y1"))
        assert [(0, Turn(cards=("r1", "g1", "b1")))] == state.apply(0, TURN)
        seen = place_of(state, 0)
        assert (39, 3, ("r1", "g1", "b1")) == (seen.deck, seen.turned, seen.top)
        assert [top("b1"), TURN] == state.legal(0)

    @pytest.mark.rule("WS-12")
    @pytest.mark.parametrize("card", ["r1", "g1", "y1", "r7"])
    def test_only_the_top_turned_card_may_be_played(self, card: str) -> None:
        state = started(Hand(deck="r1 g1 b1 y1"))
        state.apply(0, TURN)
        assert ("WS-12", "ws-not-on-top") == refused(state, 0, top(card))

    @pytest.mark.rule("WS-12")
    def test_before_the_first_turn_there_is_no_top_card(self) -> None:
        state = started(Hand(deck="r1 g1 b1"))
        assert ("WS-12", "ws-not-on-top") == refused(state, 0, top("r1"))

    @pytest.mark.rule("WS-12")
    def test_under_a_played_top_card_the_next_one_is_on_top_even_past_the_last_three(self) -> None:
        state = started(Hand(deck="b9 b8 r4 r3 r2 r1"))
        state.apply(0, TURN)
        state.apply(0, TURN)
        for card in ("r1", "r2", "r3", "r4"):
            state.apply(0, top(card))
        assert ["r4"] == middle(state)
        assert ("b9", "b8") == place_of(state, 0).top

    @pytest.mark.rule("WS-12")
    def test_fewer_than_three_are_turned_only_when_fewer_are_left(self) -> None:
        """One of 42 cards played leaves 41: thirteen threes, and two."""
        state = started(Hand(deck="b9 b8 r1"))
        lay(state, 0, "r1")
        go_through(state, 0)
        state.apply(0, RECYCLE)
        turned = []
        while place_of(state, 0).deck:
            ((_, done),) = state.apply(0, TURN)
            assert isinstance(done, Turn)
            turned.append(len(done.cards or ()))
        assert [3] * 13 + [2] == turned

    @pytest.mark.rule("WS-12")
    def test_a_turn_may_name_the_next_cards_and_no_others(self) -> None:
        """A record names them; what is not on top of the hand deck cannot be turned."""
        state = started(Hand(deck="r1 g1 b1 y1"))
        for cards in (("g1", "r1", "b1"), ("r1", "g1"), ("r1", "g1", "b1", "y1"), ()):
            assert ("WS-12", "ws-turn-cards") == refused(state, 0, Turn(cards=cards))
        named = Turn(cards=("r1", "g1", "b1"))
        assert [(0, named)] == state.apply(0, named)

    @pytest.mark.rule("WS-12", "WS-13")
    def test_without_a_hand_deck_there_is_nothing_to_turn_or_to_turn_over(self) -> None:
        state = started(PLAY_IT_OUT)
        lay(state, 0, ORDERLY)
        assert (0, 0) == (place_of(state, 0).deck, place_of(state, 0).turned)
        assert ("WS-12", "ws-no-hand-deck") == refused(state, 0, TURN)
        assert ("WS-13", "ws-no-hand-deck") == refused(state, 0, RECYCLE)
        assert [row("y4", 0)] == state.legal(0)


class TestNextPass:
    @pytest.mark.rule("WS-13")
    def test_the_last_card_turned_comes_first_and_the_others_follow_in_their_order(self) -> None:
        state = new(2)
        dealt = owed(state)
        first = dealt.sides[0].deck or ()
        state.apply(None, dealt)
        state.apply(None, GO)
        go_through(state, 0)
        assert [(0, RECYCLE)] == state.apply(0, RECYCLE)
        assert (42, 0) == (place_of(state, 0).deck, place_of(state, 0).turned)
        second: list[str] = []
        while place_of(state, 0).deck:
            ((_, done),) = state.apply(0, TURN)
            assert isinstance(done, Turn)
            second += done.cards or ()
        assert [first[-1], *first[:-1]] == second

    @pytest.mark.rule("WS-13")
    def test_cards_that_were_played_are_simply_gone_from_the_next_pass(self) -> None:
        """Of b13, y3, y2 and y1, turned in this order, y1 comes first and the others follow."""
        state = hand_deck_of(4)
        assert [(0, Turn(cards=("y1", "b13", "y3")))] == state.apply(0, TURN)
        assert [(0, Turn(cards=("y2",)))] == state.apply(0, TURN)

    @pytest.mark.rule("WS-13")
    def test_the_pile_is_turned_over_only_when_the_face_down_part_is_used_up(self) -> None:
        state = started()
        assert ("WS-13", "ws-deck-left") == refused(state, 0, RECYCLE)
        for _ in range(13):
            state.apply(0, TURN)
        assert RECYCLE not in state.legal(0)
        assert ("WS-13", "ws-deck-left") == refused(state, 0, RECYCLE)
        state.apply(0, TURN)
        assert RECYCLE in state.legal(0)

    @pytest.mark.rule("WS-13")
    def test_a_single_card_left_to_turn_is_said_to_be_one(self) -> None:
        state = hand_deck_of(4)
        state.apply(0, TURN)
        with pytest.raises(Illegal) as caught:
            state.apply(0, RECYCLE)
        assert "There's still a card to turn first." == text.refusal(caught.value, "en")
        assert "Todavía queda una carta por voltear." == text.refusal(caught.value, "es")

    @pytest.mark.rule("WS-13")
    def test_a_used_up_hand_deck_must_be_turned_over_before_the_next_turn(self) -> None:
        state = started()
        go_through(state, 0)
        assert ("WS-13", "ws-turn-over") == refused(state, 0, TURN)

    @pytest.mark.rule("WS-13")
    @pytest.mark.parametrize("size", range(1, 43))
    def test_within_three_passes_every_card_of_a_hand_deck_has_been_on_top(self, size: int) -> None:
        """Counted from a fresh pass, if nothing is played."""
        state = hand_deck_of(size)
        tops = tops_of_a_pass(state, 0)
        for _ in range(2):
            state.apply(0, RECYCLE)
            tops += tops_of_a_pass(state, 0)
        assert set(ORDERLY.split()[42 - size :]) == set(tops)

    @pytest.mark.rule("WS-13")
    @settings(deadline=None, max_examples=40)
    @given(seed=st.integers(0, 10**9), picks=st.lists(st.integers(0, 99), min_size=5, max_size=150))
    def test_after_any_play_every_card_of_a_hand_deck_comes_on_top_within_three_passes(
        self, seed: int, picks: list[int]
    ) -> None:
        state = new(2)
        state.apply(None, owed(state, seed))
        state.apply(None, GO)
        for pick in picks:
            actions = state.legal(0) if state.phase == PLAY else []
            if actions:
                state.apply(0, actions[pick % len(actions)])
        whole = state.deck[0] + state.turned[0]
        if state.phase != PLAY or not state.left[0] or not whole:
            return  # the round is over, or the side has nothing to turn or only the call to make
        if place_of(state, 0).deck:
            go_through(state, 0)
        tops: list[str] = []
        for _ in range(3):
            state.apply(0, RECYCLE)
            tops += tops_of_a_pass(state, 0)
        assert set(texts(whole)) == set(tops)
