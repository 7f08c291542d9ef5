"""What is queued for clients that read slowly: one budget over all connections, and the slowest are cut first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rumpus.server.net.session import Session

# Bytes queued for all clients together. A healthy client has none queued; 256 that read nothing reach it, each at the
# limit of one client (`SLOWEST_BYTES`).
MOST_BYTES = 64 * 1024 * 1024


class Backlog:
    """The bytes that wait to be sent, over all connections of a server."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.total = 0
        self.behind: dict[Session, int] = {}  # bytes that wait, by connection; those that have fallen behind first

    def add(self, session: Session, size: int) -> None:
        """Count bytes that were queued; while there are too many, the connection with the most is cut."""
        self.behind[session] = self.behind.get(session, 0) + size
        self.total += size
        while self.total > self.most:
            slowest = max(self.behind, key=self.behind.__getitem__)
            slowest.cut()
            self.clear(slowest)

    def sent(self, session: Session, size: int) -> None:
        """Count bytes that were handed to the socket."""
        if session in self.behind:
            self.behind[session] -= size
            self.total -= size

    def clear(self, session: Session) -> None:
        """Nothing waits for this connection any more."""
        self.total -= self.behind.pop(session, 0)
