"""The thread that the journal writes in."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any


class OneThread:
    """Runs blocking calls in one thread, in the order they were asked for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._todo: SimpleQueue[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def run(self, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """The result of the call, or its exception."""
        done = self._loop.create_future()
        self._todo.put((done, work, args))
        return done

    def stop(self) -> None:
        """Finish what was asked for, then end the thread."""
        self._todo.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (todo := self._todo.get()) is not None:
            done, work, args = todo
            result = error = None
            try:
                result = work(*args)
            except BaseException as raised:
                error = raised
            self._loop.call_soon_threadsafe(_finish, done, result, error)


def _finish(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
