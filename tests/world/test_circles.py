"""A circle in the simulated world: any seed books every match once, and planted faults are caught."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rumpus.circle import changes
from rumpus.circle.circle import Circle
from rumpus.server.circles import debts
from rumpus.server.circles.circles import Circles
from rumpus.server.circles.debts import Debts
from tests.soak.circles import one
from tests.world import planted
from tests.world.disk import DiskStore

SEEDS = 12
FEW = 8  # seeds within which a planted fault shows

caught = partial(planted.caught, one, FEW, "python -m tests.soak.circles")


def test_every_match_of_a_circle_is_in_its_book_once() -> None:
    found = [one(seed) for seed in range(SEEDS)]
    assert sum(matches for matches, _ in found) > SEEDS
    assert sum(crashes for _, crashes in found) > SEEDS


def test_the_world_catches_a_debt_that_is_settled_before_the_book_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pay = Debts._pay

    async def settles_first(self: Debts, owed: Any) -> None:
        await self._rooms.journal.settle(owed.record)
        await pay(self, owed)

    monkeypatch.setattr(Debts, "_pay", settles_first)
    caught("a debt is settled, and the book has the result 0 times")


def test_the_world_catches_a_book_that_takes_a_result_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_all(circle: Circle, result: Any, bounds: Any) -> Any:
        return [changes._booked(circle, result, bounds)]

    monkeypatch.setattr(debts, "from_table", takes_all)
    monkeypatch.setattr(DiskStore, "_taken", lambda *_: None)
    caught("a result is in the book twice")


def test_the_world_catches_a_server_that_forgets_what_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiskStore, "owed", lambda _: [])
    caught("the book has", "still owed")


def test_the_world_catches_a_circle_that_stays_broken_after_a_failed_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Circles, "unload", lambda *_: None)
    caught("is never done", "the book has", "still owed")
