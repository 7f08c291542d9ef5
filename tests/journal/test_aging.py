"""The time by which tables age: by what the server has seen pass, whatever the wall clock says."""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from pathlib import Path

from rumpus.journal.aging import LONGEST_GAP_S, Aging, Seen
from rumpus.journal.sqlite import TOUCH_S, SqliteStore
from tests.support.stores import entry, opened

DAY_S = 86400.0
NOW = 1_800_000_000.0


class Machine:
    """A computer with a wall clock that can be wrong, and an uptime that cannot."""

    def __init__(self) -> None:
        self.true = NOW
        self.error = 0.0  # of the wall clock

    def wall(self) -> float:
        return self.true + self.error

    def uptime(self) -> float:
        return self.true - NOW


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
    """Many lives of a server with a clock that jumps: each restart makes a table older by a day at most."""
    removed = 0
    for seed in range(4):
        rng, machine, path = random.Random(seed), Machine(), tmp_path / f"{seed}.db"
        used: dict[str, tuple[float, int, int]] = {}  # when each table was truly used last, in which life, last number
        for life in range(12):
            machine.error = rng.choice([0.0, 0.0, 1.0, -1.0]) * rng.choice([3600.0, 10 * DAY_S, 30_000 * DAY_S])
            with closing(SqliteStore(path, wall=machine.wall, uptime=machine.uptime)) as store:
                for step in range(6):
                    machine.true += rng.uniform(0, 5 * DAY_S)
                    if rng.random() < 0.3:
                        machine.error = rng.uniform(-20_000, 20_000) * DAY_S
                    if rng.random() < 0.4:
                        opened(store, name := f"{life}-{step}")
                        used[name] = (machine.true, life, 0)
                    elif used:
                        name = rng.choice(list(used))
                        assert {} == store.commit([(name, entry(used[name][2] + 1))])
                        used[name] = (machine.true, life, used[name][2] + 1)
                    before = store.now() - 30 * DAY_S
                    ages = {name: machine.true - at + (life - then) * DAY_S for name, (at, then, _) in used.items()}
                    young = [name for name, age in ages.items() if age < 30 * DAY_S - TOUCH_S]
                    assert store.expired(before) == store.expired(before, young), seed
                    removed += store.remove(before)
                    used = {name: kept for name, kept in used.items() if store.head(name) is not None}
            machine.true += rng.choice([10.0, 3600.0, 90 * DAY_S])
    assert removed > 0


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
