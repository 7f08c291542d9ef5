"""The clock by which tables age: the server's own running time, so that no jump of the wall clock removes a table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

LONGEST_GAP_S = 86400.0  # between two runs of a server at most this much counts, whatever the wall clock says


class Seen(msgspec.Struct, frozen=True):
    """What a file keeps of its time: the age of everything, and what the wall clock said then. Both in seconds."""

    total: float
    wall: float


class Aging:
    """A clock that runs while the server does, by its uptime, and over short breaks between two runs.

    It begins with the wall clock's time, never runs backwards, and a jump of the wall clock moves it by a day at most.
    """

    def __init__(self, seen: Seen | None, wall: Callable[[], float], uptime: Callable[[], float]) -> None:
        self._wall = wall
        self._uptime = uptime
        now = wall()
        if seen is None:
            seen = Seen(now, now)
        self._total = seen.total + min(max(0.0, now - seen.wall), LONGEST_GAP_S)
        self._began = uptime()

    def __call__(self) -> float:
        """The time now."""
        return self._total + self._uptime() - self._began

    def seen(self) -> Seen:
        """What to keep in the file for the next run."""
        return Seen(self(), self._wall())
