"""A simulated world with several nodes on one database.

Everything from the lease and the links inwards is the shipped code: `Lease`, `Links`, `Cluster`, `Rooms`, the keepers
and the application. Simulated are the clock, the database (`database.py`), TCP between the nodes (`wires.py`) and the
way to the clients (`network.py`). Each machine has clocks of its own, one of which may be wrong.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rumpus.contract import Malformed
from rumpus.journal import Journal
from rumpus.journal.postgres import directory
from rumpus.server.cluster.starting import Cluster
from rumpus.server.config import ServerConfig
from tests.world.database import Database, NodeStore
from tests.world.fence import Fence
from tests.world.lifetime import Life
from tests.world.network import Answer, Lost
from tests.world.wires import NodesLoop
from tests.world.world import World

REQUEST_S = 3.0  # a client waits so long for an answer over HTTP
AWAY_S = 5.0  # a node that did not answer gets no new connections for so long, as from a balancer


class Place:
    """One machine, on which a node runs most of the time."""

    def __init__(self, world: NodesWorld, number: int) -> None:
        self.world = world
        self.number = number
        self.url = f"tcp://node{number}:8100"
        self.life: Life | None = None
        self.cluster: Cluster
        self.store: NodeStore
        self.ids: set[str] = set()  # of all its incarnations
        self.renewed_at = float("-inf")  # when the last good renewal began
        self.to_database = self.from_database = True  # whether anything arrives
        self.paused_at: float | None = None
        self.closed_at = -math.inf  # when it was last stopped in order; infinite while it closes
        self.suspended_s = 0.0  # all in all
        self.wall_error_s = 0.0

    def boottime(self) -> float:
        """The clock that nothing stops."""
        return self.world.now

    def monotonic(self) -> float:
        """A clock that stands still while the machine is suspended."""
        return self.world.now - self.suspended_s

    def wall(self) -> float:
        """A clock that people set."""
        return self.world.today() + self.wall_error_s

    @property
    def clock(self) -> Any:
        """That of the lease."""
        return self.boottime


class NodesWorld(World):
    """Several machines, one database."""

    def __init__(self, seed: int, nodes: int) -> None:
        loop = NodesLoop(seed)
        super().__init__(seed, loop)
        self.wires = loop.wires
        self.places = [Place(self, number) for number in range(nodes)]
        self.database = Database(self)
        self.fence = Fence(self)
        self.wires.said = self.fence.said
        self.door: Place | None = None  # where everybody arrives; None: anywhere
        self._balancer = self.random("balancer")
        self.patches = ExitStack()
        self.patches.enter_context(patch.object(directory, "connect", self.database.connect))
        self.patches.enter_context(patch.object(directory, "listens", self._listens))

    def trouble(self, what: dict[str, Any]) -> None:
        """As in every world; but the streams of asyncio complain of each connection that is cancelled with its node."""
        if not isinstance(what.get("exception"), asyncio.CancelledError):
            super().trouble(what)

    async def _listens(self, url: str) -> bool:
        return any(place.url == url and place.life is not None for place in self.places)

    async def begin(self, place: Place) -> None:
        """Start a node, as `rumpus serve` does; it waits until the database answers."""
        self.lives += 1
        life = place.life = Life(self.lives, place.number)
        place.store = store = NodeStore(self.database, place)
        journal = Journal(store, store.run, clock=self.loop.time)
        self.furnish(life, journal)
        life.rooms.today = self.today
        config = ServerConfig(data=Path(), store=str(place.number), node_url=place.url)
        place.cluster = cluster = Cluster(config, store, life.rooms, life.app, store.run, place.clock)
        joined = cluster._lease._joined

        def known(node: str) -> None:
            if node:
                place.ids.add(node)
            joined(node)

        cluster._lease._joined = known
        while place.life is life:
            try:
                await life.begin(cluster.start())
            except (Malformed, OSError, TimeoutError):  # the database is away; systemd starts it again
                await asyncio.sleep(0.3)
                for host, listener in list(self.wires.listeners.items()):
                    if listener.life is life:
                        del self.wires.listeners[host]
            else:
                break
        if place.life is life:
            life.call(life.rooms.upkeep.start)
            for watcher in self.watchers:
                watcher.booted(life)

    def fell(self, place: Place) -> None:
        """kill -9."""
        life, place.life, place.paused_at = place.life, None, None
        place.closed_at = min(place.closed_at, self.now)
        if life is not None:
            self.kill(life)
            self.database.died(life)

    async def stopped(self, place: Place) -> None:
        """SIGTERM."""
        life = place.life
        if life is None or place.paused_at is not None:
            return
        place.closed_at = math.inf  # while it closes

        async def all_of_it() -> None:
            await life.rooms.close()
            await place.cluster.stop()

        await life.begin(all_of_it())
        if place.life is life:
            self.fell(place)

    def pause(self, place: Place) -> None:
        """SIGSTOP, or the machine is suspended."""
        assert isinstance(self.loop, NodesLoop)
        if place.life is not None and place.paused_at is None:
            place.paused_at = self.now
            self.loop.pause(place.life)

    def go_on(self, place: Place, *, suspended: bool = False) -> None:
        """The end of that."""
        assert isinstance(self.loop, NodesLoop)
        if place.life is not None and place.paused_at is not None:
            late_s, place.paused_at = self.now - place.paused_at, None
            place.suspended_s += late_s if suspended else 0.0
            self.loop.go_on(place.life, late_s if suspended else 0.0)

    def mend(self) -> None:
        """The end of all misfortune; nodes that are down are started by whoever has stopped them."""
        self.database.down = self.database.full = False
        self.database.ill = type(self.database.ill)()
        self.wires.mend()
        for place in self.places:
            place.to_database = place.from_database = True
            self.go_on(place)

    def end(self) -> None:
        """Whatever still runs is killed."""
        for place in self.places:
            self.fell(place)
        self.patches.close()

    def reached(self) -> Life | None:
        """Any node: there is no balancer that would know which is well."""
        return (self.door or self._balancer.choice(self.places)).life

    async def request(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        """As in every world, with less patience."""
        try:
            async with asyncio.timeout(REQUEST_S):
                return await super().request(method, path, body, **more)
        except TimeoutError:
            raise Lost from None
