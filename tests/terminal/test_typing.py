"""Everything that is typed at the terminal and is no move, and how one leaves."""

from __future__ import annotations

import io
import os
import re
import threading
from pathlib import Path

import pytest

from rumpus import record, terminal, text
from rumpus.games import GAMES, game
from tests.rules import wackee_six_deals
from tests.terminal.matches import RECORD, WACKEE_HAND, Deals, five_crowns_deal, sit

NO_MOVES = {
    "wig_out": ["zebra", "2", "!!", "d d", "afro afro", "afro 2 3", "3 r6", "afro", "afro 9", "afro 1", "d", "!"],
    "wackee_six": [
        "7",
        "0",
        "p p",
        "3 w",
        "3 r0",
        "3 r14",
        "3 r99",
        "r6",
        "1 r1",
        "3 r6 g7",
        "afro",
        "p",
        "!",
        "33",
        "t t",
    ],
    "five_crowns": [
        "out",
        "out:",
        ":",
        "7",
        "h7",
        "2h",
        "11h",
        "out d",
        "d p",
        "7h 8h",
        "7h: 3",
        "t",
        "go",
        "Zz: 7h",
        "7h",
    ],
}
NOISE = [
    "\x00\x01\x02x",
    "\x1b[2J\x1b[H",
    "é" * 5000,
    "7h" * 3000,
    "9" * 4000,
    "{ $typed }",
    "%s %d {}",
    "\u202ex",
    "💥",
    "**" * 40,
]


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_input_that_is_not_a_move_gets_one_sentence_and_changes_nothing(name: str, language: str) -> None:
    bots = ["idle"] if name != "five_crowns" else ["passes"]
    start = [] if name == "five_crowns" else ["go"]
    before = sit(name, start, bots=bots, language=language, path=RECORD)
    kept = RECORD.read_text("utf-8")
    for typed in NO_MOVES[name] + NOISE:
        after = sit(name, [*start, typed], bots=bots, language=language, path=RECORD)
        ending = before.splitlines()[-2:]
        answer = after.splitlines()[len(before.splitlines()) - 2 : -2]
        assert ending == after.splitlines()[-2:]
        assert answer, typed
        assert re.fullmatch(r".*[.](?: \([A-Z]+-\d\d\))?", " ".join(answer)), answer
        assert kept == RECORD.read_text("utf-8")


def test_a_wild_without_its_card_is_told_what_would_fit(deals: Deals) -> None:
    deals("wackee_six", wackee_six_deals.deal(wackee_six_deals.new(2), WACKEE_HAND))
    screen = sit("wackee_six", ["2", "go", "2", "2 r1", "1", "2", "2 g2", "t", "p", "p", "2", "2 g 2", *"3" * 9])
    assert "Wait for the start! Until then you can only look. (WS-04)" in screen
    assert "There's no pile yet for the wild to go on." in screen
    assert "A wild can't be a 1. (WS-11)" in screen
    assert "Say what the wild stands for, as in 2 r2. Fits now: r2. (WS-11)" in screen
    assert "No pile can take the g2 right now. (WS-07)" in screen
    assert "as in 2 g2. Fits now: g2 r2 y2. (WS-11)" in screen
    assert "You play g2, with a wild" in screen


def test_an_empty_place_of_the_row_is_refused_with_a_sentence(deals: Deals) -> None:
    deals("wackee_six", wackee_six_deals.deal(wackee_six_deals.new(2), wackee_six_deals.CLIMB))
    screen = sit("wackee_six", ["go", *"123456123451", "6", "!"])
    assert "Place 1 of your row is empty." in screen
    assert "You win the match" in screen


def test_invalid_melds_are_refused_with_a_sentence(deals: Deals) -> None:
    deals("five_crowns", five_crowns_deal("7h 7c 7s", "4t 5t 6t", draw="Ks 4c"))
    typed = ["d", "4c: 7h 7z", "out 4c: 7h 7c 7s", "4c: 7h 7c", "4c: 7h 7c 8s", "7s: 7h 7c 4c", "4c: 7h 7c 7s"]
    screen = sit("five_crowns", typed, bots=["greedy"], options={"rounds": 1})
    answers = [
        '"7z" isn\'t a card. A card is a rank and a suit',
        "(FC-15)",
        "A book or a run needs at least three cards. (FC-10)",
        "Your melds use 8s more often than you have it. (FC-16)",
        "7h 7c 4c isn't a book or a run. (FC-11)",
        "You lay down 7h 7c 7s and discard 4c",
    ]
    found = [screen.find(answer) for answer in answers]
    assert -1 not in found
    assert sorted(found) == found


