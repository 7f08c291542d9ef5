"""What campaigns of chaos have seen: `python -m tests.soak.chaos_report FOLDER` adds up the pieces in a folder.

A soak of 25 rounds takes hours, so it can be done in pieces, some of them at the same time: each campaign that ends
well leaves a file in the folder that `RUMPUS_SOAK_REPORT` names.
"""

from __future__ import annotations

import math
import os
import sys
import time
from pathlib import Path

import msgspec

from rumpus.journal.postgres.directory import LEASE_S
from tests.support.journal_check import Tally

FOLDER = "RUMPUS_SOAK_REPORT"
KILL_S = 2.0  # bounds: a killed node's tables are served again
PAUSE_S = LEASE_S + 2.0  # and those of a paused one
ROLLING_S = 3.0  # nobody waits longer for an answer while nodes are restarted one by one
BOUNDS_S = {"kills": KILL_S, "pauses": PAUSE_S, "waits": ROLLING_S}
NAMES = {
    "kills": "kills",
    "pauses": "pauses",
    "crashes": "database crashes",
    "cuts": "cuts",
    "promotions": "promotions",
    "full": "full disks",
    "stopped": "stopped backends",
    "waits": "rolling restarts",
}


class Report(msgspec.Struct):
    """What was seen, in seconds."""

    tally: Tally = msgspec.field(default_factory=Tally)
    kills: list[float] = []  # until everybody was welcome again
    pauses: list[float] = []  # the longest wait of anybody for an answer, in each pause
    crashes: list[float] = []
    cuts: list[float] = []
    promotions: list[float] = []
    full: list[float] = []
    stopped: list[float] = []
    waits: list[float] = []  # the longest wait of anybody for an answer, in each rolling restart
    missed: list[str] = []  # bounds, with the machine's load at that time
    logged: str = ""  # by the nodes, if a bound was missed

    def note(self, kind: str, took_s: float) -> None:
        """Something of this kind was over after so many seconds."""
        getattr(self, kind).append(took_s)
        if took_s > BOUNDS_S.get(kind, math.inf):
            at = time.strftime("%H:%M:%S", time.gmtime())
            self.missed.append(f"{NAMES[kind]}: {took_s:.2f} s at {at} UTC, load {os.getloadavg()[0]:.1f}")

    def add(self, other: Report) -> None:
        """Add what another campaign has seen."""
        self.tally.add(other.tally)
        self.missed += other.missed
        for name in NAMES:
            getattr(self, name).extend(getattr(other, name))


def keep(seed: str, report: Report) -> None:
    """Leave what a campaign has seen in the folder of the pieces, if there is one."""
    _write(f"{seed}.json", msgspec.json.encode(report))


def keep_log(seed: str, logged: str) -> None:
    """Leave what nodes have logged there, if a campaign failed."""
    _write(f"{seed}.log", logged.encode())


def _write(name: str, content: bytes) -> None:
    folder = os.environ.get(FOLDER)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / name.replace(" ", "-")).write_bytes(content)


def summary(report: Report) -> str:
    """A line about what was seen, and one for each bound that was missed."""

    def spread(kind: str) -> str:
        times = sorted(getattr(report, kind))
        at = [times[math.ceil(part * len(times)) - 1] for part in (0.5, 0.99, 1.0)]
        return f"{NAMES[kind]} {len(times)} (median {at[0]:.2f} s, p99 {at[1]:.2f}, worst {at[2]:.2f})"

    events = ", ".join(spread(kind) for kind in NAMES if getattr(report, kind))
    seen = f"{report.tally.confirmed} confirmed actions, {report.tally.frames} frames as the database has"
    return "\n".join((f"{events}; {seen}", *(f"  over its bound: {missed}" for missed in report.missed)))


def main(folder: Path) -> None:
    """Print what all pieces of a folder have seen together."""
    whole, pieces = Report(), sorted(folder.glob("*.json"))
    for path in pieces:
        whole.add(msgspec.json.decode(path.read_bytes(), type=Report))
    print(f"{len(pieces)} campaigns: {summary(whole)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
