"""HTTP requests that another worker must answer: found by what they name, counted here, and handed on."""

from __future__ import annotations

import asyncio
import re
from itertools import count
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rumpus.server.loading import Lately
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.shards import inside
from rumpus.server.shards.directory import Directory
from rumpus.server.shards.setting import Setting, fits
from rumpus.server.web.http import JSON, LONGEST_REQUEST, client_address, problem, read_bytes
from rumpus.server.web.records import LONGEST_RECORD
from rumpus.table import CODE_LENGTH, LETTERS

HEALTH_S = 2.0  # how long another worker may take to say how it is
HEALTH_AGE_S = 0.5  # the workers are asked no more often, however many ask us
GUESSES = ("/api/join", "/api/look", "/api/device", "/api/circles/claim")
IN_CIRCLE = ("/api/circles/look", "/api/circles/join")
OF_SEAT = ("/api/steps", "/api/coach", "/api/challenges")
IN_BODY = (*GUESSES, *IN_CIRCLE, *OF_SEAT, "/api/tables", "/api/circles")
LONG = re.compile(r"/api/challenges/[^/]*/result")  # a whole record; what else is handed on is short
NOT_IDS = ("look", "join", "claim", "import")  # under /api/circles/


class Named(msgspec.Struct):
    """The ids in a request, if it has any; the handlers read the request strictly."""

    code: str = ""
    token: str = ""
    circle: Any = None  # an id, or an object with one
    match: Any = None  # an object with a token


