"""A table with an adversary: what one seat sends never changes whether another seat's request is done."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rumpus import wire
from rumpus.journal import Unsaved
from rumpus.server.keeping.ids import KnownIds
from rumpus.server.keeping.presence import Presence
from rumpus.server.keeping.recovery import Recovery
from rumpus.server.keeping.requests import Requests
from tests.soak.adversary import one
from tests.world import adversary, planted

SEEDS = 8
FEW = 6  # seeds within which a planted fault shows


def test_what_one_seat_sends_never_changes_whether_anothers_request_is_done() -> None:
    figures = [one(seed) for seed in range(SEEDS)]
    assert all(answers > 0 for answers, _ in figures)
    assert sum(reused for _, reused in figures) > 20 * SEEDS, "old ids are used"


# Planted faults


caught = partial(planted.caught, one, FEW, "python -m tests.soak.adversary")


def test_the_law_catches_the_old_id_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    take_over = Recovery.take_over
    monkeypatch.setattr(adversary, "OLD_ID_MESSAGES", ({"type": "leave"},))
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    monkeypatch.setattr(Recovery, "take_over", lambda self, error: take_over(self, RuntimeError(str(error))))
    caught("was rolled back, and the disk has not failed", "is void, and the disk has not failed")


def test_the_law_catches_a_conflict_that_only_costs_a_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adversary, "OLD_ID_MESSAGES", ({"type": "leave"},))
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    caught("was rolled back, and the disk has not failed")


def test_the_law_catches_a_malformed_action_that_upsets_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Requests._refuse

    def upset(self: Requests, session: Any, refused: wire.Refused) -> None:
        refuse(self, session, refused)
        if refused.reason == "table-malformed":
            self.keeper.lost(Unsaved("upset"))

    monkeypatch.setattr(Requests, "_refuse", upset)
    caught("was rolled back, and the disk has not failed", "is void, and the disk has not failed")


def test_the_law_catches_a_resync_that_drops_what_others_are_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    welcome = Presence.welcome

    def drops(self: Presence, session: Any, id_: str | None = None) -> None:
        if id_ is not None:
            self.keeper.outbox._held.clear()
        welcome(self, session, id_)

    monkeypatch.setattr(Presence, "welcome", drops)
    caught("instead of", "not told of", "no answer to", "told at")


def test_the_law_catches_one_who_keeps_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lookup that holds up the messages of everybody, and never ends."""
    hear = Requests.hear

    def everybody_waits(self: Requests, session: Any, ask: Any) -> None:
        line = next(iter(self._waiting.values()), None)
        hear(self, session, ask) if line is None else line.append((session, ask))

    async def never(self: Requests, person: int, line: Any) -> None:
        """The journal never answers."""

    monkeypatch.setattr(Requests, "hear", everybody_waits)
    monkeypatch.setattr(Requests, "_look_up", never)
    caught("no answer to")
