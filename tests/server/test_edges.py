"""Nodes that relay each other's clients over links: a table is reached at every node, and strangers at none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest
import uvloop

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.journal.memory import MemoryStore
from rumpus.journal.postgres.directory import listens
from rumpus.server.cluster import link as links
from rumpus.server.cluster.link import HELLO, LinkLost, Links, parse_address
from rumpus.server.cluster.node import Node
from rumpus.server.cluster.relay import Edge
from rumpus.server.keeping.keeper import Keeper
from tests.support.circles import join_circle, open_circle
from tests.support.in_process import LocalConnection, LocalServer, table_of
from tests.support.postgres import free_port

SAFETY_S = 180.0


class Peer(LocalServer):
    """A node in this process. Its links are real connections."""

    def __init__(self, beside: MemoryStore, secret: str) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        super().__init__(store=MemoryStore(node=self.address, beside=beside), seed=self.address)
        self.quiet = False
        self.node = self.rooms.node = Node(self.rooms, self.app, lambda: secret, lambda: self.quiet)

    async def enter(self, seated: dict[str, Any], *, address: str = "198.51.100.7") -> LocalConnection:
        connection = self.connect(address=address, query=f"t={table_of(seated)}")
        connection.say({"type": "hello", "version": wire.VERSION, "token": seated["token"]})
        await until(lambda: connection.closed is not None or bool(connection.heard("welcome")))
        return connection


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SAFETY_S):
        while not true():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def peers(*secrets: str) -> AsyncIterator[list[Peer]]:
    database = MemoryStore()
    found = [Peer(database, secret) for secret in secrets or ("secret", "secret")]
    try:
        for peer in found:
            peer.rooms.upkeep.start()
            await peer.node.links.listen("127.0.0.1", peer.port)
        yield found
    finally:
        for peer in found:
            await peer.__aexit__(None, None, None)
            peer.node.close()
        await asyncio.sleep(0.01)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(SAFETY_S):
            await scenario()

    asyncio.run(limited())


async def say(connection: LocalConnection, kind: str, id_: str, **fields: Any) -> dict[str, Any]:
    connection.say({"type": kind, "id": id_, **fields})
    await until(lambda: any(one.get("id") == id_ for one in connection.told))
    return next(one for one in connection.told if one.get("id") == id_)


def test_a_table_is_played_at_through_every_node() -> None:
    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            bo = await there.join(ana, "Bo", address="198.51.100.9")
            assert bo["link"].startswith("http://localhost:8000/#"), "the address that the client itself has used"
            a, b = await here.enter(ana), await there.enter(bo, address="198.51.100.9")
            assert "lobby" == (await say(b, "rename", "b1", name="Bob"))["type"]
            await until(lambda: "Bob" in str(a.lobby()))
            assert "lobby" == (await say(a, "rename", "a1", name="Anna"))["type"]
            await until(lambda: "Anna" in str(b.lobby()))
            assert list(here.rooms.live) == [table_of(ana)]
            assert {} == there.rooms.live
            session = here.keeper(ana).sessions[bo["person"]]
            assert "198.51.100.9" == session.address, "limits count by the client's own address"
            look = await there.request("/api/look", {"code": ana["code"]})
            assert (200, "wig_out") == (look.status, look.json()["game"])
            assert 1 == str(look.headers).count("content-security-policy")
            b.drop()
            await until(lambda: bo["person"] not in here.keeper(ana).sessions)

    run(scenario)


def test_a_seat_moves_to_a_device_through_another_node() -> None:
    class Codes:
        """The codes of all nodes."""

        def __init__(self) -> None:
            self.codes: dict[str, tuple[str, str]] = {}

        def issue_soon(self, code: str, log: str, who: str) -> None:
            self.codes[code] = (log, who)

        async def whose(self, code: str) -> tuple[str, str] | None:
            return self.codes.get(code)

        async def redeem(self, code: str) -> tuple[str, str] | None:
            return self.codes.pop(code, None)

    async def scenario() -> None:
        async with peers() as (here, there):
            here.rooms.shared_codes = there.rooms.shared_codes = Codes()  # type: ignore[assignment]
            ana = await here.open("wig_out")
            a = await here.enter(ana)
            code = (await say(a, "device", "d1"))["found"]["code"]
            moved = await there.request("/api/device", {"code": code})
            assert 200 == moved.status
            await until(lambda: a.closed is not None)
            again = await there.enter(moved.json())
            assert 1 == len(again.heard("welcome"))
            assert 404 == (await there.request("/api/device", {"code": code})).status

    run(scenario)


async def lose_it(most_s: float = SAFETY_S / 2) -> None:
    """The owner loses the table while a client is connected through an edge."""
    async with peers() as (here, there):
        ana = await here.open("wig_out")
        connection = await there.enter(ana)
        other = MemoryStore(node="other", beside=here.store)
        here.store.dead.add(here.store.node)
        assert other.take(table_of(ana)) is not None
        connection.say({"type": "rename", "id": "late", "name": "Anna"})
        async with asyncio.timeout(most_s):
            while connection.closed is None:
                await asyncio.sleep(0.005)
        assert connection.closed is not None
        assert wire.CLOSE_RESTART == connection.closed[0]
        assert ["bye"] == [one["type"] for one in connection.told[-1:]]
        assert [] == [one for one in connection.told if one.get("id") == "late"]
        await until(lambda: not there.rooms.sessions)


def test_an_edge_lets_go_of_clients_whose_table_is_lost() -> None:
    run(lose_it)


def test_the_test_notices_an_edge_that_keeps_a_session_after_the_table_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Edge.heard
    monkeypatch.setattr(
        Edge, "heard", lambda self, kind, rest: None if kind == links.CLOSE else heard(self, kind, rest)
    )
    with pytest.raises(TimeoutError):
        run(lambda: lose_it(2.0))


def test_a_lost_link_closes_its_clients_and_is_made_again() -> None:
    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            connection = await there.enter(ana)
            (made,) = there.node.links._out.values()
            made.result().close()
            await until(lambda: connection.closed is not None)
            assert connection.closed is not None
            assert wire.CLOSE_RESTART == connection.closed[0]
            again = await there.enter(ana)
            assert 1 == len(again.heard("welcome"))
            here.node.close()
            await until(lambda: again.closed is not None)
            late = await there.enter(ana)
            assert late.closed is not None
            assert wire.CLOSE_RESTART == late.closed[0]
            assert 503 == (await there.request("/api/look", {"code": ana["code"]})).status

    run(scenario)


def test_sending_on_a_connection_that_has_just_broken_does_nothing() -> None:
    """A node that left its tables behind ended with a fault here: the servers' event loop refuses such a write."""

    async def scenario() -> None:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        link = links.Link(reader, writer, lambda *_: None)
        writer.transport.abort()
        await asyncio.sleep(0.01)
        assert not link.closed, "nobody reads it"
        with closing(server):
            link.send(links.BEAT, 0)

    uvloop.run(scenario())


