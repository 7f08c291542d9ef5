"""Mutation tests of the meld solver and of scoring: change one thing at a time and see whether a test notices.

A mutant changes one operator, number, condition or statement in a copy of the project, and the tests chosen for its
file run against the copy. A test that takes longer than the limit has failed, so endless loops are killed too.
Survivors have to be listed in tests/mutation/survivors.md with the reason why they may live; any other fails the run.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import hypothesis.strategies  # noqa: F401 - so that every run finds it loaded
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = "src/rumpus"
LISTED = Path(__file__).parent / "survivors.md"
PROCESSES = 2
TEST_S, RUN_S = 15, 120  # how long one test may take, and how much of a processor one run
MEMORY = 8 << 30  # address space of a run, so that a list that grows for ever ends soon

SOLVER = ["tests/solver/test_melds_edges.py", "tests/solver/test_melds.py"]
# what is left out: hands that take the reference long, and of the others all seeds but those that begin with a 1
SLOW = "13_cards or (9_cards or best_discard_equals) and not [1"
COMPILED = "compiled_it or compiled_kernel_takes"  # a mutant of the kernel would have to be compiled again
CROWNS, SIX, WIG, TABLE = (
    sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "rules").glob(f"test_{part}*.py"))
    for part in ("five_crowns", "wackee_six", "wig_out", "table")
)
# file, its functions that are mutated (none: all of the file), what pytest is asked to run
TARGETS: list[tuple[str, list[str], list[str]]] = [
    ("games/five_crowns/kernel.py", [], [*SOLVER, "-k", f"not ({COMPILED} or {SLOW})"]),
    ("games/five_crowns/melds.py", [], [*SOLVER, "-k", f"not ({SLOW})"]),
    ("games/five_crowns/lay_down.py", [], [*SOLVER, "-k", f"not ({SLOW})"]),
    ("games/five_crowns/rules.py", ["_score", "_winners", "_points", "_limit"], [*CROWNS, *TABLE]),
    ("games/wackee_six/rules.py", ["_score"], [*SIX, *TABLE]),
    ("games/wig_out/rules.py", ["_score"], [*WIG, *TABLE]),
    ("contract/rounds.py", ["score", "leaders", "finish", "end"], [*TABLE, *CROWNS, *SIX, *WIG]),
]

SWAPPED = """< <=, <= <, > >=, >= >, == !=, != ==, is is_not, is_not is, in not_in, not_in in, and or, or and, + -, - +,
* +, // %, % //, << >>, >> <<, & |, | &, ^ &, min max, max min, any all, all any"""
SWAPS = dict(map(str.split, SWAPPED.split(",")))
Edit = tuple[int, int, str]  # from this byte to that one there stands this instead


class Mutant(NamedTuple):
    """One change to one file, with the tests to run against it."""

    name: str
    path: str
    text: bytes
    tests: list[str]


