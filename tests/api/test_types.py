"""The library's types in a consumer's code: mypy and pyright in their strict modes find nothing, and the code runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rumpus import GAMES
from tests.api.consumer import uses_rumpus

FILE = Path(__file__).parent / "consumer" / "uses_rumpus.py"
BIN = Path(sys.executable).parent
PLANTED = """
import rumpus

def hand() -> list[int]:
    return rumpus.load_game("wig_out").new(2).view(0).private.hand
"""
CHECKERS = {
    "mypy": [str(BIN / "mypy"), "--strict", "--cache-dir", "cache", "--python-executable", sys.executable],
    "pyright": [str(BIN / "basedpyright"), "--pythonpath", sys.executable],  # pyright, in a package with its Node
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_consumers_code_passes_and_a_planted_error_does_not(checker: str, tmp_path: Path) -> None:
    (tmp_path / FILE.name).write_text(FILE.read_text("utf-8"), "utf-8")
    (tmp_path / "planted.py").write_text(PLANTED)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    done = subprocess.run(  # noqa: S603 - our own tools
        [*CHECKERS[checker], FILE.name, "planted.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if "error:" in line or " - error" in line]
    assert 1 == len(errors), done.stdout + done.stderr
    assert "planted.py:5" in errors[0]


def test_the_code_runs(tmp_path: Path) -> None:
    assert [0.0, 0.0, 0.0] == uses_rumpus.environments(7)
    assert ("wig_out", 2) == uses_rumpus.kept(str(tmp_path / "match.jsonl"))
    assert 3 == len(uses_rumpus.first_hand(7))
    assert (2, 4) == uses_rumpus.races(7)
    assert 2 == len(uses_rumpus.numbers(7))
    assert "Kd" == uses_rumpus.melds("7h 8h 9h Kc Kd ** 3t Jc")
    assert "there is no card" in (uses_rumpus.melds("1h") or "")


@pytest.mark.parametrize("name", GAMES)
def test_the_loop_plays_every_game(name: str) -> None:
    assert "finished" == uses_rumpus.play(name, 2, seed=3).why


def test_the_typed_bot_plays() -> None:
    from rumpus import simulate_matches  # noqa: PLC0415 - not at the top, where the others are types

    bots = ["tests.api.consumer.uses_rumpus:Hasty", "greedy"]
    [match] = simulate_matches("five_crowns", bots, options={"rounds": 1, "turn_limit": 3})
    assert 1 == match.rounds
