"""`rumpus doctor`: checks everything that a server needs, and says what is wrong and how to fix it.

A check returns a `Finding`: its words are in the catalogue under `doctor-NAME-WHAT`, its help under
`doctor-NAME-WHAT-fix`.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

import msgspec

from rumpus.contract import Malformed
from rumpus.hosting import asking
from rumpus.hosting.clock import synchronised
from rumpus.journal.files import files_of
from rumpus.journal.room import MEGABYTE, SHARE
from rumpus.server.addresses import LOOPBACK, addresses, bind, shared
from rumpus.server.config import DATABASE, EVERYWHERE

State = Literal["ok", "note", "bad"]
Fact = str | int | float

SYNCS = 20  # of one block, to learn how long a commit will wait for the disk
SLOW_MS = 30.0  # a sync; a move is then felt to be late
OLDEST_SQLITE = (3, 35, 0)
FREE_MB = 256  # as the limit `free_mb`
FEW_FILES = 1024  # descriptors
SKEW_S = 30.0  # by which two clocks may differ


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found. `note` is worth knowing, `bad` keeps people from playing or loses something."""

    check: str
    what: str
    state: State = "ok"
    facts: dict[str, Fact] = {}

    @property
    def key(self) -> str:
        """Where the catalogue has its words."""
        return f"doctor-{self.check}-{self.what}"


class Place(NamedTuple):
    """The server that is looked at: its folder, where it listens, the address that friends use, and its database."""

    data: Path
    host: str = EVERYWHERE
    port: int = 8000
    url: str | None = None
    store: str | None = None  # a PostgreSQL in the place of the folder


def examine(place: Place) -> Iterator[Finding]:
    """All checks, one after the other."""
    for check in CHECKS if place.store is None else NODE_CHECKS:
        yield check(place)
    if place.store is not None:
        yield from shared_database(place.store)
    if place.url is not None:
        yield from public_address(place.url)


def python(place: Place) -> Finding:
    """The interpreter, and whether the faster event loop is there."""
    version = ".".join(map(str, sys.version_info[:3]))
    try:
        import uvloop  # noqa: F401, PLC0415 - whether it is there
    except ImportError:
        return Finding(check="python", what="plain", state="note", facts={"version": version})
    return Finding(check="python", what="ok", facts={"version": version})


def folder(place: Place) -> Finding:
    """Whether the data folder can be written, and how long its disk takes to keep something."""
    facts: dict[str, Fact] = {"path": str(place.data)}
    there = _existing(place.data)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Finding(check="data", what="unwritable", state="bad", facts=facts)
    try:
        took_ms = sync_times_ms(there)
    except OSError as error:
        return Finding(
            check="data", what="failing", state="bad", facts={**facts, "reason": error.strerror or str(error)}
        )
    facts |= {"median": round(median(took_ms), 1), "worst": round(max(took_ms), 1)}
    slow = median(took_ms) > SLOW_MS
    return Finding(check="data", what="slow" if slow else "ok", state="note" if slow else "ok", facts=facts)


def _existing(path: Path) -> Path:
    """The path, or the first folder above it that is there and can be seen."""
    # Not Path.exists, which raises where a folder is closed to this user
    return next((folder for folder in (path, *path.parents) if os.path.exists(folder)), path)


def sync_times_ms(where: Path) -> list[float]:
    """How long single blocks take to be on disk."""
    took = []
    with tempfile.TemporaryFile(dir=where, buffering=0) as file:
        for _ in range(SYNCS):
            began = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return took


def sqlite(place: Place) -> Finding:
    """The library that keeps the tables."""
    facts: dict[str, Fact] = {"version": sqlite3.sqlite_version}
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        return Finding(check="sqlite", what="old", state="bad", facts=facts)
    return Finding(check="sqlite", what="ok", facts=facts)


def database(place: Place) -> Finding:
    """Whether the file with all tables can be read, and not by other users."""
    from rumpus.hosting import tables_file  # noqa: PLC0415 - needs a system with file locks

    first = place.data / DATABASE
    facts: dict[str, Fact] = {"path": str(first)}
    try:
        files = files_of(first)
    except OSError:
        return Finding(check="tables", what="closed", state="bad", facts=facts)
    if not files:
        return Finding(check="tables", what="none", facts=facts)
    tables = 0
    for path in files:
        count = _count(path)
        if isinstance(count, Finding):
            return count
        tables += count
    facts |= {"tables": tables, "mb": round(sum(tables_file.size_mb(path) for path in files), 1)}
    facts["path"] = str(first if len(files) == 1 else place.data)
    return Finding(check="tables", what="ok", facts=facts)


def _count(path: Path) -> int | Finding:
    """How many tables a file has, or what is wrong with it."""
    from rumpus.hosting import tables_file  # noqa: PLC0415 - needs a system with file locks
    from rumpus.journal.sqlite_file import reason  # noqa: PLC0415 - as above

    facts: dict[str, Fact] = {"path": str(path)}
    if not os.access(path, os.R_OK):
        return Finding(check="tables", what="closed", state="bad", facts=facts)
    try:
        count = tables_file.count(path)
    except Malformed as error:
        return Finding(check="tables", what="foreign", state="bad", facts={"reason": str(error)})
    except sqlite3.Error as error:
        return Finding(check="tables", what="unreadable", state="bad", facts={**facts, "reason": reason(error)})
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding(check="tables", what="open", state="bad", facts=facts)
    return count


