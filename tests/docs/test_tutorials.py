"""The code of the tutorials runs, as it is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.serving import Serving

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHORTER = {
    "--games 1000": "--games 12",
    "--games 600": "--games 2",
    "MATCHES, RATE = 2000,": "MATCHES, RATE = 20,",
    'options={"rounds": 1}': 'options={"rounds": 1, "bot_pace": 0.25}',  # a race that a model opens is paced
}


def blocks(page: Path) -> list[tuple[str, str, str]]:
    """The blocks of code of a page: language, file to write it to, code; with fewer matches than a reader plays."""
    text = page.read_text("utf-8")
    for long, short in SHORTER.items():
        text = text.replace(long, short)
    return [match.groups(default="") for match in BLOCK.finditer(text)]  # type: ignore[misc]


def run(page: Path, folder: Path, **variables: str) -> str:
    """Do what the page says, in a folder; gives what its Python printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "docs" / "examples" / "crazy_eights" / "src"), **variables}
    said, script = "", ""
    for language, name, code in blocks(page):
        if name:
            (folder / name).write_text(code)
        elif language == "python":
            script += code
        elif language == "sh":
            for line in code.splitlines():
                assert line.startswith("rumpus ")
                said += _done([sys.executable, "-m", *line.split()], folder, environment)
    return said + (_done([sys.executable, "-W", "error", "-c", script], folder, environment) if script else "")


def _done(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603 - our own pages
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=240, check=False
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def test_there_are_six_tutorials() -> None:
    names = {"add-a-game", "beat-greedy", "first-match", "language-model", "records-with-pandas", "train-an-agent"}
    assert names == {page.stem for page in PAGES}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("add-a-game", "why='finished'"),
        ("beat-greedy", "mine:Mine"),
        ("first-match", "why='finished'"),
        ("records-with-pandas", "12 matches"),
        ("train-an-agent", "reward a match:"),
    ],
)
def test_the_code_of_a_tutorial_runs(name: str, words: str, tmp_path: Path) -> None:
    assert words in run(ROOT / "docs" / "tutorials" / f"{name}.md", tmp_path)


def test_the_first_match_is_ten_lines() -> None:
    code = blocks(ROOT / "docs" / "tutorials" / "first-match.md")[0][2]
    assert 10 == len([line for line in code.splitlines() if line.strip()])


def test_a_program_plays_as_the_tutorial_of_language_models_says(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables") as serving:
        said = run(ROOT / "docs" / "tutorials" / "language-model.md", tmp_path, RUMPUS_SERVER=serving.url)
    assert "stage: over" in said


def test_a_planted_error_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "wrong.md").write_text("```python\nimport rumpus\nrumpus.load_game('poker')\n```\n")
    with pytest.raises(AssertionError, match="there is no game 'poker'"):
        run(tmp_path / "wrong.md", tmp_path)