def test_a_link_on_which_nothing_is_heard_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "BEAT_S", 0.05)
    monkeypatch.setattr(links, "SILENT_S", 0.3)

    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            connection = await there.enter(ana)
            await asyncio.sleep(0.6)
            assert connection.closed is None, "beats keep it"
            monkeypatch.setattr(links.Link, "send", lambda *_: None)  # as a node that is paused
            await until(lambda: connection.closed is not None)

    run(scenario)


def test_a_node_that_is_closing_asks_everybody_to_come_back() -> None:
    """What else it could say would be final for a client: that its page is foreign, or its token unknown."""

    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            late = here.connect()
            await until(lambda: late.accepted)
            here.rooms.closing = True
            through = await there.enter(ana)
            late.say({"type": "hello", "version": wire.VERSION, "token": ana["token"]})
            await until(lambda: late.closed is not None)
            assert through.closed is not None
            assert late.closed is not None
            assert (wire.CLOSE_RESTART, wire.CLOSE_RESTART) == (through.closed[0], late.closed[0])
            here.rooms.closing = False

    run(scenario)


def test_a_silent_node_says_nothing_about_any_table() -> None:
    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            a, b = await here.enter(ana), await there.enter(await here.join(ana, "Bo"))
            here.quiet = True
            told = len(b.told)
            a.say({"type": "rename", "id": "a1", "name": "Anna"})
            await until(lambda: a.task.done() and b.closed is not None)
            assert [] == [one for one in a.told if one.get("id") == "a1"]
            assert ["bye"] == [one["type"] for one in b.told[told:]], "that the connection is lost is the edge's word"
            assert 503 == (await here.request("/api/look", {"code": ana["code"]})).status
            assert 503 == (await here.request("/api/join", {"code": "BBBBBBBB", "name": "Eve"})).status
            health = await here.request("/healthz")
            assert (503, True) == (health.status, health.json()["silent"])
            wrong = await here.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
            assert wrong.closed is not None
            assert wire.CLOSE_RESTART == wrong.closed[0], "not even that a token is wrong"
            here.quiet = False
            assert 1 == len((await here.enter(ana)).heard("welcome"))

    run(scenario)


