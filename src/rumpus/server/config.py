"""The settings of a server, from the command line and the environment."""

from __future__ import annotations

import math
import os
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from rumpus.contract import Malformed
from rumpus.server.budget.limits import Limits

EVERYWHERE = "0.0.0.0"  # noqa: S104 - so that friends on the same network can join
THINKERS = max(1, min(2, (os.cpu_count() or 2) - 1))  # processes for bots and hints; one core is left for the tables
DATABASE = "tables.sqlite3"


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `rumpus serve` can be told."""

    host: str = EVERYWHERE
    port: int = 8000
    data: Path
    origins: tuple[str, ...] = ()
    trusted_proxy: str | None = None
    metrics_port: int | None = None  # None: one above the port
    limits: Limits = Limits()
    keep_days: float = 30.0  # infinite: tables are never removed
    keep_circles_days: float = math.inf  # the same for circles
    language: str = "en"
    cert: Path | None = None  # a certificate chain for TLS without a proxy; `key` is None if it is in the same file
    key: Path | None = None
    security_contact: str | None = None  # for /.well-known/security.txt
    thinkers: int = THINKERS  # thinking processes (work/)
    workers: int = 1  # processes that serve tables (shards/)
    store: str | None = None  # the address of a PostgreSQL database; None: the file in `data`
    node_url: str | None = None  # at which other nodes on the same database find this one
    node_bind: str | None = None  # where to listen for them, if not there
    accept_loss: bool = False  # without a synchronous standby, what was confirmed may be lost with the database's host
    scripted_for_all: bool = False  # for tests and developers: others can join a table with scripted deals

    @property
    def database(self) -> Path:
        """The SQLite file with the journal of all tables."""
        return self.data / DATABASE


def is_database(address: str) -> bool:
    """Whether this is the address of a database, rather than a file."""
    return address.startswith(("postgresql://", "postgres://"))


def parse_store(value: str | None) -> str | None:
    """Read `--store`; raises `Malformed`."""
    if value is not None and not is_database(value):
        raise Malformed(
            "--store is the address of a PostgreSQL database, such as postgresql://rumpus@db.example.org/rumpus"
        )
    return value


def shown(address: str) -> str:
    """The address of a database without names and passwords of users; of one that cannot be read only its kind."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return f"{address.partition(':')[0]}://?"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def parse_keep_days(value: str, option: str = "--keep-days") -> float:
    """Read `--keep-days`: a number of days from 1 up, or `never` to keep tables for ever; raises `Malformed`."""
    if value.strip().lower() == "never":
        return math.inf
    try:
        days = float(value)
    except ValueError:
        days = math.nan
    if not 1 <= days < math.inf:
        raise Malformed(f"{option} is a number of days from 1 up, or never, not {value!r}")
    return days


def parse_trusted_proxy(value: str | None) -> str | None:
    """Read `--trusted-proxy`: addresses or networks with commas between them, or * for all; raises `Malformed`."""
    if value is None or value.strip() == "*":
        return value
    try:
        return ",".join(_network(name.strip()) for name in value.split(","))
    except ValueError:
        raise Malformed(
            f"--trusted-proxy is the address or the network of a proxy, as in 127.0.0.1 or 10.0.0.0/24, not {value!r}"
        ) from None


def _network(name: str) -> str:
    """The same as uvicorn reads it: a network without the bits of a host."""
    network = ip_network(name, strict=False)
    return str(network) if "/" in name else name
