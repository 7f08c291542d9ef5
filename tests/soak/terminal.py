"""The terminal client against servers that lie, break off and send garbage: no exception, and no control character.

`python -m tests.soak.terminal SEED` repeats the visits of one seed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

from rumpus.games import GAMES
from rumpus.terminal import sentences
from tests.soak.mutations import torn, warped
from tests.terminal import hostile_server
from tests.terminal.hostile_server import (
    LIE,
    SEATED,
    TYPED,
    HostileServer,
    Json,
    faults,
    http,
    shown,
    text_frame,
    texts,
)

VISITS_A_TURN = 256
AT_ONCE = 64
IDLE_S = 0.2  # a server hangs up when the client has nothing to ask; this only ends a visit
OPCODES = (0, 1, 2, 3, 8, 9, 10, 15)


@cache
def conversation(name: str) -> tuple[Json, ...]:
    """The messages of a match."""
    return tuple(hostile_server.conversation(name))


def damaged(message: Json, rng: Random) -> bytes:
    """A message as a frame: with lies in it, warped, torn, or as garbage."""
    how = rng.randrange(5)
    if how == 0:
        places = list(texts(message))
        for path in rng.sample(places, min(len(places), rng.randrange(1, 4))):
            message = hostile_server.with_lie(message, path, LIE)
        return text_frame(message)
    for _ in range(rng.randrange(1, 4)):
        message = warped(message, rng) if how < 4 else message
    if how < 3:
        return text_frame(message)
    if how == 3:
        return hostile_server.frame(torn(json.dumps(message), rng).encode("utf-8", "replace"))
    payload = rng.choice((rng.randbytes(rng.randrange(200)), LIE.encode(), json.dumps(message).encode() + b"\xff"))
    whole = hostile_server.frame(payload, rng.choice(OPCODES))
    return rng.choice((whole, whole[: rng.randrange(len(whole))], payload, bytes([0x81, 127]) + b"\x7f" * 8))


def server(rng: Random) -> HostileServer:
    """A server with a few faults in what it says, and others in what it answers."""
    said = list(conversation(rng.choice(list(GAMES))))
    if rng.random() < 0.3:  # leave some out, say some twice, or in another order
        said = [said[0], *(rng.choice(said) for _ in range(rng.randrange(2 * len(said))))]
    frames = list(map(text_frame, said[: rng.randrange(1, len(said) + 1)]))
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        at = rng.randrange(len(frames))
        frames[at] = damaged(said[at], rng)
    replies = [json.loads(json.dumps(answer)) for answer in hostile_server.answers()]
    replies = [reply if rng.random() < 0.5 else _object(warped(reply, rng)) for reply in replies]
    joined = None
    if rng.random() < 0.1:
        body = rng.choice((json.dumps(warped(SEATED, rng)), torn(json.dumps(SEATED), rng), json.dumps({"reason": LIE})))
        joined = http(body.encode("utf-8", "replace"), rng.choice((b"200 OK", b"404 No", b"503 \x1b[2J", b"x")))
    return HostileServer(frames, replies if rng.random() < 0.7 else (), joined=joined, idle_s=IDLE_S)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"type": "done", "found": value}


async def visit(seed: str, found: Counter[str]) -> None:
    """One person at one server; raises `AssertionError` with the seed."""
    rng = Random(seed)
    typed = [rng.choice((*TYPED, LIE, "x" * 50)) for _ in range(rng.randrange(20))]
    try:
        screen = await shown(server(rng), typed, rng.choice(("en", "es")))
    except Exception as error:
        raise AssertionError(f"{seed}: {error!r}") from error
    assert [] == faults(screen), f"{seed}: {screen!r}"
    found["visits"] += 1
    found["lines"] += screen.count("\n")
    found["matches"] += "---" in screen


async def _visits(seed: str, count: int, found: Counter[str]) -> None:
    loose: list[str] = []  # exceptions of tasks that nobody waits for; asyncio would print them
    asyncio.get_running_loop().set_exception_handler(lambda _, what: loose.append(repr(what)))
    for first in range(0, count, AT_ONCE):
        group = range(first, min(count, first + AT_ONCE))
        visits = (visit(f"{seed}/{number}", found) for number in group)
        ended = await asyncio.gather(*visits, return_exceptions=True)  # all of them end, also after a fault
        gc.collect()
        for fault in filter(None, ended):
            raise fault
        assert [] == loose, (seed, group, loose)


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Lines of any length, so that only a line break of the server's can begin one."""
    width, sentences.WIDTH = sentences.WIDTH, 1_000_000
    try:
        yield
    finally:
        sentences.WIDTH = width


def fuzz(seed: str, count: int) -> Counter[str]:
    """So many visits to hostile servers."""
    found: Counter[str] = Counter()
    with _unwrapped():
        asyncio.run(_visits(seed, count, found))
    return found


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Visit servers with new seeds until the time is up."""
    end = time.monotonic() + seconds
    found: Counter[str] = Counter()
    turn = 0
    while turn == 0 or time.monotonic() < end:
        seed = f"soak {turn}"
        try:
            found += fuzz(seed, VISITS_A_TURN)
        except BaseException:
            say(f"it broke; python -m tests.soak.terminal {seed!r} repeats it")
            raise
        turn += 1
        visits, matches, lines = (f"{found[name]:,}" for name in ("visits", "matches", "lines"))
        say(f"{visits} hostile servers visited, {matches} with a match, {lines} lines shown")


if __name__ == "__main__":
    print(dict(fuzz(sys.argv[1], VISITS_A_TURN)))
