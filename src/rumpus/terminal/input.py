"""Lines of input with a time limit, from whatever the input is."""

from __future__ import annotations

import os
import select
from typing import IO

LONGEST = 1000  # what is typed beyond this is dropped; no move is nearly as long


class Lines:
    """The person's lines. `blind` input cannot be waited for with a time limit; `typed` input comes from a keyboard."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._descriptor = _selectable(stream)
        self._read = b""
        self._ended = False
        self.blind = self._descriptor is None
        self.typed = not self.blind and os.isatty(stream.fileno())

    def next(self, timeout_s: float | None) -> str | None:
        """The next line, or None if there is none yet, at the latest after this time; `EOFError` at the end."""
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


def _piece(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # a terminal that was closed
        return b""


def _selectable(stream: IO[str]) -> int | None:
    """The descriptor to wait on, if there is one; on some systems only sockets can be waited for."""
    try:
        descriptor = stream.fileno()
        select.select([descriptor], [], [], 0)
    except (AttributeError, OSError, ValueError):
        return None
    return descriptor