class Forwarding:
    """Answers requests for this worker, and forwards the others."""

    def __init__(self, app: ASGIApp, rooms: Rooms, setting: Setting) -> None:
        self._app = app
        self._rooms = rooms
        self._setting = setting
        self._directory = Directory(setting.config.database, setting.others)
        self._turn = count(setting.number)
        self._said = Lately(self._all_say, HEALTH_AGE_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or inside.INSIDE in scope:
            await self._app(scope, receive, send)
        elif scope["path"] == "/healthz":
            await self._health(scope, receive, send)
        else:
            await self._route(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, body = scope["path"], None
        try:
            if scope["method"] == "POST" and path in IN_BODY:
                body = await read_bytes(Request(scope, receive), LONGEST_REQUEST)
            worker, body = await self._worker(path, body, client_address(scope))
            if worker != self._setting.number and body is None:
                body = await self._rest(scope, receive)
        except HttpProblem as no:
            await problem(no.status, no.reason, no.expected)(scope, receive, send)
            return
        if worker == self._setting.number:
            await self._app(scope, receive if body is None else again(body, receive), send)
            return
        await self._hand_on(worker, body or b"", scope, receive, send)

    async def _rest(self, scope: Scope, receive: Receive) -> bytes:
        """The body of a request for another worker, no longer than what was paid for; raises `HttpProblem`."""
        if scope["method"] != "POST":
            return b""
        most = LONGEST_RECORD if LONG.fullmatch(scope["path"]) else LONGEST_REQUEST
        return await read_bytes(Request(scope, receive), most)

    async def _worker(self, path: str, body: bytes | None, address: str) -> tuple[int, bytes | None]:
        """The worker of a request, and its body, which may have changed; raises `HttpProblem`."""
        if body is None:
            return await self._by_path(path), None
        try:
            named = msgspec.json.decode(body, type=Named)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._setting.number, body  # the handler says what is wrong
        circle = named.circle.get("id") if isinstance(named.circle, dict) else named.circle
        home = self._setting.worker_of(circle[:64]) if isinstance(circle, str) else None
        worker = await self._by_body(path, named, home, address)
        if path == "/api/join" and home is not None and home != worker:
            body = _without_circle(body)  # the table is of no circle, or of another
        return worker, body

    async def _by_path(self, path: str) -> int:
        parts = path.split("/")
        if path.startswith("/api/records/"):
            return await self._of_record(parts[3][:64])
        if path.startswith(("/api/circles/", "/api/challenges/")) and parts[3] not in NOT_IDS:
            return self._setting.worker_of(parts[3][:64])
        if path == "/api/daily":
            return self._setting.worker_of("")  # those of a day have ids without a number
        return self._setting.number

    async def _by_body(self, path: str, named: Named, home: int | None, address: str) -> int:
        """The worker of what the body names; `home` is that of its circle."""
        if path == "/api/tables":
            return self._place(home, address)
        if path in OF_SEAT:
            return self._setting.worker_of(named.token.partition(".")[0])
        if path in IN_CIRCLE:
            return self._setting.number if home is None else home
        if path == "/api/circles":
            return self._of_match(named.match, address)
        return await self._of_code(path, named.code, address)

    async def _of_record(self, name: str) -> int:
        file = await self._directory.of_record(name)
        return self._setting.number if file is None else file % self._setting.workers

    def _of_match(self, match: Any, address: str) -> int:
        """Where a new circle goes: to the worker of the match that it begins with, else here."""
        token = match.get("token") if isinstance(match, dict) else None
        worker = self._setting.worker_of(token.partition(".")[0]) if isinstance(token, str) else self._setting.number
        if worker != self._setting.number:
            self._rooms.circles.entrance.may_open(address)
        return worker

    def _place(self, home: int | None, address: str) -> int:
        """Where a new table goes: all tables of a circle to where the circle is, others to each worker in turn."""
        worker = next(self._turn) % self._setting.workers if home is None else home
        if worker != self._setting.number:
            self._rooms.seating.may_open(address)
        return worker

    async def _of_code(self, path: str, typed: str, address: str) -> int:
        code = "".join(letter for letter in typed.upper() if letter in LETTERS)
        if len(code) != CODE_LENGTH:
            return self._setting.number
        if path in ("/api/device", "/api/circles/claim"):
            workers = range(self._setting.workers)
            worker = next(number for number in workers if fits(code, number, self._setting.workers))
        else:
            file = await self._directory.of_code(code)
            worker = self._setting.number if file is None else file % self._setting.workers
        if worker != self._setting.number:
            self._rooms.seating.may_guess(address)
            if path == "/api/join":
                self._rooms.seating.may_join(address)
        return worker

    def close(self) -> None:
        """Close the others' files."""
        self._directory.close()

    async def code_taken(self, code: str) -> bool:
        """Whether another worker has a table with this code."""
        return await self._directory.of_code(code) is not None

    async def _hand_on(self, worker: int, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        client = str(scope["client"][0]) if scope.get("client") else "?"
        query = scope.get("query_string", b"").decode("latin-1")
        path = scope.get("raw_path", scope["path"].encode()).decode("latin-1").partition("?")[0]
        path += f"?{query}" if query else ""
        headers = inside.on_behalf(scope, client)
        try:
            answer = await inside.ask(self._setting.address(worker), path, scope["method"], headers, body)
        except OSError:
            if scope["path"] == "/api/tables" and b'"circle"' not in body:
                await self._app(scope, again(body, receive), send)  # a table can be anywhere: then here
                return
            sentence = "this part of the server is starting again; try again in a moment"
            await problem(503, "table-busy", sentence)(scope, receive, send)
            return
        if answer.status == 404 and scope["path"] in GUESSES:
            self._rooms.seating.wrong_codes.take(client_address(scope))
        passed_on = [(name, value) for name, value in answer.headers if name not in (b"connection", b"date", b"server")]
        await send({"type": "http.response.start", "status": answer.status, "headers": _once(passed_on)})
        async for chunk in answer.body:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The health of all workers, as one answer."""
        said = await self._said.answer()
        body = msgspec.json.encode(said)
        ok = said["ok"]
        headers = [(b"content-type", JSON.encode()), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200 if ok else 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _all_say(self) -> dict[str, Any]:
        addresses = [self._setting.address(number) for number in range(self._setting.workers)]
        return together(await asyncio.gather(*(inside.whole(one, "/healthz", HEALTH_S) for one in addresses)))


def together(answers: list[bytes | None]) -> dict[str, Any]:
    """The health of all workers combined: good only if every worker is; one that does not answer cannot save."""
    healths = [dict(msgspec.json.decode(answer)) if answer else {} for answer in answers]
    each = {name: all(health.get(name, False) for health in healths) for name in ("ok", "saving", "room", "thinking")}
    sums = {name: sum(int(health.get(name, 0)) for health in healths) for name in ("tables", "people")}
    alive = sum(map(bool, healths))
    return {
        **each,
        **sums,
        "busy": any(health.get("busy") for health in healths),
        "workers": len(healths),
        "alive": alive,
    }


def again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that delivers a body that was already read."""
    given = False

    async def next_part() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return next_part


def _without_circle(body: bytes) -> bytes:
    asked = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    asked.pop("circle", None)
    return msgspec.json.encode(asked)


def _once(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Without the headers that `Guard` adds to every answer."""
    from rumpus.server.web.guard import HEADERS  # noqa: PLC0415 - it imports the rooms, as we do

    added = {name for name, _ in HEADERS}
    return [pair for pair in headers if pair[0] not in added]
