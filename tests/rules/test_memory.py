"""What everybody saw stays where it went: the memory beside a view, and the states that are imagined with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from rumpus import contract
from rumpus.contract import Go, Seating
from rumpus.games import GAMES, game
from rumpus.games.five_crowns.actions import Deal, Discard, Reshuffle, Take
from rumpus.games.five_crowns.cards import KIND
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.memory import Memory
from rumpus.games.wackee_six import memory as wackee_memory
from rumpus.games.wackee_six.actions import Turn
from rumpus.games.wackee_six.cards import texts
from rumpus.shuffle import Shuffle, seeded
from tests.rules.five_crowns_deals import dealt, discard, go_out, take

OPTIONS: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 4, "turn_limit": 9, "undo": True, "tie_break": True},
    "wackee_six": {"target": 15, "partners": True},
    "wig_out": {"rounds": 2},
}
PLAYERS = 4


def watched(name: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """A match played at random, with the memory of somebody who watches it."""
    rules = game(name, OPTIONS[name])
    state: Any = rules.new(Seating(players=PLAYERS))
    memory = rules.memory()
    rng, house = Random(f"{name} {seed}"), Shuffle(seeded("memory", name, seed))
    while state.outcome() is None:
        chance = state.owed(house)
        seats = [seat for seat in (*state.to_act(), state.may_undo()) if seat is not None and state.legal(seat)]
        if chance is not None or not seats:
            seat, action = None, state.legal(None)[0] if chance is None else chance
        else:
            seat = rng.choice(seats)
            action = rng.choice(state.legal(seat))
        for by, done in state.apply(seat, action):
            memory.saw(by, rules.told(by, done, rng.choice([None, by])))
        yield state, memory


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_state_fits_the_view_and_the_memory(name: str, seed: int) -> None:
    rng, shuffle = Random(seed), Shuffle(seed)
    for state, memory in watched(name, seed):
        if rng.random() < 0.06:
            for viewer in (None, 0, 3):
                view = state.view(viewer)
                imagined = state.game.imagine(view, shuffle, memory)
                assert view == imagined.view(viewer)
                assert sorted(state.cards()) == sorted(imagined.cards())
                if viewer is not None:
                    assert state.legal(viewer) == imagined.legal(viewer)
                keeps(name, state, imagined, memory, viewer)


def keeps(name: str, state: Any, imagined: Any, memory: Any, viewer: int | None) -> None:
    """Whatever the memory holds is true, and the imagined state keeps it."""
    if name == "five_crowns" and state.phase == contract.PLAY:
        assert state.discards == imagined.discards or len(memory.pile) < len(state.discards)
        for seat, cards in memory.held.items():
            if state.laid[seat] is None and seat != viewer:
                for held in (state.hands[seat], imagined.hands[seat]):
                    assert not Counter(cards) - Counter(held)
    if name == "wackee_six" and state.phase == contract.PLAY:
        assert state.turned == imagined.turned
        for side, seats in enumerate(state.sides):
            if memory.decks[seats[0]].deck is not None:
                assert list(texts(state.deck[side])) == memory.decks[seats[0]].deck
                assert state.deck[side] == imagined.deck[side]


def test_all_of_it_is_put_to_the_test() -> None:
    """The matches above pick cards up, take them back, reshuffle nothing yet and turn hand decks over."""
    picked = [memory.held for _, memory in watched("five_crowns", 0) if any(memory.held.values())]
    assert len(picked) > 20
    known = [memory for _, memory in watched("wackee_six", 0) if any(deck.deck for deck in memory.decks.values())]
    assert len(known) > 20


def test_a_card_picked_up_in_the_open_is_in_its_holders_hand() -> None:
    """Without a memory that holds in about one imagined state of six, with it in every one."""
    state = dealt("4t 5c 6s", "7h 9h Jd", "8c 8s Qd", discard="8h")
    history: list[contract.Event] = [(None, Deal(round=1, dealer=0, wild="3", discard="8h"))]
    history += take(state, 1, "discard")
    history += discard(state, 1, "Jd")
    view, rules = state.view(2), FiveCrowns()
    eight, shares = KIND["8h"], []
    for memory in (None, rules.memory(history)):
        worlds = [rules.imagine(view, Shuffle(number), memory) for number in range(300)]
        shares.append(sum(eight in world.hands[1] for world in worlds) / len(worlds))
    assert shares[0] < 0.3
    assert 1.0 == shares[1]


def test_melds_on_the_table_are_no_longer_in_the_hand() -> None:
    state = dealt("4t 5c 6s", "7h 9h Jd", discard="8h", draw="Kc Kd")
    history: list[contract.Event] = [(None, Deal(round=1, dealer=0, wild="3", discard="8h"))]
    history += take(state, 1, "discard")
    history += go_out(state, 1, "Jd")
    memory = FiveCrowns().memory(history)
    assert [KIND["8h"]] == memory.held[1]
    imagined = FiveCrowns().imagine(state.view(0), Shuffle(1), memory)
    assert state.view(0) == imagined.view(0)
    assert KIND["Jd"] in memory.elsewhere(state.view(None))


def test_after_a_reshuffle_only_the_top_card_is_known() -> None:
    memory = Memory()
    for action in (Deal(round=1, dealer=0, wild="3", discard="8h"), Discard(card="9h"), Reshuffle()):
        memory.saw(0 if isinstance(action, Discard) else None, action)
    assert [KIND["9h"]] == memory.pile
    assert [] == memory.known(dealt("4t 5c 6s", "7h 9h Jd", discard="9h").view(0), [])[0]


def test_a_memory_of_another_match_is_left_out() -> None:
    """Somebody else played the seat for a while, or the memory is of another table."""
    state = dealt("4t 5c 6s", "7h 9h Jd", discard="8h")
    view, rules = state.view(0), FiveCrowns()
    for held in ([KIND["4t"]] * 3, [KIND["Kc"]] * 4):
        memory = rules.memory()
        memory.held = {1: held}
        assert rules.imagine(view, Shuffle(1), memory) == rules.imagine(view, Shuffle(1))
    race = next(state for state, _ in watched("wackee_six", 1) if state.phase == contract.PLAY and any(state.turned))
    memory_of_another = race.game.memory()
    for deck in (None, ["r1"] * 9):
        memory_of_another.decks = {seat: wackee_memory.HandDeck() for seat in range(PLAYERS)}
        for hand in memory_of_another.decks.values():
            hand.turned, hand.deck = ["w"] * 7, deck
        assert race.view(0) == race.game.imagine(race.view(0), Shuffle(1), memory_of_another).view(0)


def test_a_memory_of_a_hand_deck_with_impossible_cards_is_left_out() -> None:
    state, memory = next(
        (state, memory) for state, memory in watched("wackee_six", 1) if any(len(cards) == 6 for cards in state.turned)
    )
    side = next(side for side, cards in enumerate(state.turned) if len(cards) == 6)
    hand = memory.decks[state.sides[side][0]]
    hand.turned = ["w", "w", "w", *hand.turned[3:]]
    under, order, unseen = memory.known(state.public().sides[side])
    assert ([], None) == (under, order)
    assert len(unseen) == 54 - 3 - len([card for card in state.up[side] if card >= 0]) - len(state.played[side])


def test_facts_and_other_actions_are_no_news() -> None:
    for rules in map(game, GAMES):
        memory: Any = rules.memory([(None, Go())])
        memory.saw(0, Take(from_="draw", card="8h"))
    assert {} == FiveCrowns().memory([(0, Take(from_="draw", card="8h"))]).held


def test_open_hands_and_the_own_hand_need_no_memory() -> None:
    state = dealt("4t 5c 6s", "7h 9h Jd", discard="8h", draw="Kc Kd")
    memory = FiveCrowns().memory([(1, Take(from_="discard", card="8h"))])
    assert KIND["8h"] in memory.elsewhere(state.view(0))
    assert sorted(memory.elsewhere(state.view(1))) == sorted(KIND[card] for card in ("7h", "9h", "Jd", "8h"))
    take(state, 1, "discard")
    go_out(state, 1, "Jd")
    take(state, 0)
    discard(state, 0, "4t")
    view = state.view(0)
    assert view.public.shown is not None
    assert view == FiveCrowns().imagine(view, Shuffle(1), memory).view(0)


def test_a_hand_deck_that_nobody_watched_is_not_known() -> None:
    state = next(state for state, _ in watched("wackee_six", 1) if any(len(cards) == 6 for cards in state.turned))
    side = next(side for side, cards in enumerate(state.turned) if len(cards) == 6)
    seen = state.public().sides[side]
    late = state.game.memory()
    late.decks = {seen.seats[0]: wackee_memory.HandDeck()}
    late.saw(seen.seats[0], Turn(cards=("r1", "r2", "r3")))
    assert ([], None) == late.known(seen)[:2] == state.game.memory().known(seen)[:2]
    hand = late.decks[seen.seats[0]]
    hand.turned, hand.deck = list(texts(state.turned[side])), ["r1"]
    assert (state.turned[side][:3], None) == late.known(seen)[:2]


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_imagined_from_a_view_of_the_same_game_alone(name: str) -> None:
    others = [game(other).new(2) for other in GAMES if other != name]
    for wrong in (None, *(state.view(0) for state in others), others[0]):
        with pytest.raises(contract.Malformed, match="this takes a view of "):
            game(name).imagine(wrong, Shuffle(7))
    with pytest.raises(contract.Malformed, match=r"this takes a memory of .*, as memory\(\) gives it, not int"):
        game(name).imagine(game(name).new(2).view(0), Shuffle(7), 3)


def test_the_memory_of_another_game_is_refused() -> None:
    view, other = game("five_crowns").new(2).view(0), game("wackee_six").memory()
    with pytest.raises(contract.Malformed, match="this takes a memory of Five Crowns"):
        game("five_crowns").imagine(view, Shuffle(7), cast(Any, other))
