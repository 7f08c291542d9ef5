"""The long runs of the table: `python -m tests.soak MINUTES [PART…]`, or `make soak MINUTES=30`."""

from __future__ import annotations

import importlib
import sys
import time
from functools import partial

# Each in tests/soak/PART.py
PARTS = (
    *("world", "stuck", "adversary", "model", "kill", "disk", "leaks", "deals", "hostile", "terminal"),
    *("races", "distance", "circles", "nodes", "chaos"),
)


def say(part: str, words: str) -> None:
    """Print the progress of a part."""
    print(f"{part}: {words}", flush=True)


def main(arguments: list[str]) -> int:
    """Give every part the same share of the time. A fault ends the run and says how to reproduce it."""
    try:
        minutes = float(arguments[0])
    except (IndexError, ValueError):
        minutes = 0.0
    parts = arguments[1:] or list(PARTS)
    if minutes <= 0 or not set(parts) <= set(PARTS):
        sys.stderr.write(f"python -m tests.soak MINUTES [PART…] was expected, with parts of {', '.join(PARTS)}\n")
        return 2
    for part in parts:
        began = time.monotonic()
        importlib.import_module(f"tests.soak.{part}").soak(minutes * 60 / len(parts), partial(say, part))
        say(part, f"done in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
