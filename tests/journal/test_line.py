"""A connection to the database: what it promises when it says that something is saved."""

from __future__ import annotations

import asyncio
import threading

import pytest

from rumpus.journal.postgres.line import Db, Line, connect
from tests.support.postgres import Postgres


@pytest.mark.parametrize(
    ("default", "used"),
    [
        ("off", "on"),
        ("local", "on"),
        ("on", "on"),
        ("remote_write", "remote_write"),
        ("remote_apply", "remote_apply"),
    ],
)
def test_a_database_that_promises_less_is_told_to_wait_for_its_standby(
    postgres: Postgres, default: str, used: str
) -> None:
    """The host may choose how far a commit goes, but not that nothing is waited for."""
    url = f"{postgres.url()}?synchronous_commit={default}"  # as ALTER ROLE … SET does

    async def setting() -> str:
        db = await connect(url, "a test")
        try:
            found: str = await db.fetchval("SHOW synchronous_commit")
            return found
        finally:
            await db.close()

    assert used == asyncio.run(setting())


def test_a_line_whose_call_hangs_in_another_thread_can_be_closed(postgres: Postgres) -> None:
    """A server that stops while the database does not answer ends in order all the same."""
    line, hangs = Line(postgres.url(), "a test"), threading.Event()

    async def slow(db: Db) -> None:
        hangs.set()
        await db.execute("SELECT pg_sleep(0.5)")

    thread = threading.Thread(target=line.run, args=(slow,))
    thread.start()
    hangs.wait()
    line.close()
    thread.join()
    line.close()
