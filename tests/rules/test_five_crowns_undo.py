"""Five Crowns: a discard that is taken back (option `undo`)."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.contract import Illegal
from rumpus.games.five_crowns.actions import UNDO, Discard, Take, Undo
from rumpus.games.five_crowns.cards import TEXT
from rumpus.games.five_crowns.rules import FiveCrownsState
from tests.rules.five_crowns_deals import DULL_18, DULL_21, DULL_33, Unshuffled, dealt, go_out, keep, refused, take

pytestmark = pytest.mark.rule("FC-08")


def discarded(card: str = "Kd", **options: Any) -> FiveCrownsState:
    """Seat 1 has taken the face-up king and thrown a card away; it is the turn of seat 2."""
    state = dealt(DULL_18, DULL_21, DULL_33, **{"discard": "Kd", "undo": True, **options})
    take(state, 1, "discard")
    state.apply(1, Discard(card=card))
    return state


def test_it_goes_back_into_the_hand_and_the_turn_goes_on() -> None:
    before = dealt(DULL_18, DULL_21, DULL_33, discard="Kd", undo=True)
    take(before, 1, "discard")
    state = discarded()
    assert (1, 1, [UNDO], (2,)) == (state.undo, state.may_undo(), state.legal(1), state.to_act())
    assert [(1, Undo())] == state.apply(1, UNDO)
    assert (before.view(1).private, before.legal(1), before.turns) == (
        state.view(1).private,
        state.legal(1),
        state.turns,
    )
    assert before.packed == state.packed
    state.apply(1, Discard(card=DULL_21.split()[0]))
    assert (2,) == state.to_act()


def test_it_is_possible_once_a_turn_and_in_every_turn() -> None:
    state = discarded()
    state.apply(1, UNDO)
    state.apply(1, Discard(card="Kd"))
    assert (None, []) == (state.undo, state.legal(1))
    assert ("FC-08", "fc-undo-not-now") == refused(state, 1, UNDO)
    keep(state)
    assert 2 == state.undo


def test_not_after_the_next_player_has_acted() -> None:
    state = discarded()
    take(state, 2, "draw")
    assert ("FC-08", "fc-undo-not-now") == refused(state, 1, UNDO)
    assert [] == state.legal(1)


def test_nobody_else_takes_it_back() -> None:
    state = discarded()
    for seat in (0, 2):
        assert ("FC-08", "fc-undo-not-now") == refused(state, seat, UNDO)
        assert UNDO not in state.legal(seat)


def test_not_without_the_option() -> None:
    state = discarded(undo=False)
    assert (None, []) == (state.may_undo(), state.legal(1))
    with pytest.raises(Illegal):
        state.apply(1, UNDO)


@pytest.mark.rule("FC-14", "FC-15")
def test_not_when_going_out_nor_on_a_last_turn() -> None:
    state = dealt(DULL_18, "7h 7s 7c", DULL_33, discard="Kd", undo=True)
    take(state, 1, "discard")
    go_out(state, 1, "Kd")
    assert state.undo is None
    keep(state)
    assert state.undo is None


@pytest.mark.rule("FC-23")
def test_not_after_the_last_turn_of_a_round_with_a_limit() -> None:
    state = discarded(turn_limit=1)
    keep(state)
    take(state, 0, "draw")
    state.apply(0, Discard(card=TEXT[state.hands[0][0]]))
    assert (None, "deal") == (state.undo, state.view(None).public.phase)


@pytest.mark.rule("FC-19")
def test_not_after_a_reshuffle() -> None:
    state = discarded()
    state.draw, state.discards = [], [*state.draw, *state.discards]
    chance: Any = state.owed(Unshuffled())
    state.apply(None, chance)
    assert state.undo is None
    assert [Take(from_="draw"), Take(from_="discard")] == state.legal(2)
