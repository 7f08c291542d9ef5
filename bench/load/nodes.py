"""Two nodes on PostgreSQL with a synchronous standby under load: `python -m bench.load.nodes --seconds 20`.

Everybody plays at tables of the first node. Half of the windows are played through the second node, which relays all
frames, the other half through the first. All processes share the machine's cores with the load.

The disk decides much of it, and both databases write to the same one here: `TMPDIR=/dev/shm` leaves it out, and
`--synchronous-commit remote_write` does not wait for the standby's.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import uvloop
from bench.load import processes
from bench.load.players import Players
from bench.load.processes import Server, cpu_s, free_port
from bench.load.run import AWAKE_S, LIMITS, WARM_S, WINDOW_S, shown
from bench.load.tally import offer

from tests.support.postgres import Postgres


def node(folder: Path, store: str, *options: str) -> Server:
    """A node on this database."""
    folder.mkdir(parents=True)
    port = free_port()
    raised = [part for name, value in LIMITS.items() for part in ("--limit", f"{name}={value:g}")]
    command = [sys.executable, "-m", "rumpus", "serve", "--host", "127.0.0.1", "--port", str(port)]
    links = ["--store", store, "--node-url", f"tcp://127.0.0.1:{free_port()}", *options]
    return Server([*command, "--data", str(folder), *links, *raised], port, folder / "server.log")


def sync_ms(folder: Path, times: int = 200) -> float:
    """How long the disk takes to write 8 kB, in the median."""
    took = []
    with (folder / "sync").open("wb") as file:
        for _ in range(times):
            file.write(bytes(8192))
            file.flush()
            began = perf_counter()
            os.fdatasync(file.fileno())
            took.append(perf_counter() - began)
    return median(took) * 1000


class Costs:
    """The processor time of each part, so that a busy machine can say something too."""

    def __init__(self, parts: dict[str, Callable[[], float]]) -> None:
        self._parts = parts
        self._used = dict.fromkeys(parts, 0.0)
        self._began: dict[str, float] = {}
        self._actions = 0

    def begin(self) -> None:
        """A window begins."""
        self._began = {name: used() for name, used in self._parts.items()}

    def end(self, actions: int) -> None:
        """It is over, with so many actions."""
        self._actions += actions
        for name, used in self._parts.items():
            self._used[name] += used() - self._began[name]

    def __str__(self) -> str:
        each = (f"{name} {1000 * used / max(1, self._actions):.2f}" for name, used in self._used.items())
        return "processor time per action in ms: " + ", ".join(each)


async def run(
    seconds: float, rate: float, tables: int, databases: dict[str, Postgres], folder: Path, *options: str
) -> None:
    """Play, and print what was seen."""
    store = databases["database"].url()
    nodes = []
    crowds: dict[str, Players] = {"direct": Players(Random(1)), "through another node": Players(Random(2))}
    try:
        for name in ("a", "b"):
            nodes.append(node(folder / name, store, *options))
            await nodes[-1].ready("/healthz")
        crowds["through another node"].through = nodes[1].port
        rng = Random(3)
        for players in crowds.values():
            await players.sit_down(nodes[0].port, tables, 4)
            await players.begun()
            await offer(players, rate, WARM_S, rng)
        windows: dict[str, list[tuple[float, float, float]]] = {name: [] for name in crowds}
        parts: dict[str, Callable[[], float]] = {"owner": nodes[0].cpu_s, "edge": nodes[1].cpu_s}
        parts |= {name: partial(cpu_s, one.pid) for name, one in databases.items()}
        costs = {name: Costs({**parts, "players": process_time}) for name in crowds}
        for _ in range(max(2, round(seconds / WINDOW_S / len(crowds)))):
            for name, players in crowds.items():
                gc.collect()
                await offer(players, rate, AWAKE_S, rng)
                players.tally.clear()
                costs[name].begin()
                await offer(players, rate, WINDOW_S, rng)
                costs[name].end(len(players.tally.took))
                figures = players.tally.close(WINDOW_S)
                windows[name].append((figures.p50_ms, figures.p99_ms, figures.rate))
                print(f"{name}: {shown(figures)}", flush=True)
        for name, found in windows.items():
            p50, p99, done = (median(column) for column in zip(*found, strict=True))
            print(f"{name}: {done:.0f} actions/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms (medians of {len(found)} windows)")
            print(f"  {costs[name]}")
    finally:
        for players in crowds.values():
            players.leave()
        for server in nodes:
            server.stop()


def main() -> None:
    """Read the options and run."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--rate", type=float, default=500.0)
    options.add_argument("--tables", type=int, default=60)
    options.add_argument("--no-standby", action="store_true")
    options.add_argument("--synchronous-commit", default="on")
    chosen = options.parse_args()
    processes.allow_connections(4096)
    how = {"synchronous_commit": chosen.synchronous_commit}
    with tempfile.TemporaryDirectory() as folder, Postgres(durable=True, **how) as database:
        print(f"load {os.getloadavg()[0]:.1f}, 8 kB synced in {sync_ms(Path(folder)):.2f} ms", flush=True)
        play = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        if chosen.no_standby:
            alone = {"database": database}
            with play as runner:
                runner.run(run(chosen.seconds, chosen.rate, chosen.tables, alone, Path(folder), "--accept-loss"))
            return
        with Postgres(durable=True, standby_of=database) as standby:
            database.wait_for(standby)
            with play as runner:
                both = {"database": database, "standby": standby}
                runner.run(run(chosen.seconds, chosen.rate, chosen.tables, both, Path(folder)))


if __name__ == "__main__":
    main()
