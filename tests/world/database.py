"""One database as several simulated nodes see it: the journal, the directory of nodes, sessions and their locks.

Every call travels to the database and back. It may be late, be lost on either way, stand still inside the database
until long after the node has given it up, or be done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rumpus.journal import Elsewhere, Entry, Head, Unreachable, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.journal.postgres.directory import LEASE_S, is_gone
from rumpus.journal.postgres.line import ANSWER_S
from tests.world.lifetime import Life, never
from tests.world.wires import NOBODY

if TYPE_CHECKING:
    from tests.world.nodes import NodesWorld, Place

KEEPALIVE_S = 6.0  # after which the database notices that a client is gone that has not said so
T = TypeVar("T")


class Row(msgspec.Struct):
    """A node in the directory; the database's set `dead` says which are dead."""

    url: str
    until: float


class Ill(msgspec.Struct):
    """How often what befalls a call, by chance."""

    late: float = 0.02  # takes up to a second
    lost: float = 0.0  # on its way there
    unanswered: float = 0.0  # done, and the answer is lost
    stuck: float = 0.0  # stands still in the database for longer than the node waits, and is done then
    twice: float = 0.0


class Database:
    """The database of a world."""

    def __init__(self, world: NodesWorld) -> None:
        self.world = world
        self.random = world.random("database")
        self.base = MemoryStore(world.today)
        self.dead = self.base.dead
        self.rows: dict[str, Row] = {}
        self.locks: dict[str, Db] = {}
        self.sessions: list[Db] = []
        self.ill = Ill()
        self.down = False
        self.full = False
        self.codes: dict[str, tuple[str, str]] = {}

    # Calls

    async def call(self, place: Place, work: Callable[[], T], most_s: float) -> T:
        """The result of `work` in the database. Raises `TimeoutError` if no answer comes, `OSError` if it is down."""
        loop = self.world.loop
        answer: asyncio.Future[T] = loop.create_future()
        loop.call_later(self._late_s(), self._arrived, place, work, answer, context=NOBODY)
        async with asyncio.timeout(most_s):
            return await answer

    def _late_s(self) -> float:
        return 0.0003 + self.random.random() * (1.0 if self.random.random() < self.ill.late else 0.002)

    def _arrived(self, place: Place, work: Callable[[], T], answer: asyncio.Future[T]) -> None:
        loop, chance, ill = self.world.loop, self.random.random(), self.ill
        if not place.to_database or chance < ill.lost:
            return
        if self.down:
            loop.call_later(self._late_s(), _set, answer, None, ConnectionResetError(), context=NOBODY)
            return
        chance -= ill.lost
        stuck_s = self.random.uniform(ANSWER_S, 2 * ANSWER_S) if chance < ill.stuck else 0.0
        answered = not ill.stuck <= chance < ill.stuck + ill.unanswered
        loop.call_later(stuck_s, self._done, place, work, answer if answered else None, context=NOBODY)
        if self.random.random() < ill.twice:
            loop.call_later(stuck_s + self._late_s(), self._done, place, work, None, context=NOBODY)

    def _done(self, place: Place, work: Callable[[], T], answer: asyncio.Future[T] | None) -> None:
        if self.down:
            return  # it was rolled back
        error: Exception | None = None
        result: T | None = None
        try:
            result = self.world.fence.watched(place, work)
        except Exception as found:  # it is the caller's
            error = found
        if answer is not None and place.from_database:
            self.world.loop.call_later(self._late_s(), _set, answer, result, error, context=NOBODY)

    # What befalls it

    def crash(self) -> None:
        """Sessions and locks are gone; what was written stays."""
        self.down = True
        for session in list(self.sessions):
            self.end(session)
            if session.place.from_database:
                self.world.loop.call_later(self._late_s(), session.cut_off, context=NOBODY)

    def end(self, session: Db) -> None:
        """The database lets go of a session."""
        session.ended = True
        self.sessions = [one for one in self.sessions if one is not session]
        self.locks = {node: holder for node, holder in self.locks.items() if holder is not session}

    def left(self, session: Db) -> None:
        """The node's side of a session is over: the database hears of it, or notices late."""
        late_s = self._late_s() if session.place.to_database else KEEPALIVE_S
        self.world.loop.call_later(late_s, self.end, session, context=NOBODY)

    def died(self, life: Life) -> None:
        """A process has ended."""
        for session in self.sessions:
            if session.life is life:
                self.left(session)

    async def connect(self, url: str, _: str) -> Db:
        """As `line.connect`: the address names the node that connects."""
        place = self.world.places[int(url)]
        session = Db(self, place)
        await self.call(place, partial(self.sessions.append, session), 2.0)
        return session


