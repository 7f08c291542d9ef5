"""One session by itself: the order of frames, the fast path, and how it is closed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from rumpus import wire
from rumpus.server.budget.limits import Limits
from rumpus.server.net.session import LONGEST_REASON, SLOWEST_BYTES, Session, State
from tests.support.clock import run_virtual, settle


class Line:
    """Records which frames a session sends, and by which path."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Any]] = []
        self.fast = True
        self.reading = asyncio.Event()
        self.reading.set()
        self.reader = asyncio.get_running_loop().create_task(asyncio.Event().wait())
        self.session = Session(self.send, "198.51.100.7", Limits(), 0.0, self.reader, self.say)

    def say(self, frame: bytes) -> bool:
        """The fast path."""
        if self.fast:
            self.sent.append(("fast", frame.decode()))
        return self.fast

    async def send(self, message: Any) -> None:
        """The slow path, which may have to wait."""
        await self.reading.wait()
        self.sent.append(("slow", message.get("text", message.get("code"))))


def test_frames_go_out_in_order_by_the_fast_and_the_slow_path() -> None:
    async def scenario() -> None:
        line = Line()
        line.session.tell("1")
        line.fast = False
        line.reading.clear()
        line.session.tell("2")
        line.fast = True
        line.session.tell("3")  # must not overtake the second
        await settle()
        assert [("fast", "1")] == line.sent
        line.reading.set()
        await settle()
        line.session.tell("4")
        assert [("fast", "1"), ("slow", "2"), ("slow", "3"), ("fast", "4")] == line.sent

    run_virtual(scenario)


def test_a_session_that_closes_says_goodbye_and_nothing_after_it() -> None:
    async def scenario() -> None:
        line = Line()
        line.session.close(wire.CLOSE_LIMIT, "é" * LONGEST_REASON)
        line.session.tell("too late")
        line.session.close(wire.CLOSE_SILENT, "twice")
        assert State.CLOSING is line.session.state
        await settle()
        (_, bye), close = line.sent
        assert ("bye", wire.CLOSE_LIMIT) == (json.loads(bye)["type"], json.loads(bye)["code"])
        assert ("slow", wire.CLOSE_LIMIT) == close
        assert (State.CLOSED, wire.CLOSE_LIMIT) == (line.session.state, (line.session.ended or (0, ""))[0])
        assert line.reader.cancelled()
        line.session.cut()
        line.session.finish()
        assert 2 == len(line.sent)

    run_virtual(scenario)


def test_a_client_that_reads_too_slowly_is_cut() -> None:
    async def scenario() -> None:
        line = Line()
        line.fast = False
        line.reading.clear()
        line.session.tell("x" * SLOWEST_BYTES)
        assert State.OPEN is line.session.state
        line.session.tell("x")
        assert (State.CLOSED, wire.CLOSE_SLOW) == (line.session.state, (line.session.ended or (0, ""))[0])
        await settle()
        assert line.reader.cancelled()
        line.reading.set()
        await settle()
        assert [] == line.sent

    run_virtual(scenario)


def test_a_closed_session_does_not_open_again() -> None:
    async def scenario() -> None:
        line = Line()
        line.session.finish()
        for state in State:
            with pytest.raises(RuntimeError, match="cannot become"):
                line.session._become(state)
        line.reader.cancel()

    run_virtual(scenario)
