"""Simulated nodes: the rules of the fence hold after every step, whatever happens; and planted faults are caught.

The faults are those of which docs/nodes.md says that a test catches them, and some that these worlds have found.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import pytest

from rumpus.journal import Conflict, Entry, Journal, Lost
from rumpus.journal.postgres import directory
from rumpus.server.cluster import link
from rumpus.server.cluster.relay import Edge
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.keeping.presence import Presence
from tests.world import planted
from tests.world.database import Ill, NodeStore
from tests.world.node_stories import BEHIND_S, NodesChecker, Roamer, one
from tests.world.nodes import NodesWorld, Place
from tests.world.wires import NodesLoop
from tests.world.world import Fault, run_in

SEEDS = 200
CHUNKS = 4
FEW = 40  # seeds within which a planted fault shows


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_happens_to_nodes_the_fence_holds(chunk: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(chunk, SEEDS, CHUNKS):
        seen += one(seed).world.fence.seen
    for what in ("entries", "takes", "taken from the dead", "renewals", "relayed", "words", "void"):
        assert seen[what] > 0, f"nothing of the kind has happened: {what}"


def test_the_same_seed_gives_the_same_story() -> None:
    first, second = one(7), one(7)
    assert first.world.fence.seen == second.world.fence.seen
    assert first.checker.frames == second.checker.frames


def test_a_paused_process_does_nothing_and_a_suspended_one_has_its_timers_later() -> None:
    async def scenario(world: NodesWorld) -> list[float]:
        place, fired = world.places[0], []
        await world.begin(place)
        assert place.life is not None
        loop = world.loop
        assert isinstance(loop, NodesLoop)
        for after_s in (1.0, 30.0):
            place.life.call(lambda after_s=after_s: loop.call_later(after_s, lambda: fired.append(loop.time())))  # type: ignore[misc]
        began = loop.time()
        world.pause(place)
        await asyncio.sleep(10.0)
        assert [] == fired
        world.go_on(place)
        await asyncio.sleep(0.1)
        world.pause(place)
        await asyncio.sleep(5.0)
        world.go_on(place, suspended=True)
        await asyncio.sleep(60.0)
        return [round(at - began) for at in fired]

    assert [10, 35] == run_in(NodesWorld(1, 1), scenario)


caught = partial(planted.caught, one, FEW, "python -m tests.soak.nodes")


# The nine faults that the design names


def test_no_epoch_in_the_append(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NodeStore, "_fenced", lambda *_: None)
    caught("F1: an entry of epoch")


def test_no_number_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NodeStore, "_gap", lambda *_: None)
    monkeypatch.setattr(NodeStore, "_taken", lambda *_: None)
    caught("F1: number", "follows number")


def test_confirming_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = NodeStore.run

    async def early(self: NodeStore, work: Any, *args: Any) -> Any:
        if getattr(work, "__name__", "") != "commit":
            return await run(self, work, *args)
        assert self.place.life is not None
        self.place.life.begin(run(self, work, *args))
        return {}

    monkeypatch.setattr(NodeStore, "run", early)
    caught("before it is saved", "after number", "that is not saved")


async def unknown_outcome(world: NodesWorld) -> None:
    """A commit stands still in the database until its node has given it up; every call is slow."""
    (place,) = world.places
    await world.begin(place)
    checker, ana = NodesChecker(world), Roamer(world, "Ana", quiet=True)
    await ana.opens(game="wig_out")
    ana.begin()
    await asyncio.sleep(1.0)
    world.database.ill = Ill(stuck=1.0, late=0.0)
    ana.ask("rename", name="Anna")
    await asyncio.sleep(0.1)
    world.database.ill = Ill(late=1.0)
    await asyncio.sleep(20.0)
    world.database.ill = Ill()
    await asyncio.sleep(BEHIND_S)
    checker.look()


def test_after_a_commit_whose_outcome_is_unknown_everybody_is_told_what_is_there() -> None:
    unknown_outcomes()


def unknown_outcomes() -> None:
    for seed in range(FEW):
        run_in(NodesWorld(seed, 1), unknown_outcome)


def test_reading_before_taking(monkeypatch: pytest.MonkeyPatch) -> None:
    take, entries = Journal.take, Journal.entries
    read: dict[tuple[Journal, str], list[Entry]] = {}

    async def read_first(self: Journal, name: str) -> int | None:
        before = await entries(self, name)
        epoch = await take(self, name)
        read[self, name] = before
        return epoch

    async def as_read(self: Journal, name: str, *more: Any, **named: Any) -> list[Entry]:
        return read.pop((self, name), None) or await entries(self, name, *more, **named)

    monkeypatch.setattr(Journal, "take", read_first)
    monkeypatch.setattr(Journal, "entries", as_read)
    with pytest.raises(Fault, match=r"not told of|F5: "):
        unknown_outcomes()


def test_renewing_a_lease_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    renew = directory.RENEW.replace("AND NOT dead AND until > clock_timestamp()", "")
    assert renew != directory.RENEW
    monkeypatch.setattr(directory, "RENEW", renew)
    caught("F3: a lease that had ended was renewed")


def test_a_lease_by_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Place, "clock", property(lambda place: place.wall))
    caught("F4:")


def test_a_lease_by_a_clock_that_a_suspend_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Place, "clock", property(lambda place: place.monotonic))
    caught("F4:")


async def ana_sits_at_the_first(world: NodesWorld) -> tuple[Roamer, Roamer]:
    """Two nodes run, and Ana is at a table of the first one; Cleo is not there yet."""
    for place in world.places:
        await world.begin(place)
    world.door = world.places[0]
    ana, cleo = Roamer(world, "Ana", quiet=True), Roamer(world, "Cleo", quiet=True)
    await ana.opens(game="wig_out")
    ana.begin()
    await asyncio.sleep(1.0)
    return ana, cleo


async def wakes_up(world: NodesWorld) -> None:
    """A node is paused with a message that it has not read; when it wakes up another one has the table."""
    here, there = world.places
    ana, cleo = await ana_sits_at_the_first(world)
    world.pause(here)
    ana.ask("rename", name="Anna")
    world.door = there
    await asyncio.sleep(6.0)
    assert await cleo.joins(ana.code)
    world.go_on(here)
    await asyncio.sleep(3.0)
    assert [] == list(ana.waiting), "it was done by the other node"


def test_a_node_that_wakes_up_leaves_a_table_to_the_one_that_has_it() -> None:
    run_in(NodesWorld(1, 2), wakes_up)


def test_a_lost_table_that_is_taken_back_like_after_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, reload, take = Keeper.lost, Keeper.reload, NodeStore.take
    forced: set[str] = set()

    def as_conflict(self: Keeper, error: Exception) -> None:
        if isinstance(error, Lost):
            forced.add(self.name)
        lost(self, Conflict(str(error)) if isinstance(error, Lost) else error)

    async def by_force(self: Keeper) -> None:
        try:
            await reload(self)
        finally:
            forced.discard(self.name)

    def take_back(self: NodeStore, table: str) -> int | None:
        if table in forced:
            self._tables[table].owner = None
        return take(self, table)

    monkeypatch.setattr(Keeper, "lost", as_conflict)
    monkeypatch.setattr(Keeper, "reload", by_force)
    monkeypatch.setattr(NodeStore, "take", take_back)

    def wakes_up_again_and_again() -> None:
        for seed in range(40):  # whether the lease or the lost entry is noticed first depends on the delays
            run_in(NodesWorld(seed, 2), wakes_up)

    with pytest.raises(Fault, match=r"F2: .* has taken a table from"):
        wakes_up_again_and_again()


def test_an_edge_that_keeps_a_session_after_the_table_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Edge.heard
    keep = lambda self, kind, rest: None if kind == link.CLOSE else heard(self, kind, rest)  # noqa: E731
    monkeypatch.setattr(Edge, "heard", keep)
    caught("not told of", "is not served")


# Faults that these worlds have found


async def not_heard_of(world: NodesWorld) -> None:
    """The database restarts, and a node does not hear of it: it may speak while its lease lasts."""
    here, there = world.places
    ana, cleo = await ana_sits_at_the_first(world)
    here.from_database = False
    world.database.crash()
    await asyncio.sleep(0.1)
    world.database.down = False
    world.door = there
    assert not await cleo.joins(ana.code), "the table is where it was, and is not reached"
    ana.ask("hint")
    await asyncio.sleep(1.0)


def test_a_node_that_has_lost_the_database_and_does_not_know_is_not_dead() -> None:
    run_in(NodesWorld(1, 2), not_heard_of)


def test_a_node_that_is_thought_dead_because_it_has_lost_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*_: object) -> bool:
        return False

    monkeypatch.setattr(NodesWorld, "_listens", nobody)
    with pytest.raises(Fault, match="F4: node 0 speaks about a table that"):
        run_in(NodesWorld(1, 2), not_heard_of)


def test_a_hello_that_comes_late_and_ends_the_later_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Presence, "overtaken", lambda *_: False)
    caught("is not served")
