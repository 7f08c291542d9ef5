"""HTTP connections on real sockets: how large a request may be around its body, how long it may take, and how many."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from rumpus.server.budget.limits import Limits
from rumpus.server.metrics import Metrics
from rumpus.server.net import descriptors, places
from rumpus.server.net.connections import (
    CHUNK_BYTES,
    FEW_CHUNKS,
    HEAD_BYTES,
    MOST_HEADERS,
    PIPELINED,
    UNREAD_BYTES,
    Http,
)
from rumpus.server.net.places import EXTRA, HEAD_S, SAY_AGAIN_S, STALLED_S, Places, networks, proxies
from tests.server.bare_server import LARGE, UPGRADE, Bare, rest, with_bare_server
from tests.support.raw_sockets import fetch
from tests.support.serving import PATIENCE_S, Serving

GET = b"GET /page HTTP/1.1\r\nHost: x\r\n"
LAST = GET + b"Connection: close\r\n\r\n"
WIDER = int(Limits().prefix_times)
CHUNKED = b"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(autouse=True)
def _no_lingering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.net.connections.LINGER_S", 0.1)


def status(answer: bytes) -> int:
    return int(answer.split()[1])


# Heads


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (LAST, 200),
        (GET + b"a: b\r\n" * (MOST_HEADERS - 2) + b"Connection: close\r\n\r\n", 200),
        (GET + b"a: b\r\n" * (MOST_HEADERS - 1) + b"Connection: close\r\n\r\n", 431),
        (GET + b"a: " + b"b" * (HEAD_BYTES - 100) + b"\r\nConnection: close\r\n\r\n", 200),
        (GET + b"a: " + b"b" * HEAD_BYTES, 431),
        (GET + b"a" * HEAD_BYTES, 431),
        (b"GET /" + b"a" * HEAD_BYTES, 431),
        (b"GET /" + b"a" * 4 * HEAD_BYTES + b" HTTP/1.1\r\n\r\n", 431),
        (GET + b"a: b\r\n" * 100_000, 431),
        (b"\r\n" * HEAD_BYTES, 431),
        (b"nonsense\r\n\r\n", 400),
    ],
    ids=range(11),
)
def test_a_request_head_has_at_most_16_kb_and_100_headers(head: bytes, code: int) -> None:
    async def story(server: Bare) -> None:
        answer = await server.ask(head)
        assert code == status(answer)
        assert len(answer.partition(b"\r\n\r\n")[2]) > 3, "a sentence says what was expected"

    with_bare_server(story)


def test_a_long_head_is_refused_as_early_when_it_comes_in_small_pieces() -> None:
    async def story(server: Bare) -> None:
        reader, writer = await server.connect(GET + b"a: ")
        sent = 0
        while not reader._buffer:  # type: ignore[attr-defined]  # what has come
            writer.write(b"b" * 999)
            await asyncio.sleep(0)
            sent += 999
            assert sent < 100 * HEAD_BYTES
        assert 431 == status(await rest(reader))
        writer.close()

    with_bare_server(story)


def test_requests_on_one_connection_each_have_a_head_of_their_own() -> None:
    async def story(server: Bare) -> None:
        long = GET + b"a: " + b"b" * (HEAD_BYTES - 100) + b"\r\n\r\n"
        reader, writer = await server.connect()
        for _ in range(3):
            writer.write(long)
            assert 200 == status(await reader.readuntil(b"/page"))
        body = b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (4 * HEAD_BYTES) + bytes(
            4 * HEAD_BYTES
        )
        for _ in range(3):
            writer.write(body)
            assert 200 == status(await reader.readuntil(b"/body"))
        writer.close()

    with_bare_server(story)


@pytest.mark.parametrize(
    ("handshake", "code"),
    [
        (UPGRADE.replace(b"GET", b"POST"), 405),
        (UPGRADE.replace(b"Host", b"Transfer-Encoding: chunked\r\nHost"), 400),
        (UPGRADE.replace(b"Host", b"a: " + b"b" * 10_000 + b"\r\nHost"), 431),
        (UPGRADE.replace(b"Sec-WebSocket-Key", b"a"), 400),
        (UPGRADE.replace(b"Version: 13", b"Version: 12"), 400),
    ],
    ids=("post", "body", "long header", "no key", "another version"),
)
def test_a_handshake_that_cannot_be_read_is_answered_and_the_connection_closed(
    handshake: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(server: Bare) -> None:
        assert code == status(await server.ask(handshake))
        await server.until(lambda: not server.places.everybody.count)

    with_bare_server(story)
    assert [] == [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_request_to_another_protocol_than_websocket_is_answered_as_usual() -> None:
    async def story(server: Bare) -> None:
        answer = await server.ask(GET + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n")
        assert 200 == status(answer)

    with_bare_server(story)


# Around bodies


def test_a_body_in_small_chunks_is_read() -> None:
    async def story(server: Bare) -> None:
        small, larger = b"1\r\nx\r\n" * (FEW_CHUNKS - 1), b"%x\r\n%b\r\n" % (CHUNK_BYTES, bytes(CHUNK_BYTES)) * 200
        answer = await server.ask(
            CHUNKED.replace(b"Host", b"Connection: close\r\nHost") + small + larger + b"0\r\n\r\n"
        )
        assert 200 == status(answer)

    with_bare_server(story)


def test_a_body_in_thousands_of_tiny_chunks_is_no_longer_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chunk is a call of Python: eight connections that sent such bodies stopped all tables for seconds."""
    parsed, on_chunk_header = [0], Http.on_chunk_header

    def counted(http: Http) -> None:
        parsed[0] += 1
        on_chunk_header(http)

    monkeypatch.setattr(Http, "on_chunk_header", counted)

    async def story(server: Bare) -> None:
        assert b"" == await server.ask(CHUNKED + b"1\r\nx\r\n" * 200_000), "closed, with no response"

    with_bare_server(story)
    assert FEW_CHUNKS < parsed[0] <= FEW_CHUNKS + 2


