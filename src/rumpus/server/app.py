"""The doors of the server: the WebSocket, a few HTTP requests, the page that says how to join, and who may knock."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from functools import cache
from importlib import resources
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from rumpus import record as records
from rumpus import text, wire
from rumpus.bots.base import PHRASES
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.journal import Conflict, Unsaved
from rumpus.server import replay
from rumpus.server.frames import SAY
from rumpus.server.rooms import Refusal, Rooms
from rumpus.server.session import Session
from rumpus.table import Unplayable, record_of

log = logging.getLogger("rumpus.server")
BODY_S = 20.0  # for a request to arrive whole
HELLO_S = 10.0  # to say whose a connection is
SHOW_S = 120.0  # for a record's views to be taken whole
PIECE = 64 * 1024  # of it, in bytes
MOST_SHOWN = 8  # records' views, on their way to readers at the same time: each may have megabytes
LONGEST_REQUEST = 64 * 1024  # scripted deals are long
LONGEST_RECORD = 4 * 1024 * 1024
LOOPBACK = ("localhost", "127.0.0.1", "::1")
JSON = "application/json"
JSON_LINES = "application/jsonl"
MEDIA = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
HEADERS = [
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
     b"form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Doors:
    """What a request may do: the origin it comes from, and how often."""

    def __init__(self, rooms: Rooms, origins: frozenset[str], share: str | None = None) -> None:
        self.rooms = rooms
        self.origins = origins
        self.share = share  # where others in the local network find us: who opens a table here shares that
        self.showing = 0  # records, as views

    def welcome_from(self, scope: Scope) -> bool:
        """A page of ours, or no page at all; the pages of others may not speak to a table."""
        for name, value in scope["headers"]:
            if name == b"origin":
                return value.decode("latin-1").rstrip("/").lower() in self.origins
        return True

    def app(self) -> Guard:
        """The ASGI application."""
        routes = [
            Route("/", self.page),
            Route("/style.css", self.style),
            Route("/healthz", self.health),
            Route("/api/games", self.games),
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/join", self.join_table, methods=["POST"]),
            Route("/api/look", self.look, methods=["POST"]),
            Route("/api/device", self.move_device, methods=["POST"]),
            Route("/api/replay", self.replay, methods=["POST"]),
            Route("/api/steps", self.own_steps, methods=["POST"]),
            Route("/api/records/{name}", self.record),
            Route("/api/records/{name}/steps", self.record_steps),
            Route("/api/qr", self.qr, methods=["POST"]),
            Route("/{path:path}", self.file),
        ]
        handlers: Any = {Exception: self.fault, Refusal: self.refuse}
        return Guard(Starlette(routes=routes, exception_handlers=handlers), self)

    # Pages

    async def page(self, request: Request) -> Response:
        """The browser client, or where it is not built a page that says how to join, in the reader's language."""
        if "index.html" in client_files():
            return client_file("index.html", request)
        wanted = request.headers.get("accept-language", "")[:200].lower()
        order = sorted(text.LANGUAGES, key=lambda one: wanted.find(one) if one in wanted else len(wanted) + 1)
        return Response(page(order[0]), media_type="text/html")

    async def file(self, request: Request) -> Response:
        """A file of the browser client; those with a hash in their name never change."""
        path = request.path_params["path"]
        if path not in client_files():  # only what was built is ever served
            return problem(404, "table-no-page", "there is no such page; the table is at /")
        return client_file(path, request)

    async def qr(self, request: Request) -> Response:
        """POST /api/qr: a picture of a link for phone cameras; in the body, because a link holds a room code."""
        ask = await self._read(request, wire.Picture)
        return Response(qr_svg(ask.link), headers={"cache-control": "no-store"}, media_type="image/svg+xml")

    async def style(self, request: Request) -> Response:
        """The page's style."""
        return Response(static("style.css"), media_type="text/css")

    async def health(self, request: Request) -> Response:
        """Whether this server takes people; a host's watchdog asks."""
        ok = not self.rooms.closing
        found = {
            "ok": ok,
            "tables": len(self.rooms.live),
            "people": len(self.rooms.sessions),
            "busy": self.rooms.busy(),
        }
        return Response(msgspec.json.encode(found), 200 if ok else 503, media_type=JSON)

    async def games(self, request: Request) -> Response:
        """What can be played and set here."""
        return Response(offer(), media_type=JSON)

    # Tables

    async def open_table(self, request: Request) -> Response:
        """POST /api/tables."""
        ask = await self._read(request, wire.OpenTable)
        return self._seated(await self.rooms.open(ask, address(request.scope)), request, 201)

    async def join_table(self, request: Request) -> Response:
        """POST /api/join."""
        ask = await self._read(request, wire.JoinTable)
        return self._seated(await self.rooms.join(ask, address(request.scope)), request, 200)

    async def look(self, request: Request) -> Response:
        """POST /api/look."""
        ask = await self._read(request, wire.Look)
        found = await self.rooms.look(ask.code, address(request.scope))
        return Response(msgspec.json.encode(found), media_type=JSON)

    async def move_device(self, request: Request) -> Response:
        """POST /api/device."""
        ask = await self._read(request, wire.MoveDevice)
        return self._seated(await self.rooms.device(ask, address(request.scope)), request, 200)

    def _seated(self, seated: wire.Seated, request: Request, status: int) -> Response:
        base = f"{request.url.scheme}://{request.url.netloc}"
        if self.share is not None and request.url.hostname in LOOPBACK:
            base = self.share
        whole = msgspec.structs.replace(seated, link=f"{base}{seated.link}")
        return Response(msgspec.json.encode(whole), status, {"cache-control": "no-store"}, media_type=JSON)

    async def _read(self, request: Request, kind: Any) -> Any:
        body = await self._body(request, LONGEST_REQUEST)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Refusal(400, "table-malformed", f"this is no {kind.__name__}: {error}") from None

    async def _body(self, request: Request, most: int) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_S):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise Refusal(413, "table-too-long", f"at most {most} bytes were expected")
        except (ClientDisconnect, TimeoutError):
            raise Refusal(400, "table-malformed", "the request broke off") from None
        return bytes(body)

    # Records

    async def replay(self, request: Request) -> Response:
        """POST /api/replay: a record comes back as views, step by step, for every seat."""
        self._may_look(request)
        body = await self._body(request, LONGEST_RECORD)
        return await self._steps(body, None, own=False)

    async def record(self, request: Request) -> Response:
        """GET /api/records/NAME: the record of a finished match, to keep."""
        whole = await self._finished(request)
        name = f'attachment; filename="{whole.header.game}.jsonl"'
        return Response(records.text(whole), 200, {"content-disposition": name}, media_type=JSON_LINES)

    async def record_steps(self, request: Request) -> Response:
        """GET /api/records/NAME/steps: the same as views, step by step."""
        whole = await self._finished(request)
        return await self._steps(records.text(whole).encode(), None, own=False)

    async def own_steps(self, request: Request) -> Response:
        """POST /api/steps: a match under way as the asker's seat has seen it, and no other."""
        self._may_look(request)
        ask = await self._read(request, wire.OwnSteps)
        keeper = await self.rooms.keeper(ask.token.partition(".")[0])
        person = None if keeper is None else keeper.table.person_of(ask.token)
        whole = None
        if keeper is not None and person is not None and keeper.table.lobby.stage != "lobby":
            whole = keeper.table.record()
        if keeper is None or person is None or whole is None:
            raise Refusal(404, "table-no-such", "no match of this seat is under way")
        over = keeper.table.lobby.stage != "match"  # after a rematch people may sit elsewhere than in the match
        seat = keeper.table.lobby.seat_of(person)
        try:
            await keeper.settled()
        except (Conflict, Unsaved) as error:
            raise Refusal(503, "table-not-saved", f"nothing can be saved at the moment: {error}") from None
        return await self._steps(records.text(whole).encode(), seat, own=not over)

    async def _finished(self, request: Request) -> records.Record:
        self._may_look(request)
        entries = await self.rooms.journal.record(request.path_params["name"][:64])
        if entries is None:
            raise Refusal(404, "table-no-record", "no finished match goes by this name")
        try:
            return record_of((entry.seq, entry.at, entry.body) for entry in entries)
        except (Unplayable, msgspec.DecodeError) as error:
            raise Refusal(410, "table-no-record", f"this match cannot be read any more: {error}") from None

    def _may_look(self, request: Request) -> None:
        if not self.rooms.records.take(address(request.scope)):
            raise Refusal(429, "table-too-many", "too many records were asked for; wait a minute")

    async def _steps(self, body: bytes, seat: int | None, *, own: bool) -> Response:
        if self.showing >= MOST_SHOWN:
            raise Refusal(503, "table-busy", "many records are being shown; try again in a minute")
        self.showing += 1
        try:
            found = await self.rooms.think(replay.steps_of, body, seat, own)
        except BaseException as error:
            self.showing -= 1
            if isinstance(error, Malformed):
                raise Refusal(400, "table-malformed", str(error)) from None
            raise
        return Steps(found, self)

    # When it goes wrong

    async def refuse(self, request: Request, refusal: Exception) -> Response:
        """A refusal as JSON."""
        assert isinstance(refusal, Refusal)
        return problem(refusal.status, refusal.reason, refusal.expected)

    async def fault(self, request: Request, error: Exception) -> Response:
        """A fault of ours: said without any of its words."""
        return problem(500, "table-fault", "something went wrong here; nothing is lost")


