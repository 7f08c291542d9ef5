"""Wackee Six: the partners' roles, and states imagined from a view."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wackee_six.view import Pile, Private
from rumpus.shuffle import Shuffle, seeded
from tests.rules.wackee_six_deals import (
    CLIMB,
    GO,
    RECYCLE,
    STUCK,
    TURN,
    Hand,
    begin,
    called,
    deal,
    go_through,
    lay,
    middle,
    new,
    refused,
    row,
    started,
    top,
)
from tests.rules.wackee_six_sides import WITH_PARTNERS, with_first_side


def roles(state: WackeeSixState) -> list[tuple[int, int]]:
    return [(side.turner, side.main) for side in state.view(None).public.sides]


class TestRoles:
    @pytest.mark.rule("WS-16")
    @pytest.mark.parametrize("players", range(7, 13))
    def test_the_lower_seat_turns_in_round_one_and_then_they_swap(self, players: int) -> None:
        state = new(players)
        sides = WITH_PARTNERS[players]
        hands = [STUCK] * len(sides)
        seen = []
        for _ in range(3):
            begin(state, *hands)
            seen.append(roles(state))
        low_turns = [(side[0], side[-1]) for side in sides]
        high_turns = [(side[-1], side[0]) for side in sides]
        assert [low_turns, high_turns, low_turns] == seen

    @pytest.mark.rule("WS-16")
    def test_the_lower_seat_turns_first_in_whatever_order_a_side_is_named(self) -> None:
        state = new(4, partners=True, sides=((3, 0), (2, 1)))
        begin(state)
        assert [(0, 3), (1, 2)] == roles(state)

    @pytest.mark.rule("WS-16")
    def test_roles_may_be_chosen_before_a_round(self) -> None:
        state = new(4, partners=True)
        state.apply(None, with_first_side(deal(state), turner=2, main=0))
        assert [(2, 0), (1, 3)] == roles(state)

    @pytest.mark.rule("WS-16")
    @pytest.mark.parametrize(
        ("chosen_in", "turners"), [(1, [2, 0, 2, 0]), (2, [0, 0, 2, 0]), (3, [0, 2, 2, 0]), (9, [0, 2, 0, 2])]
    )
    def test_after_a_pair_has_chosen_it_swaps_from_what_it_chose(self, chosen_in: int, turners: list[int]) -> None:
        state = new(4, partners=True, target=1000)
        seen, others = [], []
        for number in range(1, 5):
            dealt = deal(state, STUCK, STUCK)
            if number == chosen_in:  # the other one of the first pair turns
                dealt = with_first_side(dealt, turner=dealt.sides[0].main, main=dealt.sides[0].turner)
            state.apply(None, dealt)
            state.apply(None, GO)
            seen.append(state.turner[0])
            others.append(state.turner[1])
        assert (turners, [1, 3, 1, 3]) == (seen, others)

    @pytest.mark.rule("WS-16")
    @pytest.mark.parametrize(
        ("chosen", "expected"),
        [
            ((), [(0, 2), (1, 3)]),
            ((0,), [(0, 2), (1, 3)]),
            ((2,), [(2, 0), (1, 3)]),
            ((3, 2), [(2, 0), (3, 1)]),
        ],
    )
    def test_a_partner_who_chooses_to_turn_turns(
        self, chosen: tuple[int, ...], expected: list[tuple[int, int]]
    ) -> None:
        state = new(4, partners=True)
        state.apply(None, state.game.with_roles(deal(state), chosen))
        assert expected == roles(state)

    @pytest.mark.rule("WS-16")
    def test_a_player_alone_has_nothing_to_choose(self) -> None:
        state = new(7)
        assert deal(state) == state.game.with_roles(deal(state), (0,))

    @pytest.mark.rule("WS-16")
    @pytest.mark.parametrize(("turner", "main"), [(0, 0), (2, 2), (1, 3), (0, 3), (0, 9)])
    def test_roles_that_are_not_one_for_each_partner_are_refused(self, turner: int, main: int) -> None:
        state = new(4, partners=True)
        damaged = with_first_side(deal(state), turner=turner, main=main)
        assert ("WS-16", "ws-roles") == refused(state, None, damaged)

    @pytest.mark.rule("WS-16")
    def test_a_player_alone_does_both(self) -> None:
        state = started(Hand(up="r1", deck="r4 r3 r2"), players=7)
        assert Private(side=0, turns=True, plays_main=True) == state.view(0).private
        assert [row("r1", 0), TURN] == state.legal(0)
        lay(state, 0, "r1 r2")
        assert ["r2"] == middle(state)
        damaged = with_first_side(deal(new(7)), main=1)
        assert ("WS-16", "ws-roles") == refused(new(7), None, damaged)

    @pytest.mark.rule("WS-16")
    def test_one_partner_only_turns_and_plays_the_hand_deck(self) -> None:
        state = started(Hand(up="r1", deck="r4 r3 g1"), players=4, partners=True)
        assert Private(side=0, turns=True, plays_main=False) == state.view(0).private
        assert [TURN] == state.legal(0)
        state.apply(0, TURN)
        assert [top("g1"), TURN] == state.legal(0)
        assert ("WS-16", "ws-partner-main") == refused(state, 0, row("r1", 0))

    @pytest.mark.rule("WS-16")
    def test_the_other_partner_only_plays_the_main_cards(self) -> None:
        state = started(Hand(up="r1", deck="r4 r3 g1"), players=4, partners=True)
        state.apply(0, TURN)
        assert Private(side=0, turns=False, plays_main=True) == state.view(2).private
        assert [row("r1", 0)] == state.legal(2)
        for action in (top("g1"), TURN, RECYCLE):
            assert ("WS-16", "ws-partner-turns") == refused(state, 2, action)

    @pytest.mark.rule("WS-16")
    def test_nobody_plays_the_cards_of_another_side(self) -> None:
        state = started(Hand(up="r1"), Hand(up="g1"), players=4, partners=True)
        assert ("WS-10", "ws-not-there") == refused(state, 3, row("r1", 0))


class Unlucky:
    """A shuffle that puts the 1s and the wilds where the face-down piles are taken from, so many times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def below(self, n: int) -> int:
        return n - 1

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        self.times -= 1
        return sorted(cards, key=lambda kind: self.times >= 0 and kind % 13 == 0)


