"""Encodings: every view has its numbers, within bounds, from the view alone; every action its integer."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.research.encodings import Encoding, encoding
from rumpus.research.encodings.wig_out import WigOutEncoding
from rumpus.shuffle import Shuffle, seeded
from tests.research.tables import GAMES, SHORT, random_match

ACTIONS = {"five_crowns": 114, "wackee_six": 347, "wig_out": 63}


def faults(coded: Encoding, seed: int, steps: int = 400) -> list[str]:
    """What is wrong with an encoding in a random match: sizes, bounds, integers of two actions, hidden cards."""
    found = []
    low = [block.low for block in coded.blocks for _ in range(block.size)]
    high = [block.high for block in coded.blocks for _ in range(block.size)]
    memory = coded.rules.memory()
    for number, (state, seat) in enumerate(islice(random_match(coded.rules, coded.players, seed), steps)):
        view = state.view(seat)
        values = coded.encode(view, memory)
        if len(values) != coded.size:
            found.append("size")
        elif not all(lowest <= value <= highest for lowest, value, highest in zip(low, values, high, strict=True)):
            found.append("bounds")
        legal = state.legal(seat)
        numbers = coded.numbered(legal)
        if sorted(map(str, numbers.values())) != sorted(map(str, legal)):
            found.append("two actions with one integer")
        if not all(0 <= integer < coded.actions for integer in numbers):
            found.append("an integer out of range")
        if number % 10 == 0:
            other = coded.rules.imagine(view, Shuffle(seeded("other", number)))
            if coded.encode(other.view(seat), memory) != values:
                found.append("hidden cards make a difference")
            if coded.legal(view) != numbers:
                found.append("the view alone says something else")
    return sorted(set(found))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_every_view_has_numbers_within_bounds_and_every_action_an_integer(
    name: str, memory: bool, players: int
) -> None:
    coded = encoding(name, players, SHORT[name], memory=memory)
    assert ACTIONS[name] == coded.actions
    assert [] == faults(coded, players)


def test_partners_and_large_tables_have_an_encoding() -> None:
    assert [] == faults(encoding("wackee_six", 7, {"target": 10}), 1, 200)
    assert [] == faults(encoding("five_crowns", 9, SHORT["five_crowns"], memory=True), 1, 200)


@pytest.mark.parametrize(
    ("method", "planted", "fault"),
    [
        ("numbers", lambda self, view, memory: [0.0], "size"),
        ("points", lambda self, totals: [99.0] * len(totals), "bounds"),
        ("number", lambda self, action: 0, "two actions with one integer"),
        ("number", lambda self, action: self.place_of[action] + 60, "an integer out of range"),
    ],
)
def test_a_planted_fault_of_an_encoding_is_caught(method: str, planted: Any, fault: str) -> None:
    Planted = type("Planted", (WigOutEncoding,), {method: planted})  # noqa: N806 - a class
    assert fault in faults(Planted(game("wig_out", SHORT["wig_out"]), 3), 3)


def test_an_encoding_that_knew_hidden_cards_would_be_caught() -> None:
    class Peeking(WigOutEncoding):
        def numbers(self, view: Any, memory: Any) -> list[float]:
            values = super().numbers(view, memory)
            values[-1] = 0.001 * (id(view) % 997)  # anything that the view does not say
            return values

    assert "hidden cards make a difference" in faults(Peeking(game("wig_out"), 3), 3)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_block_says_what_the_seat_itself_holds(name: str) -> None:
    coded = encoding(name, 2, SHORT[name])
    kinds = len(coded.rules.pack.names)
    for state, seat in islice(random_match(coded.rules, 2, 5), 50):
        view: Any = state.view(seat)
        values = coded.encode(view)
        if name == "wackee_six":
            rows = [values[place * kinds : (place + 1) * kinds] for place in range(6)]
            told = [coded.rules.pack.names[row.index(1.0)] if 1.0 in row else None for row in rows]
            assert list(view.public.sides[view.private.side].up) == told
        else:
            held = Counter(view.private.hand)
            assert [card in held for card in coded.rules.pack.names] == [bool(value) for value in values[:kinds]]


def test_a_memory_shows_cards_that_were_picked_up_in_the_open() -> None:
    coded = encoding("five_crowns", 2, {"rounds": 1}, memory=True)
    state = coded.rules.new(2)
    history = state.apply(None, state.owed(Shuffle(7)))
    top, seat = state.public().discard, state.to_act()[0]
    history += state.apply(seat, state.legal(seat)[1])
    values = coded.encode(state.view(1 - seat), coded.rules.memory(history))
    picked = values[-len(coded.rules.pack.names) :]
    assert [name for name, value in zip(coded.rules.pack.names, picked, strict=True) if value] == [top]
    assert not any(coded.encode(state.view(1 - seat))[-len(picked) :])


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_zero_sum_and_favour_who_is_ahead(name: str) -> None:
    coded = encoding(name, 3, SHORT[name])
    earned = coded.rewards((0, 0, 0), (10, 20, 60), ((0,), (1,), (2,)))
    assert 0 == pytest.approx(sum(earned))
    best = 0 if coded.rules.lowest_wins else 2
    assert max(earned) == earned[best] == pytest.approx((30 if best == 0 else 45) / coded.scale)


def test_partners_share_a_reward() -> None:
    coded = encoding("wackee_six", 4, {"partners": True})
    earned = coded.rewards((0, 0), (30, 10), ((0, 2), (1, 3)))
    assert [0.4, -0.4, 0.4, -0.4] == earned


def test_a_game_without_an_encoding_is_refused_in_a_sentence() -> None:
    with pytest.raises(Malformed, match="there is no game 'poker'; the games are five_crowns"):
        encoding("poker", 2)
    with pytest.raises(Malformed, match="has no option 'colour'"):
        encoding("wig_out", 2, {"colour": 1})
