"""One attacker for each endpoint, with the worst input found. `python -m tests.support.attackers URL` runs them.

It is a process of its own, so that what the attackers compute does not delay those who measure. It reads a line such as
`{"names": ["/api/look"], "seconds": 1.0}` and attacks. It answers with a line when all have begun, and with one at the
end that says how much each of them has sent.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any

from rumpus import wire
from tests.support import challenge_attackers, circle_attackers
from tests.support.attack_target import CROWD, PAUSE_S, SEATS, UPGRADE, Target, frame, message, request

NICE = 5  # the attackers must not take the cores from the server that they attack
HANDSHAKE = "handshake"  # only where the server has a certificate
PREPARED_S = 60.0  # a safety net: until then every attacker must have begun

# One attacker for each endpoint

Attack = Callable[[Target], Awaitable[None]]
ATTACKS: dict[str, Attack] = {**circle_attackers.ATTACKS, **challenge_attackers.ATTACKS}
WRONG = {"code": "BBBBBBBB"}
LONG_NAME = "M" * 200
PARTS = request("/sw.js").replace(  # as many parts of a file as a server may be asked for
    b"Content", b"Range: bytes=" + b",".join(b"%d-%d" % (at, at) for at in range(0, 200, 2)) + b"\r\nContent"
)
BEGIN = message(type="begin", id="begin")


def attacks(*names: str) -> Callable[[Attack], Attack]:
    """Register an attacker for these endpoints."""

    def register(attack: Attack) -> Attack:
        ATTACKS.update(dict.fromkeys(names, attack))
        return attack

    return register


def _requests(name: str, *asked: bytes, number: int = CROWD) -> None:
    ATTACKS[name] = lambda target: target.requests(*asked, number=number)


def _messages(kind: str, game: str = "wig_out", opening: tuple[bytes, ...] = (), **fields: Any) -> None:
    ATTACKS[kind] = lambda target: target.messages(game, opening, type=kind, **fields)


_requests("/", request("/"))
_requests("/index.html", request("/index.html"))
_requests("/style.css", request("/style.css"))
_requests("/.well-known/security.txt", request("/.well-known/security.txt"))
_requests("/healthz", request("/healthz"))
_requests("/api/games", request("/api/games"))
_requests("/api/games/{name}/text/{language}", request("/api/games/wig_out/text/en"))
_requests(
    "/api/games/{name}/cards",
    request(
        "/api/games/five_crowns/cards", {"dealt": 13, "hand": [f"{4 + at % 6}{'thcsd'[at % 5]}" for at in range(14)]}
    ),
    request("/api/games/five_crowns/cards", {"dealt": 13, "hand": ["x" * 12] * 14}),
)
_requests("/python/{path:path}", request("/python/parts.json"), request("/python/" + "a/" * 2000))
_requests("/{path:path}", request("/assets/nothing.js"), request("/" + "a/" * 7900), PARTS, request("/sw.js"))
_requests("/api/look", request("/api/look", WRONG), request("/api/look", b"[" * 60_000))
_requests("/api/device", request("/api/device", WRONG))
_requests("/api/qr", request("/api/qr", {"link": "\U0001f383" * 200}))
_requests("/api/records/{name}", request("/api/records/" + "x" * 3000), request("/api/records/0"))
_requests("/api/records/{name}/steps", request("/api/records/0/steps"))
_requests("/api/records/{name}/coach", request("/api/records/0/coach"), request("/api/records/0/coach?after=x"))
_requests("/api/coach", request("/api/coach", {"token": "0" * 64, "round": 1}))
_requests(
    "/api/replay/coach",
    request("/api/replay/coach", b'{"record":"rumpus/1"}\n' + b'{"by":0,"do":"x"}\n' * 200_000),
    number=4,
)
_requests("/api/steps", request("/api/steps", {"token": "0" * 64}))
_requests(
    "/api/tables",
    request("/api/tables", {"game": "five_crowns", "name": "Mal", "bots": ["beginner"] * 13}),
    request("/api/tables", {"game": "wig_out", "name": LONG_NAME, "deals": [{"do": "deal", "hands": ["x" * 60_000]}]}),
)
_requests(
    "/api/replay", request("/api/replay", b'{"record":"rumpus/1"}\n' + b'{"by":0,"do":"x"}\n' * 200_000), number=4
)


@attacks("/api/join")
async def _join(target: Target) -> None:
    """Join one table again and again to watch, with a name that is too long in between."""
    seated = await target.ask("/api/tables", {"game": "wig_out", "name": "Mal"})
    code = WRONG["code"] if seated is None else seated["code"]
    good, bad = {"code": code, "name": "Spy", "watch": True}, {"code": code, "name": LONG_NAME}
    await target.requests(request("/api/join", good), request("/api/join", bad))


@attacks(HANDSHAKE)
async def _handshakes(target: Target) -> None:
    """Begin a handshake of TLS and hang up after the server's part of it, which costs the attacker nothing."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    first = outgoing.read()

    async def one() -> None:
        reader, writer = await target.connect()
        writer.write(first)
        target.sent += 1
        await reader.read(1)
        writer.transport.abort()

    await target.crowd(one)


