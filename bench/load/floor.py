"""Players at the echo server: the same tables, rate, fan-out and sizes as ours, and nothing to think about."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

from bench.load.echo import ANSWER, HEAD
from bench.load.frames import Socket, connect
from bench.load.tally import Tally

ASKED = 110  # bytes of a usual action on its way to the server


class Echoes:
    """Tables of sockets at the echo server, which answer as many bytes as the sizes given."""

    def __init__(self, sizes: Sequence[int], rng: Random) -> None:
        self.tally = Tally()
        self.sizes = sizes  # of what our table told, filled while it was loaded
        self.rng = rng
        self.sockets: list[Socket] = []
        self.waiting: dict[int, float] = {}
        self.number = 0
        self.closing = False

    async def sit_down(self, port: int, tables: int, players: int) -> None:
        """Connect everybody."""
        for table in range(tables):
            for _ in range(players):
                socket = await connect(port, "/ws", self.heard, self.closed)
                socket.write(b"%d" % table)
                self.sockets.append(socket)

    def act(self, due: float) -> bool:
        """Anybody says anything."""
        self.number += 1
        self.waiting[self.number] = due
        size = self.rng.choice(self.sizes)
        self.rng.choice(self.sockets).write((b"%08d%08d" % (self.number, size)).ljust(ASKED, b"."))
        return True

    def in_flight(self) -> int:
        """What has no answer yet."""
        return len(self.waiting)

    def heard(self, payload: bytes) -> None:
        """An answer, or what another one of the table said."""
        self.tally.heard += 1
        if payload.startswith(ANSWER.encode()) and len(payload) > HEAD:
            self.tally.took.append(perf_counter() - self.waiting.pop(int(payload[1:9])))

    def closed(self, code: int, why: str) -> None:
        """The echo server never hangs up."""
        if not self.closing:
            self.tally.wrong(f"the echo server closed a connection: {code} {why}")

    def leave(self) -> None:
        """Hang up."""
        self.closing = True
        for socket in self.sockets:
            socket.close()
