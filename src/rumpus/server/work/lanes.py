"""A lane: some thinking processes of one kind and the jobs that wait for them, by rank and fair between askers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from rumpus.server.work.jobs import RANKS, FairQueue, Job, Kind, NoAnswer, Overloaded, TooLate
from rumpus.server.work.processes import Died, Process

log = logging.getLogger("rumpus.server")
FIRST_S = 30.0  # how long jobs wait for the first process to start, which does not count as their own time
START_S = 120.0  # a process that is not ready after this long is killed
START_AGAIN_S = 1.0  # pause after a process that could not be started
TRIES = 2  # a job over which so many processes have died is given up
TYPICAL_S = 0.02  # assumed length of a job before any has been measured
WEIGHT = 0.1  # of the latest job in the average length


class _Watch:
    """Looks after a process from time to time while it does a job, and kills it if it hangs."""

    def __init__(self, process: Process, kind: Kind) -> None:
        self.hung = False
        self._process = process
        self._kind = kind
        self._timer = asyncio.get_running_loop().call_later(kind.check_s, self._look)

    def _look(self) -> None:
        self.hung = self._process.stuck(self._kind.cpu_s)
        if self.hung:
            self._process.kill()
        else:
            self._timer = asyncio.get_running_loop().call_later(self._kind.check_s, self._look)

    def cancel(self) -> None:
        """The job is done."""
        self._timer.cancel()


class Lane:
    """Runs jobs in up to `count` processes, each started when it is first needed and replaced when it ends."""

    def __init__(self, start: Callable[[], Awaitable[Process]], count: int, most_mb: int, longest: int = 512) -> None:
        self._start = start
        self._count = count
        self._most_mb = most_mb  # a process that has used more memory than this is replaced after its job
        self._queues = [FairQueue(longest) for _ in range(RANKS)]  # by rank
        self._added = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []  # one for each process
        self._processes: dict[int, Process] = {}  # those that are running, by the number of their task
        self._ready = asyncio.Event()  # set when the first process is ready
        self._average_s = TYPICAL_S
        self.closed = False
        self.killed = 0  # processes that were killed because they hung

    @property
    def started(self) -> bool:
        """Whether the lane has been used."""
        return bool(self._tasks)

    @property
    def waiting(self) -> int:
        """Number of jobs that have not been given to a process yet."""
        return sum(map(len, self._queues))

    async def think(self, job: Job) -> Any:
        """The result of the job; raises `NoAnswer`, or what the job raises. A cancelled job is not begun."""
        if self.closed:
            raise NoAnswer("the server is closing")
        self._open()
        if self._wait_s(job) > job.kind.wait_s:
            raise Overloaded("too much is waiting; ask again in a moment")
        try:
            await self._put(job)
            async with asyncio.timeout(FIRST_S):
                await self._ready.wait()
            async with asyncio.timeout(job.kind.wait_s):
                return await job.answer
        except TimeoutError:
            raise TooLate(f"there was no answer within {job.kind.wait_s:g} seconds") from None
        finally:
            job.answer.cancel()
            self._queues[job.kind.rank].discard(job)
            del job  # an error of it refers to this frame: what was uploaded would stay until garbage is collected

    def _open(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.get_running_loop().create_task(self._serve(number)) for number in range(self._count)]

    def _wait_s(self, job: Job) -> float:
        """An estimate of how long the job would wait for a process."""
        first = sum(len(queue) for queue in self._queues[: job.kind.rank])
        return (first + self._queues[job.kind.rank].ahead_of(job.asker[0])) * self._average_s / self._count

    async def _put(self, job: Job) -> None:
        dropped = self._queues[job.kind.rank].put(job)
        if dropped is not None:
            dropped.finish(None, Overloaded("too much is waiting; ask again in a moment"))
        async with self._added:
            self._added.notify_all()

    async def _next(self, number: int) -> Job:
        """The next job. With several processes, the first one does only jobs of rank 0, so that one is soon free."""
        queues = self._queues[:1] if number == 0 and self._count > 1 else self._queues
        async with self._added:
            await self._added.wait_for(lambda: any(queues))
            return next(queue for queue in queues if queue).pop()

    async def _serve(self, number: int) -> None:
        while True:
            job = await self._next(number)
            try:
                process = self._processes.get(number)
                while process is None:
                    process = await self._started(number)
                if not job.answer.done():
                    await self._run(number, process, job)
            except asyncio.CancelledError:
                job.finish(None, NoAnswer("the server is closing"))
                raise
            del job  # it may hold megabytes, and the next one may come much later

    async def _started(self, number: int) -> Process | None:
        try:
            async with asyncio.timeout(START_S):
                process = self._processes[number] = await self._start()
        except (Died, TimeoutError):
            log.warning("thinker-not-started")
            await asyncio.sleep(START_AGAIN_S)
            return None
        self._ready.set()
        return process

    async def _run(self, number: int, process: Process, job: Job) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        watch = _Watch(process, job.kind)
        try:
            job.finish(await process.run(job))
        except Died:
            self._end(number)
            if watch.hung:
                log.warning("thinker-hung")
                self.killed += 1
                job.finish(None, TooLate("the thinking process hung"))
            else:
                log.warning("thinker-died")
                await self._again(job)
        except Exception as error:
            job.finish(None, error)
        finally:
            watch.cancel()
        self._average_s += WEIGHT * (loop.time() - began - self._average_s)
        if process.peak_mb > self._most_mb and number in self._processes:
            self._end(number)

    async def _again(self, job: Job) -> None:
        job.tries += 1
        if job.tries < TRIES and not job.answer.done():
            await self._put(job)
        else:
            job.finish(None, NoAnswer("the thinking process has died"))

    def _end(self, number: int) -> None:
        self._processes.pop(number).kill()

    def close(self) -> None:
        """Kill the processes; every job that is not done raises `NoAnswer`."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        for process in self._processes.values():
            process.kill()
        self._processes.clear()
        for queue in self._queues:
            while queue:
                queue.pop().finish(None, NoAnswer("the server is closing"))
