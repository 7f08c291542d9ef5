"""Commits of the journal's file beside another source tree's, in one run: `python -m bench.commits OTHER/src`."""

from __future__ import annotations

import gc
import importlib
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

HERE = Path(__file__).parent.parent / "src"
TABLES = 200
ROUNDS = {1: 3000, 8: 1500, 64: 200}  # commits of so many entries each, a table each
LINE = b'{"lines":[{"by":1,"do":"play","card":"7h","from":"hand","to":3}]}'
LOBBY = b'{"lobby":"' + b"x" * 1000 + b'"}'  # every eighth entry


class Side:
    """The store of one source tree, with tables in it."""

    def __init__(self, source: Path, path: Path) -> None:
        for name in [name for name in sys.modules if name.split(".")[0] == "rumpus"]:
            del sys.modules[name]
        sys.path.insert(0, str(source))
        self.journal: Any = importlib.import_module("rumpus.journal")
        self.store: Any = importlib.import_module("rumpus.journal.sqlite").SqliteStore(path)
        sys.path.pop(0)
        self.seqs = [0] * TABLES
        for table in range(TABLES):
            self.store.open(self.journal.Head(f"{table:016x}", f"{table}", 0.0), self.journal.Entry(0, 0.0, None, LINE))

    def commit(self, tables: list[int]) -> tuple[float, float]:
        """Commit an entry of each; returns the seconds it took, and those of this thread's CPU."""
        rows = []
        for table in tables:
            seq = self.seqs[table] = self.seqs[table] + 1
            key = f"1:{seq}" if seq % 2 else None
            rows.append((f"{table:016x}", self.journal.Entry(seq, seq * 1.25, key, LINE if seq % 8 else LOBBY)))
        began, cpu = time.perf_counter(), time.thread_time()
        errors = self.store.commit(rows)
        took = time.perf_counter() - began, time.thread_time() - cpu
        assert not errors
        return took


def main(other: Path) -> None:
    """Print the median of each, and the median of the ratios of neighbours, so that a noisy machine counts for both."""
    with tempfile.TemporaryDirectory() as folder:
        sides = [Side(source, Path(folder) / f"{number}.db") for number, source in enumerate((other, HERE))]
        gc.disable()
        for entries, rounds in ROUNDS.items():
            took: list[list[tuple[float, float]]] = [[], []]
            for number in range(rounds):
                tables = Random(number).sample(range(TABLES), entries)
                for side in (0, 1) if number % 2 else (1, 0):
                    took[side].append(sides[side].commit(tables))
            for at, what in enumerate(("wall", "CPU")):
                theirs, ours = ([one[at] * 1e6 for one in side] for side in took)
                ratio = median(b / a for a, b in zip(theirs, ours, strict=True))
                print(
                    f"{entries:3} entries, {what:4}: {median(theirs):6.0f} us, ours {median(ours):6.0f} us: {ratio:.3f}"
                )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