def test_rounds_by_the_limit_and_rounds_that_break_a_tie_are_told() -> None:
    limit = sit("five_crowns", bots=["passes"] * 3, options={"rounds": 1, "turn_limit": 1}, watch=True)
    assert "Bo lays down -" in limit
    assert "Everyone has used up their turns. Round 1 is over." in limit
    options = {"rounds": 1, "turn_limit": 4, "tie_break": True}
    matches = (sit("five_crowns", bots=["greedy"] * 4, options=options, watch=True, seed=seed) for seed in range(30))
    assert any("  Tie-break 2: " in screen for screen in matches)


@pytest.mark.parametrize("name", GAMES)
def test_bytes_that_are_not_utf8_do_no_harm(name: str) -> None:
    reading, writing = os.pipe()
    feeder = threading.Thread(target=_feed, args=(writing, b"go\n" + bytes(range(256)) * 60 + b"\n\xff\xfe\n?\n\xc3"))
    feeder.start()
    with open(reading, encoding="utf-8") as garbage:
        # A quick bot may win a race before the last byte is there
        screen = sit(name, garbage, bots=["idle" if GAMES[name].race else "greedy"])
    feeder.join()
    assert "Goodbye!" in screen
    assert "quit       leaves the table" in screen


def _feed(writing: int, garbage: bytes) -> None:
    with open(writing, "wb") as pipe:
        pipe.write(garbage)


def test_text_that_cannot_be_decoded_does_no_harm_where_lines_cannot_be_waited_for() -> None:
    assert "Goodbye!" in sit("wig_out", io.TextIOWrapper(io.BytesIO(b"go\n\xff\xff\n"), "utf-8"))


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_help_hint_score_and_rules_come_in_the_persons_language(name: str, language: str) -> None:
    typed = {
        "en": ["help", "Hint", "score", "rules", "", "QUIT"],
        "es": ["ayuda", "PISTA", "puntos", "reglas", "", "salir"],
    }
    bots = ["passes"] if name == "five_crowns" else ["idle"]
    screen = sit(name, typed[language], bots=bots, language=language)
    for key in ("term-help", "term-sheet", "term-goodbye"):
        assert text.say(language, key) in screen
    assert text.rules(name, language).splitlines()[0] in screen
    assert re.search({"en": "Try: ", "es": "Prueba: "}[language], screen)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("typed", [[], ["go"], ["quit"], ["go", "salir"], ["", "EXIT"]])
def test_leaving_says_goodbye_and_the_record_ends_early(name: str, typed: list[str]) -> None:
    screen = sit(name, typed, bots=["greedy", "greedy"], path=RECORD)
    assert "Goodbye!" == screen.splitlines()[-2]
    assert "The record of this match is in match.jsonl." in screen
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    assert record.verify(whole).outcome() is None
    assert [("Ann", None), ("Bo", "greedy"), ("Cy", "greedy")] == [(seat.name, seat.bot) for seat in whole.header.seats]


class Interrupted(io.StringIO):
    """Somebody presses Ctrl-C."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        raise KeyboardInterrupt


def test_ctrl_c_leaves_like_quit() -> None:
    assert sit("wig_out", Interrupted()).endswith("\nGoodbye!\n")


def test_a_record_that_cannot_be_written_is_reported() -> None:
    output = io.StringIO()
    code = terminal.play(
        game("wig_out"), ["idle"], watch=False, seed=1, language="en", pace=0, name="Ann", input=io.StringIO(),
        record=Path("/nowhere/at/all.jsonl"), output=output,
    )  # fmt: skip
    assert 1 == code
    assert "Couldn't write the record to /nowhere/at/all.jsonl: No such file or directory." in output.getvalue()
