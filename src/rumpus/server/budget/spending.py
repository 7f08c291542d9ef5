"""The bytes that a table writes to the journal, counted against the budgets of the table, its people and addresses."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rumpus.lobby import Declined
from rumpus.server.budget.budgets import WRITTEN
from rumpus.server.budget.limits import Bucket
from rumpus.server.net.session import Session
from rumpus.table import Asked

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

SETTLED_BYTES = 16 * 1024  # written before the buckets are charged; once for each action would cost too much
SHARES = 4  # of a table's budget: what one person may use, so that nobody can use up all of it


class Spending:
    """What one table has written. Above the budget lobby changes are refused; play is refused only much later."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        limits = keeper.rooms.limits
        self._at_once, self._per_s = limits.table_written_kb_at_once, limits.table_written_kb_per_s
        self._table = Bucket(self._at_once, self._per_s, keeper.rooms.clock())
        self._people: dict[int, Bucket] = {}
        self._unpaid: dict[int | None, int] = {}  # bytes written since the last time, by who asked for it
        self._size = 0  # the sum of these
        self._stopped: set[int] = set()  # people who may not even play on

    def wrote(self, asked: Asked | None, size: int) -> None:
        """An entry of so many bytes is being written, because somebody asked for it or by the table itself."""
        person = None if asked is None else asked.person
        self._unpaid[person] = self._unpaid.get(person, 0) + size
        self._size += size
        if self._size > SETTLED_BYTES:
            self._settle(self._keeper.rooms.clock())

    def _settle(self, now: float) -> None:
        """Charge what was written to the table, to those who asked for it, and to their addresses."""
        budgets = self._keeper.rooms.budgets
        self._table.charge(now, self._size / 1024)
        for person, size in self._unpaid.items():
            session = None if person is None else self._keeper.sessions.get(person)
            if session is not None:
                self._person(session.person, now).charge(now, size / 1024)
                budgets.used(budgets.account(session.address), WRITTEN, size / 1024)
        self._unpaid.clear()
        self._size = 0
        self._stopped = set()
        if self._table.left(now) <= -self._at_once / 2:
            self._stopped = {person for person, own in self._people.items() if own.left(now) <= -own.most / 2}

    def forget(self, people: Collection[int]) -> None:
        """Drop what belongs to people who have left; `people` are those still at the table."""
        for person in self._people.keys() - people:
            del self._people[person]

    def check_change(self, session: Session) -> None:
        """Raise `Declined` if this person, their address or the table has written too much for a change of the lobby.

        As everywhere (budgets.py), a light user may use up what is shared.
        """
        rooms = self._keeper.rooms
        now = rooms.clock()
        self._settle(now)
        own = self._person(session.person, now)
        light = own.light(now) and session.bucket.light(now)
        least = 0.0 if light else self._at_once / 2
        account = rooms.budgets.account(session.address)
        if own.left(now) <= 0 or self._table.left(now) <= least or not rooms.budgets.may_write(account, light=light):
            raise Declined("too-much")

    def check_play(self, person: int) -> None:
        """Raise `Declined` if the table is so far above its budget that this person may not even play on."""
        if person in self._stopped:
            self._settle(self._keeper.rooms.clock())
            if person in self._stopped:
                raise Declined("too-much")

    def _person(self, person: int, now: float) -> Bucket:
        bucket = self._people.get(person)
        if bucket is None:
            bucket = self._people[person] = Bucket(self._at_once / SHARES, self._per_s / SHARES, now)
        return bucket
