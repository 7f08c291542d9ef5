"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.progress import track

from rumpus.terminal.output import PlainConsole

Item = TypeVar("Item")


def with_progress(running: Iterable[Item], total: int) -> Iterable[Item]:
    """The same items, with a bar that moves while they come."""
    console = PlainConsole(stderr=True)
    return track(running, "Playing", total=total, console=console, transient=True, disable=not console.is_terminal)
