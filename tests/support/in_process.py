"""The whole server in this process, without sockets, disk or other processes, and connections to it."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from itertools import count
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self

import msgspec

from rumpus import wire
from rumpus.journal import Entry, Journal
from rumpus.journal.memory import MemoryStore
from rumpus.server.budget.limits import Limits
from rumpus.server.rooms import Rooms
from rumpus.server.web.app import App
from rumpus.server.work.thinkers import think_here
from rumpus.shuffle import seeded
from tests.support.clock import run_virtual, settle

HOME = "http://localhost:8000"
GENEROUS = Limits(
    messages_per_s=1e6,
    messages_at_once=1e6,
    connections=100_000,
    tables_per_minute=1e6,
    joins_per_minute=1e6,
    wrong_codes_per_minute=1e6,
    records_per_minute=1e6,
    phrases_per_10_s=1e6,
    all_wrong_codes_per_minute=1e6,
    table_written_kb_at_once=1e8,
    server_loop_ms_at_once=1e8,
    server_thinking_ms_at_once=1e8,
    server_written_kb_at_once=1e8,
    server_sent_kb_at_once=1e8,
    server_memory_kb=1e8,
)
Headers = Iterable[tuple[bytes, bytes]]
_ids = count(1)  # no id comes twice, not even when a server starts with what another has written


class Answer(msgspec.Struct, frozen=True):
    """The answer to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


async def _here(work: Callable[..., Any], *args: Any) -> Any:
    await asyncio.sleep(0)  # a disk answers a little later, never at once
    return work(*args)


class LocalServer:
    """`async with LocalServer() as server:` is the whole server but for its sockets, disk and other processes."""

    def __init__(
        self,
        limits: Limits = GENEROUS,
        *,
        origins: Iterable[str] = (HOME,),
        store: MemoryStore | None = None,
        seed: str = "house",
        scripted_for_all: bool = False,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.store = store or MemoryStore(loop.time)
        self.journal = Journal(self.store, _here)
        self.rooms = Rooms(
            self.journal,
            think_here,
            entropy=seeded(seed),
            clock=loop.time,
            limits=limits,
            today=loop.time,
            effort=lambda: 0.0,
            scripted_for_all=scripted_for_all,
        )
        self.rooms.budgets.turns.rest_s = 0.0  # work takes no time here, so neither do the rests from it
        self.app = App(self.rooms, frozenset(origins))
        self.host = b"localhost:8000"  # the header that every request comes with
        self.connections: set[LocalConnection] = set()

    async def __aenter__(self) -> Self:
        self.rooms.upkeep.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.rooms.close()
        for connection in list(self.connections):
            connection.drop()
        if self.connections:
            await asyncio.wait([connection.task for connection in self.connections])

    # HTTP

    async def request(
        self,
        path: str,
        body: Any = None,
        *,
        method: str | None = None,
        headers: Headers = (),
        address: str = "198.51.100.7",
        chunk: int = 1 << 16,
    ) -> Answer:
        """One request: a GET without a body, else a POST of these bytes, or of this value as JSON."""
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        query = path.partition("?")
        scope = {
            **self._scope("http", query[0], headers, address),
            "method": method or ("GET" if body is None else "POST"),
            "query_string": query[2].encode(),
        }
        pieces = [sent[at : at + chunk] for at in range(0, len(sent), chunk)] or [b""]
        got: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            if not pieces:
                await asyncio.Event().wait()  # a client stays until it has its answer
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

        async def send(message: MutableMapping[str, Any]) -> None:
            got.append(message)

        await self.app(scope, receive, send)
        raw = [(name.decode().lower(), value.decode()) for name, value in got[0]["headers"]]
        return Answer(got[0]["status"], dict(raw), b"".join(one.get("body", b"") for one in got[1:]))

    def _scope(self, kind: str, path: str, headers: Headers, address: str) -> dict[str, Any]:
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "root_path": "",
            "query_string": b"",
            "state": {},
            "scheme": "http" if kind == "http" else "ws",
            "client": (address, 5),
            "server": ("127.0.0.1", 8000),
            "headers": [*([(b"host", self.host)] if self.host else []), *headers],
        }

    async def open(self, game: str, *, name: str = "Ana", address: str = "198.51.100.7", **more: Any) -> dict[str, Any]:
        """Open a table of this game; returns the answer to its host."""
        answer = await self.request("/api/tables", {"game": game, "name": name, **more}, address=address)
        assert answer.status == 201, answer
        seated: dict[str, Any] = answer.json()
        return seated

    async def join(
        self, table: dict[str, Any], name: str, *, address: str = "198.51.100.7", **more: Any
    ) -> dict[str, Any]:
        """Join the table; returns the answer."""
        answer = await self.request("/api/join", {"code": table["code"], "name": name, **more}, address=address)
        assert answer.status == 200, answer
        seated: dict[str, Any] = answer.json()
        return seated

    # The WebSocket

    def connect(
        self,
        *,
        headers: Headers = (),
        address: str = "198.51.100.7",
        query: str = "",
        round_trip_s: float = 0.0,
    ) -> LocalConnection:
        """A new connection, before its hello; pongs come back after `round_trip_s`."""
        scope = {**self._scope("websocket", "/ws", headers, address), "query_string": query.encode()}
        return LocalConnection(self, {**scope, "subprotocols": []}, round_trip_s)

    async def enter(self, seated: dict[str, Any], *, address: str = "198.51.100.7") -> LocalConnection:
        """A connection that has said hello and got its welcome."""
        connection = self.connect(address=address)
        connection.say({"type": "hello", "version": wire.VERSION, "token": seated["token"]})
        await settle()
        return connection

    # The inside of the server

    def keeper(self, seated: dict[str, Any]) -> Any:
        """The keeper of a table that is live."""
        return self.rooms.live[table_of(seated)]

    def written(self, seated: dict[str, Any]) -> list[Entry]:
        """All journal entries of a table."""
        return self.store.entries(table_of(seated), whole=True)


