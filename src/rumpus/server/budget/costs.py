"""What every endpoint of the server may cost at most: each HTTP route, each kind of message, each connection.

A request takes its cost from the budgets in `limits.Limits` before any work is done (`budgets.py`, `guard.py`). A
message takes its weight from the allowance of its seat (`socket.py`). tests/server/test_costs.py fails for an endpoint
that is not listed here, and tests/server/test_attacks.py for one that nobody attacks.
"""

from __future__ import annotations

from functools import cache
from re import Pattern

import msgspec

from rumpus import wire
from rumpus.contract import Question

THINKING_MS_PER_TOKEN = 500.0  # of a seat's allowance: a question of 1 s counts as two ordinary actions


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """The most that one use of an endpoint may take; measured on one core of 2 GHz, with a margin of about two."""

    loop_ms: float  # time on the event loop, which all tables share
    thinking_ms: float = 0.0  # time of a thinking process
    memory_kb: float = 16.0  # held until the request is over
    written_kb: float = 0.0  # to disk
    sent_kb: float = 4.0  # to all clients together
    descriptors: float = 0.0  # open files beside the connection's own

    @property
    def weight(self) -> float:
        """How many ordinary actions a message with this cost counts as."""
        return max(1.0, self.loop_ms / ACTION.loop_ms, self.thinking_ms / THINKING_MS_PER_TOKEN)


