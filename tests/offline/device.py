"""A device of the tests: a disk in memory that can fail and forget, and a page that checks everything it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from rumpus import wire
from rumpus.offline import House
from rumpus.offline.line import Line
from rumpus.shuffle import seeded
from tests.support.clock import until

NUMBERED = ("welcome", "lobby", "happened")
_ids = count(1)


class MemoryDisk:
    """What IndexedDB is to a browser: every write is all or nothing, and takes a moment."""

    def __init__(self) -> None:
        self.journal: dict[str, bytes] = {}
        self.kept: dict[str, str] = {}
        self.full = False
        self.writes = 0
        self.on_write: Callable[[], object] = lambda: None  # called before a write counts

    async def rows(self) -> list[tuple[str, bytes]]:
        return sorted(self.journal.items())

    async def save(self, rows: list[tuple[str, bytes]], gone: list[str]) -> None:
        self.on_write()
        await asyncio.sleep(0.002)
        if self.full:
            raise OSError("planted: no room")
        self.writes += 1
        self.journal = {key: row for key, row in self.journal.items() if key.partition("/")[0] not in gone}
        self.journal.update(rows)

    async def records(self) -> list[str]:
        return list(self.kept)

    async def record(self, name: str) -> str | None:
        return self.kept.get(name)

    async def keep(self, name: str, text: str) -> None:
        await asyncio.sleep(0.002)
        self.kept[name] = text

    def last(self, table: str) -> int:
        """The number of the last entry of a table on this disk."""
        return max(int(key.partition("/")[2]) for key in self.journal if key.startswith(f"{table}/") and key[-1] != "/")


def house(disk: MemoryDisk, seed: str = "device") -> House:
    """A house in virtual time."""
    loop = asyncio.get_running_loop()
    return House(disk, clock=loop.time, entropy=seeded(seed), today=loop.time)


class Page:
    """A page at its table. Whatever it is told must be on the disk, and numbers have no gap."""

    def __init__(self, disk: MemoryDisk, token: str) -> None:
        self.disk = disk
        self.token = token
        self.table = token.partition(".")[0]
        self.seq: int | None = None
        self.told: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.lobby: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.legal: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.faults: list[str] = []
        self.line: Line

    def connect(self, at: House) -> None:
        """Say hello to this house."""
        self.closed = None
        self.line = at.line(self.hear, lambda code, reason: setattr(self, "closed", (code, reason)))
        self.send({"type": "hello", "version": wire.VERSION, "token": self.token, "seen": self.seq, "merges": True})
        self.seq = None

    def send(self, message: dict[str, Any]) -> None:
        self.line.hear(json.dumps(message))

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        id_ = f"p{next(_ids)}"
        self.send({**message, "id": id_})
        await until(lambda: id_ in self.answers)
        return self.answers[id_]

    def hear(self, frame: str) -> None:
        """Check a frame at the moment it is told, and remember what it says."""
        told = json.loads(frame)
        self.told.append(told)
        kind, number = told["type"], told.get("seq")
        if number is not None and number > self.disk.last(self.table):
            self.faults.append(f"{kind} {number} is told, and the disk has {self.disk.last(self.table)}")
        if kind in ("lobby", "happened") and told.get("first", number) != (self.seq or 0) + 1:
            self.faults.append(f"{kind} {told.get('first', number)} comes after {self.seq}")
        if kind in NUMBERED:
            self.seq = number
            self.lobby = told.get("lobby") or self.lobby
            if "view" in told or kind == "welcome":
                self.view = told.get("view")
            self.legal = told.get("legal", [])
        elif kind == "legal":
            self.legal = told["legal"]
        elif kind == "ping":
            self.send({"type": "pong", "n": told["n"]})
        if told.get("id") is not None:
            self.answers[told["id"]] = told

    @property
    def stage(self) -> str:
        return str(self.lobby["stage"])


async def opened(at: House, disk: MemoryDisk, game: str, bots: int = 2, **more: Any) -> Page:
    """A page at a new table, connected."""
    ask = {"game": game, "name": "Ada", "bots": ["casual"] * bots, **more}
    answer = await at.request("POST", "/api/tables", json.dumps(ask))
    assert 201 == answer.status, answer.body
    page = Page(disk, json.loads(answer.body)["token"])
    page.connect(at)
    await until(lambda: page.lobby)
    return page


async def play_on(page: Page, random: Random, over: Callable[[], bool]) -> None:
    """Do something legal again and again, as somebody who knows no rules."""

    async def once() -> None:
        if page.legal and page.stage == "match":
            await page.ask(type="do", action=random.choice(page.legal))
        await asyncio.sleep(0.2)

    for _ in range(20_000):
        if over():
            return
        await once()
    raise AssertionError("the match never ended")
