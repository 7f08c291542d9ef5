"""Five Crowns: turns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import TEXT
from rumpus.games.five_crowns.game import FiveCrowns
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    PLAYERS,
    arranged,
    before_round,
    deal,
    dealt,
    discard,
    hand,
    keep,
    new,
    refusal_of,
    refused,
    take,
    unreadable,
)


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("players", PLAYERS)
def test_turns_go_clockwise_from_the_dealers_left(players: int) -> None:
    state = deal(new(players, host=players - 2))
    seats = []
    for _ in range(2 * players):
        seats.append(state.to_act())
        keep(state)
    lap = [((players - 1 + place) % players,) for place in range(players)]
    assert lap + lap == seats


@pytest.mark.rule("FC-06", "FC-20")
def test_the_next_round_starts_on_the_left_of_its_own_dealer() -> None:
    state = deal(before_round(2, players=3))
    assert (1, (2,)) == (state.dealer, state.to_act())


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_else_takes_or_discards_during_a_turn(seat: int) -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    own = hand(state, seat)[0]
    for _ in range(2):  # before seat 1 has taken a card, and after
        assert [] == state.legal(seat)
        assert ("FC-06", "fc-not-your-turn") == refused(state, seat, Take(from_="draw"))
        assert ("FC-06", "fc-not-your-turn") == refused(state, seat, Discard(card=own))
        if not state.taken:
            take(state, 1)


@pytest.mark.rule("FC-06")
@pytest.mark.parametrize("seat", [None, -1, 3, 14])
def test_a_seat_that_does_not_exist_cannot_play(seat: int | None) -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    assert "only a seat from 0 to 2" in unreadable(state, seat, Take(from_="draw"))
    assert "only a seat from 0 to 2" in unreadable(state, seat, Discard(card="4t"))


@pytest.mark.rule("FC-07")
def test_the_top_card_of_the_draw_pile_can_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, draw="Qd 4h")
    assert [(1, Take(from_="draw", card="Qd"))] == take(state, 1, "draw")
    assert arranged("5t 7h 9c Qd") == hand(state, 1)
    assert "4h" == TEXT[state.draw[-1]]


@pytest.mark.rule("FC-07")
def test_the_top_card_of_the_discard_pile_can_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, discard="Qd")
    assert [(1, Take(from_="discard", card="Qd"))] == take(state, 1, "discard")
    assert arranged("5t 7h 9c Qd") == hand(state, 1)
    assert [] == state.discards


@pytest.mark.rule("FC-07")
def test_a_turn_can_start_in_two_ways_only() -> None:
    state = dealt(DULL_18, DULL_21)
    assert [Take(from_="draw"), Take(from_="discard")] == state.legal(1)


@pytest.mark.rule("FC-07")
def test_a_take_may_name_the_card_on_top() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    assert [(1, Take(from_="draw", card="Qd"))] == state.copy().apply(1, Take(from_="draw", card="Qd"))
    assert [(1, Take(from_="discard", card="Jd"))] == state.apply(1, Take(from_="discard", card="Jd"))


@pytest.mark.rule("FC-07")
def test_a_deeper_card_of_the_draw_pile_cannot_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, draw="Qd 4h")
    assert ("FC-07", "fc-top-card") == refused(state, 1, Take(from_="draw", card="4h"))


@pytest.mark.rule("FC-07")
def test_a_deeper_card_of_the_discard_pile_cannot_be_taken() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    discard(state, 1, "Qd")
    assert ("FC-07", "fc-top-card") == refused(state, 0, Take(from_="discard", card="Jd"))


@pytest.mark.rule("FC-07")
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_a_take_that_names_a_card_that_does_not_exist_is_unreadable(pile: Any) -> None:
    state = dealt(DULL_18, DULL_21)
    assert "there is no card" in unreadable(state, 1, Take(from_=pile, card="2x"))


@pytest.mark.rule("FC-07")
def test_there_is_no_third_pile_to_take_from() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do": "take", "from": "hand"}', type=FiveCrowns.action_type)


@pytest.mark.rule("FC-07")
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_a_second_card_cannot_be_taken(pile: Any) -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    assert ("FC-07", "fc-taken") == refused(state, 1, Take(from_=pile))


@pytest.mark.rule("FC-07")
def test_a_discard_before_taking_a_card_is_refused() -> None:
    state = dealt(DULL_18, DULL_21)
    assert ("FC-07", "fc-take-first") == refused(state, 1, Discard(card="5t"))
    assert ("FC-07", "fc-take-first") == refused(state, 1, Discard(card="5t", out=True))


@pytest.mark.rule("FC-08")
def test_a_discard_ends_the_turn_and_lies_on_top() -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    assert [(1, Discard(card="7h"))] == discard(state, 1, "7h")
    assert ["Jd", "7h"] == [TEXT[card] for card in state.discards]
    assert arranged("5t 9c Qd") == hand(state, 1)
    assert ((0,), False) == (state.to_act(), state.taken)


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize("card", ["3h", "**", "9c"])
def test_any_card_wild_or_not_may_be_discarded(card: str) -> None:
    state = dealt(DULL_18, "3h ** 9c")
    take(state, 1)
    discard(state, 1, card)
    assert card == TEXT[state.discards[-1]]


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize(("pile", "card"), [("draw", "Qd"), ("discard", "Jd")])
def test_the_card_just_taken_may_be_discarded(pile: Any, card: str) -> None:
    state = dealt(DULL_18, DULL_21, discard="Jd", draw="Qd")
    take(state, 1, pile)
    discard(state, 1, card)
    assert arranged(DULL_21) == hand(state, 1)
    assert card == TEXT[state.discards[-1]]


@pytest.mark.rule("FC-08")
def test_every_different_card_of_the_hand_can_be_discarded() -> None:
    """Each once, however many copies there are."""
    state = dealt(DULL_18, "5t 5t 9c", draw="Qd")
    take(state, 1)
    assert [Discard(card=card) for card in ("5t", "9c", "Qd")] == state.legal(1)


@pytest.mark.rule("FC-08")
@pytest.mark.parametrize("card", ["4t", "Jd", "**"])
def test_a_card_that_is_not_in_the_hand_cannot_be_discarded(card: str) -> None:
    """Neither another player's, nor one of the discard pile, nor one of the draw pile."""
    state = dealt("4t 6h 8c", DULL_21, discard="Jd", draw="Qd")
    take(state, 1)
    illegal = refusal_of(state, 1, Discard(card=card))
    assert ("FC-08", "fc-not-in-hand", {"card": card}) == (illegal.clause, illegal.reason, illegal.facts)


@pytest.mark.rule("FC-08")
def test_a_discard_of_a_card_that_does_not_exist_is_unreadable() -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    assert "there is no card '2x'" in unreadable(state, 1, Discard(card="2x"))


@pytest.mark.rule("FC-08")
def test_only_one_card_is_discarded() -> None:
    state = dealt(DULL_18, DULL_21)
    take(state, 1)
    discard(state, 1, "5t")
    assert ("FC-06", "fc-not-your-turn") == refused(state, 1, Discard(card="7h"))
