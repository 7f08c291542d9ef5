"""What a client of the table knows: the messages it has been sent, folded into one state."""

from __future__ import annotations

from typing import Any


class ClientModel:
    """The state of a client; the players of the simulated world and those on real sockets are built on it."""

    def __init__(self) -> None:
        self.seq = 0
        self.you = 0
        self.seat: int | None = None
        self.lobby: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.legal: list[Any] = []
        self.present: list[int] = []  # the people who are connected

    def learn(self, message: dict[str, Any]) -> None:
        """Take in one message of the server."""
        kind = message["type"]
        if kind == "welcome":
            self.seq, self.you, self.seat = message["seq"], message["you"], message["seat"]
            self.lobby, self.view, self.present = message["lobby"], message.get("view"), message["here"]
            self.may(message.get("legal", []))
        elif kind in ("lobby", "happened"):
            self.seq = message["seq"]
            self._change(message)
        elif kind == "legal":
            self.may(message["legal"])
        elif kind == "here":
            self.present = message["people"]

    def may(self, legal: list[Any]) -> None:
        """These actions are legal now."""
        self.legal = legal

    def _change(self, message: dict[str, Any]) -> None:
        if message.get("lobby") is not None:
            self.lobby = message["lobby"]
            places = enumerate(self.lobby["seats"])
            self.seat = next((at for at, place in places if place and place.get("person") == self.you), None)
        if message["type"] == "happened":
            self.view = message["view"]
            self.may(message["legal"])
