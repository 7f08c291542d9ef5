"""What a crash, a signal, a full disk and a damaged journal do to the real server: one process, sockets and SQLite."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import shutil
import signal
import socket
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
from websockets.asyncio.client import connect

from rumpus import wire
from rumpus.journal import Journal
from rumpus.journal.sqlite import MARK, SqliteStore
from rumpus.server.config import DATABASE
from rumpus.server.rooms import Rooms
from rumpus.server.thinking import think_here
from tests.soak.kill import KILLS, campaign
from tests.support.crowd import Frame, Player, check, post, sit_down, until
from tests.support.serving import PATIENCE_S, Serving

TOLD_IN_TIME_S = 5.0  # SIGTERM: everything is over by then

# A journal that says "saved" one batch too early, as a disk without a sync would
SAYS_SAVED_TOO_EARLY = """
from rumpus.journal.sqlite import SqliteStore
real, waiting = SqliteStore.commit, []
def commit(store, batch):
    waiting.append(batch)
    return real(store, waiting.pop(0)) if len(waiting) > 1 else {}
SqliteStore.commit = commit
"""
# A keeper that remembers no answers, on a journal without its unique key
DOES_IT_TWICE = """
from rumpus.journal import sqlite
from rumpus.server import keeper
sqlite.SCHEMA = tuple(one for one in sqlite.SCHEMA if "UNIQUE INDEX" not in one)
keeper._keep = lambda kept, person, id_, answer: None
"""
# Cards may be in the air for minutes: a kill hits that moment for certain
WAITS_LONG_FOR_CARDS_IN_THE_AIR = """
from rumpus.server import keeper
keeper.LONGEST_FLIGHT_S = keeper.FLIGHT_SLACK_S = 300.0
from rumpus.server.session import Session
Session.pong = lambda session, number, now: False
"""


def planted(bug: str, server: Serving) -> Serving:
    """The same server with a bug."""
    at = server.command.index("-m")
    server.command[at : at + 2] = ["-c", f"{bug}\nfrom rumpus.cli import main\nmain()"]
    return server


def port_of(server: Serving) -> int:
    return int(server.url.rpartition(":")[2])


@asynccontextmanager
async def serving(folder: Path, *options: str, port: int = 0) -> AsyncIterator[Serving]:
    """A server until the end of the block, whatever happens in it."""
    server = await asyncio.to_thread(Serving(folder, *options, port=port).start)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.kill)


async def enter(crowd: AsyncExitStack, players: Sequence[Player], *, idle: bool = False) -> Sequence[Player]:
    for player in players:
        player.idle = idle
        await crowd.enter_async_context(player)
    return players


def children(pid: int) -> list[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def is_over(pid: int) -> bool:
    """Whether nothing of the process is left, but a line for a parent who does not ask."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


# kill -9


def test_fifteen_kills_lose_no_confirmed_action_and_double_none(tmp_path: Path) -> None:
    tally = asyncio.run(campaign(tmp_path, KILLS, "kill"))
    assert tally.confirmed > 0
    assert tally.records > 0


def test_the_check_sees_a_journal_that_says_saved_too_early(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"was confirmed as number \d+, and the journal has it as"):
        asyncio.run(campaign(tmp_path, 1, "early", lambda server: planted(SAYS_SAVED_TOO_EARLY, server)))


