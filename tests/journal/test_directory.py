"""The directory of nodes: leases are renewed, end for good, and are noticed by others, by the database's clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from rumpus.journal import FIRST, Elsewhere
from rumpus.journal.postgres import directory, store
from rumpus.journal.postgres.directory import SPOKEN, Lease
from rumpus.journal.postgres.line import Db
from rumpus.journal.postgres.store import PostgresStore
from tests.conftest import new_store
from tests.support.postgres import Postgres
from tests.support.stores import SAFETY_S, opened

STORES: list[PostgresStore] = []  # of the test that is running
NODES: list[Node] = []
LONG_S = 3600.0  # a lease that does not end while a test runs


class Node:
    """A node that has only its store and its lease."""

    def __init__(self, url: str, lease_s: float = LONG_S, clock: Callable[[], float] = directory.boottime) -> None:
        self.url = url
        self.store: PostgresStore
        self.ids: list[str] = []
        self.address = f"tcp://127.0.0.1:{len(NODES) + 1}"  # where nothing listens
        self.lease = Lease(url, self.address, self._joined, clock, lease_s)

    def _joined(self, node: str) -> None:
        self.ids.append(node)
        self.store.node = node

    async def start(self) -> Node:
        self.store = await asyncio.to_thread(new_store, self.url, "", None)
        STORES.append(self.store)
        NODES.append(self)
        await self.lease.start()
        return self

    async def die(self) -> None:
        """As kill -9 ends a node: its connections end, and it says nothing."""
        assert self.lease._task is not None
        self.lease._task.cancel()
        self.lease._drop()
        await asyncio.sleep(0.1)

    async def take(self, table: str) -> int | None:
        return await asyncio.to_thread(self.store.take, table)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_schema()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(SAFETY_S):
            try:
                await scenario()
            finally:
                while NODES:
                    await NODES.pop().lease.stop()

    asyncio.run(limited())


@pytest.fixture(autouse=True)
def stores_are_closed() -> Iterator[None]:
    yield
    while STORES:
        STORES.pop().close()


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.02)


async def takes_soon(node: Node, table: str) -> int | None:
    while True:
        try:
            return await node.take(table)
        except Elsewhere:
            await asyncio.sleep(0.05)


def test_a_node_that_is_killed_is_noticed_long_before_its_lease_ends(url: str) -> None:
    async def scenario() -> None:
        here, there = await Node(url).start(), await Node(url).start()
        await asyncio.to_thread(opened, here.store, "a")
        with pytest.raises(Elsewhere) as elsewhere:
            await there.take("a")
        assert (here.lease.node, here.address) == (elsewhere.value.node, elsewhere.value.address)
        await here.die()
        assert here.lease.silent()
        assert FIRST + 1 == await takes_soon(there, "a")

    run(scenario)


def test_a_node_whose_lease_has_ended_loses_its_tables_and_comes_back_as_another(url: str, postgres: Postgres) -> None:
    async def scenario() -> None:
        here, there = await Node(url).start(), await Node(url).start()
        assert here.lease._task is not None
        here.lease._task.cancel()  # it is paused: its connection stays, and nobody renews
        await asyncio.to_thread(opened, here.store, "a")
        ends = "UPDATE nodes SET until = clock_timestamp() WHERE id = $1"
        await asyncio.to_thread(postgres.ask, ends, here.lease.node, url=url)
        assert FIRST + 1 == await there.take("a")
        assert here.lease._db is not None
        assert not await here.lease._renew(here.lease._db), "a lease that has ended is never renewed"
        assert [first := here.ids[0], "", here.ids[2]] == here.ids
        assert here.ids[2] != first
        with pytest.raises(Elsewhere):
            await here.take("a")

    run(scenario)


def test_a_node_that_loses_its_lease_while_it_takes_a_table_leaves_it_to_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        here, there, third = await Node(url).start(), await Node(url).start(), await Node(url).start()
        await asyncio.to_thread(opened, here.store, "a")
        await here.die()

        async def lease_ends(db: Db, node: str) -> bool:
            there.store.node = ""
            return await directory.is_gone(db, node)

        with monkeypatch.context() as patched:
            patched.setattr(store, "is_gone", lease_ends)
            assert FIRST + 1 == await takes_soon(there, "a")
        await there.die()
        assert FIRST + 2 == await takes_soon(third, "a"), "it belongs to an id that can be found dead"

    run(scenario)


def test_the_directory_notices_a_renewal_of_a_lease_that_has_ended(
    url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "RENEW", directory.RENEW.replace("AND NOT dead AND until > clock_timestamp()", ""))
    with pytest.raises(AssertionError, match="never renewed"):
        test_a_node_whose_lease_has_ended_loses_its_tables_and_comes_back_as_another(url, postgres)


def test_a_node_falls_silent_before_its_lease_ends_by_a_clock_that_a_suspend_does_not_stop(url: str) -> None:
    now = 1000.0

    async def scenario() -> None:
        nonlocal now
        here = await Node(url, LONG_S, lambda: now).start()
        assert not here.lease.silent()
        now += SPOKEN * LONG_S - 0.001
        assert not here.lease.silent()
        now += 0.002
        assert here.lease.silent()
        assert here.lease._db is not None
        assert await here.lease._renew(here.lease._db)
        assert not here.lease.silent()
        await here.lease.stop()
        assert here.lease.silent()

    run(scenario)
    assert directory.boottime() >= time.clock_gettime(time.CLOCK_MONOTONIC) - 1


class Machine:
    """A machine whose clocks a test sets: it may be suspended, and its wall clock may be changed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clocks = {time.CLOCK_BOOTTIME: 5000.0, time.CLOCK_MONOTONIC: 3000.0, time.CLOCK_REALTIME: 1e9}
        monkeypatch.setattr(time, "clock_gettime", lambda which: self.clocks[which])
        monkeypatch.setattr(time, "time", lambda: self.clocks[time.CLOCK_REALTIME])

    def suspend(self, seconds: float) -> None:
        for clock in (time.CLOCK_BOOTTIME, time.CLOCK_REALTIME):
            self.clocks[clock] += seconds

    def set_back(self, seconds: float) -> None:
        self.clocks[time.CLOCK_REALTIME] -= seconds


