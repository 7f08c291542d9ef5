"""The queues of the thinking processes, in virtual time: who goes first, what is refused, what is replaced."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress
from typing import Any

import pytest

from rumpus.server.budget.stalls import timed
from rumpus.server.work.jobs import LEGAL, MOVE, QUESTION, FairQueue, Job, NoAnswer, Overloaded, TooLate
from rumpus.server.work.lanes import Lane
from rumpus.server.work.processes import Died
from tests.server.fake_processes import FakeFarm, takes, think
from tests.support.clock import settle, virtual_time


def tasks(*work: Any) -> list[asyncio.Task[Any]]:
    return [asyncio.ensure_future(one) for one in work]


async def outcome(work: Any) -> Any:
    """The result, or the type of what was raised."""
    try:
        return await work
    except NoAnswer as no:
        return type(no)


@virtual_time
async def test_a_move_waits_for_one_question_and_not_for_all_of_them() -> None:
    lane = FakeFarm().lane()
    asked = tasks(*[outcome(think(lane, QUESTION, f"a{n}", "t", 0.2)) for n in range(20)])
    await settle()
    clock = asyncio.get_running_loop()
    began = clock.time()
    assert "move" == await think(lane, MOVE, "b", "quiet", 0.1, "move")
    assert clock.time() - began < 0.2 + 0.1 + 0.01
    await asyncio.gather(*asked)
    lane.close()


@virtual_time
async def test_the_first_of_several_processes_does_no_questions() -> None:
    farm = FakeFarm()
    lane = farm.lane(count=2)
    asked = tasks(*[outcome(think(lane, QUESTION, f"a{n}", "t", 1.0)) for n in range(8)])
    await settle()
    clock = asyncio.get_running_loop()
    began = clock.time()
    await think(lane, MOVE, "b", "quiet", 0.1)
    assert clock.time() - began < 0.11, "a process was free"
    lane.close()
    await asyncio.gather(*asked)


@virtual_time
async def test_addresses_take_turns_and_so_do_the_tables_of_one() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    busy = asyncio.ensure_future(think(lane, LEGAL, "", "", 1.0))
    await settle()
    order = [("x", "1")] * 4 + [("x", "2")] * 2 + [("y", "3")] * 2
    asked = tasks(*[think(lane, LEGAL, *asker, 0.01) for asker in order])
    await asyncio.gather(busy, *asked)
    turns = [("x", "1"), ("y", "3"), ("x", "2"), ("y", "3"), ("x", "1"), ("x", "2"), ("x", "1"), ("x", "1")]
    assert turns == farm.begun[1:]
    lane.close()


@virtual_time
async def test_an_answer_that_comes_too_late_is_dropped() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    late = asyncio.ensure_future(outcome(think(lane, MOVE, "a", "t", 2.5, "late")))
    waits = asyncio.ensure_future(outcome(think(lane, LEGAL, "a", "t", 0.1, "waits")))
    assert TooLate is await late
    assert "waits" == await waits
    lane.close()


@virtual_time
async def test_a_job_that_nobody_waits_for_any_more_is_never_begun() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    first = asyncio.ensure_future(think(lane, LEGAL, "a", "t", 1.0))
    await settle()
    for _ in range(30):
        replaced = asyncio.ensure_future(think(lane, LEGAL, "a", "t", 1.0))
        await settle()
        replaced.cancel()
    await first
    await settle()
    assert (1, 0) == (len(farm.begun), lane.waiting)
    lane.close()


@virtual_time
async def test_what_could_not_be_done_in_time_is_refused_at_once_but_only_for_the_address_that_asks_too_much() -> None:
    lane = FakeFarm().lane()
    for _ in range(20):
        await think(lane, QUESTION, "a", "t", 0.5)  # so that the lane knows how long they take
    many = tasks(*[outcome(think(lane, QUESTION, "greedy", f"t{n}", 0.5)) for n in range(100)])
    await settle()
    refused = [one for one in many if one.done()]
    assert {Overloaded} == {one.result() for one in refused}
    assert 80 < len(refused) < 100
    assert "hint" == await think(lane, QUESTION, "b", "quiet", 0.5, "hint"), "another address has its turn"
    lane.close()
    await asyncio.gather(*many)


@virtual_time
async def test_a_full_queue_drops_the_newest_job_of_the_busiest_address() -> None:
    queue = FairQueue(100)
    greedy = [Job(QUESTION, ("greedy", f"t{n % 7}"), takes, ()) for n in range(queue.longest - 2)]
    others = [Job(QUESTION, (f"b{n}", "t"), takes, ()) for n in range(10)]
    dropped = [queue.put(job) for job in (*greedy, *others)]
    assert len(queue) == queue.longest
    assert {"greedy"} == {job.asker[0] for job in dropped if job is not None}
    assert 8 == len([job for job in dropped if job is not None])
    served = [queue.pop().asker[0] for _ in range(11)]
    assert {f"b{n}" for n in range(10)} < set(served)
    while queue:
        queue.pop()
    assert 0 == queue.ahead_of("greedy")


@virtual_time
async def test_a_process_that_hangs_is_killed_and_replaced_without_hurting_other_jobs() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    hung = asyncio.ensure_future(outcome(think(lane, MOVE, "a", "t", 1e9)))
    other = asyncio.ensure_future(outcome(think(lane, LEGAL, "b", "t", 0.1, "fine")))
    assert (TooLate, "fine") == (await hung, await other)
    assert (1, 2) == (lane.killed, len(farm.processes))
    lane.close()


@virtual_time
async def test_a_job_is_tried_once_more_if_its_process_dies_and_then_given_up() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    lost = asyncio.ensure_future(outcome(think(lane, LEGAL, "a", "t", 1.0, "done")))
    await settle()
    farm.processes[0].kill()
    assert "done" == await lost
    lost = asyncio.ensure_future(outcome(think(lane, LEGAL, "a", "t", 1.0)))
    for number in (1, 2):
        await asyncio.sleep(0.5)
        farm.processes[number].kill()
    assert NoAnswer is await lost
    assert 0 == lane.killed
    lane.close()


@virtual_time
async def test_a_process_that_has_used_much_memory_is_replaced_after_its_job() -> None:
    farm = FakeFarm(grows_mb=300)
    lane = farm.lane(most_mb=400)
    for _ in range(5):
        await think(lane, LEGAL, "a", "t", 0.1)
    assert (3, 2) == (len(farm.processes), farm.killed)
    lane.close()


@virtual_time
async def test_the_start_of_the_first_process_does_not_count_as_time_of_a_job() -> None:
    lane = FakeFarm(start_s=10.0).lane()
    assert "move" == await think(lane, MOVE, "a", "t", 0.1, "move")
    lane.close()


@virtual_time
async def test_processes_that_cannot_be_started_answer_nobody_and_are_tried_again() -> None:
    farm = FakeFarm()
    tries = 0

    async def fails() -> Any:
        nonlocal tries
        tries += 1
        if tries < 100:
            raise Died
        return await farm.start()

    lane = Lane(fails, 1, 1000)
    assert TooLate is await outcome(think(lane, MOVE, "a", "t", 0.1))
    assert 20 < tries < 40, "once a second"
    await asyncio.sleep(100)
    assert "move" == await think(lane, MOVE, "a", "t", 0.1, "move")
    lane.close()


@virtual_time
async def test_a_closed_lane_kills_its_processes_and_answers_everybody() -> None:
    farm = FakeFarm()
    lane = farm.lane()
    asked = tasks(*[outcome(think(lane, LEGAL, "a", "t", 1.0)) for _ in range(4)])
    await settle()
    lane.close()
    assert [NoAnswer] * 4 == await asyncio.gather(*asked)
    assert 1 == farm.killed
    with pytest.raises(NoAnswer):
        await think(lane, LEGAL, "a", "t", 1.0)


class Upload:
    """What a job was given."""


@virtual_time
async def test_what_a_failed_job_was_given_does_not_wait_for_a_garbage_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are rare on a server: a few uploads of 4 MB that cannot be read would take all of its memory."""
    monkeypatch.setattr(FakeFarm, "cost", lambda self, job: (0.01, ValueError("it cannot be read")))
    lane, given = FakeFarm().lane(), []

    async def request() -> None:
        upload = Upload()
        given.append(weakref.ref(upload))
        with suppress(ValueError):  # pytest.raises would keep it
            await timed(lane.think(Job(QUESTION, ("a", "t"), takes, (upload,))), lambda took: None)

    gc.collect()
    gc.disable()
    try:
        await request()
        await settle()
        assert [None] == [upload() for upload in given]
    finally:
        gc.enable()
        lane.close()