def _set(answer: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


class Db:
    """A session of the directory (`directory.Lease`), which knows that module's statements and nothing else."""

    def __init__(self, database: Database, place: Place) -> None:
        assert place.life is not None
        self.database, self.place, self.life = database, place, place.life
        self.ended = False  # by the database
        self.over = False  # as the node knows
        self._listener: Callable[[object], None] = lambda _: None

    def add_termination_listener(self, listener: Callable[[object], None]) -> None:
        """Who is told when the session ends."""
        self._listener = listener

    def cut_off(self) -> None:
        """The node learns that the session is over."""
        if not self.over and not self.life.dead:
            self.over = True
            self.life.call(partial(self.database.world.loop.call_soon, self._listener, self))

    def terminate(self) -> None:
        """The node ends it."""
        if not self.over:
            self.over = True
            self.database.left(self)

    async def close(self) -> None:
        """The same, in order."""
        self.terminate()

    async def execute(self, statement: str, *values: Any) -> Any:
        """Run a statement."""
        return await self.fetchval(statement, *values)

    async def fetchval(self, statement: str, *values: Any) -> Any:
        """Run a statement; returns its value."""
        began = self.place.boottime()
        if "pg_advisory_lock" in statement:
            while not await self._call(lambda: self._locks(values[0])):
                await asyncio.sleep(0.1)
            return None
        value = await self._call(partial(self.do, statement, *values))
        if value is not None and ("SET until" in statement or statement.startswith("INSERT INTO nodes")):
            self.place.renewed_at = began
        return value

    async def _call(self, work: Callable[[], T]) -> T:
        if self.over:
            raise ConnectionResetError
        return await self.database.call(self.place, partial(self._in_session, work), LEASE_S + 1)

    def _in_session(self, work: Callable[[], T]) -> T:
        if self.ended:
            raise ConnectionResetError
        return work()

    def _locks(self, node: str) -> bool:
        return self.database.locks.setdefault(node, self) is self

    def do(self, statement: str, *values: Any) -> Any:  # noqa: C901 - one for each statement
        """What a statement of `directory.py` does, with the conditions that stand in it."""
        database, now = self.database, self.database.world.now
        node = values[0] if values else ""
        row = database.rows.get(node)
        if statement.startswith("INSERT INTO nodes"):
            database.rows[node] = Row(values[1], now + values[2])
            return node
        if statement.startswith("UPDATE nodes SET until"):
            if row is None or ("NOT dead" in statement and node in database.dead):
                return None
            if "until > clock_timestamp()" in statement and row.until <= now:
                return None
            row.until = now + values[1]
            return node
        if statement.startswith("UPDATE nodes SET dead"):
            gone = [node]
            if "url = $2" in statement:
                gone = [one for one, other in database.rows.items() if other.url == values[1] and one != node]
            elif (
                row is None or node in database.dead or ("until < clock_timestamp()" in statement and row.until >= now)
            ):
                return None
            database.dead.update(gone)
            return node
        if "pg_try_advisory_lock" in statement:
            return self._locks(node)
        if "pg_advisory_unlock" in statement:
            database.locks.pop(node, None)
            return True
        if "SELECT dead" in statement:
            return None if row is None else node in database.dead
        if "SELECT url" in statement:
            return None if row is None else row.url
        if "name = 'secret'" in statement:
            return "secret"
        assert statement.startswith("DELETE FROM nodes"), statement
        return None


class _Inside(Db):
    """The directory as the store sees it, inside the database: nothing travels."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def fetchval(self, statement: str, *values: Any) -> Any:
        return self.do(statement, *values)


def _at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise AssertionError("it waits")


class NodeStore(MemoryStore):
    """The store of one node, as `PostgresStore` is one: whoever is named when a call begins has made it."""

    def __init__(self, database: Database, place: Place) -> None:
        super().__init__(database.world.today, beside=database.base)
        self.database, self.place = database, place
        self.lost: Callable[[], None] = lambda: None

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Do it in the database; raises `Unreachable` if that does not answer."""
        life = self.place.life
        try:
            return await self.database.call(self.place, partial(self._as, self.node, work, *args), ANSWER_S)
        except (OSError, TimeoutError):
            if life is not None and life.dead:
                await never()
            error = Unreachable("nothing is known: the database does not answer")
            if getattr(work, "__name__", "") == "commit":
                return dict.fromkeys((table for table, _ in args[0]), error)
            raise error from None

    def _as(self, node: str, work: Callable[..., Any], *args: Any) -> Any:
        now, self.node = self.node, node
        try:
            return work(*args)
        finally:
            self.node = now

    def open(self, head: Head, first: Entry) -> None:
        """As the contract says."""
        self._must_be_a_node()
        super().open(head, first)

    def take(self, table: str) -> int | None:
        """As the contract says; a node that the directory has no sign of is dead from now on."""
        self._must_be_a_node()
        try:
            return super().take(table)
        except Elsewhere as where:
            inside = _Inside(self.database)
            if not _at_once(is_gone(inside, where.node)):
                raise Elsewhere(where.node, self.database.rows[where.node].url) from None
        return super().take(table)

    def _must_be_a_node(self) -> None:
        if not self.node:
            raise Unsaved("nothing was saved: this node has no lease")

    def close(self) -> None:
        """What this node has is released."""
        if not self._closed:
            for stored in self._tables.values():
                if stored.owner == self.node:
                    stored.owner = None
            self.database.dead.add(self.node)
        super().close()

    def _write(self, change: Change) -> None:
        if self.database.full:
            raise Unsaved("nothing was saved: the disk of the database is full")
        self._apply(change)
        for watcher in self.database.world.watchers:
            watcher.synced(change)

    # Codes that move a seat to another device

    def issue(self, code: str, log: str, who: str, valid_s: float) -> None:
        """Keep a code."""
        self.database.codes[code] = log, who

    def whose(self, code: str) -> tuple[str, str] | None:
        """Whose it is."""
        return self.database.codes.get(code)

    def redeem(self, code: str) -> tuple[str, str] | None:
        """It works once."""
        return self.database.codes.pop(code, None)
