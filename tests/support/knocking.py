"""Knocking at the doors: of the app in this process without sockets, and by hand at those of a real server."""

from __future__ import annotations

import asyncio
import copy
import json
import selectors
import socket
import struct
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from itertools import count
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

import anyio.to_thread
import msgspec

from rumpus import wire
from rumpus.journal import Entry, Journal, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.server.app import App
from rumpus.server.limits import Limits
from rumpus.server.rooms import Rooms
from rumpus.server.thinking import think_here
from rumpus.shuffle import seeded
from tests.support.serving import PATIENCE_S

HOME = "http://localhost:8000"
MOMENT_S = 0.001  # of virtual time: all that is ready to happen has happened when it is over
BLINK_S = 1e-7  # a clock never stands still: who wakes up a rounding too early sees it move
GENEROUS = Limits(
    messages_per_s=1e6,
    messages_at_once=1e6,
    connections=100_000,
    tables_per_minute=1e6,
    joins_per_minute=1e6,
    wrong_codes_per_minute=1e6,
    records_per_minute=1e6,
    phrases_per_10_s=1e6,
)
Headers = Iterable[tuple[bytes, bytes]]
_ids = count(1)  # no id comes twice, not even when a house begins with what another has written


class _NeverAsleep(selectors.DefaultSelector):
    """Where others sleep the clock leaps; nobody outside can wake this loop."""

    def __init__(self) -> None:
        super().__init__()
        self.leapt_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is there now; the time that it would have waited has passed."""
        assert timeout is not None, "everybody waits, and nothing is ever due"
        self.leapt_s += max(BLINK_S, timeout)
        return super().select(0)


class Leaping(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own: waiting takes no time, thinking does not make anybody late."""

    def __init__(self) -> None:
        self._sleepless = _NeverAsleep()
        super().__init__(self._sleepless)

    def time(self) -> float:
        """Virtual seconds; small, so that adding a moment is exact enough to be over."""
        return 1000.0 + self._sleepless.leapt_s


async def _inline(work: Callable[..., Any], *args: Any, **_: Any) -> Any:
    return work(*args)


