"""An event loop that does what is ready and then stands still, so that a test decides what happens next."""

from __future__ import annotations

import asyncio
import selectors
from asyncio import events
from collections.abc import Callable
from typing import Any


class _Selector(selectors.SelectSelector):
    def select(self, timeout: float | None = None) -> list[Any]:
        return []


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop that does what is ready and then stands still."""

    def __init__(self) -> None:
        self.now = 1000.0
        super().__init__(_Selector())

    def time(self) -> float:
        """Seconds, as the last step left them."""
        return self.now

    def drain(self) -> None:
        """Run everything that is ready."""
        events._set_running_loop(self)
        try:
            while self._ready:  # type: ignore[attr-defined]  # the queue of callbacks
                self._run_once()  # type: ignore[attr-defined]  # one iteration
        finally:
            events._set_running_loop(None)

    def do(self, work: Callable[[], Any]) -> Any:
        """Call it inside the loop, and run what follows from it."""
        events._set_running_loop(self)
        try:
            done = work()
        finally:
            events._set_running_loop(None)
        self.drain()
        return done

    def timers(self) -> list[float]:
        """When the timers that are set are due, the first one first."""
        return sorted(handle.when() for handle in self._scheduled if not handle.cancelled())  # type: ignore[attr-defined]

    def forget(self) -> None:
        """Drop all tasks, callbacks and timers: the server has crashed."""
        while tasks := asyncio.all_tasks(self):  # a cancelled one may start another
            for task in tasks:
                task.cancel()
            self.drain()
        self._ready.clear()  # type: ignore[attr-defined]
        self._scheduled.clear()  # type: ignore[attr-defined]
