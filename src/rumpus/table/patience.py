"""How long a table waits for people who do nothing: stand-ins for the idle (T-07), an end for standoffs (T-08)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from rumpus import wire
from rumpus.contract import PLAY, Event
from rumpus.driver import STANDOFF_S
from rumpus.lobby import Lobby
from rumpus.table import stand_ins
from rumpus.table.idle import NOTICED_S, Idle, Standstill

if TYPE_CHECKING:
    from rumpus.table.table import Table


class Seats(NamedTuple):
    """Whose seats the table waits for."""

    awaited: tuple[int, ...]  # of people who are here and play themselves
    reserved: tuple[int, ...]  # that somebody who came later is to take over
    settled: bool  # whether everybody is here, and no seat is reserved


STALE = -inf  # `_quiet_until` has to be recomputed


class Patience:
    """Watches who is idle at one table. It is asked after every action, so most of what it knows is kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.idle = Idle()
        self.standstill = Standstill()
        # Before then nobody has been idle for too long. People who act only make it later, and it is not recomputed
        # for them: the table wakes up a few times too often instead
        self._quiet_until = STALE
        self._lobby: Lobby | None = None  # what `_seats` was computed from, with `_here`
        self._here: frozenset[int] = frozenset()
        self._seats = Seats((), (), settled=False)

    def seats(self) -> Seats:
        """Whose seats the table waits for."""
        table = self.table
        if table.lobby is not self._lobby or table.here is not self._here:
            self._lobby, self._here, self._quiet_until = table.lobby, table.here, STALE
            taken = [(seat, place) for seat, place in enumerate(table.lobby.seats) if place is not None]
            awaited = tuple(seat for seat, place in taken if place.person in table.here and not place.stand_in)
            reserved = tuple(seat for seat, place in taken if place.next is not None)
            self._seats = Seats(awaited, reserved, len(table.here) == len(table.lobby.people) and not reserved)
        return self._seats

    # The clock

    def restart(self, idle: Idle, standstill: Standstill) -> None:
        """Start counting again, or continue from these."""
        self.idle, self.standstill, self._quiet_until = idle, standstill, STALE

    def next(self) -> float | None:
        """When somebody is idle for too long (T-07), or everybody is (T-08)."""
        times = (self.idle.next(self.table.lobby.settings.idle_s), self.standstill.next())
        return min((at for at in times if at is not None), default=None)

    def due(self) -> float | None:
        """When to look again: as `next`, or earlier."""
        if self._quiet_until == STALE:
            at = self.next()
            self._quiet_until = inf if at is None else at
        return None if self._quiet_until == inf else self._quiet_until

    def shift(self, by_s: float) -> None:
        """The clocks have stood still for so long."""
        self.idle.shift(by_s)
        self.standstill.shift(by_s)
        self._quiet_until = STALE

    def look(self, now: float) -> None:
        """Note who can act now, and tell everybody when somebody has been idle for a while, or no longer is."""
        table, match = self.table, self.table.match
        if table.timers.still_since is not None:
            return
        able: list[int] = []
        racing = False
        if match is not None and match.state.phase == PLAY and table.lobby.stage == "match":
            racing, bots, awaited = match.rules.race, match.bots, self.seats().awaited
            if racing:
                sees = match.state.seen_to_act
                able = [seat for seat in awaited if sees(seat) and seat not in bots]
                racing = not (table.lobby.scripted and self._learns())
            else:  # everybody sees whose turn it is
                able = [seat for seat in match.state.to_act() if seat in awaited and seat not in bots]
        if able != self.idle.able:
            self._look_at(self.idle.look(able, now), now)
        if racing is not self.standstill.racing and self.standstill.look(racing, now):
            self._quiet_until = STALE
        if self.idle.told or self._quiet_until <= now:
            self._tell(now)

    def _look_at(self, spent_s: float | None, now: float) -> None:
        """Look again when a seat that can act now may be idle for too long; it has done nothing for so long before."""
        if spent_s is not None:
            idle_s = self.table.lobby.settings.idle_s
            limit_s = idle_s if idle_s is not None and idle_s < NOTICED_S else NOTICED_S
            self._quiet_until = min(self._quiet_until, now + limit_s - spent_s)

    def _learns(self) -> bool:
        """Whether this is a lesson: who learns alone may read as long as they like."""
        lobby = self.table.lobby
        return lobby.scripted and lobby.locked and lobby.settings.idle_s is None

    def _tell(self, now: float) -> None:
        self._quiet_until = STALE
        told = tuple(self.idle.over(NOTICED_S, now))
        if told != self.idle.told:
            self.idle.told = told
            self.table.tell(wire.Idle(seats=self.idle_seats(now)))

    def idle_seats(self, now: float) -> tuple[wire.IdleSeat, ...]:
        """The seats that can act and have done nothing for 15 s (T-07), as everybody is told."""
        idle_s = self.table.lobby.settings.idle_s
        left = {seat: None if idle_s is None else self.idle.reaches(seat, idle_s) - now for seat in self.idle.told}
        return tuple(
            wire.IdleSeat(seat=seat, ms=None if left_s is None else max(0, round(left_s * 1000)))
            for seat, left_s in left.items()
        )

    def happened(self, lines: list[Event], now: float) -> None:
        """These lines were written; facts of the table alone are no sign of life."""
        for _, action in lines:
            if not action.fact:
                self.standstill.moved(now)
                return

    def lose(self, now: float) -> None:
        """T-07: let a stand-in play for people who have been idle too long. T-08: end a race in which nobody moves."""
        table, match, idle_s = self.table, self.table.match, self.table.lobby.settings.idle_s
        if match is None or table.lobby.stage != "match":
            return
        for seat in [] if idle_s is None else self.idle.over(idle_s, now):
            stand_ins.stand_in(table, seat, now, gone=False, idle=True)
        if self.standstill.due(now):
            self._quiet_until = STALE
            if self.standstill.count_down(now):
                table.tell(wire.Countdown(why="standoff", ms=round(STANDOFF_S * 1000)))
            elif (step := match.way_out()) is not None:
                table.write(now, lines=match.state.apply(*step))
            else:
                self.standstill.moved(now)  # a game that has no standoff
