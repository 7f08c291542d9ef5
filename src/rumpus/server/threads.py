"""A single background thread, in which the journal does its blocking writes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any


class OneThread:
    """Runs blocking calls in one thread, in the order of `run`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._todo: SimpleQueue[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def run(self, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """A future of the call's result or exception."""
        future = self._loop.create_future()
        self._todo.put((future, work, args))
        return future

    def stop(self, most_s: float | None = None) -> bool:
        """Finish the calls that are queued, then end the thread; returns whether it has ended within this time."""
        self._todo.put(None)
        self._thread.join(most_s)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (todo := self._todo.get()) is not None:
            future, work, args = todo
            result = error = None
            try:
                result = work(*args)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: the server did not wait for a slow disk
                self._loop.call_soon_threadsafe(_finish, future, result, error)


def _finish(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
