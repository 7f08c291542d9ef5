"""Old tables are removed seldom, announced beforehand, and never many at once; in virtual time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from rumpus.journal import Journal
from rumpus.server import sweeping
from rumpus.server.sweeping import AGAIN_S, DAY_S, EVERY_S, FIRST_S, NOTICE_S, Sweeper
from tests.support.clock import virtual_time
from tests.support.stores import Clock, FailingStore, opened

KEEP_S = 30 * DAY_S


async def run(work: Callable[..., Any], *args: Any) -> Any:
    return work(*args)


class Hall:
    """A store with old tables, its sweeper, and an uptime in seconds that ticks."""

    def __init__(self, tables: int, keep_s: float = KEEP_S) -> None:
        self.clock = Clock()
        self.store = FailingStore(self.clock)
        opened(self.store, *(f"t{number}" for number in range(tables)))
        self.clock.now += KEEP_S + 1
        self.uptime = 0.0
        self.live: set[str] = set()
        self.sweeper = Sweeper(Journal(self.store, run), self.live, lambda: self.uptime, keep_s)

    def left(self) -> int:
        return self.store.expired(0.0).tables

    async def wait(self, seconds: float) -> None:
        """Let time pass, with a tick every ten seconds."""
        until = self.uptime + seconds
        while self.uptime < until:
            self.uptime = min(until, self.uptime + 10)
            await self.sweeper.tick()


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.msg for record in caplog.records]


@virtual_time
async def test_nothing_is_removed_in_the_first_hour(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(20)
    await hall.wait(FIRST_S - 1)
    assert (20, []) == (hall.left(), said(caplog))


@virtual_time
async def test_a_removal_is_announced_before_it_happens(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    hall = Hall(20)
    await hall.wait(FIRST_S)
    assert (20, ["tables-to-remove"]) == (hall.left(), said(caplog))
    facts = caplog.records[0].__dict__
    assert (20, 20, 30.0, 30.0, 2) == tuple(
        facts[name] for name in ("count", "tables", "oldest_days", "newest_days", "at_once")
    )
    await hall.wait(NOTICE_S - 10)
    assert 20 == hall.left()
    await hall.wait(10)
    assert (18, ["tables-to-remove", "tables-removed"]) == (hall.left(), said(caplog))
    assert 2 == caplog.records[1].__dict__["count"]


async def check_that_a_tenth_is_removed() -> None:
    hall = Hall(200)
    left = [hall.left()]
    for _ in range(4):
        await hall.wait(EVERY_S + NOTICE_S)
        left.append(hall.left())
    assert [200, 180, 162, 146, 132] == left


@virtual_time
async def test_never_more_than_a_tenth_is_removed_at_once() -> None:
    await check_that_a_tenth_is_removed()


@virtual_time
async def test_a_single_table_is_removed_too() -> None:
    hall = Hall(3)
    await hall.wait(3 * (EVERY_S + NOTICE_S))
    assert 0 == hall.left()


@virtual_time
async def test_a_table_used_after_the_announcement_stays() -> None:
    hall = Hall(1)
    await hall.wait(FIRST_S)
    hall.live.add("t0")
    await hall.wait(2 * EVERY_S)
    assert 1 == hall.left()


@virtual_time
async def test_a_removal_that_fails_is_announced_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(1)
    hall.store.full = True
    await hall.wait(FIRST_S + NOTICE_S)
    hall.store.full = False
    assert (1, ["tables-to-remove"]) == (hall.left(), said(caplog))
    await hall.wait(AGAIN_S + NOTICE_S + 20)
    assert (0, 2) == (hall.left(), said(caplog).count("tables-to-remove"))


@virtual_time
async def test_tables_can_be_kept_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(5, float("inf"))
    await hall.wait(10 * EVERY_S)
    assert (5, []) == (hall.left(), said(caplog))


@virtual_time
async def test_a_sweeper_that_removes_all_at_once_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "at_once", lambda tables: tables)
    with pytest.raises(AssertionError):
        await check_that_a_tenth_is_removed()
