"""The time by which tables age: by what the server has seen pass, whatever the wall clock says."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from rumpus.journal.aging import LONGEST_GAP_S, Aging, Seen
from rumpus.journal.sqlite import SqliteStore
from tests.soak.clocks import DAY_S, NOW, Machine, many_lives
from tests.support.stores import opened


def test_it_runs_with_the_uptime_and_ignores_the_wall_clock() -> None:
    machine = Machine()
    aging = Aging(None, machine.wall, machine.uptime)
    assert NOW == aging()
    for error in (80 * 365 * DAY_S, -50 * 365 * DAY_S, 0.0):
        machine.error = error
        before = aging()
        machine.true += 100
        assert before + 100 == aging()


def test_between_two_runs_at_most_a_day_passes() -> None:
    machine = Machine()
    for gap, counted in ((0.0, 0.0), (3600.0, 3600.0), (DAY_S, DAY_S), (60 * DAY_S, LONGEST_GAP_S), (-5.0, 0.0)):
        seen = Seen(NOW - 1000, machine.wall() - gap)
        assert NOW - 1000 + counted == Aging(seen, machine.wall, machine.uptime)()


def test_no_jump_of_a_clock_removes_a_table_too_early(tmp_path: Path) -> None:
    assert 0 < sum(many_lives(tmp_path / f"{seed}.db", seed) for seed in range(4))


def test_a_store_that_believes_the_wall_clock_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Aging, "__call__", lambda aging: aging._wall())
    with pytest.raises(AssertionError, match="too early"):
        many_lives(tmp_path / "journal.db", 1)


def test_a_server_that_runs_all_the_time_removes_on_time(tmp_path: Path) -> None:
    machine, path = Machine(), tmp_path / "journal.db"
    with closing(SqliteStore(path, wall=machine.wall, uptime=machine.uptime)) as store:
        opened(store, "old")
    for _ in range(29):  # a restart every day, minutes long
        machine.true += DAY_S - 600
        with closing(SqliteStore(path, wall=machine.wall, uptime=machine.uptime)) as store:
            machine.true += 600
            assert 0 == store.remove(store.now() - 30 * DAY_S)
    with closing(SqliteStore(path, wall=machine.wall, uptime=machine.uptime)) as store:
        machine.true += DAY_S + 61
        assert 1 == store.remove(store.now() - 30 * DAY_S)


def test_an_older_file_begins_with_its_last_use_and_not_with_a_wrong_clock(tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "golden" / "journal" / "version_1.sqlite3"
    for error in (0.0, 70 * 365 * DAY_S, -50 * 365 * DAY_S):
        shutil.copy(old, tmp_path / "journal.db")
        machine = Machine()
        machine.error = error
        with closing(SqliteStore(tmp_path / "journal.db", wall=machine.wall, uptime=machine.uptime)) as store:
            assert 0 == store.expired(store.now() - 30 * DAY_S).count
