"""Wig Out!: the end of a round and of the match."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.contract import ABANDONED, STOPPED, Malformed, Result, Score, Seating
from rumpus.games import game
from rumpus.games.wig_out.actions import DRAW, SHOUT, Lay, Options
from rumpus.games.wig_out.cards import DECK
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState
from tests.rules.wig_out_deals import (
    ODDMENTS,
    PLAYERS,
    UNPLAYABLE,
    Stacked,
    deal,
    dealt,
    emptied,
    hand,
    owed,
    phase_of,
    piles_of,
    playing,
    refused,
    start,
    unreadable,
    what,
    win,
)

# End of a round


@pytest.mark.rule("WO-15")
def test_the_shout_of_an_empty_hand_ends_the_round_at_once() -> None:
    state = emptied(deal(hand(nest=5, bun=2), None, None))

    happened = state.apply(0, SHOUT)

    assert [(0, SHOUT), (None, Score(round=1, points=(0, 7, 7), totals=(0, 7, 7), why="out"))] == happened
    assert "deal" == phase_of(state)


@pytest.mark.rule("WO-15")
def test_until_somebody_shouts_everyone_else_plays_on() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(bun=3, bolt=1, afro=1, curls=1, flame=1), top=("braid",)))
    assert "play" == phase_of(state)

    state.apply(1, start("bun", 3))
    state.apply(1, DRAW)
    state.apply(0, SHOUT)

    assert (0, 5) == state.totals


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize("action", [DRAW, Lay(card="nest"), start("nest")], ids=repr)
@pytest.mark.parametrize("free_draw", [False, True])
def test_with_an_empty_hand_the_shout_is_the_only_action_left(action: Any, free_draw: bool) -> None:
    state = emptied(deal(hand(nest=5, bun=2), None), Options(free_draw=free_draw))

    assert [SHOUT] == state.legal(0)
    assert "WO-15: wo-only-shout" == str(refused(state, 0, action))


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_of_two_empty_hands_the_first_shout_ends_the_round_and_both_score_nothing(first: int, second: int) -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(afro=5, curls=2), None))
    state.apply(1, start("afro", 5))
    state.apply(1, start("curls"))

    happened = state.apply(first, SHOUT)

    assert [(first, SHOUT), (None, Score(round=1, points=(0, 0, 7), totals=(0, 0, 7), why="out"))] == happened
    assert "WO-06: wo-not-started" == str(refused(state, second, SHOUT))


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize("last", [Lay(card="beehive"), start("bun")], ids=["a lay", "a new pile"])
def test_with_the_option_auto_shout_the_shout_follows_the_last_card(last: Any) -> None:
    rest = 1 if isinstance(last, Lay) else 2
    cards = hand(nest=5, **({"beehive": 1, "mohawk": 1} if rest == 1 else {"bun": 2}))
    state = playing(deal(cards, None), Options(auto_shout=True))
    state.apply(0, start("nest", 5))
    if rest == 1:
        assert [(0, Lay(card="mohawk"))] == state.apply(0, Lay(card="mohawk"))

    happened = state.apply(0, last)

    assert [(0, last), (0, SHOUT), (None, Score(round=1, points=(0, 7), totals=(0, 7), why="out"))] == happened


@pytest.mark.rule("WO-15")
def test_without_auto_shout_the_last_card_is_not_enough() -> None:
    state = playing(deal(hand(nest=5, bun=2), None))
    state.apply(0, start("nest", 5))

    assert [(0, start("bun"))] == state.apply(0, start("bun"))
    assert "play" == phase_of(state)


@pytest.mark.rule("WO-15")
def test_auto_shout_does_nothing_while_a_hand_has_cards() -> None:
    state = playing(deal(hand(nest=5, bun=2), None), Options(auto_shout=True))

    assert [(0, start("nest", 5))] == state.apply(0, start("nest", 5))
    assert "WO-16: wo-cards-left, count=2" == str(refused(state, 0, SHOUT))


@pytest.mark.rule("WO-16")
@pytest.mark.parametrize("left", [7, 2, 1])
def test_a_shout_with_cards_in_hand_is_refused(left: int) -> None:
    state = playing(deal(hand(nest=5, bun=1, beehive=1), None))
    if left < 7:
        state.apply(0, start("nest", 5))
    if left < 2:
        state.apply(0, Lay(card="beehive"))

    assert f"WO-16: wo-cards-left, count={left}" == str(refused(state, 0, SHOUT))
    assert SHOUT not in state.legal(0)


@pytest.mark.rule("WO-17")
def test_every_card_left_in_a_hand_is_one_point() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(beehive=4, afro=3), (*UNPLAYABLE[:6], "flame"), None))
    state.apply(1, start("beehive", 4))  # 3 cards left
    state.apply(2, Lay(card="bun"))  # 6 left
    state.apply(2, DRAW)  # 7 again

    score = what(state.apply(0, SHOUT))[1]

    assert ((0, 3, 7, 7), "out") == (score.points, score.why)


@pytest.mark.rule("WO-17")
def test_points_add_up_over_the_rounds() -> None:
    state = WigOut().new(Seating(players=3))
    for winner in (0, 1, 1):
        win(state, winner)

    assert [(0, 7, 7), (7, 0, 7), (7, 0, 7)] == state.sheet
    assert (14, 7, 21) == state.totals


@pytest.mark.rule("WO-17")
def test_the_hands_lie_open_when_the_round_is_over() -> None:
    state = emptied(deal(hand(nest=5, bun=2), (*ODDMENTS[:6], "flame")))
    state.apply(0, SHOUT)

    assert ((), (*ODDMENTS[:6], "flame")) == state.view(None).public.shown
    assert state.view(None).public.shown == state.view(1).public.shown


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_on_the_last_dealers_left_deals_next(players: int) -> None:
    state = WigOut(Options(rounds=10)).new(Seating(players=players, host=1))
    dealers = []
    for _ in range(players + 1):
        dealers.append(owed(state).dealer)
        win(state, 0)

    assert [(1 + step) % players for step in range(players + 1)] == dealers


@pytest.mark.rule("WO-18")
def test_all_sixty_cards_are_collected_and_shuffled_for_the_next_round() -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)
    chance = Stacked()
    following = state.owed(chance)

    assert following is not None
    assert [list(DECK)] == chance.handed
    state.apply(None, following)
    assert (2, "ready", {following.turned[0]: 1, following.turned[1]: 1}) == (
        state.round,
        phase_of(state),
        piles_of(state),
    )
    assert (7, 7, 7) == state.view(None).public.hands


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("dealer", [-1, 0, 2, 3])
def test_a_deal_by_the_wrong_dealer_is_refused(dealer: int) -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)

    assert "WO-18: deal-dealer" == str(refused(state, None, deal(None, None, None, number=2, dealer=dealer)))


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("number", [-1, 0, 1, 3])
def test_a_deal_of_the_wrong_round_is_refused(number: int) -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)

    assert "WO-18: deal-dealer" == str(refused(state, None, deal(None, None, None, number=number, dealer=1)))


@pytest.mark.rule("WO-18")
def test_a_seat_cannot_send_a_deal() -> None:
    state = WigOut().new(Seating(players=2))

    for seat in range(2):
        assert "WO-18: deal-not-now" == str(refused(state, seat, deal(None, None)))


@pytest.mark.rule("WO-18")
def test_there_is_no_deal_in_the_middle_of_a_round_nor_after_the_match() -> None:
    over = WigOut(Options(rounds=1)).new(Seating(players=2))
    win(over, 0)

    for state in (dealt(deal(None, None)), playing(deal(None, None)), over):
        assert state.owed(Stacked()) is None
        assert "WO-18: deal-not-now" == str(refused(state, None, deal(None, None, number=2, dealer=1)))


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("part", ["hands", "deck"])
def test_a_deal_without_its_hidden_cards_cannot_be_read(part: str) -> None:
    """A deal as it is told to a seat is not one that can be replayed."""
    state = WigOut().new(Seating(players=2))

    assert "every hand and the deck" in unreadable(
        state, None, msgspec.structs.replace(deal(None, None), **{part: None})
    )


# End of the match


@pytest.mark.rule("WO-19")
def test_a_match_is_five_rounds() -> None:
    state = WigOut().new(Seating(players=2))
    for _ in range(4):
        win(state, 0)
        assert state.outcome() is None

    happened = win(state, 0)

    result = Result(why="finished", totals=(0, 35), winners=(0,))
    assert [
        (0, SHOUT),
        (None, Score(round=5, points=(0, 7), totals=(0, 35), why="out")),
        (None, result),
    ] == happened
    assert result == state.outcome()
    assert "over" == phase_of(state)


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6, 49, 50])
def test_the_option_rounds_says_how_many_rounds_a_match_has(rounds: int) -> None:
    state = game("wig_out", {"rounds": rounds}).new(Seating(players=2))
    assert isinstance(state, WigOutState)

    while state.outcome() is None:
        win(state, 0)

    assert rounds == state.round == len(state.sheet) == state.view(None).public.counted


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("rounds", [0, -1, 51, 5.5, "5", True, None])
def test_no_other_number_of_rounds_can_be_agreed(rounds: object) -> None:
    with pytest.raises(Malformed):
        game("wig_out", {"rounds": rounds})


@pytest.mark.parametrize(
    ("option", "value"), [("free_draw", 1), ("auto_shout", "yes"), ("first_dealer", "guest"), ("target", 100)]
)
def test_other_options_and_other_values_cannot_be_read(option: str, value: object) -> None:
    with pytest.raises(Malformed):
        game("wig_out", {option: value})


def test_the_options_of_a_table_are_the_defaults_unless_given() -> None:
    assert Options(rounds=5, free_draw=False, auto_shout=False, first_dealer="host") == game("wig_out").options
    assert Options(free_draw=True, auto_shout=True) == game("wig_out", {"free_draw": True, "auto_shout": True}).options


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("action", [Lay(card="beehive"), start("nest"), DRAW, SHOUT, ABANDONED, STOPPED], ids=repr)
def test_after_the_match_nothing_happens_any_more(action: Any) -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=2))
    win(state, 0)
    nothing: list[Any] = []

    assert "WO-19: match-over" == str(refused(state, None if isinstance(action, Result) else 1, action))
    assert [nothing, nothing, nothing] == [state.legal(actor) for actor in (None, 0, 1)]
    assert nothing == list(state.to_act())


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("actor", [0, 1, None])
def test_nobody_declares_the_match_finished(actor: int | None) -> None:
    state = playing(deal(None, None))

    assert "WO-19: result-follows" == str(refused(state, actor, Result(why="finished", winners=(0,))))


@pytest.mark.rule("WO-20")
def test_the_lowest_total_wins() -> None:
    state = WigOut(Options(rounds=3)).new(Seating(players=3))
    for winner in (2, 0, 2):
        win(state, winner)

    assert Result(why="finished", totals=(14, 21, 7), winners=(2,)) == state.outcome()


@pytest.mark.rule("WO-20")
def test_equal_lowest_totals_share_the_win() -> None:
    state = WigOut(Options(rounds=2)).new(Seating(players=3))
    for winner in (2, 0):
        win(state, winner)

    assert Result(why="finished", totals=(7, 14, 7), winners=(0, 2)) == state.outcome()


@pytest.mark.rule("WO-20")
def test_all_may_share_the_win() -> None:
    state = WigOut(Options(rounds=2)).new(Seating(players=2))
    for winner in (0, 1):
        win(state, winner)

    assert Result(why="finished", totals=(7, 7), winners=(0, 1)) == state.outcome()
