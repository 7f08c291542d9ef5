"""Messages, requests and records, damaged in every way that a seed can think of."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

from rumpus import wire
from rumpus.research import simulate

KINDS: tuple[Any, ...] = get_args(wire.FromClient)
TAGS = sorted(kind.__struct_config__.tag for kind in KINDS)
AGAIN = 64  # ids that are used over and over

EXAMPLES: dict[str, dict[str, Any]] = {
    "hello": {"version": 1, "token": "0123456789abcdef.00000000000000000000000000000000", "since": 3},
    "do": {"action": {"do": "go"}},
    "sit": {"seat": 1},
    "add_bot": {"seat": 2, "level": "beginner"},
    "remove_bot": {"seat": 2},
    "remove": {"person": 3},
    "rename": {"name": "Ana", "avatar": "fox"},
    "configure": {"options": {"rounds": 2}, "settings": {"countdown_s": 0, "wait_s": 5, "turn_s": 5}},
    "arrange": {"sides": [[0, 2], [1, 3]]},
    "role": {"turner": 0},
    "ready": {"ready": True},
    "pause": {"paused": False},
    "stop": {"agree": True},
    "stand_in": {"seat": 1},
    "deals": {"round": 1},
    "salt": {"commit": "0" * 64, "salt": "0123456789abcdef"},
    "say": {"phrase": "need-card", "card": "r6"},
    "mute": {"person": 2, "muted": True},
    "grouping": {"melds": [["3s", "4s", "5s"], ["8h", "8d", "8c"]], "discard": "9t"},
    "pong": {"n": 1},
}
ACTIONS: list[dict[str, Any]] = [
    *({"do": "go"}, {"do": "shout"}, {"do": "draw"}, {"do": "turn"}, {"do": "recycle"}, {"do": "close"}),
    *({"do": "take", "from": "draw"}, {"do": "take", "from": "discard", "card": "3s"}, {"do": "discard", "card": "3s"}),
    *({"do": "discard", "card": "3s", "melds": [["3s", "3s", "3s"]], "out": True}, {"do": "lay", "card": "afro"}),
    *({"do": "play", "card": "r1", "from": 0}, {"do": "play", "card": "w", "from": "deck", "as": "r2", "pile": 0}),
    *({"do": "start", "cards": ["afro", "afro"]}, {"do": "result", "why": "finished"}, {"do": "reshuffle"}),
    {"do": "score", "round": 1, "points": [0], "totals": [0], "why": "out"},
]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 31, 32, 99, 2**31, 2**63, 2**64, -(2**63) - 1, 10**40, 0.5, -0.0, 1e308, 5e-324),
    *(
        "",
        " ",
        "x" * 50,
        "x" * 3000,
        "\u0000",
        "\u202e",
        "é" * 30,
        "🦊",
        "null",
        "NaN",
        "__proto__",
        "%s%n",
        "../../etc",
    ),
    *([], {}, [[]], [[[[[[[[]]]]]]]], {"do": "go"}, {"type": "hello"}, ["3s"] * 40, {"a": {"b": {"c": {}}}}),
]
TEXTS = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "01",
    "'x'",
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    "undefined",
]


def example(kind: str, rng: Random) -> dict[str, Any]:
    """A valid message of this kind."""
    message = {"type": kind, **EXAMPLES.get(kind, {})}
    if kind not in ("hello", "pong"):
        message["id"] = f"h{rng.randrange(AGAIN)}" if rng.random() < 0.3 else f"h{rng.getrandbits(40)}"
    if kind == "do":
        message["action"] = rng.choice(ACTIONS)
    return message


def warped(value: Any, rng: Random) -> Any:
    """The same with one thing in it changed: its type, its value, a key more, a key less."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        kept = dict(value)
        how = rng.randrange(6)
        if how == 0:
            del kept[key]
        elif how == 1:
            kept[rng.choice(("more", "ID", "type", "airborne", "by", "seat", "card"))] = rng.choice(ODD)
        elif how == 2:
            kept[key.upper()] = kept.pop(key)
        else:
            kept[key] = warped(kept[key], rng)
        return kept
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], *rng.choice(([], [warped(value[at], rng)], [value[at]] * 9)), *value[at + 1 :]]
    return rng.choice(ODD)


