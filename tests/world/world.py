"""A simulated world: virtual time, a network with delays, a disk that forgets what was not synced, and the real server.

Everything from the ASGI application inwards is the shipped code. A world is started by `run(story, seed)`, where the
story is a coroutine function that takes the `World`; the same seed tells the same story.

    async def story(world: World) -> None:
        world.boot()
        answer = await world.request("POST", "/api/tables", {"game": "wig_out", "name": "Ana", "bots": ["casual"]})
        connection = await world.connect()
        connection.send({"type": "hello", "version": 1, "token": answer.json()["token"]})
        print(await connection.receive())   # the frame as text; raises `Lost` when the connection is over
        connection.drop(notice_s=None)      # the server never notices: only by its pings
        world.crash()
        world.boot()
        await world.close()                 # the server closes in order; what is left of it is a fault

Who wants to see every byte adds a `Watcher` to `world.watchers`; who finds a fault calls `world.fail`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import selectors
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, NoReturn, TypeVar, TypeVarTuple

from rumpus.journal import Journal, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.server.app import App
from rumpus.server.limits import Limits
from rumpus.server.rooms import Rooms
from rumpus.server.thinking import think_here
from rumpus.shuffle import seeded

BEGIN_S = 1000.0  # no clock of a real machine begins at 0
STEP_S = 1e-6  # one round of the event loop takes so long, so that nothing can go round for ever at one instant
HIGH_WATER = 64 * 1024  # bytes that a transport takes before `send` waits
SEGMENT_S = 0.001  # frames written so close to each other travel together
EPOCH = 1_700_000_000.0  # the date on which worlds begin
ORIGIN = "http://rumpus.example"
PATIENCE_S = 10.0  # for what a closed server leaves behind to end
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Fault(AssertionError):
    """Something that must never happen has happened."""


class Lost(ConnectionError):
    """The connection is over; the close code, if there was a goodbye."""

    def __init__(self, code: int | None = None, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


# Time


class _Instant(selectors.SelectSelector):
    """Does not wait: when nothing is ready, it is later."""

    later: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[Any]:
        """Nothing ever comes from outside of a world."""
        if timeout is None:
            raise Fault("everybody waits for something that will never happen")
        self.later(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when all that could be done has been done."""

    def __init__(self) -> None:
        self._virtual = BEGIN_S
        instant = _Instant()
        super().__init__(instant)
        instant.later = self._later
        self.set_task_factory(_task)

    def time(self) -> float:
        """Virtual seconds."""
        return self._virtual

    def _later(self, timeout: float) -> None:
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]  # the heap of timers
        self._virtual += STEP_S
        if timeout > 0 and scheduled:
            self._virtual = max(self._virtual, scheduled[0].when())

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """A timer; a server that is dead sets none."""
        handle = super().call_at(when, callback, *args, context=context)
        life = _life.get() if context is None else context.get(_life)
        if life is not None and life.dead:
            handle.cancel()
        return handle

    def forget(self, life: Life) -> None:
        """Timers of a server that is dead never ring."""
        for handle in self._scheduled:  # type: ignore[attr-defined]  # the heap of timers
            if handle._context is not None and handle._context.get(_life) is life:
                handle.cancel()


def _task(loop: asyncio.AbstractEventLoop, work: Any, context: Context | None = None) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, context=context)
    life = _life.get() if context is None else context.get(_life)
    if life is not None:
        life.tasks[task] = None
        task.add_done_callback(lambda done: life.tasks.pop(done, None))
        if life.dead:
            task.cancel()
    return task


# The server


class Life:
    """One life of the server, from its boot to its crash or its close."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.dead = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.rooms: Rooms
        self.app: Any
        self._context = copy_context()
        self._context.run(_life.set, self)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that dies with the server."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def call(self, work: Callable[[], T]) -> T:
        """Do it as the server."""
        return self._context.copy().run(work)


_life: ContextVar[Life | None] = ContextVar("life", default=None)


async def _for_ever() -> NoReturn:
    await asyncio.get_running_loop().create_future()
    raise AssertionError


# The disk


class Disk:
    """What is synced survives every crash; a commit that is under way at a crash is there or not, never in part."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.changes: list[Change] = []  # all that is synced, in order
        self.full = False  # while it is, nothing can be written
        self.slow = 1.0  # how many times as long as usual everything takes
        self._random = world.random("disk")

    async def run(self, life: Life, locked: asyncio.Lock, work: Callable[..., Any], *args: Any) -> Any:
        """Do it in the one thread that has the store; it goes on even if nobody waits for it any more."""
        return await asyncio.shield(life.begin(self._run(life, locked, work, *args)))

    async def _run(self, life: Life, locked: asyncio.Lock, work: Callable[..., Any], *args: Any) -> Any:
        async with locked:
            before, after = self._takes(getattr(work, "__name__", ""))
            await asyncio.sleep(before)
            if life.dead:
                await _for_ever()
            try:
                return work(*args)
            finally:
                await asyncio.sleep(after)

    def _takes(self, work: str) -> tuple[float, float]:
        usual = 0.004 if work in ("commit", "open") else 0.0005
        if self._random.random() < 0.02:
            usual *= 25
        return usual * self._random.random() * self.slow, usual * 0.5 * self._random.random() * self.slow


