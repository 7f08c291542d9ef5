"""The group commit: who is told when, and what becomes of entries that cannot be saved."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rumpus.journal import LARGEST_GROUP, TABLES_A_SLICE, Conflict, Journal, Store, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from tests.support.stores import SAFETY_S, Clock, entry, head, opened, whole


class Gate:
    """Runs the store's calls when the test says so, and keeps the batches it saw."""

    def __init__(self) -> None:
        self.calls: list[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.batches: list[list[tuple[str, int]]] = []
        self.open = False

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        if function.__name__ == "commit":
            self.batches.append([(table, each.seq) for table, each in args[0]])
        if not self.open:
            waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self.calls.append((waiting, function, args))
            await waiting
        return function(*args)

    async def step(self) -> None:
        """The call that waits goes through, and everybody hears of it."""
        await settled()
        self.calls.pop(0)[0].set_result(None)
        await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


Told = list[tuple[str, int, Exception | None]]


def teller(journal: Journal, told: Told) -> Callable[..., None]:
    def append(table: str, seq: int, key: str | None = None) -> None:
        journal.append(table, entry(seq, key), lambda error: told.append((table, seq, error)))

    return append


def play(scenario: Callable[[], Awaitable[None]]) -> None:
    """The scenario ends by itself and leaves no task behind."""

    async def all_of_it() -> None:
        async with asyncio.timeout(SAFETY_S):
            await scenario()
        assert {asyncio.current_task()} == asyncio.all_tasks()

    asyncio.run(all_of_it())


def test_entries_that_come_during_a_commit_go_together() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        noticed: list[int] = []
        journal = Journal(store, gate.run, lambda entries, _seconds: noticed.append(entries))
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 1)
        append("b", 1)
        assert [] == gate.batches, "append itself writes nothing"
        await settled()
        append("a", 2)
        await settled()
        append("b", 2)
        append("a", 3)
        await settled()
        assert [[("a", 1), ("b", 1)]] == gate.batches
        assert ([], 5) == (told, journal.backlog)
        await gate.step()
        assert [("a", 2), ("b", 2), ("a", 3)] == gate.batches[1]
        assert ([("a", 1, None), ("b", 1, None)], 3) == (told, journal.backlog)
        await gate.step()
        assert [("a", 2, None), ("b", 2, None), ("a", 3, None)] == told[2:]
        assert ([2, 3], 0) == (noticed, journal.backlog)
        gate.open = True
        await journal.close()

    play(scenario)


def test_nobody_is_told_before_it_is_on_disk() -> None:
    async def scenario() -> None:
        store, gate = MemoryStore(), Gate()
        journal = Journal(store, gate.run)
        opened(store, "a")
        kept: list[list[int]] = []
        journal.append("a", entry(1), lambda _error: kept.append(whole(store, "a")))
        await settled()
        assert [] == kept
        await gate.step()
        assert [[0, 1]] == kept
        gate.open = True
        await journal.close()

    play(scenario)


def test_a_failed_entry_takes_those_behind_it_along_and_no_other_table() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 5)
        append("b", 1)
        await settled()
        for seq in (6, 7):
            append("a", seq)
            append("b", seq - 4)
        await gate.step()
        first = told[0][2]
        assert isinstance(first, Conflict)
        assert [("a", 5, first), ("b", 1, None), ("a", 6, first), ("a", 7, first)] == told
        assert [("b", 2), ("b", 3)] == gate.batches[1]
        gate.open = True
        await gate.step()
        append("a", 1)
        append("a", 2)
        await journal.flush()
        assert [("b", 2, None), ("b", 3, None), ("a", 1, None), ("a", 2, None)] == told[4:]
        await journal.close()
        assert 0 == journal.backlog

    play(scenario)


def test_what_is_appended_on_hearing_of_a_failure_is_tried_anew() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a")
        journal.append("a", entry(9), lambda _error: append("a", 1))
        await settled()
        append("a", 10)
        await gate.step()
        assert [("a", 10)] == [(table, seq) for table, seq, _ in told]
        gate.open = True
        await gate.step()
        assert ("a", 1, None) == told[1]
        await journal.close()

    play(scenario)