def test_a_node_without_a_lease_lets_all_tables_go() -> None:
    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await here.open("wig_out")
            a, b = await here.enter(ana), await there.enter(ana)
            await until(lambda: a.closed is not None)  # the same seat at another device
            phone = await open_circle(here)
            day = await here.request("/api/daily")
            challenge = day.json()["games"][0]["id"]
            assert 200 == (await here.request(f"/api/challenges/{challenge}")).status
            assert [challenge] == list(here.rooms.challenges.live)
            here.rooms.let_all_go()
            assert {} == here.rooms.challenges.live
            assert 200 == (await here.request(f"/api/challenges/{challenge}")).status
            await until(lambda: b.closed is not None)
            assert {} == here.rooms.live
            assert {} == here.rooms.circles.live
            assert 200 == (await phone.ask()).status, "and they are read again"

    run(scenario)


def test_a_table_that_is_being_loaded_when_the_lease_ends_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with peers() as (here, _):
            ana = await here.open("wig_out")
            here.rooms.forget(here.keeper(ana))
            load = Keeper.load

            async def ends_meanwhile(self: Keeper, epoch: int) -> None:
                await load(self, epoch)
                here.rooms.let_all_go()

            monkeypatch.setattr(Keeper, "load", ends_meanwhile)
            late = await here.enter(ana)
            assert late.closed is not None
            assert wire.CLOSE_RESTART == late.closed[0]
            assert {} == here.rooms.live

    run(scenario)


def test_a_circle_is_used_through_every_node_and_its_tables_may_be_elsewhere() -> None:
    async def scenario() -> None:
        async with peers() as (here, there):
            ana = await open_circle(here)
            bo = await join_circle(ana, "Bo")
            ana.server = bo.server = there
            assert "We" == (await bo.does("rename", name="We"))["name"]
            assert "We" == (await ana.circle())["name"]
            assert list(here.rooms.circles.live) == [ana.id]
            assert {} == there.rooms.circles.live
            table = await there.open("wig_out")
            seat = await bo.sit(table, "Bo")  # the circle is here, the table there
            assert table_of(table) == table_of(seat)
            lobby = there.keeper(table).table.lobby
            assert 2 == len(lobby.people)
            wrong = {"code": table["code"], "name": "Eve", "circle": {"id": ana.id}}
            assert 404 == (await there.request("/api/join", wrong, headers=[(b"authorization", b"Bearer no")])).status
            own = await ana.table()
            assert list(here.rooms.live) == [table_of(own)], "a table of the circle opens where the circle is"

    run(scenario)


# Strangers


def test_a_node_with_another_secret_is_refused_by_both_sides() -> None:
    async def scenario() -> None:
        async with peers("right", "wrong") as (here, there):
            for one, other in ((here, there), (there, here)):
                with pytest.raises(LinkLost):
                    await one.node.links.to(other.address)
                assert 0 == len(other.node.links._in)

    run(scenario)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n\r\n", bytes(200), HELLO + bytes(64), HELLO + bytes(4000)])
def test_a_stranger_is_told_nothing(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "PROVE_S", 0.3)

    async def scenario() -> None:
        async with peers() as (here, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(said)
            try:
                told = await reader.read()
            except ConnectionResetError:
                told = b""
            assert len(told) <= links.NONCE
            writer.transport.abort()

    run(scenario)


def test_strangers_do_not_keep_nodes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "PROVE_S", 0.5)

    async def scenario() -> None:
        async with peers() as (here, there):
            crowd = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(links.STRANGERS + 10)]
            await until(lambda: here.node.links._strangers == 0)
            assert not (await there.node.links.to(here.address)).closed
            for _, writer in crowd:
                writer.transport.abort()

    run(scenario)


def test_only_so_many_strangers_are_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "PROVE_S", 60.0)

    async def scenario() -> None:
        async with peers() as (here, _):
            crowd = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(links.STRANGERS + 10)]
            ends = [asyncio.create_task(reader.read()) for reader, _ in crowd]
            await until(lambda: 10 <= sum(end.done() for end in ends))
            assert links.STRANGERS == here.node.links._strangers
            assert [links.NONCE] * 10 == [len(end.result()) for end in ends if end.done()], "they are hung up on"
            assert await listens(here.address), "whoever asks whether this node lives is told so"
            for _, writer in crowd:
                writer.transport.abort()
            await until(lambda: here.node.links._strangers == 0)

    run(scenario)


@pytest.mark.parametrize("url", ["", "http://a:1", "tcp://a", "tcp://a:b", "tcp://:1", "tcp://a:1/path", "a:1"])
def test_an_address_of_a_node_says_what_was_expected(url: str) -> None:
    with pytest.raises(Malformed, match=r"--node-url must be tcp://HOST:PORT"):
        parse_address(url)


def test_an_address_that_is_not_ours_is_refused() -> None:
    async def scenario() -> None:
        found = Links(lambda: "", lambda *_: None, lambda *_: None)
        with pytest.raises(Malformed, match="an address of this machine"):
            await found.listen("192.0.2.1", 9)

    run(scenario)
