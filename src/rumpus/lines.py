"""The one reader and writer of a line: who did what, as records, journals and messages keep it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import msgspec

from rumpus.contract import Action
from rumpus.games import GAMES

_encode = msgspec.json.Encoder().encode


class Ready(Action, frozen=True, kw_only=True):
    """A seat is ready."""

    fact: ClassVar[bool] = True


class Sits(Action, frozen=True, kw_only=True, tag="seat"):
    """Who plays a seat from now on."""

    fact: ClassVar[bool] = True

    seat: int
    name: str
    bot: str | None = None


class _By(msgspec.Struct):
    by: int | None


_read_by = msgspec.json.Decoder(_By).decode


@cache
def action_reader(game: str) -> Callable[[bytes | str | msgspec.Raw], Any]:
    """Reads the actions of a game, and the facts of the table between them."""
    return msgspec.json.Decoder(GAMES[game].action_type | Ready | Sits).decode


def read_line(game: str, raw: bytes | msgspec.Raw) -> tuple[int | None, Any]:
    """By whom, and what."""
    return _read_by(raw).by, action_reader(game)(raw)


def write_line(by: int | None, action: Action) -> bytes:
    """By whom and what, as one JSON object."""
    return b'{"by":%s,%s' % (b"null" if by is None else b"%d" % by, _encode(action)[1:])
