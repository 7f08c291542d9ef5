"""After a step could not be saved: loads the table again from its journal, and answers everybody who is waiting."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from rumpus import wire
from rumpus.contract import Question
from rumpus.journal import Conflict, Elsewhere, Lost, Unreachable
from rumpus.server.net.session import Session

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

log = logging.getLogger("rumpus.server")
PENDING_STEP_S = 0.01  # interval at which pending writes are polled
MOST_DEFERRED = 256  # messages of one person that wait for the rebuild
REST_S = 2.0  # after a rebuild the table's timers wait this long, and so does the next rebuild


class Recovery:
    """Restores one table after a fault."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.rests_until = 0.0  # on the server's clock, in seconds
        self._tried = -1.0  # the last time limit that ran out, on the same clock
        self._deferred: list[tuple[Session, wire.Ask | Question]] = []
        self._count: Counter[int] = Counter()  # of the deferred messages, by person
        self._again: list[tuple[Session, wire.Ask | Question]] = []  # to be carried out a second time
        self._repeated: set[tuple[int, str]] = set()  # person and id of those that were, in the last rebuild

    def rest_until(self) -> float:
        """Until when the table takes no automatic steps. A time limit that runs out first ends this pause, once."""
        limit = self.keeper.limit()
        if limit is None or limit <= self._tried:
            return self.rests_until
        return min(self.rests_until, limit)

    def tried(self, now: float) -> None:
        """The table is about to do what is due. A time limit that has run out ends no second rest."""
        limit = self.keeper.limit()
        if limit is not None and limit <= now:
            self._tried = limit

    def defer(self, session: Session, ask: wire.Ask | Question) -> None:
        """Keep a message that arrived during the rebuild; it is handled afterwards."""
        self._count[session.person] += 1
        if self._count[session.person] > MOST_DEFERRED:
            self.keeper.outbox.owe((session, ask.id))  # refused once the table is back
        else:
            self._deferred.append((session, ask))

    def take_over(self, error: Exception) -> None:
        """The table is lost: keep the messages that it still has to handle.

        A conflict is the fault of one message, whose id the journal has. It is answered with what it did then, and
        every other message that was lost with it is carried out again: nobody can void what others have sent.
        """
        unsaved, waiting = self.keeper.requests.hand_over()
        self._again = unsaved if isinstance(error, Conflict) else []
        for session, ask in waiting:
            self.defer(session, ask)

    async def rebuild(self) -> None:
        """Load the table again; if that fails, disconnect everybody and drop it from memory."""
        keeper, rooms = self.keeper, self.keeper.rooms
        await asyncio.sleep(max(0.0, self.rest_until() - rooms.clock()))  # do not retry a full disk all the time
        try:
            while keeper.pending:  # entries still being written will be in the journal too
                await asyncio.sleep(PENDING_STEP_S)
            await keeper.reload()
            owed = [answer async for answer in self._owed_answers()]
        except (Elsewhere, Lost, Unreachable) as error:
            log.warning("let-go", extra={"table": keeper.name, "why": type(error).__name__})
            keeper.let_go(error)
            return
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
        """Send the answers that were dropped, then handle the deferred messages: each id gets exactly one answer."""
        keeper = self.keeper
        unsaved = {(session.person, id_) for session, id_, seq in owed if seq is None} - self._repeated
        lost = [(session, ask) for session, ask in self._again if (session.person, ask.id) in unsaved]
        self._repeated = {(session.person, ask.id) for session, ask in lost}
        deferred = [(session, ask) for session, ask in (*lost, *self._deferred) if session.keeper is keeper]
        self._deferred, self._again = [], []
        self._count.clear()
        again = {(session.person, ask.id) for session, ask in deferred}
        for session, id_, seq in owed:
            if seq is not None:
                keeper.requests.answer(session, wire.Done(id=id_, seq=seq))
            elif (session.person, id_) not in again:  # a message sent again meanwhile is handled below
                keeper.requests.answer(session, wire.Refused(id=id_, reason="table-not-saved"))
        for session, ask in deferred:
            if session.keeper is keeper:  # the message before may have removed this person
                keeper.hear(session, ask)

    def _welcome_back(self) -> None:
        """Send every welcome before announcing anyone, so that nobody sees a gap in the sequence numbers."""
        keeper = self.keeper
        for session in keeper.sessions.values():
            keeper.presence.welcome(session)
        for person in list(keeper.sessions):
            keeper.table.came(person, keeper.now())
        match = keeper.table.match
        if match is not None and match.called_at is not None and match.flights is None:
            keeper.presence.ping_behind_the_call()  # nobody has been asked yet

    async def _owed_answers(self) -> AsyncIterator[tuple[Session, str, int | None]]:
        """For each dropped answer the sequence number of its step in the journal, or None if it was not saved."""
        keeper = self.keeper
        while keeper.outbox.owed:
            session, id_ = keeper.outbox.owed.pop(0)
            yield session, id_, await keeper.rooms.journal.seq_of(keeper.name, f"{session.person}:{id_}")
