"""What a record costs that a device hands in, at its worst, in a real server: python -m bench.handed_in.

Records of a deal of the day that are as long to check as they may be (tests/support/long_records.py), filled up with
blanks to the 4 MB that are read. Of each kind several, every one from a new device: processor time of the server's own
process and of its thinking processes for one, and the most memory that each of them had beyond what it had before.
"""

from __future__ import annotations

import json
import os
import tempfile
import urllib.request
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from rumpus.server.budget.costs import HTTP
from rumpus.server.web.records import LONGEST_RECORD
from rumpus.server.work.replay import MOST_STEPS
from rumpus.wire.challenge import TakenDeal
from tests.support.long_records import long_record, reveals
from tests.support.serving import Serving

TIMES = 8
TICKS = os.sysconf("SC_CLK_TCK")
GAMES = ("five_crowns", "wackee_six", "wig_out")
PATH = "/api/challenges/{id}/result"
KEYS = count(1)


class Processes:
    """The server's process and those that it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def spent_ms(self) -> tuple[float, float]:
        """Processor time so far: of the server itself, and of the others together."""
        others = sum(map(_spent_ms, _children(self.pid)))
        return _spent_ms(self.pid), others

    def most_kb(self) -> tuple[int, int]:
        """The most memory that the server had so far, and the most that one of the others had."""
        return _most_kb(self.pid), max(map(_most_kb, _children(self.pid)), default=0)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    direct = [int(one) for task in tasks for one in task.read_text().split()]
    return [*direct, *(deeper for one in direct for deeper in _children(one))]


def _spent_ms(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / TICKS


def _most_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def ask(url: str, body: bytes, key: str) -> Any:
    """The answer to a request of a device."""
    asked = urllib.request.Request(url, body, {"Authorization": f"Bearer {key}"})  # noqa: S310 - our own server
    with urllib.request.urlopen(asked) as answer:  # noqa: S310 - our own server
        return answer.read()


def taken(root: str, game: str) -> tuple[str, str, TakenDeal]:
    """The address of today's deal, the key of a new device, and the deal that it took along."""
    at, key = f"{root}/api/challenges/day-{datetime.now(UTC).date().isoformat()}-{game}", f"{next(KEYS):032x}"
    return at, key, msgspec.json.decode(ask(f"{at}/take", b'{"name": "Mal"}', key), type=TakenDeal)


def full(text: bytes) -> bytes:
    """The same record with blanks in its last line, as long as one may be."""
    return text[:-1] + b" " * (LONGEST_RECORD - len(text)) + text[-1:]


def measure(server: Serving, game: str, how: str) -> None:
    """Hand in several, and print what one took."""
    processes = Processes(server.process.pid)
    _, _, deal = taken(server.url, game)
    text = full(reveals(deal.plan, MOST_STEPS) if how == "reveals" else long_record(deal.plan, MOST_STEPS))
    lines = text.count(b"\n")
    loop, workers = processes.spent_ms()
    memory, worker_memory = processes.most_kb()
    for _ in range(TIMES):
        at, key, _ = taken(server.url, game)
        assert json.loads(ask(f"{at}/result", text, key))["state"] in ("void", "done")
    loop, workers = (now - before for now, before in zip(processes.spent_ms(), (loop, workers), strict=True))
    most, worker_most = processes.most_kb()
    cost = HTTP[PATH]
    print(
        f"{game:12} {how:8} {lines:6} lines | loop {loop / TIMES:6.1f} of {cost.loop_ms:.0f} ms"
        f" | worker {workers / TIMES:6.0f} of {cost.thinking_ms:.0f} ms"
        f" | memory +{most - memory} of {cost.memory_kb:.0f} kB, of a worker +{worker_most - worker_memory} kB",
        flush=True,
    )


def main() -> None:
    """Every game, and the record in which nothing is told over and over."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server:
        for game in GAMES:
            measure(server, game, "play")
        measure(server, "five_crowns", "reveals")


if __name__ == "__main__":
    main()