@pytest.mark.parametrize(
    "endless",
    [
        CHUNKED + b"1;" + b"e" * 40 * HEAD_BYTES,  # a chunk extension
        CHUNKED + b"0\r\n" + b"a: b\r\n" * 200_000,  # trailers
        CHUNKED + b"0\r\n" + b"a: b\r\n" * MOST_HEADERS + b"\r\n",
        CHUNKED + b"0\r\na: " + b"b" * 40 * HEAD_BYTES,  # one long trailer
    ],
    ids=("extension", "trailers", "a few trailers", "trailer"),
)
def test_chunk_extensions_and_trailers_cannot_grow_without_end(endless: bytes) -> None:
    async def story(server: Bare) -> None:
        assert b"" == await server.ask(endless), "closed, with no response"

    with_bare_server(story)


def test_a_body_that_nobody_reads_ends_the_connection() -> None:
    async def story(server: Bare) -> None:
        many = 100 * UNREAD_BYTES
        reader, writer = await server.connect(b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % many)
        assert 200 == status(await reader.readuntil(b"/page"))

        async def send() -> None:
            for _ in range(0, many, 1 << 16):
                writer.write(bytes(1 << 16))
                await writer.drain()

        with pytest.raises(ConnectionError):
            await send()
        writer.close()

    with_bare_server(story)


def test_requests_sent_far_ahead_end_the_connection() -> None:
    async def story(server: Bare) -> None:
        request = GET.replace(b"/page", b"/body") + b"\r\n"
        answer = await server.ask(request * 10_000)
        assert answer.count(b"HTTP/1.1 200") <= PIPELINED + 1

    with_bare_server(story)


# Time


