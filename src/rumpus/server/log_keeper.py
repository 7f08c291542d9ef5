"""A log in memory that is no table: changes are decided one after the other, written, and only then applied."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from rumpus.journal import FIRST, Conflict, Entry, Journal, Lost, Unsaved
from rumpus.server.problems import not_saved


class Gone(Exception):
    """The log is no longer in memory: it was removed, or must be read again after a failure."""


def size_of(entries: Iterable[Entry]) -> int:
    """The bytes of these entries in the journal."""
    return sum(len(entry.body) + len(entry.key or "") for entry in entries)


class Folded(Protocol):
    """What the events of a log add up to."""

    bytes: int  # that it takes in memory, about

    def apply(self, event: Any) -> None:
        """Something has happened, and is on disk."""


Kept = TypeVar("Kept", bound=Folded)
Happens = TypeVar("Happens")


class LogKeeper(Generic[Kept, Happens]):
    """One log. What is in memory is on disk: an event is applied when it has been written."""

    def __init__(
        self,
        journal: Journal,
        id_: str,
        kept: Kept,
        entries: Sequence[Entry],
        today: Callable[[], float],
        entries_of: Callable[[Sequence[Happens], int, float, int], list[Entry]],
        epoch: int = FIRST,
    ) -> None:
        self.id = id_
        self.epoch = epoch  # with which this server has taken the log
        self.kept = kept
        self.used_at = 0.0
        self.gone = False  # from memory
        self.size = size_of(entries)  # bytes of its log
        self._seq = entries[-1].seq
        self._journal = journal
        self._today = today
        self._entries_of = entries_of
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return bool(self._tasks)

    async def do(self, decide: Callable[[Kept], Sequence[Happens]]) -> None:
        """Decide on what is kept as it then is, write the events and apply them.

        Raises what `decide` raises, `HttpProblem` if nothing was written, and `Gone`. It is carried out to its end even
        if the client hangs up, because memory and disk would differ otherwise.
        """
        await self.in_turn(lambda: self.write_now(decide))

    async def in_turn(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do this when nothing else is under way. Raises what the work raises, and `Gone`."""

        async def alone() -> None:
            async with self._lock:
                if self.gone:
                    raise Gone
                await work()

        task = asyncio.get_running_loop().create_task(alone())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        try:
            await asyncio.shield(task)
        finally:
            del task  # an error refers to this frame, and the task to the error: only a collection would free them

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone

    async def write_now(self, decide: Callable[[Kept], Sequence[Happens]]) -> None:
        """The same as `do`, for work that is already being done in turn."""
        events = decide(self.kept)
        if not events:
            return
        entries = self._entries_of(events, self._seq + 1, self._today(), self.epoch)
        loop = asyncio.get_running_loop()
        saved: list[asyncio.Future[None]] = [loop.create_future() for _ in entries]
        for entry, future in zip(entries, saved, strict=True):
            self._journal.append(self.id, entry, partial(_settle, future))
        try:
            for future in saved:
                await future
        except (Conflict, Lost, Unsaved) as error:
            self.gone = True  # what of it was written is read again
            raise not_saved(error) from None
        self._seq += len(events)
        self.size += size_of(entries)
        for event in events:
            self.kept.apply(event)


def _settle(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
