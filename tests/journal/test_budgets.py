"""Budgets of the disk: what a table takes, what stays free, what is read back, and how long closing takes."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rumpus import wire
from rumpus.journal import Entry, Head, Journal, Unsaved
from rumpus.journal import closing as closing_module
from rumpus.journal.memory import MemoryStore
from rumpus.journal.room import MEGABYTE, SpareRoom
from rumpus.journal.sqlite import SqliteStore
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.work.thinkers import think_here
from tests.support.clock import virtual_time
from tests.support.stores import Clock, FailingStore, entry, head, opened, whole


async def run(work: Callable[..., Any], *args: Any) -> Any:
    return work(*args)


# Room on the disk


@pytest.mark.parametrize(
    ("total_mb", "free_mb", "fits"),
    [(100_000, 300, True), (100_000, 255, False), (1000, 21, True), (1000, 19, False), (4, 1, True)],
)
def test_a_new_table_needs_room_and_a_running_one_goes_on(
    tmp_path: Path, total_mb: int, free_mb: int, fits: bool
) -> None:
    free = [total_mb * MEGABYTE]
    spare = SpareRoom(256 * MEGABYTE, lambda _: (total_mb * MEGABYTE, free[0]))
    with closing(SqliteStore(tmp_path / "journal.db", spare=spare)) as store:
        opened(store, "running")
        free[0] = free_mb * MEGABYTE
        if fits:
            opened(store, "new")
        else:
            with pytest.raises(
                Unsaved, match=rf"the disk is nearly full \({free_mb} MB are free, and \d+ MB stay free"
            ):
                opened(store, "new")
        assert {} == store.commit([("running", entry(1))])
        assert fits is (store.head("new") is not None)


def test_the_room_on_a_real_disk_is_known(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db", spare=SpareRoom(1.0))) as store:
        opened(store, "a")


@pytest.mark.parametrize(("code", "known"), [(errno.EIO, None), (errno.ENOENT, None), (errno.ENOSYS, True)])
def test_a_disk_that_is_gone_is_not_one_that_cannot_tell(code: int, known: bool | None) -> None:
    def usage(path: Path) -> tuple[int, int]:
        raise OSError(code, "")

    spare = SpareRoom(256 * MEGABYTE, usage)
    assert spare.has_room(Path()) is known
    spare.check(Path())  # whether a table can be written is seen when it is


@virtual_time
async def test_a_full_disk_refuses_a_new_table_with_a_clear_sentence() -> None:
    class Full(MemoryStore):
        """A store whose disk has no room left for a new table."""

        def open(self, head: Head, first: Entry) -> None:
            SpareRoom(256 * MEGABYTE, lambda _: (100_000 * MEGABYTE, 100 * MEGABYTE)).check(Path())

    clock = asyncio.get_running_loop().time
    rooms = Rooms(Journal(Full(clock), run), think_here, entropy=os.urandom, clock=clock)
    with pytest.raises(HttpProblem, match="the disk is nearly full") as refused:
        await rooms.seating.open(wire.OpenTable(game="wig_out", name="Ana"), "here")
    assert (503, "table-not-saved") == (refused.value.status, refused.value.reason)


# What the journal knows of itself


@virtual_time
async def test_a_journal_knows_when_it_saved() -> None:
    now = [0.0]
    store = FailingStore(Clock())
    journal = Journal(store, run, clock=lambda: now[0])
    assert (None, None) == (journal.last_saved_at, journal.last_error_at)
    now[0] = 5.0
    await journal.open(head("a"), Entry(0, 0.0, None, bytes(100)))
    assert (5.0, None) == (journal.last_saved_at, journal.last_error_at)
    now[0] = 6.0
    journal.append("a", Entry(1, 0.0, "1:x", bytes(50)), lambda error: None)
    await journal.flush()
    assert (6.0, None) == (journal.last_saved_at, journal.last_error_at)
    store.full, now[0] = True, 7.0
    journal.append("a", Entry(2, 0.0, None, bytes(50)), lambda error: None)
    await journal.flush()
    with pytest.raises(Unsaved):
        await journal.open(head("b"), entry(0))
    assert (6.0, 7.0) == (journal.last_saved_at, journal.last_error_at)


# Reading back


def test_a_table_with_many_lobby_changes_is_read_back_in_few_bytes(tmp_path: Path) -> None:
    """3,500 changes of 64 KB were 228 MB; here 200 of them, and what comes back is two."""
    lobby = bytes(65536)
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        store.open(head("a"), Entry(0, 0.0, None, lobby, setup=True))
        for seq in range(1, 200):
            assert {} == store.commit([("a", Entry(seq, 0.0, None, lobby, setup=True))])
        assert 2 * len(lobby) == sum(len(each.body) for each in store.entries("a"))
        assert {} == store.commit([("a", entry(200, start=True)), ("a", Entry(201, 0.0, None, lobby, setup=True))])
        assert [200, 201] == [each.seq for each in store.entries("a")]
        assert 202 == len(whole(store, "a"))


# Closing


def test_a_quick_disk_closes_with_one_file(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
    assert {"journal.db", "journal.db.lock"} == {each.name for each in tmp_path.iterdir()}


def test_a_slow_disk_closes_without_merging_its_log(tmp_path: Path) -> None:
    uptime = [0.0]

    class Slow(SqliteStore):
        """Each commit takes a second of the clock."""

        def _look_up(self, table: str) -> tuple[int | None, float, bytes]:
            uptime[0] += 1.0
            return super()._look_up(table)

    path = tmp_path / "journal.db"
    store = Slow(path, wall=time.time, uptime=lambda: uptime[0])
    opened(store, "a")
    assert {} == store.commit([("a", entry(1))])
    before = path.read_bytes()
    log = Path(f"{path}-wal").read_bytes()
    store.close()
    assert (before, log) == (path.read_bytes(), Path(f"{path}-wal").read_bytes())
    with closing(SqliteStore(path)) as again:
        assert [0, 1] == whole(again, "a")
    assert not Path(f"{path}-wal").exists()


def test_merging_that_takes_too_long_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    store = SqliteStore(path)
    opened(store, "a")
    assert {} == store.commit([("a", entry(1))])
    monkeypatch.setattr(closing_module, "_merge", lambda db: False)
    store.close()
    assert Path(f"{path}-wal").stat().st_size > 0
    with closing(sqlite3.connect(path)) as db:
        assert (2,) == db.execute("SELECT count(*) FROM entries").fetchone()
