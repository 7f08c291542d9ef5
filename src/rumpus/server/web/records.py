"""HTTP handlers for records: download a finished match, or watch a match again as views, step by step."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from rumpus import record as records
from rumpus import wire
from rumpus.contract import Malformed
from rumpus.journal import Entry
from rumpus.server.challenges.devices import day_in, player_in
from rumpus.server.keeping.own_match import own_match
from rumpus.server.problems import HttpProblem, unreadable
from rumpus.server.rooms import Rooms
from rumpus.server.web.http import client_address, key_in, read, read_bytes
from rumpus.server.work import jobs, replay
from rumpus.server.work.replay import Rows
from rumpus.table import Unplayable

SHOW_S = 120.0  # a client must have read the views of a record within this time
CHUNK_BYTES = 64 * 1024
SLOW_AFTER_S, SLOWEST_BYTES_PER_S = 5.0, 16 * 1024  # from then on, a client that reads more slowly is cut off
MOST_OF_ADDRESS = 2  # of the next; a fast reader is done within a second, so that the others at home hardly wait
WAIT_S, MOST_WAITING = 10.0, 6  # how long a request waits for its place, and how many of an address do at once
MOST_SHOWN = 8  # records being sent as views at the same time; each may take megabytes of memory
LONGEST_RECORD = 4 * 1024 * 1024  # bytes
JSON_LINES = "application/jsonl"


class Records:
    """The handlers for everything about records."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.showing = 0  # records being sent as views now
        self._shown_to: Counter[str] = Counter()  # the same by address
        self._waiting: Counter[str] = Counter()  # requests that wait for a place, by address
        self._freed = asyncio.Event()  # set when one of them is over

    async def replay(self, request: Request) -> Response:
        """POST /api/replay: a record that the client sends, as views for every seat, step by step."""
        self.may_look(request)
        body = await read_bytes(request, LONGEST_RECORD)
        return await self._steps(request, body, None, own=False)

    async def record(self, request: Request) -> Response:
        """GET /api/records/NAME: the record of a finished match, as a download."""
        rows = await self.finished(request)
        text = bytes(await self.think(client_address(request.scope), replay.text_of, rows))
        header = msgspec.json.decode(text[: text.index(b"\n")], type=records.Header)
        name = f'attachment; filename="{header.game}.jsonl"'
        return Response(text, 200, {"content-disposition": name}, media_type=JSON_LINES)

    async def record_steps(self, request: Request) -> Response:
        """GET /api/records/NAME/steps: the record of a finished match as views for every seat, step by step."""
        return await self._steps(request, await self.finished(request), None, own=False)

    async def own_steps(self, request: Request) -> Response:
        """POST /api/steps: the match under way, as views of the asker's own seat only."""
        self.may_look(request)
        ask = await read(request, wire.OwnSteps)
        rows, seat, since, over = await own_match(self.rooms, ask.token)
        return await self._steps(request, rows, seat, own=not over, since=since)

    async def finished(self, request: Request) -> Rows:
        """The finished match whose name is in the path; raises `HttpProblem`."""
        self.may_look(request)
        try:
            entries = await self.rooms.journal.record(request.path_params["name"][:64])
        except Malformed as error:
            raise unreadable(error, closing=self.rooms.closing) from None
        if entries is None:
            raise HttpProblem(404, "table-no-record", "no finished match goes by this name")
        await self._must_spoil_nothing(request, entries)
        return replay.rows_of(entries)

    async def _must_spoil_nothing(self, request: Request, entries: list[Entry]) -> None:
        """A deal of the day that is still open is shown to those who have played it; raises `HttpProblem`."""
        day = day_in(entries)
        if day is None:
            return
        challenges, owner = self.rooms.challenges, player_in(entries)
        if not await challenges.may_see(*day, owner, key_in(request), client_address(request.scope)):
            raise HttpProblem(403, "challenge-open", "this deal of the day is still open; play it first")

    def may_look(self, request: Request) -> None:
        """Count one look at a record against what the address may do; raises `HttpProblem`."""
        if not self.rooms.record_lookups.take(client_address(request.scope)):
            raise HttpProblem(429, "table-too-many", "too many records were asked for; wait a minute")

    async def _steps(
        self, request: Request, source: bytes | Rows, seat: int | None, *, own: bool, since: int = 0
    ) -> Response:
        address = client_address(request.scope)
        await self._place(address)
        try:
            return Steps(await self.think(address, replay.steps_of, source, seat, own, since), self, address)
        except BaseException:
            self.done(address)
            raise

    async def _place(self, address: str) -> None:
        """Take a place among those being shown; wait a while for one, unless many from this address do so already."""
        self._waiting[address] += 1
        wait_s = WAIT_S if self._waiting[address] <= MOST_WAITING else 0.0
        until = asyncio.get_running_loop().time() + wait_s
        try:
            while self.showing >= MOST_SHOWN or self._shown_to[address] >= MOST_OF_ADDRESS:
                self._freed.clear()
                async with asyncio.timeout_at(until):
                    await self._freed.wait()
        except TimeoutError:
            raise HttpProblem(503, "table-busy", "many records are being shown; try again in a minute") from None
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        self.showing += 1
        self._shown_to[address] += 1

    def done(self, address: str) -> None:
        """A record is no longer being shown."""
        self.showing -= 1
        self._shown_to[address] -= 1
        if self._shown_to[address] <= 0:
            del self._shown_to[address]
        self._freed.set()

    async def think(self, address: str, work: Callable[..., bytes], *args: Any) -> bytes:
        """The result of work on a record in a thinking process; raises `HttpProblem`."""
        try:
            result: bytes = await self.rooms.think(jobs.RECORD, (address, ""), work, *args)
        except Malformed as error:
            raise HttpProblem(400, "table-malformed", str(error)) from None
        except (Unplayable, msgspec.DecodeError) as error:
            raise unreadable(error, closing=self.rooms.closing) from None
        except (jobs.TooLong, MemoryError):
            expected = f"a record that can be shown with {jobs.RECORD.cpu_s:g} seconds of computing was expected"
            raise HttpProblem(413, "table-too-long", expected) from None
        except jobs.NoAnswer:
            raise HttpProblem(503, "table-busy", "many records are being shown; try again in a minute") from None
        return result


class Steps(StreamingResponse):
    """A record as views, sent in chunks because it may be long. It counts as shown until the client has all of it."""

    media_type = JSON_LINES

    def __init__(self, body: bytes, records: Records, address: str = "") -> None:
        super().__init__(_chunks(body), headers={"content-length": str(len(body))})
        self._records = records
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the record, for at most `SHOW_S` seconds, to a client that reads fast enough."""
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0

        async def in_time(message: Message) -> None:
            nonlocal sent
            async with asyncio.timeout_at(began + SLOW_AFTER_S + sent / SLOWEST_BYTES_PER_S):
                await send(message)
            sent += len(message.get("body", b""))

        try:
            with suppress(
                TimeoutError, ClientDisconnect
            ):  # uvicorn then closes the connection, because the body is incomplete
                async with asyncio.timeout(SHOW_S):
                    await super().__call__(scope, receive, in_time)
        finally:
            self._records.done(self._address)


async def _chunks(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), CHUNK_BYTES):
        yield bytes(body[start : start + CHUNK_BYTES])  # a thinking process gives a bytearray
