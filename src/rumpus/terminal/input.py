"""Lines that a person types: read with a time limit, or in a thread beside an event loop."""

from __future__ import annotations

import asyncio
import os
import queue
import select
import threading
from contextlib import suppress
from typing import IO

LONGEST = 1000  # characters; the rest of a longer line is dropped
LOOK_UP_S = 0.2  # how often the reading thread checks whether it should stop
ENDING_S = 2.0  # how long to wait for the reading thread to stop


class Lines:
    """Reads lines. `blind` input cannot be waited for with a time limit; `typed` input comes from a keyboard."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._descriptor = _selectable(stream)
        self._read = b""
        self._ended = False
        self.blind = self._descriptor is None
        self.typed = not self.blind and os.isatty(stream.fileno())

    def next(self, timeout_s: float | None) -> str | None:
        """The next line, or None if none came within the time limit. Raises `EOFError` at the end."""
        line = self._blind() if self._descriptor is None else self._within(self._descriptor, timeout_s)
        return line if line is None else line[:LONGEST]

    def _blind(self) -> str:
        try:
            line = self._stream.readline()
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not line:
            raise EOFError
        return line

    def _within(self, descriptor: int, timeout_s: float | None) -> str | None:
        if b"\n" not in self._read and not self._ended:
            ready, _, _ = select.select([descriptor], [], [], timeout_s)
            if not ready:
                return None
            piece = _piece(descriptor)
            self._ended = not piece
            self._read += piece
            if b"\n" not in self._read and not self._ended:
                self._read = self._read[: 4 * LONGEST]  # a character has up to four bytes
                return None
        if not self._read:
            raise EOFError
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace")


class AsyncLines:
    """Reads lines in a thread, one for each call of `next`. Nothing is read ahead, so that a script stays in step."""

    def __init__(self, source: IO[str]) -> None:
        self._lines = Lines(source)
        self.typed = self._lines.typed
        self._asked: queue.SimpleQueue[asyncio.Future[str | None] | None] = queue.SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._read, name="input", daemon=True)
        self._thread.start()

    def next(self) -> asyncio.Future[str | None]:
        """A future of the next line; None at the end of the input."""
        line: asyncio.Future[str | None] = self._loop.create_future()
        self._asked.put(line)
        return line

    def close(self) -> None:
        """Stop reading. A read that cannot be interrupted is abandoned."""
        self._closed = True
        self._asked.put(None)
        if not self._lines.blind:
            self._thread.join(ENDING_S)

    def _read(self) -> None:
        while (line := self._asked.get()) is not None:
            typed = self._next()
            with suppress(RuntimeError):  # the loop is closed, so nobody waits for the line
                self._loop.call_soon_threadsafe(_settle, line, typed)

    def _next(self) -> str | None:
        with suppress(EOFError, OSError, ValueError):  # the end of the input, or a closed stream
            while not self._closed:
                line = self._lines.next(LOOK_UP_S)
                if line is not None:
                    return line
        return None


def _piece(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # a terminal that was closed
        return b""


def _selectable(stream: IO[str]) -> int | None:
    """The descriptor for `select`, if there is one; on some systems `select` takes only sockets."""
    try:
        descriptor = stream.fileno()
        select.select([descriptor], [], [], 0)
    except (AttributeError, OSError, ValueError):
        return None
    return descriptor


def _settle(line: asyncio.Future[str | None], typed: str | None) -> None:
    if not line.done():
        line.set_result(typed)
