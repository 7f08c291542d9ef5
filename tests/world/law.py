"""The law of one table: what one seat sends never changes whether another seat's request is done.

A request is refused because of what is on disk (the checker sees to that), or because the disk itself has failed; never
because the table was rolled back for any other reason. The law is checked at every message, not by comparing two runs:
whatever a player sends also changes times and cards, so that two runs differ for good reasons.
"""

from __future__ import annotations

from collections import Counter, deque

import msgspec

from rumpus import wire
from tests.world.network import Connection, Watcher
from tests.world.world import World

_read = msgspec.json.Decoder().decode


class Law(Watcher):
    """Fails the world when a request is void, or a table rolled back, though the disk has not failed since."""

    def __init__(self, world: World, adversary: str = "") -> None:
        self.world = world
        self.adversary = adversary  # the name of a player whose own answers are not counted
        self.answers = 0  # to requests of others than the adversary
        self._asked: dict[tuple[int, str], deque[float]] = {}  # when each id came on each connection, until answered
        self._came: dict[int, float] = {}  # when each connection said hello
        self._again: Counter[int] = Counter()  # welcomes of each connection after the first: the table was rolled back
        world.watchers.append(self)

    def heard(self, connection: Connection, text: str) -> None:
        """Remember when it was asked."""
        name = wire.id_in(text)
        self._came.setdefault(connection.number, self.world.now)
        if name is not None:
            self._asked.setdefault((connection.number, name), deque()).append(self.world.now)

    def told(self, connection: Connection, text: str) -> None:
        """Check one frame."""
        message = _read(text)
        name = message.get("id")
        if message["type"] == "welcome" and name is None:
            # Counted, not timed: a client that does not read gets several welcomes at once, much later
            if self._again[connection.number] > self.world.disk.failed_since(self._came[connection.number]):
                self.world.fail(f"{connection.tag}'s table was rolled back, and the disk has not failed")
            self._again[connection.number] += 1
        elif name is not None:
            self.answers += connection.tag != self.adversary
            asked = self._asked.get((connection.number, name))
            asked_at = asked.popleft() if asked else self.world.now
            if message.get("reason") == "table-not-saved" and not self.world.disk.failed_since(asked_at):
                self.world.fail(f"{connection.tag}'s request {name} is void, and the disk has not failed")
