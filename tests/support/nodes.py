"""Several real nodes on a real PostgreSQL, and players who come back to any of them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from rumpus.journal.postgres.store import PostgresStore
from tests.support.cutter import Cutter
from tests.support.postgres import Postgres, free_port
from tests.support.serving import Serving
from tests.support.socket_players import Frame, Player

IMPATIENT_S = 5.5  # without an answer; then a client hangs up
ATTEMPT_S = 1.0  # for a handshake; then another node is tried
AVOIDED_S = 5.0  # a node that did not answer is not tried again for so long, as a balancer does
Change = Callable[[Serving], Serving]


class Nodes:
    """The nodes of one database. Each keeps its port when it is started again."""

    def __init__(
        self,
        postgres: Postgres,
        count: int,
        change: Change = lambda server: server,
        *,
        cuts: bool = False,
        standby: Postgres | None = None,
    ) -> None:
        self.postgres = postgres
        self.store = postgres.new_schema()
        self._standby = standby
        self.change = change
        self.folder = Path(tempfile.mkdtemp(prefix="rumpus-nodes-"))
        self.ports = [free_port() for _ in range(count)]
        self.links = [free_port() for _ in range(count)]
        self.to_database = [Cutter(postgres.port) for _ in range(count)] if cuts else []
        self.to_node = [Cutter(port) for port in self.links] if cuts else []
        self.running: list[Serving | None] = [None] * count
        self.ended: list[Serving] = []

    @property
    def urls(self) -> list[str]:
        """The addresses of all nodes, whether they run or not."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def start(self, number: int) -> None:
        """Start a node, and wait until it is open."""
        store, link = self.store, self.links[number]
        if self.to_database:
            store = store.replace(f":{self.postgres.port}/", f":{self.to_database[number].port}/")
            link = self.to_node[number].port
        elif self._standby is not None:
            hosts = f"127.0.0.1:{self.postgres.port},127.0.0.1:{self._standby.port}/"
            store = store.replace(f"127.0.0.1:{self.postgres.port}/", hosts) + "&target_session_attrs=read-write"
        server = Serving(
            self.folder / str(number),
            *("--store", store, "--node-url", f"tcp://127.0.0.1:{link}", "--accept-loss"),
            *("--node-bind", f"tcp://127.0.0.1:{self.links[number]}"),
            port=self.ports[number],
        )
        self.running[number] = self.change(server).start()

    def start_all(self) -> None:
        """Start all of them, the first alone, which makes the tables in the database."""
        self.start(0)
        with ThreadPoolExecutor() as pool:
            list(pool.map(self.start, range(1, len(self.ports))))

    def node(self, number: int) -> Serving:
        """A node that runs."""
        server = self.running[number]
        assert server is not None
        return server

    def kill(self, number: int) -> None:
        """kill -9."""
        server = self.node(number)
        server.process.kill()
        server.process.wait()
        self.ended.append(server)  # its processes may be on their way out; nobody waits for them
        self.running[number] = None

    def stop(self, number: int) -> None:
        """SIGTERM; the node must end in order."""
        server = self.node(number)
        self.running[number] = None
        self.ended.append(server)
        code = server.end(signal.SIGTERM)
        assert code == 0, f"node {number} ended with {code}: {''.join(server.logged[-60:])}"

    def pause(self, number: int) -> None:
        """SIGSTOP: it does nothing, and its connections stay."""
        self.node(number).process.send_signal(signal.SIGSTOP)

    def resume(self, number: int) -> None:
        """SIGCONT."""
        self.node(number).process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End all that still runs."""
        for server in (*self.running, *self.ended):
            if server is not None:
                if server.process.poll() is None:
                    server.process.send_signal(signal.SIGCONT)
                server.kill()
        for cutter in (*self.to_database, *self.to_node):
            cutter.close()

    def promoted(self) -> None:
        """The database is lost, and its standby takes its place."""
        assert self._standby is not None
        self.postgres.crash()
        self._standby.promote()
        self.store = self.store.replace(f":{self.postgres.port}/", f":{self._standby.port}/")
        self.postgres, self._standby = self._standby, None

    def stop_a_commit(self) -> int:
        """Stop a backend of the database while it does what a node wants to be written; returns its process."""
        busy = """SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'rumpus%commits' AND state = 'active'
          AND pid <> pg_backend_pid()"""
        any_ = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'rumpus%commits'"
        for query in (*[busy] * 200, any_):
            found = self.asked(query)
            if found:
                break
        pid: int = found[0][0]
        os.kill(pid, signal.SIGSTOP)
        return pid

    def opened(self) -> PostgresStore:
        """A store to look into."""
        return PostgresStore(self.store)

    def asked(self, query: str, *values: Any) -> Any:
        """The rows of a query."""
        return self.postgres.ask(query, *values, url=self.store)

    def logged(self) -> str:
        """What all nodes have logged, those first that have ended."""
        return "".join(line for server in (*self.ended, *self.running) if server is not None for line in server.logged)


class Roamer(Player):
    """A player who comes back to any node, and notices one that knows less than was told before.

    Who has waited long for an answer hangs up: the node that they are connected to may be stopped. It is left alone
    for a while, and so is one that does not even answer a handshake.
    """

    def __init__(self, urls: list[str], seated: Frame, rng: random.Random) -> None:
        self.urls = urls
        self.welcomed_at = 0.0  # when a connection was last welcome
        self.asked_at = time.monotonic()
        self.longest_wait_s = 0.0  # for an answer, since `since`
        self.since = 0.0
        self._avoided: dict[str, float] = {}  # nodes that did not answer, and until when
        self._trying = urls[0]
        super().__init__(urls[0], seated, rng)
        self.attempt_s = ATTEMPT_S

    @property
    def url(self) -> str:
        """A node to try next."""
        now = time.monotonic()
        self._trying = self._rng.choice([url for url in self.urls if self._avoided.get(url, now) <= now] or self.urls)
        return self._trying

    @url.setter
    def url(self, _: str) -> None:
        pass

    def __str__(self) -> str:
        waits = f"waits for {list(self._unanswered.values())}" if self._unanswered else "waits for nothing"
        where = self._trying if self.connected else f"nowhere, tries {self._trying}"
        return f"{self.game} person {self.person} at {where}: number {self.seq}, {waits}, goodbyes {self.byes[-5:]}"

    def _no_answer(self) -> None:
        self._avoided[self._trying] = time.monotonic() + AVOIDED_S

    def measure(self) -> None:
        """Measure waits from now on."""
        self.longest_wait_s, self.since = 0.0, time.monotonic()

    def _check_number(self, told: Frame) -> None:
        if told["type"] == "welcome":
            self._fault_if(told["seq"] < self.seq, f"welcome at number {told['seq']} after number {self.seq} was told")
            self.welcomed_at = time.monotonic()
        super()._check_number(told)

    async def ask(self, **fields: Any) -> str:
        """Send a message, and note when."""
        self.asked_at = time.monotonic()
        return await super().ask(**fields)

    def _answered(self, told: Frame) -> None:
        if told["id"] in self._unanswered:
            self.longest_wait_s = max(self.longest_wait_s, time.monotonic() - max(self.asked_at, self.since))
        super()._answered(told)

    def waits_s(self) -> float:
        """The longest wait for an answer, with the one that is still missing."""
        waits_s = time.monotonic() - max(self.asked_at, self.since) if self._unanswered else 0.0
        return max(self.longest_wait_s, waits_s)

    async def _act(self, socket: ClientConnection) -> None:
        hanging = asyncio.create_task(self._hang_up_if_nothing_comes(socket))
        try:
            await super()._act(socket)
        finally:
            hanging.cancel()

    async def _hang_up_if_nothing_comes(self, socket: ClientConnection) -> None:
        while not self._unanswered or time.monotonic() - max(self.asked_at, self.welcomed_at) < IMPATIENT_S:
            await asyncio.sleep(0.05)
        self._no_answer()
        socket.transport.abort()
