"""What the server does every second: watches the load and the connections, and removes old tables and circles."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from rumpus import wire
from rumpus.server.budget.budgets import SENT
from rumpus.server.budget.load import SAMPLES, TICK_S
from rumpus.server.challenges.challenges import CHALLENGE
from rumpus.server.circles.keeper import CIRCLE
from rumpus.server.net.session import PING_EVERY_S, RACE_PING_EVERY_S, SILENT_S, Session
from rumpus.server.sweeping import Sweeper

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")


class Upkeep:
    """The regular work for the tables of one server."""

    def __init__(self, rooms: Rooms, keep_days: float, keep_circles_days: float) -> None:
        self.rooms = rooms
        self.sweeper = Sweeper(rooms.journal, rooms.live, rooms.clock, keep_days * 86400)
        self.circle_sweeper = Sweeper(rooms.journal, rooms.circles.live, rooms.clock, keep_circles_days * 86400, CIRCLE)
        self.challenge_sweeper = Sweeper(
            rooms.journal, rooms.challenges.live, rooms.clock, keep_days * 86400, CHALLENGE
        )
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start to watch the load, the connections and empty tables, and beside that to look after the journal.

        The first never waits for the disk: nobody is to be pinged too late because it hangs.
        """
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._watch()), loop.create_task(self._look_after_the_journal())]

    async def _watch(self) -> None:
        while True:
            sessions = list(self.rooms.sessions)
            for sample in range(SAMPLES):
                expected = self.rooms.clock() + TICK_S / SAMPLES
                await asyncio.sleep(TICK_S / SAMPLES)
                self.rooms.load.sampled(self.rooms.clock() - expected)
                self._check_connections(sessions[sample::SAMPLES])
            try:
                self.rooms.tidy()
            except Exception:
                log.exception("tick-fault")

    async def _look_after_the_journal(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.rooms.release_all()
                await self.sweeper.tick()
                await self.circle_sweeper.tick()
                await self.challenge_sweeper.tick()
            except Exception:
                log.exception("tick-fault")

    def look_after(self) -> None:
        """The same for a device with its own table: nobody else can load it, so only time is checked."""
        self._check_connections(list(self.rooms.sessions))
        self.rooms.tidy()

    def _check_connections(self, sessions: list[Session]) -> None:
        """Ping the connections that are due for one, and close those that have been silent for too long."""
        now = self.rooms.clock()
        for session in sessions:
            keeper = session.keeper
            self._count_sent(session)
            if now - session.heard_at > SILENT_S:
                session.close(wire.CLOSE_SILENT, "no answer to our pings")
            elif now >= session.next_ping and keeper is not None:
                lobby = keeper.table.lobby
                racing = lobby.stage == "match" and keeper.table.match is not None and keeper.table.match.rules.race
                session.next_ping = now + (RACE_PING_EVERY_S if racing else PING_EVERY_S)
                session.tell(session.ping(now))

    def _count_sent(self, session: Session) -> None:
        """Charge what was sent to a connection since the last time to the budgets of its address."""
        if session.sent:
            self.rooms.budgets.used(self.rooms.budgets.account(session.address), SENT, session.sent / 1024)
            session.sent = 0

    def stop(self) -> None:
        """End both."""
        for task in self._tasks:
            task.cancel()
