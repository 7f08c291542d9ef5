"""Decides when the server cannot take more tables: by the delay that people feel, whatever its cause.

`Rooms` sleeps SAMPLES times a second, and `Load` hears how late the event loop woke it up; once a second it judges what
it has heard. It also measures how long each journal entry takes from its action to its confirmation. The sum of both
medians is what people wait. A tick counts as late if people wait longer than `Limits.busy_ms` and there are enough of
them to be the reason: on an idle server nothing is gained by refusing a table, however slow the machine is at the
moment. A server that uses much CPU itself counts as late much earlier (`Limits.late_ms`), before people feel it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from statistics import median

from rumpus.server.budget.limits import Limits

TICK_S = 1.0
SAMPLES = 20  # per tick; after each sample 1/20 of the connections is checked, so that pings do not go out all at once
BUSY_SHARE = 0.5  # of one core; a late loop that used less CPU than this may have been held up by other programs
BUSY_MESSAGES = 50.0  # a second; ten people at a race. Fewer take a hundredth of a slow core and are not the reason
BUSY_TICKS = 2  # new tables are refused while late ticks outnumber punctual ones by this many; one burst is not enough
MOST_LATE_TICKS = 4  # the surplus is capped here, so that tables can be opened again 3 ticks after the load is gone
DELAYS_KEPT = 2048  # confirmations per tick whose delay is remembered

Saved = Callable[[Exception | None], None]


class Load:
    """How busy the server is."""

    def __init__(self, limits: Limits, clock: Callable[[], float], effort: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._effort = effort  # CPU seconds that this process has used
        self._began, self._cpu_before = clock(), effort()  # of this tick
        self.messages = 0  # heard in this tick
        self._late_s: list[float] = []  # how late the event loop woke us up, in this tick
        self._delays_s: deque[float] = deque(maxlen=DELAYS_KEPT)  # from an action to its confirmation, in this tick
        self._pending: deque[float] = deque()  # when each unconfirmed entry was queued; the journal keeps their order
        self._late_ticks = 0  # late ticks less punctual ones, from 0 to MOST_LATE_TICKS

    @property
    def busy(self) -> bool:
        """Whether people wait too long for more tables to be opened."""
        return self._late_ticks >= BUSY_TICKS

    def timed(self, saved: Saved) -> Saved:
        """A journal callback that also measures how long its entry took."""
        now = self._clock()
        self._pending.append(now)
        return partial(self._confirmed, now, saved)

    def _confirmed(self, began: float, saved: Saved, error: Exception | None) -> None:
        if self._pending:
            self._pending.popleft()
        self._delays_s.append(self._clock() - began)
        saved(error)

    def sampled(self, late_s: float) -> None:
        """The event loop woke a sleeper up so much too late."""
        self._late_s.append(late_s)
        now = self._clock()
        if now - self._began >= TICK_S:
            cpu_s = self._effort()
            self.tick(now - self._began, cpu_s - self._cpu_before)
            self._began, self._cpu_before = now, cpu_s

    def tick(self, seconds: float, cpu_s: float) -> None:
        """The end of a tick, which lasted so long and in which this process used so much CPU."""
        late_ms = 1000 * median(self._late_s) if self._late_s else 0.0
        people = self.messages / seconds >= BUSY_MESSAGES
        felt = people and late_ms + self._delay_ms() > self._limits.busy_ms
        own = late_ms > self._limits.late_ms and cpu_s / seconds > BUSY_SHARE
        self._late_ticks = min(max(0, self._late_ticks + (1 if felt or own else -1)), MOST_LATE_TICKS)
        self.messages = 0
        self._delays_s.clear()
        self._late_s.clear()

    def _delay_ms(self) -> float:
        """What people waited for the journal: the usual entry, or the one that has waited longest until now."""
        delay_s = median(self._delays_s) if self._delays_s else 0.0
        oldest_s = self._clock() - self._pending[0] if self._pending else 0.0
        return 1000 * max(delay_s, oldest_s)