P = ParamSpec("P")
Test = Callable[Concatenate[LocalServer, P], Coroutine[Any, Any, None]]


def with_server(limits: Limits = GENEROUS, **more: Any) -> Callable[[Test[P]], Callable[P, None]]:
    """Run an async test in virtual time, with a `LocalServer` of its own as the first argument."""

    def decorate(test: Test[P]) -> Callable[P, None]:
        @functools.wraps(test)
        def run(*args: P.args, **kwargs: P.kwargs) -> None:
            async def scenario() -> None:
                async with LocalServer(limits, **more) as server:
                    await test(server, *args, **kwargs)

            run_virtual(scenario)

        signature = inspect.signature(test)  # pytest must not take the server for a fixture
        shown = signature.replace(parameters=list(signature.parameters.values())[1:])
        run.__signature__ = shown  # type: ignore[attr-defined]  # which inspect looks for
        return run

    return decorate


def table_of(seated: dict[str, Any]) -> str:
    """The name of a table, which every token of it begins with."""
    name: str = seated["token"].partition(".")[0]
    return name


class LocalConnection:
    """One connection to a `LocalServer`, from the client's side: all that was said and told on it."""

    def __init__(self, server: LocalServer, scope: dict[str, Any], round_trip_s: float = 0.0) -> None:
        self.server = server
        self.round_trip_s = round_trip_s
        self.frames: list[str] = []
        self.frame_times: list[float] = []  # by the loop's clock
        self.told: list[dict[str, Any]] = []
        self.accepted = False
        self.closed: tuple[int, str] | None = None
        self.reading = asyncio.Event()  # cleared: a reader that does not read
        self.reading.set()
        self.ponging = True
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.get_running_loop().create_task(self._stay(scope))
        server.connections.add(self)

    async def _stay(self, scope: dict[str, Any]) -> None:
        try:
            await self.server.app(scope, self._in.get, self._send)
        finally:
            self.server.connections.discard(self)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        await self.reading.wait()
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.close":
            self.closed = (message["code"], message["reason"])
            self._in.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        else:
            self.frames.append(message["text"])
            self.frame_times.append(asyncio.get_running_loop().time())
            self.told.append(json.loads(message["text"]))
            if self.ponging and self.told[-1]["type"] == "ping":
                self._pong(self.told[-1]["n"])

    def say(self, message: dict[str, Any] | str) -> None:
        """Send one text frame."""
        frame = message if isinstance(message, str) else json.dumps(message)
        self._in.put_nowait({"type": "websocket.receive", "text": frame})

    def _pong(self, number: int) -> None:
        pong = {"type": "pong", "n": number}
        if self.round_trip_s:
            asyncio.get_running_loop().call_later(self.round_trip_s, self.say, pong)
        else:
            self.say(pong)

    def say_bytes(self, frame: bytes) -> None:
        """Send one binary frame."""
        self._in.put_nowait({"type": "websocket.receive", "bytes": frame})

    def drop(self) -> None:
        """Lose the connection."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message with an id; returns its answer."""
        id_ = fields.pop("id", None) or f"q{next(_ids)}"
        seen = len(self.told)
        self.say({"type": kind, "id": id_, **fields})
        await settle()
        found = [one for one in self.told[seen:] if one.get("id") == id_]
        assert found, (kind, fields, self.told[seen:], self.closed)
        return found[0]

    async def does(self, action: dict[str, Any]) -> dict[str, Any]:
        """Send an action of the game; returns its answer."""
        return await self.ask("do", action=action)

    def last(self, *kinds: str) -> dict[str, Any]:
        """The last message of these kinds."""
        return next(one for one in reversed(self.told) if one["type"] in kinds)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a kind."""
        return [one for one in self.told if one["type"] == kind]

    def numbers(self) -> list[int]:
        """The sequence numbers, in the order they came."""
        return [one["seq"] for one in self.told if one["type"] in ("lobby", "happened")]

    def lobby(self) -> dict[str, Any]:
        """The lobby as last told on this connection."""
        found: dict[str, Any] = next(one["lobby"] for one in reversed(self.told) if one.get("lobby"))
        return found
