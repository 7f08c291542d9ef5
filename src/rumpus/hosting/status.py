"""`rumpus status`: the state of a running server, from its health page, its metrics and its data folder."""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from rumpus.contract import Malformed
from rumpus.hosting import asking, backups
from rumpus.journal.files import files_of
from rumpus.journal.room import MEGABYTE
from rumpus.server.config import DATABASE, EVERYWHERE

SLOWEST = 5  # endpoints that are named
HOUR_S = 3600.0
WORKER = re.compile(r'worker="\d+",?')


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """What a host wants to know; None for what could not be found out."""

    version: int = 1
    running: bool
    saving: bool | None = None
    room: bool | None = None  # on the disk, for new tables
    silent: bool | None = None  # a node that may say nothing about tables
    thinking: bool | None = None
    busy: bool | None = None
    workers: int | None = None  # that serve tables, and how many of them answer
    workers_alive: int | None = None
    nodes: dict[str, int] | None = None  # of the same database: their addresses, and how many tables each has
    people: int | None = None
    tables_open: int | None = None  # in memory
    tables_kept: int | None = None  # in the database
    connections: int | None = None
    connections_limit: int | None = None
    actions: int | None = None  # since the start
    commit_ms: float | None = None  # mean of all commits
    stalls: dict[str, int] = {}  # what held up the event loop for more than 20 ms, by endpoint
    store_wrong: str | None = None  # why nothing is known of the database that nodes share: see `shared_store.Seen`
    store_why: str | None = None  # the same in the database's own words
    store_version: int | None = None  # of the tables in it, where that is what is wrong
    database_mb: float | None = None
    free_mb: int | None = None
    backup_hours: float | None = None  # since the last copy
    backup_path: str | None = None


def status(data: Path, port: int, metrics_port: int, store: str | None = None, host: str = EVERYWHERE) -> Status:
    """Ask the server on this machine, and look into its folder, or into the database `store`."""
    own = asking.own_server(port, host)
    known: dict[str, Any] = {"running": own is not None}
    if own is not None:
        said = own.health
        known |= {name: bool(said[name]) for name in ("saving", "thinking", "busy")}
        known["silent"] = bool(said.get("silent"))
        known["room"] = bool(said.get("room", True))
        known |= {"people": int(said["people"]), "tables_open": int(said["tables"])}
        known |= {"workers": int(said.get("workers", 1)), "workers_alive": int(said.get("alive", 1))}
        answer = asking.get(f"http://127.0.0.1:{metrics_port}/metrics")
        if answer.status == 200:
            known |= _figures(samples(answer.text))
    kept = _folder(data) if store is None else {**_folder(data), **_shared(store)}
    backup = backups.last(data, store)
    if backup is not None:
        kept["backup_hours"] = round(max(0.0, time.time() - backup.at) / HOUR_S, 1)
        kept["backup_path"] = backup.path
    return Status(**known, **kept)


def _shared(store: str) -> dict[str, Any]:
    from rumpus.hosting import shared_store  # noqa: PLC0415 - the extra `cluster`

    seen = shared_store.look(store)
    if seen.wrong is not None:
        why: dict[str, Any] = {"store_wrong": seen.wrong, "store_why": seen.why or None, "store_version": seen.version}
        return {"database_mb": None, "tables_kept": None, **why}
    nodes = {node.url: node.tables for node in seen.nodes}
    return {"database_mb": seen.size_mb, "tables_kept": seen.tables, "nodes": nodes}


def samples(text: str) -> dict[str, dict[str, float]]:
    """The samples of a metrics page: by name, and by the value of their one label (empty if there is none).

    Those of several workers are added up.
    """
    found: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        if line.startswith("#") or " " not in line:
            continue
        name, _, value = line.rpartition(" ")
        name, _, labels = name.partition("{")
        label = WORKER.sub("", labels).partition('"')[2].rpartition('"')[0]
        try:
            number = float(value)
        except ValueError:
            continue
        values = found.setdefault(name, {})
        values[label] = values.get(label, 0.0) + number
    return found


def _figures(found: dict[str, dict[str, float]]) -> dict[str, Any]:
    def one(name: str) -> float | None:
        return found.get(name, {}).get("")

    commits, seconds = one("rumpus_commit_seconds_count"), one("rumpus_commit_seconds_sum")
    stalls = sorted(found.get("rumpus_loop_stalls_total", {}).items(), key=lambda item: -item[1])
    connections, limit = one("rumpus_connections"), one("rumpus_connections_limit")
    return {
        "connections": None if connections is None else int(connections),
        "connections_limit": None if limit is None else int(limit),
        "actions": int(sum(found.get("rumpus_actions_total", {}).values())),
        "commit_ms": round(1000 * seconds / commits, 2) if commits and seconds is not None else None,
        "stalls": {name: int(count) for name, count in stalls[:SLOWEST] if count},
    }


def _folder(data: Path) -> dict[str, Any]:
    try:
        files = files_of(data / DATABASE)
    except OSError:  # another user's folder
        return {}
    known: dict[str, Any] = {}
    if files:
        from rumpus.hosting import tables_file  # noqa: PLC0415 - needs a system with file locks

        known["database_mb"] = round(sum(tables_file.size_mb(path) for path in files), 1)
        with suppress(sqlite3.Error, Malformed):
            known["tables_kept"] = sum(tables_file.count(path) for path in files)
    if data.exists():
        known["free_mb"] = shutil.disk_usage(data).free // MEGABYTE
    return known
