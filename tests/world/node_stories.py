"""A table at several simulated nodes, through kills, pauses, cuts, crashes of the database and wrong clocks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from rumpus import wire
from tests.support.clock import START_S
from tests.world.checker import Checker, Seen
from tests.world.database import Ill
from tests.world.network import Connection, Lost
from tests.world.nodes import NodesWorld, Place
from tests.world.players import SimulatedPlayer
from tests.world.world import run_in

OPTIONS: dict[str, dict[str, Any]] = {
    "wig_out": {"rounds": 2, "bot_pace": 1.0},
    "five_crowns": {"rounds": 1, "turn_limit": 6, "bot_pace": 1.0},
}
SETTINGS = {"grace_s": 600, "countdown_s": 0, "wait_s": 0.3}
WELCOME_S = 2.0  # for a welcome; then a client hangs up
IMPATIENT_S = 5.5  # the same for an answer
BEHIND_S = 15.0  # a lease, a link that is given up after 5 s, and connecting again
CALM_S = 25.0  # after all misfortune, for everything to be as it should be


class NodesChecker(Checker):
    """What every client is told is what the database has. Who answers may change at any time, and with it refusals."""

    patience_s = BEHIND_S

    def __init__(self, world: NodesWorld) -> None:
        super().__init__(world)
        self.nodes = world

    def _kept(self, seen: Seen, name: str, ask: Any, told: Any) -> None:
        self._trouble = True
        if isinstance(told, wire.Refused) and told.reason == "table-not-saved" and self._left_behind(seen):
            return  # it was not saved when the owner said so, and was asked for again since
        super()._kept(seen, name, ask, told)

    def _left_behind(self, seen: Seen) -> bool:
        """Whether the same person has another connection since: what comes here may have been long on its way."""
        return any(one.token == seen.token for number, one in self.seen.items() if number > seen.connection.number)

    def answerer(self, connection: Connection) -> int:
        """Any of the nodes may answer, whichever the client is connected to."""
        return 0

    def closing(self, seen: Seen) -> bool:
        """Whether any of the nodes is about to restart, or has: its last words may still be on their way."""
        return any(self.nodes.now - place.closed_at < BEHIND_S for place in self.nodes.places)


class Roamer(SimulatedPlayer):
    """A player who comes back to any node, and hangs up when nothing is heard."""

    def __init__(self, world: NodesWorld, name: str, *, quiet: bool = False) -> None:
        super().__init__(world, name, rtt_s=0.02)
        self.quiet = quiet  # asks for nothing
        self._since = 0.0  # when something was last heard, or asked for

    async def _connected(self, page: str) -> None:
        watching = asyncio.ensure_future(self._watch(self.world.now))
        try:
            await super()._connected(page)
        finally:
            watching.cancel()

    async def _watch(self, began: float) -> None:
        """Hang up if there is no welcome, or no answer."""
        connection: Connection | None = None
        while True:
            await asyncio.sleep(0.25)
            connection = self.connection or connection
            if connection is None or not connection.alive:
                continue
            now, seen = self.world.now, getattr(connection, "welcomed", False)
            silent_s = now - max(began, self._since)
            if (not seen and now - began > WELCOME_S) or (self.waiting and silent_s > IMPATIENT_S):
                connection.drop(0.5)

    def take(self, told: dict[str, Any]) -> None:
        """Take in one message; a node must not know less than another has told before."""
        self._since = self.world.now
        if told["type"] == "welcome":
            if self.seq is not None and told["seq"] < self.seq:
                self.world.fail(f"{self.name} is welcome at number {told['seq']} after {self.seq} was told")
            if self.connection is not None:
                self.connection.welcomed = True  # type: ignore[attr-defined]  # for `_watch`
        super().take(told)

    def ask(self, kind: str, **fields: Any) -> str:
        """Note when."""
        if not self.waiting:
            self._since = self.world.now
        return super().ask(kind, **fields)

    async def _something(self) -> None:
        if not self.quiet:
            await super()._something()

    async def _moves_device(self) -> None:
        """Not here: an answer that is lost would be the loss of the seat."""


class Story:
    """One table, and what befalls the nodes around it."""

    def __init__(self, world: NodesWorld) -> None:
        self.world = world
        self.random = world.random("story")
        self.checker = NodesChecker(world)
        self.people = [Roamer(world, "Ana"), Roamer(world, "Cleo"), Roamer(world, "Dov", quiet=True)]
        self.until = START_S + self.random.choice((15.0, 25.0, 35.0))
        self.starting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """From the start of the nodes to their end."""
        world = self.world
        for place in world.places:
            await world.begin(place)
        game = self.random.choice(sorted(OPTIONS))
        bots = ["casual"] if self.random.random() < 0.3 else []
        await self.people[0].opens(game=game, options=OPTIONS[game], settings=SETTINGS, bots=bots)
        for person in self.people[1:]:
            while not await person.joins(self.people[0].code, watch=person.quiet):
                await asyncio.sleep(0.3)
        for person in self.people:
            person.begin()
        world.database.ill = self.random.choice((Ill(), Ill(), self._ill()))
        lives = [person.live(self.until, 0.3) for person in self.people]
        await asyncio.gather(*lives, self._misfortune(), self._drops(), self._look())
        await self._calm()
        await self._end()

    def _ill(self) -> Ill:
        chance = self.random.random
        return Ill(chance() * 0.1, chance() * 0.03, chance() * 0.03, chance() * 0.03, chance() * 0.1)

    async def _look(self) -> None:
        while self.world.now < self.until:
            await asyncio.sleep(1.0)
            self.checker.look()

    # Misfortune

    async def _misfortune(self) -> None:
        kinds = [self._kill, self._kill, self._pause, self._pause, self._suspend, self._restart, self._crash]
        kinds += [self._cut_off, self._cut_off, self._cut_link, self._stuck]
        while True:
            await asyncio.sleep(self.random.expovariate(1 / 3))
            if self.world.now > self.until:
                return
            await self.random.choice(kinds)(self.random.choice(self.world.places))

    async def _drops(self) -> None:
        """People lose their connections, and come back to any node."""
        while self.world.now < self.until:
            await asyncio.sleep(self.random.expovariate(1 / 2))
            victim = self.random.choice(self.people)
            if victim.connection is not None:
                victim.connection.drop(self.random.choice((0.0, 1.0, None)))

    def _start(self, place: Place, after_s: float) -> None:
        async def start() -> None:
            await asyncio.sleep(after_s)
            if place.life is None:
                await self.world.begin(place)

        task = asyncio.ensure_future(start())
        self.starting.add(task)
        task.add_done_callback(self.starting.discard)

    async def _kill(self, place: Place) -> None:
        if place.life is not None:
            self.world.fell(place)
            self._start(place, self.random.choice((0.1, 1.0, 6.0)))

    async def _restart(self, place: Place) -> None:
        if place.life is not None and place.paused_at is None:
            await self.world.stopped(place)
            self._start(place, 0.5)

    async def _pause(self, place: Place) -> None:
        self.world.pause(place)
        await self._clock(place)
        self.world.loop.call_later(self.random.choice((0.5, 2.0, 4.6, 5.2, 9.0)), self.world.go_on, place)

    async def _suspend(self, place: Place) -> None:
        self.world.pause(place)
        await asyncio.sleep(self.random.choice((4.6, 6.0, 9.0)))
        self.world.go_on(place, suspended=True)

    async def _crash(self, _: Place) -> None:
        self.world.database.crash()
        await asyncio.sleep(self.random.choice((0.05, 0.5, 3.0)))
        self.world.database.down = False

    async def _cut_off(self, place: Place) -> None:
        """A node and the database do not hear each other, or only one of them the other."""
        await self._clock(place)
        there, back = self.random.choice(((False, False), (True, False), (False, True)))
        place.to_database, place.from_database = there, back
        if self.random.random() < 0.3:
            self.world.database.crash()  # and the node does not hear of it
            await asyncio.sleep(0.2)
            self.world.database.down = False
        await asyncio.sleep(self.random.choice((0.3, 2.0, 7.0)))
        place.to_database = place.from_database = True

    async def _cut_link(self, place: Place) -> None:
        other = self.random.choice(self.world.places)
        if self.random.random() < 0.5:
            self.world.wires.cut(place.number, other.number)
            return
        self.world.wires.hold(place.number, other.number)
        if self.random.random() < 0.5:
            self.world.wires.hold(other.number, place.number)
        await asyncio.sleep(self.random.choice((0.3, 3.0, 8.0)))
        self.world.wires.mend()

    async def _stuck(self, _: Place) -> None:
        """Whatever reaches the database now stands still in it, and comes late."""
        database = self.world.database
        before, database.ill = database.ill, Ill(stuck=0.7)
        await asyncio.sleep(0.5)
        database.ill = before

    async def _clock(self, place: Place) -> None:
        place.wall_error_s = self.random.choice((-3600.0, 0.0, 3600.0))

    # The end

    async def _calm(self) -> None:
        """No more misfortune: everybody is served again."""
        world = self.world
        world.mend()
        for place in world.places:
            if place.life is None and not self.starting:
                self._start(place, 0.0)
        until = world.now + CALM_S
        while world.now < until and (self._unserved() or self.starting):
            await asyncio.sleep(1.0)
            self.checker.look()
        for person in self._unserved():
            world.fail(f"{person.name} is not served: at {person.seq}")

    def _unserved(self) -> list[Roamer]:
        """Those who have no connection, wait for an answer or were not told all."""
        found = []
        for person in self.people:
            behind = person.seq is None or person.seq < self.checker.tables[person.token.partition(".")[0]].seq
            if not person.gone and (person.connection is None or person.waiting or behind):
                found.append(person)
        return found

    async def _end(self) -> None:
        for person in self.people:
            person.end()
        for task in list(self.starting):
            await task
        for place in self.world.places:
            with suppress(Lost):
                await self.world.stopped(place)
        database = self.world.database
        leased = {node for node, row in database.rows.items() if row.until >= self.world.now} - database.dead
        if owners := leased & {one.owner for one in database.base._tables.values()}:
            self.world.fail(f"SIGTERM releases all tables, and these have some: {owners}")
        self.checker.end()


async def story(world: NodesWorld) -> Story:
    """A story to its end."""
    told = Story(world)
    await told.run()
    return told


def one(seed: int) -> Story:
    """The story of one seed."""
    return run_in(NodesWorld(seed, 2 + seed % 2), story, f"python -m tests.soak.nodes {seed}")
