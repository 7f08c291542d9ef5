"""When new tables are refused, in virtual time: by the delay that people feel. And stalls of the event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from rumpus.server.budget import stalls
from rumpus.server.budget.limits import Limits
from rumpus.server.budget.load import BUSY_MESSAGES, Load
from rumpus.server.budget.stalls import LOG_EVERY_S, OTHER, STALL_S, Stalls, timed
from rumpus.server.metrics import Metrics
from tests.server.test_headers import logged
from tests.support.clock import virtual_time
from tests.support.in_process import LocalServer, with_server


class Simulated:
    """A server with one queue in virtual time: it gets a share of a core, and the rest goes to other programs."""

    def __init__(self, share: float, action_ms: float = 0.5) -> None:
        self.now, self.cpu_s = 0.0, 0.0
        self.load = Load(Limits(), lambda: self.now, lambda: self.cpu_s)
        self.per_s = share * 1000 / action_ms  # actions that it can do in a second
        self.share = share
        self._queue: list[Callable[[Exception | None], None]] = []

    def second(self, offered: float, late_ms: float = 1.0) -> bool:
        """One tick in which so many actions arrive; returns whether new tables are refused after it."""
        end = self.now + 1.0
        while self.now < end - 1e-6:
            self.now = round(self.now + 0.05, 6)
            self.load.messages += round(offered / 20)
            self._queue += [self.load.timed(_nothing) for _ in range(round(offered / 20))]
            for _ in range(min(len(self._queue), round(self.per_s / 20))):
                self._queue.pop(0)(None)
                self.cpu_s += self.share / self.per_s
            self.load.sampled(late_ms / 1000)
        return self.load.busy


def _nothing(error: Exception | None) -> None:
    pass


def test_three_times_the_load_on_a_shared_core_refuses_nine_of_ten_new_tables() -> None:
    """The process gets less than half of a core, and its loop wakes up in time: only the confirmations are late."""
    server = Simulated(share=0.4)
    refused = [server.second(offered=3 * server.per_s) for _ in range(60)]
    assert sum(refused) >= 54
    assert [True] * 50 == refused[-50:], "it does not flap"


def test_the_load_that_it_can_carry_refuses_nothing_on_a_shared_core() -> None:
    server = Simulated(share=0.4)
    assert not any(server.second(offered=0.8 * server.per_s) for _ in range(60))


def test_an_idle_server_on_a_noisy_machine_refuses_nothing() -> None:
    server, rng = Simulated(share=0.4), Random(1)
    assert not any(server.second(offered=20, late_ms=rng.uniform(0, 900)) for _ in range(60))


def test_one_burst_refuses_nothing_and_tables_can_be_opened_soon_after_the_load_is_gone() -> None:
    server = Simulated(share=0.4)
    assert not server.second(offered=3 * server.per_s)
    for _ in range(10):
        server.second(offered=3 * server.per_s)
    assert server.load.busy
    after = [server.second(offered=BUSY_MESSAGES) for _ in range(40)]
    assert not any(after[-10:]), "the queue is done after 28 s"
    assert after == sorted(after, reverse=True), "it does not flap"


def test_a_disk_that_hangs_is_felt_before_it_confirms_anything() -> None:
    server = Simulated(share=0.4)
    server.per_s = 0.001
    assert [False, True] == [server.second(offered=100) for _ in range(2)]


def test_a_late_loop_that_uses_much_of_a_core_is_busy_before_people_feel_it() -> None:
    server = Simulated(share=1.0)
    assert [False, True] == [server.second(offered=server.per_s, late_ms=10) for _ in range(2)]


@with_server()
async def test_the_server_measures_what_its_people_wait(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    commit = server.journal._run

    async def slowly(*args: object) -> object:
        await asyncio.sleep(2.0)
        return await commit(*args)

    server.journal._run = slowly
    for second in range(4):
        for at in range(70):
            a.say({"type": "rename", "id": f"{second}-{at}", "name": f"Ana {at}"})
        await asyncio.sleep(1.0)
    assert server.rooms.load._delay_ms() > 500
    assert server.rooms.busy()
    answer = await server.request("/api/tables", {"game": "wig_out", "name": "Bo"})
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])


# Stalls


def counted(metrics: Metrics, endpoint: str) -> float:
    """How many stalls of this endpoint were counted."""
    return metrics.registry.get_sample_value("rumpus_loop_stalls_total", {"endpoint": endpoint}) or 0.0


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every call of a clock finds that 30 ms have passed since the last one."""
    ticks = iter(range(10**9))
    monkeypatch.setattr(stalls, "perf_counter", lambda: next(ticks) * 0.03)
    monkeypatch.setattr("rumpus.server.net.socket.perf_counter", lambda: next(ticks) * 0.03)
    return iter(())


@virtual_time
async def test_a_stall_is_counted_and_logged_once_a_minute_with_the_name_of_its_endpoint() -> None:
    now = 0.0
    metrics = Metrics()
    watch = Stalls(metrics, lambda: now)
    with logged() as lines:
        for _ in range(100):
            watch.noticed("/api/look", 0.03)
        watch.noticed("rename", 0.5)
        now += LOG_EVERY_S
        watch.noticed("/api/look", 0.04)
    assert (101, 1) == (counted(metrics, "/api/look"), counted(metrics, "rename"))
    found = [(line["what"], line["endpoint"], line["seconds"]) for line in map(json.loads, lines)]
    assert [("loop-stalled", "/api/look", 0.03), ("loop-stalled", "rename", 0.5)] == found[:2]
    assert 3 == len(found)


def test_requests_and_messages_that_hold_up_the_loop_are_named(slow: None) -> None:
    @with_server()
    async def scenario(server: LocalServer) -> None:
        a = await server.enter(await server.open("wig_out"))
        await a.ask("rename", name="Anna")
        a.say("{")
        await asyncio.sleep(0.1)
        metrics = server.rooms.metrics
        for endpoint in ("/api/tables", "rename", "malformed message"):
            assert counted(metrics, endpoint) > 0, endpoint
        assert 0 == counted(metrics, "mute")

    scenario()


@virtual_time
async def test_waiting_is_no_stall_and_the_result_an_error_and_a_cancellation_pass_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[float] = []
    now = 0.0
    monkeypatch.setattr(stalls, "perf_counter", lambda: now)

    async def work(error: Exception | None) -> str:
        nonlocal now
        await asyncio.sleep(5)
        now += STALL_S * 1.5  # the stall
        if error is not None:
            raise error
        await asyncio.sleep(5)
        return "done"

    assert "done" == await timed(work(None), found.append)
    with pytest.raises(KeyError):
        await timed(work(KeyError()), found.append)
    task = asyncio.ensure_future(_await(work(None), found))
    await asyncio.sleep(1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [True, True] == [took > STALL_S for took in found]


async def _await(work: object, found: list[float]) -> None:
    await timed(work, found.append)  # type: ignore[arg-type]


@virtual_time
async def test_the_watchdog_finds_stalls_outside_of_any_endpoint() -> None:
    clock = 0.0
    metrics = Metrics()
    watch = Stalls(metrics, lambda: clock)
    watch.watch()
    for _ in range(50):
        clock += 0.02
        await asyncio.sleep(0.02)
    assert 0 == counted(metrics, OTHER)
    clock += 0.1
    await asyncio.sleep(0.02)
    assert 1 == counted(metrics, OTHER)
    watch.noticed("rename", 0.1)
    clock += 0.1
    await asyncio.sleep(0.02)
    watch.stop()
    assert (1, 1) == (counted(metrics, OTHER), counted(metrics, "rename")), "a stall that has a name is counted once"
