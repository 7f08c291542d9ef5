"""The tables in the database and their versions: creates, migrates and checks them."""

from __future__ import annotations

import secrets

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal.postgres.line import Db
from rumpus.journal.store import Unsaved

VERSION = 1
LOCK = "rumpus schema"  # the advisory lock of whoever changes the schema

SCHEMA = """
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
-- One row an incarnation of a node: an id is never used again, and dead is never taken back
CREATE TABLE nodes (
  id text PRIMARY KEY, url text NOT NULL, born timestamptz NOT NULL DEFAULT clock_timestamp(),
  until timestamptz NOT NULL, dead boolean NOT NULL DEFAULT false
);
-- epoch grows by one with each taking. first and last are numbers of entries; chain is the hash of the last one
CREATE TABLE tables (
  id text PRIMARY KEY, code text NOT NULL UNIQUE, kind text NOT NULL, opened double precision NOT NULL,
  touched double precision NOT NULL, epoch bigint NOT NULL, owner text, first bigint NOT NULL, last bigint NOT NULL,
  chain bytea NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX tables_by_owner ON tables (owner);
-- start: 1 if a match begins, 2 if it is set-up only. Keys are bytes, because text cannot hold every character
CREATE TABLE entries (
  table_id text NOT NULL, seq bigint NOT NULL, epoch bigint NOT NULL, key bytea, asker bigint,
  at double precision NOT NULL, start smallint NOT NULL, chain bytea NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX entries_by_key ON entries (table_id, key) WHERE key IS NOT NULL;
CREATE TABLE records (name text PRIMARY KEY, table_id text NOT NULL, seq bigint NOT NULL);
CREATE INDEX records_by_table ON records (table_id);
CREATE TABLE owed (record text PRIMARY KEY, log text NOT NULL, at double precision NOT NULL);
-- Codes that move a seat or a member to another device
CREATE TABLE codes (
  code text PRIMARY KEY, log text NOT NULL, who text NOT NULL, until timestamptz NOT NULL, UNIQUE (log, who)
);
"""

MIGRATIONS: dict[int, str] = {}  # by the version that they start from


NODES = "SELECT count(*) FROM nodes WHERE NOT dead AND until > clock_timestamp()"


async def must_be_idle(db: Db) -> None:
    """Raise `Malformed` while nodes use this database: what they write meanwhile would be missed or spoilt."""
    nodes = await db.fetchval(NODES)
    if nodes:
        raise Malformed(f"{'a node uses' if nodes == 1 else f'{nodes} nodes use'} this database: stop all nodes first")


async def version_of(db: Db) -> int | None:
    """The version of the schema; None if the database has none. Raises `Malformed` if it is not ours."""
    if await db.fetchval("SELECT to_regclass('about') IS NOT NULL AND to_regclass('entries') IS NOT NULL"):
        value = await db.fetchval("SELECT value FROM about WHERE name = 'rumpus schema'")
        if value is None or not value.isdecimal():
            raise Malformed("this database is not a Rumpus journal: it has tables of these names, but no version")
        return int(value)
    if await db.fetchval("SELECT to_regclass('tables') IS NOT NULL OR to_regclass('entries') IS NOT NULL"):
        raise Malformed("this database is not a Rumpus journal: give it a database or a schema of its own")
    return None


async def migrate(db: Db) -> tuple[int | None, int]:
    """Make the schema, or bring it to this version, as a whole or not at all; returns the versions before and after.

    Raises `Malformed` if it is of a later version or not ours, or if nodes use it, and `Unsaved` if it cannot be
    written.
    """
    try:
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1 || current_schema(), 0))", LOCK)
            before = version = await version_of(db)
            _must_not_be_later(version)
            if version is None:
                await db.execute(SCHEMA)
                await db.execute("INSERT INTO about VALUES ('rumpus schema', $1)", str(VERSION))
                await db.execute("INSERT INTO about VALUES ('secret', $1)", secrets.token_hex(32))
                version = VERSION
            elif version < VERSION:
                await must_be_idle(db)
            while version < VERSION:
                await db.execute(MIGRATIONS[version])
                version += 1
            await db.execute("UPDATE about SET value = $1 WHERE name = 'rumpus schema'", str(version))
    except (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidSchemaNameError) as error:
        raise Unsaved(f"the tables cannot be made: {error}") from error
    return before, version


def check(version: int | None) -> None:
    """Raise `Malformed` unless this is the version that this rumpus works with."""
    _must_not_be_later(version)
    if version is None:
        raise Malformed("this database has no journal yet: run rumpus migrate")
    if version < VERSION:
        raise Malformed(
            f"the journal in this database is of version {version}, and this rumpus works with {VERSION}:"
            " stop all nodes, then run rumpus migrate"
        )


def _must_not_be_later(version: int | None) -> None:
    if version is not None and version > VERSION:
        raise Malformed(
            f"this database was written by a newer Rumpus (journal {version}; this one works with {VERSION})"
        )
