"""Perft: how many ways the first four actions after three fixed deals of each game can go, all seats' actions.

The numbers are in tests/golden/perft. A number that changes is a rule that changed:
`python -m tests.contract.test_perft` prints them anew, and the difference needs a reason.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rumpus.contract import Seating, State
from rumpus.games import GAMES, game
from rumpus.shuffle import Shuffle, seeded

FOLDER = Path(__file__).parents[1] / "golden" / "perft"
DEPTH = 4
DEALS: dict[str, list[tuple[int, dict[str, Any], int]]] = {  # players, options, rounds played by random before
    "five_crowns": [(2, {}, 0), (3, {"turn_limit": 1}, 0), (4, {"turn_limit": 1}, 3)],
    "wackee_six": [(2, {}, 0), (3, {"auto_shout": True}, 0), (7, {}, 0)],
    "wig_out": [(2, {}, 0), (3, {"free_draw": True}, 0), (4, {"auto_shout": True}, 0)],
}


def ready(name: str, number: int) -> State:
    """The fixed deal, with the race under way."""
    players, options, rounds = DEALS[name][number]
    state = game(name, options).new(Seating(players=players))
    house = Shuffle(seeded("perft", name, number))
    while True:
        chance = state.owed(house)
        if chance is not None:
            state.apply(None, chance)
            if state.round > rounds:
                break
            continue
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    table = state.legal(None)[0]
    if table.__struct_config__.tag == "go":
        state.apply(None, table)
    return state


def perft(state: State, depth: int) -> int:
    """The number of ways to go on for so many actions; chance is not part of it."""
    if depth == 0:
        return 1
    total = 0
    for seat in state.to_act():
        for action in state.legal(seat):
            after = state.copy()
            after.apply(seat, action)
            total += perft(after, depth - 1)
    return total


def counts(name: str, number: int) -> list[int]:
    """The numbers for depth 1 to 4."""
    state = ready(name, number)
    return [perft(state, depth) for depth in range(1, DEPTH + 1)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_perft_counts_match_the_recorded_ones(name: str, number: int) -> None:
    written = json.loads((FOLDER / f"{name}.json").read_text())
    assert written[number]["counts"] == counts(name, number)


@pytest.mark.parametrize("name", GAMES)
def test_perft_counts_are_recorded_for_three_deals(name: str) -> None:
    written = json.loads((FOLDER / f"{name}.json").read_text())
    expected = [{"players": p, "options": o, "rounds_before": r} for p, o, r in DEALS[name]]
    assert expected == [{key: deal[key] for key in ("players", "options", "rounds_before")} for deal in written]


if __name__ == "__main__":
    for title in GAMES:
        found = [
            {"players": p, "options": o, "rounds_before": r, "counts": counts(title, number)}
            for number, (p, o, r) in enumerate(DEALS[title])
        ]
        (FOLDER / f"{title}.json").write_text("[\n" + ",\n".join(json.dumps(deal) for deal in found) + "\n]\n")
