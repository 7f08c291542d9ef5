"""Runs the server: uvicorn, the journal's thread, the printed announcement, and the signals that stop it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn
from anyio import to_thread

from rumpus import text, wire
from rumpus.contract import Malformed
from rumpus.journal import Journal, Store
from rumpus.journal.files import numbers_of, path_of
from rumpus.journal.room import MEGABYTE, SpareRoom
from rumpus.journal.split import SplitStore
from rumpus.journal.sqlite import SqliteStore
from rumpus.server import logs, qr
from rumpus.server.addresses import addresses, bind, origins_for, shared
from rumpus.server.clock import SteadyClock
from rumpus.server.config import ServerConfig, shown
from rumpus.server.loading import Lately
from rumpus.server.metrics import Metrics
from rumpus.server.net.connections import Http, http_protocol
from rumpus.server.net.descriptors import raise_limit
from rumpus.server.net.frames import Frames
from rumpus.server.net.places import Places
from rumpus.server.net.tls import Certificate, Doorway
from rumpus.server.rooms import Rooms
from rumpus.server.threads import OneThread
from rumpus.server.web.app import App
from rumpus.server.work.thinkers import Thinkers

if TYPE_CHECKING:
    from rumpus.server.cluster.starting import Cluster
    from rumpus.server.shards.part import Part

log = logging.getLogger("rumpus.server")
SWITCH_S = 0.0005  # how long the journal's thread may have to wait for the GIL; Python's default is 5 ms
GARBAGE = (50_000, 20, 50)  # thresholds of the garbage collector: rare, because a long collection delays every table
FILE_THREADS = 4  # threads that read files for HTTP requests; each of them competes with the tables for the GIL
CLOSING_S = 1  # how long HTTP responses may take to end at shutdown; then they are cut
HEALTH_AGE_S = 0.5  # the disk is asked about its room no more often, however many ask /healthz
THREAD_S = 0.2  # how long the journal's thread may take to end after that; a slow disk may hold it up for ever
Say = Callable[[str], None]


class Server(uvicorn.Server):
    """uvicorn without its signal handlers, so that an orderly shutdown ends with exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn must not install signal handlers; `_serve` does."""
        yield

    def connection(self, kind: Any = None) -> Http:
        """The protocol of a connection that uvicorn did not accept itself; of another class than usual if given."""
        kind = kind or self.config.http_protocol_class
        made: Http = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made


def serve(config: ServerConfig, say: Say) -> None:
    """Serve until SIGINT or SIGTERM; raises `Malformed` if the settings cannot be used."""
    logs.set_up()
    certificate = None if config.cert is None else Certificate(config.cert, config.key)
    if certificate is not None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until `_doorway` handles it; its default would end the process
    try:
        config.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "this is a file" if config.data.is_file() else error.strerror
        raise Malformed(f"--data needs a writable folder: {why} ({config.data})") from None
    listener = bind(config.host, config.port)
    if config.workers > 1:
        from rumpus.server.shards.front import serve_all  # noqa: PLC0415 - needed only for several workers

        serve_all(config, listener, say)
        return
    try:
        store = _store(config, numbers_of(config.database))
    except BaseException:
        listener.close()
        raise
    with runner() as running, contextlib.closing(listener):
        ended = running.run(_serve(config, listener, store, certificate, say))
    say(text.say(config.language, "serve-closed"))
    if not ended:
        _leave(0)


def serve_part(part: Part) -> None:
    """Serve as one worker of several (shards/), until the front ends; raises `Malformed`."""
    logs.set_up()
    store = _store(part.setting.config, part.setting.own)
    with runner() as running:
        ended = running.run(_serve(part.setting.config, None, store, None, lambda _: None, part))
    if not ended:
        _leave(0)


def _store(config: ServerConfig, numbers: Sequence[int]) -> Store:
    """The files with these numbers as one store, or the database."""
    if config.store is not None:
        from rumpus.server.cluster.starting import open_store  # noqa: PLC0415 - the extra `cluster`

        return open_store(config)

    def one(number: int) -> SqliteStore:
        return SqliteStore(path_of(config.database, number), spare=_spare(config))

    return one(numbers[0]) if len(numbers) == 1 else SplitStore.of(numbers, one)


def _spare(config: ServerConfig) -> SpareRoom:
    return SpareRoom(config.limits.free_mb * MEGABYTE)


def _room(config: ServerConfig, thread: OneThread) -> Lately[bool | None]:
    """Whether the disk has room: asked in the journal's thread, so that a disk that hangs gives no answer."""
    return Lately(partial(thread.run, _spare(config).has_room, config.database), HEALTH_AGE_S)


def runner() -> asyncio.Runner:
    """The event loop, the faster one where it is there."""
    try:
        import uvloop  # noqa: PLC0415 - not on every system
    except ImportError:
        return asyncio.Runner()
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


