"""Sleepers, people who never call, people who leave and come back: every round ends; planted faults are caught."""

from __future__ import annotations

from functools import partial

import pytest

from rumpus.driver import Driver
from rumpus.table.idle import Idle, Standstill
from rumpus.table.patience import Patience
from tests.soak.stuck import one
from tests.world import planted

SEEDS = 18
CHUNKS = 3
FEW = 24  # seeds within which a planted fault shows


@pytest.mark.rule("T-02", "T-07", "T-08")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_round_ends_whoever_sleeps_never_calls_or_leaves(chunk: int) -> None:
    for seed in range(chunk, SEEDS, CHUNKS):
        frames, _ = one(seed)
        assert frames > 0


caught = partial(planted.caught, one, FEW, "python -m tests.soak.stuck")


def test_the_world_catches_a_table_that_never_notices_who_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Idle, "look", lambda *_: None)
    caught("does not end")


def test_the_world_catches_a_table_that_forgets_who_is_idle_after_a_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Patience.look

    def forgets(self: Patience, now: float) -> None:
        if self.table.loaded:
            self.restart(Idle(), Standstill())
        else:
            watch(self, now)

    monkeypatch.setattr(Patience, "look", forgets)
    caught("does not end", "nobody moves in a race")


def test_the_world_catches_a_standoff_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Driver, "way_out", lambda _: None)
    caught("nobody moves in a race", "does not end")
