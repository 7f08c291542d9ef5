"""Wig Out!: tied rounds, and whole matches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.contract import PLAY, Result, Score, Seating
from rumpus.games.wig_out.actions import DRAW, SHOUT, Draw, Lay, Options
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState
from rumpus.research import simulate
from tests.rules.wig_out_deals import (
    PLAYERS,
    deal,
    deck_of,
    hand,
    locked_deal,
    owed,
    phase_of,
    play_on,
    playing,
    start,
    tie,
    waiting,
    what,
    win,
)

# Deadlock


@pytest.mark.rule("WO-21")
def test_one_unmatched_card_each_and_an_empty_deck_is_a_tie() -> None:
    """The case of the sheet: five players with one nest each."""
    state = playing(locked_deal(5))

    happened = play_on(state)

    assert (0, (1, 1, 1, 1, 1)) == (deck_of(state), state.view(None).public.hands)
    assert Score(round=1, points=(0,) * 5, totals=(0,) * 5, why="tie") == what(happened)[-1]
    assert "deal" == phase_of(state)


@pytest.mark.rule("WO-21")
def test_six_players_can_be_locked_by_two_characters() -> None:
    state = playing(locked_deal(6))

    happened = play_on(state)

    assert (0, (1, 2, 2, 2, 2, 1)) == (deck_of(state), state.view(None).public.hands)
    assert Score(round=1, points=(0,) * 6, totals=(0,) * 6, why="tie") == what(happened)[-1]


@pytest.mark.rule("WO-21")
def test_five_players_with_more_than_one_card_each_are_locked_too() -> None:
    hands = [hand(**{card: 3}, onehair=1, nest=1) for card in ("afro", "moptop", "curls", "bun", "bolt")]
    state = playing(deal(*hands))

    happened = play_on(state)

    assert (2, 2, 2, 2, 2) == state.view(None).public.hands
    assert ["lay", "score"] == [action.__struct_config__.tag for action in what(happened)]
    assert "tie" == what(happened)[-1].why


@pytest.mark.rule("WO-21")
def test_the_last_draw_can_bring_the_tie() -> None:
    """Everybody waits with a one-hair, four also with a nest; the fifth nest is the last card of the deck."""
    both = [hand(**{card: 3}, onehair=1, nest=1) for card in ("afro", "moptop", "curls", "bun")]
    state = playing(deal(*both, hand(bolt=3, onehair=1, beehive=1), bottom=("nest",)))
    for seat, card in enumerate(("afro", "moptop", "curls", "bun", "bolt")):
        state.apply(seat, start(card, 3))
    state.apply(4, Lay(card="beehive"))
    while deck_of(state) > 1 or state.legal(0) != [DRAW]:
        state.apply(0, state.legal(0)[0])

    happened = state.apply(4, DRAW)

    tied = Score(round=1, points=(0,) * 5, totals=(0,) * 5, why="tie")
    assert [(4, Draw(card="nest")), (None, tied)] == happened
    assert (2, 2, 2, 2, 2) == state.view(None).public.hands


@pytest.mark.rule("WO-21")
def test_a_tie_gives_no_points() -> None:
    state = WigOut().new(Seating(players=5))
    win(state, 2)

    happened = tie(state)

    assert Score(round=2, points=(0,) * 5, totals=(5, 5, 0, 5, 5), why="tie") == what(happened)[-1]
    assert [(5, 5, 0, 5, 5), (0,) * 5] == state.sheet


@pytest.mark.rule("WO-21", "WO-15")
def test_a_round_is_not_a_tie_while_an_empty_hand_can_shout() -> None:
    """Five players sit on one nest each, the sixth has nothing left: its shout is all that can still happen."""
    hands = [*(locked_deal(5).hands or ()), hand(onehair=3, beehive=2)]
    state = playing(deal(*hands, turned=("onehair", "onehair")))

    play_on(state)

    assert (0, (1, 1, 1, 1, 1, 0)) == (deck_of(state), state.view(None).public.hands)
    assert "play" == phase_of(state)
    assert [[], [], [], [], [], [SHOUT]] == [state.legal(seat) for seat in range(6)]
    left = (1, 1, 1, 1, 1, 0)
    assert [(5, SHOUT), (None, Score(round=1, points=left, totals=left, why="out"))] == state.apply(5, SHOUT)


@pytest.mark.rule("WO-21")
def test_a_round_is_not_a_tie_while_somebody_can_play() -> None:
    assert "play" == phase_of(waiting())


@pytest.mark.rule("WO-21", "WO-18")
@pytest.mark.parametrize("players", [5, 6])
def test_the_deal_passes_on_after_a_tie(players: int) -> None:
    state = WigOut().new(Seating(players=players, host=3))
    dealers = []
    for _ in range(4):
        dealers.append(owed(state).dealer)
        tie(state)

    assert [(3 + step) % players for step in range(4)] == dealers


@pytest.mark.rule("WO-21", "WO-19")
def test_a_tied_round_does_not_count() -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=5))
    tie(state)
    assert state.outcome() is None
    assert 0 == state.view(None).public.counted

    win(state, 3)

    assert Result(why="finished", totals=(5, 5, 5, 0, 5), winners=(3,)) == state.outcome()


@pytest.mark.rule("WO-21", "WO-20")
@pytest.mark.parametrize("players", [5, 6])
def test_the_tenth_tie_in_a_row_counts_with_no_points(players: int) -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=players))
    for ties in range(1, 10):
        tie(state)
        assert (None, ties) == (state.outcome(), state.view(None).public.ties)

    happened = tie(state)

    nothing = (0,) * players
    assert [
        Score(round=10, points=nothing, totals=nothing, why="tie"),
        Result(why="finished", totals=nothing, winners=tuple(range(players))),
    ] == what(happened)[-2:]


@pytest.mark.rule("WO-21")
def test_a_round_with_a_winner_breaks_the_row_of_ties() -> None:
    state = WigOut().new(Seating(players=5))
    for _ in range(9):
        tie(state)
    win(state, 0)
    for _ in range(9):
        tie(state)

    assert 1 == state.view(None).public.counted
    tie(state)
    assert 2 == state.view(None).public.counted


@pytest.mark.rule("WO-21")
def test_after_the_tenth_tie_a_new_row_begins() -> None:
    state = WigOut().new(Seating(players=5))
    counted = []
    for _ in range(20):
        tie(state)
        counted.append(state.view(None).public.counted)

    assert [0] * 9 + [1] * 10 + [2] == counted


@pytest.mark.rule("WO-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_never_tie(players: int) -> None:
    for seed in range(6):
        match = simulate.play("wig_out", {"rounds": 10}, ["random"] * players, (players, seed))

        assert {"out": 10} == match.endings


# Whole matches


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("free_draw", [False, True])
@pytest.mark.parametrize("auto_shout", [False, True])
@pytest.mark.parametrize("first_dealer", ["host", "random"])
def test_matches_under_all_options_end_with_the_lowest_total_as_the_winner(
    players: int, free_draw: bool, auto_shout: bool, first_dealer: str
) -> None:
    options = {"rounds": 2, "free_draw": free_draw, "auto_shout": auto_shout, "first_dealer": first_dealer}
    bots = simulate.seats_for(players, ["greedy", "random"])
    result = simulate.play("wig_out", options, bots, (players,)).result
    lowest = min(result.totals)

    assert ("finished", players) == (result.why, len(result.totals))
    assert tuple(seat for seat, total in enumerate(result.totals) if total == lowest) == result.winners


def emptied_deck(players: int, holders: dict[str, list[int]]) -> WigOutState:
    """The end of a round: these characters have no pile, and these seats hold them; all else is piled."""
    state = WigOut(Options()).new(Seating(players=players))
    state.phase = PLAY
    for character in CHARACTERS:
        if character in holders:
            for seat in holders[character]:
                state.take(seat, CHARACTERS.index(character))
        else:
            state.piles[CHARACTERS.index(character)] = 5
            state.open |= 1 << CHARACTERS.index(character)
    return state


def where_five_cards_are(players: int) -> st.SearchStrategy[dict[str, list[int]]]:
    seats = st.lists(st.integers(0, players - 1), min_size=5, max_size=5)
    return st.dictionaries(st.sampled_from(CHARACTERS), seats, min_size=1, max_size=6)


@pytest.mark.rule("WO-21")
@given(st.data())
def test_two_to_four_players_can_never_be_locked(data: st.DataObject) -> None:
    """All five cards of a character without a pile are in hands, so one of four hands has two of them."""
    players = data.draw(st.integers(2, 4))
    assert not emptied_deck(players, data.draw(where_five_cards_are(players))).deadlocked()


@pytest.mark.rule("WO-21")
@given(st.data())
def test_one_card_each_locks_only_exactly_five_players(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from((5, 6)))
    state = emptied_deck(players, data.draw(where_five_cards_are(players)))
    if state.deadlocked() and set(state.sizes) == {1}:
        assert 5 == players


@pytest.mark.rule("WO-21")
def test_one_card_each_does_lock_five_players() -> None:
    state = emptied_deck(5, {"nest": [0, 1, 2, 3, 4]})
    assert ([1] * 5, True) == (state.sizes, state.deadlocked())
