"""The journal store in PostgreSQL: one connection commits, one does everything else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal import chain
from rumpus.journal.postgres import rows, schema
from rumpus.journal.postgres.directory import DIED, is_gone
from rumpus.journal.postgres.line import Db, Line, reason
from rumpus.journal.postgres.reading import CLOSED, FREE, SLOW_S, UNFINDABLE, Reading, T
from rumpus.journal.postgres.rows import Batch, Known
from rumpus.journal.store import (
    FIRST,
    TABLE,
    Conflict,
    Elsewhere,
    Entry,
    Head,
    Lost,
    Unsaved,
    by_table,
    gap,
)

SWEEP = "rumpus sweep"  # the advisory lock of the node that removes old tables

TAKE = """
UPDATE tables AS t SET epoch = epoch + 1, owner = $2
WHERE id = $1 AND (owner IS NULL OR owner = $2 OR EXISTS (SELECT FROM nodes n WHERE n.id = t.owner AND n.dead))
RETURNING epoch, last, chain"""
OPEN = """
WITH opened AS (
  INSERT INTO tables (id, code, kind, opened, touched, epoch, owner, first, last, chain)
  VALUES ($1, $2, $3, $4, coalesce($5, extract(epoch FROM clock_timestamp())), $6, $7, $8, $9, $10)
), named AS (
  INSERT INTO records (name, table_id, seq) SELECT * FROM unnest($11::text[], $12::text[], $13::bigint[])
), debts AS (
  INSERT INTO owed (record, log, at) SELECT * FROM unnest($23::text[], $24::text[], $25::double precision[])
)
INSERT INTO entries (table_id, seq, epoch, key, asker, at, start, chain, body)
SELECT * FROM unnest($14::text[], $15::bigint[], $16::bigint[], $17::bytea[], $18::bigint[],
  $19::double precision[], $20::smallint[], $21::bytea[], $22::bytea[])"""


class PostgresStore(Reading):
    """The store of one node. Two threads may use it at a time, one of them for `commit` alone.

    `node` is the id under which this node is in the directory (`directory.py`); it changes when its lease has ended.
    """

    def __init__(self, url: str, node: str = "", clock: Callable[[], float] | None = None) -> None:
        super().__init__(url, node, clock)
        self._commits = Line(url, f"rumpus {node} commits")
        self._known: dict[str, Known] = {}  # tables that this node has taken
        self.lost: Callable[[], None] = lambda: None  # called for each table that another node has taken

    def prepare(self, *, make: bool, idle: bool = False) -> None:
        """Check the version of the schema; raises `Malformed`, `Unsaved`.

        `make` makes one in an empty database; `idle` refuses one that nodes use.
        """

        async def look(db: Db) -> None:
            version = await schema.version_of(db)
            if version is None and make:
                _, version = await schema.migrate(db)
            schema.check(version)
            if idle:
                await schema.must_be_idle(db)

        self._others.run(look, SLOW_S)

    def migrate(self) -> tuple[int | None, int]:
        """Make the schema or bring it to this version; returns the versions before and after."""
        return self._write(schema.migrate, SLOW_S)

    # Taking

    def open(self, head: Head, first: Entry) -> None:
        """Store a new table with its first entry. Raises `Conflict` or `Unsaved`."""
        self._write(lambda db: self._insert(db, head, [first], FIRST, self.node))

    def take(self, table: str) -> int | None:
        """Take a log and return its new epoch; None if there is no such log. Raises `Elsewhere`, `Unsaved`."""
        try:
            return self._write(lambda db: self._take(db, table))
        except UNFINDABLE:
            return None

    async def _take(self, db: Db, table: str) -> int | None:
        self._known.pop(table, None)
        node = self.node  # which changes when the lease ends, in the midst of this: nobody could take what "" has
        _must_be_a_node(node)
        taken = await db.fetchrow(TAKE, table, node)
        if taken is None:
            whose = "SELECT t.owner, n.url FROM tables t LEFT JOIN nodes n ON n.id = t.owner WHERE t.id = $1"
            owner = await db.fetchrow(whose, table)
            if owner is None:
                return None
            if owner["owner"] is not None and not await is_gone(db, owner["owner"]):
                raise Elsewhere(owner["owner"], owner["url"] or "")
            taken = await db.fetchrow(TAKE, table, node)
            if taken is None:
                raise Unsaved("nothing was saved: the table has just moved")
        self._known[table] = Known(*taken)
        epoch: int = taken["epoch"]
        return epoch

    def release(self, table: str, epoch: int) -> None:
        """Any node may take this log now, unless it was taken again since. Raises `Unsaved`."""
        free = "UPDATE tables SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3"
        self._write(lambda db: db.execute(free, table, self.node, epoch))

    # Writing

    def replace(self, head: Head, entries: Sequence[Entry]) -> None:
        """Store a log with these entries, in the place of all that it had. Raises `Conflict`, `Lost`, `Unsaved`."""

        async def work(db: Db) -> None:
            async with db.transaction():
                epoch = await self._delete(db, head.id, entries[0].epoch)
                await self._insert(db, head, entries, FIRST if epoch is None else epoch, self.node)

        self._write(work, SLOW_S)

    def drop(self, table: str, epoch: int = FIRST) -> None:
        """Remove one log with all that belongs to it. Raises `Lost` or `Unsaved`."""

        async def work(db: Db) -> None:
            async with db.transaction():
                await self._delete(db, table, epoch)

        self._write(work, SLOW_S)

    async def _delete(self, db: Db, table: str, epoch: int) -> int | None:
        """Delete a log that has this epoch; returns it, or None if there is no such log. Raises `Lost`."""
        found: int | None = await db.fetchval("SELECT epoch FROM tables WHERE id = $1 FOR UPDATE", table)
        if found is not None and found != epoch:
            self._lose(table)
            raise Lost("another node has taken this log")
        await _delete(db, [table])
        self._known.pop(table, None)
        return found

    async def _insert(
        self,
        db: Db,
        head: Head,
        entries: Sequence[Entry],
        epoch: int,
        owner: str | None,
        touched: float | None = None,
    ) -> None:
        if owner is not None:
            _must_be_a_node(owner)
        link, found, names, owed = chain.root(head.id), [], [], []
        for entry in entries:
            link = chain.link(link, entry)
            found.append(rows.row_of(head.id, entry, link))
            if entry.record is not None:
                names.append((entry.record, head.id, entry.seq))
                if entry.owes is not None:
                    owed.append((entry.record, *entry.owes))
        at, last = self._touched() if touched is None else touched, entries[-1].seq
        values = (*(head.id, head.code, head.kind, head.opened, at), epoch, owner, entries[0].seq, last, link)
        await db.execute(OPEN, *values, *_columns(names, 3), *_columns(found, 9), *_columns(owed, 3))
        self._known[head.id] = Known(epoch, last, link)

    def commit(self, batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        """Store the batch in one statement. Returns the tables that failed; none of their entries is stored."""
        tables = by_table(batch)
        if not tables:
            return {}
        if self._closed:
            return dict.fromkeys(tables, Unsaved(f"nothing was saved: {CLOSED}"))
        try:
            return self._commits.run(lambda db: self._commit_together(db, tables))
        except asyncpg.PostgresError as error:
            for table in tables:
                self._known.pop(table, None)
            if len(tables) > 1 and not isinstance(error, asyncpg.InsufficientResourcesError):
                # One of them is to blame, and nothing of any was written
                return {table: errors[table] for table, entries in tables.items()
                        if (errors := self.commit([(table, entry) for entry in entries]))}  # fmt: skip
            return dict.fromkeys(tables, _refusal(error))
        except Unsaved as error:
            for table in tables:
                self._known.pop(table, None)
            return dict.fromkeys(tables, error)

    async def _commit_together(self, db: Db, tables: dict[str, list[Entry]]) -> dict[str, Exception]:
        errors: dict[str, Exception] = {}
        unknown = [table for table in tables if table not in self._known]
        if unknown:
            await self._look_up(db, unknown)
        batch = Batch()
        for table, entries in tables.items():
            known = self._known.get(table)
            stale = known is not None and any(entry.epoch != known.epoch for entry in entries)
            error = self._lose(table) if stale else gap(None if known is None else known.last, entries)
            if error is not None:
                errors[table] = error
            elif known is not None:
                batch.add(table, known, entries)
        if not batch.after:
            return errors
        written = await batch.append(db, self._touched())
        for table, known in batch.after.items():
            if table in written:
                self._known[table] = known
            else:
                errors[table] = self._lose(table)
        return errors

    async def _look_up(self, db: Db, tables: list[str]) -> None:
        """Learn about tables that this store has not taken or opened itself."""
        found = await db.fetch("SELECT id, epoch, last, chain FROM tables WHERE id = ANY($1)", tables)
        self._known |= {row["id"]: Known(row["epoch"], row["last"], row["chain"]) for row in found}

    def _lose(self, table: str) -> Lost:
        self._known.pop(table, None)
        self.lost()
        return Lost("another node has taken this table")

    def _touched(self) -> float | None:
        """When something is written, for the statement; None: by the database's clock."""
        return None if self._clock is None else self._clock()

    def settle(self, record: str) -> None:
        """This record is owed no more. Raises `Unsaved`."""
        self._write(lambda db: db.execute("DELETE FROM owed WHERE record = $1", record))

    # Old tables

    def remove(self, before: float, most: int | None = None, spare: Collection[str] = (), kind: str = TABLE) -> int:
        """Remove up to `most` tables last written to before `before`, except `spare` and those that others have.

        Only one node at a time does so. Returns how many were removed.
        """
        spared = list(spare)
        old = f"""SELECT id FROM tables WHERE touched < $1 AND {FREE} AND id <> ALL($3) AND kind = $4
          ORDER BY touched, id LIMIT $5 FOR UPDATE SKIP LOCKED"""  # noqa: S608 - no outside text

        async def work(db: Db) -> int:
            async with db.transaction():
                lock = "SELECT pg_try_advisory_xact_lock(hashtextextended($1 || current_schema(), 0))"
                if not await db.fetchval(lock, SWEEP):
                    return 0
                found = [row[0] for row in await db.fetch(old, before, self.node, spared, kind, most)]
                await _delete(db, found)
                return len(found)

        removed = self._write(work, SLOW_S)
        self._known.clear()
        return removed

    # Codes that move a seat or a member to another device

    def issue(self, code: str, log: str, who: str, valid_s: float) -> None:
        """Keep a code for a while, in the place of an earlier one of the same person. Raises `Unsaved`."""
        query = """INSERT INTO codes (code, log, who, until)
          VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
          ON CONFLICT (log, who) DO UPDATE SET code = excluded.code, until = excluded.until"""

        async def work(db: Db) -> None:
            await db.execute("DELETE FROM codes WHERE until < clock_timestamp()")
            await db.execute(query, code, log, who, valid_s)

        self._write(work)

    def whose(self, code: str) -> tuple[str, str] | None:
        """The log and the person of a code that is valid. Raises `Unsaved`."""
        query = "SELECT log, who FROM codes WHERE code = $1 AND until >= clock_timestamp()"
        row = self._find(lambda db: db.fetchrow(query, code))
        return None if row is None else (row["log"], row["who"])

    def redeem(self, code: str) -> tuple[str, str] | None:
        """Whose code this is: the log and the person; it works once. Raises `Unsaved`."""
        query = "DELETE FROM codes WHERE code = $1 RETURNING log, who, until >= clock_timestamp() AS valid"
        try:
            row = self._write(lambda db: db.fetchrow(query, code))
        except UNFINDABLE:
            return None
        return (row["log"], row["who"]) if row is not None and row["valid"] else None

    # The rest

    def bring(self, head: Head, entries: Sequence[Entry], touched: float) -> None:
        """Store a log that was last written to at `touched`, and which no node has. Raises `Conflict`, `Unsaved`."""
        self._write(lambda db: self._insert(db, head, entries, FIRST, None, touched), SLOW_S)
        self._known.pop(head.id, None)

    def backup(self, path: Path) -> None:
        """Always fails: the database has its own tools."""
        raise Malformed(f"a journal in PostgreSQL is copied with pg_dump, or to {path} with rumpus move")

    def close(self) -> None:
        """Let other nodes take all that this one has, and close the connections. Closing twice is allowed."""
        if not self._closed:
            with suppress(Unsaved):  # then the lease ends by itself
                self._write(self._leave)
            self._closed = True
            self._commits.close()
            self._others.close()

    async def _leave(self, db: Db) -> None:
        await db.execute("UPDATE tables SET owner = NULL WHERE owner = $1", self.node)
        await db.execute(DIED, self.node)

    def _write(self, work: Callable[[Db], Awaitable[T]], most_s: float | None = None) -> T:
        if self._closed:
            raise Unsaved(f"nothing was saved: {CLOSED}")
        try:
            return self._others.run(work, most_s)
        except asyncpg.UniqueViolationError as error:
            raise Conflict("a table of this id or code, or a record of this name, exists") from error
        except asyncpg.DataError:
            raise
        except asyncpg.PostgresError as error:
            raise _refusal(error) from error


def _must_be_a_node(node: str) -> None:
    if not node:
        raise Unsaved("nothing was saved: this node has no lease")


def _refusal(error: Exception) -> Exception:
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict(
            "an action of this id is in the journal, or a record of this name, or a table of this code, exists"
        )
    return Unsaved(f"nothing was saved: {reason(error)}")


async def _delete(db: Db, tables: list[str]) -> None:
    await db.execute("DELETE FROM owed WHERE record IN (SELECT name FROM records WHERE table_id = ANY($1))", tables)
    for query in ("records WHERE table_id", "entries WHERE table_id", "tables WHERE id"):
        await db.execute(f"DELETE FROM {query} = ANY($1)", tables)  # noqa: S608 - as above


def _columns(found: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*found, strict=True)] if found else [[] for _ in range(width)]
