"""Long commands: a progress bar on standard error if that is a terminal, and a clean end on SIGTERM."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import track

from rumpus.terminal.output import PlainConsole, say

Item = TypeVar("Item")


def with_progress(running: Iterable[Item], total: int) -> Iterator[Item]:
    """The same items, with a bar that moves while they come.

    Until the last one, SIGTERM does what Ctrl-C does, and so does the end of a process that helps.
    """
    console = PlainConsole(stderr=True)
    quiet = not console.is_terminal
    with _term_as_ctrl_c():
        try:
            yield from track(running, "Playing", total=total, console=console, transient=True, disable=quiet)
        except BrokenProcessPool:
            say("One of the processes was killed. Was there enough memory?", err=True)
            raise KeyboardInterrupt from None


@contextmanager
def _term_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise `KeyboardInterrupt`, so that finished work is kept and our processes end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
