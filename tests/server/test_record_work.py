"""Records are read and replayed by thinking processes only, within limits of bytes, memory and CPU time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus import record
from rumpus.contract import Malformed
from rumpus.server.web.records import Records
from rumpus.server.work import jobs, replay
from rumpus.server.work.jobs import Kind, NoAnswer, Overloaded, TooLong
from rumpus.server.work.thinkers import think_here
from rumpus.table import entries
from tests.soak.mutations import finished
from tests.support.clock import until
from tests.support.in_process import Answer, LocalServer, with_server

QUICK = {"countdown_s": 0, "wait_s": 0}


class Elsewhere:
    """A `think` that counts what is asked of it, and knows whether it is at work."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.working = False

    async def think(self, kind: Kind, asker: jobs.Asker, work: Any, *args: Any) -> Any:
        self.asked.append(work)
        self.working = True
        try:
            return await think_here(kind, asker, work, *args)
        finally:
            self.working = False


@with_server()
async def test_the_event_loop_neither_reads_nor_replays_a_record(server: LocalServer) -> None:
    host = await server.open("wig_out", bots=["expert"] * 3, options={"rounds": 1}, settings=QUICK)
    ana = await server.enter(host)
    await ana.ask("begin")
    await until(lambda: len(server.keeper(host).table.match.history) > 10)
    elsewhere = Elsewhere()
    server.rooms.think = elsewhere.think
    on_the_loop = []

    def watched(name: str, real: Any) -> Any:
        def call(*args: Any) -> Any:
            if not elsewhere.working:
                on_the_loop.append(name)
            return real(*args)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((record, "text"), (record, "replay"), (record, "line_text"), (entries, "read_line")):
            patch.setattr(module, name, watched(name, getattr(module, name)))
        own = await server.request("/api/steps", {"token": host["token"]})
        await until(lambda: server.keeper(host).table.lobby.record is not None)
        name = server.keeper(host).table.lobby.record
        text = await server.request(f"/api/records/{name}")
        steps = await server.request(f"/api/records/{name}/steps")
        posted = await server.request("/api/replay", text.body)
        assert [200] * 4 == [answer.status for answer in (own, text, steps, posted)]
        assert [] == on_the_loop
    assert [replay.steps_of, replay.text_of, replay.steps_of, replay.steps_of] == elsewhere.asked
    assert steps.body == posted.body
    assert own.body.splitlines()[0] == text.body.splitlines()[0]


@with_server()
async def test_steps_of_a_match_hold_nothing_that_happened_after_they_were_asked_for(server: LocalServer) -> None:
    host = await server.open("wig_out", bots=["expert"] * 3, settings=QUICK)
    ana = await server.enter(host)
    await ana.ask("begin")
    keeper = server.keeper(host)
    await until(lambda: len(keeper.table.match.history) > 10)
    slow = server.journal.entries

    async def late(*args: Any, **more: Any) -> Any:
        await asyncio.sleep(20)
        return await slow(*args, **more)

    server.journal.entries = late  # type: ignore[method-assign]
    lines = len(keeper.table.match.history)
    answer = await server.request("/api/steps", {"token": host["token"]})
    assert len(keeper.table.match.history) > lines
    assert lines == len(answer.body.splitlines()) - 1


@pytest.mark.parametrize(
    ("error", "status", "reason"),
    [
        (TooLong("5 seconds"), 413, "table-too-long"),
        (MemoryError(), 413, "table-too-long"),
        (Overloaded("busy"), 503, "table-busy"),
        (NoAnswer("closing"), 503, "table-busy"),
        (Malformed("line 3"), 400, "table-malformed"),
    ],
)
@with_server()
async def test_a_record_beyond_its_limits_is_refused_with_a_sentence(
    server: LocalServer, error: Exception, status: int, reason: str
) -> None:
    async def fails(*_: Any) -> Any:
        raise error

    server.rooms.think = fails
    answer: Answer = await server.request("/api/replay", b"x")
    assert (status, reason) == (answer.status, answer.json()["reason"])
    records: Records = server.app.records
    assert 0 == records.showing, "who is refused takes no place"


@pytest.mark.parametrize("game", ["five_crowns", "wackee_six", "wig_out"])
def test_views_stop_at_the_limit_of_bytes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = finished(game)
    size = len(replay.steps_of(whole, None, own=False))
    assert size > 3 * len(whole), "views are far larger than their record"
    monkeypatch.setattr(replay, "MOST_BYTES", 1 << 20)
    assert size == len(replay.steps_of(whole, None, own=False))
    encoded = 0
    encode = replay.encode

    def counted(value: Any) -> bytes:
        nonlocal encoded
        text = encode(value)
        encoded += len(text)
        return text

    monkeypatch.setattr(replay, "encode", counted)
    monkeypatch.setattr(replay, "MOST_BYTES", size // 4)
    with pytest.raises(Malformed, match=r"up to 0 MB, and these have more after line \d+"):
        replay.steps_of(whole, None, own=False)
    assert encoded < size // 3, "it stops there, and not at the end"
