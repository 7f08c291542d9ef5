"""A proxy for TCP that can be cut: both ways, one way, or so that nobody notices (half open)."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

CHUNK = 1 << 16


class Cutter:
    """Passes connections to a port of this machine, in a thread of its own."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._flows = [asyncio.Event(), asyncio.Event()]  # to the target, and back
        self._writers: set[asyncio.StreamWriter] = set()
        self._refuses = False
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def _run(self, ready: threading.Event) -> None:
        async def listen() -> None:
            self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
            self.port = self._server.sockets[0].getsockname()[1]
            for flow in self._flows:
                flow.set()
            ready.set()

        self._loop.run_until_complete(listen())
        self._loop.run_forever()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        self._writers.add(writer)
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(onward)
        ways = (self._copy(reader, onward, self._flows[0]), self._copy(there, writer, self._flows[1]))
        await asyncio.gather(*ways)
        self._writers -= {writer, onward}

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, flow: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                await flow.wait()
                target.write(data)
                await target.drain()
        with suppress(OSError, RuntimeError):
            target.transport.abort()

    def hold(self, *ways: int) -> None:
        """Let nothing through, to the target (0) or back (1) or both; connections stay, and nobody is told."""
        for way in ways:
            self._loop.call_soon_threadsafe(self._flows[way].clear)

    def cut(self) -> None:
        """End all connections, and refuse new ones."""

        def work() -> None:
            self._refuses = True
            for writer in list(self._writers):
                writer.transport.abort()

        self._loop.call_soon_threadsafe(work)

    def mend(self) -> None:
        """Let everything through again."""

        def work() -> None:
            self._refuses = False
            for flow in self._flows:
                flow.set()

        self._loop.call_soon_threadsafe(work)

    def close(self) -> None:
        """End it."""
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
