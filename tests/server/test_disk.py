"""A real server and its files: refused starts, full disks, damaged journals, backups and old tables."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumpus import wire
from rumpus.journal import Journal
from rumpus.journal.sqlite import SqliteStore
from rumpus.journal.sqlite_file import MARK
from rumpus.server.config import DATABASE
from rumpus.server.rooms import Rooms
from rumpus.server.work.thinkers import think_here
from tests.server.processes import enter, planted, port_of, rows, serving
from tests.server.workers import ask
from tests.support.journal_check import check
from tests.support.postgres import free_port
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Frame, Player, post, sit_down, until

# A server that cannot start


def refused_start(folder: Path, port: int = 0) -> str:
    """The sentence with which the server refuses to start."""
    ended = subprocess.run(  # noqa: S603 - our own command
        Serving(folder, port=port).command, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (2, "") == (ended.returncode, ended.stdout)
    assert 1 == ended.stderr.count("\n"), ended.stderr
    return ended.stderr.strip()


def test_a_second_server_on_the_same_tables_or_port_is_refused(tmp_path: Path) -> None:
    with Serving(tmp_path / "one") as server:
        assert re.search(r"tables\.sqlite3 is in use by another rumpus serve$", refused_start(tmp_path / "one"))
        port = port_of(server)
        assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in refused_start(tmp_path / "two", port)
        assert not (tmp_path / "two" / DATABASE).exists()


def test_a_data_path_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables"
    path.write_text("mine")
    assert "--data needs a writable folder: this is a file" in refused_start(path)
    assert "mine" == path.read_text()


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (("CREATE TABLE mine (x)",), r"tables\.sqlite3 is not a Rumpus journal$"),
        (
            (f"PRAGMA application_id = {MARK}", "PRAGMA user_version = 99"),
            r"written by a newer Rumpus \(journal 99",
        ),
    ],
)
def test_a_foreign_or_newer_database_is_refused_and_left_unchanged(
    tmp_path: Path, statements: Sequence[str], sentence: str
) -> None:
    path = tmp_path / DATABASE
    with closing(sqlite3.connect(path)) as db:
        for statement in (*statements, "CREATE TABLE kept (x)"):
            db.execute(statement)
        db.commit()
    before = path.read_bytes()
    assert re.search(sentence, refused_start(tmp_path))
    assert before == path.read_bytes()


# A full disk


def status_of(url: str, path: str, body: Frame) -> tuple[int, str]:
    """The status of a request that is refused, and its reason."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(url, path, body)
    with refused.value as answer:
        return answer.code, json.load(answer)["reason"]


async def full_disk_story(server: Serving, fill: Any, free: Any) -> list[Player]:
    """A race about to start, and the same requests before, while and after the disk is full."""
    async with AsyncExitStack() as stack:
        players = sit_down(server.url, "wig_out", wait_s=300)
        host, other = await enter(stack, players, idle=True)
        ready = await other.answer(type="ready")
        begun = await host.answer(type="begin")
        assert isinstance(ready, int)
        assert isinstance(begun, int)
        await until(lambda: {"do": "go"} in host.legal, "the cards are dealt")
        assert isinstance(await other.answer(type="ready"), int)
        await until(lambda: host.seq == other.seq, "the host is told that the other is ready")
        last = host.seq
        fill()
        for _ in range(2):
            refused = await host.answer(type="do", action={"do": "go"})
            assert isinstance(refused, dict)
            assert "table-not-saved" == refused["reason"]
        assert (503, "table-not-saved") == status_of(server.url, "/api/tables", {"game": "wig_out", "name": "New"})
        joining = {"code": host.code, "name": "Late", "watch": True}
        assert (503, "table-not-saved") == status_of(server.url, "/api/join", joining)
        await other.hang_up()
        await other.__aenter__()
        resync = await host.answer(type="resync")
        assert (last, last) == (resync, other.seq)
        assert host.view is not None
        assert "ready" == host.view["public"]["phase"]
        free()
        done = await host.answer(type="do", action={"do": "go"})
        assert last + 1 == done
        host.idle = other.idle = False
        await until(lambda: other.seq > last + 10, "the race goes on")
        for player in players:
            for name in [name for name, ask in player.asked.items() if ask["type"] == "resync"]:
                del player.confirmed[name]  # a question, which is not in the journal
        assert [] == [line for line in server.logged if "Traceback" in line or '"error"' in line]
        return list(players)


