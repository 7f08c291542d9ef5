"""What the browser's score pad must agree with: numbers of the rules, and matches as people would write them down.

`python -m tests.rules.score_pad` writes tests/golden/vectors/score_pad.json again; web/src/games/pad.test.ts reads it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from rumpus.bots import bot
from rumpus.contract import Game, Score
from rumpus.games import GAMES, game
from rumpus.games.five_crowns.cards import POINTS, deck, wild_rank
from rumpus.games.five_crowns.layout import FIRST_DEAL, ONE_SET_SEATS
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wig_out.cards import CHARACTERS, DECK
from rumpus.games.wig_out.rules import hand_size
from rumpus.playout import Playout

VECTORS = Path(__file__).parents[1] / "golden" / "vectors" / "score_pad.json"
SMALLEST_MELD = 3  # FC-10, FC-11
TURNED_UP = 2  # WO-05
NUMBERS = {"five_crowns": ("rounds",), "wig_out": ("rounds",), "wackee_six": ("target",)}
MATCHES: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    ("five_crowns", 3, {"rounds": 4}, 1),
    ("five_crowns", 8, {"rounds": 2}, 2),
    ("wig_out", 3, {}, 1),
    ("wig_out", 6, {"rounds": 3}, 2),
    ("wackee_six", 2, {}, 1),
    ("wackee_six", 5, {"partners": True, "target": 60}, 2),
    ("wackee_six", 8, {"target": 50}, 3),
)


def sums(dealt: int, sets: int) -> list[int]:
    """FC-17: every number of points that a hand can leave: all its cards may be left over, or three fewer or less."""
    reached = [1, *[0] * dealt]  # by the number of cards, bit n for n points
    for card in deck(sets):
        points = POINTS[wild_rank(dealt)][card]
        for cards in range(dealt, 0, -1):
            reached[cards] |= reached[cards - 1] << points
    every = reached[dealt]
    for cards in range(dealt - SMALLEST_MELD + 1):
        every |= reached[cards]
    return [points for points in range(every.bit_length()) if every >> points & 1]


def ranges(numbers: list[int]) -> list[list[int]]:
    """Numbers in order, as first and last of each unbroken row."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][1] == number - 1:
            rows[-1][1] = number
        else:
            rows.append([number, number])
    return rows


def five_crowns() -> dict[str, Any]:
    """The points of a hand in each round, and the most that all hands together can have."""
    seats = GAMES["five_crowns"].seats
    rounds = range(FIRST_DEAL, FIRST_DEAL + 11)
    together = {}
    for players in seats:
        sets = 1 if players <= ONE_SET_SEATS else 2
        dear = {
            dealt: sorted((POINTS[wild_rank(dealt)][card] for card in deck(sets)), reverse=True) for dealt in rounds
        }
        together[players] = [sum(dear[dealt][: (players - 1) * dealt]) for dealt in rounds]
    return {
        "hands": [[ranges(sums(dealt, sets)) for dealt in rounds] for sets in (1, 2)],
        "together": together,
    }


def wig_out() -> dict[str, Any]:
    """WO-17: the most cards in a hand (test_score_pad.py plays to it), and in all hands together."""
    together = {players: len(DECK) - TURNED_UP - hand_size(players) for players in GAMES["wig_out"].seats}
    return {"hand": len(CHARACTERS), "together": together}


def written_down(playout: Playout) -> list[dict[str, int]] | None:
    """What people would write down after a round, for each party; None while it goes on."""
    state = playout.state
    if not isinstance(state, WackeeSixState):
        return [{"points": points} for points in state.sheet[-1]] if state.sheet else None
    return [
        {"played": len(state.played[side]), "left": state.left[side], "called": int(state.caller == side)}
        for side in range(len(state.left))
    ]


def match(name: str, players: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """A whole match between bots, as the pad would have it."""
    rules: Game = game(name, options)
    playout = Playout(rules, [bot(name, "casual")] * players, ["score pad", seed])
    entries, seen = [], 0
    while (result := playout.state.outcome()) is None:
        playout.step()
        scores = [action for _, (_, action) in playout.happened if isinstance(action, Score)]
        if len(scores) > seen:
            seen = len(scores)
            if scores[-1].why == "out":  # WO-21: a tied round is not written down
                entries.append(written_down(playout))
    state = playout.state
    parties = rules.parties(state.public())
    return {
        "game": name,
        "players": players,
        "options": options,
        "parties": parties,
        "entries": entries,
        "totals": list(state.totals),
        "winners": list(result.winners or ()),
    }


def limits(name: str) -> dict[str, Any]:
    """The fewest and most players, and the range and default of the options that the pad offers."""
    rules = GAMES[name]
    schema = msgspec.json.schema(rules.options_type)["$defs"][rules.options_type.__name__]["properties"]
    numbers = {key: [schema[key]["minimum"], schema[key]["maximum"], schema[key]["default"]] for key in NUMBERS[name]}
    return {"players": [rules.seats[0], rules.seats[-1]], "lowest_wins": rules.lowest_wins, "numbers": numbers}


def vectors() -> dict[str, Any]:
    """Everything in the file."""
    return {
        "limits": {name: limits(name) for name in NUMBERS},
        "five_crowns": five_crowns(),
        "wig_out": wig_out(),
        "matches": [match(*one) for one in MATCHES],
    }


def text() -> str:
    """The file."""
    parts = [f'"{key}": {json.dumps(value)}' for key, value in vectors().items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    VECTORS.write_text(text())
