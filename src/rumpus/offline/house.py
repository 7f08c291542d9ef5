"""The tables of a device: the server's rooms with the device's storage, for one page instead of the network."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import msgspec

from rumpus import wire
from rumpus.coach.registry import COACHES
from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES
from rumpus.journal import Journal
from rumpus.offline.asking import ask
from rumpus.offline.challenges import KEY, DeviceChallenges
from rumpus.offline.disk import Disk
from rumpus.offline.line import HERE, Line
from rumpus.offline.store import DeviceStore
from rumpus.server.budget.limits import Limits
from rumpus.server.clock import SteadyClock
from rumpus.server.keeping.own_match import own_match
from rumpus.server.offer import offer
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.work import coaching, replay
from rumpus.server.work.jobs import Asker, Kind
from rumpus.shuffle import Stream
from rumpus.wire import challenge

if TYPE_CHECKING:
    from rumpus.server.metrics import Metrics

log = logging.getLogger("rumpus.offline")
BEAT_S = 1.0
JSON, JSON_LINES = "application/json", "application/jsonl"
# A device has nobody to be protected from; these only bound what a fault of the page could do.
LIMITS = Limits(
    messages_per_s=1000.0,
    messages_at_once=5000.0,
    tables_per_minute=600.0,
    joins_per_minute=600.0,
    table_written_kb_per_s=1000.0,
    server_written_kb_at_once=1e6,
    written_kb_per_s=1000.0,
    entries_per_hour=1e4,
    challenges_per_hour=1e4,
)
Body = TypeVar("Body")


class Answer(NamedTuple):
    """The answer to a request, as over HTTP."""

    status: int
    type: str
    body: str


class House:
    """All tables of a device. `start` comes first; then `request` and `line` are what HTTP and WebSocket are."""

    def __init__(
        self,
        disk: Disk,
        *,
        clock: Callable[[], float] | None = None,
        entropy: Stream = os.urandom,
        today: Callable[[], float] = time.time,
    ) -> None:
        steady = SteadyClock(asyncio.get_running_loop())
        self._steady = steady if clock is None else None
        self._disk = disk
        self._store = DeviceStore(disk, today, self._finished)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.rooms = Rooms(
            Journal(self._store, self._store.run, clock=clock or steady),
            think,
            entropy=entropy,
            clock=clock or steady,
            on_loop=float if clock else steady.on_loop,
            limits=LIMITS,
            metrics=cast("Metrics", Uncounted()),
            today=today,
            effort=lambda: 0.0,
            challenges=DeviceChallenges,
        )
        self._challenges = cast("DeviceChallenges", self.rooms.challenges)

    async def start(self) -> None:
        """Read what the device has kept, and let time pass from now on."""
        await self._store.load()
        kept = set(await self._disk.records())
        for name in self._store.finished():
            if name not in kept:  # the page was closed at that very moment
                self._finished(name)
        if self._steady is not None:
            self._steady.start()
        self._later(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self.rooms.upkeep.look_after()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What the page wants

    def line(self, tell: Callable[[str], object], closed: Callable[[int, str], object]) -> Line:
        """A new connection of the page."""
        return Line(self.rooms, LIMITS, tell, closed)

    async def request(self, method: str, path: str, body: str) -> Answer:
        """Answer what would be an HTTP request to a server. A fault is answered like one of the server."""
        try:
            return await self._route(f"{method} {path}", body)
        except HttpProblem as no:
            return _problem(no.status, no.reason, no.expected)
        except Malformed as error:
            return _problem(400, error.key, str(error))
        except Exception:
            log.exception("request-fault")
            return _problem(500, "table-fault", "something went wrong here; nothing is lost")

    async def _route(self, what: str, body: str) -> Answer:
        if what == "GET /api/games":
            return Answer(200, JSON, offer(coached=frozenset(COACHES)).decode())
        if what in ("POST /api/tables", "POST /api/join", "POST /api/look"):
            return await self._people(what, body)
        if what == "GET /api/daily" or what.partition(" ")[2].startswith("/api/challenges"):
            return await self._deals(what, body)
        if what == "POST /api/coach":
            return await self._own_coach(_read(body, wire.AskCoach))
        if what.startswith("GET /api/records/"):
            return await self._record(*what.removeprefix("GET /api/records/").partition("/")[::2])
        return _without_table(what, body)

    async def _people(self, what: str, body: str) -> Answer:
        if what == "POST /api/tables":
            return _json(await self.rooms.seating.open(_read(body, wire.OpenTable), HERE), 201)
        if what == "POST /api/join":
            return _json(await self.rooms.seating.join(_read(body, wire.JoinTable), HERE))
        return _json(await self.rooms.seating.look(_read(body, wire.Look).code, HERE))

    async def _deals(self, what: str, body: str) -> Answer:
        """Deals that others play too, each at a table of their own."""
        if what == "GET /api/daily":
            return _json(await self._challenges.dates())
        if what == "POST /api/challenges":
            return _json(await self._challenges.set_up(_read(body, challenge.SetChallenge), KEY, HERE), 201)
        method, _, id_ = what.replace("/api/challenges/", "").partition(" ")
        if method == "GET":
            return _json(await self._challenges.show(id_, KEY, HERE))
        if id_.endswith("/enter"):
            ask = _read(body, challenge.EnterChallenge)
            return _json(await self._challenges.enter(id_.removesuffix("/enter"), ask, KEY, HERE))
        if id_ == "taken":
            return _json(await self._challenges.keep_taken(_read(body, challenge.TakenDeal)), 201)
        raise HttpProblem(404, "table-no-page", "a device alone has no such page")

    async def _own_coach(self, ask: wire.AskCoach) -> Answer:
        """What could have been in the rounds of the match under way, as the seat with this token saw them."""
        rows, seat, since, over = await own_match(self.rooms, ask.token)
        if over:
            return _coach(coaching.open_page(rows, ask.after))
        if seat is None:
            raise HttpProblem(404, "table-no-such", "somebody who plays was expected; those who watch have no rounds")
        return _coach(coaching.own_page(rows, seat, since, ask.round, ask.after))

    async def _record(self, name: str, part: str) -> Answer:
        text = await self._disk.record(name)
        if text is None or part not in ("", "steps"):
            raise HttpProblem(404, "table-no-record", "no finished match goes by this name")
        return _steps(text) if part else Answer(200, JSON_LINES, text)

    def ask(self, name: str, facts: str) -> Answer:
        """Answer a question that needs no table (`asking.py`); `facts` is JSON."""
        try:
            return Answer(200, JSON, msgspec.json.encode(ask(name, msgspec.json.decode(facts))).decode())
        except (Malformed, msgspec.DecodeError) as error:
            return _problem(400, "table-malformed", str(error))

    # Records

    def _finished(self, name: str) -> None:
        self._later(self._keep(name))

    async def _keep(self, name: str) -> None:
        """Keep the record of a finished match, for when its table is gone."""
        entries = self._store.record(name)
        assert entries is not None
        try:
            await self._disk.keep(name, replay.text_of(replay.rows_of(entries)).decode())
        except Exception:  # it is tried again at the next start
            log.exception("record-not-kept")

    async def close(self) -> None:
        """Write what is pending, and end."""
        for task in list(self._tasks):
            task.cancel()
        if self._steady is not None:
            self._steady.stop()
        await self.rooms.close()


class Uncounted:
    """The metrics of a server where nobody reads any."""

    def __getattr__(self, name: str) -> Uncounted:
        return self

    def __call__(self, *_: Any) -> None:
        """Count nothing."""


async def think(kind: Kind, asker: Asker, work: Callable[..., Any], *args: Any) -> Any:
    """Do what a server's thinking processes do. A device has one thread, so pending messages are sent first."""
    await asyncio.sleep(0)
    return work(*args)


