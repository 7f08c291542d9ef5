"""Starting and stopping a node: its store in PostgreSQL, its lease, its links."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from starlette.types import ASGIApp

from rumpus.contract import Malformed
from rumpus.journal import Store, Unsaved
from rumpus.journal.postgres.directory import Lease, boottime
from rumpus.journal.postgres.store import PostgresStore
from rumpus.server.addresses import ANYWHERE
from rumpus.server.cluster.link import parse_address
from rumpus.server.cluster.node import Node
from rumpus.server.config import ServerConfig, shown
from rumpus.server.device_codes import CodeStore, SharedCodes
from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")


def open_store(config: ServerConfig) -> PostgresStore:
    """The store of a node. Raises `Malformed` if it cannot be used, or could lose what was confirmed."""
    assert config.store is not None
    if config.node_url is None:
        raise Malformed("--store needs --node-url tcp://HOST:PORT, where other nodes reach this one")
    host, port = parse_address(config.node_url)
    if host in ANYWHERE:
        raise Malformed(
            "--node-url names the address at which the other nodes reach this one;"
            f" to listen everywhere add --node-bind tcp://{host if ':' not in host else f'[{host}]'}:{port}"
        )
    if config.node_bind is not None:
        parse_address(config.node_bind, "--node-bind")
    store = PostgresStore(config.store)
    try:
        _must_be_safe(store, config)
        store.prepare(make=True)
    except Unsaved as error:
        store.close()
        raise Malformed(f"{error}: {shown(config.store)}") from None
    except BaseException:
        store.close()
        raise
    return store


def _must_be_safe(store: PostgresStore, config: ServerConfig) -> None:
    """Raise `Malformed` if the database could lose confirmed data, unless the host accepts that."""
    weak = store.weakness()
    if weak is not None and not config.accept_loss:
        raise Malformed(
            f"{weak}, so what was confirmed could be lost; add a synchronous standby, or accept that with --accept-loss"
        )
    if weak is not None:
        log.warning("may-lose", extra={"why": weak})


class NodeStore(Store, CodeStore, Protocol):
    """The store of one node, which writes under the node's id."""

    node: str
    lost: Callable[[], None]


class Cluster:
    """What a node has beyond a single server."""

    def __init__(
        self,
        config: ServerConfig,
        store: NodeStore,
        rooms: Rooms,
        app: ASGIApp,
        run: Callable[..., Awaitable[Any]],
        clock: Callable[[], float] = boottime,
    ) -> None:
        assert config.store is not None
        assert config.node_url is not None
        self._store = store
        self._rooms = rooms
        self._bind = parse_address(config.node_bind or config.node_url)
        self._lease = Lease(config.store, config.node_url, self._joined, clock)
        store.lost = rooms.metrics.fenced.inc
        rooms.shared_codes = SharedCodes(store, run)
        rooms.node = Node(rooms, app, lambda: self._lease.secret, self._lease.silent)

    def _joined(self, node: str) -> None:
        """This node has a new id, or none: then it has lost its tables."""
        self._store.node = node
        if node:
            self._rooms.metrics.incarnations.inc()
        else:
            self._rooms.let_all_go()

    async def start(self) -> None:
        """Listen for other nodes, then join them. Raises `Malformed`."""
        assert self._rooms.node is not None
        await self._rooms.node.links.listen(*self._bind)
        try:
            await self._lease.start()
        except Unsaved as error:
            raise Malformed(str(error)) from None

    async def stop(self) -> None:
        """Leave the others. What this node had was released when its journal was closed."""
        assert self._rooms.node is not None
        self._rooms.node.close()
        await self._lease.stop()
