"""Golden playthroughs: a match of each game as readable text, step by step, with views and legal actions.

The texts are in tests/golden/playthroughs. `python -m tests.contract.test_playthroughs` writes them again; a difference
needs a reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.contract import Seating
from rumpus.games import GAMES, game
from tests.contract import laws

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
MATCHES: dict[str, tuple[int, dict[str, Any], int]] = {  # players, options, seed
    "five_crowns": (3, {"rounds": 2, "turn_limit": 4, "tie_break": True}, 5),
    "wackee_six": (2, {"target": 5}, 4),
    "wig_out": (3, {"rounds": 1}, 1),
}


def plain(value: Any) -> str:
    """JSON without what readers do not need."""
    return msgspec.json.encode(value).decode().replace('"', "")


def flat(value: Any, name: str = "") -> dict[str, Any]:
    """A view with a name for each part, down to the sides and piles of Wackee Six."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        value = {str(place): part for place, part in enumerate(value)}
    if not isinstance(value, dict) or name == "result":
        return {name: value}
    return {key: part for inner, one in value.items() for key, part in flat(one, f"{name} {inner}".strip()).items()}


def change(before: Any, now: Any) -> str:
    """What a part has become; what only grew shows what was added."""
    if isinstance(before, list | tuple) and isinstance(now, list | tuple) and before and now[: len(before)] == before:
        return f"+ {plain(now[len(before) :])}"
    return plain(now)


def playthrough(name: str) -> str:
    """Every step: what was done, what changed in everybody's sight, what each seat alone sees, and what it may do."""
    players, options, seed = MATCHES[name]
    rules = game(name, options)
    state = rules.new(Seating(players=players))
    lines = [f"{rules.title}: {players} players, options {plain(rules.options)}, random play from seed {seed}"]
    shown: dict[str, Any] = {}
    private: list[Any] = [None] * players
    for number, (actor, action) in enumerate(laws.steps(rules, state, seed), 1):
        lines.append("")
        for by, done in state.apply(actor, action):
            who = "table" if by is None else f"seat {by}"
            lines.append(f"{number}. {who}: {plain(done)}")
            told = {plain(rules.told(by, done, viewer)) for viewer in range(players) if viewer != by}
            if told != {plain(done)}:
                lines.append(f"   others are told: {' or '.join(sorted(told))}")
        public = flat(msgspec.to_builtins(state.view(None).public))
        changed = [key for key in public if shown.get(key) != public[key]]
        lines += [f"   {key}: {change(shown.get(key), public[key])}" for key in changed]
        shown = public
        for seat in range(players):
            sees = state.view(seat).private
            if sees != private[seat]:
                lines.append(f"   seat {seat} sees {plain(sees)}")
                private[seat] = sees
            if state.legal(seat):
                lines.append(f"   seat {seat} may {', '.join(plain(one) for one in state.legal(seat))}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_match_replays_exactly_as_recorded(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text("utf-8") == playthrough(name)


def test_every_game_has_a_recorded_playthrough() -> None:
    assert sorted(GAMES) == sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(MATCHES)


if __name__ == "__main__":
    for title in MATCHES:
        (FOLDER / f"{title}.txt").write_text(playthrough(title), "utf-8")
