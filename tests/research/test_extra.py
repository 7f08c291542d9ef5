"""The extra `research`: one sentence where it is missing, and nothing of it where nobody asked for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

KITS = ("gymnasium", "pettingzoo", "pyspiel", "numba", "numpy", "ray", "pyarrow", "minari", "pandas")
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(BLOCKED))  # importing any of these raises ModuleNotFoundError
from rumpus import research
from rumpus.contract import MissingExtra
try:
    CALL
except MissingExtra as error:
    print(error)
"""
SERVE = f"""
import sys
sys.argv = ["rumpus", "serve", "--help"]
from rumpus.__main__ import main
try:
    main()
except SystemExit:
    pass
import rumpus.server.run, rumpus.server.web.app, rumpus.server.work.thinker, rumpus.server.rooms
loaded = [name for name in sys.modules if name.split(".")[0] in {KITS!r}]
commands = ("simulate", "summary", "ratings", "tournament", "tournament_page", "charts")  # of plain Python
ours = [name for name in sys.modules if name.startswith("rumpus.research.") and name.split(".")[2] not in commands]
print("LOADED", loaded + ours, file=sys.stderr)
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)  # noqa: S603 - our own code


@pytest.mark.parametrize(
    ("call", "missing"),
    [
        ("research.aec('wig_out')", "pettingzoo"),
        ("research.parallel('wig_out')", "pettingzoo"),
        ("research.gym_env('wig_out')", "gymnasium"),
        ("research.batch('wig_out', 2)", "numba"),
        ("import rumpus.research.openspiel", "pyspiel"),
    ],
)
def test_without_the_extra_one_sentence_says_what_to_install(call: str, missing: str) -> None:
    done = python(WITHOUT.replace("BLOCKED", repr([missing])).replace("CALL", call))
    assert (0, "") == (done.returncode, done.stderr)
    assert f"{missing} is not installed, and this needs it: pip install 'rumpus[research]'\n" == done.stdout


def test_a_command_without_the_extra_says_what_to_install() -> None:
    done = python(
        "import sys; sys.modules['gymnasium'] = None; sys.argv = ['rumpus', 'train', 'wig_out']\n"
        "from rumpus.__main__ import main; main()"
    )
    sentence = "rumpus: gymnasium is not installed, and this needs it: pip install 'rumpus[research]'\n"
    assert (2, sentence) == (done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("command", "extra"), [("serve", "server"), ("backup", "server"), ("mcp", "mcp"), ("play", "terminal")]
)
def test_the_library_alone_says_at_once_all_that_a_command_needs(command: str, extra: str) -> None:
    done = python(
        f"import sys; sys.modules['click'] = None; sys.argv = ['rumpus', '{command}']\n"
        "from rumpus.__main__ import main; main()"
    )
    sentence = f"rumpus: click is not installed, and this needs it: pip install 'rumpus[{extra}]'\n"
    assert (2, sentence) == (done.returncode, done.stderr)


def test_serving_tables_loads_nothing_of_research() -> None:
    done = python(SERVE)
    assert 0 == done.returncode
    assert "LOADED []" in done.stderr, done.stderr
