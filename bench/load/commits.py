"""Is this server slower than that of another commit? Both run, with the same load in short windows in turn.

`python -m bench.load.commits 1d00b6f` compares the working tree with a commit in about four minutes on two cores, and
`python -m bench.load.commits OLD NEW` two commits. The ratio is that of neighbouring windows, so what else the machine
does falls on both. Both use the packages that are installed here, and the load is that of the working tree.

Both make the same number of steps: one plays for the seconds of a window, and then the other plays until it has made as
many. Otherwise the faster server would come sooner to another part of its matches, with other hands and other costs.
Five Crowns is played with short hands only (`SHORT`): lists of long ones are waited for, which says nothing about the
server. Whatever makes a step counts, not actions alone: a newer server also waits until everybody is ready (T-03).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median, quantiles

import uvloop
from bench.load import processes
from bench.load.players import GAMES, SHORT
from bench.load.variants import Variant

# Packages that older commits need and this one does not. No server uses them, so the old source gets an empty one
UNUSED = {"openskill": "openskill.models"}
STAND_IN = """
import sys
from unittest.mock import MagicMock
sys.modules.update({name: MagicMock() for name in %r})
"""
DRAWS = 2000  # of the bootstrap
SEED = 1


def source_of(commit: str | None, folder: Path) -> Path:
    """The source of a commit, unpacked here; of the working tree if none is named."""
    if commit is None:
        return processes.ROOT / "src"
    folder.mkdir()
    archive = folder / "source.zip"
    command = [shutil.which("git") or "git", "archive", "--output", str(archive), commit, "src"]
    if subprocess.run(command, cwd=processes.ROOT, check=False).returncode:
        raise SystemExit(f"the name of a commit was expected, not {commit!r}")
    shutil.unpack_archive(archive, folder)
    return folder / "src"


def stand_ins() -> str:
    """What a server runs first, so that an older one starts without packages that it does not use."""
    absent = [part for name, part in UNUSED.items() if find_spec(name) is None for part in (name, part)]
    return STAND_IN % (absent,) if absent else ""


Say = Callable[[str], None]


async def measure(
    commits: Sequence[str | None], windows: int, seconds: float, say: Say, game: str | None = None
) -> list[Variant]:
    """The servers of these commits, window by window. Who is first changes every time."""
    folder = Path(tempfile.mkdtemp(prefix="journals-", dir=Path(__file__).parent))
    servers: list[Variant] = []
    try:
        with processes.on_core(processes.LOAD_CORE):
            for number, commit in enumerate(commits):
                source = source_of(commit, folder / f"commit-{number}")
                name = commit or "working tree"
                servers.append(Variant(name, stand_ins(), folder / str(number), {"PYTHONPATH": str(source)}))
                servers[-1].players.games = tuple(
                    (name, options | SHORT.get(name, {})) for name, options in GAMES if game in (None, name)
                )
                await servers[-1].begin()
            for number in range(windows):
                steps = None
                for server in servers if number % 2 else servers[::-1]:
                    steps = await server.window(seconds, steps)
                rates = ", ".join(f"{server.name} {server.rates[-1]:,.0f}/s" for server in servers)
                say(f"{number + 1}/{windows}: {rates}")
    finally:
        for server in servers:
            server.players.leave()
            server.server.stop()
        shutil.rmtree(folder)
    return servers


def ratio(new: Sequence[float], old: Sequence[float]) -> str:
    """The median of the ratios of neighbouring windows, its 95 % interval, and the middle half of the ratios."""
    ratios = [one / other for one, other in zip(new, old, strict=True)]
    rng = Random(SEED)
    medians = sorted(median(rng.choices(ratios, k=len(ratios))) for _ in range(DRAWS))
    low, high = medians[DRAWS // 40], medians[-DRAWS // 40]
    first, _, third = quantiles(ratios, n=4)
    return f"{median(ratios):.3f} (95 %: {low:.3f} to {high:.3f}; half of the windows: {first:.3f} to {third:.3f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the commit to compare with")
    parser.add_argument("new", nargs="?", help="another commit; the working tree if left out")
    parser.add_argument("--windows", type=int, default=36, help="of each server (36)")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each window (3)")
    parser.add_argument(
        "--game", choices=[name for name, _ in GAMES], help="only this game, so that both play the same"
    )
    arguments = parser.parse_args()
    if arguments.windows < 2 or arguments.seconds <= 0:
        parser.error("two windows or more, of more than 0 seconds, were expected")
    commits = (arguments.old, arguments.new)
    old, new = uvloop.run(measure(commits, arguments.windows, arguments.seconds, print, arguments.game))
    for server in (old, new):
        figures = f"{median(server.rates):7,.0f} steps/s, {median(server.cpu_us):5.0f} us of CPU each"
        print(f"{server.name:<14} {figures}, p99 {median(server.p99_ms):6.2f} ms, {server.players.tally.errors} errors")
    print(f"rate of {new.name} / {old.name}: {ratio(new.rates, old.rates)}; more is better")
    print(f"CPU of {new.name} / {old.name}: {ratio(new.cpu_us, old.cpu_us)}; less is better")
    print(f"p99 of {new.name} / {old.name}: {ratio(new.p99_ms, old.p99_ms)}; less is better")


if __name__ == "__main__":
    main()
