"""What the kernel knows of processes: their memory, their time on a core, and how long they waited for one (Linux)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OTHERS = 0.1  # of a core: from so much on, the machine does something else as well
SLOWEST = 8.0  # a machine that is slower than this proves nothing
TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def memory_mb(pid: int) -> float:
    """The resident memory of a process."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(status["VmRSS"].split()[0]) / 1024


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for path in lists for child in path.read_text().split()]
    return [pid, *(one for child in children for one in family(child))]


def used_s(pids: list[int]) -> dict[int, float]:
    """The time of all cores that each of these processes has used, if it is still there."""
    used: dict[int, float] = {}
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used[pid] = (int(fields[11]) + int(fields[12])) / TICKS_PER_S
    return used


def machine_s() -> tuple[float, float]:
    """The time that all cores were busy, by this machine and by others on the same host; and all of their time."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    idle = fields[3] + fields[4]
    return (sum(fields) - idle) / TICKS_PER_S, sum(fields) / TICKS_PER_S


def scheduled_s(pid: int) -> tuple[float, float]:
    """How long the main thread of a process was on a core, and how long it waited for one."""
    run_ns, waited_ns, _ = map(int, Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split())
    return run_ns / 1e9, waited_ns / 1e9


def slowness(*, others_s: float, seconds: float, ran_s: float, waited_s: float) -> float:
    """How many times longer a thread took because it had to wait for a core; 1 unless other programs used them."""
    if others_s < OTHERS * seconds:
        return 1.0
    return min(SLOWEST, 1 + waited_s / max(ran_s, 1e-3))


class Machine:
    """How much programs other than our own slow a process down, from here to `slowness`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._used, self._machine, self._scheduled = used_s(family(os.getpid())), machine_s(), scheduled_s(pid)

    def slowness(self) -> float:
        """How many times longer its main thread took since then."""
        used = sum(now - self._used.get(pid, 0.0) for pid, now in used_s(family(os.getpid())).items())
        busy, whole = (now - before for now, before in zip(machine_s(), self._machine, strict=True))
        ran, waited = (now - before for now, before in zip(scheduled_s(self.pid), self._scheduled, strict=True))
        seconds = whole / (os.cpu_count() or 1)
        return slowness(others_s=busy - used, seconds=seconds, ran_s=ran, waited_s=waited)
