"""The library as it is installed without extras, its public names and examples, and what is said about extras."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

import rumpus
from rumpus import api
from rumpus.games import library

ROOT = Path(__file__).parent.parent.parent
ONLY = """
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

class Only(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return super().find_spec(name, path, target) if allowed(name.partition(".")[0]) else None

sys.meta_path[:] = [BuiltinImporter, FrozenImporter, Only]
"""
LIBRARY = f"{ONLY}\nallowed = {{'rumpus', 'msgspec', *sys.stdlib_module_names}}.__contains__\n"
PLAYS = """
import rumpus, tempfile, os

for name in rumpus.GAMES:
    [match] = rumpus.simulate_matches(name, ["greedy", "random"], options=SHORT[name], keep_record=True)
    path = os.path.join(tempfile.mkdtemp(), "match.jsonl")
    rumpus.write_record(rumpus.parse_record(match.record), path)
    record = rumpus.read_record(path)
    assert rumpus.verify(record).outcome() == match.result, name
    print(name)
try:
    rumpus.fast()
except rumpus.MissingExtra as error:
    print(error)
"""
SHORT = {"five_crowns": {"rounds": 1, "turn_limit": 5}, "wackee_six": {"target": 1}, "wig_out": {"rounds": 1}}


SERVER = "{'starlette', 'uvicorn', 'segno', 'prometheus_client', 'httptools'}"


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)  # noqa: S603 - our own code


def test_the_library_needs_only_msgspec() -> None:
    done = python(f"{LIBRARY}\nSHORT = {SHORT!r}\n{PLAYS}")
    assert (0, "") == (done.returncode, done.stderr)
    *games, fast = done.stdout.splitlines()
    assert list(SHORT) == games
    assert "pip install 'rumpus[fast]'" in fast


@pytest.mark.parametrize(
    ("blocked", "arguments", "extra"),
    [
        ("{'click'}", ["games"], "terminal"),
        ("{'rich'}", ["--help"], "terminal"),
        ("{'fluent'}", ["rules", "wig_out"], "terminal"),
        (SERVER, ["serve"], "server"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(blocked: str, arguments: list[str], extra: str) -> None:
    block = f"{ONLY}\nallowed = lambda name: name not in {blocked}"
    done = python(f"{block}\nsys.argv[1:] = {arguments!r}\nfrom rumpus.__main__ import main\nmain()")
    assert (2, "") == (done.returncode, done.stdout)
    assert re.fullmatch(rf"rumpus: \w+ is not installed, .*: pip install 'rumpus\[{extra}\]'\n", done.stderr)


def test_simulating_needs_no_server() -> None:
    block = f"{ONLY}\nallowed = lambda name: name not in {SERVER}"
    done = python(
        f"{block}\nsys.argv[1:] = ['sim', 'wig_out', '--games', '1']\nfrom rumpus.__main__ import main\nmain()"
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_make_play_installs_what_the_server_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {re.split(r"[<>=;]", one)[0] for one in (*project["dependencies"], *extras["terminal"], *extras["server"])}
    pinned = {re.split(r"[<>=;]", one)[0] for one in (ROOT / "requirements" / "play.in").read_text().split("\n") if one}
    assert wanted - {"rumpus[terminal]"} == pinned


def test_the_public_names_are_the_same_everywhere_and_each_is_there() -> None:
    assert api.__all__ == rumpus.__all__
    assert all(getattr(rumpus, name) is getattr(api, name) for name in rumpus.__all__)
    words = (ROOT / "docs" / "api.md").read_text()
    assert [] == [name for name in rumpus.__all__ if f"`{name}" not in words]
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = rumpus.nonsense  # type: ignore[attr-defined]


def test_the_examples_of_the_docstrings_run() -> None:
    for module in (api, library):
        found = doctest.testmod(module)
        assert found.attempted > 8
        assert 0 == found.failed


def test_the_examples_of_the_documentation_run() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert found.attempted > 5
    assert 0 == found.failed


@pytest.mark.parametrize("compiled", [True, False])
def test_fast_compiles_or_says_why_not(compiled: bool) -> None:
    code = (
        "import rumpus\nfrom rumpus.games.five_crowns import melds\nrumpus.fast()\nprint(melds.solver is melds.plain)"
    )
    done = python(code if compiled else LIBRARY + code)
    if compiled:
        assert "False\n" == done.stdout
    else:
        assert "MissingExtra: numba is not installed: pip install 'rumpus[fast]'" in done.stderr


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    (tmp_path / "mypackage.py").write_text(code)
    command = ["sim", "wig_out", "--bots", "mypackage:Hoarder,greedy", "--games", "2", "--json"]
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "rumpus", *command], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_the_loop_of_the_readme_plays_every_game() -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert '"wackee_six"' in code
    for name in rumpus.GAMES:
        done = python(code.replace('"wackee_six"', f'"{name}", {SHORT[name]!r}'))
        assert (0, "") == (done.returncode, done.stderr)
        assert "why='finished'" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"bots": "greedy"}, "bots is a list of names"),
        ({"bots": []}, "bots is a list of names"),
        ({"bots": None}, "bots is a list of names"),
        ({"bots": iter(["greedy", "random"])}, "bots is a list of names"),
        ({"bots": ["greedy", "random", "casual"], "players": 2}, "3 bots are too many for 2 seats"),
        ({"bots": ["greedy", "nobody"]}, "has no bot 'nobody'"),
        ({"matches": -1}, "matches is a whole number from 0 up, not -1"),
        ({"matches": "3"}, "matches is a whole number from 0 up, not '3'"),
        ({"jobs": 0}, "jobs is a whole number from 1 up, not 0"),
        ({"seed": 1.5}, "the seed is a whole number or a text, not 1.5"),
        ({"seed": None}, "the seed is a whole number or a text, not None"),
        ({"bots": [rumpus.Bot, "greedy"]}, 'a bot is given by its name, as in "greedy" or "package.module:Class", not'),
        ({"options": 3}, "options are a dict"),
        ({"options": {"rounds": 99}}, "rounds is a whole number from 1 to 50, not 99"),
        ({"players": 7}, "WO-02"),
        ({"players": "x"}, "a number of players"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused_before_it_begins(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(rumpus.RumpusError, match=sentence):
        rumpus.simulate_matches("wig_out", **{"bots": ["greedy", "random"], **arguments})


def test_a_record_is_read_from_bytes_too_and_a_name_of_a_file_is_none() -> None:
    [match] = rumpus.simulate_matches("wig_out", ["greedy"], players=2, options={"rounds": 1}, keep_record=True)
    assert match.record is not None
    assert rumpus.parse_record(match.record) == rumpus.parse_record(match.record.encode())
    for read in (rumpus.verify, lambda record: next(rumpus.replay(record))):
        with pytest.raises(rumpus.Malformed, match=r"this takes a Record; read_record\(path\) reads one"):
            read(cast(Any, "match.jsonl"))
    with pytest.raises(rumpus.Malformed, match="a record is a text or its bytes, not 5"):
        rumpus.parse_record(cast(Any, 5))


def test_a_bot_is_asked_for_by_a_game_and_a_name_that_exist() -> None:
    with pytest.raises(rumpus.Malformed, match="there is no game 'poker'; the games are"):
        rumpus.load_bot("poker", "greedy")
    with pytest.raises(rumpus.Malformed, match=r"there is no game \['poker'\]; the games are"):
        rumpus.load_game(cast(Any, ["poker"]))
    with pytest.raises(rumpus.Malformed, match=r"a bot is given by its name, .*, not None"):
        rumpus.load_bot("wig_out", cast(Any, None))


@pytest.mark.parametrize(
    ("rules", "names", "history", "sentence"),
    [
        ("wig_out", ["Ana", "Bo"], [], "the rules are a Game, as load_game"),
        (None, "Ana", [], "the names are a list with one for each seat"),
        (None, ["Ana", 2], [], "the names are a list with one for each seat"),
        (None, None, [], "the names are a list with one for each seat"),
        (None, ["Ana"], [], "WO-02"),
        (None, ["Ana", "Bo"], [(0.0, 3)], "the history is a list of times, each with an event"),
    ],
)
def test_a_record_of_what_is_no_match_is_refused(rules: Any, names: Any, history: Any, sentence: str) -> None:
    with pytest.raises(rumpus.RumpusError, match=sentence):
        rumpus.make_record(rules or rumpus.load_game("wig_out"), names, history)


def test_only_a_record_is_written(tmp_path: Path) -> None:
    with pytest.raises(rumpus.Malformed, match="this writes a Record"):
        rumpus.write_record(cast(Any, None), tmp_path / "match.jsonl")
    assert [] == list(tmp_path.iterdir())
