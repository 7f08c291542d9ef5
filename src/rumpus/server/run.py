"""Opening the house: addresses, a QR code, the signals that close it, and the one process that serves."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
import segno
import uvicorn

from rumpus import text, wire
from rumpus.contract import Malformed
from rumpus.journal import Journal
from rumpus.journal.sqlite import SqliteStore
from rumpus.server import logs
from rumpus.server.app import Doors, origins_for
from rumpus.server.frames import Frames
from rumpus.server.limits import Limits
from rumpus.server.metrics import Metrics
from rumpus.server.rooms import Rooms
from rumpus.server.workers import Workers

log = logging.getLogger("rumpus.server")
DATABASE = "tables.sqlite3"
WORKERS = max(1, min(2, (os.cpu_count() or 2) - 1))  # processes that think; one core is for the tables
SWITCH_S = 0.0005  # how long the journal's thread waits for the interpreter; usually it is 5 ms
GARBAGE = (50_000, 20, 50)  # rare collections: a long one would be felt at every table
CLOSING_S = 4  # for connections to close by themselves; then they are cut
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - whoever is on the same network may join: that is what it is for
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
Say = Callable[[str], None]


class House(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is run."""

    host: str = "0.0.0.0"  # noqa: S104 - as above
    port: int = 8000
    data: Path
    origins: tuple[str, ...] = ()
    trusted_proxy: str | None = None
    metrics_port: int | None = None  # None: one above the port
    limits: Limits = Limits()
    keep_days: float = 30.0
    language: str = "en"
    workers: int = WORKERS


class OneThread:
    """A thread for what blocks, one thing after the other; handing over costs less than with an executor."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._todo: SimpleQueue[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def run(self, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """What comes of it, or the exception."""
        done = self._loop.create_future()
        self._todo.put((done, work, args))
        return done

    def stop(self) -> None:
        """Finish what was asked for."""
        self._todo.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (todo := self._todo.get()) is not None:
            done, work, args = todo
            found = error = None
            try:
                found = work(*args)
            except BaseException as raised:
                error = raised
            self._loop.call_soon_threadsafe(_finish, done, found, error)


def _finish(done: asyncio.Future[Any], found: Any, error: BaseException | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(found)
    else:
        done.set_exception(error)


class Server(uvicorn.Server):
    """uvicorn, with the signals left to us: a house that is closed in order ends with 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """They are ours."""
        yield


def bind(house: House) -> socket.socket:
    """The port, or a sentence that says why not."""
    family = socket.AF_INET6 if ":" in house.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((house.host, house.port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed(f"cannot listen on {house.host}:{house.port}: {why}; choose another --port or --host") from None
    listener.set_inheritable(False)
    return listener


def addresses(host: str, port: int) -> list[str]:
    """Where people find us: this machine first, then the local network."""
    names = [host if ":" not in host else f"[{host}]"]
    if host in ANYWHERE:
        names = [*LOOPBACK, *local_addresses(), *host_names()]
    elif host in ("127.0.0.1", "localhost"):
        names = [*LOOPBACK]
    return [f"http://{name}:{port}" for name in dict.fromkeys(names)]


def local_addresses() -> list[str]:
    """The address of this machine in the local network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for examples (RFC 5737)
        found = str(probe.getsockname()[0])
        return [] if found.startswith(("127.", "0.")) else [found]
    return []


def host_names() -> list[str]:
    """The names under which this machine may be known in the local network."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if name and name != "localhost" else []


def shared(found: list[str]) -> str | None:
    """The address to share in the local network, if there is one."""
    own = {f"http://{name}:" for name in (*LOOPBACK, *host_names())}
    return next((one for one in found if not one.startswith(tuple(own))), None)


def announce(house: House, found: list[str], metrics: int | None, say: Say) -> None:
    """What a host wants to know, with a picture for phones."""
    words = house.language
    lan = shared(found)
    say(text.say(words, "serve-open"))
    say("  " + text.say(words, "serve-here", address=f"{found[0]}/"))
    if lan is not None:
        say("  " + text.say(words, "serve-lan", address=f"{lan}/"))
        say("  " + text.say(words, "serve-scan"))
        say(qr(f"{lan}/"))
    say("  " + text.say(words, "serve-data", path=str(house.data)))
    if metrics is not None:
        say("  " + text.say(words, "serve-metrics", address=f"http://127.0.0.1:{metrics}/metrics"))


def qr(address: str) -> str:
    """A QR code in characters, two rows of it in each line."""
    matrix = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    matrix += [[0] * len(matrix[0])] * (len(matrix) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light on dark, as terminals are
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    return "\n".join("  " + "".join(blocks[bool(a), bool(b)] for a, b in zip(*rows, strict=True)) for rows in pairs)


def serve(house: House, say: Say) -> None:
    """Serve until a signal says that it is enough."""
    logs.set_up()
    for origin in house.origins:
        origins_for([], (origin,))
    try:
        house.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed(f"--data needs a folder that can be written: {error.strerror} ({house.data})") from None
    listener = bind(house)
    try:
        store = SqliteStore(house.data / DATABASE)
    except BaseException:
        listener.close()
        raise
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        runner = asyncio.Runner()
    else:
        runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    with runner, contextlib.closing(listener):
        runner.run(_serve(house, listener, store, say))
    say(text.say(house.language, "serve-closed"))


async def _serve(house: House, listener: socket.socket, store: SqliteStore, say: Say) -> None:
    loop = asyncio.get_running_loop()
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    thread = OneThread(loop)
    metrics = Metrics()
    workers = Workers(house.workers)
    journal = Journal(store, thread.run, metrics.committed)
    rooms = Rooms(
        journal,
        workers.think,
        entropy=os.urandom,
        clock=loop.time,
        limits=house.limits,
        metrics=metrics,
        keep_days=house.keep_days,
    )
    port = listener.getsockname()[1]
    found = addresses(house.host, port)
    app = Doors(rooms, origins_for(found, house.origins), shared(found)).app()
    server = Server(_config(app, house))
    enough = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, enough.set)
    rooms.start()
    serving = loop.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    announce(house, found, _metrics(metrics, house, port), say)
    stop = loop.create_task(enough.wait())
    await asyncio.wait([serving, stop], return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    await rooms.close()
    server.should_exit = True
    await serving
    workers.close()
    thread.stop()


def _metrics(metrics: Metrics, house: House, port: int) -> int | None:
    wanted = house.metrics_port if house.metrics_port is not None else min(port + 1, 65535)
    try:
        return metrics.serve(wanted)
    except OSError:
        log.warning("no-metrics", extra={"port": wanted})
        return None


def _config(app: Any, house: House) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="none",
        http="httptools",
        ws=Frames,
        ws_per_message_deflate=False,
        ws_max_size=wire.LONGEST_MESSAGE,
        ws_ping_interval=None,  # our own pings measure the way to the page itself
        ws_ping_timeout=None,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=house.trusted_proxy is not None,
        forwarded_allow_ips=house.trusted_proxy or "",
        timeout_keep_alive=10,
        timeout_graceful_shutdown=CLOSING_S,
        limit_concurrency=None,
        h11_max_incomplete_event_size=16 * 1024,
    )
