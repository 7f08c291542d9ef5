"""A simulated world: virtual time, a network with delays, a disk that forgets what was not synced, and the real server.

Everything from the ASGI application inwards is the shipped code. A world is started by `run(scenario, seed)`, where
the scenario is a coroutine function that takes the `World`; the same seed gives the same run, to the last byte.

    async def scenario(world: World) -> None:
        world.boot()
        answer = await world.request("POST", "/api/tables", {"game": "wig_out", "name": "Ana", "bots": ["casual"]})
        connection = await world.connect()
        connection.send({"type": "hello", "version": 1, "token": answer.json()["token"]})
        print(await connection.receive())   # the frame as text; raises `Lost` when the connection is over
        connection.drop(notice_s=None)      # the server never notices: only by its pings
        world.crash()
        world.boot()
        await world.close()                 # the server closes in order; what is left of it is a fault

To see every byte, add a `Watcher` to `world.watchers`; to report a fault, call `world.fail`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from random import Random
from typing import Any, TypeVar

from rumpus.journal import Journal
from rumpus.server.budget.limits import Limits
from rumpus.server.rooms import Rooms
from rumpus.server.web.app import App
from rumpus.server.work.jobs import Asker, Kind
from rumpus.server.work.thinkers import think_here
from rumpus.shuffle import seeded
from tests.support.clock import START_S
from tests.world.disk import Disk, DiskStore
from tests.world.lifetime import Life, T, WorldLoop, current_life, never
from tests.world.network import ORIGIN, Answer, Connection, Lost, Watcher

EPOCH = 1_700_000_000.0  # the date on which worlds begin
PATIENCE_S = 10.0  # for what a closed server leaves behind to end


class Fault(AssertionError):
    """Something that must never happen has happened."""


class _Errors(logging.Handler):
    """A server that logs an error has failed."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Fail the world, unless the server is dead already."""
        life = current_life.get()
        if life is None or not life.dead:
            self.world.fail(f"the server logs an error: {self.format(record)}")


