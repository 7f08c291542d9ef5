"""What a worker is told when it starts, and how a request or a log finds its worker."""

from __future__ import annotations

import math
from pathlib import Path
from zlib import crc32

import msgspec

from rumpus.journal.files import file_of, numbers_of
from rumpus.server.config import ServerConfig


class Setting(msgspec.Struct, frozen=True):
    """One worker of several. Worker w has the files w, w + workers, w + 2 workers, …"""

    config: ServerConfig  # with the port that was bound
    number: int
    workers: int
    files: tuple[int, ...]  # of all workers
    folder: Path  # where their private sockets are

    @property
    def own(self) -> tuple[int, ...]:
        """The files of this worker; new tables go to the first."""
        return tuple(file for file in self.files if file % self.workers == self.number)

    @property
    def others(self) -> tuple[int, ...]:
        """The files of the other workers."""
        return tuple(file for file in self.files if file % self.workers != self.number)

    def worker_of(self, log: str) -> int:
        """Which worker has the file of a log."""
        return file_of(log) % self.workers

    def address(self, worker: int) -> str:
        """The private socket of a worker."""
        return str(self.folder / f"worker-{worker}")


def share(config: ServerConfig, number: int, folder: Path) -> Setting:
    """The setting of one worker: what is limited for the whole server is shared out."""
    workers, limits = config.workers, config.limits
    each = msgspec.structs.replace(
        limits, tables=math.ceil(limits.tables / workers), people=math.ceil(limits.people / workers)
    )
    files = sorted({*range(workers), *numbers_of(config.database)})
    return Setting(msgspec.structs.replace(config, limits=each, thinkers=1), number, workers, tuple(files), folder)


def fits(code: str, worker: int, workers: int) -> bool:
    """Whether a code that only its worker knows leads to that worker."""
    return crc32(code.encode()) % workers == worker


def home(address: str, workers: int) -> int:
    """The worker that gets all requests of an address that name no table: so its limits hold."""
    return crc32(address.encode()) % workers
