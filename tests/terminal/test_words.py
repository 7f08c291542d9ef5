"""The words of the terminal: names, screens, and messages in both languages."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from rumpus import record, terminal, text
from rumpus.contract import Result, Seating
from rumpus.games import GAMES, game
from rumpus.lines import Ready, Sits
from rumpus.research import simulate
from rumpus.terminal import sentences
from rumpus.terminal.faces import face_for
from rumpus.terminal.sentences import names_for
from tests.terminal.matches import RECORD, SHORT, sit

SOURCE = Path(terminal.__file__).parent


@pytest.mark.parametrize(
    ("person", "language", "expected"),
    [
        ("Ann", "en", ["Ann", "Bo", "Cy"]),
        ("BO", "en", ["BO", "Cy", "Dee"]),
        ("You", "es", ["Tú", "Bo", "Cy"]),
        (" \x1b[31m\n", "en", ["[31m", "Bo", "Cy"]),
        ("\ud800", "en", ["You", "Bo", "Cy"]),
        ("x" * 99, "en", ["x" * 16, "Bo", "Cy"]),
    ],
)
def test_names_are_fit_to_be_printed(person: str, language: str, expected: list[str]) -> None:
    assert expected == names_for(person, 2, language)


def test_the_largest_tables_fit_the_screen() -> None:
    """`sit` looks at the width of every line."""
    sit("five_crowns", bots=["greedy"] * 14, options={"rounds": 11, "turn_limit": 3}, watch=True)
    sit("five_crowns", ["", "score"], bots=["greedy"] * 13, player="A very long name indeed")
    sit("wackee_six", ["go", "", "t", "score"], bots=["greedy"] * 11, player="A very long name indeed", language="es")
    screen = sit("wig_out", bots=["greedy"] * 6, options={"rounds": 14}, watch=True)
    assert re.search(r"Score sheet +1-[67]( +\d+)+  total", screen)


def rows(screen: str) -> list[list[str]]:
    """The last score sheet on the screen, cell by cell."""
    lines = screen[screen.rindex("Score sheet") :].splitlines()
    return [re.split(r"\s{1,}", line.strip()) for line in lines[:4]]


def test_score_sheets_add_up_with_a_head_start_and_in_a_long_match() -> None:
    options = {"rounds": 14, "head_start": [5, 0, -20]}
    _, *parties = rows(sit("wig_out", bots=["greedy"] * 3, options=options, watch=True))
    for name, *numbers in parties:
        *parts, total = map(int, numbers)
        assert sum(parts) == total, name


def test_tie_breaks_stand_behind_the_total() -> None:
    """Everybody keeps what they have: the draw pile is the same for all."""
    rules = game("five_crowns", {"rounds": 1})
    words = sentences.Sentences("en", ("Ana", "Bo", "Cy"))
    state = rules.new(Seating(players=3))
    state.sheet = [(5, 5, 9), (4, 4, 0), (1, 0, 0)]
    state.totals, state.round = (5, 5, 9), 3
    sheet = face_for(rules, state, words).sheet(state.view(None).public)
    assert [
        "  Score sheet   1  total tie1 tie2",
        "  Ana           5      5    4    1",
        "  Bo            5      5    4    0",
        "  Cy            9      9    -    -",
    ] == sheet


class Ascii(io.StringIO):
    """A screen that knows no accents."""

    encoding = "ascii"

    def write(self, whole: str) -> int:
        whole.encode("ascii")
        return super().write(whole)


def test_a_screen_without_accents_shows_what_it_can() -> None:
    output = Ascii()
    terminal.play(
        game("wig_out"), ["idle"], watch=False, seed=1, language="es", pace=0, name="Peña", record=None,
        input=io.StringIO("ya\n"), output=output,
    )  # fmt: skip
    assert "Pe?a" in output.getvalue()


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_record_has_words(name: str, language: str) -> None:
    match = simulate.play(name, SHORT[name], ["greedy", "random", "greedy"], (2,), keep_record=True)
    assert match.record is not None
    whole = record.read(match.record.splitlines())
    facts = [Ready(), Sits(seat=1, name="Zoe", bot=None)]
    lines = [*whole.lines, *(record.Line(1, 0.5, 1, fact) for fact in facts)]
    told = [terminal.describe_line(line, whole.header, language) for line in lines]
    assert all(re.match(r" *\d+\.\d{3}  \S", words) for words in told)
    assert "Zoe" in told[-1]
    abandoned = record.Line(1, 0.0, None, Result(why="abandoned", totals=(0, 0, 0), winners=()))
    assert text.say(language, "term-nobody-wins") in terminal.describe_line(abandoned, whole.header, language)


def test_a_replay_addresses_a_player_without_a_name() -> None:
    sit("wig_out", ["go"], player="You", language="es", path=RECORD)
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    told = [terminal.describe_line(line, whole.header, "en") for line in whole.lines]
    assert "    0.000  Round 1: you deal" == told[0]
    assert told[1].endswith("  You say GO!")


def messages(language: str) -> dict[str, set[str]]:
    """The terminal's messages and the blanks of each."""
    path = Path(text.__file__).parent / language / "terminal.ftl"
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        assert not isinstance(entry, fluent.Junk), entry.content
        if isinstance(entry, fluent.Message):
            found[entry.id.name] = set(
                re.findall(r"\$(\w+)", path.read_text("utf-8")[entry.span.start : entry.span.end])
            )
    return found


def test_every_message_has_the_same_blanks_in_both_languages() -> None:
    assert messages("en") == messages("es")


def test_every_message_is_used_and_every_used_one_is_there() -> None:
    used = {
        key
        for path in SOURCE.rglob("*.py")
        for key in re.findall(r"\"(term-[a-z-]+)\"|'(term-[a-z-]+)'", path.read_text("utf-8"))
    }
    assert set(messages("en")) == {first or second for first, second in used}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_help_fits_the_screen(language: str) -> None:
    for key in ("term-help", "term-wo-help", "term-ws-help", "term-fc-help"):
        assert all(len(line) <= sentences.WIDTH for line in text.say(language, key).splitlines())
