"""The timers of a table. They stand still while nobody is connected, and during a pause."""

from __future__ import annotations

Timer = str | tuple[str, int]  # the name of a timer: `deal`, `go`, …, or ("grace", person)


class Timers:
    """When each timer is due, in seconds on the table's clock."""

    def __init__(self) -> None:
        self._due: dict[Timer, float] = {}
        self.still_since: float | None = 0.0  # since when the clocks stand still; None while they run

    def __contains__(self, what: Timer) -> bool:
        return what in self._due

    def set(self, what: Timer, at: float) -> bool:
        """Start a timer unless it is running already; returns whether it was started."""
        if what in self._due:
            return False
        self._due[what] = at
        return True

    def drop(self, what: Timer) -> bool:
        """Stop a timer; returns whether it was running."""
        return self._due.pop(what, None) is not None

    def clear(self) -> None:
        """Stop all timers."""
        self._due.clear()

    def get(self, what: Timer) -> float | None:
        """When a timer is due; None if it is not running."""
        return self._due.get(what)

    def next(self) -> float | None:
        """When the first timer is due; None if none is running."""
        return min(self._due.values(), default=None)

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
        return by_s