def leap(scenario: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Play a scenario to its end in virtual time; files are read without a thread, which the clock would not await."""
    with patch.object(anyio.to_thread, "run_sync", _inline), asyncio.Runner(loop_factory=Leaping) as runner:
        return runner.run(scenario())


async def moment() -> None:
    """Everything that waits for nobody has happened."""
    await asyncio.sleep(MOMENT_S)


class Answer(msgspec.Struct, frozen=True):
    """What a request got."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as it was meant."""
        return json.loads(self.body)


async def _here(work: Callable[..., Any], *args: Any) -> Any:
    await asyncio.sleep(0)  # a disk answers a little later, never at once
    return work(*args)


class House:
    """`async with House() as house:` is the whole server but for its sockets, disk and other processes."""

    def __init__(
        self,
        limits: Limits = GENEROUS,
        *,
        origins: Iterable[str] = (HOME,),
        store: MemoryStore | None = None,
        seed: str = "house",
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
        )
        self.app = App(self.rooms, frozenset(origins))
        self.knocks: set[Knock] = set()
        self.host = b"localhost:8000"  # the header that every request comes with

    async def __aenter__(self) -> Self:
        self.rooms.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.rooms.close()
        for knock in list(self.knocks):
            knock.drop()
        if self.knocks:
            await asyncio.wait([knock.task for knock in self.knocks])

    # HTTP

    async def ask(
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
        """A table of this game; gives what its host is told."""
        answer = await self.ask("/api/tables", {"game": game, "name": name, **more}, address=address)
        assert answer.status == 201, answer
        seated: dict[str, Any] = answer.json()
        return seated

    async def join(
        self, table: dict[str, Any], name: str, *, watch: bool = False, address: str = "198.51.100.7"
    ) -> dict[str, Any]:
        """Somebody comes to the table; gives what they are told."""
        answer = await self.ask("/api/join", {"code": table["code"], "name": name, "watch": watch}, address=address)
        assert answer.status == 200, answer
        seated: dict[str, Any] = answer.json()
        return seated

    # The WebSocket

    def knock(self, *, headers: Headers = (), address: str = "198.51.100.7") -> Knock:
        """A new connection that has said nothing yet."""
        return Knock(self, {**self._scope("websocket", "/ws", headers, address), "subprotocols": []})

    async def enter(self, seated: dict[str, Any], *, address: str = "198.51.100.7") -> Knock:
        """A connection that has said whose it is, and was told where things stand."""
        knock = self.knock(address=address)
        knock.say({"type": "hello", "version": wire.VERSION, "token": seated["token"]})
        await moment()
        return knock

    # Looking behind the curtain

    def keeper(self, seated: dict[str, Any]) -> Any:
        """The keeper of a table that is live."""
        return self.rooms.live[table_of(seated)]

    def written(self, seated: dict[str, Any]) -> list[Entry]:
        """All that the journal has of a table."""
        return self.store.entries(table_of(seated), whole=True)


def table_of(seated: dict[str, Any]) -> str:
    """The name of a table, which every token of it begins with."""
    name: str = seated["token"].partition(".")[0]
    return name


class Knock:
    """One connection, from our side of the door."""

    def __init__(self, house: House, scope: dict[str, Any]) -> None:
        self.house = house
        self.frames: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.accepted = False
        self.closed: tuple[int, str] | None = None
        self.reading = asyncio.Event()  # cleared: a reader that does not read
        self.reading.set()
        self.ponging = True
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.get_running_loop().create_task(self._stay(scope))
        house.knocks.add(self)

    async def _stay(self, scope: dict[str, Any]) -> None:
        try:
            await self.house.app(scope, self._in.get, self._send)
        finally:
            self.house.knocks.discard(self)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        await self.reading.wait()
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.close":
            self.closed = (message["code"], message["reason"])
            self._in.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        else:
            self.frames.append(message["text"])
            self.told.append(json.loads(message["text"]))
            if self.ponging and self.told[-1]["type"] == "ping":
                self.say({"type": "pong", "n": self.told[-1]["n"]})

    def say(self, message: dict[str, Any] | str) -> None:
        """One text frame."""
        frame = message if isinstance(message, str) else json.dumps(message)
        self._in.put_nowait({"type": "websocket.receive", "text": frame})

    def say_bytes(self, frame: bytes) -> None:
        """One binary frame."""
        self._in.put_nowait({"type": "websocket.receive", "bytes": frame})

    def drop(self) -> None:
        """The line is dead."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """A message that wants an answer; gives the answer."""
        id_ = fields.pop("id", None) or f"q{next(_ids)}"
        seen = len(self.told)
        self.say({"type": kind, "id": id_, **fields})
        await moment()
        found = [one for one in self.told[seen:] if one.get("id") == id_]
        assert found, (kind, fields, self.told[seen:], self.closed)
        return found[0]

    async def does(self, action: dict[str, Any]) -> dict[str, Any]:
        """An action of the game; gives the answer."""
        return await self.ask("do", action=action)

    def last(self, *kinds: str) -> dict[str, Any]:
        """The last message of these kinds."""
        return next(one for one in reversed(self.told) if one["type"] in kinds)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a kind."""
        return [one for one in self.told if one["type"] == kind]

    def numbers(self) -> list[int]:
        """The numbers of what happened at the table, as they came."""
        return [one["seq"] for one in self.told if one["type"] in ("lobby", "happened")]

    def lobby(self) -> dict[str, Any]:
        """The table as this connection was told last."""
        found: dict[str, Any] = next(one["lobby"] for one in reversed(self.told) if one.get("lobby"))
        return found


async def until(what: Callable[[], Any], most_s: float = 600.0) -> None:
    """Wait in virtual time until it is so."""
    loop = asyncio.get_running_loop()
    end = loop.time() + most_s
    while not what():
        assert loop.time() < end, "it never came"
        await asyncio.sleep(0.05)


class Fitful(MemoryStore):
    """A disk that fails when it is told to."""

    full = False

    def _write(self, change: Change) -> None:
        if self.full:
            raise Unsaved("nothing was saved: the disk is full")
        super()._write(change)


def copied(store: MemoryStore) -> MemoryStore:
    """A store that holds the same, for another house to begin with."""
    new = MemoryStore(asyncio.get_running_loop().time)
    new._tables = copy.deepcopy(store._tables)
    new._codes, new._records = dict(store._codes), dict(store._records)
    return new


# By hand, over the sockets of a real server


def fetch(url: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """One request to a real server."""
    sent = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url + path, sent, headers)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - the same
            return answer.status, answer.read(), {key.lower(): value for key, value in answer.headers.items()}
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), {key.lower(): value for key, value in error.headers.items()}


def text_frame(payload: bytes, opcode: int = 1) -> bytes:
    """A frame of a client, masked with nothing."""
    size = len(payload)
    head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + struct.pack("!H", size)
    return head + b"\0\0\0\0" + payload


def upgraded(url: str, *headers: str) -> socket.socket:
    """A WebSocket to a real server, by hand."""
    raw = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=PATIENCE_S)
    lines = ["GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade", *headers]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    lines += ["Sec-WebSocket-Extensions: permessage-deflate"]
    raw.sendall("\r\n".join((*lines, "", "")).encode())
    raw.recv(1, socket.MSG_PEEK)  # what is sent before the answer may get lost
    return raw


def rest_of(raw: socket.socket) -> bytes:
    """All that comes until the other side closes, or says that it is about to."""
    found = b""
    with raw:
        while close_code(found) is None:
            try:
                piece = raw.recv(65536)
            except ConnectionError:
                break
            if not piece:
                break
            found += piece
    return found


def close_code(answer: bytes) -> int | None:
    """The code of the close frame, when it has come."""
    frames = answer.partition(b"\r\n\r\n")[2]
    while len(frames) > 3:
        size, at = frames[1], 2
        if size > 125:
            at = 4 if size == 126 else 10
            size = int.from_bytes(frames[2:at], "big")
        if frames[0] & 0x0F == 8:
            return int.from_bytes(frames[at : at + 2], "big")
        frames = frames[at + size :]
    return None
