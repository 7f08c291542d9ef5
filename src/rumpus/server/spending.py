"""The bytes that a table writes to the journal, counted against the budgets of the table, its people and addresses."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rumpus.lobby import Declined
from rumpus.server.budgets import WRITTEN
from rumpus.server.limits import Bucket
from rumpus.server.session import Session
from rumpus.table import Asked

if TYPE_CHECKING:
    from rumpus.server.keeper import Keeper

SHARES = 4  # of a table's budget: what one person may use, so that nobody can use up all of it


class Spending:
    """What one table has written. Above the budget lobby changes are refused; play is refused only much later."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        limits = keeper.rooms.limits
        self._at_once, self._per_s = limits.table_written_kb_at_once, limits.table_written_kb_per_s
        self._table = Bucket(self._at_once, self._per_s, keeper.rooms.clock())
        self._people: dict[int, Bucket] = {}

    def wrote(self, asked: Asked | None, size: int) -> None:
        """An entry of so many bytes is being written, because somebody asked for it or by the table itself."""
        rooms, kb = self._keeper.rooms, size / 1024
        now = rooms.clock()
        self._table.charge(now, kb)
        session = None if asked is None else self._keeper.sessions.get(asked.person)
        if session is not None:
            self._person(session.person, now).charge(now, kb)
            rooms.budgets.used(rooms.budgets.account(session.address), WRITTEN, kb)

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
        own = self._person(session.person, now)
        light = own.light(now) and session.bucket.light(now)
        least = 0.0 if light else self._at_once / 2
        account = rooms.budgets.account(session.address)
        if own.left(now) <= 0 or self._table.left(now) <= least or not rooms.budgets.may_write(account, light=light):
            raise Declined("too-much")

    def check_play(self, person: int) -> None:
        """Raise `Declined` if the table is so far above its budget that this person may not even play on."""
        own = self._people.get(person)
        if own is not None:
            now = self._keeper.rooms.clock()
            if own.left(now) <= -own.most / 2 and self._table.left(now) <= -self._at_once / 2:
                raise Declined("too-much")

    def _person(self, person: int, now: float) -> Bucket:
        bucket = self._people.get(person)
        if bucket is None:
            bucket = self._people[person] = Bucket(self._at_once / SHARES, self._per_s / SHARES, now)
        return bucket
