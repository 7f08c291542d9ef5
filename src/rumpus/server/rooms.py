"""All tables of one server: puts up new ones, finds them by code or token, unloads idle ones and reloads them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.journal import FIRST, TABLE, Conflict, Entry, Head, Journal, Lost, Owed, Unsaved
from rumpus.server.budget.budgets import Budgets
from rumpus.server.budget.limits import Limits, PerMinute
from rumpus.server.budget.load import Load
from rumpus.server.budget.stalls import Stalls
from rumpus.server.challenges.challenges import Challenges
from rumpus.server.circles.circles import Circles
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.loading import Lately, Loading
from rumpus.server.net.backlog import Backlog
from rumpus.server.net.session import Session
from rumpus.server.problems import HttpProblem, not_saved
from rumpus.server.seating import Seating
from rumpus.server.upkeep import Upkeep
from rumpus.server.work.jobs import Think
from rumpus.shuffle import Stream
from rumpus.table import Note, Step, Table, Unplayable, body_of, new_code

if TYPE_CHECKING:
    from rumpus.server.cluster.node import Node
    from rumpus.server.device_codes import SharedCodes
    from rumpus.server.metrics import Metrics

log = logging.getLogger("rumpus.server")
PUT_AWAY_S = 30.0  # how long a table stays in memory after the last connection has closed
CODE_TRIES = 20  # random codes to try before giving up on finding an unused one
UNSAVED_S = 60.0  # how long the server counts as unable to save after a failure, if nothing was saved since
UNPLAYABLE_S = 10.0  # how long a table that could not be loaded is not tried again

# Shutting down takes less than 5 s on any disk: these three, and CLOSING_S in run.py
FLUSH_S = 2.0  # for what is pending to be written
GOODBYE_S = 0.8  # for a client to read what it was sent; it then is cut
STORE_S = 1.0  # for the journal to close


class Rooms:
    """The tables of one server and every way to reach them.

    Clock, randomness, journal and thinking processes are passed in.
    """

    def __init__(
        self,
        journal: Journal,
        think: Think,
        *,
        entropy: Stream,
        clock: Callable[[], float],
        on_loop: Callable[[float], float] = float,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
        today: Callable[[], float] = time.time,
        effort: Callable[[], float] = time.process_time,
        keep_days: float = 30.0,
        keep_circles_days: float = math.inf,
        scripted_for_all: bool = False,
        challenges: type[Challenges] = Challenges,
    ) -> None:
        self.journal = journal
        self.think = think
        self.entropy = entropy
        self.clock = clock
        self.on_loop = on_loop  # the event loop's time for a time of the clock, which may have stood still
        self.limits = limits or Limits()
        self.metrics = metrics or _metrics()
        self.today = today
        self.scripted_for_all = scripted_for_all  # for tests and developers: others can join scripted tables
        self.live: dict[str, Keeper] = {}
        self.sessions: dict[Session, None] = {}  # a set in the order of connection
        self.backlog = Backlog()
        self.connected: Counter[str] = Counter()  # connections by client address
        self.load = Load(self.limits, clock, effort)
        self.budgets = Budgets(self.limits, clock)
        self.stalls = Stalls(self.metrics)
        self.thinks: Callable[[], bool] = lambda: True  # whether the thinking processes answer; for /healthz
        self.room: Lately[bool | None] | None = None  # whether our own disk has room for new tables; for /healthz
        self.closing = False
        self.node: Node | None = None  # this node among several on one database
        self.shared_codes: SharedCodes | None = None  # device codes that every node knows
        self.incarnation = 0  # how often this node has lost all its tables
        self._codes: dict[str, str] = {}  # room code -> name, of live tables
        self._loading: Loading[Keeper | None] = Loading()  # tables being read from the journal, by name
        self._unplayable: dict[str, tuple[str, float]] = {}  # tables that could not be loaded: why, and until when
        self._released: list[tuple[str, int]] = []  # tables that were put away, with their epochs
        self.record_lookups = PerMinute(self.limits.records_per_minute, clock, self.limits.prefix_times)
        # For one worker of several (shards/): how the ids of new logs end, which codes lead here, and whose are taken
        self.suffix = ""
        self.leads_here: Callable[[str], bool] = lambda code: True
        self.code_taken: Callable[[str], Awaitable[bool]] | None = None
        self.seating = Seating(self)
        self.circles = Circles(self)
        self.challenges = challenges(self)
        self.upkeep = Upkeep(self, keep_days, keep_circles_days)

    # New tables

    async def put_up(self, name: str, table: Table, steps: list[Step | Note]) -> Keeper:
        """Write the first step of a new table, and keep it; raises `HttpProblem`."""
        step = steps[0]
        assert isinstance(step, Step)
        code = await self._register(name, Entry(step.seq, step.at, None, body_of(step), setup=True))
        keeper = Keeper(self, name, code)
        keeper.take_up(table, 0.0)
        self._keep(keeper)
        log.info("table-opened", extra={"table": name, "game": table.lobby.game})
        return keeper

    async def _register(self, name: str, first: Entry) -> str:
        for _ in range(CODE_TRIES):
            code = new_code(self.entropy)
            if self.code_taken is not None and await self.code_taken(code):
                continue
            try:
                await self.journal.open(Head(name, code, self.today()), first)
            except Conflict:
                continue
            except Unsaved as error:
                raise not_saved(error) from None
            return code
        raise HttpProblem(503, "table-busy", "no free code was found; try again")

    def _keep(self, keeper: Keeper) -> None:
        self.live[keeper.name] = keeper
        self._codes[keeper.code] = keeper.name
        self.circles.tables.came(keeper.table.lobby.circle, keeper.name)
        self.metrics.tables.set(len(self.live))

    def recode(self, keeper: Keeper, code: str) -> None:
        """Let a live table go by another room code; its old one is forgotten."""
        self._codes.pop(keeper.code, None)
        keeper.code = code
        keeper.news.recode(code)
        self._codes[code] = keeper.name

    # Live tables

    async def enter(self, session: Session, token: str) -> tuple[int, str] | None:
        """Attach a connection to the seat of its token; returns a close code and a reason if that is refused.

        Raises `Elsewhere`.
        """
        try:
            keeper = await self._loaded(token.partition(".")[0])
        except Unplayable as error:
            return wire.CLOSE_TABLE, f"this table cannot go on, and is kept as it is: {error}"[:120]
        except Unsaved:
            keeper = None
            silent = True
        else:
            silent = self.node is not None and self.node.silent()
        if silent or self.closing:
            return wire.CLOSE_RESTART, "the table cannot be reached at the moment; connect again"
        if self.node is not None:
            session.heed(self.node.silent)
        person = None if keeper is None else keeper.table.person_of(token)
        if keeper is not None and keeper.table.has_lapsed(token):
            return wire.CLOSE_LAPSED, "you did not connect within a minute of joining, so your seat was given up"
        if keeper is None or person is None:
            return wire.CLOSE_TOKEN, "no seat goes by this token"
        refused = keeper.presence.refuses(session, person)
        if refused is None:
            keeper.presence.attach(session, person)
        return refused

    async def keeper(self, name: str) -> Keeper | None:
        """The keeper of a table, loaded if need be; None if there is no such table or it cannot be played on.

        Raises `Elsewhere` and `Unsaved`.
        """
        try:
            return await self._loaded(name)
        except Unplayable:
            return None

    async def by_code(self, code: str) -> Keeper | None:
        """The keeper of the table with this room code. Raises `Elsewhere` and `Unsaved`."""
        name = self._codes.get(code) or await self.journal.find(code)
        keeper = None if name is None else await self.keeper(name)
        return keeper if keeper is not None and keeper.code == code else None  # one changed a moment ago is on disk

    async def _loaded(self, name: str) -> Keeper | None:
        """The keeper of a live table, or a new one that loads it from the journal.

        Raises `Unplayable`, `Elsewhere` and `Unsaved`.
        """
        keeper = self.live.get(name)
        if keeper is not None:
            return keeper
        if name in self._unplayable:
            raise Unplayable(self._unplayable[name][0])
        return await self._loading.once(name, lambda: self._bring_back(name))

    async def _bring_back(self, name: str) -> Keeper | None:
        incarnation = self.incarnation
        try:
            head = await self.journal.head(name)
            if head is None or head.kind != TABLE or self.closing:
                return None
            # In this order: else another node could write in between. Tables of others get no keeper here
            epoch = await self.journal.take(name) or FIRST
            keeper = Keeper(self, name, head.code)
            await keeper.load(epoch)
        except (Unplayable, Malformed) as error:
            log.warning("table-unplayable", extra={"table": name})
            self._unplayable[name] = (str(error), self.clock() + UNPLAYABLE_S)
            raise Unplayable(str(error)) from None
        if incarnation != self.incarnation:
            raise Unsaved("nothing was saved: this node has just lost its tables")
        self.metrics.takes.inc()
        self._keep(keeper)
        return keeper

    def let_all_go(self) -> None:
        """This node may have lost all its tables, circles and challenges, and says nothing more about them."""
        self.incarnation += 1
        for keeper in list(self.live.values()):
            keeper.let_go(Lost("this node's lease has ended"))
        self.circles.let_all_go()
        self.challenges.let_all_go()

    def forget(self, keeper: Keeper) -> None:
        """Drop a table from memory; the journal still has it."""
        keeper.close()
        if self.live.get(keeper.name) is keeper:
            del self.live[keeper.name]
            self._codes.pop(keeper.code, None)
            self.circles.tables.went(keeper.table.lobby.circle, keeper.name)
            self.metrics.tables.set(len(self.live))

    def owed_by(self, step: Step) -> Owed | None:
        """Which other log is owed the record that ends with this step, if any."""
        return self.challenges.owed_by(step) or self.circles.tables.owed_by(step)

    def busy(self) -> bool:
        """Whether new tables are refused at the moment."""
        return len(self.live) >= self.limits.tables or self.load.busy

    def saves(self) -> bool:
        """Whether the journal can save: the last thing it tried lately did not fail."""
        failed: float | None = getattr(self.journal, "last_error_at", None)
        saved: float | None = getattr(self.journal, "last_saved_at", None)
        if failed is None or (saved is not None and saved >= failed):
            return True
        return self.clock() - failed > UNSAVED_S

    def tidy(self) -> None:
        """Unload tables that nobody is at, and forget what no longer matters. Called every second."""
        now = self.clock()
        self.metrics.busy.set(self.busy())
        for keeper in [keeper for keeper in self.live.values() if keeper.presence.empty_since is not None]:
            if keeper.idle() and now - (keeper.presence.empty_since or now) > PUT_AWAY_S:
                self.forget(keeper)
                self.release(keeper.name, keeper.epoch)
        self.record_lookups.forget()
        self.budgets.forget()
        self.seating.forget()
        self.circles.tick()
        self.challenges.tick()
        self._unplayable = {name: entry for name, entry in self._unplayable.items() if entry[1] >= now}

    def release(self, log: str, epoch: int) -> None:
        """A log was unloaded: from the next tick on, other nodes may take it."""
        self._released.append((log, epoch))

    async def release_all(self) -> None:
        """Let other nodes take the tables that were unloaded."""
        while self._released:
            with suppress(Unsaved):  # then they are taken when this node has ended
                await self.journal.release(*self._released.pop())

    # Shutting down

    async def close(self) -> None:
        """Shut down within a few seconds: stop all tables, write what is pending, tell everybody, close the journal.

        What a slow disk has not written in time was not confirmed to anybody, and may be lost.
        """
        self.closing = True  # from now on keepers refuse messages, and nothing happens at a table
        self.upkeep.stop()
        if not await _within(FLUSH_S, self.journal.flush()):
            log.warning("not-all-written")
        loop = asyncio.get_running_loop()
        for session in list(self.sessions):
            session.close(wire.CLOSE_RESTART, "the server restarts; your seat is kept")
            loop.call_later(GOODBYE_S, session.cut)
        for keeper in list(self.live.values()):
            self.forget(keeper)
        await self._close_journal()  # last: from then on other nodes may speak about the tables of this one

    async def _close_journal(self) -> None:
        if not await _within(STORE_S, self.journal.close()):
            log.warning("journal-not-closed")


def _metrics() -> Metrics:
    from rumpus.server.metrics import Metrics  # noqa: PLC0415 - a table on a device counts nothing (offline/)

    return Metrics()


async def _within(seconds: float, work: Awaitable[None]) -> bool:
    """Wait for the work, but no longer than this; returns whether it was done in time."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        return False
    return True
