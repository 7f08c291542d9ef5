"""One thinking process from the server's side: starts it, sends it calls, reads the results, kills it."""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rumpus.server import ctrl_c
from rumpus.server.work import thinker
from rumpus.server.work.jobs import Job

COMPUTING = "RD"  # states of a process in /proc: running or ready to run, and waiting for the disk
SLACK_S = 1.0  # CPU time beyond the limit in which a process should have given the job up itself
CHUNK_BYTES = 256 * 1024  # a long result is read in pieces, so that no table waits for it


class Died(Exception):
    """The process has ended in the middle of a call, or could not be started."""


class Process(Protocol):
    """What a lane needs of a process; tests have one without a process."""

    peak_mb: int  # the most memory that it has used

    async def run(self, job: Job) -> Any:
        """The result of the call; raises what the call raises, or `Died`."""
        ...

    def stuck(self, cpu_s: float) -> bool:
        """Whether it hangs over the call under way, which may use so much CPU time."""
        ...

    def kill(self) -> None:
        """End it at once, whatever it does; a call under way raises `Died`."""
        ...


class Thinker:
    """A `rumpus.server.work.thinker` and the socket to it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.peak_mb = 0
        self._began_s = 0.0  # CPU time that the process had used before the call under way
        self._idle_s: float | None = None  # CPU time that it had used when it was last seen doing nothing in this call
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    @classmethod
    async def start(cls, setting: thinker.Set) -> Thinker:
        """A process that is ready for calls; raises `Died`."""
        ours, theirs = socket.socketpair()
        try:
            process = cls(await asyncio.to_thread(_spawn, setting, theirs))
        except BaseException as error:
            ours.close()  # a process that was started meanwhile ends with it
            if isinstance(error, OSError):
                raise Died(str(error)) from None
            raise
        try:
            process._reader, process._writer = await asyncio.open_unix_connection(sock=ours, limit=CHUNK_BYTES)
            await process._result()
        except BaseException:
            process.kill()
            raise
        return process

    async def run(self, job: Job) -> Any:
        """The result of the call; raises what the call raises, or `Died`."""
        call = pickle.dumps(job.call)
        self._idle_s = None
        self._writer.write(thinker.CALL.pack(job.kind.cpu_s, len(call)) + call)
        kind, result = await self._result()
        if kind == thinker.PLAIN:
            return result
        value = pickle.loads(result)  # noqa: S301 - from our own process
        if kind == thinker.ERROR:
            raise value
        return value

    async def _result(self) -> tuple[bytes, bytearray]:
        try:
            head = await self._reader.readexactly(thinker.RESULT.size)
            kind, self.peak_mb, self._began_s, size = thinker.RESULT.unpack(head)
            result = bytearray()
            while len(result) < size:
                chunk = await self._reader.read(min(CHUNK_BYTES, size - len(result)))
                if not chunk:
                    raise Died("the process has ended")
                result += chunk
        except (asyncio.IncompleteReadError, OSError):
            raise Died("the process has ended") from None
        return kind, result

    def stuck(self, cpu_s: float) -> bool:
        """Whether it hangs: it has used too much CPU time, or has done nothing since the last look.

        One that waits for a core does not hang. One look is not enough: its result may be on the way.
        """
        state, used_s = _state(self.process.pid)
        idle_s = None if state in COMPUTING else used_s
        still = idle_s is not None and idle_s == self._idle_s
        self._idle_s = idle_s
        return still or used_s - self._began_s > cpu_s + SLACK_S

    def kill(self) -> None:
        """End the process at once, whatever it does; a call under way raises `Died`."""
        if hasattr(self, "_writer"):
            self._writer.transport.abort()
        self.process.kill()
        threading.Thread(target=self.process.wait, daemon=True).start()  # it may take a while to be gone


def _state(pid: int) -> tuple[str, float]:
    """The state of a process, one letter, and the CPU seconds that it has used; nothing is known without /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return "?", 0.0
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _spawn(setting: thinker.Set, line: socket.socket) -> subprocess.Popen[bytes]:
    """Start the process; only the server handles Ctrl-C."""
    command = [sys.executable, "-P", "-m", thinker.__name__, msgspec.json.encode(setting).decode()]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with line, ctrl_c.blocked():
        return subprocess.Popen(  # noqa: S603 - our own command
            command, stdin=line.fileno(), stdout=subprocess.DEVNULL, env=environment
        )
