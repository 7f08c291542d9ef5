"""Hostile input: whatever is sent, nothing breaks, nobody else is affected, and nothing stays in memory."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.keeping.requests import Requests
from rumpus.server.net.session import Session
from rumpus.server.rooms import Rooms
from rumpus.server.web.records import LONGEST_RECORD
from rumpus.server.work.replay import MOST_STEPS
from tests.soak.hostile import soak
from tests.soak.leaving import WAYS, come_and_drop, drop_in_play, leave
from tests.soak.mutations import EXAMPLES, KINDS, TAGS, damaged, example, finished, frame
from tests.soak.siege import DOCUMENTED, EXPECTED, GAME_NAMES, siege
from tests.support.attack_target import UPGRADE
from tests.support.in_process import LocalServer, with_server
from tests.support.raw_sockets import close_code, fetch, rest_of, text_frame, upgraded
from tests.support.serving import PATIENCE_S, Serving

FRAMES = 5_000
TABLES = 1_000


def test_the_hostile_examples_cover_every_kind_of_message() -> None:
    rng = Random(1)
    assert set(EXAMPLES) <= set(TAGS)
    read = [type(wire.read(json.dumps(example(kind, rng)))) for kind in TAGS]
    assert sorted(KINDS, key=str) == sorted(read, key=str)


def test_hostile_frames_are_partly_readable_and_mostly_not() -> None:
    rng = Random(2)
    found: Counter[str] = Counter()
    for _ in range(2_000):
        try:
            found[type(wire.read(frame(rng))).__name__] += 1
        except Malformed:
            found["malformed"] += 1
    assert 500 < found["malformed"] < 1_700
    assert len(KINDS) < len(found) + 3


def test_nothing_breaks_under_hostile_frames_and_requests_and_no_other_table_notices() -> None:
    counts = siege("test", FRAMES)
    assert FRAMES == counts["all"]
    assert min(counts["frames"], counts["requests"], counts["answered"], counts["records"]) > FRAMES // 100


def test_hostile_traffic_leaves_nothing_in_memory() -> None:
    siege("warm", 500)  # so that caches and other one-time allocations exist
    kept = []
    for turn in range(3):
        siege(f"memory {turn}", 1_000)
        gc.collect()
        kept.append(sys.getallocatedblocks())
    assert kept[-1] - kept[0] < 3_000, kept  # a session and its table are some hundred blocks


@pytest.mark.parametrize("name", GAME_NAMES)
@with_server()
async def test_a_record_is_read_up_to_four_megabytes_and_refused_beyond(server: LocalServer, name: str) -> None:
    whole = finished(name)
    header, first = whole.splitlines()[:2]
    many = b"\n".join([header, *[b'{"n":%d,"at":0,"by":0,"do":"ready"}' % n for n in range(1, MOST_STEPS + 2)]])
    deep = header[:-1] + b',"x":' + b"[" * 500_000
    good = await server.request("/api/replay", whole)
    assert (200, len(whole.splitlines())) == (good.status, len(good.body.splitlines()))
    largest = await server.request("/api/replay", whole + b" " * (LONGEST_RECORD - len(whole)))
    assert 400 == largest.status
    beyond = await server.request("/api/replay", whole.ljust(LONGEST_RECORD + 1))
    assert (413, "table-too-long") == (beyond.status, beyond.json()["reason"])
    for bad in (b"", b"\n", header[:-2], many, deep, first, b"9" * LONGEST_RECORD, b"\xff" * 1000):
        answer = await server.request("/api/replay", bad)
        assert (400, "table-malformed") == (answer.status, answer.json()["reason"])
        assert len(answer.body) < 2_000


def test_tables_left_in_any_way_leave_nothing_in_memory() -> None:
    leave(TABLES)


def test_a_keeper_that_is_never_unloaded_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keeper, "idle", lambda self: self.outbox.saved < 3)
    with pytest.raises(AssertionError):
        leave(len(WAYS))


def test_a_timer_that_is_never_cancelled_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def close(self: Keeper) -> None:
        asyncio.get_running_loop().call_later(1e6, self.idle)

    monkeypatch.setattr(Keeper, "close", close)
    with pytest.raises(AssertionError):
        leave(6, (come_and_drop, drop_in_play))


def test_sessions_that_are_never_released_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Session] = []
    enter = Rooms.enter

    async def hoarding(self: Rooms, session: Session, token: str) -> Any:
        kept.append(session)
        return await enter(self, session, token)

    monkeypatch.setattr(Rooms, "enter", hoarding)
    with pytest.raises(AssertionError):
        leave(6, (come_and_drop,))


def test_a_fault_that_a_message_provokes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    mute = Requests._mute
    heard: list[wire.Mute] = []

    def faulty(self: Requests, session: Session, ask: wire.Mute) -> None:
        heard.append(ask)
        assert len(heard) != 3
        mute(self, session, ask)

    monkeypatch.setattr(Requests, "_mute", faulty)
    with pytest.raises(AssertionError):
        siege("fault", FRAMES)


def test_a_message_without_an_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Requests, "_mute", lambda self, session, ask: None)
    with pytest.raises(AssertionError, match="no answer"):
        siege("silence", FRAMES)


def test_the_soak_run_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.hostile.FRAMES_A_TURN", 100)
    monkeypatch.setattr("tests.soak.hostile.TABLES_A_TURN", 20)
    said: list[str] = []
    soak(0, said.append)
    assert 1 == len(said)
    assert "100 frames" in said[0]
    assert "20 tables" in said[0]


# Over real sockets


def rss_mb(pid: int) -> float | None:
    """The memory of a process in megabytes, where the system reports it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    line = next(one for one in status.read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def junk(rng: Random) -> bytes:
    """Bytes to send to a WebSocket: valid and invalid frames, unknown opcodes, wrong lengths."""
    how = rng.randrange(15)
    if how == 0:
        return text_frame(rng.randbytes(rng.randrange(200)), rng.randrange(16))
    if how == 1:
        return rng.randbytes(rng.randrange(1, 300))
    if how == 2:
        return text_frame(frame(rng).encode("utf-8", "replace")[:5000])[: rng.randrange(1, 400)]
    return text_frame(frame(rng).encode("utf-8", "replace")[:5000])


def assault(server: Serving, token: str, rng: Random, times: int) -> None:
    """Connections that send junk, some of them after a valid hello, and malformed requests."""
    hello = text_frame(msgspec.json.encode(wire.Hello(version=wire.VERSION, token=token)))
    for at in range(times):
        with upgraded(server.url) as raw:
            if at % 2:
                raw.sendall(hello)
            try:
                for _ in range(rng.randrange(1, 12)):
                    raw.sendall(junk(rng))
                raw.shutdown(socket.SHUT_WR)
                code = close_code(rest_of(raw))
            except OSError:  # it was closed before we were done
                continue
            assert code is None or code in {*DOCUMENTED, 1000, 1002, 1005, 1007, 1009}, code
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=PATIENCE_S) as raw:
            raw.sendall(rng.choice((b"", b"GET /ws HTTP/1.1\r\n", b"POST /api/join HTTP/1.1\r\n")) + rng.randbytes(99))
        if at % 8 == 0:
            body = damaged(finished("wig_out"), rng)[:60_000]
            assert fetch(server.url, rng.choice(("/api/replay", "/api/tables", "/api/join")), body)[0] in EXPECTED


