"""Scenarios of the simulated world: any table, with any people and any misfortune, as the seed decides."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.support.clock import START_S
from tests.world.checker import Checker
from tests.world.law import Law
from tests.world.network import Connection
from tests.world.players import SimulatedPlayer
from tests.world.world import World

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "five_crowns": {"rounds": [1, 2, 3], "turn_limit": [3, 6, None], "bot_pace": [0.25, 1.0]},
    "wackee_six": {"target": [5, 5, 30], "auto_shout": [False, True], "bot_pace": [0.25, 1.0]},
    "wig_out": {"rounds": [1, 2, 5], "bot_pace": [0.25, 1.0]},
}
SETTINGS: dict[str, list[Any]] = {
    "grace_s": [None, 0, 1, 5],
    "idle_s": [None, 5, 90],
    "turn_s": [None, None, 5],
    "wait_s": [0, 2, 8],
    "countdown_s": [0, 0.5, 2],
    "hints": [True, True, False],
    "phrases": [True, True, False],
    "stand_in": ["beginner", "casual", "skilled"],
}
NAMES = ("Ana", "Bo", "Cleo", "Dov", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon", "Kim", "Lou")
LEVELS = ("beginner", "casual", "skilled")
ADVERSARY = "Mallory"
CALM_S = 15.0  # after all misfortune, for everything to be as it should be


async def random_table(world: World) -> Checker:
    """One table from its opening to its end, through drops, stalls, crashes and full disks."""
    scenario = Scenario(world, world.random("story"))
    await scenario.run()
    return scenario.checker


class Scenario:
    """What happens at one table, and around it."""

    def __init__(self, world: World, random: Random) -> None:
        self.world = world
        self.random = random
        self.checker = Checker(world)
        self.law = Law(world, ADVERSARY)
        self.people: list[SimulatedPlayer] = []
        self.until = START_S + random.choice((30.0, 60.0, 90.0))

    async def run(self) -> None:
        """From the boot to the close."""
        self.world.boot()
        await self._open()
        lives = [self._lives(person, at) for at, person in enumerate(self.people)]
        await asyncio.gather(*lives, *self.chaos())
        await self._calm()
        await self.everybody_is_right()
        await self._leave()

    def _settings(self) -> dict[str, Any]:
        return {name: self.random.choice(values) for name, values in SETTINGS.items()}

    async def _open(self) -> None:
        name = self.random.choice(sorted(OPTIONS))
        options = {key: self.random.choice(values) for key, values in OPTIONS[name].items()}
        bots = [self.random.choice(LEVELS) for _ in range(self.random.choice((0, 0, 1, 2)))]
        count = self.random.randint(2, 6 if name == "wackee_six" else 4)
        if name == "wackee_six" and self.random.random() < 0.2:
            count = self.random.randint(8, 10)
        elif name == "wackee_six" and count + len(bots) > 3 and self.random.random() < 0.6:
            options["partners"] = True
        if name == "wackee_six" and self.random.random() < 0.7:
            taken = count + len(bots)
            options["down"] = [0] * ((taken + 1) // 2 if taken > 6 or "partners" in options else taken)
        for one in NAMES[:count]:
            self.people.append(self.player(one, self.random.choice((0.005, 0.02, 0.08, 0.2, 0.5))))
        await self.seated(game=name, options=options, settings=self._settings(), bots=bots)

    def player(self, name: str, rtt_s: float) -> SimulatedPlayer:
        """Somebody at the table."""
        return SimulatedPlayer(self.world, name, rtt_s=rtt_s)

    async def seated(self, **table: Any) -> None:
        """The first person opens the table."""
        await self.people[0].opens(**table)

    def chaos(self) -> list[Any]:
        """What goes on around the table."""
        return [self._crashes(), self._disk_fills(), self._network(), self._look()]

    async def _lives(self, person: SimulatedPlayer, number: int) -> None:
        """Join, sometimes late, and play until the end."""
        late = self.random.random() < 0.15
        while not person.token:
            await asyncio.sleep(self.random.uniform(5, 25) if late else 0.1 * number)
            if self.world.now > self.until:
                return
            await person.joins(self.people[0].code, watch=late or self.random.random() < 0.05)
        person.begin()
        pace = self.random.choice((0.15, 0.4, 1.2)) * max(1, len(self.people) / 4)
        await person.live(self.until, pace)

    # Misfortune

    async def _crashes(self) -> None:
        if self.random.random() < 0.4:
            return
        while True:
            await asyncio.sleep(self.random.expovariate(1 / 20))
            if self.world.now > self.until:
                return
            if self.random.random() < 0.2:
                await self.world.close()
            else:
                self.world.crash()
            await asyncio.sleep(self.random.choice((0.05, 0.5, 4.0)))
            self.world.boot()

    async def _disk_fills(self) -> None:
        while self.random.random() < 0.7:
            await asyncio.sleep(self.random.expovariate(1 / 15))
            if self.world.now > self.until:
                break
            self.world.disk.full = self.random.random() < 0.7
            self.world.disk.slow = self.random.choice((1.0, 20.0))
            await asyncio.sleep(self.random.choice((0.01, 0.1, 1.0)))
            self.world.disk.full, self.world.disk.slow = False, 1.0

    async def _network(self) -> None:
        while self.world.now < self.until:
            await asyncio.sleep(self.random.expovariate(1 / 3))
            victim = self.random.choice(self.people)
            if victim.connection is not None and victim.connection.alive:
                await self._befalls(victim, victim.connection)

    async def _befalls(self, victim: SimulatedPlayer, connection: Connection) -> None:
        chance = self.random.random()
        if chance < 0.35:
            connection.drop(self.random.choice((0.0, 0.05, 1.0, 3.0)))
        elif chance < 0.55:
            connection.drop(None)
        elif chance < 0.65:
            connection.close()
        elif chance < 0.75:
            connection.stall()
            self.world.loop.call_later(self.random.choice((0.5, 3.0, 20.0)), connection.resume)
        elif chance < 0.85:
            victim.begin()  # the same seat in another tab

    async def _look(self) -> None:
        while self.world.now < self.until:
            await asyncio.sleep(1.0)
            self.checker.look()

    # The end

    async def _calm(self) -> None:
        """No more misfortune: everybody comes back with one connection."""
        world = self.world
        world.disk.full, world.disk.slow = False, 1.0
        if world.life is None:
            world.boot()
        for person in self.people:
            person.end()
        await asyncio.sleep(1.0)
        for person in self.people:
            person.begin()
        until = world.now + CALM_S
        while world.now < until:
            await asyncio.sleep(1.0)
            self.checker.look()

    async def everybody_is_right(self) -> None:
        """Nobody is behind, nobody is shown as present who is away; every view was compared as it came."""
        present = [person for person in self.people if person.connection is not None]
        for person in self.people:
            if person.token and not person.gone and person.connection is None:
                self.world.fail(f"{person.name} cannot come back")
        expected = sorted({person.you for person in present})
        for person in present:
            assert person.connection is not None
            seen = self.checker.seen[person.connection.number]
            if seen.seq is None or sorted(seen.here) != expected:
                self.world.fail(f"{person.name} sees {seen.here} here, and {expected} are")
        sessions = self.world.rooms.sessions
        if len(sessions) != len(present):
            self.world.fail(f"{len(sessions)} sessions of {len(present)} people")

    async def _leave(self) -> None:
        """When all have left, the table is put away; then the server closes and nothing is left."""
        for person in self.people:
            person.end()
        await asyncio.sleep(40.0)
        if self.world.rooms.live or self.world.rooms.sessions:
            self.world.fail(f"not put away: {self.world.rooms.live} {self.world.rooms.sessions}")
        await self.world.close()
        self.checker.end()
