"""Wig Out!: the race from GO on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.contract import Seating
from rumpus.games.wig_out.actions import DRAW, SHOUT, Cards, Draw, Lay, Options, Start
from rumpus.games.wig_out.game import WigOut
from rumpus.text import refusal
from tests.rules.wig_out_deals import (
    ODDMENTS,
    PLAYERS,
    UNPLAYABLE,
    deal,
    deck_of,
    emptied,
    hand,
    hand_of,
    piles_of,
    playing,
    refused,
    start,
    waiting,
    what,
    win,
)


@pytest.mark.rule("WO-08")
@pytest.mark.parametrize("players", PLAYERS)
def test_after_go_everybody_may_act_at_once(players: int) -> None:
    state = playing(deal(*[None] * players))

    assert list(range(players)) == list(state.to_act())
    assert all(state.legal(seat) for seat in range(players))


@pytest.mark.rule("WO-08")
def test_nobody_acts_between_rounds() -> None:
    state = WigOut().new(Seating(players=3))
    nobody: list[int] = []
    assert nobody == list(state.to_act())

    win(state, 1)

    assert nobody == list(state.to_act())
    assert [[], [], []] == [state.legal(seat) for seat in range(3)]


@pytest.mark.rule("WO-08")
def test_a_seat_may_act_many_times_in_a_row() -> None:
    state = playing(deal(hand(nest=2, bun=2, bolt=2, beehive=1), None))

    for action in (start("bolt"), Lay(card="beehive"), start("nest"), start("bun")):
        assert [(0, action)] == state.apply(0, action)


@pytest.mark.rule("WO-08")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_the_order_of_two_actions_decides_who_gets_what(first: int, second: int) -> None:
    """Both want the top card of the deck; it goes to the one whom the table took first."""
    other = hand(afro=1, pigtails=1, moptop=1, curls=1, bun=1, bolt=1, onehair=1)
    state = playing(deal(UNPLAYABLE, other, top=("flame", "braid")))

    assert [(first, Draw(card="flame"))] == state.apply(first, DRAW)
    assert [(second, Draw(card="braid"))] == state.apply(second, DRAW)


@pytest.mark.rule("WO-08", "WO-15")
def test_a_card_that_comes_after_the_shout_did_not_happen() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(bun=3, beehive=4)))
    state.apply(0, SHOUT)

    assert "WO-06: wo-not-started" == str(refused(state, 1, Lay(card="bun")))
    assert (0, 7) == state.totals


@pytest.mark.rule("WO-09")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_two_to_five_cards_of_one_character_make_a_new_pile(count: int) -> None:
    state = playing(deal(hand(nest=5, bun=1, bolt=1), None))

    assert [(0, start("nest", count))] == state.apply(0, start("nest", count))
    assert {"beehive": 1, "mohawk": 1, "nest": count} == piles_of(state)
    assert Counter(nest=5 - count, bun=1, bolt=1) == hand_of(state, 0)


@pytest.mark.rule("WO-09")
def test_every_number_of_cards_of_a_new_pile_is_listed_as_legal() -> None:
    state = playing(deal(hand(nest=4, bun=2, bolt=1), None))

    assert [start("bun"), start("nest", 2), start("nest", 3), start("nest", 4)] == state.legal(0)


@pytest.mark.rule("WO-09")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        pytest.param((), "wo-start-two", id="no card"),
        pytest.param(("nest",), "wo-start-two", id="one card"),
        pytest.param(("nest", "bun"), "wo-start-alike", id="two characters"),
        pytest.param(("nest", "nest", "bun"), "wo-start-alike", id="a stranger among them"),
        pytest.param(("nest",) * 4, "wo-not-in-hand, card=nest", id="more than are held"),
        pytest.param(("nest",) * 60, "wo-not-in-hand, card=nest", id="more than exist"),
        pytest.param(("flame", "flame"), "wo-not-in-hand, card=flame", id="none held"),
    ],
)
def test_a_new_pile_of_anything_else_is_refused(cards: Cards, why: str) -> None:
    state = playing(deal(hand(nest=3, bun=3, bolt=1), None))

    assert f"WO-09: {why}" == str(refused(state, 0, Start(cards=cards)))
    assert Start(cards=cards) not in state.legal(0)


@pytest.mark.rule("WO-10")
def test_one_card_goes_on_the_pile_of_its_character() -> None:
    state = playing(deal(hand(beehive=2, nest=5), None))

    assert [(0, Lay(card="beehive"))] == state.apply(0, Lay(card="beehive"))
    assert {"beehive": 2, "mohawk": 1} == piles_of(state)
    assert Counter(beehive=1, nest=5) == hand_of(state, 0)


@pytest.mark.rule("WO-10")
def test_anybody_lays_on_a_pile_that_somebody_else_started() -> None:
    state = playing(deal(hand(nest=2, bun=5), hand(nest=3, bolt=4)))
    assert Lay(card="nest") not in state.legal(1)

    state.apply(0, start("nest"))

    assert Lay(card="nest") in state.legal(1)
    state.apply(1, Lay(card="nest"))
    assert 3 == piles_of(state)["nest"]


@pytest.mark.rule("WO-10")
def test_a_card_whose_character_has_no_pile_is_refused() -> None:
    state = playing(deal(hand(nest=1, bun=5, bolt=1), None))

    illegal = refused(state, 0, Lay(card="nest"))

    assert "WO-10: wo-no-pile, card=nest" == str(illegal)
    assert "no nest pile" in refusal(illegal, "en")
    assert "montón de “nido”" in refusal(illegal, "es")
    assert Lay(card="nest") not in state.legal(0)


@pytest.mark.rule("WO-10")
def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    state = playing(deal(hand(nest=5, bun=2), None))

    assert "WO-10: wo-not-in-hand, card=beehive" == str(refused(state, 0, Lay(card="beehive")))
    assert Lay(card="beehive") not in state.legal(0)


@pytest.mark.rule("WO-11")
def test_a_player_who_cannot_play_may_only_draw_and_gets_the_top_card() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid")))

    assert [DRAW] == state.legal(0)
    assert [(0, Draw(card="flame"))] == state.apply(0, DRAW)
    assert Counter(UNPLAYABLE) + Counter(flame=1) == hand_of(state, 0)
    assert 43 == deck_of(state)


@pytest.mark.rule("WO-11")
def test_cards_are_drawn_one_by_one_until_one_can_be_played() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid", "beehive", "mohawk")))

    drawn = [what(state.apply(0, DRAW))[0].card for _ in range(3)]

    assert ["flame", "braid", "beehive"] == drawn
    assert [Lay(card="beehive")] == state.legal(0)


@pytest.mark.rule("WO-11")
def test_drawing_a_second_of_a_kind_also_ends_the_drawing() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("nest", "flame")))

    state.apply(0, DRAW)

    assert [start("nest")] == state.legal(0)


@pytest.mark.rule("WO-11")
def test_a_draw_may_name_the_top_card_but_no_other() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid")))

    assert "WO-11: wo-top-card" == str(refused(state, 0, Draw(card="braid")))
    assert [(0, Draw(card="flame"))] == state.apply(0, Draw(card="flame"))


@pytest.mark.rule("WO-11")
def test_only_the_player_who_draws_is_told_the_card() -> None:
    rules = WigOut()
    drawn = Draw(card="flame")

    assert drawn == rules.told(1, drawn, 1)
    assert [DRAW, DRAW] == [rules.told(1, drawn, viewer) for viewer in (0, None)]
    assert Lay(card="flame") == rules.told(1, Lay(card="flame"), 0)


@pytest.mark.rule("WO-12")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(ODDMENTS, id="a character with a pile"),
        pytest.param(hand(nest=2, afro=1, bun=1, bolt=1, flame=1, braid=1), id="two of a kind"),
    ],
)
def test_a_draw_while_a_card_can_be_played_is_refused(cards: Cards) -> None:
    state = playing(deal(cards, None))

    assert "WO-12: wo-must-play" == str(refused(state, 0, DRAW))
    assert DRAW not in state.legal(0)


@pytest.mark.rule("WO-12")
def test_after_the_playable_cards_are_gone_drawing_is_open_again() -> None:
    state = playing(deal(ODDMENTS, None))
    for card in ("beehive", "mohawk"):
        assert DRAW not in state.legal(0)
        state.apply(0, Lay(card=card))

    assert [DRAW] == state.legal(0)


@pytest.mark.rule("WO-12")
@pytest.mark.parametrize("cards", [ODDMENTS, hand(nest=5, bun=2)], ids=["a character with a pile", "two of a kind"])
def test_with_the_option_free_draw_anybody_may_draw_at_any_time(cards: Cards) -> None:
    state = playing(deal(cards, None, top=("flame",)), Options(free_draw=True))

    assert DRAW == state.legal(0)[-1]
    assert len(state.legal(0)) > 1
    assert [(0, Draw(card="flame"))] == state.apply(0, DRAW)


@pytest.mark.rule("WO-13")
def test_a_player_with_an_empty_deck_and_nothing_to_play_waits() -> None:
    state = waiting()
    nothing: list[Any] = []

    assert (0, Counter(nest=1)) == (deck_of(state), hand_of(state, 0))
    assert nothing == state.legal(0)
    assert "WO-13: wo-deck-empty" == str(refused(state, 0, DRAW))


@pytest.mark.rule("WO-13")
def test_somebody_elses_play_ends_the_waiting() -> None:
    state = waiting()

    state.apply(1, start("nest"))

    assert [Lay(card="nest")] == state.legal(0)


@pytest.mark.rule("WO-13", "WO-12")
def test_an_empty_deck_gives_nothing_under_free_draw_either() -> None:
    state = playing(deal(hand(nest=1, afro=4, curls=2), hand(nest=4, bun=3)), Options(free_draw=True))
    while deck_of(state):
        state.apply(0, DRAW)

    assert "WO-13: wo-deck-empty" == str(refused(state, 0, DRAW))
    assert DRAW not in state.legal(0)


@pytest.mark.rule("WO-12", "WO-13")
def test_a_playable_card_is_the_first_reason_against_a_draw_from_an_empty_deck() -> None:
    """The refusal is the same as with a full deck, so that it tells nothing more."""
    state = waiting()

    assert "WO-12: wo-must-play" == str(refused(state, 1, DRAW))


@pytest.mark.rule("WO-14")
def test_cards_played_together_join_the_pile_that_is_there() -> None:
    state = playing(deal(hand(beehive=3, nest=4), None))

    assert [(0, start("beehive", 3))] == state.apply(0, start("beehive", 3))
    assert {"beehive": 4, "mohawk": 1} == piles_of(state)


@pytest.mark.rule("WO-14")
def test_cards_join_the_pile_of_two_turned_up_alike() -> None:
    state = playing(deal(hand(beehive=3, nest=4), None, turned=("beehive", "beehive")))

    state.apply(0, start("beehive", 3))

    assert {"beehive": 5} == piles_of(state)


@pytest.mark.rule("WO-14")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_two_players_who_start_the_same_pile_both_succeed(first: int, second: int) -> None:
    state = playing(deal(hand(nest=2, afro=5), hand(nest=3, bun=4)))
    plays = [start("nest"), start("nest", 3)]

    state.apply(first, plays[first])
    state.apply(second, plays[second])

    assert {"beehive": 1, "mohawk": 1, "nest": 5} == piles_of(state)


@pytest.mark.rule("WO-14", "WO-10")
def test_two_players_who_lay_on_the_same_pile_both_succeed() -> None:
    state = playing(deal(ODDMENTS, hand(beehive=1, nest=5, bolt=1)))

    state.apply(1, Lay(card="beehive"))
    state.apply(0, Lay(card="beehive"))

    assert 3 == piles_of(state)["beehive"]
