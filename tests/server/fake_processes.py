"""Thinking processes without processes, for tests of lanes in virtual time: a job takes as long as it says."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

from rumpus.server.work.jobs import Asker, Job, Kind
from rumpus.server.work.lanes import Lane
from rumpus.server.work.processes import Died


def takes(seconds: float, answer: Any = None) -> Any:
    """Work that takes so long, and then has this answer, or raises it."""
    raise AssertionError("a fake process looks only at the arguments", seconds, answer)


class FakeProcess:
    """A process of a `FakeFarm`."""

    def __init__(self, farm: FakeFarm) -> None:
        self.farm = farm
        self.peak_mb = 0
        self.hangs = False
        self._died: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self, job: Job) -> Any:
        """Wait as long as the job takes; raises `Died` if the process is killed meanwhile."""
        seconds, answer = self.farm.cost(job)
        self.farm.begun.append(job.asker)
        self.hangs = seconds > job.kind.cpu_s
        await asyncio.wait([self._died], timeout=seconds)
        self.peak_mb += self.farm.grows_mb
        if self._died.done():
            raise Died
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stuck(self, cpu_s: float) -> bool:
        """Whether the job takes longer than it may."""
        return self.hangs

    def kill(self) -> None:
        """End it."""
        if not self._died.done():
            self._died.set_result(None)
        self.farm.killed += 1


class FakeFarm:
    """Starts fake processes, and counts what they do."""

    def __init__(self, start_s: float = 0.0, grows_mb: int = 0) -> None:
        self.start_s = start_s
        self.grows_mb = grows_mb
        self.begun: list[tuple[str, str]] = []  # the askers of all jobs that were begun
        self.processes: list[FakeProcess] = []
        self.killed = 0

    def cost(self, job: Job) -> tuple[float, Any]:
        """How long the job takes, and its answer."""
        seconds, answer = job.call[1]
        return seconds, answer

    async def start(self) -> FakeProcess:
        """A new process."""
        await asyncio.sleep(self.start_s)
        self.processes.append(FakeProcess(self))
        return self.processes[-1]

    def lane(self, count: int = 1, most_mb: int = 1000) -> Lane:
        """A lane of such processes."""
        return Lane(self.start, count, most_mb)


class WorkingFarm(FakeFarm):
    """Fake processes that do the work, which takes as long as `costs_s` says of its kind."""

    def __init__(self, costs_s: dict[Kind, float]) -> None:
        super().__init__()
        self.costs_s = costs_s
        self.took: list[tuple[Callable[..., Any], float]] = []  # the jobs that were answered, and the seconds they took
        self.lanes = {name: self.lane() for name in ("play", "records")}

    def cost(self, job: Job) -> tuple[float, Any]:
        """Do the work."""
        work, args = pickle.loads(pickle.dumps(job.call))  # noqa: S301 - our own; as another process gets it
        try:
            return self.costs_s[job.kind], work(*args)
        except Exception as error:
            return self.costs_s[job.kind], error

    async def think(self, kind: Kind, asker: Asker, work: Callable[..., Any], *args: Any) -> Any:
        """As `Thinkers.think`."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await self.lanes[kind.lane].think(Job(kind, asker, work, args))
        self.took.append((work, loop.time() - began))
        return answer

    def close(self) -> None:
        """As `Thinkers.close`."""
        for lane in self.lanes.values():
            lane.close()


async def think(lane: Lane, kind: Kind, address: str, table: str, seconds: float, answer: Any = None) -> Any:
    """Ask the lane for work that takes so long."""
    return await lane.think(Job(kind, (address, table), takes, (seconds, answer)))
