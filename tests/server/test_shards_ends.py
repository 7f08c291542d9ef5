"""`rumpus serve --workers N`: workers and fronts that are killed or stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rumpus import wire
from rumpus.journal.files import file_of, path_of
from rumpus.server.config import DATABASE
from tests.server.processes import is_over, planted, time_to_stop
from tests.server.workers import ask, enters, figures, tables_on_each, workers_of
from tests.support.journal_check import check
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, sit_down, until

# On a busy machine a worker may need longer to start than a connection waits for it
WAITS_LONG_FOR_WORKERS = """
from rumpus.server.shards import family
family.WAIT_S = 180.0
"""

STARTS_FOR_EVER = """
import sys, time
if "rumpus.server.shards.worker" in sys.orig_argv:
    time.sleep(3600)
"""


def test_a_killed_worker_comes_back_with_its_tables_and_the_others_notice_nothing(tmp_path: Path) -> None:
    async def scenario() -> list[Player]:
        with Serving(tmp_path, "--workers", "2") as server:
            async with AsyncExitStack() as stack:
                players: list[Player] = []
                while {0, 1} != {file_of(player.table) for player in players}:
                    for player in await asyncio.to_thread(sit_down, server.url, "wackee_six", "kill", 2):
                        player.names_table, player.attempt_s = True, PATIENCE_S
                        players.append(await stack.enter_async_context(player))
                hit = [player for player in players if file_of(player.table) == 1]
                spared = [player for player in players if file_of(player.table) == 0]
                for _ in range(3):
                    done = sum(len(player.confirmed) for player in players) + 20
                    await until(lambda: sum(len(one.confirmed) for one in players) >= done, "the players go on")  # noqa: B023 - awaited at once
                    visits = [player.visits for player in hit]
                    os.kill(workers_of(server)[1], signal.SIGKILL)
                    await until(
                        lambda: all(one.visits > before for one, before in zip(hit, visits, strict=True)),  # noqa: B023 - as above
                        "everybody of the killed worker is back",
                    )
                assert {1} == {player.visits for player in spared}
                await until(lambda: 3 == sum(figures(server)["rumpus_worker_restarts_total"].values()), "it is counted")
                before = {player.table: player.seq for player in players}
                await until(lambda: all(one.seq > before[one.table] for one in players), "every table goes on")
            return players

    players = asyncio.run(scenario())
    for number in (0, 1):
        own = [player for player in players if file_of(player.table) == number]
        check(path_of(tmp_path / DATABASE, number), own)


def test_while_a_worker_starts_again_its_people_wait_and_all_others_are_served(tmp_path: Path) -> None:
    with planted(WAITS_LONG_FOR_WORKERS, Serving(tmp_path, "--workers", "2")) as server:
        here, there = tables_on_each(server.url)
        os.kill(workers_of(server)[1], signal.SIGKILL)
        assert 201 == ask(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})[0]
        assert enters(server.url, here)
        assert enters(server.url, there)  # its connection waits until the worker is back


def test_a_connection_that_a_dying_worker_was_handed_is_taken_by_the_next(tmp_path: Path) -> None:
    with planted(WAITS_LONG_FOR_WORKERS, Serving(tmp_path, "--workers", "2")) as server:
        _, there = tables_on_each(server.url)
        worker = workers_of(server)[1]
        os.kill(worker, signal.SIGSTOP)
        with ThreadPoolExecutor() as pool:
            entered = pool.submit(enters, server.url, there)
            time.sleep(0.5)  # it lies in the channel of a process that will never take it
            assert not entered.done()
            os.kill(worker, signal.SIGKILL)
            assert entered.result(PATIENCE_S)


def test_a_server_whose_workers_still_start_can_be_stopped(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(STARTS_FOR_EVER)
    server = Serving(tmp_path / "data", "--workers", "2")
    around = {**os.environ, "PYTHONPATH": str(tmp_path)}
    server.process = subprocess.Popen(server.command, env=around, text=True)  # noqa: S603 - our own command
    until_s = time.monotonic() + PATIENCE_S
    while len(pids := workers_of(server)) < 2:
        assert time.monotonic() < until_s
        time.sleep(0.05)
    server.process.send_signal(signal.SIGTERM)
    assert 0 == server.process.wait(PATIENCE_S)
    assert all(is_over(pid) for pid in pids.values())


def test_ctrl_c_never_reaches_a_worker(tmp_path: Path) -> None:
    """Not even one that is starting: it would end with a traceback on the screen of the host."""
    with Serving(tmp_path, "--workers", "2") as server:
        pids = workers_of(server).values()
        for pid in pids:
            fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
            assert int(fields["SigBlk"], 16) >> signal.SIGINT - 1 & 1, "blocked before it could set anything"
    assert 2 == len(pids)


def test_workers_end_with_the_front(tmp_path: Path) -> None:
    server = Serving(tmp_path, "--workers", "2").start()
    pids = workers_of(server).values()
    assert 2 == len(pids)
    server.kill()
    until_s = time.monotonic() + PATIENCE_S
    while not all(is_over(pid) for pid in pids):
        assert time.monotonic() < until_s
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_everything_in_time(number: signal.Signals, tmp_path: Path) -> None:
    async def scenario() -> None:
        began = time.monotonic()
        server = await asyncio.to_thread(Serving(tmp_path, "--workers", "2").start)
        start_s = time.monotonic() - began
        pids = workers_of(server).values()
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(player)
                for _ in range(2)
                for player in await asyncio.to_thread(sit_down, server.url, "wig_out", "stop", 2)
            ]
            began = time.monotonic()
            assert 0 == await asyncio.to_thread(server.end, number)
            assert time.monotonic() - began < time_to_stop(start_s)
            await until(lambda: all(player.byes for player in players), "everybody is told")
            assert {wire.CLOSE_RESTART} == {player.byes[0][0] for player in players}
        assert all(is_over(pid) for pid in pids)

    asyncio.run(scenario())


def test_a_planted_worker_that_outlives_its_front_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from rumpus.server.shards import part\npart.Part._listen = lambda self, stop: self._life.recv(64)\n"
    )
    server = Serving(tmp_path / "data", "--workers", "2")
    server.environment["PYTHONPATH"] = str(tmp_path)
    server.start()
    pids = list(workers_of(server).values())
    server.process.kill()
    server.process.wait()
    try:
        time.sleep(2.0)
        assert not any(is_over(pid) for pid in pids)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        server.end()
