"""Hostile frames and requests against a local server; nobody else may notice."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.server.web.records import LONGEST_RECORD
from tests.soak.mutations import BODIES, ODD_HEADERS, PATHS, SHORT, damaged, example, finished, frame, torn, warped
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalConnection, LocalServer

DOCUMENTED = {1008, 1012, *(getattr(wire, name) for name in dir(wire) if name.startswith("CLOSE_"))}
EXPECTED = {200, 201, 206, 307, 400, 403, 404, 405, 410, 413, 416, 429}  # any other status is a fault of ours
LATER_S = 3.0  # an answer may have to wait for a table that is taken up again


GAME_NAMES = tuple(GAMES)
GONE = (wire.CLOSE_TOKEN, wire.CLOSE_REMOVED, wire.CLOSE_TABLE)


class Hall(logging.Handler):
    """Collects log records of level error and above; there must be none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record."""
        self.errors.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


@contextmanager
def no_errors() -> Iterator[Hall]:
    """Fail if anything is logged as an error in this block."""
    hall = Hall()
    root = logging.getLogger()
    root.addHandler(hall)
    try:
        yield hall
    finally:
        root.removeHandler(hall)
    assert [] == hall.errors


class Siege:
    """Hostile clients at their own tables and at others, and a quiet table that must not notice."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(str(seed))
        self.server: LocalServer
        self.counts: Counter[str] = Counter()
        self.seated: list[dict[str, Any]] = []
        self.connections: list[LocalConnection | None] = []
        self.records = [finished(name) for name in GAME_NAMES]
        self.ids: list[str] = []

    async def run(self, frames: int) -> Counter[str]:
        """Send this many frames and requests."""
        async with LocalServer(seed=str(self.rng.random())) as server:
            self.server = server
            quiet = [await server.open("five_crowns", name="Quiet")]
            quiet.append(await server.join(quiet[0], "Still"))
            listeners = [await server.enter(one) for one in quiet]
            await self._settle_in()
            for at in range(frames):
                await self._once()
                if at % 200 == 0:
                    answer = await listeners[at // 200 % 2].ask("rename", name=f"Q{at}")
                    assert "lobby" == answer["type"]
                if at % 20 == 0:
                    await asyncio.sleep(self.rng.random())  # timers ring, bots move
                if at % 997 == 996:
                    await asyncio.sleep(self.rng.choice((0.5, 5, 50)))
                    await self._settle_in()
            for one in listeners:
                numbers = one.numbers()
                assert list(range(numbers[0], numbers[0] + len(numbers))) == numbers
                assert one.closed is None
                assert {"welcome", "here", "lobby", "ping"} >= {told["type"] for told in one.told}
            assert numbers[-1] == server.keeper(quiet[0]).table.seq == server.written(quiet[0])[-1].seq
        return self.counts

    async def _settle_in(self) -> None:
        """Open new tables for the hostile clients."""
        for connection in self.connections:
            if connection is not None:
                connection.drop()
        self.seated = [one for name in GAME_NAMES for one in await self._table(name)]
        self.connections = [None] * (len(self.seated) + 2)  # the last two say no hello

    async def _table(self, name: str) -> list[dict[str, Any]]:
        """A host, a player and a spectator, and mostly a match that has begun."""
        bots = ["beginner"] * self.rng.randrange(2)
        settings = {"countdown_s": self.rng.choice((0, 0.5)), "wait_s": 5, "grace_s": 2}
        ana = await self.server.open(name, settings=settings, bots=bots, options=SHORT[name])
        mal = await self.server.join(ana, "Mal")
        if self.rng.random() < 0.8:
            connections = [await self.server.enter(one) for one in (ana, mal)]
            await connections[1].ask("ready")
            await connections[0].ask("begin")
        return [ana, mal, await self.server.join(ana, "Spy", watch=True)]

    async def _once(self) -> None:
        dice = self.rng.random()
        if dice < 0.12:
            await self._request()
        elif dice < 0.14:
            await self._record()
        else:
            await self._frame()
        self.counts["all"] += 1

    async def _any_connection(self) -> tuple[int, LocalConnection]:
        """Any of the hostile connections, opened again if it was closed; now and then in a second tab."""
        at = self.rng.randrange(len(self.connections))
        connection = self.connections[at]
        if connection is None or connection.task.done() or self.rng.random() < 0.01:
            if at < len(self.seated):
                if connection is not None and connection.closed is not None and connection.closed[0] in GONE:
                    first = at // 3 * 3
                    self.seated[first : first + 3] = await self._table(GAME_NAMES[at // 3])
                connection = await self.server.enter(self.seated[at])
            else:
                connection = self.server.connect()
                await settle()
            self.connections[at] = connection
        return at, connection

    async def _frame(self) -> None:
        at, connection = await self._any_connection()
        sent = self._sensible(connection) if self.rng.random() < 0.4 else frame(self.rng)
        seen = len(connection.told)
        entered = bool(connection.heard("welcome")) and connection.closed is None
        if self.rng.random() < 0.01:
            connection.say_bytes(sent.encode("utf-8", "replace"))
            sent = ""
        else:
            connection.say(sent)
        await settle()
        self._alive(connection, sent)
        if entered and not await self._answered(connection, sent, seen):
            raise AssertionError(f"no answer to {sent!r}: {connection.told[seen:]}")
        if len(connection.told) > 400:
            del connection.told[1:300], connection.frames[1:300]
        self.counts["frames"] += 1
        if at >= len(self.seated) and connection.closed is None and self.rng.random() < 0.2:
            connection.drop()

    def _sensible(self, connection: LocalConnection) -> str:
        """A sensible message, so that matches go on and reach every phase."""
        legal: list[Any] = next((one["legal"] for one in reversed(connection.told) if one.get("legal")), [])
        kinds = ("ready", "ready", "begin", "rematch", "sit", "stop", "add_bot", "resync", "hint", "melds", "device")
        message = example(self.rng.choice(kinds), self.rng)
        if legal and self.rng.random() < 0.8:
            message = {**example("do", self.rng), "action": self.rng.choice(legal)}
        return json.dumps(message)

    def _alive(self, connection: LocalConnection, sent: str) -> None:
        """No exception has come out of the app, and if it has closed, it has said so as the protocol says."""
        if connection.task.done():
            assert connection.task.cancelled() or connection.task.exception() is None, sent
            assert connection.closed is None or connection.closed[0] in DOCUMENTED, (connection.closed, sent)
            assert connection.closed is None or len(connection.closed[1].encode()) <= 123

    async def _answered(self, connection: LocalConnection, sent: str, seen: int) -> bool:
        """What can be read is answered by its id; what cannot be read is refused."""
        try:
            message = wire.read(sent) if sent else None
        except Malformed:
            return any(one["type"] in ("refused", "bye") for one in connection.told[seen:])
        if not isinstance(message, wire.Ask):
            return True
        until = asyncio.get_running_loop().time() + LATER_S
        while not any(one.get("id") == message.id for one in connection.told[seen:]):
            if connection.closed is not None:
                return True  # the goodbye was the answer
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.05)
        self.counts["answered"] += 1
        return True

    async def _request(self) -> None:
        rng = self.rng
        path = rng.choice((*BODIES, *BODIES, *PATHS))
        body: bytes | None = None
        if path in BODIES:
            value: Any = dict(BODIES[path])
            if path == "/api/tables":
                value["game"] = rng.choice(GAME_NAMES)
            if "code" in value and rng.random() < 0.2:
                value["code"] = rng.choice(self.seated)["code"]
            if "token" in value and rng.random() < 0.5:
                value["token"] = rng.choice(self.seated)["token"]
            for _ in range(rng.choice((0, 1, 1, 2))):
                value = warped(value, rng)
            text = json.dumps(value)
            body = (torn(text, rng) if rng.random() < 0.3 else text).encode("utf-8", "replace")
        method = rng.choice((None, None, None, "PUT", "HEAD", "OPTIONS", "TRACE", "x"))
        headers = rng.sample(ODD_HEADERS, rng.choice((0, 0, 1, 2)))
        answer = await self.server.request(path, body, method=method, headers=headers, chunk=rng.choice((1 << 16, 7)))
        self._fine(answer, f"{method} {path} {headers} {body!r}")

    async def _record(self) -> None:
        body = damaged(self.rng.choice(self.records), self.rng)
        if self.rng.random() < 0.02:
            body = body.ljust(LONGEST_RECORD + self.rng.randrange(-2, 3), self.rng.choice((b" ", b"\n", b"[", b"9")))
        answer = await self.server.request("/api/replay", body)
        self._fine(answer, f"a record of {len(body)}: {body[:300]!r}")
        self.counts["records"] += 1

    def _fine(self, answer: Any, sent: str) -> None:
        assert answer.status in EXPECTED, (answer.status, sent)
        assert answer.headers.get("content-security-policy"), sent
        self.counts["requests"] += 1


def siege(seed: object, frames: int) -> Counter[str]:
    """Hostile frames and requests in virtual time; raises with what went wrong."""
    with no_errors():
        found: Counter[str] = run_virtual(lambda: Siege(seed).run(frames))
    return found