def test_a_commit_that_breaks_off_is_unsaved_for_its_whole_batch(caplog: pytest.LogCaptureFixture) -> None:
    class Breaks(MemoryStore):
        """Breaks off once in a way nobody thought of."""

        broken = False

        def _write(self, change: Change) -> None:
            if change.rows[0][1].seq == 1 and not self.broken:
                self.broken = True
                raise ZeroDivisionError("secret")
            super()._write(change)

    async def scenario() -> None:
        store, gate, told = Breaks(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        append = teller(journal, told)
        opened(store, "a", "b")
        append("a", 1)
        append("b", 1)
        await journal.flush()
        assert [Unsaved, Unsaved] == [type(error) for _, _, error in told]
        append("a", 1)
        await journal.close()
        assert ("a", 1, None) == told[2]

    play(scenario)
    assert ["a commit broke off: ZeroDivisionError"] == caplog.messages
    assert "secret" not in caplog.text


def test_a_run_that_fails_answers_too() -> None:
    async def scenario() -> None:
        async def run(function: Callable[..., Any], *args: Any) -> Any:
            if function.__name__ == "commit":
                raise RuntimeError
            return function(*args)

        told = Told()
        journal = Journal(MemoryStore(), run)
        teller(journal, told)("a", 1)
        await journal.close()
        assert ["nothing was saved: the journal broke off"] == [str(error) for _, _, error in told]

    play(scenario)


def test_who_fails_at_being_told_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def trips(*_told: object) -> None:
        raise ZeroDivisionError

    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run, trips)
        opened(store, "a")
        cancelled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        cancelled.cancel()
        journal.append("a", entry(1), lambda _error: cancelled.result())
        journal.append("a", entry(2), trips)
        teller(journal, told)("a", 3)
        await journal.close()
        assert ([("a", 3, None)], 0) == (told, journal.backlog)

    play(scenario)
    failed = "telling that an entry is saved, or is not, failed"
    assert ["counting a commit failed", failed, failed] == caplog.messages
    assert {"rumpus.journal"} == {each.name for each in caplog.records}
    assert {logging.ERROR} == {each.levelno for each in caplog.records}


def test_a_long_queue_goes_in_several_commits() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        for seq in range(1, LARGEST_GROUP + 11):
            append("a", seq)
        await journal.close()
        assert [LARGEST_GROUP, 10] == [len(batch) for batch in gate.batches]
        assert list(range(1, LARGEST_GROUP + 11)) == [seq for _, seq, error in told if error is None]

    play(scenario)


def test_flush_waits_for_what_its_answers_append() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        journal.append("a", entry(1), lambda _error: append("a", 2))
        await journal.flush()
        assert [("a", 2, None)] == told
        await journal.close()

    play(scenario)


def test_giving_up_on_a_flush_leaves_the_writer_alone() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        opened(store, "a")
        teller(journal, told)("a", 1)
        flushing = asyncio.create_task(journal.flush())
        await settled()
        flushing.cancel()
        await settled()
        assert (True, []) == (flushing.cancelled(), told)
        gate.open = True
        await gate.step()
        assert [("a", 1, None)] == told
        await journal.close()

    play(scenario)


def test_a_closed_journal_refuses_and_still_answers() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        append = teller(journal, told)
        append("a", 1)
        await journal.close()
        await journal.close()
        assert [("a", 1, None)] == told
        append("a", 2)
        assert (1, 1) == (len(told), journal.backlog), "the answer comes later, as always"
        await settled()
        assert ("nothing was saved: the journal is closed", 0) == (str(told[1][2]), journal.backlog)

    play(scenario)


def test_a_writer_that_is_cancelled_answers_everybody() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        journal = Journal(store, gate.run)
        opened(store, "a", "b")
        append = teller(journal, told)
        append("a", 1)
        await settled()
        append("b", 1)
        assert journal._writer is not None
        journal._writer.cancel()
        await settled()
        assert [("a", Unsaved), ("b", Unsaved)] == [(table, type(error)) for table, _, error in told]
        gate.open = True
        append("b", 1)
        await journal.close()
        assert ("b", 1, None) == told[2]

    play(scenario)


def test_a_writer_cancelled_before_it_began_is_started_again() -> None:
    async def scenario() -> None:
        store, gate, told = MemoryStore(), Gate(), Told()
        gate.open = True
        journal = Journal(store, gate.run)
        opened(store, "a")
        teller(journal, told)("a", 1)
        assert journal._writer is not None
        journal._writer.cancel()
        await settled()
        assert [] == told
        await journal.close()
        assert [("a", 1, None)] == told

    play(scenario)


def test_the_journal_asks_the_store_off_the_loop(store: Store, clock: Clock) -> None:
    async def scenario() -> None:
        async def run(function: Callable[..., Any], *args: Any) -> Any:
            return await asyncio.to_thread(function, *args)

        journal, told = Journal(store, run), Told()
        append = teller(journal, told)
        tables = [f"t{number}" for number in range(2 * TABLES_A_SLICE + 1)]
        for table in tables:
            await journal.open(head(table), entry(0))
        with pytest.raises(Conflict):
            await journal.open(head("t0"), entry(0))
        clock.now += 1
        await journal.open(head("a"), entry(0))
        append("a", 1, "k")
        journal.append("a", entry(2, start=True), lambda error: told.append(("a", 2, error)))
        journal.append("a", entry(3, record="r"), lambda error: told.append(("a", 3, error)))
        await journal.flush()
        assert [("a", seq, None) for seq in (1, 2, 3)] == told
        assert ("a", head("a")) == (await journal.find("code-a"), await journal.head("a"))
        assert [2, 3] == [each.seq for each in await journal.entries("a")]
        assert [0, 1, 2, 3] == [each.seq for each in await journal.entries("a", whole=True)]
        assert 1 == await journal.seq_of("a", "k")
        assert [entry(2, start=True), entry(3, record="r")] == await journal.record("r")
        assert len(tables) == await journal.remove(clock.now)
        assert (None, "a") == (await journal.find("code-t0"), await journal.find("code-a"))
        await journal.close()

    play(scenario)
