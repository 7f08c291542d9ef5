"""The timers of a table. They stand still while nobody is connected, and during a pause."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

LOGGED = 64  # timers remembered after they were set, to restore one that an unsaved step had ended

Timer = str | tuple[str, int]  # the name of a timer: `deal`, `go`, …, or ("grace", person)


class Moment(NamedTuple):
    """Where a table stood when a timer was set."""

    seq: int
    match: int = 0  # how many matches had begun
    round: int = 0
    turns: int = 0
    seat: int | None = None  # whose turn it was
    going: int | None = None  # who had said GO


class _Logged(NamedTuple):
    what: Timer
    at: float | None  # None: it was stopped for good
    then: Moment


class Timers:
    """When each timer is due, in seconds on the table's clock."""

    def __init__(self) -> None:
        self._due: dict[Timer, float] = {}
        self.still_since: float | None = 0.0  # since when the clocks stand still; None while they run
        self.moment: Callable[[], Moment] = lambda: Moment(0)
        self._log: deque[_Logged] = deque(maxlen=LOGGED)

    def __contains__(self, what: Timer) -> bool:
        return what in self._due

    def set(self, what: Timer, at: float) -> bool:
        """Start a timer unless it is running already; returns whether it was started."""
        if what in self._due:
            return False
        self._due[what] = at
        self._log.append(_Logged(what, at, self.moment()))
        return True

    def drop(self, what: Timer) -> bool:
        """Stop a timer; returns whether it was running."""
        running = self.expire(what)
        if running and isinstance(what, tuple):  # of a person, who is back whatever happens to the last step
            self._log.append(_Logged(what, None, self.moment()))
        return running

    def expire(self, what: Timer) -> bool:
        """End a timer that has run out; returns whether it was running."""
        return self._due.pop(what, None) is not None

    def clear(self) -> None:
        """Stop all timers."""
        self._due.clear()

    def get(self, what: Timer) -> float | None:
        """When a timer is due; None if it is not running."""
        return self._due.get(what)

    def next(self) -> float | None:
        """When the first timer is due; None if none is running."""
        return min(self._due.values()) if self._due else None

    def expired(self, now: float) -> list[Timer]:
        """The timers that are due."""
        return [what for what, at in self._due.items() if at <= now]

    def run(self, running: bool, now: float) -> float:
        """Let the clocks run or stand still; returns the seconds by which the timers were postponed."""
        if not running:
            if self.still_since is None:
                self.still_since = now
            return 0.0
        if self.still_since is None:
            return 0.0
        by_s = now - self.still_since
        self.still_since = None
        self._due = {what: at + by_s for what, at in self._due.items()}
        moved = (one if one.at is None else one._replace(at=one.at + by_s) for one in self._log)
        self._log = deque(moved, maxlen=LOGGED)
        return by_s

    def carry(self, old: Timers, holds: Callable[[Timer, Moment], bool]) -> list[tuple[Timer, Moment]]:
        """Take over from the timers of a table that was loaded again: those that still hold run on where they were.

        Returns what was taken over, with the moments when it was set.
        """
        latest = {one.what: one for one in old._log if holds(one.what, one.then)}
        self._log = deque(latest.values(), maxlen=LOGGED)
        running = [(one.what, one.at, one.then) for one in latest.values() if one.at is not None]
        self._due = {what: at for what, at, _ in running}
        return [(what, then) for what, _, then in running]
