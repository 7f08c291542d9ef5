"""This client's contribution to the shuffles of a match: a salt, sent once the server's commit is known."""

from __future__ import annotations

import secrets

from rumpus import wire

SALT_BYTES = 16


class Salts:
    """Makes a salt for every commit in the lobby, and checks that the match uses it."""

    def __init__(self) -> None:
        self._commit: str | None = None
        self._salt = ""

    def reply(self, message: wire.ToClient, name: str) -> wire.Salt | None:
        """The salt to send after this message, with this id: to a new commit, and again on every new connection."""
        lobby = message.lobby if isinstance(message, wire.Welcome | wire.Lobby | wire.Happened) else None
        if lobby is None or lobby.fair is None or lobby.stage != "lobby":
            return None
        if lobby.fair.commit != self._commit:
            self._commit, self._salt = lobby.fair.commit, secrets.token_hex(SALT_BYTES)
        elif not isinstance(message, wire.Welcome):
            return None
        return wire.Salt(id=name, commit=self._commit, salt=self._salt)

    def counted(self, lobby: wire.LobbyView, seat: int | None) -> bool | None:
        """Whether the match is dealt with our salt; None if it need not be: we watch, or sent none for this match."""
        fair = lobby.fair
        if fair is None or seat is None or lobby.stage == "lobby" or fair.commit != self._commit:
            return None
        if fair.again is not None or fair.shared is not None:
            return None
        return seat < len(fair.salts) and fair.salts[seat] == self._salt
