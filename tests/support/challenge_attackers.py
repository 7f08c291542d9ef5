"""The attackers of the endpoints of challenges: thousands of invented devices, and days that do not exist."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

ATTACKS: dict[str, Callable[[Any], Awaitable[None]]] = {}
NUMBERS = count(1)


def today(game: str = "five_crowns") -> str:
    """The path of a deal of today."""
    return f"/api/challenges/day-{datetime.datetime.now(datetime.UTC).date().isoformat()}-{game}"


def keys(number: int) -> list[str]:
    """Keys of devices that nobody has."""
    return [f"{next(NUMBERS):032x}" for _ in range(number)]


async def _daily(target: Any) -> None:
    await target.requests(*(target.request("/api/daily", key=key) for key in (*keys(20), "x" * 5000)))


async def _show(target: Any) -> None:
    paths = [today(), today("wig_out"), "/api/challenges/" + "x" * 3000, "/api/challenges/day-2026-99-99-wig_out"]
    await target.requests(*(target.request(path, key=key) for key in keys(5) for path in paths))


async def _enter(target: Any) -> None:
    """Entry after entry, each from a new device, and bodies that are none."""
    good = [target.request(today() + "/enter", {"name": "Mal"}, key) for key in keys(200)]
    bad = [target.request(today() + "/enter", b"[" * 60_000, key) for key in keys(5)]
    await target.requests(*good, *bad)


async def _set(target: Any) -> None:
    """Challenges of matches that are not over, and of tokens that open nothing."""
    token = await target.seat()
    bodies: list[Any] = [{"token": token}, {"token": "0" * 16 + "." + "0" * 32}, b"[" * 60_000]
    await target.requests(*(target.request("/api/challenges", body, key) for body in bodies for key in keys(3)))


ATTACKS["/api/daily"] = _daily
ATTACKS["/api/challenges/{id}"] = _show
ATTACKS["/api/challenges/{id}/enter"] = _enter
ATTACKS["/api/challenges"] = _set
