"""One connection to the database for blocking calls; it reconnects after a failure."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import asyncpg

from rumpus.contract import Malformed
from rumpus.journal.store import Unreachable, Unsaved

CONNECT_S = 2.0
ANSWER_S = 3.0  # for one call; a commit that takes longer counts as one whose outcome is not known
SETTINGS = {
    "jit": "off",
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "5s",  # a node that was stopped in a transaction holds no table for long
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
# Nothing is told before it is safe: a default of the role or the database that promises less counts as `on`.
# `remote_write` waits for the standby's memory, not for its disk, so what was told survives the loss of either machine
SAFE = """SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply', 'remote_write')"""
# After these nothing is known: the connection is gone, or the server is going down, or it became a standby
BROKEN = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TooManyConnectionsError,
)
# These say that the address is wrong: a user, a password, a database or a setting that the server does not know
REFUSED = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.UndefinedObjectError,
    asyncpg.InvalidParameterValueError,
    asyncpg.CantChangeRuntimeParamError,
)
# These say that nothing was written
REASONS: dict[type[Exception], str] = {
    asyncpg.DiskFullError: "the disk of the database is full",
    asyncpg.OutOfMemoryError: "the database is out of memory",
    asyncpg.LockNotAvailableError: "another node holds the table",
    asyncpg.DeadlockDetectedError: "another node holds the table",
    asyncpg.UndefinedTableError: "the tables are missing: run rumpus migrate",
    asyncpg.InsufficientPrivilegeError: "the database does not allow it",
}
T = TypeVar("T")
Db: TypeAlias = Any  # asyncpg.Connection, which has no types


async def connect(url: str, name: str) -> Db:
    """A connection to the database of this address. Raises `Malformed` if the address is none, and those of `BROKEN`.

    Of several hosts in the address it takes one that can be written (`target_session_attrs=read-write`).
    """
    settings = {**SETTINGS, "application_name": name}
    try:
        db = await asyncpg.connect(url, timeout=CONNECT_S, server_settings=settings)
    except asyncpg.ClientConfigurationError as error:
        raise Malformed(f"this is not the address of a database: {error}") from error
    except ValueError as error:
        raise Malformed("this is not the address of a database: its host or its port cannot be read") from error
    except REFUSED as error:
        raise Malformed(f"the database refuses this address: {error}") from error
    try:
        await db.execute(SAFE, timeout=CONNECT_S)
    except BaseException:
        db.terminate()
        raise
    return db


def reason(error: Exception) -> str:
    """The cause of an error, in words; never its text, which may show contents."""
    return next((words for kind, words in REASONS.items() if isinstance(error, kind)), "the database connection failed")


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest event loop that there is."""
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


class Line:
    """A connection that one thread at a time uses."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._loop = new_loop()
        self._db: Db | None = None

    def run(self, work: Callable[[Db], Awaitable[T]], most_s: float | None = None) -> T:
        """The result of `work`, for which the database has `most_s`, or else `ANSWER_S`.

        Raises `Unreachable` if the database does not answer, or else what `work` raises.
        """
        return self._loop.run_until_complete(self._run(work, ANSWER_S if most_s is None else most_s))

    async def _run(self, work: Callable[[Db], Awaitable[T]], most_s: float) -> T:
        try:
            if self._db is None or self._db.is_closed():
                self._db = await connect(self._url, self._name)
            async with asyncio.timeout(most_s):
                return await work(self._db)
        except BROKEN as error:
            self._drop()
            raise Unreachable(gone(error)) from error
        except BaseException:
            if self._db is not None and self._db.is_in_transaction():
                self._drop()  # it was interrupted; the database rolls back
            raise

    def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(*BROKEN):
                db.terminate()

    def close(self) -> None:
        """Close the connection. If another thread still waits for its answer, it ends with the process instead."""
        if self._loop.is_running():
            return
        with contextlib.suppress(*BROKEN, Unsaved):
            if self._db is not None:
                self._loop.run_until_complete(self._db.close(timeout=1.0))
        self._loop.close()


def gone(error: BaseException) -> str:
    """What one of `BROKEN` says, in words."""
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return "the database can only be read"
    if isinstance(error, ssl.SSLError):
        why = getattr(error, "verify_message", "") or "its certificate or its TLS cannot be used"
        return f"the database cannot be reached with TLS: {why}"
    if isinstance(error, ConnectionError) and error.errno is None and "rejected SSL" in str(error):  # asyncpg's own
        return "the database speaks no TLS, which sslmode asks for"
    return "the database does not answer" if isinstance(error, TimeoutError) else "the database cannot be reached"