class World:
    """One server, one disk, and the network between them and the players."""

    def __init__(self, seed: int, loop: WorldLoop) -> None:
        self.seed = seed
        self.loop = loop
        self.limits = Limits()
        self.spikes = 0.003  # how often something takes far longer on its way
        self.watchers: list[Watcher] = []
        self.life: Life | None = None  # the server, while it is up
        self.failed: asyncio.Future[None] = loop.create_future()
        self.disk = Disk(self)
        self.connections: list[Connection] = []  # those that were alive when the newest came
        self.lives = 0
        self._connections = 0
        self._thinking = self.random("thinking")

    @property
    def now(self) -> float:
        """Virtual seconds."""
        return self.loop.time()

    def today(self) -> float:
        """The virtual time as a Unix time."""
        return EPOCH + self.now

    def random(self, label: str) -> Random:
        """A generator of its own for each label, so that more draws from one do not change another."""
        return Random(f"{self.seed} {label}")

    def fail(self, why: str) -> None:
        """Report a fault and end the world."""
        if not self.failed.done():
            self.failed.set_exception(Fault(f"after {self.now - START_S:.6f} s: {why}"))

    def trouble(self, what: dict[str, Any]) -> None:
        """The event loop has found an error that nobody handles."""
        self.fail(f"{what.get('message')}: {what.get('exception')!r}")

    # The server

    @property
    def rooms(self) -> Rooms:
        """The rooms of the running server."""
        assert self.life is not None
        return self.life.rooms

    def boot(self) -> Life:
        """Start a server that knows only what is on the disk."""
        assert self.life is None
        self.lives += 1
        life = self.life = Life(self.lives)
        locked = asyncio.Lock()
        store = DiskStore(self.disk, life)

        async def run(work: Callable[..., Any], *args: Any) -> Any:
            return await self.disk.run(life, locked, work, *args)

        journal = Journal(store, run, clock=self.loop.time)
        self.furnish(life, journal)
        life.call(life.rooms.upkeep.start)
        for watcher in self.watchers:
            watcher.booted(life)
        return life

    def furnish(self, life: Life, journal: Journal) -> None:
        """Give a server its rooms and its application."""
        life.rooms = Rooms(
            journal,
            self._think,
            entropy=seeded("world", self.seed, self.lives),
            clock=self.loop.time,
            limits=self.limits,
            today=self.today,
            effort=lambda: 0.0,
            scripted_for_all=True,
        )
        life.app = App(life.rooms, frozenset((ORIGIN,)))

    async def _think(self, kind: Kind, asker: Asker, work: Callable[..., Any], *args: Any) -> Any:
        """Think as another process would: on a copy, and with a delay."""
        copied = pickle.loads(pickle.dumps(args))  # noqa: S301 - our own
        late = self._thinking.random()
        await asyncio.sleep(late * (0.4 if self._thinking.random() < 0.05 else 0.01))
        return await think_here(kind, asker, work, *copied)

    def crash(self) -> None:
        """Kill the server at this instant; nothing that it had under way reaches anybody."""
        life, self.life = self.life, None
        assert life is not None
        self.kill(life)

    def kill(self, life: Life) -> None:
        """The same of any server."""
        life.dead = True
        self.loop.forget(life)
        for task in list(life.tasks):
            task.cancel()
        for connection in self.connections:
            if connection.life is life:
                connection.cut()  # what is under way is lost too: a machine without power sends nothing
        for watcher in self.watchers:
            watcher.crashed(life)

    def end(self) -> None:
        """Whatever still runs is killed."""
        if self.life is not None:
            self.crash()

    async def close(self) -> None:
        """Close the server in order. A task that is still there some seconds later is a fault."""
        life = self.life
        assert life is not None
        await self.closed(life, life.rooms.close())
        self.crash()

    async def closed(self, life: Life, closing: Coroutine[Any, Any, None]) -> None:
        """Close any server in order."""
        await life.begin(closing)
        until = self.now + PATIENCE_S
        while life.tasks and self.now < until:
            await asyncio.sleep(0.1)
        if life.tasks:
            self.fail(f"left by a closed server: {list(life.tasks)}")
        if life.rooms.sessions or life.rooms.live or life.rooms.connected:
            self.fail(f"still there in a closed server: {life.rooms.sessions}, {life.rooms.live}")

    # The network

    def reached(self) -> Life | None:
        """The server that a new connection or request reaches."""
        return self.life

    async def connect(self, address: str = "192.0.2.1", rtt_s: float = 0.04, jitter_s: float = 0.01) -> Connection:
        """A new connection, before its hello; raises `Lost` if there is no server."""
        await asyncio.sleep(rtt_s)
        life = self.reached()
        if life is None:
            raise Lost
        self._connections += 1
        connection = Connection(self, life, self._connections, address, rtt_s, jitter_s)
        self.connections = [*(one for one in self.connections if one.alive), connection]
        connection.begin()
        return connection

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        address: str = "192.0.2.1",
        rtt_s: float = 0.04,
        headers: tuple[tuple[bytes, bytes], ...] = (),
    ) -> Answer:
        """Send an HTTP request with bytes or a JSON value as its body. Raises `Lost` if no answer comes."""
        await asyncio.sleep(rtt_s / 2)
        life = self.reached()
        if life is None:
            raise Lost
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = Answer(path, raw)
        asked: deque[dict[str, Any]] = deque([{"type": "http.request", "body": raw, "more_body": False}])

        async def receive() -> dict[str, Any]:
            return asked.popleft() if asked else await never()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], message["headers"]
            else:
                answer.body += message.get("body", b"")
                if not message.get("more_body") and not life.dead:
                    for watcher in self.watchers:
                        watcher.answered(answer)

        all_headers = [(b"host", b"rumpus.example"), (b"origin", ORIGIN.encode()), *headers]
        scope = self.scope("http", path, all_headers, address) | {"method": method}
        task = life.begin(life.app(scope, receive, send))
        await asyncio.wait([task])
        if life.dead:
            raise Lost
        if not task.cancelled() and task.exception() is not None:
            self.fail(f"the server broke off {method} {path}: {task.exception()!r}")
        await asyncio.sleep(rtt_s / 2)
        return answer

    def scope(self, kind: str, path: str, headers: list[tuple[bytes, bytes]], address: str) -> dict[str, Any]:
        """The ASGI scope of a request."""
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": (address, 50000),
            "server": ("rumpus.example", 80),
        }


# Running


W = TypeVar("W", bound=World)


def run(scenario: Callable[[World], Awaitable[T]], seed: int, again: str | None = None) -> T:
    """Run a scenario to its end; a fault says the seed and how to reproduce it."""
    return run_in(World(seed, WorldLoop()), scenario, again)


def run_in(world: W, scenario: Callable[[W], Awaitable[T]], again: str | None = None) -> T:
    """The same in a world of another kind."""
    loop, seed = world.loop, world.seed
    loop.set_exception_handler(lambda _, what: world.trouble(what))
    errors = _Errors(world)
    logger = logging.getLogger("rumpus")
    logger.addHandler(errors)
    try:
        return loop.run_until_complete(_whole(world, scenario))
    except (Exception, asyncio.CancelledError) as error:
        where = f"{getattr(scenario, '__module__', '?')}.{getattr(scenario, '__qualname__', '?')}"
        how = again or f"world.run({where}, seed={seed})"
        raise Fault(f"seed {seed}: {error or repr(error)}\nto see it again: {how}") from error
    finally:
        logger.removeHandler(errors)
        _bury(world)


async def _whole(world: W, scenario: Callable[[W], Awaitable[T]]) -> T:
    task = asyncio.ensure_future(scenario(world))
    both: list[asyncio.Future[Any]] = [task, world.failed]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if world.failed.done():
        world.failed.result()
    return await task


def _bury(world: World) -> None:
    """End every task of the world."""
    loop = world.loop
    loop.set_exception_handler(lambda *_: None)
    world.end()
    for _ in range(5):
        left = asyncio.all_tasks(loop)
        if not left:
            break
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.wait(left, timeout=1.0))
    if world.failed.done():
        world.failed.exception()
    loop.close()