@pytest.mark.parametrize(
    "said", [b"", GET, LAST.replace(b"close", b"keep-alive") + GET], ids=("silent", "slow", "slow-again")
)
def test_a_head_that_is_not_complete_in_time_ends_the_connection(said: bytes) -> None:
    async def story(server: Bare) -> None:
        reader, writer = await server.connect(said)
        other, other_writer = await server.connect(CHUNKED)  # its head is complete
        await server.until(lambda: server.places.everybody.count == 2)
        if b"close" not in said and said.count(b"GET") == 2:
            await reader.readuntil(b"/page")
        await server.until(lambda: len(server.places.everybody.idle) == 1)
        server.pass_(HEAD_S / 2)
        assert 2 == server.places.everybody.count
        server.pass_(HEAD_S)
        answer = await rest(reader)
        assert 408 == status(answer) if said else b"" == answer
        other_writer.write(b"0\r\n\r\n")
        assert 200 == status(await other.readuntil(b"/body"))
        for one in (writer, other_writer):
            one.close()

    with_bare_server(story)


def test_a_client_that_does_not_read_its_response_is_dropped() -> None:
    async def story(server: Bare) -> None:
        reader, writer = await server.connect(LAST.replace(b"/page", b"/large"))
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        await server.until(lambda: server.places.stalled)
        server.pass_(STALLED_S / 2)
        assert 1 == server.places.everybody.count
        server.pass_(STALLED_S)
        assert 0 == server.places.everybody.count
        reader._transport.resume_reading()  # type: ignore[attr-defined]
        assert len(await rest(reader)) < LARGE
        writer.close()

    with_bare_server(story)


# How many


def test_silent_connections_lock_nobody_out() -> None:
    async def story(server: Bare) -> None:
        silent = [await server.connect() for _ in range(20)]
        for _ in range(5):
            assert 200 == status(await server.ask(LAST))
        for _, writer in silent:
            writer.close()

    with_bare_server(story, most=20)
    with_bare_server(story, per_address=20 - EXTRA)


def test_connections_in_use_are_not_dropped_for_others() -> None:
    async def story(server: Bare) -> None:
        used = [await server.connect(CHUNKED) for _ in range(8)]
        used += [await server.connect(UPGRADE) for _ in range(2)]
        await server.until(lambda: server.places.everybody.count == 10)
        await server.until(lambda: len(server.places.everybody.idle) == 2)  # before the hello
        for reader, _ in used[8:]:
            assert 101 == status(await reader.readuntil(b"\r\n\r\n"))
        for place in list(server.places.everybody.idle):
            place.work()
        assert b"" == await server.ask(LAST), "all places are taken"
        for reader, writer in used[:8]:
            writer.write(b"0\r\n\r\n")
            assert 200 == status(await reader.readuntil(b"/body"))
        assert 200 == status(await server.ask(LAST)), "in place of one that is done"
        for _, writer in used:
            writer.close()

    with_bare_server(story, most=10)


def test_a_closed_websocket_gives_its_place_back() -> None:
    async def story(server: Bare) -> None:
        for _ in range(3):
            reader, writer = await server.connect(UPGRADE)
            assert 101 == status(await reader.readuntil(b"\r\n\r\n"))
            assert 1 == server.places.everybody.count
            writer.close()
            await server.until(lambda: not server.places.everybody.count)
        assert not server.places._groups

    metrics = with_bare_server(story)
    assert 0 == metrics.connections._value.get()


def test_a_real_server_answers_while_more_silent_connections_come_than_it_has_descriptors(tmp_path: Path) -> None:
    server = Serving(tmp_path)
    server.command = ["sh", "-c", 'ulimit -n 160 && exec "$@"', "sh", *server.command]
    with server, ExitStack() as stack:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        for _ in range(4):
            for _ in range(100):
                stack.enter_context(socket.create_connection(address, timeout=PATIENCE_S))
            assert fetch(server.url, "/healthz")[0] == 200
        with socket.create_connection(address, timeout=PATIENCE_S) as raw:
            raw.sendall(GET + b"a: " + b"b" * HEAD_BYTES)
            assert 431 == status(raw.recv(1000))
    assert any("connections-near-limit" in line for line in server.logged)


class Wire:
    """A transport that only notes that it was dropped."""

    dropped = False

    def abort(self) -> None:
        self.dropped = True