# HTTP routes, by the path as in app.py. The last one stands for everything that no other matches.
FILE = Cost(loop_ms=2.0, memory_kb=192.0, sent_kb=256.0, descriptors=1.0)
BODY = 256.0  # KB of memory for a JSON body of at most 64 KB: the bytes, a copy, and the decoded values
HTTP: dict[str, Cost] = {
    "/": FILE,
    "/index.html": FILE,
    "/style.css": Cost(loop_ms=0.5, sent_kb=8.0),
    "/.well-known/security.txt": Cost(loop_ms=0.3, sent_kb=1.0),
    "/healthz": Cost(loop_ms=0.3, sent_kb=1.0),
    "/api/games": Cost(loop_ms=0.4, sent_kb=32.0),
    "/api/games/{name}/text/{language}": Cost(loop_ms=0.4, sent_kb=64.0),
    "/api/games/{name}/cards": Cost(loop_ms=1.0, thinking_ms=500.0, memory_kb=BODY),
    "/api/tables": Cost(loop_ms=4.0, memory_kb=BODY, written_kb=72.0),
    "/api/join": Cost(loop_ms=4.0, memory_kb=BODY, written_kb=8.0, sent_kb=256.0),
    "/api/look": Cost(loop_ms=2.0, memory_kb=BODY, sent_kb=1.0),
    "/api/device": Cost(loop_ms=2.0, memory_kb=BODY, written_kb=8.0, sent_kb=64.0),
    "/api/qr": Cost(loop_ms=0.3, sent_kb=1.0),  # answers 404
    "/api/replay": Cost(loop_ms=20.0, thinking_ms=2000.0, memory_kb=12_288.0, sent_kb=8192.0),
    "/api/steps": Cost(loop_ms=10.0, thinking_ms=1000.0, memory_kb=4096.0, sent_kb=4096.0),
    # a page of the coach ends with the review in which 2 s are used up, and one takes 2 s at most (docs/speed.md)
    "/api/coach": Cost(loop_ms=10.0, thinking_ms=2500.0, memory_kb=4096.0, sent_kb=16.0),
    "/api/replay/coach": Cost(loop_ms=20.0, thinking_ms=2500.0, memory_kb=12_288.0, sent_kb=128.0),
    "/api/records/{name}/coach": Cost(loop_ms=20.0, thinking_ms=2500.0, memory_kb=4096.0, sent_kb=128.0),
    "/api/records/{name}": Cost(loop_ms=20.0, memory_kb=4096.0, sent_kb=512.0),
    "/api/records/{name}/steps": Cost(loop_ms=20.0, thinking_ms=1000.0, memory_kb=4096.0, sent_kb=4096.0),
    "/circle/{id}": FILE,
    "/api/circles": Cost(loop_ms=2.0, memory_kb=BODY, written_kb=24.0),  # reading a match is charged by its length
    "/api/circles/look": Cost(loop_ms=2.0, memory_kb=BODY, sent_kb=8.0),
    "/api/circles/join": Cost(loop_ms=3.0, memory_kb=BODY, written_kb=4.0),
    "/api/circles/claim": Cost(loop_ms=2.0, memory_kb=BODY, written_kb=4.0),
    "/api/circles/import": Cost(loop_ms=500.0, memory_kb=24_576.0, written_kb=6144.0),
    "/api/circles/{id}": Cost(loop_ms=6.0, memory_kb=128.0, written_kb=1.0, sent_kb=64.0),
    "/api/circles/{id}/code": Cost(loop_ms=1.0, written_kb=1.0),
    "/api/circles/{id}/book": Cost(loop_ms=3.0, memory_kb=768.0, written_kb=1.0, sent_kb=256.0),
    "/api/circles/{id}/results": Cost(loop_ms=3.0, memory_kb=BODY, written_kb=20.0),
    "/api/circles/{id}/change": Cost(loop_ms=10.0, memory_kb=BODY, written_kb=20.0, sent_kb=64.0),
    "/api/circles/{id}/clear": Cost(loop_ms=8.0, memory_kb=BODY, written_kb=64.0, sent_kb=64.0),
    "/api/circles/{id}/forget": Cost(loop_ms=250.0, memory_kb=16_384.0, written_kb=4608.0, sent_kb=64.0),
    "/api/circles/{id}/export": Cost(loop_ms=15.0, memory_kb=8192.0, written_kb=1.0, sent_kb=4608.0),
    # circles and challenges: at least twice what `python -m bench.routes` measures at the limits (docs/speed.md)
    "/api/daily": Cost(loop_ms=1.0, memory_kb=64.0, sent_kb=4.0),
    # of the longest match a table keeps, 30,000 lines: 0.6 us of the loop and 7 us of a thinking process for each
    "/api/challenges": Cost(loop_ms=20.0, thinking_ms=500.0, memory_kb=4096.0, written_kb=8.0, sent_kb=4.0),
    "/api/challenges/{id}": Cost(loop_ms=1.5, memory_kb=128.0, written_kb=2.0, sent_kb=16.0),
    "/api/challenges/{id}/enter": Cost(loop_ms=4.0, memory_kb=BODY, written_kb=16.0, sent_kb=1.0),
    "/api/challenges/{id}/take": Cost(loop_ms=4.0, memory_kb=BODY, written_kb=2.0, sent_kb=4.0),
    # a record of 4 MB, as long to check as one may be: `python -m bench.handed_in` (docs/speed.md)
    "/api/challenges/{id}/result": Cost(
        loop_ms=24.0, thinking_ms=500.0, memory_kb=16_384.0, written_kb=2.0, sent_kb=16.0
    ),
    "/python/{path:path}": Cost(loop_ms=4.0, memory_kb=192.0, sent_kb=10_240.0, descriptors=1.0),  # for offline play
    "/{path:path}": FILE,
}
EXACT = {path for path in HTTP if "{" not in path}

# What a connection does beside its messages
CONNECTION = Cost(loop_ms=1.0, memory_kb=64.0, sent_kb=1.0, descriptors=1.0)
HANDSHAKE = Cost(loop_ms=2.0, memory_kb=64.0, sent_kb=4.0, descriptors=1.0)  # of TLS, with a long RSA key
CONTROL_FRAME = Cost(loop_ms=0.1, memory_kb=1.0, sent_kb=0.2)
MALFORMED = Cost(loop_ms=0.5, memory_kb=16.0, sent_kb=1.0)
WRONG_TOKEN = Cost(loop_ms=1.0, memory_kb=16.0, sent_kb=1.0)
REQUEST_HEAD = Cost(loop_ms=0.3, memory_kb=32.0, sent_kb=1.0)
CONNECTIONS: dict[str, Cost] = {
    "request head": REQUEST_HEAD,
    "handshake": HANDSHAKE,
    "connection": CONNECTION,
    "control frame": CONTROL_FRAME,
    "malformed message": MALFORMED,
    "wrong token": WRONG_TOKEN,
}

