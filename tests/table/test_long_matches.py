"""Matches that go on for ever: the table ends them, and loading one never stops the event loop for long."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from rumpus import record
from rumpus.contract import Result
from rumpus.games.wackee_six.actions import Recycle, Turn
from rumpus.server.work.slices import SLICE
from rumpus.shuffle import Stream
from rumpus.table import Pieces, Table, Tell, ending, record_of
from rumpus.table.entries import Row
from rumpus.wire import Settings
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer
from tests.table.desk import Desk, quiet

GAMES = ["five_crowns", "wackee_six", "wig_out"]
QUICK = Settings(countdown_s=0, wait_s=0, turn_s=5)


def limits(monkeypatch: pytest.MonkeyPatch, *, lines: int = 10**6, rounds: int = 10**6, more: int = 10**6) -> None:
    """Set the limits of a match."""
    monkeypatch.setattr(ending, "MOST_LINES", lines)
    monkeypatch.setattr(ending, "MOST_ROUNDS", rounds)
    monkeypatch.setattr(ending, "MORE_LINES", more)


def played(game: str, seed: str = "desk", **options: object) -> Desk:
    """A match between bots, in which the only person does nothing, until it is over or for an hour."""
    desk = Desk(game, 1, seed, bots=("expert",) * 3, options=options, settings=QUICK).begin()
    for _ in range(360):
        desk.wait(10)
        if desk.lobby().stage != "match":
            break
    return desk


def turned(lines: int) -> Desk:
    """A race in which somebody turns cards for ever, until it has so many lines or is over."""
    desk = Desk("wackee_six", 2, settings=QUICK).begin()
    desk.wait(30)
    while desk.lobby().stage == "match" and len(desk.lines()) < lines:
        desk.do(1, next(action for action in desk.state.legal(0) if isinstance(action, Turn | Recycle)))
    return desk


def result_of(desk: Desk) -> Result:
    """The result, after checking that it is told, written down, and that the record can be replayed."""
    result = desk.state.outcome()
    assert isinstance(result, Result)
    assert "over" == desk.lobby().stage
    assert (None, result) == desk.lines()[-1]
    assert desk.lobby().record is not None
    assert result == record.verify(record_of(desk.entries())).outcome()
    assert desk.restored().lobby == desk.lobby()
    return result


@pytest.mark.parametrize("game", ["five_crowns", "wig_out"])
def test_a_match_of_too_many_rounds_is_stopped_with_the_totals_so_far(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits(monkeypatch, rounds=2)
    desk = played(game)
    result = result_of(desk)
    assert ("stopped", 2) == (result.why, desk.state.round)
    assert result.totals == tuple(map(sum, zip(*desk.state.sheet, strict=True)))
    assert result.winners


@pytest.mark.parametrize("game", ["five_crowns", "wig_out"])
def test_a_match_of_too_many_lines_is_stopped_after_its_round(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits(monkeypatch, lines=20)
    desk = played(game)
    assert "stopped" == result_of(desk).why
    assert 20 <= len(desk.lines())


def test_a_round_that_never_ends_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    limits(monkeypatch, lines=2_000, more=100)
    desk = turned(5_000)
    result = result_of(desk)
    assert ("abandoned", 1) == (result.why, desk.state.round)
    assert 2_100 <= len(desk.lines()) < 2_110


def test_a_match_within_the_limits_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    limits(monkeypatch, lines=10_000, rounds=5)
    assert "finished" == result_of(played("wig_out", "within", rounds=4)).why


def test_a_longer_match_of_an_older_version_is_ended_when_its_table_is_used_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = turned(1_000)
    limits(monkeypatch, lines=1_000, more=0)
    table = desk.restored()
    stages: list[str] = [table.lobby.stage]
    table.came(1, desk.now)
    assert ["match", "over"] == [*stages, table.lobby.stage]


# Loading


@pytest.mark.parametrize("game", GAMES)
def test_restoring_in_pieces_gives_the_same_table_and_each_piece_is_one_line(game: str) -> None:
    desk = Desk(game, 1, bots=("expert",) * 3, settings=QUICK).begin()
    desk.wait(60)
    work: Iterator[None] = Table.restoring(desk.entries(), desk.stream, quiet)
    pieces = len(list(work))
    lines, bots = len(desk.lines()), len(desk.table.match.bots)  # type: ignore[union-attr]  # a match is on
    told = sum(not action.fact for _, action in desk.lines())  # to the bots
    assert 2 * lines + told <= pieces <= len(desk.entries()) + (2 + bots) * lines
    assert desk.state == desk.restored().match.state  # type: ignore[union-attr]  # as above


def test_other_tables_are_served_while_a_long_match_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = pieces = 0

    async def scenario() -> None:
        nonlocal longest, pieces
        async with LocalServer() as server:
            host = await server.open("wackee_six", bots=["expert"] * 5, settings={"countdown_s": 0, "wait_s": 0})
            ana = await server.enter(host)
            await ana.ask("begin")
            await asyncio.sleep(120)
            lines = len(server.keeper(host).table.match.history)
            assert lines > 5 * SLICE
            server.rooms.forget(server.keeper(host))
            ana.drop()
            await settle()
            pieces = 0
            entering = asyncio.ensure_future(server.enter(host))
            turns = 0
            while not server.rooms.live:
                await asyncio.sleep(0)
                longest, pieces, turns = max(longest, pieces), 0, turns + 1
            assert turns > 3 * lines / SLICE
            assert (await entering).heard("welcome")

    real = Table.restoring

    def counted(rows: Iterator[Row], stream: Stream, tell: Tell) -> Pieces[Table]:
        nonlocal pieces
        work = real(rows, stream, tell)
        while True:
            try:
                next(work)
            except StopIteration as end:
                table: Table = end.value
                return table
            pieces += 1
            yield

    monkeypatch.setattr(Table, "restoring", counted)
    run_virtual(scenario)
    assert 0 < longest <= SLICE
