"""The attackers of the endpoints of challenges: thousands of invented devices, and days that do not exist."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import msgspec

from rumpus.server.work.replay import MOST_STEPS
from rumpus.wire.challenge import TakenDeal
from tests.support.attack_target import Target, request
from tests.support.long_records import long_record, reveals

ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {}
NUMBERS = count(1)


def today(game: str = "five_crowns") -> str:
    """The path of a deal of today."""
    return f"/api/challenges/day-{datetime.datetime.now(datetime.UTC).date().isoformat()}-{game}"


def keys(number: int) -> list[str]:
    """Keys of devices that nobody has."""
    return [f"{next(NUMBERS):032x}" for _ in range(number)]


async def _daily(target: Target) -> None:
    await target.requests(*(request("/api/daily", key=key) for key in (*keys(20), "x" * 5000)))


async def _show(target: Target) -> None:
    paths = [today(), today("wig_out"), "/api/challenges/" + "x" * 3000, "/api/challenges/day-2026-99-99-wig_out"]
    await target.requests(*(request(path, key=key) for key in keys(5) for path in paths))


async def _enter(target: Target) -> None:
    """Entry after entry, each from a new device, and bodies that are none."""
    good = [request(today() + "/enter", {"name": "Mal"}, key) for key in keys(200)]
    bad = [request(today() + "/enter", b"[" * 60_000, key) for key in keys(5)]
    await target.requests(*good, *bad)


async def _set(target: Target) -> None:
    """Challenges of matches that are not over, and of tokens that open nothing."""
    token = await target.seat()
    bodies: list[Any] = [{"token": token}, {"token": "0" * 16 + "." + "0" * 32}, b"[" * 60_000]
    await target.requests(*(request("/api/challenges", body, key) for body in bodies for key in keys(3)))


async def _take(target: Target) -> None:
    """The deal for device after device, and bodies that are none."""
    good = [request(today() + "/take", {"name": "Mal"}, key) for key in keys(200)]
    bad = [request(today() + "/take", b"[" * 60_000, key) for key in keys(5)]
    await target.requests(*good, *bad)


async def _hand_in(target: Target) -> None:
    """Records that are as long to check as can be, and long texts that are none, each from a device of its own."""
    rough = [b"[" * 60_000, b"{}\n" * 20_000, b'{"record":"rumpus-record/1"}\n' + b" " * 200_000]
    first, *others = keys(6)
    taken = await target.ask(today() + "/take", {"name": "Mal"}, first)
    plan = None if taken is None else msgspec.convert(taken, TakenDeal).plan
    worst = [] if plan is None else [long_record(plan, MOST_STEPS), reveals(plan, MOST_STEPS)]
    for key in others:
        await target.ask(today() + "/take", {"name": "Mal"}, key)
    texts = zip((*rough, *worst), others, strict=False)
    await target.requests(*(request(today() + "/result", text, key) for text, key in texts))


ATTACKS["/api/challenges/{id}/take"] = _take
ATTACKS["/api/challenges/{id}/result"] = _hand_in
ATTACKS["/api/daily"] = _daily
ATTACKS["/api/challenges/{id}"] = _show
ATTACKS["/api/challenges/{id}/enter"] = _enter
ATTACKS["/api/challenges"] = _set
