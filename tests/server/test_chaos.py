"""Nodes that are killed, paused and restarted under their players, on a database that crashes (tests/soak/chaos.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.processes import planted
from tests.soak.chaos import Plan, campaign
from tests.soak.chaos_report import KILL_S, PAUSE_S, ROLLING_S, summary
from tests.support.postgres import Postgres

BUSY = 3  # times as long as the bounds say, because everything else is tested at the same time on this machine

# A node that says "saved" one group too early, as a database that does not wait for its disk would
SAYS_SAVED_TOO_EARLY = """
from rumpus.journal.postgres.store import PostgresStore
real, waiting = PostgresStore.commit, []
def commit(store, batch):
    waiting.append(batch)
    return real(store, waiting.pop(0)) if len(waiting) > 1 else {}
PostgresStore.commit = commit
"""


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    with Postgres(durable=True) as database:
        yield database


@pytest.mark.long
def test_nothing_confirmed_is_lost_doubled_or_out_of_order(durable: Postgres) -> None:
    report = asyncio.run(campaign(durable, Plan(), "chaos"))
    print(summary(report))
    assert (6, 2, 1, 1) == tuple(map(len, (report.kills, report.pauses, report.crashes, report.waits)))
    assert report.tally.confirmed > 100
    assert max(report.kills) < BUSY * KILL_S
    assert max(report.pauses) < BUSY * PAUSE_S
    assert max(report.waits) < BUSY * ROLLING_S


def test_the_check_catches_a_node_that_confirms_before_the_commit(durable: Postgres) -> None:
    plan = Plan(kills=1, pauses=0, crashes=0, rolling=0)
    with pytest.raises(AssertionError, match=r"was confirmed as|is not in the journal|after number \d+ was told"):
        asyncio.run(campaign(durable, plan, "early", lambda server: planted(SAYS_SAVED_TOO_EARLY, server)))
