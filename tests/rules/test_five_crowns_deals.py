"""Five Crowns before a card is played: the cards, the deals, the reshuffles and the options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumpus.contract import ABANDONED, OVER, STOPPED, Illegal, Malformed, Result, Seating
from rumpus.games import game
from rumpus.games.five_crowns.actions import Deal, Discard, Options, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, RANKS, SUITS, TEXT, deck, kind, texts, wild_rank
from rumpus.games.five_crowns.melds import is_meld, is_wild
from rumpus.games.five_crowns.rules import FiveCrowns, FiveCrownsState
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_deals import (
    Unshuffled,
    all_cards,
    arranged,
    assert_worded,
    at_random,
    before_round,
    cards,
    deal,
    dealt,
    discard,
    draw_and_discard,
    go_out,
    hand,
    hand_made,
    keep,
    kinds,
    new,
    play_round,
    refused,
    take,
    unreadable,
    use_up,
)

PLAYERS = range(2, 15)
ROUNDS = range(1, 12)
WILDS = dict(zip(ROUNDS, "3456789TJQK", strict=True))  # FC-05


def owed_deal(state: FiveCrownsState, pick: int = 0) -> Deal:
    owed = state.owed(Unshuffled(pick))
    assert isinstance(owed, Deal)
    return owed


def owed_reshuffle(state: FiveCrownsState) -> Reshuffle:
    owed = state.owed(Unshuffled())
    assert isinstance(owed, Reshuffle)
    return owed


def changed(action: Deal, **fields: Any) -> Deal:
    return msgspec.structs.replace(action, **fields)


def all_of(action: Deal) -> Counter[str]:
    assert action.hands is not None
    assert action.draw is not None
    return Counter([action.discard, *action.draw, *(card for some in action.hands for card in some)])


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
        state.apply(None, state.owed(chance))
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


# Reshuffles


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
def test_a_reshuffle_that_cannot_be_read() -> None:
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


# The options


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
def test_the_options_have_the_defaults_of_the_sheet() -> None:
    assert Options(first_dealer="host", rounds=11, tie_break=False, turn_limit=None) == game("five_crowns").options


@pytest.mark.rule("FC-24")
@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_quick_game_plays_only_the_first_so_many_rounds(rounds: int) -> None:
    state = new(2, rounds=rounds)
    for _ in range(rounds):
        assert state.outcome() is None
        play_round(state)
    assert (rounds, "finished") == (state.round, state.result and state.result.why)


@pytest.mark.rule("FC-24")
def test_the_last_round_of_a_quick_game_deals_as_few_cards_as_that_round_always_does() -> None:
    assert ("5", 5) == (owed_deal(before_round(3, rounds=3)).wild, before_round(3, rounds=3).next_deal()[1])


@pytest.mark.rule("FC-21", "FC-24")
def test_without_options_eleven_rounds_are_played() -> None:
    state = FiveCrowns().new(Seating(players=2))
    for _ in range(11):
        assert state.outcome() is None
        play_round(state)
    assert (11, 11, OVER) == (state.round, len(state.sheet), state.phase)


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
@pytest.mark.parametrize(
    "options",
    [
        *({"rounds": number} for number in ROUNDS),
        {"tie_break": True},
        {"tie_break": False},
        {"turn_limit": None},
        {"turn_limit": 1},
        {"turn_limit": 1000},
        {"first_dealer": "host"},
        {"first_dealer": "random"},
    ],
)
def test_every_option_can_be_set(options: dict[str, Any]) -> None:
    chosen = game("five_crowns", options).options
    assert options == {name: getattr(chosen, name) for name in options}


@pytest.mark.rule("FC-22", "FC-23", "FC-24", "T-01")
@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 0},
        {"rounds": 12},
        {"rounds": "3"},
        {"rounds": None},
        {"tie_break": 1},
        {"tie_break": "yes"},
        {"turn_limit": 0},
        {"turn_limit": -5},
        {"turn_limit": 1001},
        {"turn_limit": 2.5},
        {"first_dealer": "left"},
        {"first_dealer": 0},
        {"wilds": 3},
    ],
)
def test_an_option_out_of_range_is_unreadable(options: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match=r"Five Crowns"):
        game("five_crowns", options)


# The end of the match by the table


@pytest.mark.rule("T-04", "FC-21")
def test_between_rounds_the_table_may_stop_and_the_lowest_total_wins() -> None:
    state = before_round(2, players=3)
    assert [STOPPED, ABANDONED] == state.legal(None)
    [(by, result)] = state.apply(None, STOPPED)
    assert by is None
    assert Result(why="stopped", totals=state.totals, winners=(1,)) == result == state.outcome()


@pytest.mark.rule("T-04")
def test_the_table_cannot_stop_before_the_first_deal_or_during_a_round() -> None:
    state = new(3)
    assert [ABANDONED] == state.legal(None)
    assert ("T-04", "stop-between-rounds") == refused(state, None, STOPPED)
    assert ("T-04", "stop-between-rounds") == refused(deal(state), None, STOPPED)


@pytest.mark.rule("T-02")
def test_an_abandoned_match_has_no_winner() -> None:
    state = dealt("4t 6h 8c", "5t 7h 9c")
    state.apply(None, ABANDONED)
    assert Result(why="abandoned", totals=(0, 0), winners=()) == state.outcome()
    assert [] == state.legal(None)


@pytest.mark.rule("FC-21")
def test_nobody_can_declare_a_result() -> None:
    state = before_round(2)
    assert ("FC-21", "result-follows") == refused(state, 0, STOPPED)
    assert ("FC-21", "result-follows") == refused(state, 0, ABANDONED)
    assert ("FC-21", "result-follows") == refused(state, None, Result(why="finished", winners=(0,)))


@pytest.mark.rule("FC-21")
def test_a_match_ends_once() -> None:
    state = new(2, rounds=1)
    play_round(state)
    assert ("FC-21", "match-over") == refused(state, None, ABANDONED)
    assert ("FC-21", "match-over") == refused(state, None, STOPPED)
    assert ("FC-21", "match-over") == refused(state, None, Result(why="finished"))
