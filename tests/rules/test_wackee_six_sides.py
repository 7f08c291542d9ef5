"""Wackee Six before the race: decks, sides, deals, the start and the partners' roles (WS-01 to WS-04, WS-16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from rumpus.contract import Illegal, Malformed, Score
from rumpus.games import game
from rumpus.games.wackee_six.actions import Deal
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wackee_six.view import Pile, Private
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
    called,
    deal,
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
    unreadable,
    worded,
)

PLAYERS = range(2, 13)
DECK_OF_54 = Counter({f"{colour}{n}": 1 for colour in "rgby" for n in range(1, 14)} | {"w": 2})
WITHOUT_PARTNERS = {players: tuple((seat,) for seat in range(players)) for players in range(2, 7)}
WITH_PARTNERS = {
    4: ((0, 2), (1, 3)),
    5: ((0,), (1, 3), (2, 4)),
    6: ((0, 3), (1, 4), (2, 5)),
    7: ((0,), (1, 4), (2, 5), (3, 6)),
    8: ((0, 4), (1, 5), (2, 6), (3, 7)),
    9: ((0,), (1, 5), (2, 6), (3, 7), (4, 8)),
    10: ((0, 5), (1, 6), (2, 7), (3, 8), (4, 9)),
    11: ((0,), (1, 6), (2, 7), (3, 8), (4, 9), (5, 10)),
    12: ((0, 6), (1, 7), (2, 8), (3, 9), (4, 10), (5, 11)),
}


def seating_refused(players: int, **more: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        new(players, **more)
    return worded(caught.value)


def with_first_side(dealt: Deal, **changes: Any) -> Deal:
    return replace(dealt, sides=(replace(dealt.sides[0], **changes), *dealt.sides[1:]))


def roles(state: WackeeSixState) -> list[tuple[int, int]]:
    return [(side.turner, side.main) for side in state.view(None).public.sides]


class TestDecks:
    @pytest.mark.rule("WS-01", "WS-02")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_every_side_has_a_deck_of_54_of_its_own(self, players: int) -> None:
        """Numbers 1 to 13 in four colours and two wilds, for 2 to 6 sides; and such a deal is taken."""
        state = new(players)
        dealt = owed(state, players)
        for side in dealt.sides:
            assert DECK_OF_54 == Counter((*side.up, *(side.down or ()), *(side.deck or ())))
        assert 2 <= len(dealt.sides) <= 6
        assert [(None, dealt)] == state.apply(None, dealt)

    @pytest.mark.rule("WS-01")
    def test_every_side_plays_its_own_card_of_a_kind(self) -> None:
        """The decks are told apart: one r1 is not used up by another side's r1."""
        state = started(Hand(up="r1"), Hand(up="r1"))
        lay(state, 0, "r1")
        lay(state, 1, "r1")
        assert ["r1", "r1"] == middle(state)
        assert [("r1",), ("r1",)] == [place_of(state, side).played for side in (0, 1)]

    @pytest.mark.rule("WS-01")
    @pytest.mark.parametrize("wrong", ["r1", "w"], ids=["a card twice", "a third wild"])
    def test_a_deal_of_other_cards_is_refused(self, wrong: str) -> None:
        state = new(2)
        dealt = deal(state, Hand(up="y7"))
        up = (wrong, *dealt.sides[0].up[1:])
        assert ("WS-01", "deal-cards") == refused(state, None, with_first_side(dealt, up=up))

    @pytest.mark.rule("WS-01")
    def test_a_deal_without_a_card_is_refused(self) -> None:
        state = new(2)
        dealt = deal(state)
        deck = dealt.sides[0].deck or ()
        assert ("WS-01", "deal-cards") == refused(state, None, with_first_side(dealt, deck=deck[1:]))

    @pytest.mark.rule("WS-01")
    @pytest.mark.parametrize("card", ["r0", "r14", "R1", "x3", "", "joker", None, ["r1"]])
    def test_a_card_that_does_not_exist_cannot_be_read(self, card: Any) -> None:
        state = new(2)
        dealt = deal(state)
        damaged = with_first_side(dealt, up=(card, *dealt.sides[0].up[1:]))
        assert f"there is no card {card!r}" in unreadable(state, None, damaged)
        assert f"there is no card {card!r}" in unreadable(started(), 0, row(card, 0))


