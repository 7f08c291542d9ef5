"""When something could not be saved: the table is loaded again as its journal has it, and everybody gets an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from rumpus import wire
from rumpus.server.session import Session

if TYPE_CHECKING:
    from rumpus.server.keeper import Keeper

log = logging.getLogger("rumpus.server")
PENDING_STEP_S = 0.01  # between two looks at what is still on its way to the disk
REST_S = 2.0  # after something could not be saved the clocks of the table rest so long


class Recovery:
    """Mends one table after a fault."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.rests_until = 0.0  # by the clock of the server
        self._deferred: list[tuple[Session, Any]] = []

    def defer(self, session: Session, ask: Any) -> None:
        """A message that came while the table is loaded; it is heard afterwards."""
        self._deferred.append((session, ask))

    async def rebuild(self) -> None:
        """Load the table again; if that fails, put it away as it is."""
        keeper, rooms = self.keeper, self.keeper.rooms
        await asyncio.sleep(max(0.0, self.rests_until - rooms.clock()))  # a full disk is not asked all the time
        try:
            while keeper.pending:  # what is on its way to the disk is part of the journal too
                await asyncio.sleep(PENDING_STEP_S)
            await keeper.load()
            owed = [answer async for answer in self._owed_answers()]
        except Exception:
            log.exception("table-closed", extra={"table": keeper.name})
            for session in list(keeper.sessions.values()):
                session.close(wire.CLOSE_TABLE, "this table cannot go on; what was played is kept")
            rooms.forget(keeper)
            return
        keeper.outbox.broken = False
        self.rests_until = rooms.clock() + REST_S
        for person in list(keeper.sessions):
            if keeper.table.lobby.person(person) is None:
                keeper.presence.drop(person, "your coming could not be saved")
        keeper.guarded(self._welcome_back)
        self._answer(owed)

    def _answer(self, owed: list[tuple[Session, str, int | None]]) -> None:
        """Answer those whose answers were lost, then hear what was deferred: each id gets one answer."""
        keeper = self.keeper
        deferred = [(session, ask) for session, ask in self._deferred if session.keeper is keeper]
        self._deferred = []
        again = {(session.person, ask.id) for session, ask in deferred}
        for session, id_, seq in owed:
            if seq is not None:
                keeper.requests.answer(session, wire.Done(id=id_, seq=seq))
            elif (session.person, id_) not in again:  # what was asked again meanwhile is tried again
                keeper.requests.answer(session, wire.Refused(id=id_, reason="table-not-saved"))
        for session, ask in deferred:
            if session.keeper is keeper:  # still: the message before may have removed them
                keeper.hear(session, ask)

    def _welcome_back(self) -> None:
        """Send every welcome before announcing anyone, so that the numbers have no gaps."""
        keeper = self.keeper
        for session in keeper.sessions.values():
            keeper.presence.welcome(session)
        for person in list(keeper.sessions):
            keeper.table.came(person, keeper.now())

    async def _owed_answers(self) -> AsyncIterator[tuple[Session, str, int | None]]:
        """What is in the journal has happened, with that number; the rest could not be saved."""
        keeper = self.keeper
        while keeper.outbox.owed:
            session, id_ = keeper.outbox.owed.pop(0)
            yield session, id_, await keeper.rooms.journal.seq_of(keeper.name, f"{session.person}:{id_}")
