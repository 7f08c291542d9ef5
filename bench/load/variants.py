"""What our own WebSocket frames and our own journal thread gain: the server with and without each, in the same run.

`python -m bench.load.variants` plays in short windows in turn; docs/decisions/frames.md has the result.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median

import uvloop
from bench.load import processes
from bench.load.players import Players
from bench.load.run import LIMITS, MATCHES

HERE = Path(__file__).parent
LIBRARY_FRAMES = """
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from rumpus.server import run
run.Frames = WebSocketsSansIOProtocol
"""
EXECUTOR = """
from concurrent.futures import ThreadPoolExecutor
from rumpus.server import run

class Executor:
    def __init__(self, loop):
        self.loop, self.pool = loop, ThreadPoolExecutor(1)

    def run(self, work, *args):
        return self.loop.run_in_executor(self.pool, work, *args)

    def stop(self):
        self.pool.shutdown()

run.OneThread = Executor
"""
VARIANTS = {"as it is": "", "frames by the library": LIBRARY_FRAMES, "journal in an executor": EXECUTOR}


class Variant:
    """One server, its players and what was measured of it."""

    def __init__(self, name: str, patch: str, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.name = name
        folder.mkdir()
        port = processes.free_port()
        limits = [part for key, value in LIMITS.items() for part in ("--limit", f"{key}={value:g}")]
        start = [sys.executable, "-c", f"{patch}\nfrom rumpus.cli import main\nmain()", "serve", "--host", "127.0.0.1"]
        command = [*start, "--port", str(port), "--data", str(folder), "--metrics-port", "0", *limits]
        self.server = processes.Server(command, port, folder / "server.log", environment)
        self.players = Players(Random(1))
        self.rates: list[float] = []
        self.cpu_us: list[float] = []  # of the server, for one action
        self.p99_ms: list[float] = []

    async def begin(self) -> None:
        """Everybody sits and plays."""
        await self.server.ready("/healthz")
        await self.players.sit_down(self.server.port, MATCHES, 2)
        await self.players.begun()
        await self.players.one_after_the_other(1.0)

    async def window(self, seconds: float, steps: int | None = None) -> int:
        """Play as fast as it can for so long, or so many steps; gives how many were made.

        Everything counts that made a step, because readiness, deals and the start of a match cost as much as an action.
        Thinking processes do not: not needed here, they take seconds to start, at one commit sooner than another.
        """
        before = self.server.cpu_s(alone=True)
        lasted = await self.players.one_after_the_other(seconds, steps)
        made = self.players.tally.steps()
        if not made or (steps is not None and made < steps):
            expected = "some steps were" if steps is None else f"{steps} steps were"
            raise SystemExit(f"{expected} expected of {self.name}, but it made {made} in {lasted:.1f} s")
        self.rates.append(made / lasted)
        self.p99_ms.append(self.players.tally.close(lasted).p99_ms)
        self.cpu_us.append((self.server.cpu_s(alone=True) - before) / made * 1e6)
        return made


async def measure(windows: int, seconds: float) -> list[Variant]:
    """All variants, window by window."""
    folder = Path(tempfile.mkdtemp(prefix="journals-", dir=HERE))
    variants: list[Variant] = []
    try:
        with processes.on_core(processes.LOAD_CORE):
            for number, (name, patch) in enumerate(VARIANTS.items()):
                variants.append(Variant(name, patch, folder / str(number)))
                await variants[-1].begin()
            for _ in range(windows):
                for variant in variants:
                    await variant.window(seconds)
    finally:
        for variant in variants:
            variant.players.leave()
            variant.server.stop()
        shutil.rmtree(folder)
    return variants


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args()
    variants = uvloop.run(measure(arguments.windows, arguments.seconds))
    for variant in variants:
        rate = median(a / b for a, b in zip(variants[0].rates, variant.rates, strict=True))
        cpu = median(b / a for a, b in zip(variants[0].cpu_us, variant.cpu_us, strict=True))
        print(
            f"{variant.name:<24} {median(variant.rates):7,.0f} steps/s {median(variant.cpu_us):6.0f} us of CPU each;"
            f" as it is: {rate:.2f} times the rate, this takes {cpu:.2f} times the CPU"
        )


if __name__ == "__main__":
    main()
