"""Holds frames back until the steps they depend on are on disk, so that nobody is told what a crash could undo."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial

import msgspec

from rumpus import wire
from rumpus.server.net.session import Session

Asker = tuple[Session, str]  # a connection, and the id of its message


class _Held(msgspec.Struct, frozen=True):
    """A delivery that waits until a step is on disk."""

    seq: int
    deliver: Callable[[], object]
    asker: Asker | None = None  # who still gets an answer if the step cannot be saved
    closes: Session | None = None  # the connection that this delivery closes


class Outbox:
    """Delivers messages in order, each when its step is on disk. While it is broken, it drops everything."""

    def __init__(self) -> None:
        self.saved = 0  # the sequence number of the last step on disk
        self.broken = False  # a step could not be saved; true until the table has been loaded again
        self.owed: list[Asker] = []  # messages whose answers were dropped
        self._held: deque[_Held] = deque()
        self._waiters: set[asyncio.Future[None]] = set()

    def idle(self) -> bool:
        """Whether nothing is waiting to be delivered."""
        return not self._held and not self._waiters

    def hold(self, seq: int, deliver: Callable[[], object], asker: Asker | None = None) -> None:
        """Deliver when this step, which is being written, is on disk."""
        self._held.append(_Held(seq, deliver, asker))

    def when_saved(
        self, seq: int, deliver: Callable[[], object], asker: Asker | None = None, closes: Session | None = None
    ) -> None:
        """Deliver when every step up to this one is on disk: at once, if it already is."""
        held = _Held(seq, deliver, asker, closes)
        if self.broken:
            self._lose(held)
        elif self._held or self.saved < seq:
            self._held.append(held)
        else:
            deliver()

    def tell(self, seq: int, session: Session, frame: str, asker: Asker | None = None) -> None:
        """Send a frame when every step up to this one is on disk."""
        self.when_saved(seq, partial(session.tell, frame), asker)

    def on_disk(self, seq: int) -> None:
        """Deliver what was waiting for the steps up to this one."""
        self.saved = seq
        held = self._held
        while held and held[0].seq <= seq:
            held.popleft().deliver()

    async def settled(self, seq: int) -> None:
        """Wait until every step up to this one is on disk; raises the error that prevented it."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(saved)
        self.when_saved(seq, partial(_resolve, saved))
        try:
            await saved
        finally:
            self._waiters.discard(saved)

    def lose(self, error: Exception) -> None:
        """Drop everything that waits, because it could not be saved, and remember who is still owed an answer."""
        self.broken = True
        while self._held:
            self._lose(self._held.popleft())
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(error)

    def owe(self, asker: Asker) -> None:
        """Remember that this message gets its answer once the table has been loaded again."""
        if asker not in self.owed:
            self.owed.append(asker)

    def _lose(self, held: _Held) -> None:
        if held.asker is not None:
            self.owed.append(held.asker)
        if held.closes is not None:
            held.closes.close(wire.CLOSE_RESTART, "nothing could be saved at the moment; connect again")


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