def torn(text: str, rng: Random) -> str:
    """The same text, damaged: cut, doubled, other characters, keys twice, brackets without end."""
    at = rng.randrange(len(text) + 1)
    how = rng.randrange(9)
    if how == 0:
        return text[:at]
    if how == 1:
        return (
            text[:at] + chr(rng.choice((0, 9, 34, 44, 58, 91, 92, 123, 125, 0x7F, 0xE9, 0x2028, 0x1F98A))) + text[at:]
        )
    if how == 2:
        return text + text[at:]
    if how == 3:
        return text.replace(":", f":{rng.choice(TEXTS)},", 1) if rng.random() < 0.5 else rng.choice(TEXTS)
    if how == 4:
        return f'{{"type":"{rng.choice(TAGS)}",{text[1:]}'  # the same key twice
    if how == 5:
        return rng.choice("[{") * rng.randrange(1, 5000)
    if how == 6:
        return f"\ufeff{text}" if rng.random() < 0.5 else text + " " * rng.randrange(5000)
    if how == 7:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(60)))
    return text.replace('"', "'")


def frame(rng: Random) -> str:
    """Any frame: as it should be, warped, torn, or both."""
    kind = rng.choice(TAGS)
    if kind in ("leave", "remove", "stand") and rng.random() < 0.8:
        kind = "do"  # else soon nobody would be left
    message: Any = example(kind, rng)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        message = warped(message, rng)
    text = json.dumps(message, ensure_ascii=rng.random() < 0.5)
    return torn(text, rng) if rng.random() < 0.35 else text


# Requests

BODIES: dict[str, dict[str, Any]] = {
    "/api/tables": {
        "game": "wig_out",
        "name": "Ana",
        "avatar": "owl",
        "options": {"rounds": 2},
        "bots": ["beginner"],
        "settings": {"spectators": True, "grace_s": 5, "turn_s": 30, "countdown_s": 0},
        "deals": [{"do": "deal", "round": 1, "dealer": 0, "hands": [["afro"], ["afro"]], "turned": [], "deck": []}],
    },
    "/api/join": {"code": "BCDFGHJK", "name": "Eve", "avatar": "cat", "watch": False},
    "/api/device": {"code": "BCDFGHJK"},
    "/api/steps": {"token": "0123456789abcdef.00000000000000000000000000000000"},
}
PATHS = (
    *("/", "/style.css", "/healthz", "/api/games", "/api/records/x", "/api/records/x/steps", "/ws", "/favicon.ico"),
    *("//", "/../etc/passwd", "/api/records/%00", "/api/records/" + "x" * 500, "/api/records/\u0000\ud7ff", "/?a=b&c"),
)
ODD_HEADERS: list[tuple[bytes, bytes]] = [
    *((b"host", b"["), (b"host", b""), (b"host", b"\xff:x"), (b"origin", b"null"), (b"origin", b"\xff\xfe")),
    *((b"accept-language", b"\xff" * 300), (b"accept-language", b"es;q=x,,"), (b"content-length", b"-1")),
    *((b"content-type", b"text/plain; charset=x"), (b"x-forwarded-for", b"1.1.1.1, \xff"), (b"cookie", b"a" * 3000)),
    *((b"upgrade", b"websocket"), (b"accept-encoding", b"gzip"), (b"range", b"bytes=0-1")),
]


def finished(name: str) -> bytes:
    """A short match of bots, as a record."""
    options: dict[str, Any] = {"target": 5} if name == "wackee_six" else {"rounds": 1}
    match = simulate.play(name, options, ("beginner", "beginner"), ("hostile", name), keep_record=True)
    assert match.record is not None
    return match.record.encode()


def damaged(whole: bytes, rng: Random) -> bytes:
    """A damaged record, or something that is no record at all."""
    lines = whole.splitlines()
    at = rng.randrange(len(lines))
    how = rng.randrange(10)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif how == 2:
        lines[at] = json.dumps(warped(json.loads(lines[at]), rng)).encode()
    elif how == 3:
        lines[at] = torn(lines[at].decode(), rng).encode("utf-8", "replace")
    elif how == 4:
        place = rng.randrange(len(whole))
        return whole[:place] + bytes([rng.randrange(256)]) + whole[place + 1 :]
    elif how == 5:
        return whole[: rng.randrange(len(whole))]
    elif how == 6:
        lines[at] = rng.choice((b"[", b'{"a":')) * rng.randrange(1, 60_000)
    elif how == 7:
        return rng.randbytes(rng.randrange(2000))
    elif how == 8:
        lines[0] = json.dumps(warped(warped(json.loads(lines[0]), rng), rng)).encode()
    else:
        lines[at:at] = [b""] * rng.randrange(1, 30_000)
    return b"\n".join(lines)


SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 3},
    "wackee_six": {"target": 30},
    "wig_out": {"rounds": 3},
}
