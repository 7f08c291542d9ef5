"""Watching bots in the terminal, and playing at a real keyboard."""

from __future__ import annotations

import io
import os
import pty
import re
from collections.abc import Sequence
from typing import Any

import pytest

from rumpus import record, text
from rumpus.games import GAMES
from rumpus.playout import EndlessError
from rumpus.research import simulate
from rumpus.terminal import local
from rumpus.terminal.input import LONGEST, Lines
from tests.rules import wig_out_deals
from tests.terminal.matches import RECORD, SHORT, Deals, five_crowns_deal, sit

# Watching


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_watching_shows_the_match_that_a_simulation_of_this_seed_plays(name: str, language: str) -> None:
    screen = sit(name, bots=["greedy"] * 3, watch=True, seed=5, language=language, path=RECORD)
    match = simulate.play(name, SHORT[name], ["greedy"] * 3, (5,), keep_record=True)
    assert match.record is not None
    assert match.record.splitlines()[1:] == RECORD.read_text("utf-8").splitlines()[1:]
    assert match.rounds == len(re.findall(r"^--- ", screen, re.MULTILINE))
    winners = [("Bo", "Cy", "Dee")[winner] for winner in match.result.winners or ()]
    told = [line for line in screen.splitlines() if not re.search(" (says|dice): ", line)]
    assert winners == re.findall("Bo|Cy|Dee", told[-2])


def test_a_spectator_is_not_shown_what_is_drawn() -> None:
    screen = sit("wig_out", bots=["greedy"] * 3, watch=True)
    assert "draws a card\n" in screen
    assert not re.search("draws (?!a card\n)", screen)


def test_without_a_seed_every_deal_is_another() -> None:
    assert sit("wig_out", seed=None) != sit("wig_out", seed=None)


class Clock:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.at_s = 100.0

    def monotonic(self) -> float:
        return self.at_s

    def sleep(self, for_s: float) -> None:
        self.at_s += for_s


@pytest.mark.parametrize("pace", [0.5, 3.0])
def test_bots_take_their_time_by_the_pace(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(local, "time", clock)
    sit("wig_out", bots=["greedy"] * 3, watch=True, seed=5, pace=pace, path=RECORD)
    match = simulate.play("wig_out", SHORT["wig_out"], ["greedy"] * 3, (5,))
    assert pytest.approx(match.seconds * pace, abs=0.01) == clock.at_s - 100
    with RECORD.open("rb") as lines:
        assert pytest.approx(match.seconds * pace, abs=0.01) == record.read(lines).lines[-1].at


def test_a_table_where_nobody_moves_is_given_up() -> None:
    with pytest.raises(EndlessError):
        sit("five_crowns", bots=["idle", "idle"], watch=True)
    with pytest.raises(EndlessError):
        sit("five_crowns", ["d"], bots=["idle"])


# The keyboard


class Screen(io.StringIO):
    """A screen with somebody in front of it, who answers what appears with these keys, each thing once, in order."""

    def __init__(self, keyboard: int, answers: Sequence[tuple[str, bytes]]) -> None:
        super().__init__()
        self.keyboard = keyboard
        self.answers = list(answers)

    def write(self, words: str) -> int:
        rest = words
        while self.answers and self.answers[0][0] in rest:
            seen, keys = self.answers.pop(0)
            rest = rest.partition(seen)[2]
            os.write(self.keyboard, keys)
        return super().write(words)


def at_keyboard(name: str, answers: Sequence[tuple[str, bytes]], **more: Any) -> str:
    """What is seen at a real terminal, by somebody who answers like this; all of it must come up."""
    keyboard, line = pty.openpty()
    output = Screen(keyboard, answers)
    try:
        with open(line, encoding="utf-8") as keys:
            screen = sit(name, keys, output=output, **more)
    finally:
        os.close(keyboard)
    assert [] == output.answers
    return screen


def test_at_a_keyboard_a_bot_that_deals_waits_a_moment(deals: Deals) -> None:
    deals("wig_out", wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None, dealer=1))
    answers = [("Bo starts in a moment", b"nest\nhint\n"), ("says GO!", b"nest\n"), ("play 5 nest", b"quit\n")]
    options = {"first_dealer": "random"}
    screen = at_keyboard("wig_out", answers, bots=["starts"], options=options, pace=0.001)
    assert "Wait for GO! Until then you can only look at your cards. (WO-06)" in screen
    assert "There's nothing you can do right now." in screen


@pytest.mark.parametrize("ready", [b"\n", b"go\n"])
def test_a_player_who_is_ready_does_not_wait(ready: bytes, deals: Deals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "LOOK_S", 1e9)
    deals("wig_out", wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None, dealer=1))
    answers = [("Press Enter if you're ready", ready), ("Bo says GO!", b"\x04")]
    at_keyboard("wig_out", answers, bots=["starts"], options={"first_dealer": "random"}, pace=0.001)


def test_at_a_keyboard_five_crowns_prompts_and_says_whose_turn_it_is(deals: Deals) -> None:
    deals("five_crowns", five_crowns_deal("4c 5c Th", "4t 6d 9s", draw="Ks Kt 6c"))
    answers = [
        ("you deal", b"d\ngo\n"),
        ("It isn't your turn. (FC-06)", b""),
        ('"go" isn\'t a move', b""),
        ("> ", b"p\n"),
        ("> ", b"th\n"),
        ("> ", b"d\n"),
        ("> ", b"out ks\n"),
        ("You go out with 4c 5c 6c and discard Ks", b""),
        ("Bo lays nothing down", b""),
    ]
    at_keyboard("five_crowns", answers, bots=["passes"], options={"rounds": 1}, pace=0.01)


def test_leaving_at_the_prompt_prints_goodbye_on_its_own_line() -> None:
    assert at_keyboard("five_crowns", [("> ", b"\x04")], bots=["passes"]).endswith("> \nGoodbye!\n")


@pytest.mark.parametrize("stopped_s", [1.0, 1000.0])
def test_a_program_that_was_stopped_goes_on_where_it_was(stopped_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record's time shows no gap: while the program was stopped (Ctrl-Z) nobody moved."""
    clock = Clock()
    monkeypatch.setattr(local, "time", clock)
    slept: list[float] = []

    def sleep(for_s: float) -> None:
        slept.append(for_s)
        clock.at_s += for_s + (stopped_s if len(slept) == 5 else 0.0)

    monkeypatch.setattr(clock, "sleep", sleep)
    sit("wig_out", bots=["greedy"] * 3, watch=True, seed=5, pace=1.0, path=RECORD)
    match = simulate.play("wig_out", SHORT["wig_out"], ["greedy"] * 3, (5,))
    with RECORD.open("rb") as lines:
        assert pytest.approx(match.seconds, abs=0.01) == record.read(lines).lines[-1].at
    assert sum(slept) == pytest.approx(match.seconds, abs=1.1)


def test_lines_come_as_they_are_ready() -> None:
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as stream:
        lines = Lines(stream)
        assert not lines.blind
        assert not lines.typed
        assert lines.next(0) is None
        os.write(writing, b"one\ntwo\n\nthr")
        assert ["one", "two", ""] == [lines.next(None) for _ in range(3)]
        assert lines.next(0) is None
        os.write(writing, b"ee" * LONGEST * 3)
        assert [None] * 3 == [lines.next(0) for _ in range(3)]
        os.close(writing)
        last = lines.next(None)
        assert last is not None
        assert LONGEST == len(last)
        with pytest.raises(EOFError):
            lines.next(None)
