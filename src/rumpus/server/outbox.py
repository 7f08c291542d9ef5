"""What waits to be told until everything it depends on is on disk."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rumpus import wire
from rumpus.server.session import Session

Asker = tuple[Session, str]  # a connection, and the id of its message


class _Held(NamedTuple):
    """What waits for a number to be on disk; if it will never be, the asker is still owed an answer."""

    seq: int
    deliver: Callable[[], object]
    asker: Asker | None = None
    closes: Session | None = None


class Outbox:
    """Delivers in order, each thing when its number is saved. A broken outbox loses what waits and what comes."""

    def __init__(self) -> None:
        self.saved = 0  # the last number that is on disk
        self.broken = False  # nothing can be saved until the table is loaded again
        self.owed: list[Asker] = []  # whose answers were lost
        self._held: deque[_Held] = deque()
        self._waiters: set[asyncio.Future[None]] = set()

    def idle(self) -> bool:
        """Whether nobody waits for anything."""
        return not self._held and not self._waiters

    def hold(self, seq: int, deliver: Callable[[], object], asker: Asker | None = None) -> None:
        """Deliver when this number, which is on its way to the disk, is saved."""
        self._held.append(_Held(seq, deliver, asker))

    def when_saved(
        self, seq: int, deliver: Callable[[], object], asker: Asker | None = None, closes: Session | None = None
    ) -> None:
        """Deliver when everything up to this number is on disk: now, if it is."""
        held = _Held(seq, deliver, asker, closes)
        if self.broken:
            self._lose(held)
        elif self._held or self.saved < seq:
            self._held.append(held)
        else:
            deliver()

    def tell(self, seq: int, session: Session, frame: str, asker: Asker | None = None) -> None:
        """Tell a connection when everything up to this number is on disk."""
        self.when_saved(seq, partial(session.tell, frame), asker)

    def on_disk(self, seq: int) -> None:
        """Everything up to this number is on disk."""
        self.saved = seq
        held = self._held
        while held and held[0].seq <= seq:
            held.popleft().deliver()

    async def settled(self, seq: int) -> None:
        """Wait until everything up to this number is on disk; raises what went wrong if it never will be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(done)
        self.when_saved(seq, partial(_resolve, done))
        try:
            await done
        finally:
            self._waiters.discard(done)

    def lose(self, error: Exception) -> None:
        """What waits will never be on disk. Askers are owed an answer; a closing session is told to reconnect."""
        self.broken = True
        while self._held:
            self._lose(self._held.popleft())
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(error)

    def owe(self, asker: Asker) -> None:
        """This asker gets an answer when the table is loaded again."""
        if asker not in self.owed:
            self.owed.append(asker)

    def _lose(self, held: _Held) -> None:
        if held.asker is not None:
            self.owed.append(held.asker)
        if held.closes is not None:
            held.closes.close(wire.CLOSE_RESTART, "nothing could be saved at the moment; connect again")


def _resolve(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
