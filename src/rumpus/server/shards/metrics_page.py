"""The metrics of all workers on one page: each figure with the number of its worker."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rumpus.server.shards import inside

if TYPE_CHECKING:
    from rumpus.server.shards.family import Worker

log = logging.getLogger("rumpus.server")
ANSWER_S = 2.0
HEAD_S = 5.0
SAMPLE = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$")


def labelled(pages: Sequence[tuple[int, str]]) -> str:
    """Merges several pages into one: each metric is described once, and every sample is labelled with its worker."""
    families: dict[str, list[str]] = {}
    for worker, page in pages:
        family = ""
        for line in page.splitlines():
            if line.startswith("#"):
                family = line.split(" ")[2]
                lines = families.setdefault(family, [])
                if line not in lines:
                    lines.append(line)
            elif (sample := SAMPLE.match(line)) is not None:
                labels = f'worker="{worker}"' + (f",{sample['labels']}" if sample["labels"] else "")
                families.setdefault(family, []).append(f"{sample['name']}{{{labels}}} {sample['value']}")
    return "".join(f"{line}\n" for lines in families.values() for line in lines)


class MetricsPage:
    """A page for Prometheus, on this machine only."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers
        self._server: asyncio.Server | None = None

    async def open(self, wanted: int | None, port: int) -> int | None:
        """Serve it on this port (None: one above the server's, 0: any); the port, or None if it is taken."""
        number = min(port + 1, 65535) if wanted is None else wanted
        try:
            self._server = await asyncio.start_server(self._answer, "127.0.0.1", number)
        except OSError:
            log.warning("no-metrics", extra={"port": number})
            return None
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Serve it no more."""
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HEAD_S):
                await reader.readuntil(b"\r\n\r\n")
            body = (await self._page()).encode()
            head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n"
            writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
            await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def _page(self) -> str:
        settings = [worker.setting for worker in self._workers]
        asked = (inside.whole(one.address(one.number), "/metrics", ANSWER_S) for one in settings)
        pages = await asyncio.gather(*asked)
        own = "# HELP rumpus_worker_restarts_total Times that a worker process was started again\n"
        own += "# TYPE rumpus_worker_restarts_total counter\n"
        own += "".join(
            f'rumpus_worker_restarts_total{{worker="{worker.setting.number}"}} {worker.restarts}\n'
            for worker in self._workers
        )
        found = [(number, page.decode("utf-8", "replace")) for number, page in enumerate(pages) if page]
        return labelled(found) + own