def test_on_a_full_disk_changes_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files keeps the server's log from growing, until it is lifted."""

    async def story() -> None:
        async with serving(tmp_path) as server:
            pid = server.process.pid
            soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)

            def fill() -> None:
                size = (tmp_path / f"{DATABASE}-wal").stat().st_size
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))

            def free() -> None:
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))

            players = await full_disk_story(server, fill, free)
            assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


MOUNT = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"'


def may_mount(folder: Path) -> bool:
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    tried = subprocess.run([unshare, "-m", "sh", "-c", MOUNT, folder, "true"], capture_output=True, check=False)  # noqa: S603 - our own command
    return 0 == tried.returncode


def test_on_a_full_mounted_disk_changes_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    """On a small file system that only the server sees."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not may_mount(disk):
        pytest.skip("this user may not mount a disk")

    async def story() -> None:
        server = Serving(disk)
        server.command = ["unshare", "-m", "sh", "-c", MOUNT, str(disk), *server.command]
        await asyncio.to_thread(server.start)
        seen = Path(f"/proc/{server.process.pid}/root{disk}")
        filler = seen / "filler"

        def fill() -> None:
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            status, said = ask(server.url, "/healthz")
            assert (503, True, False) == (status, said["saving"], said["room"]), "nothing has been written since"

        try:
            players = await full_disk_story(server, fill, filler.unlink)
            server.process.send_signal(
                signal.SIGSTOP
            )  # copy what a crash at this moment would leave: just these two files
            for name in (DATABASE, f"{DATABASE}-wal"):
                shutil.copy(seen / name, tmp_path / name)
        finally:
            await asyncio.to_thread(server.kill)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


# A journal that cannot be played


def other_rules(body: Frame) -> bool:
    """The match was played by rules of another version."""
    if "rules" in body:
        body["rules"] = 99
    return "rules" in body


def another_card(body: Frame) -> bool:
    """Cards were dealt twice."""
    for line in body.get("lines", []):
        if line["do"] == "deal":
            line["hands"][0] = line["hands"][1]
            return True
    return False


def no_json(body: Frame) -> bool:
    """A line that nobody can read."""
    for line in body.get("lines", []):
        line["do"] = "fly"
        return True
    return False


def other_name(body: Frame) -> bool:
    """Somebody has another name: the rules do not mind, but that is not what was written."""
    if "lobby" in body:
        body["lobby"]["people"][0]["name"] = "Mallory"
    return "lobby" in body


@pytest.mark.parametrize("damage", [other_rules, another_card, no_json, other_name])
def test_an_unplayable_journal_is_left_unchanged_and_reported(tmp_path: Path, damage: Any) -> None:
    async def story() -> None:
        path = tmp_path / DATABASE
        async with AsyncExitStack() as stack:
            port = free_port()
            async with serving(tmp_path, port=port) as server:
                broken = await enter(stack, sit_down(server.url, "wig_out"))
                whole = await enter(stack, sit_down(server.url, "wig_out"))
                await until(lambda: min(broken[0].seq, whole[0].seq) > 10, "both matches are under way")
                assert 0 == await asyncio.to_thread(server.end)
            with closing(sqlite3.connect(path)) as db:
                found = db.execute("SELECT seq, body FROM entries WHERE table_id = ?", (broken[0].table,)).fetchall()
                changed = [(json.loads(body), seq) for seq, body in found]
                patches = [(json.dumps(body).encode(), broken[0].table, seq) for body, seq in changed if damage(body)]
                db.executemany("UPDATE entries SET body = ? WHERE table_id = ? AND seq = ?", patches)
                db.commit()
            before = rows(path, broken[0].table)
            async with serving(tmp_path, port=port) as server:
                for player in broken:
                    await until(lambda player=player: player.byes[-1] == (4007, 4007), "they are told")  # type: ignore[misc]  # bound at once
                at = whole[0].seq
                await until(lambda: whole[0].connected and whole[0].seq > at + 5, "the other table goes on")
                answer = status_of(server.url, "/api/join", {"code": broken[0].code, "name": "Late", "watch": True})
                assert (404, "table-no-such") == answer
                assert [] == [line for line in server.logged if "Traceback" in line]
                assert 0 == await asyncio.to_thread(server.end)
            assert before == rows(path, broken[0].table)
        check(path, whole, whole[0].table)  # the broken match may have been over, and so have a record

    asyncio.run(story())


# Backup, and old tables


def test_a_backup_taken_during_play_is_complete_and_can_be_played_on(tmp_path: Path) -> None:
    async def story() -> None:
        copy = tmp_path / "copy" / DATABASE
        copy.parent.mkdir()
        async with AsyncExitStack() as stack, serving(tmp_path / "live") as server:
            tables = [sit_down(server.url, "wackee_six"), sit_down(server.url, "wig_out")]
            players = [one for table in tables for one in await enter(stack, table)]
            await until(lambda: all(one.seq > 20 for one in players), "the matches are under way")
            command = [sys.executable, "-m", "rumpus", "backup", str(copy), "--data", str(tmp_path / "live")]
            ended = await asyncio.to_thread(subprocess.run, command, check=False, capture_output=True, text=True)
            assert (0, "") == (ended.returncode, ended.stderr)
            at = players[0].seq
            await until(lambda: players[0].seq > at + 5, "the live one goes on")
            assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / "live" / DATABASE, players)
        with closing(sqlite3.connect(copy)) as db:
            assert [("ok",)] == db.execute("PRAGMA integrity_check").fetchall()
        async with serving(copy.parent) as server, AsyncExitStack() as stack:
            again = [Player(server.url, one.seated, Random(0), first_id=10_000) for one in players]
            await enter(stack, again)
            first = [player.seen[0]["seq"] for player in again]
            assert all(20 < number <= player.seq for number, player in zip(first, players, strict=True))
            await until(lambda: all(one.seq > n + 5 for one, n in zip(again, first, strict=True)), "it goes on")

    asyncio.run(story())


# A server that does not wait for an hour before it removes old tables
SWEEPS_AT_ONCE = """
from rumpus.server import sweeping
sweeping.FIRST_S = sweeping.NOTICE_S = 0.0
"""


def test_a_table_unused_for_long_is_removed_and_others_stay(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / DATABASE
        async with AsyncExitStack() as stack:
            port = free_port()
            async with serving(tmp_path, port=port) as server:
                (old,) = sit_down(server.url, "wig_out", people=1)
                (kept,) = await enter(stack, sit_down(server.url, "wig_out", people=1), idle=True)
                assert 0 == await asyncio.to_thread(server.end)
            with closing(sqlite3.connect(path)) as db:
                db.execute("UPDATE tables SET touched = touched - 2 * 86400 WHERE id = ?", (old.table,))
                db.commit()
            server = planted(SWEEPS_AT_ONCE, Serving(tmp_path, "--keep-days", "1", port=port))
            await asyncio.to_thread(server.start)
            try:
                await until(lambda: any("tables-removed" in line for line in server.logged), "it is removed")
                said = [line for line in server.logged if "tables-" in line]
                announced, removed = map(json.loads, said)
                assert ("tables-to-remove", 1, 2) == tuple(announced[name] for name in ("what", "count", "tables"))
                assert (2.0, 2.0, 1) == tuple(announced[name] for name in ("oldest_days", "newest_days", "at_once"))
                assert ("tables-removed", 1) == (removed["what"], removed["count"])
                old.idle = True
                await stack.enter_async_context(_reconnecting(old))
                await until(lambda: (4001, 4001) in old.byes, "no seat goes by this token any more")
                await until(lambda: kept.connected, "the other is there")
                assert 0 == await asyncio.to_thread(server.end)
            finally:
                await asyncio.to_thread(server.kill)
        assert [] == rows(path, old.table)

    asyncio.run(story())


def test_an_old_table_is_not_removed_as_long_as_it_is_in_memory(tmp_path: Path) -> None:
    """The store itself also skips the tables it is told to keep, and continues after them."""

    async def story() -> None:
        now = [time.time()]
        store = SqliteStore(tmp_path / DATABASE, lambda: now[0])

        async def run(work: Callable[..., Any], *args: Any) -> Any:
            return work(*args)

        uptime = [0.0]
        rooms = Rooms(Journal(store, run), think_here, entropy=os.urandom, clock=lambda: uptime[0])
        opened = [await rooms.seating.open(wire.OpenTable(game="wig_out", name="Ana"), "here") for _ in range(3)]
        names = [one.token.partition(".")[0] for one in opened]
        rooms.forget(rooms.live[names[0]])
        now[0] += 31 * 86400
        for _ in range(2):  # announced, then done
            uptime[0] += 3601
            await rooms.upkeep.sweeper.tick()
        assert [False, True, True] == [store.head(name) is not None for name in names]
        assert 1 == store.remove(now[0], 1, [names[1]])
        assert [False, True, False] == [store.head(name) is not None for name in names]
        await rooms.close()

    asyncio.run(story())


@asynccontextmanager
async def _reconnecting(player: Player) -> AsyncIterator[None]:
    """A player whose connection is refused."""
    reconnecting = asyncio.create_task(player._stay())
    try:
        yield
    finally:
        reconnecting.cancel()
        with suppress(asyncio.CancelledError):
            await reconnecting
