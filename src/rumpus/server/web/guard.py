"""Checks around every request: which web pages may use this server, and the security headers of every response."""

from __future__ import annotations

import asyncio
import logging
import math
import re
from contextlib import suppress
from functools import partial
from ipaddress import ip_address

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rumpus.server.addresses import DEFAULT_PORTS, normal_origin
from rumpus.server.budget import costs
from rumpus.server.budget.stalls import timed
from rumpus.server.metrics import Metrics
from rumpus.server.net.frames import HOP
from rumpus.server.problems import moved
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import BODY, client_address, problem

log = logging.getLogger("rumpus.server")
CSP = b"content-security-policy"
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    b"form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (CSP, POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip
# The worker that runs Python in the browser may compile it; no page and no other script may (web/src/offline/worker.ts)
PYTHON_WORKER = "/assets/python-"
PYTHON_HEADERS = [(CSP, POLICY.replace(b"script-src 'self'", b"script-src 'self' 'wasm-unsafe-eval'")), *HEADERS[1:]]
HOST = re.compile(r"(?P<name>[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?")
PRINTABLE = re.compile(r"[\x21-\x7e]{1,200}")
REFUSED_S = 0.5  # an answer "over budget" is given so late that asking again and again cannot load the server either
BUSY = 503  # an answer that says nothing
REQUEST_S = 150.0  # a request must be read and answered within this time
MOST_LOGGED = 20  # unknown origins logged while the server runs; anybody can invent more, which must not fill the log


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a request header, in lower case; None if the request has no such header."""
    return next((value.decode("latin-1").lower() for key, value in scope["headers"] if key == name), None)


class Origins:
    """Decides which origins' pages may use the server. Others are counted, and logged once each."""

    def __init__(self, known: frozenset[str], metrics: Metrics) -> None:
        self.known = known
        parts = (origin.partition("://") for origin in known)
        self._names = {(scheme, _name(address)) for scheme, _, address in parts}
        self._metrics = metrics
        self._logged: set[str] = set()

    def welcome(self, scope: Scope) -> bool:
        """Whether the page that sent a request may use the server. Programs and plain links send no Origin header."""
        origin = header(scope, b"origin")
        if origin is None:
            # A page of the same origin does not name it when it only reads. Monitors may use any name.
            return scope["path"] == "/healthz" or self.unknown_address(scope) is None
        if self.trusts(origin, header(scope, b"host") or ""):
            return True
        self._refused(origin)
        return False

    def trusts(self, origin: str, host: str) -> bool:
        """Whether an origin is the server's own: one that it knows, or the same address that the request was sent to.

        The second case covers addresses the server cannot know: a VPN, a second network card, a forwarded port. It
        holds for IP addresses and for known names, but for no other name: whoever owns a name can point it at this
        machine (DNS rebinding), and their page would then have the same origin as the server.
        """
        origin = normal_origin(origin)
        if origin in self.known:
            return True
        scheme, _, address = origin.partition("://")
        if scheme not in DEFAULT_PORTS or address != host.removesuffix(DEFAULT_PORTS[scheme]):
            return False
        name = _name(address)
        return name is not None and (_is_ip(name) or (scheme, name) in self._names)

    def unknown_address(self, scope: Scope) -> str | None:
        """The origin that a page opened at this request's address would have, if the server would refuse that page."""
        host = header(scope, b"host")
        if not host or any(self.trusts(f"{scheme}://{host}", host) for scheme in DEFAULT_PORTS):
            return None  # either scheme will do: behind a proxy the browser may use the other one
        scheme = header(scope, b"x-forwarded-proto")
        origin = f"{scheme if scheme in DEFAULT_PORTS else scope['scheme']}://{host}"
        self._refused(origin)
        return origin

    def _refused(self, origin: str) -> None:
        self._metrics.unknown_origin()
        if origin not in self._logged and len(self._logged) < MOST_LOGGED:
            self._logged.add(origin)
            log.warning("unknown-origin", extra={"origin": origin if PRINTABLE.fullmatch(origin) else "unreadable"})


def _name(address: str) -> str | None:
    """The name or IP address in `name:port`; None if it is neither."""
    match = HOST.fullmatch(address)
    return None if match is None else match["name"]


def _is_ip(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware: takes the cost of every request from the budgets, refuses those from unknown pages, and adds
    the security headers to every response.

    The WebSocket bypasses the HTTP application, because every frame would pay for each layer.
    """

    def __init__(self, app: ASGIApp, socket: ASGIApp, origins: Origins, rooms: Rooms) -> None:
        self.app = app
        self.socket = socket
        self.origins = origins
        self.rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or WebSocket connection."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
            return

        sent = 0
        headers = PYTHON_HEADERS if scope["path"].startswith(PYTHON_WORKER) else HEADERS

        hop, hushed = HOP in scope.get("extensions", {}), False

        async def guarded(message: Message) -> None:
            nonlocal sent, hushed
            if hushed:
                return
            if message["type"] == "http.response.start":
                if self._must_be_silent(scope["path"], message["status"]):
                    hushed = True
                    await silent(scope, receive, send)
                    return
                message["headers"] = [*message.get("headers", []), *(() if hop else headers)]
            else:
                sent += len(message.get("body", b""))
            await send(message)

        budgets, endpoint = self.rooms.budgets, costs.endpoint(scope["path"])
        cost, account = costs.HTTP[endpoint], budgets.account(client_address(scope))
        wait_s = budgets.take(account, cost)
        if wait_s:
            self.rooms.metrics.over_budget(endpoint)
            await asyncio.sleep(REFUSED_S)
            await _too_many(wait_s)(scope, receive, guarded)
            return
        try:
            await budgets.turn(account, cost)
            with suppress(TimeoutError):  # uvicorn then closes the connection, because the answer is incomplete
                async with asyncio.timeout(REQUEST_S):
                    await timed(self._answer(scope, receive, guarded), partial(self.rooms.stalls.noticed, endpoint))
        finally:
            scope.pop(BODY, None)  # garbage is collected rarely, and until then the scope of a request stays
            budgets.give_back(account, cost, sent / 1024)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _is_static(scope) or HOP in scope.get("extensions", {}) or self.origins.welcome(scope):
            await self.app(scope, receive, send)
        else:
            answer = problem(403, "table-origin", "this page may not speak to this server")
            await answer(scope, receive, send)

    def _must_be_silent(self, path: str, status: int) -> bool:
        """Whether this answer may not be given, because another node may have the table that it is about."""
        node = self.rooms.node
        return node is not None and path.startswith("/api/") and status < BUSY and node.silent()

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/ws":
            await self.socket(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})


async def silent(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer of a node that may say nothing about tables at the moment."""
    said = moved()
    await problem(said.status, said.reason, said.expected)(scope, receive, send)


def _too_many(wait_s: float) -> Response:
    again_s = max(1, math.ceil(wait_s))
    answer = problem(429, "table-too-many", f"too much was asked for from here; try again in {again_s} s")
    answer.headers["retry-after"] = str(again_s)
    return answer


def _is_static(scope: Scope) -> bool:
    """Whether a request is for a page or a file, which anyone may have.

    Browsers send an Origin header with module scripts even to the same host, so these cannot be checked by origin.
    """
    path: str = scope["path"]
    return scope["method"] in ("GET", "HEAD") and not path.startswith("/api/") and path != "/healthz"
