"""Every implemented clause of docs/rules has a test marked with it, and a text in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rumpus import text
from rumpus.games import GAMES

ROOT = Path(__file__).parents[2]
# Not implemented, so there are no tests, and the texts for players must not promise them
NOT_BUILT: dict[str, str] = {}
DEFINED = re.compile(r"^- \*\*((?:FC|WS|WO|T)-\d\d)\*\*", re.MULTILINE)


def clauses() -> list[str]:
    """Every clause, in the order of the files."""
    files = [ROOT / "docs" / "rules" / f"{name}.md" for name in ("README", *GAMES)]
    return [clause for path in files for clause in DEFINED.findall(path.read_text("utf-8"))]


def marked(source: str) -> set[str]:
    """The clauses that the tests in this source are marked with."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


def untested(known: list[str], tested: set[str]) -> list[str]:
    """The clauses without a test."""
    return [clause for clause in known if clause not in tested]


def all_marked() -> set[str]:
    """The clauses that any test is marked with."""
    return {clause for path in (ROOT / "tests").rglob("test_*.py") for clause in marked(path.read_text("utf-8"))}


def test_the_number_of_clauses_matches_the_rule_sheets() -> None:
    assert 24 + 22 + 21 + 9 == len(clauses()) == len(set(clauses()))


def test_every_implemented_clause_has_a_test() -> None:
    assert list(NOT_BUILT) == untested(clauses(), all_marked())


def test_every_mark_names_a_clause() -> None:
    assert set() == all_marked() - set(clauses())


def test_a_clause_without_a_test_is_caught() -> None:
    source = "@pytest.mark.rule('FC-01', 'FC-02')\ndef test_one(): ...\n@pytest.mark.rule('FC-03')\ndef helper(): ..."
    assert ["FC-03"] == untested(["FC-01", "FC-02", "FC-03"], marked(source))


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_rule_texts_word_every_built_clause_of_the_game_and_the_table_once(language: str, name: str) -> None:
    prefix = {"five_crowns": "FC", "wackee_six": "WS", "wig_out": "WO"}[name]
    expected = [c for c in clauses() if c.split("-")[0] in (prefix, "T") and c not in NOT_BUILT]
    worded = re.findall(r"^- ((?:FC|WS|WO|T)-\d\d)  ", text.rules(name, language, clauses=True), re.MULTILINE)
    assert sorted(expected) == sorted(worded)


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_without_clauses_no_number_is_left(language: str, name: str) -> None:
    assert not re.search(r"(FC|WS|WO|T)-\d\d", text.rules(name, language))
