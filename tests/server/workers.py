"""A server with several workers, from outside: requests, tables of each worker, their processes and figures."""

from __future__ import annotations

import asyncio
import http.client
import json
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from rumpus import wire
from rumpus.hosting.status import samples
from rumpus.journal.files import file_of
from tests.server.processes import children
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import post

Plain = dict[str, Any]


def ask(url: str, path: str, body: Any = None, method: str | None = None, **headers: str) -> tuple[int, Any]:
    """One request on a connection of its own: the status and the decoded answer."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE_S)
    try:
        return asked(connection, path, body, method, **headers)
    finally:
        connection.close()


def asked(
    connection: http.client.HTTPConnection, path: str, body: Any = None, method: str | None = None, **headers: str
) -> tuple[int, Any]:
    """One request on this connection."""
    text = None if body is None else json.dumps(body)
    connection.request(method or ("GET" if body is None else "POST"), path, text, headers)
    answer = connection.getresponse()
    read = answer.read()
    kind = answer.getheader("content-type") or ""
    return answer.status, json.loads(read) if kind == "application/json" else read


def tables_on_each(url: str, workers: int = 2) -> list[Plain]:
    """A seat at a table of each worker."""
    seats: dict[int, Plain] = {}
    while len(seats) < workers:
        seat = post(url, "/api/tables", {"game": "wig_out", "name": "Ana"})
        seats.setdefault(file_of(table_of(seat)), seat)
    return [seats[number] for number in sorted(seats)]


def table_of(seat: Plain) -> str:
    return str(seat["token"].partition(".")[0])


def workers_of(server: Serving) -> dict[int, int]:
    """The processes of the workers by their number."""
    found = {}
    for pid in children(server.process.pid):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if b"rumpus.server.shards.worker" in words:
            found[int(words[-2])] = pid
    return found


def figures(server: Serving) -> dict[str, dict[str, float]]:
    """The metrics of all workers."""
    address = next(line.split()[-1] for line in server.said if "/metrics" in line)
    return samples(ask(address.removesuffix("/metrics"), "/metrics")[1].decode())


async def welcomed(address: str, token: str) -> str:
    """The type of the first message after a hello."""
    async with connect(address, compression=None, open_timeout=PATIENCE_S) as opened:
        await opened.send(wire.encode(wire.Hello(version=wire.VERSION, token=token)).decode())
        return str(json.loads(await opened.recv())["type"])


def enters(url: str, seat: Plain, named: bool = True) -> bool:
    """Whether the seat's token opens its table."""
    address = f"ws{url.removeprefix('http')}/ws" + (f"?t={table_of(seat)}" if named else "")
    return asyncio.run(welcomed(address, seat["token"])) == "welcome"
