"""What may import what (docs/architecture.md): any arrow that is not in the table fails, and so do banned names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "rumpus"

# A module or package of rumpus, and the parts of rumpus it may import. The longest name that fits counts.
ALLOWED: dict[str, set[str]] = {
    "": {"api"},
    "api": {"game", "games", "record", "shuffle", "bots", "simulate", "compiled"},
    "compiled": {"games"},
    "game": set(),
    "games": {"game", "games.five_crowns", "games.wackee_six", "games.wig_out"},
    "games.five_crowns": {"game", "games.five_crowns"},
    "games.wackee_six": {"game", "games.wackee_six"},
    "games.wig_out": {"game", "games.wig_out"},
    "shuffle": {"game"},
    "record": {"game", "games"},
    "bots": {"game", "games", "bots"},
    "simulate": {"game", "games", "record", "shuffle", "bots"},
    "summary": {"game", "games", "simulate"},
    "tournament": {"game", "games", "simulate", "summary"},
    "tournament_page": {"tournament"},
    "text": {"game"},
    "terminal": {"game", "games", "record", "shuffle", "bots", "simulate", "text", "terminal", "wire", "client"},
    "wire": {"game", "games", "bots"},
    "schema": {"game", "games", "record", "wire"},
    "table": {"game", "games", "record", "shuffle", "bots", "simulate", "wire", "table"},
    "journal": {"game", "journal"},
    "server": {"game", "games", "record", "shuffle", "bots", "wire", "table", "journal", "text", "server"},
    "client": {"game", "games", "record", "bots", "wire", "client"},
    "cli": {
        *("game", "games", "record", "bots", "simulate", "summary"),
        *("cli", "compiled", "terminal", "text", "tournament", "tournament_page", "server", "journal", "client"),
    },
    "__main__": {"cli"},
}
PURE = ("game", "games")
PURE_IMPORTS = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "functools",
    "importlib",
    "itertools",
    "sys",
    "typing",
    "msgspec",
}
EXTRA = {"numba", "numpy"}  # the solver's compiled copy alone (games/five_crowns/melds.py and kernel.py)
BANNED_CALLS = {"open", "print", "input", "exec", "eval"}


def modules() -> list[tuple[str, ast.Module]]:
    """Every module of the package by its dotted name inside rumpus."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = list(path.relative_to(SOURCE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        found.append((".".join(parts), ast.parse(path.read_text("utf-8"))))
    return found


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
    """What the rules may not know: clocks, chance, files, sockets, printing, logging."""
    allowed = PURE_IMPORTS | (EXTRA if name in ("games.five_crowns.melds", "games.five_crowns.kernel") else set())
    wrong = [
        f"{name} imports {target}" for target in imported(tree) if target.split(".")[0] not in allowed | {"rumpus"}
    ]
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return wrong + [
        f"{name} calls {call.id}" for call in calls if isinstance(call, ast.Name) and call.id in BANNED_CALLS
    ]


def test_every_import_is_in_the_table() -> None:
    assert [] == [arrow for name, tree in modules() for arrow in arrows(name, tree)]


def test_the_rules_know_nothing_of_the_world() -> None:
    pure = [(name, tree) for name, tree in modules() if name.split(".")[0] in PURE]
    assert [] == [wrong for name, tree in pure for wrong in impurities(name, tree)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("game", "from rumpus.games import GAMES"),
        ("games.wig_out.rules", "from rumpus.games.wackee_six import cards"),
        ("games.wig_out.rules", "import rumpus.record"),
        ("bots.wig_out", "from rumpus import simulate"),
        ("text", "from rumpus.cli import main"),
    ],
)
def test_a_planted_arrow_is_caught(name: str, source: str) -> None:
    assert arrows(name, ast.parse(source))


@pytest.mark.parametrize(
    "source",
    ["import time", "import random", "import asyncio", "open('x')", "print(1)", "import logging", "import numba"],
)
def test_a_planted_impurity_is_caught(source: str) -> None:
    assert impurities("games.wig_out.rules", ast.parse(source))
