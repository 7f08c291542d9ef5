"""Lines that a person types while other things go on: read in a thread, one whenever one is asked for."""

from __future__ import annotations

import asyncio
import queue
import threading
from contextlib import suppress
from typing import IO

from rumpus.terminal.lines import Lines

LOOK_UP_S = 0.2  # who reads looks up so often whether it is over
ENDING_S = 2.0


class Keys:
    """The person's lines. Input that nobody types is not read ahead, so that a script meets what it expects."""

    def __init__(self, source: IO[str]) -> None:
        self._lines = Lines(source)
        self.typed = self._lines.typed
        self._asked: queue.SimpleQueue[asyncio.Future[str | None] | None] = queue.SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._read, name="keys", daemon=True)
        self._thread.start()

    def next(self) -> asyncio.Future[str | None]:
        """The next line when it is there; None at the end."""
        line: asyncio.Future[str | None] = self._loop.create_future()
        self._asked.put(line)
        return line

    def close(self) -> None:
        """Read no more; a read that cannot be interrupted is left to itself."""
        self._closed = True
        self._asked.put(None)
        if not self._lines.blind:
            self._thread.join(ENDING_S)

    def _read(self) -> None:
        while (line := self._asked.get()) is not None:
            typed = self._next()
            with suppress(RuntimeError):  # the loop is closed: nobody wants it any more
                self._loop.call_soon_threadsafe(_settle, line, typed)

    def _next(self) -> str | None:
        with suppress(EOFError, OSError, ValueError):  # the end, or a stream that was closed
            while not self._closed:
                line = self._lines.next(LOOK_UP_S)
                if line is not None:
                    return line
        return None


def _settle(line: asyncio.Future[str | None], typed: str | None) -> None:
    if not line.done():
        line.set_result(typed)
