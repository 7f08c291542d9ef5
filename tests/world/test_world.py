"""The simulated world: any seed shows every viewer what is on disk, and planted bugs are caught."""

from __future__ import annotations

import asyncio
import hashlib
from functools import partial
from typing import Any

import pytest

from rumpus import wire
from rumpus.server.keeping import answers
from rumpus.server.keeping.ids import KnownIds
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.keeping.news import News
from rumpus.server.keeping.presence import Presence
from rumpus.server.keeping.requests import Requests
from tests.soak.world import one
from tests.world import planted
from tests.world.disk import DiskStore
from tests.world.network import Connection, Watcher
from tests.world.players import SimulatedPlayer
from tests.world.scenarios import random_table
from tests.world.world import Fault, World, run

SEEDS = 60
CHUNKS = 6
FEW = 12  # seeds within which a planted bug shows


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_view_is_what_the_disk_has(chunk: int) -> None:
    for seed in range(chunk, SEEDS, CHUNKS):
        frames, answers = one(seed)
        assert frames > 0
        assert answers > 0


# The world itself


class Trace(Watcher):
    """Hashes every message with its time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.digest = hashlib.sha256()
        world.watchers.append(self)

    def heard(self, connection: Connection, text: str) -> None:
        self.digest.update(f"{self.world.now} {connection.number} > {text}\n".encode())

    def told(self, connection: Connection, text: str) -> None:
        self.digest.update(f"{self.world.now} {connection.number} < {text}\n".encode())


async def traced(world: World) -> str:
    trace = Trace(world)
    await random_table(world)
    return trace.digest.hexdigest()


def test_the_same_seed_gives_the_same_run() -> None:
    scenario = run(traced, 5)
    assert scenario == run(traced, 5)
    assert scenario != run(traced, 7)


def test_a_world_that_is_deadlocked_says_so() -> None:
    async def waits(world: World) -> None:
        await asyncio.Event().wait()

    with pytest.raises(Fault, match=r"seed 5: deadlock: every task waits, and no timer is set"):
        run(waits, 5)


def test_a_crash_forgets_what_was_not_synced() -> None:
    async def scenario(world: World) -> tuple[int, int]:
        world.boot()
        person = SimulatedPlayer(world, "Ana", rtt_s=0.02)
        await person.opens(game="wig_out", bots=["casual"])
        person.begin()
        await asyncio.sleep(1.0)
        before = len(world.disk.changes)
        world.disk.slow = 1000.0
        person.ask("rename", name="Somebody else")
        await asyncio.sleep(0.1)
        world.crash()
        world.disk.slow = 1.0
        world.boot()
        await asyncio.sleep(0.2)
        return before, len(world.disk.changes)

    before, after = run(scenario, 1)
    assert before == after


def test_a_client_that_does_not_read_is_disconnected_and_reconnects() -> None:
    async def scenario(world: World) -> list[int | None]:
        world.boot()
        person = SimulatedPlayer(world, "Ana", rtt_s=0.02)
        await person.opens(game="wig_out", bots=["casual"])
        connection = await world.connect()
        connection.send({"type": "hello", "version": wire.VERSION, "token": person.token})
        await connection.receive()
        connection.stall()
        session = next(iter(world.rooms.sessions))
        while not connection.noticed and connection.alive and session.ended is None:
            connection.send({"type": "resync", "id": f"{world.now}"})
            await asyncio.sleep(0.1)
        codes = [session.ended and session.ended[0]]
        connection.drop()
        person.begin()
        await asyncio.sleep(2.0)
        codes.append(person.you)
        await world.close()
        return codes

    assert [wire.CLOSE_SLOW, 1] == run(scenario, 1)


# Planted bugs


caught = partial(planted.caught, one, FEW, "python -m tests.soak.world")


def test_the_world_catches_a_server_that_tells_before_saving(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Keeper._write

    def write_and_tell(self: Keeper, step: Any) -> None:
        write(self, step)
        while self.outbox._held:
            self.outbox._held.popleft().deliver()

    monkeypatch.setattr(Keeper, "_write", write_and_tell)
    caught("before it is saved")


def test_the_world_catches_an_action_that_takes_effect_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_cache", lambda *_: None)
    monkeypatch.setattr(KnownIds, "may_have", lambda *_: False)
    monkeypatch.setattr(DiskStore, "_taken", lambda *_: None)
    caught("an action is doubled", "and is refused now")


def test_the_world_catches_a_server_that_forgets_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_cache", lambda *_: None)
    caught("and is refused now", "two answers")


def test_the_world_catches_a_seat_shown_as_present_without_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Presence, "detach", lambda *_: None)
    caught("here, and", "not put away", "still there in a closed server", "cannot come back")


def test_the_world_catches_a_refusal_sent_before_its_cause_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Requests, session: Any, refused: wire.Refused) -> None:
        session.tell(wire.encode(refused).decode())

    monkeypatch.setattr(Requests, "_refuse", refuse)
    caught("refused for what is not on disk")


def test_the_world_catches_a_number_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    news = News.of

    def most_news(self: News, step: Any, people: Any) -> Any:
        return news(self, step, people) if step.seq % 25 or step.asked is not None else {}

    monkeypatch.setattr(News, "of", most_news)
    caught("instead of", "not told of")


def test_the_world_catches_a_view_of_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    private = News.private

    def of_another(self: News, seat: int | None) -> bytes:
        assert self.table.match is not None
        return private(self, None if seat is None else (seat + 1) % self.table.match.state.players)

    monkeypatch.setattr(News, "private", of_another)
    caught("the view of seat")


def test_the_world_catches_a_table_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Requests, "answer", lambda *_: None)
    caught("no answer to")


def test_the_world_catches_losses_of_a_disk_that_confirms_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that says saved and has not: what was told is not there."""

    def lies(self: DiskStore, change: Any) -> None:
        self._apply(change)

    monkeypatch.setattr(DiskStore, "_write", lies)
    caught("before it is saved", "not saved")
