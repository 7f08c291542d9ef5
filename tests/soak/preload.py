"""A server whose writes to its database are recorded and can be made to fail, by a library that it loads first."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
from functools import cache
from pathlib import Path

from rumpus.server.config import DATABASE
from tests.support.serving import Serving

SOURCE = Path(__file__).with_name("preload.c")
FAULTS = struct.Struct("<6i")  # write_error, sync_error, half, every, slow_us, failed


def why_not() -> str | None:
    """The reason why this machine cannot do it; None if it can."""
    if os.uname().sysname != "Linux":
        return "the library that records writes needs Linux"
    if shutil.which("gcc") is None:
        return "the library that records writes is built with gcc, which is not installed"
    return None


@cache
def library(folder: Path) -> Path:
    """The library, built into this folder."""
    target = folder / "preload.so"
    command = [
        "gcc",
        "-O1",
        "-Wall",
        "-Wextra",
        "-shared",
        "-fPIC",
        "-o",
        str(target),
        str(SOURCE),
        "-ldl",
        "-lpthread",
    ]
    built = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert 0 == built.returncode, built.stderr
    return target


class Recorder:
    """The record of one server's writes, and the faults of its disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = (folder / "data" / DATABASE).resolve()
        self.database.parent.mkdir(parents=True, exist_ok=True)
        self.log = folder / "writes.log"
        self.log.touch()
        control = folder / "faults"
        control.write_bytes(bytes(FAULTS.size))
        with control.open("r+b") as file:
            self._faults = mmap.mmap(file.fileno(), FAULTS.size)
        self._control = control

    def server(self, *options: str, port: int = 0) -> Serving:
        """A server on this disk, not started yet."""
        server = Serving(self.database.parent, *options, port=port)
        server.environment = {
            "LD_PRELOAD": str(library(self.folder)),
            "RUMPUS_DISK_FILE": str(self.database),
            "RUMPUS_DISK_LOG": str(self.log),
            "RUMPUS_DISK_FAULTS": str(self._control),
        }
        return server

    def position(self) -> int:
        """How many bytes of the record are written."""
        return self.log.stat().st_size

    def fail(self, *, write: int = 0, sync: int = 0, half: bool = False, every: int = 1, slow_us: int = 0) -> None:
        """From now on writes or syncs fail with this errno; without arguments nothing does."""
        self._faults[: FAULTS.size - 4] = FAULTS.pack(write, sync, half, every, slow_us, 0)[:-4]

    def failed(self) -> int:
        """How many writes and syncs have failed."""
        return int(FAULTS.unpack(self._faults[: FAULTS.size])[5])
