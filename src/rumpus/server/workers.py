"""Worker processes for long computations, so that they do not delay any table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from rumpus.compiled import compile_games

Think = Callable[..., Awaitable[Any]]
NICENESS = 10  # lower priority than the process that runs the tables


class Workers:
    """A pool of processes that starts on first use, and again after one of them has died."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None  # workers exit when this pipe closes

    async def think(self, work: Callable[..., Any], *args: Any) -> Any:
        """The result of a call made in a worker process; it is tried once more if that process dies."""
        pool = self._running()
        try:
            return await self._asked(pool, work, *args)
        except BrokenProcessPool:
            if pool is self._pool:  # another caller may have replaced it already
                self.close()
            return await self._asked(self._running(), work, *args)

    def _asked(self, pool: ProcessPoolExecutor, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Submit the call with SIGINT blocked, which a new worker inherits: only the server handles Ctrl-C."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return asyncio.get_running_loop().run_in_executor(pool, work, *args)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            end, self._lifeline = spawn.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self._count, mp_context=spawn, initializer=_begin, initargs=(end,))
        return self._pool

    def close(self) -> None:
        """End the processes at once; the results of unfinished work are no longer needed."""
        if self._pool is not None and self._lifeline is not None:
            self._lifeline.close()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._lifeline = None


def _begin(lifeline: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_server, args=(lifeline,), daemon=True).start()
    os.nice(NICENESS)
    compile_games()


def _end_with_the_server(lifeline: Connection) -> None:
    """Exit when the server is gone, even if it was killed: nothing is ever sent, so the read ends with the pipe."""
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)


async def think_here(work: Callable[..., Any], *args: Any) -> Any:
    """Do the work in this process; tests use it."""
    return work(*args)


def nothing() -> None:
    """Does nothing; submitted to start the worker processes in advance."""