class TestImagined:
    """What lies face down is nobody's to know, so whoever thinks ahead has to imagine it (WS-03)."""

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_an_imagined_state_looks_the_same_to_the_viewer(self, viewer: int | None) -> None:
        dealt = new(2)
        dealt.apply(None, deal(dealt))
        played = started(Hand(up="r1 w", deck="g9 g8 r2"), CLIMB)
        lay(played, 0, "r1 r2 w=r3")
        go_through(played, 0)
        over = called(target=1)
        over.apply(None, over.legal(None)[0])
        for state in (new(2), dealt, played, called(), over):
            view = state.view(viewer)
            assert view == state.game.imagine(view, Shuffle(seeded(3))).view(viewer)

    @pytest.mark.rule("WS-03", "WS-11")
    def test_an_imagined_state_takes_the_same_actions(self) -> None:
        state = started(Hand(up="r1 w", deck="g9 g8 r2"), Hand(up="r5"))
        lay(state, 0, "r1 r2 w=r3")
        imagined = state.game.imagine(state.view(1), Shuffle(seeded(3)))
        assert [state.legal(seat) for seat in (0, 1)] == [imagined.legal(seat) for seat in (0, 1)]
        assert (Pile(colour="r", height=3, wild=True),) == imagined.view(None).public.piles

    @pytest.mark.rule("WS-03", "WS-21")
    def test_an_imagined_round_is_no_stalemate_if_that_can_be_helped(self) -> None:
        """The round goes on, so everybody knows that some card can come up that fits."""
        state = started()
        once_for_each_side = Unlucky(times=2)
        imagined = state.game.imagine(state.view(0), once_for_each_side)
        assert imagined.goes_on()
        assert state.view(0) == imagined.view(0)

    @pytest.mark.rule("WS-03")
    def test_imagining_comes_to_an_end_even_without_luck(self) -> None:
        state = started()
        imagined = state.game.imagine(state.view(0), Unlucky(times=10_000))
        assert not imagined.goes_on()
        assert state.view(0) == imagined.view(0)
