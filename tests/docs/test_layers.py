"""Which package may import which (docs/architecture.md); also fails where shared code names a game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "rumpus"

# A module or package of rumpus, and the parts of rumpus it may import. The longest name that fits counts.
RULES = {"contract", "games"}
MATCHES = {*RULES, "fair", "lines", "record", "shuffle", "bots", "driver", "playout"}
TABLES = {*MATCHES, "challenge", "circle", "lobby", "wire", "table"}
ALLOWED: dict[str, set[str]] = {
    "": {"api"},
    "api": {*MATCHES, "research", "compiled"},
    "compiled": {"games"},
    "contract": set(),
    "printable": set(),
    "games": {"contract", "games.five_crowns", "games.wackee_six", "games.wig_out"},
    "games.five_crowns": {"contract"},
    "games.wackee_six": {"contract"},
    "games.wig_out": {"contract"},
    "shuffle": {"contract"},
    "fair": {"shuffle"},
    "lines": RULES,
    "record": {*RULES, "fair", "lines", "printable"},
    "audit": {*RULES, "fair", "lines", "record", "shuffle"},
    "bots": RULES,
    "coach": {*RULES, "bots", "lines", "record"},
    "driver": {*RULES, "bots"},
    "playout": {*RULES, "bots", "driver", "shuffle"},
    "research": MATCHES,
    "text": RULES,
    "lobby": {*RULES, "bots", "fair"},
    "challenge": {*RULES, "bots", "fair", "lobby"},
    "circle": {*RULES, "lobby", "printable"},
    "wire": {*RULES, "bots", "challenge", "circle", "coach", "fair", "lines", "lobby"},
    "table": TABLES,
    "terminal": {*MATCHES, "printable", "text", "lobby", "wire", "client"},
    "journal": {"contract"},
    "server": {*TABLES, "audit", "coach", "journal", "text", "compiled"},
    "hosting": {"contract", "journal", "server"},
    "offline": {*TABLES, "audit", "coach", "journal", "server"},
    "client": {*MATCHES, "wire"},
    "mcp": {*MATCHES, "client", "printable", "terminal", "text", "wire"},
    "cli": {
        *MATCHES,
        *(
            "audit",
            "coach",
            "hosting",
            "lobby",
            "compiled",
            "research",
            "terminal",
            "text",
            "server",
            "journal",
            "client",
            "mcp",
        ),
    },
    "__main__": {"cli"},
}
PURE = ("contract", "games", "circle")
PURE_IMPORTS = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "fractions",
    "functools",
    "importlib",
    "itertools",
    "operator",
    "re",
    "sys",
    "typing",
    "msgspec",
}
# The solver alone (games/five_crowns/melds.py and kernel.py): its compiled copy, and working tables for each thread.
EXTRA = {"numba", "numpy", "threading"}
BANNED_CALLS = {"open", "print", "input", "exec", "eval"}


def sources() -> list[tuple[str, str]]:
    """The text of every module of the package, by its dotted name inside rumpus."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = list(path.relative_to(SOURCE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        found.append((".".join(parts), path.read_text("utf-8")))
    return found


def modules() -> list[tuple[str, ast.Module]]:
    """Every module of the package, parsed."""
    return [(name, ast.parse(source)) for name, source in sources()]


def imported(tree: ast.Module) -> set[str]:
    """The dotted names that a module imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            names.add(module)
            if module.split(".")[0] == "rumpus":
                names |= {f"{module}.{alias.name}" for alias in node.names if _is_module(f"{module}.{alias.name}")}
    return names


def _is_module(name: str) -> bool:
    path = SOURCE.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").exists()


def layer(name: str) -> str:
    """The entry of the table that a module belongs to."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in ALLOWED:
            return ".".join(parts[:length])
    raise AssertionError(f"{name} is not in the table of layers")


