"""A real server that is told to stop while its disk is slow and a thinking process hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rumpus import wire
from rumpus.journal import Journal
from rumpus.server import rooms
from rumpus.server.config import DATABASE
from tests.server.processes import children, enter, is_over, planted, rows, time_to_stop
from tests.support.clock import settle
from tests.support.in_process import LocalServer, with_server
from tests.support.journal_check import check
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, sit_down, until

PARTS_S = rooms.FLUSH_S + rooms.STORE_S + 1.2  # what the server allows itself at most

# Every commit takes this long, as soon as a file says so
SLOW_DISK = """
import pathlib, time
from rumpus.journal.sqlite import SqliteStore
real = SqliteStore.commit
def commit(store, batch):
    if pathlib.Path({flag!r}).exists():
        time.sleep({seconds})
    return real(store, batch)
SqliteStore.commit = commit
"""


def waits(players: Sequence[Player]) -> bool:
    """Whether somebody has no answer yet."""
    return any(len(one.asked) > len(one.confirmed) + len(one.refused) for one in players)


@pytest.mark.parametrize("seconds", [1.0, 3600.0])
def test_a_server_with_a_slow_disk_and_a_hung_process_stops_in_time_and_keeps_what_it_confirmed(
    tmp_path: Path, seconds: float
) -> None:
    flag = tmp_path / "slow"

    async def story() -> None:
        async with AsyncExitStack() as stack:
            server = planted(SLOW_DISK.format(flag=str(flag), seconds=seconds), Serving(tmp_path))
            began = time.monotonic()
            await asyncio.to_thread(server.start)
            start_s = time.monotonic() - began
            try:
                tables = [sit_down(server.url, "wig_out"), sit_down(server.url, "five_crowns", people=1)]
                players = [one for table in tables for one in await enter(stack, table)]
                await until(lambda: len(players[0].confirmed) > 3, "the race goes on")
                await until(lambda: bool(children(server.process.pid)), "a bot of Five Crowns thinks")
                family = children(server.process.pid)
                for thinker in family:
                    os.kill(thinker, signal.SIGSTOP)
                flag.touch()
                await until(lambda: waits(players), "somebody waits for the disk")
                began = time.monotonic()
                server.process.send_signal(signal.SIGTERM)
                code = await asyncio.to_thread(server.process.wait, PATIENCE_S)
                took_s = time.monotonic() - began
            finally:
                await asyncio.to_thread(server.kill)
            assert 0 == code
            assert took_s < time_to_stop(PARTS_S + start_s)
            await until(lambda: all(map(is_over, family)), "the hung process is gone")
            assert all(player.confirmed.values() for player in players)
            for player in players:
                await player.hang_up()
        flag.unlink()
        check(tmp_path / DATABASE, players)
        assert rows(tmp_path / DATABASE, players[0].table)

    asyncio.run(story())


def test_a_second_signal_ends_the_server_at_once(tmp_path: Path) -> None:
    flag = tmp_path / "slow"

    async def story() -> int:
        server = planted(SLOW_DISK.format(flag=str(flag), seconds=3600), Serving(tmp_path))
        await asyncio.to_thread(server.start)
        try:
            async with AsyncExitStack() as stack:
                players = await enter(stack, sit_down(server.url, "wig_out"))
                flag.touch()
                await until(lambda: waits(players), "somebody waits for the disk")
                server.process.send_signal(signal.SIGTERM)
                await until(lambda: "stopping" in "".join(server.logged), "it hears the first signal")
                server.process.send_signal(signal.SIGTERM)
                return await asyncio.to_thread(server.process.wait, PATIENCE_S)
        finally:
            await asyncio.to_thread(server.kill)

    assert 128 + signal.SIGTERM == asyncio.run(story())


@with_server()
async def test_a_closing_server_refuses_messages_and_lets_no_clock_run(server: LocalServer) -> None:
    seated = await server.open("wig_out", bots=["expert"] * 3, settings={"countdown_s": 0})
    ana = await server.enter(seated)
    await ana.ask("begin")
    await asyncio.sleep(10)
    keeper = server.keeper(seated)
    before = keeper.table.seq
    server.rooms.closing = True
    answer = await ana.ask("say", phrase="good-luck")
    assert ("refused", "table-not-now") == (answer["type"], answer["reason"])
    await asyncio.sleep(60)
    assert before == keeper.table.seq, "a bot has moved"


@with_server()
async def test_a_closing_server_answers_a_repeat_as_before(server: LocalServer) -> None:
    """Else somebody whose first answer was lost on the way would be told that nothing was done."""
    ana = await server.enter(await server.open("wig_out"))
    done = await ana.ask("add_bot", seat=2, level="casual", id="once")
    server.rooms.closing = True
    assert done["seq"] == (await ana.ask("add_bot", seat=2, level="casual", id="once"))["seq"]
    assert "table-not-now" == (await ana.ask("add_bot", seat=2, level="casual", id="twice"))["reason"]


@with_server()
async def test_a_server_whose_journal_is_closed_already_shows_no_match(server: LocalServer) -> None:
    seated = await server.open("wig_out", bots=["casual"], settings={"countdown_s": 0})
    await (await server.enter(seated)).ask("begin")
    server.rooms.closing = True
    await server.journal.close()
    assert 503 == (await server.request("/api/steps", {"token": seated["token"]})).status
    assert 503 == (await server.request("/api/records/some-name")).status


@with_server()
async def test_closing_waits_for_a_stuck_disk_only_so_long_and_says_goodbye(server: LocalServer) -> None:
    loop = asyncio.get_running_loop()
    seated = await server.open("wig_out")
    ana = await server.enter(seated)
    stuck = loop.create_future()

    async def run(*_: object) -> object:
        return await stuck

    journal: Journal = server.journal
    works, journal._run = journal._run, run
    ana.say({"type": "rename", "id": "lost", "name": "Anna"})
    await settle()
    assert 1 == journal.backlog
    began = loop.time()
    await server.rooms.close()
    assert rooms.FLUSH_S <= loop.time() - began <= rooms.FLUSH_S + rooms.STORE_S + 0.1
    await settle()
    assert wire.CLOSE_RESTART == ana.last("bye")["code"]
    assert "lost" not in [told.get("id") for told in ana.told], "what is not on disk is not confirmed"
    stuck.set_result({})
    journal._run = works
