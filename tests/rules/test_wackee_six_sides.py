"""Wackee Six before the race: decks and sides."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rumpus.contract import Illegal, Malformed
from rumpus.games import game
from tests.rules.wackee_six_deals import (
    STUCK,
    Hand,
    begin,
    deal,
    lay,
    middle,
    new,
    owed,
    place_of,
    refused,
    row,
    started,
    unreadable,
    worded,
)
from tests.rules.wackee_six_sides import DECK_OF_54, PLAYERS, WITH_PARTNERS, with_first_side

WITHOUT_PARTNERS = {players: tuple((seat,) for seat in range(players)) for players in range(2, 7)}


def seating_refused(players: int, **more: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        new(players, **more)
    return worded(caught.value)


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
    def test_an_odd_host_is_alone_on_any_seat(self) -> None:
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
    def test_the_alone_option_has_no_effect_with_an_even_number_of_players(self, players: int, partners: bool) -> None:
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
    def test_sides_that_miss_or_repeat_a_seat_are_refused(self, players: int, sides: Any) -> None:
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
