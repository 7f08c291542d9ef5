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
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from anyio import to_thread

from rumpus import text, wire
from rumpus.contract import Malformed
from rumpus.journal import Journal, Store
from rumpus.journal.room import MEGABYTE, SpareRoom
from rumpus.journal.sqlite import SqliteStore
from rumpus.server import logs, qr
from rumpus.server.addresses import addresses, bind, shared
from rumpus.server.clock import SteadyClock
from rumpus.server.config import ServerConfig
from rumpus.server.metrics import Metrics
from rumpus.server.net.connections import Http, http_protocol
from rumpus.server.net.descriptors import raise_limit
from rumpus.server.net.frames import Frames
from rumpus.server.net.places import Places
from rumpus.server.net.tls import Certificate, Doorway
from rumpus.server.rooms import Rooms
from rumpus.server.threads import OneThread
from rumpus.server.web.app import App
from rumpus.server.web.guard import origins_for
from rumpus.server.work.workers import Workers

log = logging.getLogger("rumpus.server")
SWITCH_S = 0.0005  # how long the journal's thread may have to wait for the GIL; Python's default is 5 ms
GARBAGE = (50_000, 20, 50)  # thresholds of the garbage collector: rare, because a long collection delays every table
FILE_THREADS = 4  # threads that read files for HTTP requests; each of them competes with the tables for the GIL
CLOSING_S = 1  # how long HTTP responses may take to end at shutdown; then they are cut
THREAD_S = 0.2  # how long the journal's thread may take to end after that; a slow disk may hold it up for ever
Say = Callable[[str], None]


class Server(uvicorn.Server):
    """uvicorn without its signal handlers, so that an orderly shutdown ends with exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn must not install signal handlers; `_serve` does."""
        yield

    def connection(self) -> Http:
        """The protocol of a connection that uvicorn did not accept itself."""
        kind: Any = self.config.http_protocol_class
        made: Http = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made


def serve(config: ServerConfig, say: Say) -> None:
    """Serve until SIGINT or SIGTERM; raises `Malformed` if the settings cannot be used."""
    logs.set_up()
    origins_for([], config.origins)  # raises early if one of them is malformed
    certificate = None if config.cert is None else Certificate(config.cert, config.key)
    try:
        config.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed(f"--data needs a folder that can be written: {error.strerror} ({config.data})") from None
    listener = bind(config.host, config.port)
    try:
        store: Store
        if config.store is None:
            store = SqliteStore(config.database, spare=SpareRoom(config.limits.free_mb * MEGABYTE))
        else:
            from rumpus.server.cluster.starting import open_store  # noqa: PLC0415 - the extra `cluster`

            store = open_store(config)
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
        ended = runner.run(_serve(config, listener, store, certificate, say))
    say(text.say(config.language, "serve-closed"))
    if not ended:
        _leave(0)


async def _serve(
    config: ServerConfig, listener: socket.socket, store: Store, certificate: Certificate | None, say: Say
) -> bool:
    """Serve until a signal; returns whether the journal's thread has ended."""
    loop = asyncio.get_running_loop()
    _tune_interpreter()
    thread = OneThread(loop)
    other = thread if config.store is None else OneThread(loop)  # a database reads while it commits
    metrics = Metrics()
    workers = Workers(config.workers, metrics.thought)
    clock = SteadyClock(loop)
    rooms = Rooms(
        Journal(store, thread.run, metrics.committed, aside=other.run),
        workers.think,
        entropy=os.urandom,
        clock=clock,
        on_loop=clock.on_loop,
        limits=config.limits,
        metrics=metrics,
        keep_days=config.keep_days,
        keep_circles_days=config.keep_circles_days,
        scripted_for_all=config.scripted_for_all,
    )
    rooms.thinks = lambda: workers.healthy(loop.time())
    port = listener.getsockname()[1]
    urls = addresses(config.host, port, "http" if certificate is None else "https")
    app = App(rooms, origins_for(urls, config.origins), shared(urls), config.security_contact)
    cluster = None
    if config.store is not None:
        from rumpus.server.cluster.starting import Cluster  # noqa: PLC0415 - as above

        cluster = Cluster(config, store, rooms, app, other.run)
        await cluster.start()
    places = Places(raise_limit(), config.limits, clock, metrics, config.trusted_proxy)
    server = Server(_uvicorn(app, places, config))
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stop, number)
    clock.start()
    rooms.upkeep.start()
    rooms.stalls.watch()
    rooms.thinks = lambda: workers.healthy(loop.time())
    to_thread.current_default_thread_limiter().total_tokens = FILE_THREADS
    serving = loop.create_task(server.serve(sockets=[listener] if certificate is None else []))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    doorway = None
    if certificate is not None:
        doorway = Doorway(certificate, places, rooms.budgets, metrics)
        doorway.open(listener, server.connection)
        certificate.watch(loop)
        loop.add_signal_handler(signal.SIGHUP, certificate.renew)
    announce(config, urls, _serve_metrics(metrics, config, port), say)
    stopped = loop.create_task(stop.wait())
    await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if doorway is not None:
        doorway.close()
    workers.close()
    await rooms.close()
    if cluster is not None:
        await cluster.stop()
    server.should_exit = True
    await serving
    ended = thread.stop(THREAD_S)
    return (other is thread or other.stop(THREAD_S)) and ended


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
    say("  " + text.say(language, "serve-data", path=str(config.data)))
    if metrics_port is not None:
        say("  " + text.say(language, "serve-metrics", address=f"http://127.0.0.1:{metrics_port}/metrics"))
