"""The directory of nodes: which nodes are alive, by leases on the database's clock.

A node is in it once for each incarnation; an id that is dead stays dead. A lease lasts `LEASE_S` and is renewed every
second; one that has ended cannot be renewed, and the node comes back under another id. The connection that renews also
holds an advisory lock, which the database lets go of when the connection ends: a quick sign that the node may be gone.
It is if nothing listens at its address any more; else it may only have lost the database, and speak until it notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal.postgres.line import BROKEN, Db, connect
from rumpus.journal.store import Unsaved

LEASE_S = 5.0
BEAT_S = 1.0
SPOKEN = 0.9  # of a lease: later than this after the last renewal began, a node says nothing
AGAIN_S = 0.2  # between two attempts to connect again
PROBE_S = 0.5  # for a node that may be gone to answer at its address
FORGET = "1 day"  # after which nodes that are dead and have nothing are removed from the directory
ID_BYTES = 8

log = logging.getLogger("rumpus.journal")

DIED = "UPDATE nodes SET dead = true WHERE id = $1 AND NOT dead"
EXPIRED = f"{DIED} AND until < clock_timestamp() RETURNING id"
RENEW = """UPDATE nodes SET until = clock_timestamp() + make_interval(secs => $2)
WHERE id = $1 AND NOT dead AND until > clock_timestamp() RETURNING id"""
JOIN = """INSERT INTO nodes (id, url, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))"""
# Whoever listens at an address now is the only one there
REPLACE = "UPDATE nodes SET dead = true WHERE url = $2 AND id <> $1 AND NOT dead"
CLEAN = f"""DELETE FROM nodes n WHERE dead AND until < clock_timestamp() - interval '{FORGET}'
AND NOT EXISTS (SELECT FROM tables t WHERE t.owner = n.id)"""  # noqa: S608 - no outside text
LOCK = "hashtextextended('rumpus node ' || $1, 0)"


def boottime() -> float:
    """Seconds since the machine was started, including those in which it was suspended."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


async def is_gone(db: Db, node: str) -> bool:
    """Whether a node is dead. If its lease has ended, or its process has, it is from now on."""
    if await db.fetchval("SELECT dead FROM nodes WHERE id = $1", node) is not False:
        return True
    if await db.fetchval(EXPIRED, node) is not None:
        return True
    if not await db.fetchval(f"SELECT pg_try_advisory_lock({LOCK})", node):
        return False
    try:
        if await listens(await db.fetchval("SELECT url FROM nodes WHERE id = $1", node)):
            return False
        await db.execute(DIED, node)
    finally:
        await db.execute(f"SELECT pg_advisory_unlock({LOCK})", node)
    return True


async def listens(address: str) -> bool:
    """Whether a node may still be at this address, `tcp://HOST:PORT`: only if that is refused, it is gone for sure."""
    where = urlsplit(address)
    try:
        async with asyncio.timeout(PROBE_S):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            try:
                return bool(await reader.read(1))  # a node says the first word (server/cluster/link.py)
            finally:
                writer.transport.abort()
    except ConnectionError:
        return False
    except (OSError, TimeoutError):
        return True


class Lease:
    """This node's place in the directory. `joined` is called with each new id; with "" when it has none."""

    def __init__(
        self,
        url: str,
        address: str,
        joined: Callable[[str], None],
        clock: Callable[[], float] = boottime,
        lease_s: float = LEASE_S,
    ) -> None:
        self.node = ""
        self.address = address  # at which other nodes find this one
        self.secret = ""  # that all nodes of this database know
        self._url = url
        self._joined = joined
        self._clock = clock
        self._lease_s = lease_s
        self._until = float("-inf")  # on `clock`: when this node falls silent
        self._db: Db | None = None
        self._task: asyncio.Task[None] | None = None

    def silent(self) -> bool:
        """Whether this node may say nothing about any table, because another one may have it."""
        return self._clock() >= self._until

    async def start(self) -> None:
        """Join the directory, and renew the lease from now on. Raises `Unsaved` if the database does not answer."""
        try:
            await self._connect()
        except BROKEN as error:
            raise Unsaved("the database cannot be reached") from error
        self._task = asyncio.get_running_loop().create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(AGAIN_S if self._db is None else BEAT_S)
            try:
                if self._db is None:
                    await self._connect()
                else:
                    await self._renew(self._db)
            except BROKEN:
                self._drop()
            except (asyncpg.PostgresError, Malformed, Unsaved):
                log.exception("lease-fault")
                self._drop()

    async def _connect(self) -> None:
        """Connect, and go on under the same id if its lease still runs; else join under a new one."""
        self._db = db = await connect(self._url, f"rumpus {self.node} lease")
        db.add_termination_listener(self._cut)
        async with asyncio.timeout(self._lease_s):
            if self.node:
                await db.execute(f"SELECT pg_advisory_lock({LOCK})", self.node)
                await self._renew(db)
            else:
                await self._join(db)

    async def _join(self, db: Db) -> None:
        self._leave_behind()
        node, began = secrets.token_hex(ID_BYTES), self._clock()
        self.secret = await db.fetchval("SELECT value FROM about WHERE name = 'secret'")
        await db.execute(f"SELECT pg_advisory_lock({LOCK})", node)
        await db.execute(JOIN, node, self.address, self._lease_s)
        await db.execute(REPLACE, node, self.address)
        await db.execute(CLEAN)
        self.node = node
        self._until = began + SPOKEN * self._lease_s
        self._joined(node)
        log.info("node-joined", extra={"node": node})

    async def _renew(self, db: Db) -> bool:
        """Renew the lease, or join under a new id if it has ended; returns whether the id is the same."""
        began = self._clock()
        async with asyncio.timeout(self._lease_s):
            renewed = await db.fetchval(RENEW, self.node, self._lease_s)
        if renewed is not None:
            self._until = began + SPOKEN * self._lease_s
            return True
        log.warning("lease-ended", extra={"node": self.node})
        await self._join(db)
        return False

    def _leave_behind(self) -> None:
        self._until = float("-inf")
        if self.node:
            self.node = ""
            self._joined("")

    def _cut(self, db: object) -> None:
        """The connection has ended, so others may take this node for dead: it is silent until it is back."""
        if db is self._db:
            self._until = float("-inf")

    def _drop(self) -> None:
        db, self._db = self._db, None
        self._until = float("-inf")
        if db is not None:
            with contextlib.suppress(*BROKEN):
                db.terminate()

    async def stop(self) -> None:
        """End the lease; what this node has is released by its store."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(*BROKEN, asyncpg.PostgresError):
                async with asyncio.timeout(1.0):
                    await db.execute(DIED, self.node)
                    await db.close()
        self._until = float("-inf")