# Messages of a client, by type. An ordinary action is the unit of a seat's allowance.
ACTION = Cost(loop_ms=1.0, written_kb=2.0, sent_kb=96.0)
LOBBY_CHANGE = Cost(loop_ms=2.0, written_kb=8.0, sent_kb=128.0)
NEW_CODE = Cost(loop_ms=15.0, written_kb=32.0, sent_kb=128.0)  # written in three places; nobody needs many
WELCOME = Cost(loop_ms=1.0, sent_kb=16.0)
SMALL = Cost(loop_ms=0.3, sent_kb=1.0)
HINT = Cost(loop_ms=1.0, thinking_ms=1000.0, memory_kb=64.0, sent_kb=4.0)
MESSAGES: dict[type, Cost] = {
    wire.Hello: WELCOME,
    wire.Do: ACTION,
    **dict.fromkeys(
        (wire.Sit, wire.Stand, wire.AddBot, wire.RemoveBot, wire.Remove, wire.Rename, wire.Configure), LOBBY_CHANGE
    ),
    **dict.fromkeys((wire.TakeSeat, wire.Arrange, wire.Role, wire.Rematch, wire.Again), LOBBY_CHANGE),
    **dict.fromkeys((wire.Leave, wire.Lock, wire.CallLink), LOBBY_CHANGE),
    wire.NewCode: NEW_CODE,
    **dict.fromkeys((wire.Ready, wire.Begin, wire.Pause, wire.Stop, wire.PlayItOff, wire.Back, wire.StandIn), ACTION),
    wire.Say: Cost(loop_ms=0.3, sent_kb=8.0),
    **dict.fromkeys((wire.Mute, wire.Device, wire.Pong, wire.Salt), SMALL),
    wire.Deals: Cost(loop_ms=1.0, sent_kb=16.0),
    wire.Playable: HINT,
    wire.Hint: HINT,
    wire.Resync: WELCOME,
}


def of_message(kind: type) -> Cost | None:
    """The cost of a message of this type. A game declares that of its own questions (`Question.thinking_ms`)."""
    if issubclass(kind, Question):
        return Cost(loop_ms=1.0, thinking_ms=kind.thinking_ms, memory_kb=64.0, sent_kb=4.0)
    return MESSAGES.get(kind)


def name_of(kind: type) -> str:
    """The name of a kind of message, as clients write it."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # every message is a msgspec.Struct


def _weights() -> dict[type, float]:
    costs = {kind: of_message(kind) for kind in wire.FROM_CLIENT}
    return {kind: cost.weight for kind, cost in costs.items() if cost is not None and cost.weight > 1}


HEAVY = _weights()  # the kinds of messages that count as more than one
NAMES: dict[type, str] = {kind: name_of(kind) for kind in wire.FROM_CLIENT}


@cache
def _patterns() -> list[tuple[Pattern[str], str]]:
    from starlette.routing import compile_path  # noqa: PLC0415 - a table on a device has no routes (offline/)

    return [(compile_path(path)[0], path) for path in HTTP if "{" in path]


def endpoint(path: str) -> str:
    """The route in `HTTP` that a request for this path goes to."""
    if path in EXACT:
        return path
    return next((route for pattern, route in _patterns() if pattern.match(path)), "/{path:path}")


def all_endpoints() -> dict[str, Cost | None]:
    """Every endpoint by its name: routes by their path, messages by their type; None where no cost is declared."""
    return {**HTTP, **CONNECTIONS, **{NAMES[kind]: of_message(kind) for kind in wire.FROM_CLIENT}}
