"""Virtual time: one event loop for every test in which waiting must take no time."""

from __future__ import annotations

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec
from unittest.mock import patch

import anyio.to_thread

START_S = 1000.0  # no clock of a real machine starts at 0; small, so that adding a microsecond is exact
STEP_S = 1e-6  # one iteration of the event loop takes this long, so that no loop can spin at one instant for ever
SETTLE_S = 0.001  # everything that is ready to happen has happened after this much virtual time


class _NeverWaits(selectors.SelectSelector):
    """Where a real selector would sleep, the clock moves on instead. Nothing ever arrives from outside."""

    advance: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[Any]:
        """Return at once; the time that a real selector would have waited has passed."""
        assert timeout is not None, "deadlock: every task waits, and no timer is set"
        self.advance(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when there is nothing left to do. Computing takes no time."""

    def __init__(self) -> None:
        self._now = START_S
        selector = _NeverWaits()
        super().__init__(selector)
        selector.advance = self._advance

    def time(self) -> float:
        """Virtual seconds."""
        return self._now

    def _advance(self, timeout: float) -> None:
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]  # the heap of timers
        self._now += STEP_S
        if timeout > 0 and timers:
            self._now = max(self._now, timers[0].when())


async def _inline(work: Callable[..., Any], *args: Any, **_: Any) -> Any:
    return work(*args)


def run_virtual(scenario: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a scenario to its end in virtual time; files are read without a thread, which the clock would not await."""
    with patch.object(anyio.to_thread, "run_sync", _inline), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(scenario())


async def settle() -> None:
    """Wait until everything that waits for no timer has happened."""
    await asyncio.sleep(SETTLE_S)


async def until(condition: Callable[[], Any], most_s: float = 600.0) -> None:
    """Wait in virtual time until the condition holds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + most_s
    while not condition():
        assert loop.time() < end, "the condition never held"
        await asyncio.sleep(0.05)


P = ParamSpec("P")


def virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test in virtual time."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        run_virtual(lambda: test(*args, **kwargs))

    return run
