"""Five Crowns: reshuffles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumpus.games.five_crowns.actions import Deal, Reshuffle, Take
from rumpus.games.five_crowns.cards import TEXT, deck, texts
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_changes import PLAYERS
from tests.rules.five_crowns_deals import (
    Unshuffled,
    all_cards,
    before_round,
    deal,
    dealt,
    discard,
    draw_and_discard,
    go_out,
    hand,
    keep,
    refused,
    take,
    unreadable,
    use_up,
)


def owed_reshuffle(state: FiveCrownsState) -> Reshuffle:
    owed = state.owed(Unshuffled())
    assert isinstance(owed, Reshuffle)
    return owed


@pytest.mark.rule("FC-19")
def test_a_reshuffle_is_owed_exactly_when_a_turn_begins_with_an_empty_draw_pile() -> None:
    """Not while cards are left, and not yet while the taker of the last one holds it."""
    state = dealt("4t 6h 8c", "5t 7h 9c")
    for _ in range(109):
        assert state.owed(Unshuffled()) is None
        seat = state.turn
        [(_, taken)] = take(state, seat)
        assert state.owed(Unshuffled()) is None
        assert (seat,) == state.to_act()
        discard(state, seat, taken.card)
    assert [] == state.draw
    assert isinstance(state.owed(Unshuffled()), Reshuffle)


@pytest.mark.rule("FC-19")
def test_turns_that_take_from_the_discard_pile_never_bring_a_reshuffle() -> None:
    state = dealt("4t 6h 8c", "5t 7h 9c")
    for _ in range(200):
        keep(state)
    assert (109, None) == (len(state.draw), state.owed(Unshuffled()))


@pytest.mark.rule("FC-19")
def test_the_discard_pile_becomes_the_new_draw_pile_and_its_top_card_stays() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    top, others = state.discards[-1], state.discards[:-1]
    state.apply(None, owed_reshuffle(state))
    assert [top] == state.discards
    assert Counter(others) == Counter(state.draw)


@pytest.mark.rule("FC-19")
def test_the_new_draw_pile_comes_out_of_the_shuffle() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    sorted_cards = sorted(state.discards[:-1])
    owed = state.owed(Shuffle(seeded(1)))
    assert isinstance(owed, Reshuffle)
    assert texts(Shuffle(seeded(1)).shuffled(sorted_cards)) == owed.draw
    assert texts(sorted_cards) == owed_reshuffle(state).draw


@pytest.mark.rule("FC-19")
def test_after_a_reshuffle_the_same_player_takes_its_first_card() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    seat, reshuffle = state.turn, owed_reshuffle(state)
    assert [(None, reshuffle)] == state.apply(None, reshuffle)
    assert reshuffle.draw is not None
    assert (seat,) == state.to_act()
    assert [(seat, Take(from_="draw", card=reshuffle.draw[0]))] == take(state, seat)


@pytest.mark.rule("FC-19")
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_nobody_takes_a_card_before_the_reshuffle(pile: Any) -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    assert () == state.to_act()
    assert [] == state.legal(state.turn)
    assert ("FC-19", "fc-reshuffle-first") == refused(state, state.turn, Take(from_=pile))


@pytest.mark.rule("FC-19")
def test_a_reshuffle_with_other_cards_is_refused() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    due = owed_reshuffle(state).draw
    assert due is not None
    top = TEXT[state.discards[-1]]
    odd_one = next(card for card in due if card != top)
    damaged = [(), due[1:], (*due, top), (*due, due[0]), tuple(top if card == odd_one else card for card in due)]
    for draw in damaged:
        assert ("FC-19", "deal-cards") == refused(state, None, Reshuffle(draw=draw))


@pytest.mark.rule("FC-19")
def test_a_reshuffle_by_a_seat_is_refused() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, state.turn, owed_reshuffle(state))


@pytest.mark.rule("FC-19")
def test_a_reshuffle_at_any_other_moment_is_refused() -> None:
    """With cards in the draw pile, with the last of them just taken, and between rounds."""
    state = dealt("4t 6h 8c", "5t 7h 9c")
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, None, Reshuffle(draw=()))
    use_up(state, leave=1)
    others = texts(state.discards[:-1])
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, None, Reshuffle(draw=others))
    take(state, state.turn)
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, None, Reshuffle(draw=others))
    assert ("FC-19", "fc-reshuffle-not-now") == refused(before_round(2), None, Reshuffle(draw=()))


@pytest.mark.rule("FC-19")
def test_a_malformed_reshuffle_is_refused() -> None:
    state = use_up(dealt("4t 6h 8c", "5t 7h 9c"))
    assert "states the new draw pile" in unreadable(state, None, Reshuffle())
    assert "there is no card" in unreadable(state, None, Reshuffle(draw=("2h",)))


@pytest.mark.rule("FC-15", "FC-19")
def test_a_last_turn_that_begins_with_an_empty_draw_pile_waits_for_a_reshuffle_too() -> None:
    state = use_up(dealt("4t 6h 8c", "7h 7s 7c"), leave=1)
    assert 1 == state.turn
    [(_, taken)] = take(state, 1)
    go_out(state, 1, taken.card)
    assert (0, ()) == (state.turn, state.to_act())
    state.apply(None, owed_reshuffle(state))
    assert (0,) == state.to_act()


@pytest.mark.rule("FC-19")
def test_no_reshuffle_is_owed_when_the_last_card_ends_the_round() -> None:
    state = use_up(dealt("4t 6h 8c", "7h 7s 7c"), leave=1)
    top = TEXT[state.discards[-1]]
    take(state, 1, "discard")
    go_out(state, 1, top)
    draw_and_discard(state)
    assert [] == state.draw
    assert isinstance(state.owed(Unshuffled()), Deal)


@pytest.mark.rule("FC-19")
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_in_round_11_at_least_24_cards_are_always_outside_hands(players: int, seed: int) -> None:
    """So a reshuffle never comes up empty, whatever is taken and discarded; with 7 players it is just 24."""
    state = deal(before_round(11, players))
    chance = Shuffle(seeded(seed))
    for turn in range(3 * players):
        reshuffle = state.owed(chance)
        if reshuffle is not None:
            assert isinstance(reshuffle, Reshuffle)
            assert 24 <= len(reshuffle.draw or ())
            state.apply(None, reshuffle)
        take(state, state.turn, ("draw", "discard")[chance.below(2)])
        assert 24 <= len(state.draw) + len(state.discards)
        assert Counter(deck(state.sets)) == all_cards(state)
        discard(state, state.turn, hand(state, state.turn)[turn % 14])


@pytest.mark.rule("FC-19")
@pytest.mark.parametrize(("players", "left"), [(7, 24), (14, 49)])
def test_a_full_table_in_round_11_reshuffles_all_but_one_card_outside_hands(players: int, left: int) -> None:
    state = use_up(deal(before_round(11, players)))
    assert left == len(owed_reshuffle(state).draw or ())
