"""How many bytes a seat's private view and legal actions may take: enough, and the same whatever the cards are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.contract import PLAY, Seating, State
from rumpus.games import GAMES, game
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.wig_out.actions import LAYS, STARTS
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK
from tests.rules import five_crowns_deals as crowns
from tests.rules.hidden_worlds import MOMENTS, PLAYERS, moments, other_worlds

MORE_BYTES = len(',"more":true')  # that more legal actions follow


def size(value: Any) -> int:
    return len(msgspec.json.encode(value))


def private_size(state: State, seat: int) -> int:
    glance, complete = state.at_a_glance(seat)
    at_once = size(glance) + (0 if complete else MORE_BYTES)
    return size(state.private(seat)) + max(at_once, size(state.legal(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_private_fits_the_declared_size_which_no_hidden_card_changes(name: str) -> None:
    for number, state in zip(range(MOMENTS), moments(name), strict=False):
        for seat in range(PLAYERS):
            worlds = [state, *other_worlds(state, f"{name} {number}")]
            (most,) = {world.private_bytes(seat) for world in worlds}
            (_,) = {world.at_a_glance(seat)[1] for world in worlds}
            sizes = {private_size(world, seat) for world in worlds}
            assert len(sizes) == 1 or max(sizes) <= most, (state.view(seat), sizes)


def test_no_hand_at_all_of_wig_out_is_longer_than_declared() -> None:
    """The longest hand of each size, character by character, with all piles open."""
    longest = {0: 0}
    for card, name in enumerate(CHARACTERS):
        lay, starts = size(LAYS[card]) + 1, [size(start) + 1 for start in STARTS[card]]
        cost = [0] + [count * (len(name) + 3) + lay + sum(starts[: count - 1]) for count in range(1, COPIES + 1)]
        following: dict[int, int] = {}
        for cards, so_far in longest.items():
            for count, more in enumerate(cost):
                following[cards + count] = max(following.get(cards + count, 0), so_far + more)
        longest = following
    state: Any = game("wig_out", {}).new(Seating(players=2))
    state.phase = PLAY
    rest = len('{"hand":[]}[{"do":"draw"}],"more":true') + len(',"card":"pigtails"')
    assert len(DECK) == max(longest)
    for cards, found in longest.items():
        state.sizes[0] = cards
        assert found + rest <= state.private_bytes(0), cards


def test_no_hand_at_all_of_five_crowns_is_longer_than_declared() -> None:
    state: Any = game("five_crowns", {}).new(Seating(players=2))
    state.phase, state.turn = PLAY, 0
    for cards in range(15):
        for taken in (False, True):
            state.hands[0], state.taken = list(range(cards)), taken
            everything = [Discard(card=card, out=out) for out in (False, True) for card in crowns.hand(state, 0)]
            legal = everything if taken else [Take(from_="draw"), Take(from_="discard")]
            used = size(state.private(0)) + size(legal) + MORE_BYTES + len(',"card":"7h"')
            assert used <= state.private_bytes(0), cards
