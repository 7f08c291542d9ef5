"""TLS without a proxy: `rumpus serve --cert FILE --key FILE`. A connection is counted from its first byte on, pays for
its handshake, and becomes an `Http` connection when that is done. A new certificate is taken up by itself.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.server.budget import costs
from rumpus.server.budget.budgets import Budgets
from rumpus.server.budget.limits import address_of
from rumpus.server.metrics import Metrics
from rumpus.server.net.connections import Http
from rumpus.server.net.places import HEAD_S, Place, Places

log = logging.getLogger("rumpus.server")
LOOK_S = 60.0  # how often the files are looked at; SIGHUP does it at once
BACKLOG = 2048  # connections that the system keeps for us
AT_ONCE = 64  # accepted in one iteration of the loop
PAUSE_S = 0.1  # before the next try where none can be accepted
PASSWORD = "the key is protected by a password; a key without one was expected"  # noqa: S105 - the words about it
OVER_BUDGET_S = 1.0  # how long a handshake from an address over its budget has to wait


class Certificate:
    """The certificate chain and its key, as the files are now."""

    def __init__(self, chain: Path, key: Path | None) -> None:
        self._chain = chain
        self._key = key
        self._seen = self._stamp()
        try:
            self.context = self._load()
        except (OSError, ssl.SSLError) as error:
            raise Malformed(
                "--cert and --key need the certificate chain and its key, two files in PEM:"
                f" {_why(error)} ({chain}, {key or chain})"
            ) from None

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._chain, self._key, password=_no_password)
        return context

    def _stamp(self) -> list[tuple[int, int, int]]:
        """What changes when a file is written or replaced."""
        stamps = []
        for path in (self._chain, self._key or self._chain):
            with suppress(OSError):
                status = path.stat()
                stamps.append((status.st_ino, status.st_size, status.st_mtime_ns))
        return stamps

    def renew(self) -> bool:
        """Reload the files if they have changed and belong together; otherwise change nothing."""
        stamp = self._stamp()
        if stamp == self._seen:
            return False
        try:
            self.context = self._load()
        except (OSError, ssl.SSLError) as error:
            log.warning("certificate-unusable", extra={"why": _why(error)})
            return False  # perhaps only one of the two is there yet: looked at again next time
        self._seen = stamp
        log.info("certificate-renewed")
        return True

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look at the files from now on."""
        self.renew()
        loop.call_later(LOOK_S, self.watch, loop)


def _no_password() -> str:
    raise ssl.SSLError(PASSWORD)


def _why(error: OSError) -> str:
    """What is wrong with the files, in words; OpenSSL's own name the line of its source."""
    if not isinstance(error, ssl.SSLError):
        return error.strerror or str(error)
    if getattr(error, "reason", None) == "KEY_VALUES_MISMATCH":
        return "the key is not that of the certificate"
    return PASSWORD if PASSWORD in error.args else "no certificate or no key can be read in them"


class Knock:
    """A connection whose handshake is not done yet. `Places` may drop it for others."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self.task: asyncio.Task[None] | None = None
        self.http: Http | None = None  # what it becomes

    def abort(self) -> None:
        """Close it at once."""
        if self.task is not None:
            self.task.cancel()

    def ended(self, task: asyncio.Task[None]) -> None:
        """It has shaken hands, or it is closed. Nothing refers to itself then: see `Frames._let_go`."""
        http, self.http, self.task = self.http, None, None
        if task.cancelled() or task.exception() is not None:
            self._link.close()
            if http is not None:
                http.parser = None  # type: ignore[assignment]  # as uvicorn does where there was a connection


class Doorway:
    """Accepts the connections of a server with TLS: each is counted, waits for its turn, and shakes hands."""

    def __init__(self, certificate: Certificate, places: Places, budgets: Budgets, metrics: Metrics) -> None:
        self._certificate = certificate
        self._places = places
        self._budgets = budgets
        self._metrics = metrics
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._make: Callable[[], Http]

    def open(self, listener: socket.socket, make: Callable[[], Http]) -> None:
        """Accept from now on; `make` makes the protocol of a connection that has shaken hands."""
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._listener, self._make = listener, make
        asyncio.get_running_loop().add_reader(listener.fileno(), self._accept)

    def close(self) -> None:
        """Accept nothing any more."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener.fileno())
            self._listener = None
        for task in self._tasks:
            task.cancel()

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            if self._listener is None:
                return
            try:
                link, peer = self._listener.accept()
            except BlockingIOError:
                return
            except OSError:  # no descriptor left, or the client has gone: the others go on, and so does this one soon
                loop, number = asyncio.get_running_loop(), self._listener.fileno()
                loop.remove_reader(number)
                loop.call_later(PAUSE_S, self._accept_again)
                return
            self._knocked(link, str(peer[0]))

    def _accept_again(self) -> None:
        if self._listener is not None:
            asyncio.get_running_loop().add_reader(self._listener.fileno(), self._accept)

    def _knocked(self, link: socket.socket, host: str) -> None:
        link.setblocking(False)
        knock = Knock(link)
        place = self._places.admit(knock, host)
        if place is None:
            link.close()
            return
        knock.task = asyncio.get_running_loop().create_task(self._open(link, host, knock, place))
        self._tasks.add(knock.task)
        knock.task.add_done_callback(self._tasks.discard)
        knock.task.add_done_callback(knock.ended)

    async def _open(self, link: socket.socket, host: str, knock: Knock, place: Place) -> None:
        try:
            await self._turn(host)
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._made(knock, place), link, ssl=self._certificate.context, ssl_handshake_timeout=HEAD_S
            )
        finally:
            place.leave()

    def _made(self, knock: Knock, place: Place) -> Http:
        http = knock.http = self._make()
        http.knocked = place
        return http

    async def _turn(self, host: str) -> None:
        """Wait until a handshake may begin. It is never refused: a neighbour may have used up the budget."""
        account = self._budgets.account(address_of(host))
        if self._budgets.take(account, costs.HANDSHAKE):
            self._metrics.over_budget("handshake")
            await asyncio.sleep(OVER_BUDGET_S)
        else:
            self._budgets.give_back(account, costs.HANDSHAKE, costs.HANDSHAKE.sent_kb)
        await self._budgets.turn(account, costs.HANDSHAKE)