class DiskStore(MemoryStore):
    """The store of one life of the server, on the disk that outlives it."""

    def __init__(self, disk: Disk, life: Life) -> None:
        super().__init__(disk.world.today, disk.changes)
        self._disk = disk
        self._life = life

    def _write(self, change: Change) -> None:
        if self._disk.full or self._life.dead:
            raise Unsaved("nothing was saved: the disk is full")
        self._apply(change)
        self._disk.changes.append(change)
        for watcher in self._disk.world.watchers:
            watcher.synced(change)


# The network


class _Way:
    """One direction of a connection: late, but in order."""

    def __init__(self, random: Random, delay_s: float, jitter_s: float, spikes: float) -> None:
        self._random = random
        self.delay_s = delay_s
        self.jitter_s = jitter_s
        self.spikes = spikes  # how often something takes far longer
        self._drawn_at = float("-inf")
        self._late_s = 0.0
        self._last = 0.0

    def arrival(self, now: float) -> float:
        """When what is sent now is there."""
        if now - self._drawn_at > SEGMENT_S:
            self._drawn_at = now
            self._late_s = self._random.random() * self.jitter_s
            if self._random.random() < self.spikes:
                self._late_s += self._random.uniform(0.03, 0.6)
        self._last = max(self._last + STEP_S, now + self.delay_s + self._late_s)
        return self._last


class Connection:
    """A WebSocket between a client and the server: the client's end has `send` and `receive`, the rest is the net.

    `tag` is for whoever uses the connection. What is sent after the end goes nowhere.
    """

    def __init__(self, world: World, life: Life, number: int, address: str, rtt_s: float, jitter_s: float) -> None:
        self.world = world
        self.life = life
        self.number = number
        self.address = address
        self.tag: Any = None
        random = world.random(f"connection {number}")
        self.up = _Way(random, rtt_s / 2, jitter_s, world.spikes)
        self.down = _Way(random, rtt_s / 2, jitter_s, world.spikes)
        self.alive = True  # nothing was lost so far
        self.stalled = False  # the client does not read
        self.ever_stalled = False
        self.closing = False  # the server has said goodbye
        self.noticed = False  # the server knows that it is over
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._heard = asyncio.Event()
        self._heard.set()
        self._unread = 0
        self._writable = asyncio.Event()
        self._writable.set()
        self._arrived: deque[str | Lost] = deque()
        self._fresh = asyncio.Event()
        self._over: Lost | None = None
        self._task: asyncio.Task[Any] | None = None

    # The client's end

    def send(self, message: dict[str, Any] | str) -> None:
        """Send it; it arrives later, or never."""
        if self.alive and not self.closing:
            text = message if isinstance(message, str) else json.dumps(message)
            when = self.up.arrival(self.world.now)
            self.world.loop.call_at(when, self._deliver_up, {"type": "websocket.receive", "text": text})

    async def receive(self) -> str:
        """The next frame; `Lost` when there will be none."""
        while not self._arrived or self.stalled:
            self._fresh.clear()
            await self._fresh.wait()
        found = self._arrived.popleft()
        if isinstance(found, Lost):
            self._arrived.append(found)
            raise found
        self._read(found)
        return found

    def stall(self) -> None:
        """The client does not read any more."""
        self.stalled = self.ever_stalled = True

    def resume(self) -> None:
        """The client reads again."""
        self.stalled = False
        self._fresh.set()

    def drop(self, notice_s: float | None = 0.0) -> None:
        """The net is gone, with all that is under way; the server notices so much later, or only by its pings."""
        if self.alive:
            self.alive = False
            self._end(Lost())
            if notice_s is not None and not self.life.dead:
                self.world.loop.call_later(notice_s, self._notice)

    def cut(self) -> None:
        """The server is dead, and the client sees it."""
        if self.alive:
            self.alive = False
            self._end(Lost(1006))

    def close(self) -> None:
        """The client goes in order: what it has sent still arrives."""
        if self.alive and not self.closing:
            self.closing = True
            self.world.loop.call_at(self.up.arrival(self.world.now), self._notice)
            self._end(Lost(1000))

    def _read(self, frame: str) -> None:
        self._unread -= len(frame)
        if self._unread <= HIGH_WATER:
            self._writable.set()

    def _end(self, how: Lost) -> None:
        self._over = how
        self._arrived.clear()
        self._arrived.append(how)
        self.resume()
        for watcher in self.world.watchers:
            watcher.ended(self)

    # The net

    def _deliver_up(self, message: dict[str, Any]) -> None:
        if self.alive and not self.noticed:
            self._inbox.append(message)
            self._heard.set()

    def _deliver_down(self, frame: str | Lost) -> None:
        if not self.alive or self._over is not None:
            return
        if isinstance(frame, Lost):
            self.alive = False
            self._over = frame
            self.world.loop.call_later(self.up.delay_s, self._notice)
            for watcher in self.world.watchers:
                watcher.ended(self)
        self._arrived.append(frame)
        self._fresh.set()

    def _notice(self) -> None:
        """The server learns that it is over."""
        if not self.noticed:
            self.alive = False
            self.noticed = True
            self._inbox.append({"type": "websocket.disconnect", "code": 1006})
            self._heard.set()
            self._writable.set()

    # The server's end

    def begin(self) -> None:
        """The server gets the connection."""
        headers = [(b"host", b"rumpus.example"), (b"origin", ORIGIN.encode())]
        scope = self.world.scope("websocket", "/ws", headers, self.address)
        self._task = self.life.begin(self.life.app(scope, self._asgi_receive, self._asgi_send))
        self._task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.life.dead:
            self.world.fail(f"the server broke off a connection: {error!r}")
        if self.alive and not self.closing and not self.noticed:
            self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, Lost(1006))

    async def _asgi_receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._heard.clear()
            await self._heard.wait()
        if self.life.dead:
            await _for_ever()
        message = self._inbox[0] if self._inbox[0]["type"] == "websocket.disconnect" else self._inbox.popleft()
        if message["type"] == "websocket.receive":
            for watcher in self.world.watchers:
                watcher.heard(self, message["text"])
        return message

    async def _asgi_send(self, message: Any) -> None:
        if self.life.dead:
            await _for_ever()
        while self._unread > HIGH_WATER and not self.noticed:
            self._writable.clear()
            await self._writable.wait()
        if self.life.dead:
            await _for_ever()
        if self.noticed:
            raise OSError("the client is gone")
        if message["type"] == "websocket.send":
            self._tell(message["text"])
        elif message["type"] == "websocket.close":
            self.closing = True
            lost = Lost(message["code"], message.get("reason") or "")
            self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, lost)
            if not self.alive:
                self._notice()

    def _tell(self, text: str) -> None:
        for watcher in self.world.watchers:
            watcher.told(self, text)
        self._unread += len(text)
        self.world.loop.call_at(self.down.arrival(self.world.now), self._deliver_down, text)


