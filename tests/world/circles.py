"""A table of a circle in the simulated world: what it owes the book arrives exactly once, as does a score pad."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from contextvars import Context
from typing import Any

from rumpus.journal.memory import Change
from rumpus.server.circles.debts import AGAIN_S
from tests.support.circles import sheet
from tests.world.network import Lost, Watcher
from tests.world.players import SimulatedPlayer
from tests.world.scenarios import Scenario
from tests.world.world import World

AGAIN_AFTER_S = 0.5  # a request is sent again that was not answered
PATIENCE_S = 120.0  # within which every request is done
PADS = 6  # results of score pads, sent in the middle of everything
NEAR_S = (0.0, 0.002, 0.006, 0.015, 0.05)  # after the end of a match: when the server crashes


class Books(Watcher):
    """Folds what the disk has: which matches are owed to the book, and which results it has taken."""

    def __init__(self, world: World, until: float) -> None:
        self.world = world
        self.until = until  # no crash comes later
        self.circle = ""
        self.owed: dict[str, list[int]] = {}  # the totals of each match that ended, by record
        self.settled: set[str] = set()
        self.booked: Counter[str] = Counter()
        self.crashes = world.random("crashes at the end")
        world.watchers.append(self)

    def synced(self, change: Change) -> None:
        """Check one write."""
        for log, entry in change.rows:
            body = json.loads(entry.body)
            if log == self.circle:
                self._booked(body)
            elif entry.owes is not None and entry.record is not None:
                (totals,) = [line["totals"] for line in body["lines"] if line["do"] == "result"]
                self.owed[entry.record] = totals
                self._perhaps_crash()
        if change.settled is not None:
            self.settled.add(change.settled)
            if self.booked[change.settled] != 1:
                self.world.fail(f"a debt is settled, and the book has the result {self.booked[change.settled]} times")

    def _booked(self, event: dict[str, Any]) -> None:
        if event["do"] != "booked":
            return
        result = event["result"]
        self.booked[result["id"]] += 1
        if self.booked[result["id"]] > 1:
            self.world.fail("a result is in the book twice")
        if result["kind"] == "table":
            self._perhaps_crash()  # before it is noted that the debt is paid
        if result["kind"] == "table" and self.owed.get(result["id"]) != result["totals"]:
            self.world.fail(f"the book says {result['totals']}, and the match ended {self.owed.get(result['id'])}")

    def _perhaps_crash(self) -> None:
        if self.crashes.random() < 0.6:
            after_s = self.crashes.choice(NEAR_S)
            self.world.loop.call_later(after_s, self._crash, context=Context())  # no timer of the server

    def _crash(self) -> None:
        if self.world.life is not None and self.world.now < self.until:
            self.world.crash()
            self.world.loop.call_later(0.5, self._boot)

    def _boot(self) -> None:
        if self.world.life is None:
            self.world.boot()


class CirclePlayer(SimulatedPlayer):
    """Somebody who opens and joins tables as a member."""

    def __init__(self, world: World, name: str, rtt_s: float) -> None:
        super().__init__(world, name, rtt_s=rtt_s)
        self.circle: dict[str, Any] = {}

    async def requests(self, method: str, path: str, body: Any = None, *, wanted: int = 200) -> Any:
        """The answer to a request that is sent until it is done."""
        key = self.circle.get("device", "").encode()
        headers = ((b"authorization", b"Bearer " + key),) if key else ()
        until = self.world.now + PATIENCE_S
        while True:
            if self.world.now > until:
                self.world.fail(f"{method} {path} is never done")
            with suppress(Lost):
                answer = await self.world.request(
                    method, path, body, address=self.address, rtt_s=self.rtt_s, headers=headers
                )
                if answer.status == wanted:
                    return answer.json()
            await asyncio.sleep(AGAIN_AFTER_S)

    async def _post(self, path: str, body: Any) -> Any:
        if not self.circle or path not in ("/api/tables", "/api/join"):
            return await super()._post(path, body)
        headers = ((b"authorization", b"Bearer " + self.circle["device"].encode()),)
        asked = {**body, "circle": {"id": self.circle["circle"]}}
        return await self.world.request("POST", path, asked, address=self.address, rtt_s=self.rtt_s, headers=headers)


class CircleScenario(Scenario):
    """Any table with any misfortune, in a circle; the server likes to crash when a match has just ended."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.random("story"))
        self.books = Books(world, self.until)
        self.members: list[CirclePlayer] = []
        self.pads = 0

    def player(self, name: str, rtt_s: float) -> SimulatedPlayer:
        """The first two are members."""
        if len(self.members) == 2:
            return super().player(name, rtt_s)
        self.members.append(CirclePlayer(self.world, name, rtt_s))
        return self.members[-1]

    async def seated(self, **table: Any) -> None:
        """A circle is opened and joined, and then a table in it."""
        first, second = self.members
        about = {"name": "Us", "member": {"name": first.name, "avatar": "fox"}}
        first.circle = await first.requests("POST", "/api/circles", about, wanted=201)
        self.books.circle = first.circle["circle"]
        link = {"circle": first.circle["circle"], "secret": first.circle["secret"]}
        second.circle = await second.requests(
            "POST", "/api/circles/join", {**link, "name": second.name, "avatar": "owl"}
        )
        await super().seated(**table)

    def chaos(self) -> list[Any]:
        """What goes on beside the table: also score pads of both members. Crashes come when a match ends."""
        misfortune = [self._disk_fills(), self._network(), self._look()]
        return [*misfortune, *(self._keeps_score(member) for member in self.members)]

    async def _keeps_score(self, member: CirclePlayer) -> None:
        random = self.world.random(f"pad of {member.name}")
        for number in range(PADS):
            await asyncio.sleep(random.uniform(0, 12))
            path = f"/api/circles/{self.books.circle}/results"
            await member.requests("POST", path, sheet(f"pad-{member.name:0>8}-{number}", at=1.0))
            self.pads += 1

    async def everybody_is_right(self) -> None:
        """The book has every match and every score pad, once."""
        await super().everybody_is_right()
        await asyncio.sleep(AGAIN_S + 5)  # what could not be written is tried again after a minute
        found = await self.members[1].requests("GET", f"/api/circles/{self.books.circle}/book")
        told = Counter(line["id"] for line in found["lines"])
        pads = {f"pad-{member.name:0>8}-{number}" for member in self.members for number in range(PADS)}
        if told != Counter({*self.books.owed, *pads}):
            self.world.fail(f"the book has {sorted(told)}, and these were played: {sorted(self.books.owed)}")
        if self.books.settled != set(self.books.owed):
            self.world.fail(f"still owed: {set(self.books.owed) - self.books.settled}")


async def circle_table(world: World) -> Books:
    """One table of a circle from its opening to its end."""
    scenario = CircleScenario(world)
    await scenario.run()
    return scenario.books
