"""Bots that play badly: the table goes on with plain moves, and neither hangs nor is loaded again and again."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from rumpus.bots import BOTS
from rumpus.bots.base import Bot, Move
from rumpus.contract import Go
from rumpus.games.five_crowns.actions import Discard
from rumpus.games.wig_out.actions import Lay
from rumpus.games.wig_out.rules import WigOutState
from rumpus.table.match import LEAST_S, MOST_REFUSED, PLAIN_S
from rumpus.wire import Settings
from tests.support.clock import virtual_time
from tests.support.in_process import LocalServer
from tests.table.desk import Desk

MOST_CALLS = 3000  # of a bot's `move`, in half a minute
PLAY_S = 30.0
BOT = 1  # its seat
ILLEGAL = {"wig_out": Lay(card="afro"), "five_crowns": Discard(card="3s")}
MALFORMED: list[Any] = [
    ("no action", 0.0),
    (None, 0.0),
    (Lay(card=7), 0.0),  # type: ignore[arg-type]  # on purpose
    (Lay(card="no such card"), 0.0),
    "a word",
    7,
    (Go(), "soon"),
    (Go(), 0.0, "too long"),
]


class Runaway(BaseException):
    """Raised instead of a loop that would never end."""


class Bad(Bot):
    """Always makes the same move."""

    made: Any = None
    calls = 0

    def move(self, look: Any, legal: list[Any], at_s: float) -> Move | None:
        type(self).calls += 1
        if type(self).calls > MOST_CALLS:
            raise Runaway
        made: Move | None = type(self).made
        return made


class Raises(Bad):
    """Cannot even decide."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> Move | None:
        super().move(look, legal, at_s)
        raise KeyError("a mistake of its author")


def bad(made: Any, kind: type[Bad] = Bad) -> type[Bad]:
    """A bot of its own class, which counts its own calls."""
    return type("Bot", (kind,), {"made": made, "calls": 0})


def moves_of(desk: Desk, seat: int) -> int:
    assert desk.table.match is not None
    return len([by for _, (by, _) in desk.table.match.history if by == seat])


def play(game: str, bot: type[Bad], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setitem(BOTS[game], "casual", bot)
    settings = Settings(countdown_s=0, wait_s=1, turn_s=5 if game == "five_crowns" else None, stand_in="skilled")
    desk = Desk(game, 2, bots=("casual",), settings=settings).begin()
    desk.wait(PLAY_S)
    return desk


@pytest.mark.parametrize("game", ILLEGAL)
def test_a_bot_that_always_moves_illegally_makes_plain_moves(
    game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot = bad((ILLEGAL[game], 0.0))
    with caplog.at_level(logging.WARNING, "rumpus"):
        desk = play(game, bot, monkeypatch)
    assert moves_of(desk, BOT) >= 1
    assert bot.calls <= (MOST_REFUSED + 1) * (PLAY_S / PLAIN_S + 1)
    assert ["bot-fault"] == [record.message for record in caplog.records]


@pytest.mark.parametrize("made", MALFORMED, ids=repr)
def test_a_malformed_move_is_replaced_by_a_plain_one(
    made: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "rumpus"):
        desk = play("wig_out", bad(made), monkeypatch)
    assert moves_of(desk, BOT) >= 3
    assert 1 == len(caplog.records)


def test_a_bot_that_raises_is_replaced_by_plain_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert moves_of(play("wig_out", bad(None, Raises), monkeypatch), BOT) >= 3


def test_a_bot_that_moves_at_once_for_ever_lets_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also legal moves without a delay must not keep the table in one moment."""

    class Quick(Bad):
        def move(self, look: Any, legal: list[Any], at_s: float) -> Move | None:
            super().move(look, legal, at_s)
            turns = [action for action in legal if type(action).__name__ in ("Turn", "Recycle")]
            return (turns or legal)[0], float("nan")

    bot = bad(None, Quick)
    monkeypatch.setitem(BOTS["wackee_six"], "casual", bot)
    desk = Desk("wackee_six", 2, bots=("casual",), settings=Settings(countdown_s=0, wait_s=1)).begin()
    desk.wait(1.5)
    assert 1 <= bot.calls <= 1.5 / LEAST_S + 2


@virtual_time
async def test_a_bot_whose_move_breaks_the_rules_code_makes_the_table_load_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What raises inside the rules cannot be trusted: the table is loaded again, and then the plain move is made."""
    apply, faults = WigOutState.apply, []

    def breaks(self: Any, by: int | None, action: Any) -> Any:
        if by == 1 and action == ILLEGAL["wig_out"]:
            faults.append(by)
            raise ZeroDivisionError
        return apply(self, by, action)

    monkeypatch.setattr(WigOutState, "apply", breaks)
    monkeypatch.setitem(BOTS["wig_out"], "casual", bad((ILLEGAL["wig_out"], 0.5)))
    async with LocalServer() as server:
        ana = await server.open("wig_out", bots=["casual"], settings={"countdown_s": 0, "wait_s": 1})
        a = await server.enter(ana)
        await a.ask("begin")
        await a.does({"do": "go"})
        await asyncio.sleep(PLAY_S)
        assert len(faults) <= 1 + PLAY_S / PLAIN_S
        assert any(b'"by":1' in entry.body for entry in server.written(ana))
