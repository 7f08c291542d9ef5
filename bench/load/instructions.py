"""How many instructions of the interpreter a step takes inside the server, by function: hardly differs between runs.

`python -m bench.load.instructions 1d00b6f` counts in this tree and in another commit what `counted` takes the time of.
What other programs do to the machine changes nothing. Not counted are the interpreter's own functions, such as reading
JSON, and the kernel: a change that moves work there is judged by `bench.load.commits`.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import uvloop
from bench.load.counted import MEMORY, ROOT, House
from bench.load.players import GAMES

from rumpus.journal.sqlite import SqliteStore

WARM, ROUNDS, SHOWN = 60, 120, 30  # steps of each table before and while counting; functions that are shown


class Count:
    """Counts the instructions and calls of every function while it is on."""

    def __init__(self) -> None:
        self.instructions: Counter[CodeType] = Counter()
        self.calls: Counter[CodeType] = Counter()

    def __enter__(self) -> None:
        sys.settrace(self._called)

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        self.calls[frame.f_code] += 1
        return self._ran

    def _ran(self, frame: FrameType, event: str, _: Any) -> Any:
        self.instructions[frame.f_code] += event == "opcode"
        return self._ran


async def measure(game: str, count: Count) -> int:
    """Play, and count what the server does; gives the number of steps."""
    with tempfile.TemporaryDirectory(dir=MEMORY if Path(MEMORY).is_dir() else None) as folder:
        house = House(SqliteStore(Path(folder) / "journal.db"), game)
        await house.sit_down()
        await house.play(WARM)
        before = house.steps()
        while house.steps() - before < len(house.tables) * ROUNDS:
            sent = house.sent()
            with count:
                await house.hear(sent)
        made = house.steps() - before
        await house.rooms.close()
    return made


def report(game: str, shown: int) -> None:
    """Measure this source and print."""
    count = Count()
    steps = uvloop.run(measure(game, count))
    total, calls = count.instructions.total() / steps, count.calls.total() / steps
    print(f"{game}: {total:.0f} instructions and {calls:.0f} calls of functions for a step")
    for code, number in count.instructions.most_common(shown):
        where = f"{code.co_filename.rpartition('rumpus/')[2]}:{code.co_firstlineno}"
        print(f"{number / steps:8.1f} in {count.calls[code] / steps:5.2f} calls of {code.co_qualname} ({where})")


def main() -> None:
    """Count and print, for another commit too if one is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", nargs="?", help="the commit to compare with")
    parser.add_argument("--game", choices=[name for name, _ in GAMES], help="only this game")
    parser.add_argument("--functions", type=int, default=0, help=f"how many functions to show (0; {SHOWN} are telling)")
    arguments = parser.parse_args()
    logging.disable()
    games = [arguments.game] if arguments.game else [name for name, _ in GAMES]
    if arguments.old is not None:
        from bench.load.commits import source_of  # noqa: PLC0415 - the processes that measure may have no git

        with tempfile.TemporaryDirectory() as folder:
            source = source_of(arguments.old, Path(folder) / "old")
            command = [sys.executable, "-m", "bench.load.instructions", "--functions", str(arguments.functions)]
            print(arguments.old, flush=True)
            for game in games:
                environment = os.environ | {"PYTHONPATH": f"{source}:{ROOT}"}
                subprocess.run([*command, "--game", game], env=environment, check=True)
        print("this tree", flush=True)
    for game in games:
        report(game, arguments.functions)


if __name__ == "__main__":
    main()
