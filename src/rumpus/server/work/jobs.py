"""Work for the thinking processes: how urgent each kind is, what it may cost, and the queue in which it waits."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

Think = Callable[..., Awaitable[Any]]  # called as `Thinkers.think`
Asker = tuple[str, str]  # the address and the table that a job is for


class NoAnswer(Exception):
    """The thinking processes give no answer to this job; the message says why."""


class TooLate(NoAnswer):
    """There was no answer in time."""


class TooLong(NoAnswer):
    """The job needs more CPU time than its kind may use."""


class Overloaded(NoAnswer):
    """So much is waiting that the job could not be done in time."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """How a kind of job is treated. All times are in seconds."""

    lane: str  # which processes do it: `play` or `records`
    rank: int = 0  # within a lane, all jobs of a lower rank go first
    wait_s: float  # from asking to the answer, after which `TooLate` is raised
    cpu_s: float  # CPU time that it may use, after which the process gives it up
    check_s: float  # how often a process that does it is checked; one that hangs is killed and replaced


# A person notices a bot that takes longer than 2 s, and asks again for a hint after about 5 s. The slowest move of an
# expert takes 0.6 s of CPU without the compiled solver. The largest record that an upload may hold takes about 3 s.
MOVE = Kind(lane="play", wait_s=2.0, cpu_s=2.0, check_s=1.5)
LEGAL = Kind(lane="play", wait_s=5.0, cpu_s=2.0, check_s=1.5)
BEAT = Kind(lane="play", wait_s=5.0, cpu_s=2.0, check_s=1.5)
QUESTION = Kind(lane="play", rank=1, wait_s=5.0, cpu_s=1.0, check_s=1.5)
RECORD = Kind(lane="records", wait_s=60.0, cpu_s=5.0, check_s=5.0)
RANKS = 2
NOBODY: Asker = ("", "")


class Job:
    """One call that a thinking process will make, and the future of its result."""

    __slots__ = ("answer", "asker", "call", "kind", "tries")

    def __init__(self, kind: Kind, asker: Asker, work: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.kind = kind
        self.asker = asker
        self.call = (work, args)
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.tries = 0  # processes that have died over it

    def finish(self, result: Any, error: BaseException | None = None) -> None:
        """Answer whoever waits for it, if anybody still does."""
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        else:
            self.answer.set_exception(error.with_traceback(None))  # its frames hold the job, and so this error
            self.answer.exception()  # counts as retrieved, should the asker have been cancelled at the same moment


class FairQueue:
    """Jobs that wait. Addresses take turns; within an address, its tables do; within a table, the oldest is first."""

    def __init__(self, longest: int) -> None:
        self.longest = longest  # jobs that may wait
        self._waiting: dict[str, dict[str, deque[Job]]] = {}  # by address, then by table; the next in turn comes first
        self._by_address: Counter[str] = Counter()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def put(self, job: Job) -> Job | None:
        """Add a job. If the queue is full, returns the one dropped for it: the newest of the busiest address."""
        address, table = job.asker
        self._waiting.setdefault(address, {}).setdefault(table, deque()).append(job)
        self._by_address[address] += 1
        self._size += 1
        return self._drop_newest() if self._size > self.longest else None

    def pop(self) -> Job:
        """Take the next job; there must be one."""
        address = next(iter(self._waiting))
        tables = self._waiting.pop(address)
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs
        if tables:
            self._waiting[address] = tables
        self._count_out(address)
        return job

    def discard(self, job: Job) -> None:
        """Remove a job that nobody waits for any more, if it is still here."""
        address, table = job.asker
        jobs = self._waiting.get(address, {}).get(table)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del self._waiting[address][table]
        if not self._waiting[address]:
            del self._waiting[address]
        self._count_out(address)

    def ahead_of(self, address: str) -> int:
        """How many of the jobs that wait would be done before a new one of this address."""
        own = self._by_address[address]
        return own + sum(min(count, own + 1) for other, count in self._by_address.items() if other != address)

    def _drop_newest(self) -> Job:
        address = max(self._by_address, key=self._by_address.__getitem__)
        job = max(self._waiting[address].values(), key=len)[-1]
        self.discard(job)
        return job

    def _count_out(self, address: str) -> None:
        self._size -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


def nothing() -> None:
    """Does nothing; submitted to start the thinking processes in advance, and as a heartbeat."""
