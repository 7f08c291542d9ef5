"""The server's clock, which stops while the process is stopped, so that nobody is late because of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

log = logging.getLogger("rumpus.server")
STALL_S = 2.0  # a longer gap between two readings is not time that passed for the players
BEAT_S = 0.25  # the clock is read at least this often
SPIN_S = 0.001  # the resolution of uvloop's timers


class SteadyClock:
    """The event loop's time less the gaps in which the process was stopped, swapped out or suspended."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._time = loop.time
        self._read_at = loop.time()
        self._lost_s = 0.0
        self._beating: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Read the clock regularly from now on; before that no gap is noticed."""
        self._read_at = self._time()
        self._beating = self._loop.call_later(BEAT_S, self._beat)

    def stop(self) -> None:
        """Stop reading it."""
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None

    def _beat(self) -> None:
        self()
        self._beating = self._loop.call_later(BEAT_S, self._beat)

    def __call__(self) -> float:
        """Seconds on this clock."""
        now = self._time()
        if now - self._read_at > STALL_S and self._beating is not None:
            self._stood_still(now - self._read_at)
        self._read_at = now
        return now - self._lost_s

    def _stood_still(self, gap: float) -> None:
        self._lost_s += gap
        log.warning("server-stood-still", extra={"seconds": round(gap, 1)})

    def on_loop(self, when: float) -> float:
        """The event loop's time at which this clock will show `when`, if the process does not stand still again."""
        return when + self._lost_s


class Deadline:
    """Calls back once this many seconds have passed on a clock, independent of the event loop's own clock."""

    def __init__(self, clock: Callable[[], float], seconds: float, call: Callable[[], object]) -> None:
        self._clock = clock
        self._at = clock() + seconds
        self._call = call
        self._timer = asyncio.get_running_loop().call_later(seconds, self._fire)

    def _fire(self) -> None:
        left_s = self._at - self._clock()
        if left_s > SPIN_S:
            self._timer = asyncio.get_running_loop().call_later(left_s, self._fire)
        else:
            self._call()

    def cancel(self) -> None:
        """Do not call back."""
        self._timer.cancel()
