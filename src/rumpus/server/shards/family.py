"""The worker processes, from the front's side: started, handed connections, and started again if they end."""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress

from rumpus.contract import Malformed
from rumpus.server import ctrl_c
from rumpus.server.shards.setting import Setting
from rumpus.server.shards.worker import SIZE_BYTES

log = logging.getLogger("rumpus.server")
COMMAND = (sys.executable, "-m", "rumpus.server.shards.worker")
MOST_WAITING = 512  # connections that wait for a worker to start again
WAIT_S = 10.0  # how long they do
SHORT_LIFE_S = 10.0  # a worker that ends sooner is started again later and later
LONGEST_PAUSE_S = 30.0
FIRST_PAUSE_S = 0.1


class Worker:
    """One of the processes, and those that come after it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.process: subprocess.Popen[bytes] | None = None
        self.ready = asyncio.Event()
        self.restarts = 0
        self._life: socket.socket | None = None
        self._channel: socket.socket | None = None
        self._waiting: deque[tuple[float, socket.socket]] = deque()
        self._handed: deque[tuple[float, socket.socket]] = deque()  # to a process that has not said so yet
        self._writing = False
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, and wait until it is ready; raises `Malformed` if it cannot be."""
        failed = await self._begin()
        if failed is not None:
            raise Malformed(failed)
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def _begin(self) -> str | None:
        """Start a process; returns why it cannot serve, if so."""
        life, theirs = socket.socketpair()
        channel, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        numbers = (theirs.fileno(), far.fileno())
        try:
            with ctrl_c.blocked():  # the front tells workers when to stop
                self.process = subprocess.Popen(  # noqa: S603 - our own command
                    [*COMMAND, *map(str, (*numbers, self.setting.number))], pass_fds=numbers, stdin=subprocess.DEVNULL
                )
        except OSError as error:
            return f"a worker cannot be started: {error.strerror}"
        finally:
            theirs.close()
            far.close()
        setting = pickle.dumps(self.setting)
        life.setblocking(False)
        channel.setblocking(False)
        self._life, self._channel = life, channel
        loop = asyncio.get_running_loop()
        said = b""
        with suppress(OSError):
            await loop.sock_sendall(life, len(setting).to_bytes(SIZE_BYTES, "big") + setting)
            while not said.endswith(b"\n") and (part := await loop.sock_recv(life, 4096)):
                said += part
        if said != b"ready\n":
            return said.decode("utf-8", "replace").removeprefix("failed ").strip() or "a worker has ended at once"
        self.ready.set()
        self._send()
        return None

    async def _keep(self) -> None:
        """Wait for its end, and start it again, until the server closes."""
        pause_s = FIRST_PAUSE_S
        while True:
            began = time.monotonic()
            await self._ended()
            if self._closing:
                return
            self.ready.clear()
            log.warning("worker-ended", extra={"count": self.setting.number})
            if time.monotonic() - began > SHORT_LIFE_S:
                pause_s = FIRST_PAUSE_S
            while True:
                self._release()
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                if self._closing:
                    return
                self.restarts += 1
                failed = await self._begin()
                if failed is None:
                    break
                log.error("worker-not-started", extra={"count": self.setting.number, "why": failed})

    async def _ended(self) -> None:
        loop = asyncio.get_running_loop()
        assert self._life is not None
        with suppress(OSError):
            while taken := await loop.sock_recv(self._life, 4096):
                for _ in taken:
                    self._handed.popleft()[1].close()

    def _release(self) -> None:
        """The process is gone, or cannot serve: give up its sockets. What it has not taken waits for the next."""
        self._waiting.extendleft(reversed(self._handed))
        self._handed.clear()
        if self._writing and self._channel is not None:
            asyncio.get_running_loop().remove_writer(self._channel.fileno())
        self._writing = False
        for link in (self._life, self._channel):
            if link is not None:
                link.close()
        self._life = self._channel = None
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    # Connections

    def take(self, link: socket.socket) -> None:
        """Hand a connection over; it waits while the worker starts again."""
        now = time.monotonic()
        while self._waiting and (now - self._waiting[0][0] > WAIT_S or len(self._waiting) >= MOST_WAITING):
            self._waiting.popleft()[1].close()
        self._waiting.append((now, link))
        if self.ready.is_set() and not self._writing:
            self._send()

    def _send(self) -> None:
        while self._waiting and self._channel is not None:
            link = self._waiting[0][1]
            try:
                socket.send_fds(self._channel, [b"c"], [link.fileno()])
            except (BlockingIOError, InterruptedError):
                if not self._writing:
                    self._writing = True
                    asyncio.get_running_loop().add_writer(self._channel.fileno(), self._send)
                return
            except OSError:
                return  # it has just ended: they wait for the next
            self._handed.append(self._waiting.popleft())
        if self._writing and self._channel is not None:
            self._writing = False
            asyncio.get_running_loop().remove_writer(self._channel.fileno())

    # The end

    def close(self) -> None:
        """Tell it to stop: its life ends."""
        self._closing = True
        for queue in (self._waiting, self._handed):
            while queue:
                queue.popleft()[1].close()
        if self._life is not None:
            with suppress(OSError):
                self._life.shutdown(socket.SHUT_WR)

    async def gone(self, seconds: float) -> None:
        """Wait until it has ended, but not longer than this; then end it."""
        process = self.process
        if process is None:
            return
        if not self.ready.is_set():
            process.kill()  # it does not serve anybody yet
        until = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < until:
            await asyncio.sleep(0.02)
        if self._task is not None:
            self._task.cancel()
        self._release()
