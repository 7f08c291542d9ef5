"""Five Crowns: how many play, and who deals."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.contract import Illegal, Result
from rumpus.games.five_crowns.actions import Deal
from rumpus.games.five_crowns.cards import deck, texts
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_changes import PLAYERS, ROUNDS, changed, owed_deal
from tests.rules.five_crowns_deals import (
    Unshuffled,
    all_cards,
    assert_worded,
    at_random,
    before_round,
    keep,
    new,
    play_round,
    refused,
)


def all_of(action: Deal) -> Counter[str]:
    assert action.hands is not None
    assert action.draw is not None
    return Counter([action.discard, *action.draw, *(card for some in action.hands for card in some)])


# How many play


@pytest.mark.rule("FC-02")
@pytest.mark.parametrize("players", range(2, 8))
def test_up_to_seven_players_use_one_set(players: int) -> None:
    assert Counter(texts(deck(1))) == all_of(owed_deal(new(players)))


@pytest.mark.rule("FC-02")
@pytest.mark.parametrize("players", range(8, 15))
def test_eight_to_fourteen_players_use_two_sets(players: int) -> None:
    due = owed_deal(new(players))
    assert 232 == all_of(due).total()
    assert Counter(texts(deck(1) + deck(1))) == all_of(due)


@pytest.mark.rule("FC-02")
@pytest.mark.parametrize(("players", "wrong_sets"), [(7, 2), (8, 1)])
def test_a_deal_from_the_wrong_number_of_sets_is_refused(players: int, wrong_sets: int) -> None:
    state = new(players)
    due = owed_deal(state)
    rest = texts(deck(wrong_sets))[3 * players + 1 :]
    assert ("FC-01", "deal-cards") == refused(state, None, changed(due, draw=rest))


@pytest.mark.rule("FC-02")
@pytest.mark.parametrize("players", [-1, 0, 1, 15, 100])
def test_any_other_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(Illegal) as caught:
        new(players)
    assert ("FC-02", "fc-players", {"players": players}) == (
        caught.value.clause,
        caught.value.reason,
        caught.value.facts,
    )
    assert_worded(caught.value)


@pytest.mark.rule("FC-02", "FC-21")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_number_of_players_can_play_a_whole_match(players: int) -> None:
    """Eleven rounds from shuffled cards, every card accounted for, and the lowest total wins."""
    state = new(players, turn_limit=2)
    chance = Shuffle(seeded("whole match", players))
    for _ in ROUNDS:
        assert state.outcome() is None
        happens = state.owed(chance)
        assert happens is not None
        state.apply(None, happens)
        at_random(state, seed=players, turns=2 * players)
        assert Counter(deck(state.sets)) == all_cards(state)
    totals = tuple(map(sum, zip(*state.sheet, strict=True)))
    winners = tuple(seat for seat in range(players) if totals[seat] == min(totals))
    assert Result(why="finished", totals=totals, winners=winners) == state.outcome()


# Who deals


@pytest.mark.rule("FC-02", "T-01")
@pytest.mark.parametrize("host", range(4))
def test_the_host_deals_first(host: int) -> None:
    assert host == owed_deal(new(4, host=host)).dealer


@pytest.mark.rule("FC-02", "T-01")
@pytest.mark.parametrize("picked", range(4))
def test_with_first_dealer_random_chance_names_the_first_dealer(picked: int) -> None:
    state = new(4, host=1, first_dealer="random")
    state.apply(None, owed_deal(state, pick=picked))
    assert picked == state.dealer


@pytest.mark.rule("FC-20", "T-01")
def test_after_a_random_first_dealer_the_deal_passes_left_as_always() -> None:
    state = new(4, first_dealer="random", turn_limit=1)
    state.apply(None, owed_deal(state, pick=2))
    for _ in range(4):
        keep(state)
    assert 3 == owed_deal(state).dealer


@pytest.mark.rule("T-01")
def test_a_first_dealer_who_does_not_sit_at_the_table_is_refused() -> None:
    state = new(4, first_dealer="random")
    due = owed_deal(state)
    for dealer in (-1, 4):
        assert ("FC-20", "deal-dealer") == refused(state, None, changed(due, dealer=dealer))


@pytest.mark.rule("FC-20")
def test_the_player_on_the_dealers_left_deals_the_next_round() -> None:
    state = new(3, host=1)
    dealers = []
    for _ in range(6):
        dealers.append(owed_deal(state).dealer)
        play_round(state)
    assert [1, 2, 0, 1, 2, 0] == dealers


@pytest.mark.rule("FC-20")
def test_a_deal_by_another_dealer_is_refused() -> None:
    state = before_round(2, players=3)
    due = owed_deal(state)
    for dealer in (0, 2, 3, -2):
        assert ("FC-20", "deal-dealer") == refused(state, None, changed(due, dealer=dealer))


@pytest.mark.rule("FC-20")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_deal_of_another_round_than_the_next_is_refused(number: int) -> None:
    state = before_round(2, players=3)
    assert ("FC-20", "deal-dealer") == refused(state, None, changed(owed_deal(state), round=number))


@pytest.mark.rule("FC-20")
def test_a_seat_cannot_deal() -> None:
    state = new(3)
    assert ("FC-20", "deal-not-now") == refused(state, 0, owed_deal(state))


@pytest.mark.rule("FC-20")
def test_nothing_is_dealt_during_a_round() -> None:
    state = new(3)
    due = owed_deal(state)
    state.apply(None, due)
    assert state.owed(Unshuffled()) is None
    assert ("FC-20", "deal-not-now") == refused(state, None, due)
    assert ("FC-20", "deal-not-now") == refused(state, None, changed(due, round=2, dealer=1))


@pytest.mark.rule("FC-20", "FC-21")
def test_nothing_is_dealt_after_the_match() -> None:
    state = new(3, rounds=1)
    due = owed_deal(state)
    play_round(state)
    assert state.owed(Unshuffled()) is None
    assert ("FC-20", "deal-not-now") == refused(state, None, changed(due, round=2, dealer=1))