def shared_database(url: str) -> Iterator[Finding]:
    """The PostgreSQL of several nodes: does it answer, save and keep what it confirms, and are its nodes well?"""
    from rumpus.hosting import shared_store  # noqa: PLC0415 - the extra `cluster`

    seen = shared_store.look(url)
    facts: dict[str, Fact] = {"reason": seen.why, "version": seen.server, "journal": seen.version or 0}
    if seen.wrong is not None:
        yield Finding(check="store", what=seen.wrong, state="note" if seen.wrong == "empty" else "bad", facts=facts)
        return
    took_ms = shared_store.commit_times_ms(url)
    if isinstance(took_ms, str):
        yield Finding(check="store", what="not-saving", state="bad", facts={**facts, "reason": took_ms})
    else:
        facts |= {"median": round(median(took_ms), 1), "worst": round(max(took_ms), 1)}
        facts |= {"tables": seen.tables, "mb": seen.size_mb}
        slow = median(took_ms) > SLOW_MS
        yield Finding(check="store", what="slow" if slow else "ok", state="note" if slow else "ok", facts=facts)
    if seen.weakness is not None:
        yield Finding(check="standby", what=f"no-{seen.weakness}", state="bad" if seen.weakness == "fsync" else "note")
    elif not isinstance(took_ms, str):  # else it may be the standby that is away
        yield Finding(check="standby", what="ok")
    yield Finding(check="nodes", what="ok" if seen.nodes else "none", facts={"nodes": len(seen.nodes)})
    for node in seen.nodes:
        if not shared_store.reaches(node):
            yield Finding(check="nodes", what="apart", state="bad", facts={"address": node.url})


def port(place: Place) -> Finding:
    """Whether the port is free, or used by a Rumpus server."""
    facts: dict[str, Fact] = {"port": str(place.port)}
    try:
        bind(place.host, place.port).close()
    except Malformed as error:
        own = asking.own_server(place.port, place.host)
        if own is None:
            return Finding(check="port", what="taken", state="bad", facts={**facts, "reason": str(error)})
        return _health(own.health, facts)
    return Finding(check="port", what="free", facts=facts)


def _health(said: dict[str, object], facts: dict[str, Fact]) -> Finding:
    facts = facts | {name: int(str(said.get(name, 0))) for name in ("tables", "people")}
    if said.get("silent"):
        return Finding(check="port", what="silent", state="bad", facts=facts)
    for what in ("saving", "thinking"):
        if not said[what]:
            return Finding(check="port", what=f"not-{what}", state="bad", facts=facts)
    if said.get("room") is False:
        return Finding(check="port", what="no-room", state="bad", facts=facts)
    if said.get("busy"):
        return Finding(check="port", what="busy", state="note", facts=facts)
    return Finding(check="port", what="ours", facts=facts)


def network(place: Place) -> Finding:
    """The address for phones on the same network."""
    own = asking.own_server(place.port, place.host)
    url = shared(addresses(place.host, place.port, "http" if own is None else own.scheme))
    if place.host in (*LOOPBACK, "::1") or (url is not None and own is not None and not asking.connects(url)):
        return Finding(check="network", what="own")
    if url is None:
        return Finding(check="network", what="none", state="note")
    return Finding(check="network", what="ok", facts={"address": f"{url}/"})


def clock(place: Place) -> Finding:
    """Whether somebody sets this machine's clock."""
    known = synchronised()
    if known is None:
        return Finding(
            check="clock", what="unknown", facts={"time": time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime())}
        )
    return Finding(check="clock", what="ok" if known else "unset", state="ok" if known else "note")


def disk(place: Place) -> Finding:
    """What is free of the disk."""
    total, _, free = shutil.disk_usage(_existing(place.data))
    facts: dict[str, Fact] = {"free": free // MEGABYTE}
    least = min(FREE_MB * MEGABYTE, SHARE * total)
    if free < least:
        return Finding(check="disk", what="full", state="bad", facts={**facts, "least": int(least) // MEGABYTE})
    return Finding(check="disk", what="ok", facts=facts)


def descriptors(place: Place) -> Finding:
    """How many files and connections the process may have open."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return Finding(check="files", what="unknown")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard == resource.RLIM_INFINITY:
        return Finding(check="files", what="endless")
    few = hard <= FEW_FILES
    return Finding(check="files", what="few" if few else "ok", state="note" if few else "ok", facts={"limit": hard})


def public_address(url: str) -> Iterator[Finding]:
    """What a friend far away meets: the address, the proxy before it, its WebSockets, the origin and its clock."""
    facts: dict[str, Fact] = {"address": url}
    answer = asking.get(f"{url}/healthz")
    if asking.health(url) is None:
        reason = answer.text if answer.status == 0 else str(answer.status)
        yield Finding(check="public", what="away", state="bad", facts={**facts, "reason": reason[:200]})
        return
    yield Finding(check="public", what="ok", facts=facts)
    games = asking.get(f"{url}/api/games", origin=url)
    if games.status != 200:
        yield Finding(check="origin", what="unknown", state="bad", facts=facts)
    else:
        yield Finding(check="origin", what="ok", facts=facts)
        wrong = asking.upgrade(url, origin=url)
        if wrong is not None:
            yield Finding(check="upgrade", what="refused", state="bad", facts={**facts, "reason": wrong[:200]})
        else:
            yield Finding(check="upgrade", what="ok")
    if url.startswith("http://"):
        yield Finding(check="secrecy", what="plain", state="note", facts=facts)
    if answer.date is not None and abs(answer.date - time.time()) > SKEW_S:
        yield Finding(
            check="clock", what="apart", state="note", facts={"seconds": round(abs(answer.date - time.time()))}
        )


CHECKS: tuple[Callable[[Place], Finding], ...] = (
    *(python, folder, sqlite, database, port, network, clock, disk, descriptors),
)
NODE_CHECKS = (python, port, network, clock, disk, descriptors)  # a node keeps nothing in its folder