class Answer:
    """The answer to an HTTP request, and what was asked."""

    def __init__(self, path: str, asked: bytes) -> None:
        self.path = path
        self.asked = asked
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""

    def json(self) -> Any:
        """What it says."""
        return json.loads(self.body)


class Watcher:
    """Sees everything that crosses the server's edges, at the very moment; does nothing by itself."""

    def heard(self, connection: Connection, text: str) -> None:
        """The server takes a frame."""

    def told(self, connection: Connection, text: str) -> None:
        """The server sends a frame."""

    def ended(self, connection: Connection) -> None:
        """The client's end is over."""

    def answered(self, answer: Answer) -> None:
        """The server has answered a request."""

    def synced(self, change: Change) -> None:
        """The disk has it."""

    def booted(self, life: Life) -> None:
        """The server is up."""

    def crashed(self, life: Life) -> None:
        """The server is dead."""


class _Errors(logging.Handler):
    """A server that logs an error has failed."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Not if it is dead already."""
        life = _life.get()
        if life is None or not life.dead:
            self.world.fail(f"the server logs an error: {self.format(record)}")


class World:
    """One server, one disk, and the net around them."""

    def __init__(self, seed: int, loop: VirtualLoop) -> None:
        self.seed = seed
        self.loop = loop
        self.limits = Limits()
        self.spikes = 0.003  # how often something takes far longer on its way
        self.watchers: list[Watcher] = []
        self.life: Life | None = None  # the server, while it is up
        self.failed: asyncio.Future[None] = loop.create_future()
        self.disk = Disk(self)
        self.connections: list[Connection] = []  # those that were alive when the newest came
        self._lives = 0
        self._connections = 0
        self._thinking = self.random("thinking")

    @property
    def now(self) -> float:
        """Virtual seconds."""
        return self.loop.time()

    def today(self) -> float:
        """The same as a date."""
        return EPOCH + self.now

    def random(self, label: str) -> Random:
        """Chance of its own for each label, so that more of the one changes nothing about the other."""
        return Random(f"{self.seed} {label}")

    def fail(self, why: str) -> None:
        """The world has shown a fault, and ends."""
        if not self.failed.done():
            self.failed.set_exception(Fault(f"after {self.now - BEGIN_S:.6f} s: {why}"))

    # The server

    @property
    def rooms(self) -> Rooms:
        """The tables of the server that is up."""
        assert self.life is not None
        return self.life.rooms

    def boot(self) -> Life:
        """A server that knows what is on the disk, and nothing else."""
        assert self.life is None
        self._lives += 1
        life = self.life = Life(self._lives)
        locked = asyncio.Lock()
        store = DiskStore(self.disk, life)

        async def run(work: Callable[..., Any], *args: Any) -> Any:
            return await self.disk.run(life, locked, work, *args)

        journal = Journal(store, run, clock=self.loop.time)
        life.rooms = Rooms(
            journal,
            self._think,
            entropy=seeded("world", self.seed, self._lives),
            clock=self.loop.time,
            limits=self.limits,
            today=self.today,
            effort=lambda: 0.0,
        )
        life.app = App(life.rooms, frozenset((ORIGIN,)))
        life.call(life.rooms.start)
        for watcher in self.watchers:
            watcher.booted(life)
        return life

    async def _think(self, work: Callable[..., Any], *args: Any) -> Any:
        """As another process would: on a copy, and later."""
        copied = pickle.loads(pickle.dumps(args))  # noqa: S301 - our own
        late = self._thinking.random()
        await asyncio.sleep(late * (0.4 if self._thinking.random() < 0.05 else 0.01))
        return await think_here(work, *copied)

    def crash(self) -> None:
        """The server is gone from one instant to the next; nothing that it would still do reaches anybody."""
        life, self.life = self.life, None
        assert life is not None
        life.dead = True
        self.loop.forget(life)
        for task in list(life.tasks):
            task.cancel()
        for connection in self.connections:
            connection.cut()  # what is under way is lost too: a machine without power sends nothing
        for watcher in self.watchers:
            watcher.crashed(life)

    async def close(self) -> None:
        """The server closes in order; a task of it that is still there some seconds later is a fault."""
        life = self.life
        assert life is not None
        await life.begin(life.rooms.close())
        until = self.now + PATIENCE_S
        while life.tasks and self.now < until:
            await asyncio.sleep(0.1)
        if life.tasks:
            self.fail(f"left by a closed server: {list(life.tasks)}")
        if life.rooms.sessions or life.rooms.live or life.rooms.connected:
            self.fail(f"still there in a closed server: {life.rooms.sessions}, {life.rooms.live}")
        self.crash()

    # The network

    async def connect(self, address: str = "192.0.2.1", rtt_s: float = 0.04, jitter_s: float = 0.01) -> Connection:
        """A new connection, before its hello; raises `Lost` if there is no server."""
        await asyncio.sleep(rtt_s)
        if self.life is None:
            raise Lost
        self._connections += 1
        connection = Connection(self, self.life, self._connections, address, rtt_s, jitter_s)
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
        """An HTTP request; the body is bytes, or anything that JSON can say. Raises `Lost` if no answer comes."""
        await asyncio.sleep(rtt_s / 2)
        life = self.life
        if life is None:
            raise Lost
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = Answer(path, raw)
        asked: deque[dict[str, Any]] = deque([{"type": "http.request", "body": raw, "more_body": False}])

        async def receive() -> dict[str, Any]:
            return asked.popleft() if asked else await _for_ever()

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
        """What an ASGI server says of a request."""
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


