"""Five Crowns: what a viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from rumpus.contract import ABANDONED, STOPPED
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Deal, Discard, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, deck
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_deals import (
    DULL_18,
    DULL_21,
    DULL_33,
    after_out,
    all_cards,
    arranged,
    before_round,
    deal,
    dealt,
    hand_made,
    keep,
    melds,
    new,
    take,
    tied,
    use_up,
)


@pytest.mark.rule("FC-09")
def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    state = dealt(DULL_18, DULL_21, DULL_33, discard="Kd")
    view = state.view(2)
    assert view.private is not None
    assert arranged(DULL_33) == view.private.hand
    assert ((3, 3, 3), 106, "Kd", 1, None) == (
        view.public.hands,
        view.public.draw,
        view.public.discard,
        view.public.discards,
        view.public.shown,
    )


@pytest.mark.rule("FC-09")
def test_a_spectator_sees_no_hand() -> None:
    state = dealt(DULL_18, DULL_21)
    assert (None, None) == (state.view(None).seat, state.view(None).private)
    assert state.view(0).public == state.view(1).public == state.view(None).public


@pytest.mark.rule("FC-09")
def test_two_states_that_differ_in_hidden_cards_only_look_the_same() -> None:
    one = dealt(DULL_18, DULL_21, DULL_33, discard="Kd", draw="Qd")
    two = dealt(DULL_18, "9s Jc Qd", "5s 5d 5c", discard="Kd", draw="**")
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)


@pytest.mark.rule("FC-07")
def test_only_the_taker_is_told_which_card_came_from_the_draw_pile() -> None:
    rules, action = FiveCrowns(), Take(from_="draw", card="Qd")
    assert action == rules.told(1, action, 1)
    assert Take(from_="draw") == rules.told(1, action, 0) == rules.told(1, action, None)


@pytest.mark.rule("FC-07")
def test_everybody_is_told_which_card_came_from_the_discard_pile() -> None:
    rules, action = FiveCrowns(), Take(from_="discard", card="Qd")
    assert [action] * 3 == [rules.told(1, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-04")
def test_nobody_is_told_the_hands_or_the_draw_pile_of_a_deal() -> None:
    rules, state = FiveCrowns(), new()
    due = hand_made(state, [DULL_18, DULL_21, DULL_33], discard="Kd")
    expected = Deal(round=1, dealer=0, wild="3", discard="Kd")
    assert [expected] * 3 == [rules.told(None, due, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-19")
def test_nobody_is_told_the_order_of_a_reshuffle() -> None:
    rules, action = FiveCrowns(), Reshuffle(draw=("7h", "8h"))
    assert [Reshuffle()] * 3 == [rules.told(None, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-08", "FC-15")
def test_everybody_is_told_a_discard_and_the_melds_with_it() -> None:
    rules, action = FiveCrowns(), Discard(card="Kd", melds=melds("7h 7s 7c"))
    assert [action] * 3 == [rules.told(1, action, viewer) for viewer in (0, 1, None)]


@pytest.mark.rule("FC-15")
def test_melds_on_the_table_are_seen_by_all() -> None:
    state = after_out(DULL_18, DULL_33)
    public = state.view(0).public
    assert (1, (None, melds("7h 7c 7s"), None)) == (public.out, public.laid)


@pytest.mark.rule("FC-17")
def test_when_a_round_is_over_everybody_sees_the_cards_that_are_left() -> None:
    state = after_out(DULL_18)
    keep(state)
    assert (arranged(DULL_18), ()) == state.view(None).public.shown


@pytest.mark.rule("FC-17", "FC-21")
def test_when_the_match_is_over_everybody_sees_the_cards_that_are_left() -> None:
    state = after_out(DULL_18, rounds=1)
    keep(state)
    public = state.view(None).public
    assert ("over", (arranged(DULL_18), ()), state.outcome()) == (public.phase, public.shown, public.result)


@pytest.mark.rule("FC-07")
def test_an_empty_discard_pile_shows_no_card() -> None:
    """Its only card has been taken, and the taker has not discarded yet."""
    state = dealt(DULL_18, DULL_21)
    take(state, 1, "discard")
    assert (None, 0, True) == (
        state.view(0).public.discard,
        state.view(0).public.discards,
        state.view(0).public.taken,
    )


def after(state: FiveCrownsState, actor: int | None, action: Any) -> FiveCrownsState:
    state.apply(actor, action)
    return state


MOMENTS: dict[str, Callable[[], FiveCrownsState]] = {
    "before the first deal": lambda: new(3),
    "a turn begins": lambda: dealt(DULL_18, DULL_21, DULL_33),
    "a card has been taken": lambda: after(dealt(DULL_18, DULL_21, DULL_33), 1, Take(from_="draw")),
    "the discard pile is empty": lambda: after(dealt(DULL_18, DULL_21, DULL_33), 1, Take(from_="discard")),
    "last turns": lambda: after_out(DULL_18, DULL_33),
    "between rounds": lambda: before_round(2, players=3),
    "a reshuffle is owed": lambda: use_up(dealt(DULL_18, DULL_21, DULL_33)),
    "before a tie-break": lambda: tied(DULL_18, DULL_33, DULL_18, tie_break=True)[0],
    "a tie-break": lambda: deal(tied(DULL_18, DULL_33, DULL_18, tie_break=True)[0]),
    "two sets": lambda: deal(before_round(5, players=8)),
    "over": lambda: tied(DULL_18, DULL_33, "4s 5s 6s")[0],
    "abandoned": lambda: after(dealt(DULL_18, DULL_21, DULL_33), None, ABANDONED),
    "stopped": lambda: after(before_round(3, players=3), None, STOPPED),
}


@pytest.mark.rule("FC-01", "FC-09")
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_imagined_state_looks_just_like_the_true_one(moment: str) -> None:
    """To its viewer; and no card is in it that could not be there."""
    state = MOMENTS[moment]()
    for viewer in (*range(state.players), None):
        imagined = state.game.imagine(state.view(viewer), Shuffle(seeded(moment)))
        assert state.view(viewer) == imagined.view(viewer)
        assert all_cards(state).total() == all_cards(imagined).total()
        assert Counter() == all_cards(imagined) - Counter(deck(state.sets))
        assert [solver.pack(held, imagined.wild) for held in imagined.hands] == imagined.packed


@pytest.mark.rule("FC-09")
def test_an_imagined_state_shuffles_what_the_viewer_does_not_see() -> None:
    state = dealt(DULL_18, DULL_21, DULL_33)
    view = state.view(0)
    one, two = (FiveCrowns().imagine(view, Shuffle(seeded(seed))) for seed in (1, 2))
    assert (one.hands[0], one.discards) == (two.hands[0], two.discards)
    assert (one.hands[1:], one.draw) != (two.hands[1:], two.draw)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_copy_is_equal_and_independent(moment: str) -> None:
    state = MOMENTS[moment]()
    before, copied = deepcopy(state), state.copy()
    assert state == copied
    for cards_of_a_seat in copied.hands:
        cards_of_a_seat.append(JOKER)
    for some in (copied.packed, copied.draw, copied.discards, copied.laid, copied.sheet, copied.hands):
        some.clear()
    assert before == state


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_state_differs_from_one_with_any_other_part(moment: str) -> None:
    state, parts = (
        MOMENTS[moment](),
        ("dealer", "turn", "turns", "wild", "dealt", "taken", "tied", "out", "hands", "draw"),
    )
    for part in parts:
        other = state.copy()
        setattr(other, part, "something else")
        assert state != other
    assert state != "a state"
