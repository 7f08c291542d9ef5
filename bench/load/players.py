"""Players who load our server: they sit at many tables, act on what they are told, and check all of it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from bench.load import checks
from bench.load.frames import call
from bench.load.player import Player
from bench.load.table import Table
from bench.load.tally import Tally, schedule

# Rounds that random play brings to an end, and matches that end while the load lasts
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("five_crowns", {"turn_limit": 10}),
    ("wackee_six", {"target": 60}),
    ("wig_out", {}),
)
# Where two commits are compared, on top of that: hands of 3 to 7 cards, because lists of long ones are waited for
SHORT: dict[str, dict[str, Any]] = {"five_crowns": {"rounds": 5}}
AT_ONCE = 16  # connections and requests in progress while people sit down
SIZES_KEPT = 4096
LOOK_S = 0.005  # between two looks at whether a window is over
PATIENCE_S = 30.0  # how much longer than its seconds a window may last that has so many steps to make
READ_AT_ONCE = 2  # messages between two looks at the sockets, so that checking one does not make the next look late


class Players:
    """All tables of a load: acts for the schedule, or one action after the other at every table."""

    def __init__(self, rng: Random) -> None:
        self.tally = Tally()
        self.games = GAMES
        self.rng = rng
        self.tables: deque[Table] = deque()
        self.sizes: deque[int] = deque(maxlen=SIZES_KEPT)
        self.to_check: list[tuple[str, int, list[tuple[checks.Lines, bytes]]]] = []
        self.number = 0
        self.flying = 0
        self.welcome = 0
        self.playing = True
        self.closed_loop = False
        self.hasty = False  # in an overload: only numbers and answers are checked, else the load could not keep up
        self.late: deque[float] = deque()  # in an overload: actions that were due when nobody could act
        self.closing = False
        self.through: int | None = None  # the port of the node to connect to, if not the one that opens the tables
        self.waits_for_go = True  # whether this server knows T-03: a race waits until everybody is ready for GO
        self.unread: deque[tuple[Player, bytes, float]] = deque()  # with the time at which it was there

    async def sit_down(self, port: int, tables: int, players: int, samples: int = 0) -> None:
        """Open the tables, the games in turn, and wait until everybody is welcome; the first tables are sampled."""
        games = self.games
        todo = deque(Table(self, *games[number % len(games)], sampled=number < samples) for number in range(tables))

        async def host() -> None:
            while todo:
                table = todo.popleft()
                await table.open(port, players)
                self.tables.append(table)

        await asyncio.gather(*(host() for _ in range(AT_ONCE)))
        async with asyncio.timeout(60):
            while self.welcome < tables * players:
                await asyncio.sleep(0.01)

    def take(self, player: Player, frame: bytes, at: float) -> None:
        """A message that came at this time; it is read when the sockets have been looked at."""
        if not self.unread:
            asyncio.get_running_loop().call_soon(self.read_on)
        self.unread.append((player, frame, at))

    def read_on(self) -> None:
        """Read and check some of what has come."""
        for _ in range(min(READ_AT_ONCE, len(self.unread))):
            player, frame, at = self.unread.popleft()
            player.read(frame, at)
        if self.unread:
            asyncio.get_running_loop().call_soon(self.read_on)

    def act(self, due: float) -> bool:
        """The next table that can, in turn."""
        for _ in range(len(self.tables)):
            self.tables.rotate(-1)
            table = self.tables[0]
            if table.act(due):
                return True
        return False

    def in_flight(self) -> int:
        """What has no answer yet."""
        return self.flying

    def everybody(self) -> Iterator[Player]:
        """All players of all tables."""
        return (player for table in self.tables for player in table.players)

    async def begun(self, patience_s: float = 60.0) -> None:
        """Every table plays."""
        async with asyncio.timeout(patience_s):
            while any(player.lobby is None or player.lobby.stage == "lobby" for player in self.everybody()):
                await asyncio.sleep(0.01)

    async def one_after_the_other(self, seconds: float, steps: int | None = None) -> float:
        """A closed loop: one action in flight at every table, for so long or so many steps. Gives the seconds."""
        self.tally.clear()
        self.closed_loop = True
        start = perf_counter()
        for table in self.tables:
            if not table.in_flight:
                table.act(start, fresh=True)
        if steps is None:
            await asyncio.sleep(seconds)
        else:
            while self.tally.steps() < steps and perf_counter() - start < seconds + PATIENCE_S:
                await asyncio.sleep(LOOK_S)
        lasted = perf_counter() - start
        self.closed_loop = False
        return lasted

    async def overload(self, rate: float, seconds: float) -> float:
        """Act by a schedule that is too fast; whoever gets an answer acts again. Gives how long it lasted."""
        self.hasty = True
        due = deque(schedule(rate, seconds, self.rng))
        start = perf_counter()
        while (now := perf_counter() - start) < seconds:
            while due and due[0] <= now:
                self.late.append(start + due.popleft())
            while self.late and self.act(self.late[0]):
                self.late.popleft()
            await asyncio.sleep(0.005)
        self.late.clear()
        return perf_counter() - start

    async def check_records(self, port: int) -> None:
        """The sampled matches that have ended, whole: what each seat was told is what the record gives it."""
        records: dict[str, bytes] = {}
        for name, seat, history in self.to_check:
            if name not in records:
                status, records[name] = await call(port, "GET", f"/api/records/{name}")
                if status != 200:
                    self.tally.wrong(f"a record was answered with {status}")
                    continue
            wrong = checks.replayed(records[name], seat, history)
            self.tally.checked += 1
            if wrong is not None:
                self.tally.wrong(f"record {name}, seat {seat}: {wrong}")
        self.to_check.clear()

    def leave(self) -> None:
        """Hang up."""
        self.closing = True
        for player in self.everybody():
            if player.socket is not None:
                player.socket.close()
