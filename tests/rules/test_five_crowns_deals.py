"""Five Crowns: the cards, the deal and the wilds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.contract import Malformed
from rumpus.games.five_crowns.actions import Discard, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, RANKS, SUITS, TEXT, deck, kind, texts, wild_rank
from rumpus.games.five_crowns.lay_down import is_meld
from rumpus.games.five_crowns.melds import is_wild
from tests.rules.five_crowns_changes import PLAYERS, ROUNDS, changed, owed_deal
from tests.rules.five_crowns_deals import (
    all_cards,
    arranged,
    before_round,
    cards,
    deal,
    dealt,
    hand,
    hand_made,
    kinds,
    new,
    play_round,
    refused,
    unreadable,
)

WILDS = dict(zip(ROUNDS, "3456789TJQK", strict=True))  # FC-05


# The cards


@pytest.mark.rule("FC-01")
def test_a_set_has_116_cards() -> None:
    assert 116 == len(deck(1))


@pytest.mark.rule("FC-01")
def test_a_set_has_every_rank_of_every_suit_twice_and_six_jokers() -> None:
    ranks = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
    suits = ("t", "h", "c", "s", "d")
    expected = {rank + suit: 2 for suit in suits for rank in ranks} | {"**": 6}
    assert expected == Counter(texts(deck(1)))


@pytest.mark.rule("FC-01")
@pytest.mark.parametrize("number", range(JOKER + 1))
def test_every_card_reads_back_as_itself(number: int) -> None:
    assert number == kind(TEXT[number])


@pytest.mark.rule("FC-01")
@pytest.mark.parametrize("card", ["2h", "1t", "At", "10h", "7H", "h7", "7", "h", "*", "", "7h ", 7, None, ["7h"]])
def test_a_card_that_does_not_exist_is_unreadable(card: Any) -> None:
    with pytest.raises(Malformed, match="there is no card"):
        kind(card)


@pytest.mark.rule("FC-01")
def test_a_deal_with_a_card_that_does_not_exist_is_unreadable() -> None:
    state = new()
    due = owed_deal(state)
    assert due.hands is not None
    assert due.draw is not None
    damaged = [
        changed(due, discard="2h"),
        changed(due, draw=("Ax", *due.draw[1:])),
        changed(due, hands=(("1t", *due.hands[0][1:]), *due.hands[1:])),
    ]
    for action in damaged:
        assert "there is no card" in unreadable(state, None, action)


@pytest.mark.rule("FC-01")
def test_a_deal_in_which_a_card_stands_for_another_is_refused() -> None:
    """A third copy of one card in place of another: the number of cards is right, the cards are not."""
    state = new()
    due = hand_made(state, ["7h 7h 8h"])
    assert due.draw is not None
    wrong = tuple("7h" if card == "Kd" else card for card in due.draw)
    assert ("FC-01", "deal-cards") == refused(state, None, changed(due, draw=wrong))


@pytest.mark.rule("FC-01")
def test_a_deal_with_a_card_too_few_or_too_many_is_refused() -> None:
    state = new()
    due = owed_deal(state)
    assert due.draw is not None
    assert ("FC-01", "deal-cards") == refused(state, None, changed(due, draw=due.draw[1:]))
    assert ("FC-01", "deal-cards") == refused(state, None, changed(due, draw=(*due.draw, "**")))


# The deal


@pytest.mark.rule("FC-03")
@pytest.mark.parametrize("players", [2, 3, 7, 8, 14])
def test_round_one_deals_three_cards_and_each_later_round_one_more(players: int) -> None:
    state = new(players)
    sizes = []
    for _ in ROUNDS:
        due = owed_deal(state)
        assert due.hands is not None
        sizes.append(set(map(len, due.hands)))
        play_round(state)
    assert [{size} for size in range(3, 14)] == sizes


@pytest.mark.rule("FC-03")
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_dealers_left() -> None:
    """The unshuffled cards go 3t to seat 2, 4t to seat 3, 5t to seat 0, 6t to the dealer, and round again."""
    due = owed_deal(new(4, host=1))
    expected = (cards("5t 9t Kt"), cards("6t Tt 3h"), cards("3t 7t Jt"), cards("4t 8t Qt"))
    assert expected == due.hands


@pytest.mark.rule("FC-03", "FC-04")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("number", [1, 5, 11])
def test_every_number_of_players_is_dealt_in_order(players: int, number: int) -> None:
    """Card after card of the deck goes clockwise; the next is the discard, and the others the draw pile."""
    state = before_round(number, players)
    due = owed_deal(state)
    assert due.hands is not None
    order = [(due.dealer + 1 + place) % players for place in range(players)]
    handed = [due.hands[seat][lap] for lap in range(number + 2) for seat in order]
    assert texts(deck(state.sets)) == (*handed, due.discard, *(due.draw or ()))


@pytest.mark.rule("FC-03")
def test_the_hands_a_deal_states_are_the_hands_the_seats_hold() -> None:
    hands = ["8t 3h Kc", "** 4d 9s", "7h 7h 5c"]
    state = dealt(*hands)
    assert list(map(arranged, hands)) == [hand(state, seat) for seat in range(3)]


@pytest.mark.rule("FC-03")
def test_a_deal_with_a_hand_of_the_wrong_size_is_refused() -> None:
    state = new(3)
    due = owed_deal(state)
    assert due.hands is not None
    assert due.draw is not None
    first, second, third = due.hands
    damaged = [
        changed(due, hands=(first[:2], second, third), draw=(*due.draw, first[2])),
        changed(due, hands=((*first, due.draw[0]), second, third), draw=due.draw[1:]),
        changed(due, hands=(first, second), draw=(*due.draw, *third)),
        changed(due, hands=(first, second, third, due.draw[:3]), draw=due.draw[3:]),
        changed(due, hands=(), draw=(*due.draw, *first, *second, *third)),
    ]
    for action in damaged:
        assert ("FC-03", "deal-sizes") == refused(state, None, action)


@pytest.mark.rule("FC-03", "FC-04")
def test_a_deal_that_does_not_state_hands_or_draw_pile_is_unreadable() -> None:
    state = new(3)
    due = owed_deal(state)
    assert "states every hand" in unreadable(state, None, changed(due, hands=None))
    assert "states every hand" in unreadable(state, None, changed(due, draw=None))


@pytest.mark.rule("FC-04")
def test_the_top_card_of_the_rest_starts_the_discard_pile() -> None:
    """Unshuffled, nine cards go to three hands; the tenth is turned up and the draw pile goes on from the eleventh."""
    state = new(3)
    state.apply(None, owed_deal(state))
    assert ["Qt"] == [TEXT[card] for card in state.discards]
    assert cards("Kt 3h 4h") == texts(state.draw[::-1])[:3]


@pytest.mark.rule("FC-04")
@pytest.mark.parametrize(("players", "number", "left"), [(2, 1, 109), (7, 11, 24), (8, 1, 207), (14, 11, 49)])
def test_the_rest_is_the_draw_pile(players: int, number: int, left: int) -> None:
    state = deal(before_round(number, players))
    assert (1, left) == (len(state.discards), len(state.draw))


@pytest.mark.rule("FC-04")
def test_a_new_round_collects_all_cards_of_the_last() -> None:
    state = deal(before_round(2, players=3))
    assert Counter(deck(1)) == all_cards(state)
    assert [None, None, None] == state.laid
    assert (None, 1, False) == (state.out, state.turns, state.taken)


@pytest.mark.rule("FC-04")
def test_nobody_acts_before_the_deal() -> None:
    state = new(3)
    assert () == state.to_act()
    assert [[], [], []] == [state.legal(seat) for seat in range(3)]
    assert ("FC-04", "fc-not-dealt") == refused(state, 1, Take(from_="draw"))
    assert ("FC-04", "fc-not-dealt") == refused(state, 1, Discard(card="7h"))
    assert ("FC-19", "fc-reshuffle-not-now") == refused(state, None, Reshuffle(draw=()))


@pytest.mark.rule("FC-04")
def test_nobody_acts_between_two_rounds() -> None:
    state = before_round(2, players=3)
    assert () == state.to_act()
    assert [[], [], []] == [state.legal(seat) for seat in range(3)]
    assert ("FC-04", "fc-not-dealt") == refused(state, 2, Take(from_="discard"))


# The wilds


@pytest.mark.rule("FC-05")
@pytest.mark.parametrize(("number", "wild"), WILDS.items())
def test_the_deal_of_every_round_names_the_rank_equal_to_the_cards_dealt(number: int, wild: str) -> None:
    assert wild == owed_deal(before_round(number)).wild


@pytest.mark.rule("FC-05")
@pytest.mark.parametrize(("number", "wild"), WILDS.items())
def test_in_every_round_jokers_and_the_wild_rank_are_wild_and_nothing_else(number: int, wild: str) -> None:
    state = deal(before_round(number))
    expected = {wild + suit for suit in SUITS} | {"**"}
    assert expected == {TEXT[card] for card in range(JOKER + 1) if is_wild(card, state.wild)}


@pytest.mark.rule("FC-05")
@pytest.mark.parametrize(("number", "wild"), WILDS.items())
def test_in_every_round_the_wild_rank_completes_a_run_that_needs_one(number: int, wild: str) -> None:
    """Two cards three apart need a wild twice; the rank that was wild a round ago no longer helps."""
    high, low = ("Kt", "Tt") if wild not in "KT" else ("9t", "6t")
    before = RANKS[wild_rank(number + 2) - 1]
    assert is_meld(kinds(f"{low} {wild}h {wild}c {high}"), wild_rank(number + 2))
    assert not is_meld(kinds(f"{low} {before}h {before}c {high}"), wild_rank(number + 2))


@pytest.mark.rule("FC-05")
@pytest.mark.parametrize("wild", ["3", "5", "K", "*", "", "2"])
def test_a_deal_that_names_another_wild_rank_is_refused(wild: str) -> None:
    state = before_round(2, players=3)
    assert ("FC-05", "fc-deal-wild") == refused(state, None, changed(owed_deal(state), wild=wild))


@pytest.mark.rule("FC-05", "FC-22")
def test_a_deal_that_claims_to_break_a_tie_where_there_is_none_is_refused() -> None:
    state = before_round(4, players=3, tie_break=True)
    assert ("FC-05", "fc-deal-wild") == refused(state, None, changed(owed_deal(state), tie_break=True))