async def _serve(
    config: ServerConfig,
    listener: socket.socket | None,
    store: Store,
    certificate: Certificate | None,
    say: Say,
    part: Part | None = None,
) -> bool:
    """Serve until a signal; returns whether the journal's thread has ended."""
    loop = asyncio.get_running_loop()
    _tune_interpreter()
    thread = OneThread(loop)
    other = thread if config.store is None else OneThread(loop)  # a database reads while it commits
    metrics = Metrics()
    thinkers = Thinkers(config.thinkers, metrics.thought)
    clock = SteadyClock(loop)
    rooms = _rooms(config, Journal(store, thread.run, metrics.committed, aside=other.run), thinkers, clock, metrics)
    rooms.thinks = lambda: thinkers.healthy(loop.time())
    rooms.room = None if config.store is not None else _room(config, thread)
    port = config.port if listener is None else listener.getsockname()[1]
    urls = addresses(config.host, port, "http" if certificate is None else "https")
    app = App(rooms, origins_for(urls, config.origins), shared(urls), config.security_contact)
    if part is not None:
        part.prepare(rooms, app)
    cluster = None if config.store is None else await _cluster(config, store, rooms, app, other)
    places = Places(raise_limit(), config.limits, clock, metrics, config.trusted_proxy)
    server = Server(_uvicorn(app, places, config))
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT) if part is None else (signal.SIGTERM,):
        loop.add_signal_handler(number, _stop, stop, number)
    clock.start()
    rooms.upkeep.start()
    to_thread.current_default_thread_limiter().total_tokens = FILE_THREADS
    accepts = [listener] if listener is not None and certificate is None else []
    serving = loop.create_task(server.serve(sockets=accepts))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    doorway = None
    if part is not None:
        await part.open(app, server.connection, stop.set)
    elif certificate is not None and listener is not None:
        doorway = _doorway(certificate, listener, Doorway(certificate, places, rooms.budgets, metrics), server)
    if part is None:
        announce(config, urls, _serve_metrics(metrics, config, port), say)
    rooms.stalls.watch()  # from now on: starting takes its time, and nobody waits
    stopped = loop.create_task(stop.wait())
    await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if doorway is not None:
        doorway.close()
    if part is not None:
        part.close()
    thinkers.close()
    await rooms.close()
    if cluster is not None:
        await cluster.stop()
    server.should_exit = True
    await serving
    ended = thread.stop(THREAD_S)
    return (other is thread or other.stop(THREAD_S)) and ended


async def _cluster(config: ServerConfig, store: Store, rooms: Rooms, app: App, thread: OneThread) -> Cluster:
    from rumpus.journal.postgres.store import PostgresStore  # noqa: PLC0415 - the extra `cluster`
    from rumpus.server.cluster.starting import Cluster  # noqa: PLC0415 - the same

    assert isinstance(store, PostgresStore)
    cluster = Cluster(config, store, rooms, app, thread.run)
    await cluster.start()
    return cluster


def _doorway(certificate: Certificate, listener: socket.socket, doorway: Doorway, server: Server) -> Doorway:
    """Accept connections with TLS, and look at the certificate from now on."""
    loop = asyncio.get_running_loop()
    doorway.open(listener, server.connection)
    certificate.watch(loop)
    loop.add_signal_handler(signal.SIGHUP, certificate.renew)
    return doorway


def _rooms(config: ServerConfig, journal: Journal, thinkers: Thinkers, clock: SteadyClock, metrics: Metrics) -> Rooms:
    return Rooms(
        journal,
        thinkers.think,
        entropy=os.urandom,
        clock=clock,
        on_loop=clock.on_loop,
        limits=config.limits,
        metrics=metrics,
        keep_days=config.keep_days,
        keep_circles_days=config.keep_circles_days,
        scripted_for_all=config.scripted_for_all,
    )


def _stop(stop: asyncio.Event, number: int) -> None:
    """Handle a signal: the first one stops the server in order, a second one ends it at once."""
    if stop.is_set():
        _leave(128 + number)
    log.info("stopping")
    stop.set()


def _leave(code: int) -> None:
    """End the process without waiting for its threads. The journal is as it would be after a power cut: whole."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _tune_interpreter() -> None:
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _uvicorn(app: Any, places: Places, config: ServerConfig) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="none",
        http=http_protocol(places),
        ws=Frames,
        ws_per_message_deflate=False,
        ws_max_size=wire.LONGEST_MESSAGE,
        ws_ping_interval=None,  # our own pings are answered by the page itself, not by the browser's network stack
        ws_ping_timeout=None,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=config.trusted_proxy is not None,
        forwarded_allow_ips=config.trusted_proxy or "",
        timeout_keep_alive=10,
        timeout_graceful_shutdown=CLOSING_S,
        limit_concurrency=None,
    )


def _serve_metrics(metrics: Metrics, config: ServerConfig, port: int) -> int | None:
    wanted = config.metrics_port if config.metrics_port is not None else min(port + 1, 65535)
    try:
        return metrics.serve(wanted)
    except OSError:
        log.warning("no-metrics", extra={"port": wanted})
        return None


def announce(config: ServerConfig, urls: list[str], metrics_port: int | None, say: Say) -> None:
    """Print where the server can be reached and where its data is, with a QR code for phones."""
    language = config.language
    lan = shared(urls)
    say(text.say(language, "serve-open"))
    say("  " + text.say(language, "serve-here", address=f"{urls[0]}/"))
    if lan is not None:
        say("  " + text.say(language, "serve-lan", address=f"{lan}/"))
        if qr.shows(sys.stdout.encoding):
            say("  " + text.say(language, "serve-scan"))
            say(qr.characters(f"{lan}/"))
    place = str(config.data) if config.store is None else shown(config.store)
    say("  " + text.say(language, "serve-data", path=place))
    if metrics_port is not None:
        say("  " + text.say(language, "serve-metrics", address=f"http://127.0.0.1:{metrics_port}/metrics"))