def crowd(most: int, per_address: int, proxy: str | None = None) -> Places:
    room = Places(most, Limits(connections=per_address), lambda: 0.0, Metrics(), proxy)
    room._sweeping = True  # there is no loop here
    return room


def test_an_address_and_a_network_have_limits_of_their_own() -> None:
    room = crowd(10_000, 100 - EXTRA)
    taken = [room.admit(Wire(), "192.0.2.1") for _ in range(100)]
    for place in taken:
        assert place is not None
        place.work()
    assert room.admit(Wire(), "192.0.2.1") is None
    for host in range(2, 2 + WIDER - 1):
        for _ in range(100):
            place = room.admit(Wire(), f"192.0.2.{host}")
            assert place is not None
            place.work()
    assert room.admit(Wire(), "192.0.2.200") is None, "the network is full"
    assert room.admit(Wire(), "198.51.100.1") is not None
    assert taken[0] is not None
    taken[0].leave()
    taken[0].leave()
    assert room.admit(Wire(), "192.0.2.200") is not None
    assert 100 * WIDER + 1 == room.everybody.count


def test_the_oldest_idle_connection_of_the_same_address_goes_first() -> None:
    room = crowd(10_000, 2 - EXTRA)
    wires = [Wire() for _ in range(4)]
    other = Wire()
    room.admit(other, "198.51.100.1")
    for wire in wires:
        assert room.admit(wire, "2001:db8::1") is not None
    assert [True, True, False, False] == [wire.dropped for wire in wires]
    assert not other.dropped
    assert 3 == room.everybody.count


def test_a_trusted_proxy_is_only_counted_in_total() -> None:
    room = crowd(50, 1 - EXTRA, "127.0.0.1, 10.0.0.0/8")
    kept = [room.admit(Wire(), host) for host in ("127.0.0.1", "10.9.9.9") * 25]
    for place in kept:
        assert place is not None
        assert place.proxied
        place.work()
    assert room.admit(Wire(), "127.0.0.1") is None
    assert not room._groups


def test_networks_and_proxies_are_read_from_addresses() -> None:
    assert ("192.0.2.77", "network 192.0.2.0/24") == networks("192.0.2.77") == networks("::ffff:192.0.2.77")
    assert ("2001:db8:1:2::", "network 2001:db8:1::/48") == networks("2001:db8:1:2:3::4%eth0")
    assert "?" == networks("?")[0]
    assert [True, False] == [proxies(trusted)("192.0.2.1") for trusted in ("*", None)]
    assert not proxies("10.0.0.1")("?")


def test_the_log_says_once_a_minute_that_the_limit_is_near(caplog: pytest.LogCaptureFixture) -> None:
    times = [0.0]
    room = Places(10, Limits(connections=1000), lambda: times[-1], Metrics())
    room._sweeping = True
    with caplog.at_level(logging.WARNING):
        for _ in range(7):
            room.admit(Wire(), "192.0.2.1")
        assert [] == caplog.messages
        for now in (0.0, 1.0, SAY_AGAIN_S / 2, SAY_AGAIN_S + 1):
            times.append(now)
            room.admit(Wire(), "192.0.2.1")
    assert ["connections-near-limit"] * 2 == caplog.messages


def test_the_limit_of_open_files_is_raised_and_some_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = [(256, 4096), (256, resource.RLIM_INFINITY), (100_000, 1_000_000), (1024, 1024)]
    found = []
    for pair in limits:
        said: list[tuple[int, int]] = []
        monkeypatch.setattr(resource, "getrlimit", lambda kind, pair=pair: pair)
        monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted, said=said: said.append(wanted))
        monkeypatch.setattr(descriptors, "_open", lambda: 20)
        found.append((descriptors.raise_limit(), said))
    kept = descriptors.KEPT + 20
    assert (4096 - kept, [(4096, 4096)]) == found[0]
    assert (descriptors.MOST - kept, [(descriptors.MOST, resource.RLIM_INFINITY)]) == found[1]
    assert (descriptors.MOST - kept, []) == found[2]
    assert (1024 - kept, []) == found[3]
    assert places.HEAD_S <= 10
