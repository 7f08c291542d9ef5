"""A table of people who sleep, never call, or leave and come back: every round ends all the same (T-02, T-07, T-08)."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from rumpus.contract import PLAY
from rumpus.driver import QUIET_S, STANDOFF_S
from tests.world.checker import Checker
from tests.world.law import Law
from tests.world.players import SimulatedPlayer
from tests.world.world import World

GAMES = ("five_crowns", "wackee_six", "wig_out")
NAMES = ("Ana", "Bo", "Cleo", "Dov")
OPTIONS: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "bot_pace": 0.25},
    "wackee_six": {"target": 5, "bot_pace": 0.25},
    "wig_out": {"rounds": 2, "bot_pace": 0.25},
}
IDLE_S = (8, 20, 60)
LONGEST_ROUND_S = 900.0  # stand-ins need about 100 s for a round of Five Crowns; sleepers wake up and block it again
LONGEST_MATCH_S = 3600.0
SLACK_S = 6.0  # a countdown that began while the server was loading the table again


class Sleeper(SimulatedPlayer):
    """Plays, falls asleep for minutes, says that they are back or just plays on; may never call, or leave a while."""

    def __init__(self, world: World, name: str, random: Random) -> None:
        super().__init__(world, name, rtt_s=0.02)
        self.sleeps = random.choice((0.0, 0.02, 0.1, 1.0))
        self.calls = random.random() < 0.5
        self.leaves = random.choice((0.0, 0.02))

    async def live(self, until: float, pace_s: float) -> None:
        """Do something now and then until the match is over."""
        while self.world.now < until and (self.lobby or {}).get("stage") != "over":
            await asyncio.sleep(pace_s * (0.2 + self.random.random()))
            if self.connection is None or not self.lobby or self.waiting:
                continue
            chance = self.random.random()
            if chance < self.sleeps:
                await asyncio.sleep(self.random.choice((10.0, 60.0, 200.0)))
                if self.random.random() < 0.5:
                    self.ask("back")
            elif chance < self.sleeps + self.leaves and self.lobby["stage"] == "match":
                await self._goes_away()
            else:
                self._goes_on()

    async def _goes_away(self) -> None:
        """Leave, and come back later with the same token."""
        self.ask("leave")
        await asyncio.sleep(1.0)
        self.end()
        await asyncio.sleep(self.random.choice((2.0, 30.0)))
        self.begin()

    def _goes_on(self) -> None:
        if self.lobby["stage"] == "lobby":
            self.ask("begin" if self.host else "ready")
        elif self.view is not None and self.view["public"]["phase"] in ("deal", "ready") and self.legal == []:
            self.ask("ready")
        else:
            legal = [one for one in self.legal if self.calls or one["do"] != "shout"]
            if legal:
                self.ask("do", action=self.random.choice(legal))


class Watch:
    """Fails the world when a round goes on for ever, or a race stands still longer than T-08 allows."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rounds = 0
        self._round: tuple[int, int] = (0, 0)
        self._since = world.now
        self._lines = 0
        self._moved_at = world.now

    def look(self) -> bool:
        """Look at the table; returns whether its match is over."""
        keeper = next(iter(self.world.rooms.live.values()), None) if self.world.life is not None else None
        if keeper is None or keeper.halted or keeper.table.match is None:
            self._moved_at = self.world.now
            return False
        table, match = keeper.table, keeper.table.match
        state = match.state
        if (table.lobby.match, state.round) != self._round:
            self._round, self._since, self.rounds = (table.lobby.match, state.round), self.world.now, self.rounds + 1
        if self.world.now - self._since > LONGEST_ROUND_S and table.lobby.stage == "match":
            self.world.fail(f"round {state.round} does not end")
        racing = match.rules.race and state.phase == PLAY and table.timers.still_since is None
        moved = sum(not event[1].fact for _, event in match.history)
        if not racing or moved != self._lines:
            self._lines, self._moved_at = moved, self.world.now
        if self.world.now - self._moved_at > QUIET_S + STANDOFF_S + SLACK_S:
            self.world.fail("nobody moves in a race, and the table does nothing")
        return table.lobby.stage == "over"


async def stuck_table(world: World) -> tuple[int, int]:
    """One match to its end; returns how many frames were compared, and how many rounds there were."""
    random = world.random("stuck")
    checker = Checker(world)
    Law(world)
    world.boot()
    name = GAMES[world.seed % len(GAMES)]
    people = [Sleeper(world, one, random) for one in NAMES[: random.randint(1, 4)]]
    bots = ["casual"] * (random.choice((1, 2)) if len(people) == 1 else random.choice((0, 0, 1)))
    settings = {"wait_s": 3, "countdown_s": 0.5, "idle_s": random.choice(IDLE_S), "grace_s": random.choice((None, 2))}
    await people[0].opens(game=name, options=OPTIONS[name], settings=settings, bots=bots)
    for person in people[1:]:
        while not person.token:
            await asyncio.sleep(0.1)
            await person.joins(people[0].code)
    for person in people:
        person.begin()
    until = world.now + LONGEST_MATCH_S
    pace_s = random.choice((0.4, 1.5))
    lives = [asyncio.create_task(person.live(until, pace_s)) for person in people]
    trouble = asyncio.create_task(_trouble(world, random, until))
    await _to_its_end(world, people, Watch(world), until)
    for task in (*lives, trouble):
        task.cancel()
    for person in people:
        person.end()
    await world.close()
    return checker.frames, len(people)


async def _to_its_end(world: World, people: list[Sleeper], watch: Watch, until: float) -> None:
    """The match begins, whoever sleeps, and ends."""
    while people[0].lobby.get("stage", "lobby") == "lobby" and world.now < until:
        people[0].ask("begin")  # a host who sleeps in the lobby is no concern of the rounds
        await asyncio.sleep(2.0)
    while not watch.look():
        await asyncio.sleep(1.0)
        if world.now > until:
            world.fail("the match does not end")


async def _trouble(world: World, random: Random, until: float) -> None:
    """The server is restarted now and then, and the disk is full for a moment."""
    while world.now < until:
        await asyncio.sleep(random.expovariate(1 / 60))
        if random.random() < 0.4:
            world.crash()
            await asyncio.sleep(0.5)
            world.boot()
        else:
            world.disk.full = True
            await asyncio.sleep(random.choice((0.05, 0.5)))
            world.disk.full = False
