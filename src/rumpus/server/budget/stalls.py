"""Counts and logs what holds up the event loop, by endpoint: all tables wait during a stall."""

from __future__ import annotations

import asyncio
import logging
import types
from collections.abc import Callable, Coroutine, Generator
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rumpus.server.metrics import Metrics

log = logging.getLogger("rumpus.server")
STALL_S = 0.02  # people notice a table that answers later than this
BEAT_S = 0.02  # interval of the watchdog
LOG_EVERY_S = 60.0  # per endpoint, so that an attacker cannot fill the log
OTHER = "other"  # outside of any endpoint: timers, bots, garbage collection, or a machine that did something else
Result = TypeVar("Result")


class Stalls:
    """The stalls of one server."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = perf_counter) -> None:
        self._metrics = metrics
        self._clock = clock
        self._logged: dict[str, float] = {}  # when a stall of an endpoint was last logged
        self._named = 0  # stalls of endpoints so far
        self._beat: asyncio.TimerHandle | None = None

    def noticed(self, endpoint: str, seconds: float) -> None:
        """Count a stall that this endpoint caused."""
        self._named += 1
        self._count(endpoint, seconds)

    def _count(self, endpoint: str, seconds: float) -> None:
        self._metrics.stalled(endpoint)
        now = self._clock()
        if now - self._logged.get(endpoint, -LOG_EVERY_S) >= LOG_EVERY_S:
            self._logged[endpoint] = now
            log.warning("loop-stalled", extra={"endpoint": endpoint, "seconds": round(seconds, 3)})

    # The watchdog

    def watch(self) -> None:
        """Start the watchdog, which finds stalls outside of any endpoint."""
        self._wait(asyncio.get_running_loop())

    def stop(self) -> None:
        """Stop the watchdog."""
        if self._beat is not None:
            self._beat.cancel()

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._beat = loop.call_later(BEAT_S, self._woke, loop, self._clock(), self._named)

    def _woke(self, loop: asyncio.AbstractEventLoop, since: float, named: int) -> None:
        """A gap of more than the interval and a stall is a stall, whenever in the interval it began."""
        gap = self._clock() - since
        if gap > BEAT_S + STALL_S and self._named == named:
            self._count(OTHER, gap - BEAT_S)
        self._wait(loop)


@types.coroutine
def timed(work: Coroutine[Any, Any, Result], noticed: Callable[[float], None]) -> Generator[Any, Any, Result]:
    """Await `work` and report each of its steps on the event loop that takes longer than `STALL_S`."""
    error: BaseException | None = None
    waits_for: Any = None
    while True:
        began = perf_counter()
        try:
            waits_for = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: Result = end.value
            return result
        finally:
            error = None  # an error refers to this frame: what the request holds would stay until garbage is collected
            took = perf_counter() - began
            if took > STALL_S:
                noticed(took)
        try:
            yield waits_for
        except BaseException as raised:
            error = raised
        finally:
            waits_for = None  # a future has its error
