"""Real servers and players on real sockets, started and ended by a test."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from tests.support.serving import Serving
from tests.support.socket_players import Player

STOPS_S = 5.0  # promised in docs/hosting.md


def time_to_stop(start_s: float) -> float:
    """How many seconds a server may take to stop: on a busy machine as many as its start took."""
    return max(STOPS_S, start_s)


def port_of(server: Serving) -> int:
    return int(server.url.rpartition(":")[2])


@asynccontextmanager
async def serving(folder: Path, *options: str, port: int = 0) -> AsyncIterator[Serving]:
    """A server until the end of the block, whatever happens in it."""
    server = await asyncio.to_thread(Serving(folder, *options, port=port).start)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.kill)


async def enter(stack: AsyncExitStack, players: Sequence[Player], *, idle: bool = False) -> Sequence[Player]:
    for player in players:
        player.idle = idle
        await stack.enter_async_context(player)
    return players


def phase(player: Player) -> str | None:
    return None if player.view is None else str(player.view["public"]["phase"])


def rows(path: Path, table: str, what: str = "*") -> list[Any]:
    """The table's entries as they stand in the file."""
    with closing(sqlite3.connect(path)) as db:
        query = f"SELECT {what} FROM entries WHERE table_id = ? ORDER BY seq"  # noqa: S608 - our own words
        return db.execute(query, (table,)).fetchall()


def planted(code: str, server: Serving) -> Serving:
    """The same server, which runs this code first: a bug, or another constant."""
    at = server.command.index("-m")
    server.command[at : at + 2] = ["-c", f"{code}\nfrom rumpus.cli import main\nmain()"]
    return server


def children(pid: int) -> list[int]:
    """The child processes, whichever thread has started them."""
    with suppress(FileNotFoundError, ProcessLookupError):
        threads = Path(f"/proc/{pid}/task").iterdir()
        return [int(one) for thread in threads for one in (thread / "children").read_text().split()]
    return []


def is_over(pid: int) -> bool:
    """Whether the process has ended; a zombie that its parent has not waited for counts as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True
