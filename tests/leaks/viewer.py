"""Somebody at a table: all that they have sent, and every byte that they got."""

from __future__ import annotations

from typing import Any

from rumpus import wire
from tests.leaks.allowed import Plain
from tests.support.in_process import Answer, LocalConnection, LocalServer


class Viewer:
    """Somebody at a table: all that they have sent, and every byte that they got, over all their connections."""

    def __init__(self, server: LocalServer, seated: Plain, address: str, round_trip_s: float = 0.0) -> None:
        self.server = server
        self.seated = seated
        self.address = address
        self.round_trip_s = round_trip_s
        self.person: int = seated["person"]
        self.sent: dict[str, Plain] = {}
        self.sent_at: dict[str, int] = {}  # the table's number then
        self.connections: list[LocalConnection] = []
        self.web: list[tuple[str, Any, int, Answer]] = []  # path, body, the table's number then, answer

    def enter(self) -> None:
        """Connect and send the hello."""
        self.connections.append(self.server.connect(address=self.address, round_trip_s=self.round_trip_s))
        self.say({"type": "hello", "version": wire.VERSION, "token": self.seated["token"]})

    def drop(self) -> None:
        """Lose the connection."""
        self.connections[-1].drop()

    def say(self, message: Plain | str) -> None:
        """Send one frame."""
        if isinstance(message, dict) and "id" in message:
            self.sent.setdefault(message["id"], message)
            self.sent_at.setdefault(message["id"], self.server.keeper(self.seated).table.seq)
        self.connections[-1].say(message)

    async def ask(self, path: str, body: Any = None) -> Answer:
        """Send one HTTP request, and remember the answer."""
        seq = self.server.keeper(self.seated).table.seq
        answer = await self.server.request(path, body, address=self.address)
        self.web.append((path, body, seq, answer))
        return answer

    @property
    def frames(self) -> list[str]:
        """All that came through the WebSocket."""
        return [frame for connection in self.connections for frame in connection.frames]

    @property
    def frame_times(self) -> list[float]:
        """When each of the frames came: in a race, how long a claim waited must not tell anything either."""
        return [time for connection in self.connections for time in connection.frame_times]

    @property
    def closed(self) -> list[Any]:
        """How the connections ended."""
        return [connection.closed for connection in self.connections]
