"""The attackers of the endpoints of circles: strangers with wrong keys, and members who ask too much."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from tests.support.attack_target import Target, request

WRONG = {"circle": "0" * 16, "secret": "0" * 32}
ANA = {"name": "Mal", "avatar": "fox"}
ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {}


def result(number: int, rounds: int = 250) -> dict[str, Any]:
    """A result of a score pad, as long as one can be."""
    players = [{"name": f"P{at}", "avatar": "fox", "member": None, "bot": None} for at in range(6)]
    facts = {"id": f"result-{number:08}", "at": 1.0, "game": "wig_out", "options": {}, "players": players}
    points = {"parties": [[at] for at in range(6)], "rounds": [[1000] * 6] * rounds, "round_ms": []}
    return facts | points | {"totals": [0] * 6, "ranks": [1] * 6, "record": None, "kind": "cards", "note": "x" * 200}


def exported(results: int, last: Any = None) -> bytes:
    """A file with so many results, and one more that may be anything."""
    head = {"circle": "rumpus-circle/1", "name": "x", "rating": False, "members": [{"id": "a" * 8, **ANA}]}
    lines = [head, *(result(at, 60) for at in range(results)), *([] if last is None else [last])]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


async def opened(target: Target) -> tuple[str, str]:
    """The path of a circle of one's own, and the key to it; of none if that is refused."""
    found = await target.ask("/api/circles", {"name": "Mal's", "member": ANA})
    return ("/api/circles/0", "0") if found is None else (f"/api/circles/{found['circle']}", found["device"])


def stranger(name: str, *bodies: Any) -> None:
    """Register one who sends these bodies."""
    ATTACKS[name] = lambda target: target.requests(*(request(name, body) for body in bodies))


def member(rest: str, *bodies: Any) -> None:
    """Register one who has a key, and in between shows a wrong one; without bodies they only read."""

    async def attack(target: Target) -> None:
        path, key = await opened(target)
        sent = bodies or (None,)
        asked = [request(path + rest, body, key) for body in sent]
        await target.requests(*asked, request(path + rest.partition("?")[0], sent[0], "wrong"))

    ATTACKS["/api/circles/{id}" + rest.partition("?")[0]] = attack


MATCH = {"record": "0" * 16, "token": "0" * 16 + ".x"}
stranger(
    "/api/circles",
    {"name": "Mal's", "member": ANA},
    {"name": "Mal's", "member": ANA, "match": MATCH},
    {"name": "x" * 200, "member": ANA},
    b"[" * 60_000,
)
stranger("/api/circles/look", WRONG, b'{"circle":"' + b"x" * 60_000)
stranger("/api/circles/join", {**WRONG, **ANA})
stranger("/api/circles/claim", {"code": "BBBBBBBB"})
member("")
member("/code", {})
member("/book?after=-1")
member("/results", result(1), result(2, 251), b"[" * 60_000)
member("/change", {"do": "rename", "name": "Mal"}, {"do": "correct", "result": result(1)}, {"do": "secret"})
member("/clear", {"what": "book"})
member("/forget", {"member": None}, {"member": "0" * 16}, {"member": None, "vote": False})
member("/export")


async def _imports(target: Target) -> None:
    """Whole books, books that are wrong in the last line, and millions of lines that say nothing."""
    books = [exported(2000), exported(2000, {"id": "x"}), exported(0) + b"ab\n" * 2_000_000]
    await target.requests(*(request("/api/circles/import", book) for book in books), number=4)


async def _pages(target: Target) -> None:
    await target.requests(request("/circle/" + "0" * 16), request("/circle/" + "x" * 3000))


ATTACKS["/api/circles/import"] = _imports
ATTACKS["/circle/{id}"] = _pages
