"""The seats that `rumpus join` has on this machine: a token for each table and name, to come back with (T-02)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

MOST = 50  # seats; the oldest is forgotten first


class Kept(msgspec.Struct, frozen=True):
    """A seat at a table: whoever has the token has the seat."""

    server: str
    code: str
    name: str
    token: str


class KeptSeats:
    """The file with the seats. It gives access to them, so only its owner may read it. Without it nothing is stored."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def find(self, server: str, code: str, name: str) -> str | None:
        """The token of this person's seat at this table."""
        wanted = (server, code.upper(), name)
        return next((seat.token for seat in self._read() if (seat.server, seat.code, seat.name) == wanted), None)

    def keep(self, server: str, code: str, name: str, token: str) -> None:
        """Remember a seat, instead of an older one of the same name at this table."""
        code = code.upper()
        others = [seat for seat in self._read() if (seat.server, seat.code, seat.name) != (server, code, name)]
        self._write([*others, Kept(server, code, name, token)][-MOST:])

    def recode(self, token: str, code: str) -> None:
        """The table has another code now."""
        seats = self._read()
        self._write(
            [msgspec.structs.replace(seat, code=code.upper()) if seat.token == token else seat for seat in seats]
        )

    def drop(self, token: str) -> None:
        """Forget a seat that the token no longer opens."""
        self._write([seat for seat in self._read() if seat.token != token])

    def _read(self) -> list[Kept]:
        if self._path is not None:
            with suppress(OSError, msgspec.DecodeError, UnicodeError):
                return msgspec.json.decode(self._path.read_bytes(), type=list[Kept])
        return []

    def _write(self, seats: list[Kept]) -> None:
        """Write a new file and replace the old one; if that fails, play continues without it."""
        if self._path is None or seats == self._read():
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
            new.unlink(missing_ok=True)
            new.touch(mode=0o600, exist_ok=False)
            new.write_bytes(msgspec.json.encode(seats))
            new.replace(self._path)