class TestSides:
    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize("players", WITHOUT_PARTNERS)
    def test_up_to_six_players_every_player_is_a_side(self, players: int) -> None:
        assert WITHOUT_PARTNERS[players] == new(players).sides

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize("players", range(7, 13))
    def test_from_seven_players_on_partners_sit_opposite_and_an_odd_host_is_alone(self, players: int) -> None:
        assert WITH_PARTNERS[players] == new(players).sides

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize("players", WITH_PARTNERS)
    def test_the_partners_option_makes_partnerships_from_four_players_on(self, players: int) -> None:
        assert WITH_PARTNERS[players] == new(players, partners=True).sides

    @pytest.mark.rule("WS-02")
    def test_another_host_is_alone_wherever_it_sits(self) -> None:
        assert ((0, 4), (1, 5), (2, 6), (3,)) == new(7, host=3).sides

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize(
        ("players", "alone", "expected"),
        [
            (5, 4, ((0, 2), (1, 3), (4,))),
            (7, 5, ((0, 3), (1, 4), (2, 6), (5,))),
            (11, 10, ((0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (10,))),
        ],
    )
    def test_the_alone_option_names_who_is_alone(self, players: int, alone: int, expected: Any) -> None:
        assert expected == new(players, host=1, partners=True, alone=alone).sides

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize(("players", "partners"), [(3, False), (6, True), (8, False)])
    def test_the_alone_option_is_idle_where_nobody_is_odd(self, players: int, partners: bool) -> None:
        usual = new(players, partners=partners).sides
        assert usual == new(players, partners=partners, alone=2).sides

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize(
        ("players", "sides"),
        [
            (3, ((2,), (0,), (1,))),
            (7, ((0, 1), (2, 3), (6,), (5, 4))),
            (8, ((7, 0), (1, 2), (3, 4), (5, 6))),
        ],
    )
    def test_the_table_may_arrange_the_sides(self, players: int, sides: Any) -> None:
        state = new(players, sides=sides)
        begin(state)
        assert sides == state.sides
        assert sides == tuple(side.seats for side in state.view(0).public.sides)
        for number, side in enumerate(sides):
            assert [number] * len(side) == [state.private(seat).side for seat in side]

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize(
        ("players", "sides"),
        [
            (2, ((0,),)),
            (2, ((0,), (0,))),
            (2, ((0,), (2,))),
            (4, ((0, 2), (1, 3))),
            (7, ((0, 1, 2), (3, 4), (5, 6))),
            (7, ((0, 1), (2, 3), (4,), (5,), (6,))),
            (8, ((0, 1), (2, 3), (4, 5), (6, 6))),
            (8, ((0, 1), (2, 3), (4, 5), (6, 7), ())),
            (8, ((0, 1, 2), (3, 4), (5, 6), (7,))),
        ],
        ids=[
            "a seat is missing",
            "a seat twice",
            "a seat that does not exist",
            "pairs without the option",
            "three together",
            "three alone",
            "a seat twice in a pair",
            "a side of nobody",
            "somebody alone in an even number",
        ],
    )
    def test_sides_that_are_no_partition_are_refused(self, players: int, sides: Any) -> None:
        assert ("WS-02", "ws-sides") == seating_refused(players, sides=sides)
        dealt = deal(new(players))
        pairs = zip(dealt.sides, sides, strict=False)
        other = tuple(replace(side, seats=seats) for side, seats in pairs)
        more = tuple(replace(dealt.sides[0], seats=seats) for seats in sides[len(dealt.sides) :])
        assert ("WS-02", "ws-sides") == refused(new(players), None, replace(dealt, sides=other + more))

    @pytest.mark.rule("WS-02")
    def test_arranged_sides_must_leave_alone_whom_the_option_names(self) -> None:
        sides = ((0,), (1, 2), (3, 4))
        assert sides == new(5, partners=True, alone=0, sides=sides).sides
        assert ("WS-02", "ws-sides") == seating_refused(5, partners=True, alone=3, sides=sides)

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize("players", [0, 1, 13])
    def test_fewer_than_two_or_more_than_twelve_players_are_refused(self, players: int) -> None:
        assert ("WS-02", "ws-players") == seating_refused(players)

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize("players", [2, 3])
    def test_partners_with_fewer_than_four_players_are_refused(self, players: int) -> None:
        assert ("WS-02", "ws-partners-four") == seating_refused(players, partners=True)

    @pytest.mark.rule("WS-02")
    def test_a_seat_that_does_not_exist_cannot_be_alone(self) -> None:
        assert ("WS-02", "ws-alone-seat") == seating_refused(7, alone=7)

    @pytest.mark.rule("WS-02", "T-01")
    @pytest.mark.parametrize("host", [-1, 7])
    def test_a_seat_that_does_not_exist_cannot_be_the_host(self, host: int) -> None:
        with pytest.raises(Malformed):
            new(7, host=host)

    @pytest.mark.rule("WS-02")
    @pytest.mark.parametrize(
        "option", [{"alone": -1}, {"alone": 12}, {"alone": "host"}, {"partners": "yes"}, {"teams": True}]
    )
    def test_options_that_do_not_exist_cannot_be_read(self, option: dict[str, Any]) -> None:
        with pytest.raises(Malformed):
            game("wackee_six", option)

    @pytest.mark.rule("WS-02")
    def test_the_first_deal_may_bring_the_sides_that_the_table_arranged(self) -> None:
        state = new(4, partners=True)
        arranged = new(4, partners=True, sides=((0, 1), (2, 3)))
        state.apply(None, deal(arranged))
        assert ((0, 1), (2, 3)) == state.sides
        assert [0, 0, 1, 1] == [state.private(seat).side for seat in range(4)]

    @pytest.mark.rule("WS-02")
    def test_sides_stay_for_the_whole_match(self) -> None:
        state, arranged = new(4, partners=True), new(4, partners=True, sides=((0, 1), (2, 3)))
        for other in (state, arranged):
            begin(other, STUCK, STUCK)
        assert ("WS-02", "ws-sides-stay") == refused(state, None, deal(arranged))
        begin(state, STUCK, STUCK)
        assert ((0, 2), (1, 3)) == state.sides


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
    def test_a_deal_that_keeps_cards_to_itself_cannot_be_read(self, missing: str) -> None:
        state = new(2)
        damaged = with_first_side(deal(state), **{missing: None})
        assert "states the face-down cards" in unreadable(state, None, damaged)

    @pytest.mark.rule("WS-03")
    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_nobody_is_told_the_cards_that_lie_face_down(self, viewer: int | None) -> None:
        state = new(2)
        dealt = deal(state, CLIMB)
        told = state.game.told(None, dealt, viewer)
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
    def test_after_that_the_seat_on_the_left_starts(self, first_dealer: str) -> None:
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
    def test_what_is_no_action_of_the_game_cannot_be_read(self, action: Any) -> None:
        assert "is not an action of Wackee Six" in unreadable(started(), 0, action)


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
    def test_cards_of_another_side_are_nobody_elses_to_play(self) -> None:
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
