"""Clients that read slowly: they take no places from others, and what waits for them has a limit in all."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus import wire
from rumpus.server.budget.limits import Limits
from rumpus.server.net.backlog import Backlog
from rumpus.server.net.session import SLOWEST_BYTES, Session, State
from rumpus.server.problems import HttpProblem
from rumpus.server.web import records
from tests.soak.mutations import finished
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer, with_server

ASKED: Any = {"type": "http", "asgi": {"spec_version": "2.4"}}
KB = 1024

# Records


async def show(server: LocalServer, address: str, size: int, kb_per_s: float) -> list[int]:
    """Take a place, and read a record of this size at this speed; returns the sizes of the chunks that were read."""
    shown = server.app.records
    await shown._place(address)
    got: list[int] = []

    async def send(message: Any) -> None:
        body = len(message.get("body", b""))
        await asyncio.sleep(body / KB / kb_per_s)
        got.append(body)

    never: Any = asyncio.Event().wait
    await records.Steps(b"x" * size, shown, address)(ASKED, never, send)
    return got


@with_server()
async def test_slow_readers_of_one_address_leave_places_for_others(server: LocalServer) -> None:
    slow = [asyncio.create_task(show(server, "192.0.2.1", 8_000 * KB, 20)) for _ in range(8)]
    await asyncio.sleep(1.0)
    assert records.MOST_OF_ADDRESS == server.app.records.showing
    assert 8_000 * KB == sum(await show(server, "192.0.2.2", 8_000 * KB, 10_000))
    answer = await server.request("/api/replay", finished("wig_out"))
    assert 200 == answer.status
    await asyncio.sleep(records.WAIT_S)
    refused = [task for task in slow if task.done() and isinstance(task.exception(), HttpProblem)]
    assert 8 - records.MOST_OF_ADDRESS == len(refused)
    await asyncio.sleep(records.SHOW_S)
    assert 0 == server.app.records.showing
    assert all(task.done() for task in slow)


@with_server()
async def test_the_others_at_home_wait_a_moment_and_get_their_record(server: LocalServer) -> None:
    family = [show(server, "192.0.2.1", 2_000 * KB, 2_000) for _ in range(6)]
    assert [2_000 * KB] * 6 == [sum(read) for read in await asyncio.gather(*family)]


@pytest.mark.parametrize(("kb_per_s", "whole"), [(100.0, True), (20.0, True), (10.0, False), (0.1, False)])
def test_a_reader_below_the_slowest_speed_is_cut_off(kb_per_s: float, whole: bool) -> None:
    async def scenario() -> None:
        async with LocalServer() as server:
            loop = asyncio.get_running_loop()
            began, size = loop.time(), 640 * KB
            read = await show(server, "192.0.2.1", size, kb_per_s)
            assert whole == (size == sum(read))
            assert 0 == server.app.records.showing
            if not whole:
                most_s = records.SLOW_AFTER_S + (sum(read) + records.CHUNK_BYTES) / records.SLOWEST_BYTES_PER_S
                assert loop.time() - began <= most_s + 0.1

    run_virtual(scenario)


# What waits to be sent


class Client:
    """A session whose client reads nothing, as soon as it is told so."""

    def __init__(self, backlog: Backlog) -> None:
        self.reading = asyncio.Event()
        self.got = 0
        self.task = asyncio.get_running_loop().create_task(asyncio.Event().wait())
        self.session = Session(self.send, "198.51.100.7", Limits(), 0.0, self.task, None, None, backlog)

    async def send(self, message: Any) -> None:
        await self.reading.wait()
        self.got += len(message.get("text", ""))


def test_the_slowest_clients_are_cut_when_too_much_waits_in_all() -> None:
    async def scenario() -> None:
        backlog = Backlog(1000 * KB)
        clients = [Client(backlog) for _ in range(12)]
        for number, client in enumerate(clients):
            for _ in range(4 * (number + 1)):
                client.session.tell("x" * 4 * KB)
        await settle()
        states = [client.session.state for client in clients]
        cut = states.index(State.CLOSED)
        assert [State.OPEN] * 6 == states[:6], "those with the least are not touched"
        assert cut >= 6
        assert {(wire.CLOSE_SLOW, "too much was waiting to be read")} == {
            client.session.ended for client in clients if client.session.state is State.CLOSED
        }
        assert backlog.total == sum(backlog.behind.values()) <= backlog.most
        for client in clients:
            client.reading.set()
        await settle()
        assert (0, {}) == (backlog.total, backlog.behind)
        assert 16 * KB == clients[0].got
        for client in clients:
            client.task.cancel()

    run_virtual(scenario)


def test_a_client_that_is_cut_for_itself_leaves_nothing_behind() -> None:
    async def scenario() -> None:
        backlog = Backlog()
        one, other = Client(backlog), Client(backlog)
        one.session.tell("x" * SLOWEST_BYTES)
        one.session.tell("x")
        other.session.tell("x" * KB)
        other.session.finish()
        await settle()
        assert (0, {}) == (backlog.total, backlog.behind)
        assert State.CLOSED is one.session.state

    run_virtual(scenario)


@with_server()
async def test_all_sessions_of_a_server_share_one_backlog(server: LocalServer) -> None:
    server.rooms.backlog.most = 20 * KB
    table = await server.open("wig_out")
    quick, slow = await server.enter(table), await server.enter(await server.join(table, "Bo"))
    slow.reading.clear()
    for number in range(50):
        await quick.ask("configure", options={"rounds": number + 1})
    assert slow.task.done()
    assert quick.closed is None
    assert 0 == server.rooms.backlog.total