def falls_silent(url: str, monkeypatch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    machine = Machine(monkeypatch)

    async def scenario() -> None:
        node = await Node(url, LONG_S, clock).start()
        machine.set_back(3 * LONG_S)
        assert not node.lease.silent(), "a wall clock that is set back changes nothing"
        machine.suspend(LONG_S)
        assert node.lease.silent(), "others may have its tables"

    run(scenario)


def test_a_node_is_silent_after_a_suspend_whatever_the_wall_clock_says(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    falls_silent(url, monkeypatch, directory.boottime)


@pytest.mark.parametrize("which", [time.CLOCK_MONOTONIC, time.CLOCK_REALTIME])
def test_the_test_notices_a_lease_by_another_clock(url: str, monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    with pytest.raises(AssertionError, match="others may have its tables"):
        falls_silent(url, monkeypatch, lambda: time.clock_gettime(which))


def test_a_node_is_silent_while_its_connection_is_cut_and_goes_on_under_the_same_id(
    url: str, postgres: Postgres
) -> None:
    async def scenario() -> None:
        here = await Node(url).start()
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rumpus  lease'"
        asking = asyncio.create_task(asyncio.to_thread(postgres.ask, cut))
        await until(here.lease.silent)  # which may be over before this answer is here
        await asking
        await until(lambda: not here.lease.silent())
        assert 1 == len(here.ids)

    run(scenario)


def test_a_node_that_leaves_lets_others_take_what_it_had(url: str) -> None:
    async def scenario() -> None:
        here, there = await Node(url).start(), await Node(url).start()
        await asyncio.to_thread(opened, here.store, "a", "b")
        await here.lease.stop()
        await asyncio.to_thread(here.store.close)
        assert [FIRST + 1] * 2 == [await there.take("a"), await there.take("b")]

    run(scenario)


def test_codes_for_devices_work_once_and_at_every_node(url: str) -> None:
    here, there = new_store(url, "here", None), new_store(url, "there", None)
    here.issue("CODE1", "table", "7", 60.0)
    here.issue("CODE2", "table", "7", 60.0)
    here.issue("OLD", "table", "8", -1.0)
    assert [None, None, None] == [there.redeem(code) for code in ("CODE1", "OLD", "\ud800")]
    assert ("table", "7") == there.redeem("CODE2")
    assert None is here.redeem("CODE2")
    here.close()
    there.close()
