"""Connections that are over leave nothing to the garbage collector: all tables stand still while it works."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import ssl
import time
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from rumpus import wire
from rumpus.journal import Entry, Journal
from rumpus.journal.memory import MemoryStore
from rumpus.server.budget.limits import Limits
from rumpus.server.loading import Loading
from rumpus.server.log_keeper import LogKeeper
from rumpus.server.net.backlog import Backlog
from rumpus.server.net.connections import Http
from rumpus.server.net.session import Session
from tests.server.bare_server import Bare, with_bare_server
from tests.server.workers import enters, tables_on_each
from tests.support.certificates import self_signed
from tests.support.raw_sockets import fetch
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import post

CONNECTIONS = 40
FEW = 4  # of each kind may be there at the end: those of the last moment
# The server collects nothing, and says again and again what of its connections it still has in memory
COUNTING = """
import gc, sys, threading, time
import rumpus.server.run as run
from rumpus.server.net.connections import Http
from rumpus.server.net.frames import Frames
from rumpus.server.net.places import Place
from rumpus.server.net.session import Session
from rumpus.server.net.tls import Knock
KINDS = (Http, Frames, Session, Place, Knock)
def count():
    while True:
        time.sleep(0.2)
        there = gc.get_objects()
        numbers = [sum(isinstance(thing, kind) for thing in there) for kind in KINDS]
        del there
        print("left", *numbers, file=sys.stderr, flush=True)
def tune():
    gc.disable()
    threading.Thread(target=count, daemon=True).start()
run._tune_interpreter = tune
from rumpus.__main__ import main
main()
"""


def counts(server: Serving) -> list[list[int]]:
    """All that the server has said."""
    lines = [line for line in list(server.logged) if line.startswith("left")]
    return [[int(number) for number in re.findall(r"\d+", line)] for line in lines]


def test_the_memory_of_a_connection_is_free_when_it_is_over(tmp_path: Path) -> None:
    server = Serving(tmp_path)
    server.command[1:3] = ["-c", COUNTING]
    with server:
        token = post(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})["token"]
        hello = json.dumps({"type": "hello", "version": wire.VERSION, "token": token})
        for number in range(CONNECTIONS):
            fetch(server.url, "/healthz")
            address = f"ws{server.url.removeprefix('http')}/ws"
            with connect(address, open_timeout=PATIENCE_S) as socket:  # each in the place of the one before
                socket.send(hello if number % 4 else "nonsense")
                socket.recv()
        assert max(left := most_left(server)) <= FEW, f"connections, frames, sessions, places, knocks in memory: {left}"


def most_left(server: Serving) -> list[int]:
    """What the server has in memory when it has got rid of all that it can."""
    before, until = len(counts(server)), time.monotonic() + PATIENCE_S
    left = [CONNECTIONS]
    while max(left) > FEW and time.monotonic() < until:
        time.sleep(0.1)
        left = counts(server)[-1] if len(counts(server)) > before + 1 else left
    return left


def test_the_memory_of_a_handshake_that_is_broken_off_is_free(tmp_path: Path) -> None:
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    self_signed(chain, key, "localhost")
    server = Serving(tmp_path / "data", "--cert", str(chain), "--key", str(key), scheme="https")
    server.command[1:3] = ["-c", COUNTING]
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    first = outgoing.read()
    with server:
        for number in range(CONNECTIONS):
            with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE_S) as link:
                link.sendall(first if number % 2 else b"nonsense")
                link.recv(1)
        assert max(left := most_left(server)) <= FEW, f"connections, frames, sessions, places, knocks in memory: {left}"


# In this process


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage is collected during a test."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Wrong(Exception):
    """What goes wrong in these tests."""


async def _wrong() -> None:
    await asyncio.sleep(0)
    raise Wrong


async def _is_freed(work: Callable[[], Awaitable[Any]]) -> bool:
    """Whether the error that this raises is gone at once, with all that it refers to."""
    try:
        await work()
    except Wrong as error:
        raised = weakref.ref(error)
    await asyncio.sleep(0)
    return raised() is None


@pytest.mark.usefixtures("uncollected")
def test_an_error_of_what_many_wait_for_is_not_kept() -> None:
    assert asyncio.run(_is_freed(lambda: Loading[None]().once("a", _wrong)))


@pytest.mark.usefixtures("uncollected")
def test_an_error_of_a_change_that_was_refused_is_not_kept() -> None:
    async def refused() -> bool:
        journal = Journal(MemoryStore(), asyncio.to_thread)
        keeper: LogKeeper[Any, Any] = LogKeeper(
            journal, "a", None, [Entry(1, 0.0, None, b"")], time.time, lambda *_: [], 1
        )
        return await _is_freed(lambda: keeper.in_turn(_wrong))

    assert asyncio.run(refused())


@pytest.mark.usefixtures("uncollected")
def test_a_session_of_a_node_is_free_when_it_is_over() -> None:
    async def over() -> bool:
        async def send(_: Any) -> None: ...

        session = Session(send, "127.0.0.1", Limits(), 0.0, asyncio.current_task(), lambda _: True, None, Backlog())
        session.heed(lambda: False)
        session.finish()
        gone = weakref.ref(session)
        del session
        return gone() is None

    assert asyncio.run(over())


@pytest.mark.usefixtures("uncollected")
def test_requests_that_wait_behind_another_are_freed_with_their_connection() -> None:
    """Their bodies stayed in memory: 32 connections made a server grow by 650 MB in 20 s."""

    async def story(server: Bare) -> None:
        ahead = b"".join(b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in (b"large", b"a", b"b"))
        reader, writer = await server.connect(ahead)
        await reader.read(1)  # the client does not read on, so the others wait
        here = [
            thing for thing in gc.get_objects() if issubclass(type(thing), Http) and thing.place and thing.place.groups
        ]
        assert [1] == [len(connection.pipeline) for connection in here]
        freed = weakref.ref(here.pop())
        writer.transport.abort()
        await server.until(lambda: not server.places.everybody.count)
        for _ in range(20):
            await asyncio.sleep(0)
        assert freed() is None

    with_bare_server(story)


# What has to stay

WORKER = """
import gc
from rumpus.server.shards.part import Part
open_ = Part.open
async def collected(self, *more):
    await open_(self, *more)
    gc.collect()
Part.open = collected
from rumpus.server.shards.worker import main
main()
"""
FRONT = f"""
import sys
import rumpus.server.shards.family as family
family.COMMAND = (sys.executable, "-c", {WORKER!r})
from rumpus.__main__ import main
main()
"""


def test_workers_reach_one_another_after_a_collection(tmp_path: Path) -> None:
    server = Serving(tmp_path, "--workers", "2")
    server.command[1:3] = ["-c", FRONT]
    with server:
        assert [True, True] == [enters(server.url, seat, named=False) for seat in tables_on_each(server.url)]