def run(story: Callable[[World], Awaitable[T]], seed: int, again: str | None = None) -> T:
    """Live through a story to its end; a fault says the seed and how to see it again."""
    loop = VirtualLoop()
    world = World(seed, loop)
    loop.set_exception_handler(lambda _, what: world.fail(f"{what.get('message')}: {what.get('exception')!r}"))
    errors = _Errors(world)
    logger = logging.getLogger("rumpus")
    logger.addHandler(errors)
    try:
        return loop.run_until_complete(_whole(world, story))
    except (Exception, asyncio.CancelledError) as error:
        how = (
            again
            or f"world.run({getattr(story, '__module__', '?')}.{getattr(story, '__qualname__', '?')}, seed={seed})"
        )
        raise Fault(f"seed {seed}: {error or repr(error)}\nto see it again: {how}") from error
    finally:
        logger.removeHandler(errors)
        _bury(world)


async def _whole(world: World, story: Callable[[World], Awaitable[T]]) -> T:
    task = asyncio.ensure_future(story(world))
    both: list[asyncio.Future[Any]] = [task, world.failed]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if world.failed.done():
        world.failed.result()
    return await task


def _bury(world: World) -> None:
    """Nothing of a world outlives it."""
    loop = world.loop
    loop.set_exception_handler(lambda *_: None)
    if world.life is not None:
        world.crash()
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
