"""The front process: accepts connections, looks at their first line without taking it, and hands them to a worker."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from rumpus import text
from rumpus.server.addresses import addresses
from rumpus.server.budget.limits import address_of
from rumpus.server.clock import SteadyClock
from rumpus.server.config import ServerConfig
from rumpus.server.metrics import Metrics
from rumpus.server.net.descriptors import raise_limit
from rumpus.server.net.places import Place, Places
from rumpus.server.shards.family import Worker
from rumpus.server.shards.metrics_page import MetricsPage
from rumpus.server.shards.setting import home, share

log = logging.getLogger("rumpus.server")
PEEK_BYTES = 2048  # of a request, to find its first line
AGAIN_S = 0.05  # before the next look at a line that is not whole yet
BACKLOG = 2048
AT_ONCE = 64
PAUSE_S = 0.1
STOP_S = 4.7  # for the workers to end, of the five seconds that are promised
TABLE = re.compile(rb"[A-Z]{3,7} /ws\?(?:[^ #]*&)?t=([0-9A-Za-z]{1,40})[& ]")
Say = Callable[[str], None]


class Guest:
    """A connection that has not said yet what it wants."""

    def __init__(self, link: socket.socket, host: str, front: Front) -> None:
        self.link = link
        self.host = host
        self.place: Place | None = None
        self._front = front

    def abort(self) -> None:
        """Close it at once."""
        self._front.forget(self)
        self.link.close()


class Front:
    """Accepts, looks, and hands over. It reads nothing, so the worker gets the connection as it came."""

    def __init__(self, listener: socket.socket, workers: list[Worker], places: Places) -> None:
        self._listener = listener
        self._workers = workers
        self._places = places
        self._turn = count()
        self._open = False

    def open(self) -> None:
        """Accept from now on."""
        self._listener.setblocking(False)
        self._listener.listen(BACKLOG)
        self._open = True
        asyncio.get_running_loop().add_reader(self._listener.fileno(), self._accept)

    def close(self) -> None:
        """Accept nothing any more."""
        if self._open:
            self._open = False
            asyncio.get_running_loop().remove_reader(self._listener.fileno())
        self._listener.close()

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(AT_ONCE):
            try:
                link, peer = self._listener.accept()
            except BlockingIOError:
                return
            except OSError:  # no descriptor left, or the client has gone
                loop.remove_reader(self._listener.fileno())
                loop.call_later(PAUSE_S, self._accept_again)
                return
            link.setblocking(False)
            guest = Guest(link, str(peer[0]), self)
            guest.place = self._places.admit(guest, guest.host)
            if guest.place is None:
                link.close()
            else:
                loop.add_reader(link.fileno(), self._look, guest)

    def _accept_again(self) -> None:
        if self._open:
            asyncio.get_running_loop().add_reader(self._listener.fileno(), self._accept)

    def forget(self, guest: Guest) -> None:
        """It is looked at no more."""
        if guest.link.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(guest.link.fileno())
        if guest.place is not None:
            guest.place.leave()

    def _look(self, guest: Guest) -> None:
        if guest.link.fileno() < 0:
            return  # closed meanwhile
        try:
            seen = guest.link.recv(PEEK_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            seen = b""
        if not seen:
            guest.abort()
        elif b"\n" not in seen and len(seen) < PEEK_BYTES:
            loop = asyncio.get_running_loop()  # it stays readable, so it is looked at again later
            loop.remove_reader(guest.link.fileno())
            loop.call_later(AGAIN_S, self._look, guest)
        else:
            self.forget(guest)
            self._workers[self.worker_for(seen, guest)].take(guest.link)

    def worker_for(self, seen: bytes, guest: Guest) -> int:
        """The worker of the table that the first line names; without one, the worker of the address."""
        setting = self._workers[0].setting
        if (table := TABLE.match(seen)) is not None:
            return setting.worker_of(table[1].decode("ascii"))
        if guest.place is not None and guest.place.proxied:
            return next(self._turn) % setting.workers  # the address is the proxy's
        return home(address_of(guest.host), setting.workers)


def serve_all(config: ServerConfig, listener: socket.socket, say: Say) -> None:
    """Serve with several workers until SIGINT or SIGTERM; raises `Malformed` if that cannot be."""
    from rumpus.server.run import runner  # noqa: PLC0415 - it imports this module when it needs it

    folder = Path(tempfile.mkdtemp(prefix="rumpus-"))  # only for our own user
    try:
        with runner() as running, contextlib.closing(listener):
            running.run(_serve(config, listener, folder, say))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    say(text.say(config.language, "serve-closed"))


async def _serve(config: ServerConfig, listener: socket.socket, folder: Path, say: Say) -> None:
    from rumpus.server.run import announce  # noqa: PLC0415 - as above

    loop = asyncio.get_running_loop()
    port = listener.getsockname()[1]
    bound = msgspec.structs.replace(config, port=port)
    workers = [Worker(share(bound, number, folder)) for number in range(config.workers)]
    stop = asyncio.Event()
    signals = 0

    def told() -> None:
        nonlocal signals
        signals += 1
        stop.set()
        if signals > 1:  # the second one ends everything at once; nothing confirmed is lost then either
            for worker in workers:
                if worker.process is not None:
                    worker.process.kill()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told)
    clock, metrics = SteadyClock(loop), Metrics()
    clock.start()
    page = MetricsPage(workers)
    front = None
    try:
        if not await _started(workers, stop):
            return
        front = Front(listener, workers, Places(raise_limit(), config.limits, clock, metrics, config.trusted_proxy))
        front.open()
        urls = addresses(config.host, port, "http")
        announce(config, urls, await page.open(config.metrics_port, port), say)
        await stop.wait()
        log.info("stopping")
    finally:
        if front is not None:
            front.close()
        page.close()
        for worker in workers:
            worker.close()
        await asyncio.gather(*(worker.gone(STOP_S) for worker in workers))


async def _started(workers: list[Worker], stop: asyncio.Event) -> bool:
    """Start all workers; returns False if the server is to stop before they are ready. Raises `Malformed`."""
    starting = asyncio.gather(*(worker.start() for worker in workers))
    stopped = asyncio.get_running_loop().create_task(stop.wait())
    try:
        both: list[asyncio.Future[Any]] = [starting, stopped]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            starting.result()
        return starting.done()
    finally:
        stopped.cancel()
        starting.cancel()
