"""The timers of a table. They stand still while nobody is there, and in a pause."""

from __future__ import annotations

Timer = str | tuple[str, int]  # what it is for: `deal`, `go`, …, or ("grace", person)


class Timers:
    """When each of the things that are waited for is due, in the table's seconds."""

    def __init__(self) -> None:
        self._due: dict[Timer, float] = {}
        self.still_since: float | None = 0.0  # since when the clocks stand still; None while they run

    def __contains__(self, what: Timer) -> bool:
        return what in self._due

    def set(self, what: Timer, at: float) -> bool:
        """Wait for this, unless it is waited for already; says whether it is new."""
        if what in self._due:
            return False
        self._due[what] = at
        return True

    def drop(self, what: Timer) -> bool:
        """Wait for this no more; says whether it was waited for."""
        return self._due.pop(what, None) is not None

    def clear(self) -> None:
        """Wait for nothing."""
        self._due.clear()

    def get(self, what: Timer) -> float | None:
        """When this is due."""
        return self._due.get(what)

    def next(self) -> float | None:
        """When the first of them is due."""
        return min(self._due.values(), default=None)

    def expired(self, now: float) -> list[Timer]:
        """What is due."""
        return [what for what, at in self._due.items() if at <= now]

    def run(self, running: bool, now: float) -> float:
        """Let the clocks run or stand still; gives the seconds by which everything moves that was waited for."""
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
