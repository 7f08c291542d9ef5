"""Inspects the PostgreSQL database that nodes share: whether it answers and saves, and which nodes use it."""

from __future__ import annotations

import asyncio
import socket
import time
from urllib.parse import urlsplit

import asyncpg
import msgspec

from rumpus.contract import Malformed
from rumpus.journal.postgres import schema
from rumpus.journal.postgres.line import BROKEN, Db, connect, reason
from rumpus.journal.room import MEGABYTE

ANSWER_S = 5.0  # for everything but the commits
COMMITS = 20  # of one row, to learn how long an action will wait for the database
COMMITS_S = 10.0
REACH_S = 2.0  # for a connection to a node
NAME = "rumpus doctor"
WRITE = "INSERT INTO about VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
NODES = """SELECT n.url, (SELECT count(*) FROM tables t WHERE t.owner = n.id) AS tables FROM nodes n
WHERE NOT n.dead AND n.until > clock_timestamp() ORDER BY n.url"""
SIZE = """SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"""


class Node(msgspec.Struct, frozen=True):
    """A node whose lease has not ended."""

    url: str
    tables: int  # that it has taken


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What was found. `wrong` is one of unreachable, foreign, empty, older, later; then the rest is not known."""

    wrong: str | None = None
    why: str = ""
    server: str = ""  # the version of PostgreSQL
    version: int | None = None  # of the journal in it
    weakness: str | None = None  # fsync or standby: why it could lose what it has confirmed
    tables: int = 0
    size_mb: float = 0.0
    nodes: tuple[Node, ...] = ()


def look(url: str) -> Seen:
    """Ask the database; nothing is raised."""
    try:
        return asyncio.run(_look(url))
    except Malformed as error:
        return Seen(wrong="foreign", why=str(error))
    except BROKEN as error:
        return Seen(wrong="unreachable", why=_words(error))
    except asyncpg.PostgresError as error:
        return Seen(wrong="foreign", why=reason(error))


async def _look(url: str) -> Seen:
    db = await connect(url, NAME)
    try:
        async with asyncio.timeout(ANSWER_S):
            return await _ask(db)
    finally:
        db.terminate()


async def _ask(db: Db) -> Seen:
    server = str(await db.fetchval("SHOW server_version")).partition(" ")[0]
    version = await schema.version_of(db)
    if version != schema.VERSION:
        wrong = "empty" if version is None else "older" if version < schema.VERSION else "later"
        return Seen(wrong=wrong, server=server, version=version)
    fsync, standby = await db.fetchval("SHOW fsync"), await db.fetchval("SHOW synchronous_standby_names")
    return Seen(
        server=server,
        version=version,
        weakness="fsync" if fsync != "on" else None if standby else "standby",
        tables=await db.fetchval("SELECT count(*) FROM tables WHERE kind = 'table'"),
        size_mb=round(await db.fetchval(SIZE) / MEGABYTE, 1),
        nodes=tuple(Node(row["url"], row["tables"]) for row in await db.fetch(NODES)),
    )


def commit_times_ms(url: str) -> list[float] | str:
    """How long single rows take to be saved, with the standby if there is one; or why they are not."""
    try:
        return asyncio.run(_commits(url))
    except TimeoutError:
        return "it does not finish"
    except BROKEN as error:
        return _words(error)
    except asyncpg.PostgresError as error:
        return reason(error)


async def _commits(url: str) -> list[float]:
    db, took = await connect(url, NAME), []
    try:
        async with asyncio.timeout(COMMITS_S):
            for number in range(COMMITS):
                began = time.perf_counter()
                await db.execute(WRITE, NAME, str(number))
                took.append((time.perf_counter() - began) * 1000)
            await db.execute("DELETE FROM about WHERE name = $1", NAME)
    finally:
        db.terminate()
    return took


def reaches(node: Node) -> bool:
    """Whether this machine can connect to a node, as the other nodes must."""
    parts = urlsplit(node.url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), REACH_S):
            return True
    except (OSError, ValueError):
        return False


def _words(error: BaseException) -> str:
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return "it can only be read"
    return str(getattr(error, "strerror", None) or "it does not answer")
