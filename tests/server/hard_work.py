"""What tests ask of real thinking processes; a small module, because the process has to import it."""

from __future__ import annotations

import time

from rumpus.contract import Illegal
from rumpus.record import Damaged


def spin(seconds: float) -> None:
    """Compute for so many seconds of CPU time, whatever is raised meanwhile."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        try:
            for _ in range(1000):
                pass
        except Exception:  # noqa: S110 - as careless code does
            pass


def refuse() -> None:
    raise Illegal("FC-08", "fc-not-in-hand", card="3h")


def damaged() -> None:
    raise Damaged(7, "for this test")


class Unusual(Exception):
    """An exception that cannot be pickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__("unusual")


def unusual() -> None:
    raise Unusual(1, 2)
