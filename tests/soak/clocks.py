"""Servers whose wall clock jumps: no table is removed that was used within the days it is kept."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

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


LIVES = 12
STEPS = 6  # in one life
KEEP_S = 30 * DAY_S


def many_lives(path: Path, seed: int) -> int:
    """Many lives of a server with a clock that jumps: each restart makes a table older by a day at most.

    Returns how many tables were removed; raises `AssertionError` if one would be removed too early.
    """
    rng, machine, removed = random.Random(seed), Machine(), 0
    used: dict[str, tuple[float, int, int]] = {}  # when each table was truly used last, in which life, last number
    for life in range(LIVES):
        machine.error = rng.choice([0.0, 0.0, 1.0, -1.0]) * rng.choice([3600.0, 10 * DAY_S, 30_000 * DAY_S])
        with closing(SqliteStore(path, wall=machine.wall, uptime=machine.uptime)) as store:
            for step in range(STEPS):
                machine.true += rng.uniform(0, 5 * DAY_S)
                if rng.random() < 0.3:
                    machine.error = rng.uniform(-20_000, 20_000) * DAY_S
                name = rng.choice([f"{life}-{step}", *used])
                if name not in used:
                    opened(store, name)
                    used[name] = (machine.true, life, 0)
                else:
                    assert {} == store.commit([(name, entry(used[name][2] + 1))])
                    used[name] = (machine.true, life, used[name][2] + 1)
                before = store.now() - KEEP_S
                ages = {table: machine.true - at + (life - then) * DAY_S for table, (at, then, _) in used.items()}
                young = [table for table, age in ages.items() if age < KEEP_S - TOUCH_S]
                early = store.expired(before).count - store.expired(before, young).count
                assert early == 0, f"clock {seed}: {early} tables would be removed too early"
                removed += store.remove(before)
                used = {table: kept for table, kept in used.items() if store.head(table) is not None}
        machine.true += rng.choice([10.0, 3600.0, 90 * DAY_S])
    return removed
