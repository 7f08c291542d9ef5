"""Entries in the database: the statement that appends them behind the fence, reading them back and comparing hashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rumpus.journal import chain
from rumpus.journal.chain import Damaged
from rumpus.journal.postgres.line import Db
from rumpus.journal.store import Entry

START, SETUP = 1, 2  # flags in the column `start`

# The fence: an entry comes into being only if, under the lock of its table's row, the table has the writer's epoch
# and the number before it, which the same statement moves. Tables that are missing from the answer got nothing
HELD = """
WITH held AS (
  UPDATE tables AS t
  SET last = h.last, chain = h.chain, code = coalesce(h.code, t.code),
    touched = coalesce($7, extract(epoch FROM clock_timestamp()))
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::text[])
    AS h (id, epoch, before, last, chain, code)
  WHERE t.id = h.id AND t.epoch = h.epoch AND t.last = h.before
  RETURNING t.id
), written AS (
  INSERT INTO entries (table_id, seq, epoch, key, asker, at, start, chain, body)
  SELECT e.* FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::bytea[], $12::bigint[],
    $13::double precision[], $14::smallint[], $15::bytea[], $16::bytea[])
    AS e (table_id, seq, epoch, key, asker, at, start, chain, body) JOIN held ON held.id = e.table_id
)"""
NAMED = """, named AS (
  INSERT INTO records (name, table_id, seq)
  SELECT r.* FROM unnest($17::text[], $18::text[], $19::bigint[]) AS r (name, table_id, seq)
  JOIN held ON held.id = r.table_id
), debts AS (
  INSERT INTO owed (record, log, at)
  SELECT o.record, o.log, o.at
  FROM unnest($20::text[], $21::text[], $22::double precision[], $23::text[]) AS o (record, log, at, table_id)
  JOIN held ON held.id = o.table_id
)"""
ANSWER = " SELECT id FROM held"
APPEND, APPEND_RECORDS = HELD + ANSWER, HELD + NAMED + ANSWER

ENTRY = """
SELECT e.seq, e.at, e.key, e.body, e.start, e.chain, e.asker, e.epoch, r.name, before.chain AS before
FROM entries e
LEFT JOIN records r ON r.table_id = e.table_id AND r.seq = e.seq
LEFT JOIN entries before ON before.table_id = e.table_id AND before.seq = e.seq - 1
WHERE e.table_id = $1"""


class Known(msgspec.Struct, frozen=True):
    """What a writer knows of a table that it has taken."""

    epoch: int
    last: int
    chain: bytes


class Batch:
    """Entries that are about to be appended, as the columns of the statement."""

    def __init__(self) -> None:
        self.after: dict[str, Known] = {}  # by table, once it is written
        self._heads: tuple[list[Any], ...] = ([], [], [], [], [], [])
        self._entries: tuple[list[Any], ...] = ([], [], [], [], [], [], [], [], [])
        self._records: tuple[list[Any], ...] = ([], [], [])
        self._owed: tuple[list[Any], ...] = ([], [], [], [])

    def add(self, table: str, known: Known, entries: Sequence[Entry]) -> None:
        """Add the entries of a table that follow what is known of it."""
        link, code = known.chain, None
        for entry in entries:
            link = chain.link(link, entry)
            _put(self._entries, row_of(table, entry, link))
            if entry.record is not None:
                _put(self._records, (entry.record, table, entry.seq))
                if entry.owes is not None:
                    _put(self._owed, (entry.record, *entry.owes, table))
            code = entry.code or code
        last = entries[-1].seq
        _put(self._heads, (table, known.epoch, known.last, last, link, code))
        self.after[table] = Known(known.epoch, last, link)

    async def append(self, db: Db, touched: float | None) -> set[str]:
        """Append them in one statement; returns the tables that were written."""
        values: list[Any] = [*self._heads, touched, *self._entries]
        statement = APPEND
        if self._records[0]:
            statement = APPEND_RECORDS
            values += [*self._records, *self._owed]
        return {row[0] for row in await db.fetch(statement, *values)}


def _put(columns: tuple[list[Any], ...], row: Iterable[Any]) -> None:
    for column, value in zip(columns, row, strict=True):
        column.append(value)


def row_of(table: str, entry: Entry, link: bytes) -> tuple[Any, ...]:
    """An entry as a row."""
    flags = entry.start * START + entry.setup * SETUP
    key = None if entry.key is None else entry.key.encode("utf-8", "surrogatepass")
    return table, entry.seq, entry.epoch, key, entry.asker, entry.at, flags, link, entry.body


async def everything(db: Db, table: str) -> list[Entry]:
    """All entries of a table. Raises `Damaged`."""
    head = await db.fetchrow("SELECT first, last, chain FROM tables WHERE id = $1", table)
    if head is None:
        return []
    rows = await db.fetch(f"{ENTRY} ORDER BY e.seq", table)
    return list(_checked(table, head, rows, to_the_end=True))


async def needed(db: Db, table: str) -> list[Entry]:
    """The entries needed to continue, as in `Store.entries`. Raises `Damaged`."""
    head = await db.fetchrow("SELECT first, last, chain FROM tables WHERE id = $1", table)
    if head is None:
        return []
    latest = "SELECT max(seq) FROM entries WHERE table_id = $1 AND start & $2 > 0"
    first = await db.fetchval(latest, table, START)
    first = head["first"] if first is None else first
    setup = await db.fetchval(f"{latest} AND seq >= $3", table, SETUP, first)
    span = f"{ENTRY} AND e.seq >= $2 AND (e.start & 2 = 0 OR e.seq IN ($2, $3)) ORDER BY e.seq"
    rows = await db.fetch(span, table, first, setup)
    return list(_checked(table, head, rows, to_the_end=True))


async def of_record(db: Db, name: str) -> list[Entry] | None:
    """The entries of the match whose record has this name, without its set-ups. Raises `Damaged`."""
    place = await db.fetchrow("SELECT table_id, seq FROM records WHERE name = $1", name)
    if place is None:
        return None
    table, last = place
    head = await db.fetchrow("SELECT first, last, chain FROM tables WHERE id = $1", table)
    starts = "SELECT max(seq) FROM entries WHERE table_id = $1 AND seq <= $2 AND start & 1 > 0"
    first = await db.fetchval(starts, table, last) or 0
    span = f"{ENTRY} AND e.seq BETWEEN $2 AND $3 AND e.start & 2 = 0 ORDER BY e.seq"
    rows = await db.fetch(span, table, first, last)
    return list(_checked(table, head, rows, to_the_end=False))


def _checked(table: str, head: Any, rows: Sequence[Any], *, to_the_end: bool) -> Iterator[Entry]:
    """The entries of these rows, each compared with its hash and the last with the table's. Raises `Damaged`."""
    for row in rows:
        key = None if row["key"] is None else row["key"].decode("utf-8", "surrogatepass")
        entry = Entry(
            *(row["seq"], row["at"], key, row["body"], bool(row["start"] & START), row["name"]),
            setup=bool(row["start"] & SETUP),
            asker=row["asker"],
            epoch=row["epoch"],
        )
        before = chain.root(table) if row["seq"] == head["first"] else row["before"]
        if before is None or chain.link(before, entry) != row["chain"]:
            raise Damaged(row["seq"])
        yield entry
    if to_the_end and (not rows or (rows[-1]["seq"], rows[-1]["chain"]) != (head["last"], head["chain"])):
        raise Damaged(rows[-1]["seq"] + 1 if rows else head["first"])
