"""What makes a server one of several: where its connections come from, and where others' requests go."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rumpus.journal.files import suffix_of
from rumpus.server.net.connections import Http
from rumpus.server.rooms import Rooms
from rumpus.server.shards.forward import Forwarding
from rumpus.server.shards.hop import Hop
from rumpus.server.shards.inside import InnerHttp, Inside
from rumpus.server.shards.setting import Setting, fits
from rumpus.server.web.app import App

AT_ONCE = 64  # connections taken over in one iteration of the loop
TAKEN = b"t"  # said once for each


class Part:
    """One worker's ends of the sockets to the front, and what follows from being one of several."""

    def __init__(self, setting: Setting, life: socket.socket, channel: socket.socket) -> None:
        self.setting = setting
        self._life = life
        self._channel = channel
        self._forwarding: Forwarding
        self._tasks: set[asyncio.Task[Any]] = set()
        self._inner: asyncio.AbstractServer | None = None  # for the other workers; uvloop closes one that is not kept
        self._taken = 0  # connections that the front has not been told of

    def prepare(self, rooms: Rooms, app: App) -> None:
        """Let the rooms give ids and codes that lead here, and let requests for others be handed on."""
        setting = self.setting
        rooms.suffix = suffix_of(setting.own[0])
        rooms.leads_here = lambda code: fits(code, setting.number, setting.workers)
        forwarding = Forwarding(app.app, rooms, setting)
        rooms.code_taken = forwarding.code_taken
        app.app = forwarding
        app.hop(Hop(setting, rooms.metrics.relayed.inc))
        self._forwarding = forwarding

    def close(self) -> None:
        """Look into the others' files no more, so that they can be closed whole."""
        self._forwarding.close()

    async def open(self, app: App, make: Callable[[type[Http] | None], Http], stop: Callable[[], None]) -> None:
        """Take connections over from now on, answer the other workers, and stop when the front ends."""
        loop = asyncio.get_running_loop()
        address = Path(self.setting.address(self.setting.number))
        address.unlink(missing_ok=True)
        inside = Inside(app, app.rooms.metrics)

        def inner() -> Http:
            made = make(InnerHttp)
            made.app = inside
            return made

        self._inner = await loop.create_unix_server(inner, str(address))
        self._channel.setblocking(False)
        loop.add_reader(self._channel.fileno(), self._take, make)
        self._life.setblocking(False)
        loop.add_reader(self._life.fileno(), self._listen, stop)
        self._life.send(b"ready\n")

    def _take(self, make: Callable[[type[Http] | None], Http]) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(AT_ONCE):
            try:
                _, numbers, _, _ = socket.recv_fds(self._channel, 1, 1)
            except BlockingIOError:
                return
            except OSError:
                loop.remove_reader(self._channel.fileno())
                return
            self._tell_taken()
            for number in numbers:
                task = loop.create_task(self._connect(make, socket.socket(fileno=number)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _tell_taken(self) -> None:
        """Say that one more connection was taken over: until then the front has it, too, in case that we die."""
        self._taken += 1
        with suppress(OSError):  # the front is gone, or so far behind that it learns of all with the next
            self._taken -= self._life.send(TAKEN * self._taken)

    async def _connect(self, make: Callable[[type[Http] | None], Http], link: socket.socket) -> None:
        link.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: make(None), link)
        except OSError:
            link.close()

    def _listen(self, stop: Callable[[], None]) -> None:
        with suppress(BlockingIOError):
            try:
                said = self._life.recv(64)
            except ConnectionError:
                said = b""
            if not said:
                asyncio.get_running_loop().remove_reader(self._life.fileno())
                stop()
