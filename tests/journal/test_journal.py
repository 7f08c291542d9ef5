"""The group commit: who is told when, and what becomes of entries that cannot be saved."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ParamSpec

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


P = ParamSpec("P")


def ends_alone(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test, which must end by itself and leave no task behind."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def scenario() -> None:
            async with asyncio.timeout(SAFETY_S):
                await test(*args, **kwargs)
            assert {asyncio.current_task()} == asyncio.all_tasks()

        asyncio.run(scenario())

    return run


class Case:
    """A journal on a store with these tables. The gate holds the store's calls back until it is opened."""

    def __init__(self, tables: Sequence[str], *, held: bool) -> None:
        self.store, self.gate, self.told = MemoryStore(), Gate(), Told()
        self.gate.open = not held
        self.journal = Journal(self.store, self.gate.run)
        self.append = teller(self.journal, self.told)
        opened(self.store, *tables)


def with_journal(
    *tables: str, held: bool = True
) -> Callable[[Callable[[Case], Coroutine[Any, Any, None]]], Callable[[], None]]:
    """Run an async test that ends alone, with a journal of its own."""

    def decorate(test: Callable[[Case], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        async def run() -> None:
            await test(Case(tables, held=held))

        run.__name__ = test.__name__
        return ends_alone(run)

    return decorate


@ends_alone
async def test_entries_that_come_during_a_commit_go_together() -> None:
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


@with_journal("a")
async def test_nobody_is_told_before_it_is_on_disk(case: Case) -> None:
    kept: list[list[int]] = []
    case.journal.append("a", entry(1), lambda _error: kept.append(whole(case.store, "a")))
    await settled()
    assert [] == kept
    await case.gate.step()
    assert [[0, 1]] == kept
    case.gate.open = True
    await case.journal.close()


@with_journal("a", "b")
async def test_a_failed_entry_takes_those_behind_it_along_and_no_other_table(case: Case) -> None:
    case.append("a", 5)
    case.append("b", 1)
    await settled()
    for seq in (6, 7):
        case.append("a", seq)
        case.append("b", seq - 4)
    await case.gate.step()
    first = case.told[0][2]
    assert isinstance(first, Conflict)
    assert [("a", 5, first), ("b", 1, None), ("a", 6, first), ("a", 7, first)] == case.told
    assert [("b", 2), ("b", 3)] == case.gate.batches[1]
    case.gate.open = True
    await case.gate.step()
    case.append("a", 1)
    case.append("a", 2)
    await case.journal.flush()
    assert [("b", 2, None), ("b", 3, None), ("a", 1, None), ("a", 2, None)] == case.told[4:]
    await case.journal.close()
    assert 0 == case.journal.backlog


@with_journal("a")
async def test_what_is_appended_on_hearing_of_a_failure_is_tried_anew(case: Case) -> None:
    case.journal.append("a", entry(9), lambda _error: case.append("a", 1))
    await settled()
    case.append("a", 10)
    await case.gate.step()
    assert [("a", 10)] == [(table, seq) for table, seq, _ in case.told]
    case.gate.open = True
    await case.gate.step()
    assert ("a", 1, None) == case.told[1]
    await case.journal.close()


@ends_alone
async def test_a_commit_that_breaks_off_is_unsaved_for_its_whole_batch(caplog: pytest.LogCaptureFixture) -> None:
    class Breaks(MemoryStore):
        """Breaks off once in a way nobody thought of."""

        broken = False

        def _write(self, change: Change) -> None:
            if change.rows[0][1].seq == 1 and not self.broken:
                self.broken = True
                raise ZeroDivisionError("secret")
            super()._write(change)

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
    assert ["a commit failed: ZeroDivisionError"] == caplog.messages
    assert "secret" not in caplog.text


@ends_alone
async def test_everybody_is_told_when_the_run_itself_fails() -> None:
    async def run(function: Callable[..., Any], *args: Any) -> Any:
        if function.__name__ == "commit":
            raise RuntimeError
        return function(*args)

    told = Told()
    journal = Journal(MemoryStore(), run)
    teller(journal, told)("a", 1)
    await journal.close()
    assert ["nothing was saved: the journal failed"] == [str(error) for _, _, error in told]


@ends_alone
async def test_who_fails_at_being_told_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def trips(*_told: object) -> None:
        raise ZeroDivisionError

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
    failed = "reporting the outcome of an entry failed"
    assert ["counting a commit failed", failed, failed] == caplog.messages
    assert {"rumpus.journal"} == {each.name for each in caplog.records}
    assert {logging.ERROR} == {each.levelno for each in caplog.records}


@with_journal("a", held=False)
async def test_a_long_queue_goes_in_several_commits(case: Case) -> None:
    for seq in range(1, LARGEST_GROUP + 11):
        case.append("a", seq)
    await case.journal.close()
    assert [LARGEST_GROUP, 10] == [len(batch) for batch in case.gate.batches]
    assert list(range(1, LARGEST_GROUP + 11)) == [seq for _, seq, error in case.told if error is None]


@with_journal("a", held=False)
async def test_flush_waits_for_what_its_answers_append(case: Case) -> None:
    case.journal.append("a", entry(1), lambda _error: case.append("a", 2))
    await case.journal.flush()
    assert [("a", 2, None)] == case.told
    await case.journal.close()


@with_journal("a")
async def test_giving_up_on_a_flush_leaves_the_writer_alone(case: Case) -> None:
    case.append("a", 1)
    flushing = asyncio.create_task(case.journal.flush())
    await settled()
    flushing.cancel()
    await settled()
    assert (True, []) == (flushing.cancelled(), case.told)
    case.gate.open = True
    await case.gate.step()
    assert [("a", 1, None)] == case.told
    await case.journal.close()


@with_journal("a", held=False)
async def test_a_closed_journal_refuses_and_still_answers(case: Case) -> None:
    case.append("a", 1)
    await case.journal.close()
    await case.journal.close()
    assert [("a", 1, None)] == case.told
    case.append("a", 2)
    assert (1, 1) == (len(case.told), case.journal.backlog), "the answer comes later, as always"
    await settled()
    assert ("nothing was saved: the journal is closed", 0) == (str(case.told[1][2]), case.journal.backlog)


@with_journal("a", "b")
async def test_a_writer_that_is_cancelled_answers_everybody(case: Case) -> None:
    case.append("a", 1)
    await settled()
    case.append("b", 1)
    assert case.journal._writer is not None
    case.journal._writer.cancel()
    await settled()
    assert [("a", Unsaved), ("b", Unsaved)] == [(table, type(error)) for table, _, error in case.told]
    case.gate.open = True
    case.append("b", 1)
    await case.journal.close()
    assert ("b", 1, None) == case.told[2]


@with_journal("a", held=False)
async def test_a_writer_cancelled_before_it_began_is_started_again(case: Case) -> None:
    case.append("a", 1)
    assert case.journal._writer is not None
    case.journal._writer.cancel()
    await settled()
    assert [] == case.told
    await case.journal.close()
    assert [("a", 1, None)] == case.told


@ends_alone
async def test_the_journal_asks_the_store_off_the_loop(store: Store, clock: Clock) -> None:
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