@attacks("connection")
async def _connections(target: Target) -> None:
    """Connect, upgrade and hang up."""

    async def one() -> None:
        reader, writer = await target.connect()
        writer.write(UPGRADE)
        target.sent += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()

    await target.crowd(one)


@attacks("request head")
async def _heads(target: Target) -> None:
    """Heads that never end: some come slowly, one by megabytes. And bodies in chunks of one byte."""

    async def slow() -> None:
        _, writer = await target.connect()
        for number in count():
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n" if not number else b"X-%d: y\r\n" % number)
            target.sent += 1
            await asyncio.sleep(0.05)

    async def large() -> None:
        _, writer = await target.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        for _ in range(24 * 16):  # 24 MB in one value
            writer.write(b"y" * 65536)
            target.sent += 1
            await writer.drain()
        writer.transport.abort()

    async def tiny() -> None:
        reader, writer = await target.connect()
        writer.write(b"POST /api/look HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        while not reader.at_eof():
            writer.write(b"1\r\nx\r\n" * 40_000)
            target.sent += 1
            await writer.drain()
        writer.transport.abort()

    await asyncio.gather(target.crowd(slow), target.crowd(large, 1), target.crowd(tiny, 8))


@attacks("control frame")
async def _control(target: Target) -> None:
    """Pings, before the hello too, by somebody who never reads the pongs. The first says its length in eight bytes."""

    async def one() -> None:
        reader, writer = await target.connect()
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x89\xff" + bytes(12))
        while True:
            writer.write(frame(b"p" * 125, 9) * 200)
            target.sent += 200
            await writer.drain()
            await asyncio.sleep(PAUSE_S)

    await target.crowd(one, 8)


@attacks("malformed message")
async def _malformed(target: Target) -> None:
    """Frames of the greatest length that cannot be read."""
    token = await target.seat()
    worst = (b"[" * 4000, b'{"id":"' + b"x" * 4000, b'{"type":"' + b"\xc3\xa9" * 2000 + b'"}')
    await target.crowd(lambda: target.frames(lambda number: frame(worst[number % 3]), token), SEATS)


@attacks("wrong token")
async def _wrong_tokens(target: Target) -> None:
    """A hello with a token of a table that exists, and with one of a table that does not."""
    table = (await target.seat()).partition(".")[0]
    tokens = (f"{table}.{'0' * 32}", f"{'0' * 16}.{'0' * 32}")
    numbers = count()

    async def one() -> None:
        reader, writer = await target.connect()
        token = tokens[next(numbers) % 2]
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(message(type="hello", version=wire.VERSION, token=token))
        target.sent += 1
        await reader.read(1 << 16)  # the goodbye; waiting for the close would only slow the attack down
        writer.transport.abort()

    await target.crowd(one)


@attacks("hello")
async def _hellos(target: Target) -> None:
    """The same seats connect again and again, each time in place of themselves."""
    tokens = [await target.seat() for _ in range(SEATS)]
    numbers = count()

    async def one() -> None:
        token = tokens[next(numbers) % SEATS]
        reader, writer = await target.connect()
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(message(type="hello", version=wire.VERSION, token=token))
        target.sent += 1
        await reader.read(1 << 16)
        writer.close()

    await target.crowd(one)


@attacks("deals")
async def _deals(target: Target) -> None:
    """Ask for the deals of a match that is over again and again: this is the longest answer that they have."""
    tokens = await asyncio.gather(*(target.seat("wackee_six", bots=["beginner"] * 5) for _ in range(SEATS)))
    leave = message(type="leave", id="leave")  # the match is abandoned at once; they may come back to it
    await asyncio.gather(*(target.tell(token, BEGIN, leave) for token in tokens), return_exceptions=True)
    numbers = count()

    def make(_: int) -> bytes:
        return message(type="deals", id=f"{next(numbers)}", round=1)

    async with asyncio.TaskGroup() as group:
        for token in tokens:
            group.create_task(target.seat_flood(make, token, ()))


_messages("do", opening=(BEGIN,), action={"do": "lay", "card": "afro"})
_messages("sit", seat=2)
_messages("stand")
_messages("add_bot", seat=2, level="expert")
_messages("remove_bot", seat=1)
_messages("remove", person=1)
_messages("rename", name="é{n}")
_messages("configure", settings={"hints": True}, options={"rounds": 3})
_messages("arrange", game="wackee_six", sides=[[0], [1]])
_messages("role", game="wackee_six", turner=0)
_messages("lock", locked=True)
_messages("call_link", link="https://" + "a." * 140 + "x/{n}")
_messages("new_code")
_messages("ready")
_messages("begin")
_messages("pause", paused=True, opening=(BEGIN,))
_messages("stop", opening=(BEGIN,))
_messages("back", opening=(BEGIN,))
_messages("stand_in", seat=1, opening=(BEGIN,))
_messages("play_off", opening=(BEGIN,))
_messages("take_seat", opening=(BEGIN,), seat=1)
_messages("rematch", opening=(BEGIN,))
_messages("salt", commit="0" * 64, salt="ab" * 32)
_messages("again", opening=(BEGIN,))
_messages("leave")
_messages("say", phrase="wow")
_messages("mute", person=1)
_messages("device")
_messages("playable", game="five_crowns", opening=(BEGIN,))
_messages("hint", game="five_crowns", opening=(BEGIN,))
_messages("melds", game="five_crowns", opening=(BEGIN,))
_messages("grouping", game="five_crowns", opening=(BEGIN,), melds=[["x"] * 20] * 16)
_messages("resync", opening=(BEGIN,))
_messages("pong", n=1)


async def attack(port: int, names: list[str], seconds: float, first: int) -> Counter[str]:
    """Attack these endpoints at the same time, each from an address of its own."""
    targets = {name: Target(port, first + at) for at, name in enumerate(names)}
    attackers = asyncio.gather(*(ATTACKS[name](target) for name, target in targets.items()))
    async with asyncio.timeout(PREPARED_S):
        while not all(target.sent for target in targets.values()) and not attackers.done():
            await asyncio.sleep(0.01)
    print("{}", flush=True)
    await asyncio.wait([attackers], timeout=seconds)
    attackers.cancel()
    with suppress(asyncio.CancelledError):
        await attackers
    return Counter({name: target.sent for name, target in targets.items()})


def main() -> None:
    """Do what the lines on standard input say."""
    os.nice(NICE)
    port = int(sys.argv[1].rpartition(":")[2])
    first = 1
    print("{}", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        sent = asyncio.run(attack(port, asked["names"], asked["seconds"], first))
        first += len(asked["names"])
        print(json.dumps(sent), flush=True)


if __name__ == "__main__":
    main()