def _without_table(what: str, body: str) -> Answer:
    """What needs no table: a record that the page has, or the cards of a real deck."""
    if what == "POST /api/replay":
        return _steps(body)
    if what.startswith("POST /api/replay/coach"):
        return _coach(coaching.open_page(body.encode(), _after(what)))
    if what.startswith("POST /api/games/") and what.endswith("/cards"):
        return _about_cards(what.removeprefix("POST /api/games/").removesuffix("/cards"), body)
    raise HttpProblem(404, "table-no-page", "a device alone has no such page")


def _about_cards(name: str, body: str) -> Answer:
    """What a game can tell who holds real cards."""
    rules = GAMES.get(name)
    if rules is None or rules.about_real_cards is None:
        raise HttpProblem(404, "cards-no-such", "no game by this name knows an answer about real cards")
    try:
        return _json(_read(body, rules.about_real_cards).answer())
    except Illegal as no:
        raise HttpProblem(400, no.reason, f"{no.clause} does not allow this") from None


def _read(body: str, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f"this is no {kind.__name__}: {error}") from None


def _json(value: Any, status: int = 200) -> Answer:
    return Answer(status, JSON, msgspec.json.encode(value).decode())


def _problem(status: int, reason: str, expected: str) -> Answer:
    return _json(wire.Problem(reason=reason, expected=expected), status)


def _after(what: str) -> int:
    """Where a page of the coach begins."""
    after = what.partition("?after=")[2] or "0"
    if not after.isascii() or not after.isdecimal():
        raise Malformed("a number of reviews was expected as ?after=")
    return int(after[:7])


def _coach(page: bytes) -> Answer:
    return Answer(200, JSON, page.decode())


def _steps(text: str) -> Answer:
    return Answer(200, JSON_LINES, replay.steps_of(text.encode(), None, own=False).decode())
