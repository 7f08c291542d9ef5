"""Who does nothing: people who could act and do not (T-07), and a race in which nobody moves (T-08).

Both count only what everybody at the table sees, so that nobody learns from them what somebody else could play. They
are told the time, and shifted when the table's clocks have stood still. Neither is in the journal: after a restart they
start again, and after a reload the new table takes them over (`carry.py`).
"""

from __future__ import annotations

from rumpus.driver import QUIET_S, STANDOFF_S

NOTICED_S = 15.0  # T-07: after that everybody is told, and the host may ask for a stand-in


class Idle:
    """For how long each seat could act and has done nothing. Times are in seconds on the table's clock."""

    def __init__(self) -> None:
        self._spent: dict[int, float] = {}  # by seat: the time before `_since`; turns that a bot finished count too
        self._since: dict[int, float] = {}  # by seat that can act: since when
        self.able: list[int] = []  # the same seats
        self.told: tuple[int, ...] = ()  # the seats that everybody was told of

    def look(self, able: list[int], now: float) -> float | None:
        """These seats can act now, and no others.

        Returns for how long one of those that could not before has done nothing, the longest; None if there are none.
        """
        since, spent, longest = self._since, self._spent, None
        for seat in self.able:
            if seat not in able:
                spent[seat] = spent.get(seat, 0.0) + max(0.0, now - since.pop(seat))
        self.able = able
        for seat in able:
            if seat not in since:
                since[seat] = now
                before = spent.get(seat, 0.0)
                longest = before if longest is None else max(longest, before)
        return longest

    def acted(self, seat: int, now: float) -> None:
        """The person on this seat has done something."""
        self._spent.pop(seat, None)
        if seat in self._since:
            self._since[seat] = now

    def reaches(self, seat: int, limit_s: float) -> float:
        """When a seat that can act will have done nothing for so long."""
        return self._since[seat] + limit_s - self._spent.get(seat, 0.0)

    def over(self, limit_s: float, now: float) -> list[int]:
        """The seats that can act and have done nothing for so long."""
        return sorted(seat for seat in self._since if self.reaches(seat, limit_s) <= now)

    def next(self, idle_s: float | None) -> float | None:
        """When the next seat becomes idle, or gets a stand-in."""
        times = [self.reaches(seat, NOTICED_S) for seat in self._since if seat not in self.told]
        if idle_s is not None:
            times += [self.reaches(seat, idle_s) for seat in self._since]
        return min(times, default=None)

    def shift(self, by_s: float) -> None:
        """The clocks have stood still for so long."""
        self._since = {seat: at + by_s for seat, at in self._since.items()}


class Standstill:
    """How long nothing has happened in a race, and when the table ends the round."""

    def __init__(self) -> None:
        self.racing = False  # whether there is a race to watch
        self._moved_at: float | None = None  # None while there is none
        self._ends_at: float | None = None  # the end of the countdown

    def moved(self, now: float) -> None:
        """Something has happened."""
        if self._moved_at is not None:
            self._moved_at, self._ends_at = now, None

    def look(self, racing: bool, now: float) -> bool:
        """Whether a race is under way; returns whether it began just now."""
        self.racing = racing
        if not racing:
            self._moved_at = self._ends_at = None
        elif self._moved_at is None:
            self._moved_at = now
            return True
        return False

    def next(self) -> float | None:
        """When the table has to say or do something."""
        if self._ends_at is not None or self._moved_at is None:
            return self._ends_at
        return self._moved_at + QUIET_S

    def due(self, now: float) -> bool:
        """Whether the table has to say or do something now."""
        at = self.next()
        return at is not None and at <= now

    def count_down(self, now: float) -> bool:
        """Start the countdown; returns False if it is over already."""
        if self._ends_at is not None:
            return False
        self._ends_at = now + STANDOFF_S
        return True

    def left_ms(self, now: float) -> int | None:
        """Milliseconds left of the countdown; None if there is none."""
        return None if self._ends_at is None else max(0, round((self._ends_at - now) * 1000))

    def shift(self, by_s: float) -> None:
        """The clocks have stood still for so long."""
        self._moved_at = None if self._moved_at is None else self._moved_at + by_s
        self._ends_at = None if self._ends_at is None else self._ends_at + by_s
