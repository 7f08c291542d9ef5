"""One circle in memory, and how its events are written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from rumpus.circle import Circle, Refused
from rumpus.circle.circle import Booked, Event, encode
from rumpus.circle.forget import forgetting
from rumpus.contract import Malformed
from rumpus.journal import FIRST, Conflict, Entry, Head, Journal, Lost, Unsaved
from rumpus.server.log_keeper import LogKeeper, size_of
from rumpus.server.problems import HttpProblem, not_saved
from rumpus.server.work.slices import in_slices

CIRCLE = "circle"  # the kind of its log
SLICE = 200  # events; one takes about 2 us
RESULTS = 10  # of a book, in one slice; each takes 60 to 140 us, and three times that on a slow core
SLACK = 1 << 20  # bytes that a log may have beyond twice what it takes to say the same again

Decide = Callable[[Circle], Sequence[Event]]


def entries_of(events: Sequence[Event], first: int, at: float, epoch: int = FIRST) -> list[Entry]:
    """Events as entries of the journal. A result that is new has a key, so that none can be in the book twice."""
    return [Entry(first + place, at, _key(event), encode(event), epoch=epoch) for place, event in enumerate(events)]


async def entries_in_slices(events: Sequence[Event], first: int, at: float, epoch: int = FIRST) -> list[Entry]:
    """The same for a whole book, in slices, so that other work continues."""
    found: list[Entry] = []
    for place in range(0, len(events), SLICE):
        found += entries_of(events[place : place + SLICE], first + place, at, epoch)
        await asyncio.sleep(0)
    return found


async def folded(entries: Sequence[Entry]) -> Circle:
    """The circle that these entries make, read in slices so that other work continues; raises `ValueError`."""
    return await in_slices(Circle.folding(entry.body for entry in entries), RESULTS)


def _key(event: Event) -> str | None:
    return f"result:{event.new}" if isinstance(event, Booked) and event.new is not None else None


def head_of(id_: str, opened: float) -> Head:
    """The head of a circle's log. Its code is its id, which cannot be a room code and is never looked up."""
    return Head(id_, id_, opened, CIRCLE)


class CircleKeeper(LogKeeper[Circle, Event]):
    """One circle."""

    def __init__(
        self,
        journal: Journal,
        id_: str,
        circle: Circle,
        entries: Sequence[Entry],
        today: Callable[[], float],
        epoch: int = FIRST,
    ) -> None:
        super().__init__(journal, id_, circle, entries, today, entries_of, epoch)
        self.removed = False  # for good

    @property
    def circle(self) -> Circle:
        """The circle as it is on disk."""
        return self.kept

    async def clear(self, check: Decide) -> None:
        """Clear the book for good, unless `check` gives events to write instead, such as a vote."""
        await self.in_turn(lambda: self._clear(check))

    async def forget(self, check: Decide, member: str) -> None:
        """Forget the names of a member, unless `check` gives events to write instead, such as a vote."""
        await self.in_turn(lambda: self._forget(check, member))

    async def drop(self, check: Decide) -> None:
        """Remove the circle, unless `check` gives events to write instead, such as a vote."""
        await self.in_turn(lambda: self._drop(check))

    async def write_now(self, decide: Decide) -> None:
        """The same as `do`; a log that has grown long is rewritten."""
        await super().write_now(decide)
        if self.size > SLACK + 2 * self.circle.bytes:
            await self._replace([self.circle.begun(), *self.circle.booked()])

    async def _replace(self, events: Sequence[Event]) -> None:
        entries = await entries_in_slices(events, self._seq + 1, self._today(), self.epoch)
        try:
            head = await self._journal.head(self.id)
            opened = self._today() if head is None else head.opened
            await self._journal.replace(head_of(self.id, opened), entries)
        except (Conflict, Lost, Unsaved, Malformed) as error:
            self.gone = True
            raise not_saved(error) from None
        self._seq += len(entries)
        self.size = size_of(entries)
        self.kept = await folded(entries)

    async def _clear(self, check: Decide) -> None:
        if check(self.circle):
            await self.write_now(check)
            return
        number = self.circle.number + 1
        votes = tuple(vote for vote in self.circle.votes.values() if vote.what != "book")
        await self._replace([self.circle.begun(number=number, cleared=number, votes=votes, league=None, past=())])

    async def _forget(self, check: Decide, member: str) -> None:
        if check(self.circle):
            await self.write_now(check)
        else:
            await self._replace(await in_slices(forgetting(self.circle, member, self._today()), RESULTS))

    async def _drop(self, check: Decide) -> None:
        if check(self.circle):
            await self.write_now(check)
            return
        try:
            await self._journal.drop(self.id, self.epoch)
        except (Lost, Unsaved) as error:
            self.gone = True
            raise not_saved(error) from None
        self.gone = self.removed = True


def problem_of(error: Refused | Malformed) -> HttpProblem:
    """The answer to a request that the circle refuses, or cannot read."""
    if isinstance(error, Refused):
        return HttpProblem(409, error.reason, error.sentence)
    return HttpProblem(400, error.key, str(error))
