"""HTTP requests for deals of the day and scores to beat. Each carries the key of the device."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import quote

import msgspec

from rumpus import wire
from rumpus.client.http import ask, parts
from rumpus.client.news import Unreachable
from rumpus.wire.challenge import ChallengeView, DailyView, EnterChallenge

Body = TypeVar("Body", bound=msgspec.Struct)


async def daily(server: str, key: str) -> DailyView:
    """The deals of today."""
    return _read(await ask(f"{parts(server)[0]}/api/daily", None, key), DailyView, server)


async def challenge(server: str, id_: str, key: str) -> ChallengeView:
    """What is played, and the results so far, as the device with this key sees them."""
    return _read(await ask(_address(server, id_), None, key), ChallengeView, server)


async def enter(server: str, id_: str, key: str, *, name: str, avatar: str | None = None) -> wire.Seated:
    """Begin, or go back to what was begun with this key; raises `Refusal` if it was played already."""
    body = wire.encode(EnterChallenge(name=name, avatar=avatar))
    return _read(await ask(f"{_address(server, id_)}/enter", body, key), wire.Seated, server)


def _address(server: str, id_: str) -> str:
    return f"{parts(server)[0]}/api/challenges/{quote(id_, safe='')}"


def _read(answer: bytes, kind: type[Body], server: str) -> Body:
    try:
        return msgspec.json.decode(answer, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreachable(None, f"what answers at {parts(server)[0]} is no table of Rumpus: {error}") from None
