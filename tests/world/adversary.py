"""An adversarial player, who uses all that a seat can send to break the law (`law.py`)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from rumpus.server.keeping.answers import KEPT
from tests.world.network import Connection
from tests.world.players import SimulatedPlayer
from tests.world.scenarios import ADVERSARY as NAME
from tests.world.scenarios import Scenario
from tests.world.world import World

ENOUGH_IDS = KEPT + 40  # accepted messages after which some ids are no longer cached
HEAD_START_S = 14.0  # the adversary is alone for so long, to use up ids before a match begins
MOST_WAITING = 20
MALFORMED = ("", "{", "[]", "null", '{"type":"dance"}', '{"type":"ready","id":7}', '{"type":"do","id":"x","action":3}')
OLD_ID_MESSAGES: tuple[dict[str, Any], ...] = (
    *({"type": "leave"}, {"type": "ready"}, {"type": "resync"}, {"type": "stop"}),
    *({"type": "rename", "name": NAME}, {"type": "say", "phrase": "wow"}),
)


class Adversary(SimulatedPlayer):
    """Does all that a seat can do to disturb others: old ids, repeats, malformed frames, floods, coming and going."""

    def __init__(self, world: World) -> None:
        super().__init__(world, NAME, rtt_s=0.005)
        self.done: list[str] = []  # ids of accepted messages, which the journal has
        self.reused = 0  # ids that were sent again after they had left the cache

    def sits(self, seated: dict[str, Any]) -> None:
        """Somebody who has left and comes again is another person, who has used no id yet."""
        if seated["person"] != self.you:
            self.done, self.asked = [], []
        super().sits(seated)

    def take(self, told: dict[str, Any]) -> None:
        """Remember the ids that made a step."""
        super().take(told)
        if told["type"] in ("lobby", "happened") and told.get("id") is not None:
            self.done.append(told["id"])

    async def live(self, until: float, pace_s: float) -> None:
        """Disturb until then."""
        while self.world.now < until:
            await asyncio.sleep(0.02 + 0.1 * self.random.random())
            if len(self.waiting) > MOST_WAITING:
                self.waiting.clear()  # or each new connection would be closed for sending too much again
            if self.gone:
                await self.joins(self.code, watch=self.random.random() < 0.5)
            elif self.connection is not None and self.lobby:
                self._disturb(self.connection)
        self.waiting.clear()

    def _disturb(self, connection: Connection) -> None:
        chance = self.random.random()
        if len(self.done) < ENOUGH_IDS and self.lobby["stage"] == "lobby":
            self._collect()
        elif chance < 0.4 and len(self.done) > KEPT:
            self._use_an_old_id(connection)
        elif chance < 0.5 and self.asked:
            connection.send(self.random.choice(self.asked))
        elif chance < 0.6:
            connection.send(self.random.choice(MALFORMED))
        elif chance < 0.65:
            self.ask("resync")
        elif chance < 0.70:
            self.ask(self.random.choice(("playable", "hint", "melds")))
        elif chance < 0.73:
            connection.drop(self.random.choice((0.0, 0.5)))
        elif chance < 0.735:
            self.ask("leave")
        elif chance < 0.76:
            for _ in range(self.random.randrange(5, 30)):  # a flood; beyond its limit the connection is closed
                self.ask("say", phrase="wow")
        elif self.legal:
            self.plays()
        else:
            self._collect()

    def _collect(self) -> None:
        """Messages that are accepted and harmless, to use up ids; the host's may hold up the start for a while."""
        if self.lobby["stage"] != "lobby":
            self.ask("ready")
        elif self.seat is None:
            free = [at for at, place in enumerate(self.lobby["seats"]) if place is None]
            self.ask("sit", seat=free[-1]) if free else self.ask("rename", name=f"{NAME} {self.random.randrange(99)}")
        else:
            self.ask("ready", ready=self.random.random() < 0.5)

    def _use_an_old_id(self, connection: Connection) -> None:
        """An id that is not cached any more, with a message that would be accepted if it were new."""
        old = self.random.choice(self.done[:-KEPT])
        message = self.random.choice(OLD_ID_MESSAGES)
        if self.legal and message["type"] != "leave":
            message = {"type": "do", "action": self.random.choice(self.legal)}
        self.reused += 1
        connection.send(json.dumps({**message, "id": old}))


class Disturbed(Scenario):
    """Any table, with an adversary at it; on every second seed the disk and the server never fail."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.random("story"))
        self.adversary = Adversary(world)
        self.calm = world.seed % 2 == 0

    async def _open(self) -> None:
        await super()._open()
        self.people = [*self.people[:3], self.adversary]

    async def _lives(self, person: SimulatedPlayer, number: int) -> None:
        if person is not self.adversary:
            await asyncio.sleep(HEAD_START_S)
        await super()._lives(person, number)

    async def _crashes(self) -> None:
        if not self.calm:
            await super()._crashes()

    async def _disk_fills(self) -> None:
        if not self.calm:
            await super()._disk_fills()


async def disturbed_table(world: World) -> Disturbed:
    """One table from its opening to its end, with an adversary."""
    scenario = Disturbed(world)
    await scenario.run()
    return scenario