class Steps(StreamingResponse):
    """A record as views, in pieces, for it may be long: each waits for its reader, but not for ever."""

    media_type = JSON_LINES

    def __init__(self, body: bytes, doors: Doors) -> None:
        pieces = (body[at : at + PIECE] for at in range(0, len(body), PIECE))
        super().__init__(_one_by_one(pieces), headers={"content-length": str(len(body))})
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            with suppress(TimeoutError):  # a body that broke off closes the connection
                async with asyncio.timeout(SHOW_S):
                    await super().__call__(scope, receive, send)
        finally:
            self.doors.showing -= 1


async def _one_by_one(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def problem(status: int, reason: str, expected: str) -> Response:
    """Any answer but yes."""
    body = msgspec.json.encode(wire.Problem(reason=reason, expected=expected))
    return Response(body, status, {"cache-control": "no-store"}, media_type=JSON)


def address(scope: Scope) -> str:
    """Whose limits count: the address, of a v6 network its first half."""
    client = scope.get("client")
    host = str(client[0]) if client else "?"
    if ":" not in host:
        return host
    try:
        one = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(one.ipv4_mapped or IPv6Address(int(one) >> 64 << 64))


class Guard:
    """Around everything: the origin is checked, and every answer carries the headers that keep strangers out.

    The WebSocket has a way of its own, because every frame would pay for each layer.
    """

    def __init__(self, app: Starlette, doors: Doors) -> None:
        self.app = app
        self.doors = doors
        self.socket = Socket(doors)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "websocket":
            if scope["path"] == "/ws":
                await self.socket(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        if self.doors.welcome_from(scope):
            await self.app(scope, receive, guarded)
        else:
            answer = problem(403, "table-origin", "this page may not speak to this server")
            await answer(scope, receive, guarded)


class Socket:
    """The WebSocket: a hello first, then messages as long as they are within the limits."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        self.rooms = doors.rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its knock to its end."""
        rooms, where = self.rooms, address(scope)
        await receive()  # websocket.connect
        crowded = rooms.connected[where] >= rooms.limits.connections or len(rooms.sessions) >= rooms.limits.people
        if not self.doors.welcome_from(scope) or rooms.closing or crowded:
            await send({"type": "websocket.close", "code": wire.CLOSE_LIMIT if crowded else 1008, "reason": ""})
            return
        await send({"type": "websocket.accept"})
        say = scope.get("extensions", {}).get(SAY)
        session = Session(send, where, rooms.limits, rooms.clock(), asyncio.current_task(), say)
        rooms.sessions[session] = None
        rooms.connected[where] += 1
        rooms.metrics.people.set(len(rooms.sessions))
        try:
            if await self._hello(session, receive):
                await self._listen(session, receive)
        except asyncio.CancelledError:
            if session.ended is None:
                raise  # not ours: the server stops
        finally:
            self._goodbye(session, where)

    def _goodbye(self, session: Session, where: str) -> None:
        rooms = self.rooms
        rooms.sessions.pop(session, None)
        rooms.connected[where] -= 1
        if not rooms.connected[where]:
            del rooms.connected[where]
        rooms.metrics.people.set(len(rooms.sessions))
        if session.ended is not None:
            rooms.metrics.closed(session.ended[0])
        if session.keeper is not None:
            session.keeper.detach(session)
        session.finish()

    async def _hello(self, session: Session, receive: Receive) -> bool:
        """The first message says whose connection this is."""
        impatient = asyncio.get_running_loop().call_later(
            HELLO_S, session.close, wire.CLOSE_HELLO, f"a hello was expected within {HELLO_S:.0f} seconds"
        )
        try:
            frame = await self._frame(session, receive)
        finally:
            impatient.cancel()
        if frame is None:
            return False
        try:
            hello = wire.read(frame)
            if not isinstance(hello, wire.Hello):
                raise Malformed("the first message is a hello")  # noqa: TRY301 - one answer for both
            if hello.version != wire.VERSION:
                raise Malformed(f"this server speaks version {wire.VERSION}, not {hello.version}")  # noqa: TRY301 - the same
        except Malformed as error:
            return await self._end(session, receive, wire.CLOSE_HELLO, str(error))
        if self.rooms.wrong_codes.empty(session.address):
            return await self._end(session, receive, wire.CLOSE_LIMIT, "too many wrong tokens came from here")
        refused = await self.rooms.enter(session, hello.token)
        if refused is None:
            return True
        if refused[0] != wire.CLOSE_LIMIT:
            self.rooms.wrong_codes.take(session.address)
        return await self._end(session, receive, *refused)

    async def _listen(self, session: Session, receive: Receive) -> None:
        rooms = self.rooms
        while (frame := await self._frame(session, receive)) is not None:
            now = rooms.clock()
            if not session.may_speak(now):
                await self._end(session, receive, wire.CLOSE_LIMIT, "too many messages; connect again, more slowly")
                return
            try:
                message = wire.read(frame)
            except Malformed as error:
                session.tell(wire.encode(wire.refused(wire.id_in(frame), error)).decode())
                continue
            keeper = session.keeper
            if keeper is None:
                continue  # the goodbye is on its way
            if isinstance(message, wire.Pong):
                keeper.pong(session, message.n)
            elif isinstance(message, wire.Hello):
                session.tell(wire.encode(wire.Refused(id=None, reason="table-not-now")).decode())
            else:
                keeper.hear(session, message)

    async def _frame(self, session: Session, receive: Receive) -> str | None:
        """The next text frame, or None when the connection is over."""
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return None
        frame = message.get("text")
        if frame is None:
            await self._end(session, receive, wire.CLOSE_MALFORMED, "text frames were expected")
            return None
        return str(frame)

    async def _end(self, session: Session, receive: Receive, code: int, reason: str) -> bool:
        """Close, and wait until it is closed."""
        session.close(code, reason)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return False


# What does not change


@cache
def offer() -> bytes:
    """The games, their options and seats, bots, avatars and phrases."""
    games = {
        name: {
            "title": rules.title,
            "seats": [rules.seats[0], rules.seats[-1]],
            "race": rules.race,
            "lowest_wins": rules.lowest_wins,
            "options": msgspec.json.schema(rules.options_type),
        }
        for name, rules in GAMES.items()
    }
    found = {
        "version": wire.VERSION,
        "games": games,
        "settings": msgspec.json.schema(wire.Settings),
        "levels": wire.LEVELS,
        "avatars": wire.AVATARS,
        "phrases": PHRASES,
        "emotes": wire.EMOTES,
        "requests": wire.REQUESTS,
        "languages": text.LANGUAGES,
        "name_length": wire.NAME_LENGTH,
    }
    return msgspec.json.encode(found)


@cache
def client_files() -> dict[str, bytes]:
    """The browser client as it was built into the package; empty where it was not."""
    root = resources.files("rumpus.server").joinpath("static", "app")
    if not root.is_dir():
        return {}
    with resources.as_file(root) as folder:
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def client_file(path: str, request: Request) -> Response:
    """One of its files, smaller where the browser can unpack it."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache",
        "vary": "accept-encoding",
    }
    found = client_files()[path]
    if "gzip" in request.headers.get("accept-encoding", ""):
        small = packed(path)
        if len(small) < len(found):
            found, headers["content-encoding"] = small, "gzip"
    return Response(found, headers=headers, media_type=MEDIA.get(path.rpartition(".")[2], "application/octet-stream"))


@cache
def packed(path: str) -> bytes:
    """One of its files, packed once."""
    return gzip.compress(client_files()[path], mtime=0)


def qr_svg(link: str) -> bytes:
    """A QR code as an SVG picture."""
    out = io.BytesIO()
    segno.make(link, error="l", micro=False).save(
        out, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue()


@cache
def static(name: str) -> str:
    """A file of the page."""
    return resources.files("rumpus.server").joinpath("static", name).read_text("utf-8")


@cache
def page(language: str) -> str:
    """The page that says how to join."""
    return PAGE.format(
        language=language,
        **{key: text.say(language, f"page-{key}") for key in ("title", "lead", "how", "code", "games", "more")},
    )


PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/style.css">
<main>
<h1>{title}</h1>
<p class="lead">{lead}</p>
<p>{how}</p>
<pre><code>rumpus join http://…/#CODE</code></pre>
<p>{code}</p>
<p>{games}</p>
<p>{more}</p>
</main>
</html>
"""


def origins_for(addresses: list[str], more: tuple[str, ...]) -> frozenset[str]:
    """Every address that is printed, and those that the host has added."""
    found = set()
    for one in (*addresses, *more):
        parts = urlsplit(one)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Malformed(f"an origin is written https://example.org, not {one!r}")
        found.add(f"{parts.scheme}://{parts.netloc}".lower())
    return frozenset(found)