def test_the_check_sees_an_action_that_is_done_twice(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is there more than once"):
        asyncio.run(campaign(tmp_path, 0, "twice", lambda server: planted(DOES_IT_TWICE, server)))


def test_a_kill_leaves_no_process_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, AsyncExitStack() as crowd:
            await enter(crowd, sit_down(server.url, "five_crowns", people=1, bots=["expert"] * 3))
            await until(lambda: len(children(server.process.pid)) > 1, "a worker thinks")
            family = children(server.process.pid)
            server.process.kill()
            await until(lambda: all(map(is_over, family)), "the workers notice that nobody asks any more")

    asyncio.run(story())


def phase(player: Player) -> str | None:
    return None if player.view is None else str(player.view["public"]["phase"])


def test_a_race_that_was_called_before_a_kill_is_closed_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as crowd:
            first = await asyncio.to_thread(planted(WAITS_LONG_FOR_CARDS_IN_THE_AIR, Serving(tmp_path)).start)
            try:
                few = {"down": [0, 0, 0], "auto_shout": True}  # six main cards: a short race
                players = await enter(crowd, sit_down(first.url, "wackee_six", bots=["expert"], options=few))
                await until(lambda: "called" in map(phase, players), "a race is called")
            finally:
                await asyncio.to_thread(first.kill)
            last = json.loads(rows(tmp_path / DATABASE, players[0].table, "body")[-1][0])
            assert "close" not in [line["do"] for line in last["lines"]]
            async with serving(tmp_path, port=port_of(first)) as server:
                await until(lambda: all(one.here and phase(one) != "called" for one in players), "it is closed")
                assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


# Signals


@asynccontextmanager
async def who_does_not_read(url: str, code: str) -> AsyncIterator[None]:
    """A spectator with a small window, who asks for more than it holds."""
    seated = await asyncio.to_thread(post, url, "/api/join", {"code": code, "name": "Away", "watch": True})
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plug.setblocking(False)
    host, port = url.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(plug, (host, int(port)))
    away = await connect(f"ws://{host}:{port}/ws", sock=plug, compression=None, max_queue=1, close_timeout=0.1)
    await away.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": seated["token"]}))
    for number in range(400):  # some 400 KB: more than the system takes, less than we let wait
        await away.send(json.dumps({"type": "resync", "id": f"more {number}"}))
        await asyncio.sleep(0.05 if number % 50 == 0 else 0)
    try:
        yield
    finally:
        away.transport.abort()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_matches_tells_everybody_and_ends_with_0(tmp_path: Path, number: int) -> None:
    async def story() -> None:
        async with AsyncExitStack() as crowd:
            async with serving(tmp_path) as server:
                port = port_of(server)
                tables = [sit_down(server.url, "wig_out"), sit_down(server.url, "five_crowns", people=1)]
                players = [one for table in tables for one in await enter(crowd, table)]
                await crowd.enter_async_context(who_does_not_read(server.url, players[0].code))
                await until(lambda: len(children(server.process.pid)) > 1, "a bot of Five Crowns thinks")
                await until(lambda: bool(players[0].confirmed), "the race goes on")
                family = [server.process.pid, *children(server.process.pid)]
                began = time.monotonic()
                for one in family if number == signal.SIGINT else family[:1]:  # Ctrl-C reaches the whole family
                    os.kill(one, number)
                code = await asyncio.to_thread(server.process.wait, PATIENCE_S)
                took_s = time.monotonic() - began
                assert 0 == code
                assert took_s < TOLD_IN_TIME_S
                await until(lambda: all(player.byes for player in players), "everybody is told")
                assert [(1012, 1012)] * 3 == [player.byes[0] for player in players]
                await until(lambda: all(map(is_over, family)), "nothing is left of it")
                assert [] == [line for line in server.logged if "error" in line or "Traceback" in line]
            async with serving(tmp_path, port=port) as server:
                before = [player.seq for player in players]
                await until(lambda: all(one.seq > n for one, n in zip(players, before, strict=True)), "it goes on")
                assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


# A server that cannot begin


def refused_start(folder: Path, port: int = 0) -> str:
    """The sentence that it ends with."""
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


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables"
    path.write_text("mine")
    assert "--data needs a folder that can be written" in refused_start(path)
    assert "mine" == path.read_text()


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (("CREATE TABLE mine (x)",), r"tables\.sqlite3 is no journal of rumpus$"),
        (
            (f"PRAGMA application_id = {MARK}", "PRAGMA user_version = 99"),
            r"written by a later rumpus \(journal 99",
        ),
    ],
)
def test_a_database_that_is_not_ours_or_later_is_refused_and_left_as_it_is(
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
    """A race about to start, a disk that is full in between, and the same asks before, during and after it."""
    async with AsyncExitStack() as crowd:
        players = sit_down(server.url, "wig_out", wait_s=300)
        host, other = await enter(crowd, players, idle=True)
        ready = await other.answer(type="ready")
        begun = await host.answer(type="begin")
        assert isinstance(ready, int)
        assert isinstance(begun, int)
        await until(lambda: {"do": "go"} in host.legal, "the cards are dealt")
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
                del player.confirmed[name]  # a question: it is in no journal
        assert [] == [line for line in server.logged if "Traceback" in line or '"error"' in line]
        return list(players)


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """The server may suddenly write no byte beyond the end of its log, and then may again."""

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


def test_a_small_disk_that_is_full_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """The same on a disk of its own, which only the server sees."""
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

        try:
            players = await full_disk_story(server, fill, filler.unlink)
            server.process.send_signal(signal.SIGSTOP)  # a crash at this moment would leave just these two files
            for name in (DATABASE, f"{DATABASE}-wal"):
                shutil.copy(seen / name, tmp_path / name)
        finally:
            await asyncio.to_thread(server.kill)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


# A journal that cannot be played


def rows(path: Path, table: str, what: str = "*") -> list[Any]:
    """The table's entries as they stand in the file."""
    with closing(sqlite3.connect(path)) as db:
        query = f"SELECT {what} FROM entries WHERE table_id = ? ORDER BY seq"  # noqa: S608 - our own words
        return db.execute(query, (table,)).fetchall()


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


@pytest.mark.parametrize("damage", [other_rules, another_card, no_json])
def test_a_journal_that_cannot_be_played_is_left_as_it_is_and_said(tmp_path: Path, damage: Any) -> None:
    async def story() -> None:
        path = tmp_path / DATABASE
        async with AsyncExitStack() as crowd:
            async with serving(tmp_path) as server:
                port = port_of(server)
                broken = await enter(crowd, sit_down(server.url, "wig_out"))
                whole = await enter(crowd, sit_down(server.url, "wig_out"))
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
                await until(lambda: whole[0].here and whole[0].seq > at + 5, "the other table goes on")
                answer = status_of(server.url, "/api/join", {"code": broken[0].code, "name": "Late", "watch": True})
                assert (404, "table-no-such") == answer
                assert [] == [line for line in server.logged if "Traceback" in line]
                assert 0 == await asyncio.to_thread(server.end)
            assert before == rows(path, broken[0].table)
        check(path, whole)

    asyncio.run(story())


# Backup, and old tables


def test_a_backup_under_play_is_whole_and_people_go_on_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        copy = tmp_path / "copy" / DATABASE
        copy.parent.mkdir()
        async with AsyncExitStack() as crowd, serving(tmp_path / "live") as server:
            tables = [sit_down(server.url, "wackee_six"), sit_down(server.url, "wig_out")]
            players = [one for table in tables for one in await enter(crowd, table)]
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
        async with serving(copy.parent) as server, AsyncExitStack() as crowd:
            again = [Player(server.url, one.seated, Random(0), first_id=10_000) for one in players]
            await enter(crowd, again)
            first = [player.seen[0]["seq"] for player in again]
            assert all(20 < number <= player.seq for number, player in zip(first, players, strict=True))
            await until(lambda: all(one.seq > n + 5 for one, n in zip(again, first, strict=True)), "it goes on")

    asyncio.run(story())


def test_a_table_that_nobody_touched_for_long_is_removed_and_others_stay(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / DATABASE
        async with AsyncExitStack() as crowd:
            async with serving(tmp_path) as server:
                port = port_of(server)
                (old,) = sit_down(server.url, "wig_out", people=1)
                (kept,) = await enter(crowd, sit_down(server.url, "wig_out", people=1), idle=True)
                assert 0 == await asyncio.to_thread(server.end)
            with closing(sqlite3.connect(path)) as db:
                db.execute("UPDATE tables SET touched = touched - 2 * 86400 WHERE id = ?", (old.table,))
                db.commit()
            async with serving(tmp_path, "--keep-days", "1", port=port) as server:
                await until(lambda: any("tables-removed" in line for line in server.logged), "it is removed")
                old.idle = True
                await crowd.enter_async_context(_knocking(old))
                await until(lambda: (4001, 4001) in old.byes, "no seat goes by this token any more")
                await until(lambda: kept.here, "the other is there")
                assert 0 == await asyncio.to_thread(server.end)
        assert [] == rows(path, old.table)

    asyncio.run(story())


def test_an_old_table_is_not_removed_as_long_as_it_is_in_memory(tmp_path: Path) -> None:
    """Also the store by itself spares what it is told to, and goes on behind it."""

    async def story() -> None:
        store, now = SqliteStore(tmp_path / DATABASE), [time.time()]

        async def run(work: Callable[..., Any], *args: Any) -> Any:
            return work(*args)

        clock = asyncio.get_running_loop().time
        rooms = Rooms(Journal(store, run), think_here, entropy=os.urandom, clock=clock, today=lambda: now[0])
        opened = [await rooms.open(wire.OpenTable(game="wig_out", name="Ana"), "here") for _ in range(3)]
        names = [one.token.partition(".")[0] for one in opened]
        rooms.forget(rooms.live[names[0]])
        now[0] += 31 * 86400
        await rooms._sweep()
        assert [False, True, True] == [store.head(name) is not None for name in names]
        assert 1 == store.remove(now[0], 1, [names[1]])
        assert [False, True, False] == [store.head(name) is not None for name in names]
        await rooms.close()

    asyncio.run(story())


@asynccontextmanager
async def _knocking(player: Player) -> AsyncIterator[None]:
    """A player who is not let in."""
    knocking = asyncio.create_task(player._stay())
    try:
        yield
    finally:
        knocking.cancel()
        with suppress(asyncio.CancelledError):
            await knocking
