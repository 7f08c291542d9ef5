"""A server that stood still (stopped, suspended, swapped out) makes nobody late; who answers no pings is closed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from rumpus import wire
from rumpus.server.clock import STALL_S, Deadline, SteadyClock
from rumpus.server.net.session import SILENT_S
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer, with_server
from tests.support.live import live
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import post

TURN_S = 5
GAP_S = 25.0
TABLE: dict[str, Any] = {
    "options": {"bot_pace": 0.25},
    "settings": {"turn_s": TURN_S, "countdown_s": 0, "wait_s": 0, "hints": True},
    "bots": ["casual"],
}


def stand_still(seconds: float) -> None:
    """Virtual time passes in which the process does nothing."""
    loop: Any = asyncio.get_running_loop()
    loop._now += seconds


async def my_turn(server: LocalServer, *, steady: bool) -> Any:
    """A connection whose turn has begun, with half of its time left."""
    clock = SteadyClock(asyncio.get_running_loop())
    if steady:
        clock.start()
        server.rooms.clock, server.rooms.on_loop = clock, clock.on_loop
    seated = await server.open("five_crowns", **TABLE)
    connection = await server.enter(seated)
    await connection.ask("begin")
    while not connection.last("happened")["legal"]:
        await asyncio.sleep(0.01)
    await asyncio.sleep(TURN_S / 2)
    return connection


def moves_of(connection: Any, seat: int) -> int:
    return sum(line.get("by") == seat for told in connection.heard("happened") for line in told["lines"])


@with_server()
async def test_time_in_which_the_server_stood_still_is_not_taken_from_a_turn(server: LocalServer) -> None:
    connection = await my_turn(server, steady=True)
    seat, before = connection.last("welcome")["seat"], len(connection.heard("happened"))
    for _ in range(2):
        stand_still(GAP_S)
        await asyncio.sleep(TURN_S / 8)
    assert before == len(connection.heard("happened"))
    left_ms = (await connection.ask("resync"))["turn_ms"]
    assert TURN_S / 5 < left_ms / 1000 < TURN_S / 2
    assert connection.closed is None
    await asyncio.sleep(TURN_S / 2 + 1)
    assert moves_of(connection, seat), "then the turn is over all the same"


@with_server()
async def test_without_a_steady_clock_the_turn_is_lost(server: LocalServer) -> None:
    connection = await my_turn(server, steady=False)
    before = len(connection.heard("happened"))
    stand_still(GAP_S)
    await asyncio.sleep(TURN_S / 4)  # as long as the test above looks, and as a bot may take for its move
    assert before < len(connection.heard("happened")), "the test above would notice"


@with_server()
async def test_nobody_is_silent_because_the_server_stood_still(server: LocalServer) -> None:
    connection = await my_turn(server, steady=True)
    (session,) = server.rooms.sessions
    stand_still(2 * SILENT_S)
    await asyncio.sleep(1.0)
    assert connection.closed is None
    assert (session.rtt_s() or 0.0) < 1.0


def test_only_long_gaps_are_taken_out_and_only_while_the_clock_beats() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        clock = SteadyClock(loop)
        stand_still(GAP_S)
        assert loop.time() == clock()
        clock.start()
        began = clock()
        await asyncio.sleep(100.0)
        assert pytest.approx(100.0, abs=0.01) == clock() - began
        stand_still(STALL_S - 0.5)
        await asyncio.sleep(0.0)
        assert pytest.approx(100.0 + STALL_S - 0.5, abs=0.01) == clock() - began
        fired: list[float] = []
        Deadline(clock, 10.0, lambda: fired.append(clock()))
        Deadline(clock, 10.0, lambda: fired.append(-1.0)).cancel()
        due = clock() + 10.0
        stand_still(GAP_S)
        await asyncio.sleep(9.0)
        assert [] == fired
        await asyncio.sleep(2.0)
        assert [pytest.approx(due, abs=0.3)] == fired
        clock.stop()

    run_virtual(scenario)


@with_server()
async def test_who_answers_no_ping_is_closed_however_talkative(server: LocalServer) -> None:
    seated = await server.open("wig_out", bots=["casual"])
    talker, listener = await server.enter(seated), await server.enter(await server.join(seated, "Bo", watch=True))
    talker.ponging = False
    for _ in range(int(SILENT_S)):
        if talker.closed is None:
            talker.say({"type": "ready", "id": f"r{len(talker.told)}"})
            talker.say({"type": "pong", "n": 10**9})  # answers none of our pings
        await asyncio.sleep(1.5)
    await settle()
    assert (talker.closed or (0,))[0] == wire.CLOSE_SILENT
    assert listener.closed is None


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_real_server_that_was_stopped_takes_no_turn_away(tmp_path: Path) -> None:
    async def scenario(server: Serving) -> None:
        # two people, because bots need thinking processes, which a busy machine starts slowly
        table = {"game": "five_crowns", "name": "Ana", "settings": TABLE["settings"]}
        host = await asyncio.to_thread(post, server.url, "/api/tables", table)
        guest = await asyncio.to_thread(post, server.url, "/api/join", {"code": host["code"], "name": "Bo"})
        address = f"ws{server.url[4:]}/ws"
        patient: dict[str, Any] = {"open_timeout": PATIENCE_S}
        async with connect(address, **patient) as other, connect(address, **patient) as line:
            for one, seated in ((other, host), (line, guest)):
                await one.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": seated["token"]}))
                await one.recv()
            began = time.monotonic()
            await other.send(json.dumps({"type": "begin", "id": "b"}))
            told: dict[str, Any] = {}
            while not told.get("legal"):
                told = json.loads(await line.recv())
            seq = told["seq"]
            os.kill(server.process.pid, signal.SIGSTOP)
            played_s = time.monotonic() - began  # of the turn at most; long on a busy machine
            try:
                await asyncio.sleep(TURN_S + 1)
            finally:
                os.kill(server.process.pid, signal.SIGCONT)
            woken = time.monotonic()
            await line.send(json.dumps({"type": "resync", "id": "r"}))
            while told.get("id") != "r":
                told = json.loads(await line.recv())
                assert told["type"] in ("welcome", "ping", "here", "legal"), "nothing was played meanwhile"
            passed_s = time.monotonic() - woken
            assert seq == told["seq"] or passed_s > 1
            assert told["turn_ms"] / 1000 > TURN_S - 2 - played_s - passed_s

    with Serving(tmp_path) as server:
        live(scenario(server))
    assert any("server-stood-still" in line for line in server.logged)
