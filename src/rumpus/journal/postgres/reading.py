"""Reading the journal in PostgreSQL: tables, entries, keys, records, ages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal.postgres import rows
from rumpus.journal.postgres.line import Db, Line, reason
from rumpus.journal.store import TABLE, Entry, Expired, Head, Owed

SLOW_S = 60.0  # for what is seldom and large: rewriting a whole log, removing old tables
CLOSED = "the journal is closed"
# What the database cannot even look for: a lone surrogate, a NUL
UNFINDABLE = (asyncpg.DataError, UnicodeEncodeError)
FREE = "(owner IS NULL OR owner = $2 OR EXISTS (SELECT FROM nodes n WHERE n.id = owner AND n.dead))"
T = TypeVar("T")


class Reading:
    """The part of the store that reads, over one connection."""

    def __init__(self, url: str, node: str, clock: Callable[[], float] | None) -> None:
        self.node = node
        self._clock = clock  # None: the database's own, by which all nodes agree
        self._others = Line(url, f"rumpus {node}")  # for everything but commits
        self._closed = False

    def weakness(self) -> str | None:
        """Why the database could lose what it has confirmed, in words; None if it has a synchronous standby."""

        async def look(db: Db) -> str | None:
            if await db.fetchval("SHOW fsync") != "on":
                return "the database does not wait for its disk (fsync is off)"
            if not await db.fetchval("SHOW synchronous_standby_names"):
                return "the database has no synchronous standby"
            return None

        return self._find(look)

    def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        return self._find(lambda db: db.fetchval("SELECT id FROM tables WHERE code = $1 AND kind = $2", code, TABLE))

    def head(self, table: str) -> Head | None:
        """The head of this table, if it exists."""
        row = self._find(lambda db: db.fetchrow("SELECT id, code, opened, kind FROM tables WHERE id = $1", table))
        return None if row is None else Head(*row)

    def entries(self, table: str, *, whole: bool = False) -> list[Entry]:
        """The entries needed to continue (see `Store`); all of them if `whole`. Raises `Damaged`."""
        return self._find(lambda db: rows.everything(db, table) if whole else rows.needed(db, table), SLOW_S) or []

    def seq_of(self, table: str, key: str) -> int | None:
        """The sequence number of the entry with this key."""
        packed = key.encode("utf-8", "surrogatepass")
        query = "SELECT seq FROM entries WHERE table_id = $1 AND key = $2"
        return self._find(lambda db: db.fetchval(query, table, packed))

    def keys(self, table: str, most: int) -> dict[str, int]:
        """The last `most` keys of each asker with their numbers, oldest first."""
        query = """SELECT key, seq FROM (
          SELECT key, seq, row_number() OVER (PARTITION BY asker ORDER BY seq DESC) AS nth
          FROM entries WHERE table_id = $1 AND key IS NOT NULL) AS numbered WHERE nth <= $2 ORDER BY seq"""
        found = self._find(lambda db: db.fetch(query, table, most)) or []
        return {key.decode("utf-8", "surrogatepass"): seq for key, seq in found}

    def all_keys(self, table: str, most: int) -> list[str]:
        """All keys of the table, in any order; `most` of them if there are more."""
        query = "SELECT key FROM entries WHERE table_id = $1 AND key IS NOT NULL LIMIT $2"
        found = self._find(lambda db: db.fetch(query, table, most)) or []
        return [key.decode("utf-8", "surrogatepass") for (key,) in found]

    def record(self, name: str) -> list[Entry] | None:
        """The entries of the finished match with this name, or None. Raises `Damaged`."""
        return self._find(lambda db: rows.of_record(db, name), SLOW_S)

    def owed(self) -> list[Owed]:
        """The records that other logs are owed, oldest first."""
        found = self._find(lambda db: db.fetch("SELECT record, log, at FROM owed ORDER BY at, record")) or []
        return [Owed(*row) for row in found]

    # Ages

    def now(self) -> float:
        """The time that the ages of tables are measured by: the database's clock, in seconds."""
        if self._clock is not None:
            return self._clock()
        return float(self._find(lambda db: db.fetchval("SELECT extract(epoch FROM clock_timestamp())")) or 0.0)

    def expired(self, before: float, spare: Collection[str] = (), kind: str = TABLE) -> Expired:
        """What `remove` would remove."""
        spared = list(spare)
        query = f"""SELECT count(*) FILTER (WHERE aged), count(*), min(touched) FILTER (WHERE aged),
          max(touched) FILTER (WHERE aged)
          FROM (SELECT touched, touched < $1 AND {FREE} AND id <> ALL($3) AS aged FROM tables
                WHERE kind = $4) AS ages"""  # noqa: S608 - no outside text
        row = self._find(lambda db: db.fetchrow(query, before, self.node, spared, kind), SLOW_S)
        assert row is not None
        return Expired(row[0], row[1], *((row[2], row[3]) if row[0] else ()))

    def logs(self) -> list[tuple[Head, float]]:
        """The heads of all logs, with when each was last written to, oldest first."""
        query = "SELECT id, code, opened, kind, touched FROM tables ORDER BY touched, id"
        found = self._find(lambda db: db.fetch(query), SLOW_S) or []
        return [(Head(*row[:4]), row[4]) for row in map(tuple, found)]

    def _find(self, work: Callable[[Db], Awaitable[T]], most_s: float | None = None) -> T | None:
        if self._closed:
            raise Malformed(f"nothing can be read: {CLOSED}")
        try:
            return self._others.run(work, most_s)
        except UNFINDABLE:
            return None
        except asyncpg.PostgresError as error:
            raise Malformed(f"nothing can be read: {reason(error)}") from error