def arrows(name: str, tree: ast.Module) -> list[str]:
    """The imports of rumpus that the table does not allow."""
    mine = "" if name == "" else layer(name)
    wrong = []
    for target in imported(tree):
        if target == "rumpus" or not target.startswith("rumpus."):
            continue
        inside = target.removeprefix("rumpus.")
        if layer(inside) != mine and layer(inside) not in ALLOWED[mine] and inside.split(".")[0] not in ALLOWED[mine]:
            wrong.append(f"{name} -> {inside}")
    return wrong


def impurities(name: str, tree: ast.Module) -> list[str]:
    """Uses of what the rules must not depend on: clocks, randomness, files, sockets, printing, logging."""
    allowed = PURE_IMPORTS | (EXTRA if name in ("games.five_crowns.melds", "games.five_crowns.kernel") else set())
    wrong = [
        f"{name} imports {target}" for target in imported(tree) if target.split(".")[0] not in allowed | {"rumpus"}
    ]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return wrong + [
        f"{name} calls {call.id}" for call in calls if isinstance(call, ast.Name) and call.id in BANNED_CALLS
    ]


def test_every_import_is_allowed_by_the_layer_table() -> None:
    assert [] == [arrow for name, tree in modules() for arrow in arrows(name, tree)]


def test_the_rules_use_no_clock_randomness_network_or_files() -> None:
    pure = [(name, tree) for name, tree in modules() if name.split(".")[0] in PURE]
    assert [] == [wrong for name, tree in pure for wrong in impurities(name, tree)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("contract", "from rumpus.games import GAMES"),
        ("games.wig_out.rules", "from rumpus.games.wackee_six import cards"),
        ("games.wig_out.rules", "import rumpus.record"),
        ("bots.wig_out", "from rumpus import playout"),
        ("wire.from_client", "from rumpus.table import Table"),
        ("table.flow", "from rumpus.research import simulate"),
        ("text", "from rumpus.cli import main"),
    ],
)
def test_a_planted_forbidden_import_is_caught(name: str, source: str) -> None:
    assert arrows(name, ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        *("import time", "import random", "import asyncio", "import logging", "import numba", "import threading"),
        *("open('x')", "print(1)"),
    ],
)
def test_a_planted_impure_import_is_caught(source: str) -> None:
    assert impurities("games.wig_out.rules", ast.parse(source))


# Games are named only in their own folders

NAMED = re.compile(r"five_?crowns|wig_?out|wackee", re.IGNORECASE)
ROOM = re.compile(
    r"(^|\.)(games|bots|coach|terminal|research(\.(encodings|kernels))?)\.\w*(five_crowns|wig_out|wackee_six)\w*(\.|$)"
)
REGISTRIES = {
    *("games.registry", "games.library", "bots.registry", "coach.registry", "terminal.faces", "terminal.commands"),
    *("research.encodings.registry", "research.kernels.registry"),
}


def names_of_games(name: str, source: str) -> list[str]:
    """The lines of a shared module that name a game; text, docstrings and comments count too."""
    if ROOM.search(name) or name in REGISTRIES:
        return []
    return [f"{name}: {line.strip()}" for line in source.splitlines() if NAMED.search(line)]


def test_shared_code_names_no_game() -> None:
    assert [] == [line for name, source in sources() for line in names_of_games(name, source)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("server.metrics", 'by_game = {"wig_out": 0}'),
        ("table.match", "from rumpus.games.wackee_six.actions import Play"),
        ("wire.from_client", '"""Five_Crowns alone."""'),
        ("terminal.remote", 'if game == "wackee_six":'),
    ],
)
def test_a_planted_name_of_a_game_is_caught(name: str, source: str) -> None:
    assert names_of_games(name, source)


@pytest.mark.parametrize(
    "name", ["games.five_crowns.rules", "bots.five_crowns_odds", "research.mini_five_crowns.cards", "games.registry"]
)
def test_a_game_may_be_named_in_its_own_folders(name: str) -> None:
    assert [] == names_of_games(name, "from rumpus.games.wig_out import rules")