def test_requests_that_are_cut_off_or_no_handshake_log_no_fault(tmp_path: Path) -> None:
    """Each of these left an error in the log, as often as a stranger liked."""
    ahead = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    handshake = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    with Serving(tmp_path) as server:
        for said in (ahead, handshake, handshake.replace(b"GET", b"POST"), ahead[:430] + handshake):
            with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE_S) as raw:
                raw.sendall(said)
                with suppress(ConnectionError):
                    while raw.recv(65536):
                        pass
        assert json.loads(fetch(server.url, "/healthz")[1])["ok"]
    assert [] == [line for line in server.logged if json.loads(line)["level"] == "error"]


def test_a_broken_frame_on_a_connection_that_is_not_accepted_yet_logs_no_fault(tmp_path: Path) -> None:
    """Connections from an address over its budget wait for a second."""
    used_up = ("--limit=loop_ms_at_once=0.001", "--limit=loop_ms_per_s=0.001")
    with Serving(tmp_path, *used_up, generous=False) as server:
        for said in (b"\x81\x05hello", text_frame(b"\xff\xfe"), text_frame(b"", 3)):
            with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE_S) as raw:
                raw.sendall(UPGRADE)
                time.sleep(0.1)  # so that it comes by itself
                raw.sendall(said)
                with suppress(ConnectionError):
                    while raw.recv(65536):
                        pass
    assert [] == [line for line in server.logged if json.loads(line)["level"] == "error"]


def test_a_real_server_survives_junk_and_does_not_grow(tmp_path: Path) -> None:
    rng = Random(7)
    with Serving(tmp_path) as server:
        token = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Mal"})[1])["token"]
        assault(server, token, rng, 60)
        before = rss_mb(server.process.pid)
        assault(server, token, rng, 120)
        after = rss_mb(server.process.pid)
        assert before is None or after is None or after - before < 8
        health = json.loads(fetch(server.url, "/healthz")[1])
        assert health["ok"]
        assert 0 == server.end()
    levels = [getattr(logging, json.loads(line)["level"].upper()) for line in server.logged]
    assert max(levels) < logging.ERROR, [line for line in server.logged if '"error"' in line]
