"""Real thinking processes: what limits them, and what happens to those that hang."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.contract import Illegal
from rumpus.record import Damaged
from rumpus.server.work import jobs, thinker, thinkers
from rumpus.server.work.jobs import Job, Kind, NoAnswer, TooLate, TooLong
from rumpus.server.work.lanes import Lane
from rumpus.server.work.processes import Thinker
from rumpus.server.work.thinkers import Thinkers
from tests.server.hard_work import damaged, refuse, spin, unusual
from tests.support.clock import run_virtual
from tests.support.live import live

PLAIN = thinker.Set(niceness=1, memory_mb=256, compiled=False)
SOON = Kind(lane="play", wait_s=60.0, cpu_s=0.5, check_s=0.2)
MEGABYTE = 1 << 20


def with_lane(scenario: Callable[[Lane, Callable[..., Awaitable[Any]]], Awaitable[None]]) -> None:
    """Run the scenario with a lane of one small process, and a way to ask it."""

    async def run() -> None:
        lane = Lane(partial(Thinker.start, PLAIN), 1, 200)

        async def ask(work: Callable[..., Any], *args: Any) -> Any:
            return await lane.think(Job(SOON, jobs.NOBODY, work, args))

        try:
            await scenario(lane, ask)
        finally:
            lane.close()

    live(run())


def test_a_process_gives_results_and_exceptions_back_and_stops_what_takes_too_long() -> None:
    async def scenario(lane: Lane, ask: Callable[..., Awaitable[Any]]) -> None:
        pid = await ask(os.getpid)
        assert b"xx" == await ask(bytes.replace, b"yy", b"y", b"x")
        assert 3 * MEGABYTE == len(await ask(bytes, 3 * MEGABYTE))
        with pytest.raises(Illegal) as no:
            await ask(refuse)
        assert ("fc-not-in-hand", "3h") == (no.value.reason, no.value.facts["card"])
        with pytest.raises(Damaged, match="line 7"):
            await ask(damaged)
        with pytest.raises(RuntimeError, match="Unusual"):
            await ask(unusual)
        with pytest.raises(TooLong, match=r"more than 0\.5 seconds"):
            await ask(spin, 3600)
        with pytest.raises(MemoryError):
            await ask(bytes, 4096 * MEGABYTE)
        assert pid == await ask(os.getpid), "it is still the same process"
        os.kill(pid, signal.SIGINT)
        assert pid == await ask(os.getpid), "Ctrl-C is for the server"

    with_lane(scenario)


def test_the_memory_of_the_server_does_not_count_as_that_of_a_process() -> None:
    async def scenario(lane: Lane, ask: Callable[..., Awaitable[Any]]) -> None:
        much = bytearray(b"x") * (300 * MEGABYTE)  # more than a process may use
        pid = await ask(os.getpid)
        assert len(much) > 200 * MEGABYTE
        assert pid == await ask(os.getpid)

    with_lane(scenario)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="how a process is doing is read from /proc")
def test_a_process_that_stands_still_or_sleeps_is_killed_and_replaced() -> None:
    async def scenario(lane: Lane, ask: Callable[..., Awaitable[Any]]) -> None:
        pid = await ask(os.getpid)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(TooLate):
            await ask(os.getpid)
        second = await ask(os.getpid)
        with pytest.raises(TooLate):
            await ask(time.sleep, 3600)
        third = await ask(os.getpid)
        assert 3 == len({pid, second, third})
        assert 2 == lane.killed
        with pytest.raises(NoAnswer):
            await ask(os._exit, 1)
        assert 2 == lane.killed, "one that died was not killed"

    with_lane(scenario)


def test_a_process_that_computes_for_long_within_its_limit_is_left_alone() -> None:
    async def scenario(lane: Lane, ask: Callable[..., Awaitable[Any]]) -> None:
        pid = await ask(os.getpid)
        patient = msgspec.structs.replace(SOON, cpu_s=60.0, check_s=0.05)
        await lane.think(Job(patient, jobs.NOBODY, spin, (0.4,)))
        assert (pid, 0) == (await ask(os.getpid), lane.killed)

    with_lane(scenario)


def test_thinking_processes_are_healthy_until_their_heartbeat_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        answers = True

        async def think(self: Lane, job: Job) -> Any:
            if not answers:
                raise TooLate("it hangs")

        monkeypatch.setattr(Lane, "think", think)
        ended: list[str] = []
        pool = Thinkers(1, ended.append)
        assert pool.healthy(loop.time() + 1e6), "nothing has been asked yet"
        await pool.think(jobs.MOVE, jobs.NOBODY, jobs.nothing)
        await asyncio.sleep(1000)
        assert pool.healthy(loop.time())
        answers = False
        await asyncio.sleep(2 * thinkers.SILENT_S)
        assert not pool.healthy(loop.time())
        answers = True
        await asyncio.sleep(2 * thinkers.BEAT_EVERY_S)
        assert pool.healthy(loop.time())
        answers = False
        with pytest.raises(TooLate):
            await pool.think(jobs.MOVE, jobs.NOBODY, jobs.nothing)
        assert ["answered", "late"] == ended, "heartbeats are not counted"
        pool.close()

    run_virtual(scenario)
