"""Ctrl-C reaches all processes of a terminal, and is for the server alone."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def blocked() -> Iterator[None]:
    """Processes that this thread starts meanwhile inherit that SIGINT is blocked, from their first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
