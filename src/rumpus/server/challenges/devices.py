"""Devices in a challenge: what is stored of them, and what a match in the journal says about who played it."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence

import msgspec

from rumpus.journal import Entry
from rumpus.server.problems import HttpProblem
from rumpus.table import hashed

KEY = re.compile("[0-9a-f]{32,64}")
TOKEN_DIGITS = 32


def checked_key(key: str | None) -> str:
    """The key of a device; raises `HttpProblem` if it is not valid."""
    if key is None or not KEY.fullmatch(key):
        raise HttpProblem(401, "challenge-key", "expected a key of this device: 32 to 64 hex digits")
    return key


def device_of(id_: str, key: str | None) -> str:
    """All that is stored of a device: a hash that is another one in every challenge. Empty without a key."""
    return "" if key is None else hashed(f"{id_}|{key}")


def token_of(table: str, id_: str, key: str) -> str:
    """The token of a device at its table. It is derived from the key, so it need not be stored to be sent again."""
    digest = hmac.new(key.encode(), f"{id_}|{table}".encode(), "sha256").hexdigest()
    return f"{table}.{digest[:TOKEN_DIGITS]}"


# What the entries of a match say; all else in them is skipped


class _Lobby(msgspec.Struct):
    entry: str | None = None


class _Shared(msgspec.Struct):
    day: str | None = None


class _Fair(msgspec.Struct):
    shared: _Shared | None = None


class _Header(msgspec.Struct):
    game: str = ""
    fair: _Fair | None = None


class _Body(msgspec.Struct):
    lobby: _Lobby | None = None
    header: _Header | None = None


_read_body = msgspec.json.Decoder(_Body).decode


def player_in(entries: Sequence[Entry]) -> str | None:
    """The device that played the match that ends with these entries, if it was for a challenge."""
    lobby = _read_body(entries[-1].body).lobby
    return None if lobby is None else lobby.entry


def day_in(entries: Sequence[Entry]) -> tuple[str, str] | None:
    """The date and the game of which this match has played the deal of the day, if it has."""
    header = _read_body(entries[0].body).header
    if header is None or header.fair is None or header.fair.shared is None or header.fair.shared.day is None:
        return None
    return header.fair.shared.day, header.game