class Source:
    """A file that edits are found in."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_bytes()
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
        return self.lines[node.lineno - 1] + node.col_offset, self.lines[end_line - 1] + end_column

    def swaps(self, *operands: ast.expr, around: bytes = b" \n()") -> Iterator[Edit]:
        """The operators between operands, for others."""
        for one, two in pairwise(operands):
            start, end = self.span(one)[1], self.span(two)[0]
            old = self.text[start:end].strip(around)
            at = self.text.index(old, start)
            yield at, at + len(old), SWAPS[old.decode().replace(" ", "_")].replace("_", " ")

    def opposites(self, *tests: ast.expr) -> Iterator[Edit]:
        """Conditions that are plain values, for their opposites."""
        for test in tests:
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.Constant | ast.UnaryOp):
                start, end = self.span(test)
                yield start, end, f"not ({self.text[start:end].decode()})"

    def of_expression(self, node: ast.expr) -> Iterator[Edit]:
        match node:
            case ast.Compare(left=one, comparators=others):
                yield from self.swaps(one, *others)
            case ast.BoolOp(values=values):
                yield from [*self.swaps(*values), *self.opposites(*values)]
            case ast.BinOp(left=one, right=two):
                yield from self.swaps(one, two)
            case ast.UnaryOp(op=operator):
                start = self.span(node)[0]
                yield start, start + (3 if isinstance(operator, ast.Not) else 1), ""
            case ast.Constant(value=bool() | int() as value):
                yield *self.span(node), str(not value if isinstance(value, bool) else value + 1)
            case ast.Call(func=ast.Name(id=name) as function) if name in SWAPS:
                yield *self.span(function), SWAPS[name]
            case ast.IfExp(test=test):
                yield from self.opposites(test)

    def of_statement(self, node: ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.If(test=test) | ast.While(test=test):
                yield from self.opposites(test)
            case ast.Continue():
                yield *self.span(node), "break"
            case ast.AugAssign(target=one, value=two):
                yield from [*self.swaps(one, two, around=b" ="), (*self.span(node), "pass")]
            case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield *self.span(node), "pass"

    def edits(self, node: ast.AST, where: str = "") -> Iterator[tuple[str, Edit]]:
        """All edits from a node down, with the function they are in; what only type checkers read is left alone."""
        if isinstance(node, ast.expr):
            yield from ((where, edit) for edit in self.of_expression(node))
        if isinstance(node, ast.stmt):
            yield from ((where, edit) for edit in self.of_statement(node))
        inside = f"{node.name}: " if isinstance(node, ast.FunctionDef) else where
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and field not in {"annotation", "returns", "decorator_list"}:
                    yield from self.edits(child, inside)


def mutants(project: Path) -> Iterator[Mutant]:
    """Every mutant of every target, in the order of the files."""
    for path, functions, tests in TARGETS:
        source, seen = Source(project / SOURCES / path), Counter[str]()
        text = source.text
        for where, (start, end, new) in source.edits(ast.parse(text)):
            if not functions or where.removesuffix(": ") in functions:
                line, rest = text.rindex(b"\n", 0, start) + 1, text.index(b"\n", end)
                before, old, after = (part.decode() for part in (text[line:start], text[start:end], text[end:rest]))
                change = f"{before}{{{old} → {new}}}{after.partition('  #')[0]}"
                name = " ".join(f"{path.removeprefix('games/')} {where}{change}".split())
                seen[name] += 1
                name += f" #{seen[name]}" if seen[name] > 1 else ""
                yield Mutant(name, path, text[:start] + new.encode() + text[end:], tests)


def start(project: Path, tests: list[str], *options: str) -> int:
    """Run the tests in this copy of the project, in a process that ends with 0 if all pass; its id."""
    child = os.fork()
    if child:
        return child
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (RUN_S, RUN_S))
    os.chdir(project)
    os.environ["PYTHONPATH"] = f"{project}/src:{project}"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    sys.path[:1] = [f"{project}/src", f"{project}"]  # in place of the folder of this file
    for output in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), output)
    os._exit(
        pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:randomly", *options, *tests])
    )


def trial(chosen: list[Mutant], pristine: Path) -> set[str]:
    """Run them all, and name the survivors."""
    copies = [Path(shutil.copytree(pristine, pristine.parent / str(number))) for number in range(PROCESSES)]
    limit = "-o", f"faulthandler_timeout={TEST_S}", "-o", "faulthandler_exit_on_timeout=true"
    waiting, running, alive = chosen[::-1], dict[int, tuple[Mutant, Path]](), set[str]()
    while waiting or running:
        if waiting and copies:
            mutant, copy = waiting.pop(), copies.pop()
            (copy / SOURCES / mutant.path).write_bytes(mutant.text)
            running[start(copy, mutant.tests, *limit)] = mutant, copy
            continue
        child, status = os.wait()
        mutant, copy = running.pop(child)
        shutil.copy2(pristine / SOURCES / mutant.path, copy / SOURCES / mutant.path)  # Numba looks at its time
        copies.append(copy)
        if not status:
            alive.add(mutant.name)
            print(f"survives: {mutant.name} ({len(waiting)} to go)", flush=True)
    return alive


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants with this text in their name")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pristine = Path(folder) / "pristine"
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, pristine / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", pristine)
        chosen = [mutant for mutant in mutants(pristine) if asked.only in mutant.name]
        if asked.sample is not None:
            chosen = random.Random(asked.seed).sample(chosen, min(asked.sample, len(chosen)))
        if any(os.waitpid(start(pristine, [*tests]), 0)[1] for tests in {tuple(mutant.tests) for mutant in chosen}):
            sys.exit("the tests fail without any mutant")
        alive = trial(chosen, pristine)
    for path, _, _ in TARGETS:
        names = {mutant.name for mutant in chosen if mutant.path == path}
        print(f"{path}: {len(names)} mutants, {len(names - alive)} killed, {len(names & alive)} survived")
    listed = set(re.findall("`([^`]*→[^`]*)`", LISTED.read_text("utf-8").replace("\\|", "|")))
    print(*(f"survives and is not listed: {name}" for name in sorted(alive - listed)), sep="\n")
    return bool(alive - listed)


if __name__ == "__main__":
    sys.exit(main())
