"""The rules of the fence (docs/nodes.md), checked after every call in the database and at every word of a node.

The checks look at what is stored, not at the code that has stored it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rumpus.journal.memory import Change
from rumpus.journal.postgres.directory import LEASE_S, SPOKEN
from rumpus.server.cluster.link import HEAD, NONCE, PROOF, START, TEXT
from tests.world.lifetime import Life
from tests.world.network import Connection, Watcher
from tests.world.wires import End

if TYPE_CHECKING:
    from tests.world.nodes import NodesWorld, Place

T = TypeVar("T")
SAID_S = 0.02  # a word that was said this long ago may still be on its way out of the node
GOOD = 300  # an HTTP status below it tells something about a table
_unpack = msgspec.msgpack.Decoder(list[Any]).decode


class Fence(Watcher):
    """Fails the world as soon as one of the rules F1 to F5 is broken."""

    def __init__(self, world: NodesWorld) -> None:
        self.world = world
        self.seen: Counter[str] = Counter()  # what has happened, so that a test can ask for it
        self._taken: dict[str, tuple[float, str | None]] = {}  # by log: when it was taken, and by which node
        self._refused: Counter[tuple[str, str]] = Counter()  # how often each ask was said not to be saved
        self._heard: Counter[tuple[str, str]] = Counter()  # how often each ask was heard by a node
        self._tokens: dict[int, str] = {}  # by connection
        self._people: dict[str, int] = {}  # by token
        self._sent: dict[End, bytearray] = {}
        world.watchers.append(self)

    # In the database

    def watched(self, place: Place, work: Callable[[], T]) -> T:
        """Do it, and compare what was stored before and after."""
        database = self.world.database
        tables = database.base._tables
        before = {name: (one.epoch, one.owner, len(one.entries)) for name, one in tables.items()}
        rows = {node: row.until for node, row in database.rows.items()}
        dead = set(database.dead)
        try:
            return work()
        finally:
            self._leases(rows, dead)
            for name, one in tables.items():
                if name in before and before[name] != (one.epoch, one.owner, len(one.entries)):
                    self._table(name, *before[name], dead)
                elif name not in before:
                    self._taken[name] = self.world.now, one.owner

    def _table(self, name: str, epoch: int, owner: str | None, count: int, dead: set[str]) -> None:
        one = self.world.database.base._tables[name]
        for entry, last in zip(one.entries[count:], one.entries[count - 1 :], strict=False):
            self.seen["entries"] += 1
            self._expect(entry.epoch == epoch, f"F1: an entry of epoch {entry.epoch} was written in epoch {epoch}")
            self._expect(entry.seq == last.seq + 1, f"F1: number {entry.seq} was written after {last.seq}")
        self._expect(one.epoch in (epoch, epoch + 1), f"F2: epoch {epoch} became {one.epoch}")
        if one.epoch != epoch:
            self.seen["takes"] += 1
            free = owner is None or owner == one.owner or owner in self.world.database.dead
            self._expect(free, f"F2: {one.owner} has taken a table from {owner}, which is not dead")
            self.seen["taken from the dead"] += owner in dead
            self._taken[name] = self.world.now, one.owner

    def _leases(self, rows: dict[str, float], dead: set[str]) -> None:
        database = self.world.database
        self._expect(dead <= database.dead, "F3: a node that was dead is alive")
        for node, until in rows.items():
            renewed = database.rows[node].until > until
            self.seen["renewals"] += renewed
            if renewed and (until <= self.world.now or node in dead):
                self.world.fail("F3: a lease that had ended was renewed")

    def _expect(self, holds: bool, why: str) -> None:
        if not holds:
            self.world.fail(why)

    # What a node says

    def said(self, end: End, data: bytes) -> None:
        """Bytes on a link: on the side of the owner they are its words to relayed clients."""
        if not end.accepted:
            return
        sent = self._sent.setdefault(end, bytearray())
        sent += data
        at = NONCE + PROOF  # the handshake
        while len(sent) >= at + HEAD.size and len(sent) >= at + HEAD.size + HEAD.unpack_from(sent, at)[0]:
            size = HEAD.unpack_from(sent, at)[0]
            kind, _, *rest = _unpack(bytes(sent[at + HEAD.size : at + HEAD.size + size]))
            del sent[at : at + HEAD.size + size]
            if kind == TEXT and json.loads(rest[0])["type"] != "bye":
                self.seen["relayed"] += 1
                self._speaks(end.life)
            elif kind == START and rest[0] < GOOD:
                self._speaks(end.life)

    def told(self, connection: Connection, text: str) -> None:
        """A frame to a client of the node's own."""
        message = json.loads(text)
        self._void(connection, message)
        if message["type"] == "bye" or connection.life.dead:
            return
        sessions = connection.life.rooms.sessions
        own = [one for one in sessions if one.task is connection._task and one.keeper is not None]
        if own:
            self._speaks(connection.life)

    def _speaks(self, life: Life) -> None:
        self.seen["words"] += 1
        place, now = self.world.places[life.place], self.world.now
        if place.boottime() > place.renewed_at + SPOKEN * LEASE_S:
            self.world.fail(f"F4: node {place.number} speaks {now - place.renewed_at:.2f} s after its last renewal")
        for name in life.rooms.live:
            at, owner = self._taken.get(name, (0.0, None))
            if owner is not None and owner not in place.ids and now > at + SAID_S:
                self.world.fail(
                    f"F4: node {place.number} speaks about a table that {owner} took {now - at:.2f} s before"
                )

    # What was said not to be saved

    def heard(self, connection: Connection, text: str) -> None:
        """Remember who asks for what."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if message.get("type") == "hello":
            self._tokens.setdefault(connection.number, str(message.get("token")))
        self._heard[self._key(connection, message)] += 1

    def _key(self, connection: Connection, message: dict[str, Any]) -> tuple[str, str]:
        token = self._tokens.get(connection.number, "")
        return token.partition(".")[0], f"{self._people.get(token, 0)}:{message.get('id')}"

    def _void(self, connection: Connection, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self._people[self._tokens[connection.number]] = message["you"]
        elif message.get("reason") == "table-not-saved":
            self.seen["void"] += 1
            self._refused[self._key(connection, message)] += 1

    def synced(self, change: Change) -> None:
        """F5: what was said not to be saved never comes, unless it was asked for once more."""
        for table, entry in change.rows:
            key = table, entry.key or ""
            if self._refused[key] and self._heard[key] <= self._refused[key]:
                self.world.fail(f"F5: {entry.key} was said not to be saved, and number {entry.seq} came afterwards")
