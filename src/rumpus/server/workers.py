"""Worker processes for what takes long to compute, so that no table waits for it."""

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
NICENESS = 10  # tables come first


class Workers:
    """A pool of processes, started with the first piece of work, and again if one of them has died."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None  # workers exit when this pipe closes

    async def think(self, work: Callable[..., Any], *args: Any) -> Any:
        """The result of the work in another process; if that process dies, another one is asked once more."""
        pool = self._running()
        try:
            return await self._asked(pool, work, *args)
        except BrokenProcessPool:
            if pool is self._pool:  # else it has been replaced already
                self.close()
            return await self._asked(self._running(), work, *args)

    def _asked(self, pool: ProcessPoolExecutor, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Block SIGINT while a worker may start: Ctrl-C reaches all processes, and the server alone handles it."""
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
        """End the processes, even in the middle of their work: nobody waits for it any more."""
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
    """Exit with a server that was killed: nothing is ever sent, and the end of the pipe tells."""
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)


async def think_here(work: Callable[..., Any], *args: Any) -> Any:
    """Do the work in this process: for the simulated world."""
    return work(*args)


def nothing() -> None:
    """No work: asked for to start the workers ahead of need."""
