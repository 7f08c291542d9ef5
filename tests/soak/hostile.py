"""Hostile input: frames and requests mutated in every way, and tables left in every way; nothing else may notice."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, get_args

from rumpus import simulate, wire
from rumpus.game import Malformed
from rumpus.games import GAMES
from rumpus.server.keeper import Keeper
from rumpus.server.records import LONGEST_RECORD
from rumpus.server.rooms import PUT_AWAY_S
from rumpus.server.session import SILENT_S, Session
from rumpus.table import Match, Table
from tests.support.knocking import House, Knock, leap, moment, table_of

DOCUMENTED = {1008, 1012, *(getattr(wire, name) for name in dir(wire) if name.startswith("CLOSE_"))}
EXPECTED = {200, 201, 206, 307, 400, 403, 404, 405, 410, 413, 416, 429}  # any other status is a fault of ours
KINDS: tuple[Any, ...] = get_args(wire.FromClient)
TAGS = sorted(kind.__struct_config__.tag for kind in KINDS)
LATER_S = 3.0  # an answer may have to wait for a table that is taken up again
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
    """A message of this kind that can be read."""
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
    """A record in which something is wrong, or a thing that is none."""
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


# A siege

GAME_NAMES = tuple(GAMES)
GONE = (wire.CLOSE_TOKEN, wire.CLOSE_REMOVED, wire.CLOSE_TABLE)
SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 3},
    "wackee_six": {"target": 30},
    "wig_out": {"rounds": 3},
}


class Hall(logging.Handler):
    """Keeps every line of level error or above: there must be none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self.errors.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


@contextmanager
def no_errors() -> Iterator[Hall]:
    """Nothing is logged as an error in here."""
    hall = Hall()
    root = logging.getLogger()
    root.addHandler(hall)
    try:
        yield hall
    finally:
        root.removeHandler(hall)
    assert [] == hall.errors


class Siege:
    """Hostile people at tables of their own and at doors of others, and a quiet table that must not notice."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(str(seed))
        self.house: House
        self.counts: Counter[str] = Counter()
        self.seated: list[dict[str, Any]] = []
        self.knocks: list[Knock | None] = []
        self.records = [finished(name) for name in GAME_NAMES]
        self.ids: list[str] = []

    async def run(self, frames: int) -> Counter[str]:
        """So many frames and requests."""
        async with House(seed=str(self.rng.random())) as house:
            self.house = house
            quiet = [await house.open("five_crowns", name="Quiet")]
            quiet.append(await house.join(quiet[0], "Still"))
            listeners = [await house.enter(one) for one in quiet]
            await self._settle_in()
            for at in range(frames):
                await self._once()
                if at % 200 == 0:
                    answer = await listeners[at // 200 % 2].ask("rename", name=f"Q{at}")
                    assert "lobby" == answer["type"]
                if at % 20 == 0:
                    await asyncio.sleep(self.rng.random())  # timers ring, bots move
                if at % 997 == 996:
                    await asyncio.sleep(self.rng.choice((0.5, 5, 50)))
                    await self._settle_in()
            for one in listeners:
                numbers = one.numbers()
                assert list(range(numbers[0], numbers[0] + len(numbers))) == numbers
                assert one.closed is None
                assert {"welcome", "here", "lobby", "ping"} >= {told["type"] for told in one.told}
            assert numbers[-1] == house.keeper(quiet[0]).table.seq == house.written(quiet[0])[-1].seq
        return self.counts

    async def _settle_in(self) -> None:
        """Every table that hostile people sit at is a new one."""
        for knock in self.knocks:
            if knock is not None:
                knock.drop()
        self.seated = [one for name in GAME_NAMES for one in await self._table(name)]
        self.knocks = [None] * (len(self.seated) + 2)  # the last two say no hello

    async def _table(self, name: str) -> list[dict[str, Any]]:
        """A host, a player and a spectator, and mostly a match that has begun."""
        bots = ["beginner"] * self.rng.randrange(2)
        settings = {"countdown_s": self.rng.choice((0, 0.5)), "wait_s": 5, "grace_s": 2}
        ana = await self.house.open(name, settings=settings, bots=bots, options=SHORT[name])
        mal = await self.house.join(ana, "Mal")
        if self.rng.random() < 0.8:
            knocks = [await self.house.enter(one) for one in (ana, mal)]
            await knocks[1].ask("ready")
            await knocks[0].ask("begin")
        return [ana, mal, await self.house.join(ana, "Spy", watch=True)]

    async def _once(self) -> None:
        dice = self.rng.random()
        if dice < 0.12:
            await self._request()
        elif dice < 0.14:
            await self._record()
        else:
            await self._frame()
        self.counts["all"] += 1

    async def _knock(self) -> tuple[int, Knock]:
        """Any of the hostile connections, opened again if it was closed; now and then in a second tab."""
        at = self.rng.randrange(len(self.knocks))
        knock = self.knocks[at]
        if knock is None or knock.task.done() or self.rng.random() < 0.01:
            if at < len(self.seated):
                if knock is not None and knock.closed is not None and knock.closed[0] in GONE:
                    first = at // 3 * 3
                    self.seated[first : first + 3] = await self._table(GAME_NAMES[at // 3])
                knock = await self.house.enter(self.seated[at])
            else:
                knock = self.house.knock()
                await moment()
            self.knocks[at] = knock
        return at, knock

    async def _frame(self) -> None:
        at, knock = await self._knock()
        sent = self._sensible(knock) if self.rng.random() < 0.4 else frame(self.rng)
        seen = len(knock.told)
        entered = bool(knock.heard("welcome")) and knock.closed is None
        if self.rng.random() < 0.01:
            knock.say_bytes(sent.encode("utf-8", "replace"))
            sent = ""
        else:
            knock.say(sent)
        await moment()
        self._alive(knock, sent)
        if entered and not await self._answered(knock, sent, seen):
            raise AssertionError(f"no answer to {sent!r}: {knock.told[seen:]}")
        if len(knock.told) > 400:
            del knock.told[1:300], knock.frames[1:300]
        self.counts["frames"] += 1
        if at >= len(self.seated) and knock.closed is None and self.rng.random() < 0.2:
            knock.drop()

    def _sensible(self, knock: Knock) -> str:
        """What moves the table on, so that there is something to be hostile to."""
        legal: list[Any] = next((one["legal"] for one in reversed(knock.told) if one.get("legal")), [])
        kinds = ("ready", "ready", "begin", "rematch", "sit", "stop", "add_bot", "resync", "hint", "melds", "device")
        message = example(self.rng.choice(kinds), self.rng)
        if legal and self.rng.random() < 0.8:
            message = {**example("do", self.rng), "action": self.rng.choice(legal)}
        return json.dumps(message)

    def _alive(self, knock: Knock, sent: str) -> None:
        """No exception has come out of the app, and if it has closed, it has said so as the protocol says."""
        if knock.task.done():
            assert knock.task.cancelled() or knock.task.exception() is None, sent
            assert knock.closed is None or knock.closed[0] in DOCUMENTED, (knock.closed, sent)
            assert knock.closed is None or len(knock.closed[1].encode()) <= 123

    async def _answered(self, knock: Knock, sent: str, seen: int) -> bool:
        """What can be read is answered by its id; what cannot be read is refused."""
        try:
            message = wire.read(sent) if sent else None
        except Malformed:
            return any(one["type"] in ("refused", "bye") for one in knock.told[seen:])
        if not isinstance(message, wire.Ask):
            return True
        until = asyncio.get_running_loop().time() + LATER_S
        while not any(one.get("id") == message.id for one in knock.told[seen:]):
            if knock.closed is not None:
                return True  # the goodbye was the answer
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.05)
        self.counts["answered"] += 1
        return True

    async def _request(self) -> None:
        rng = self.rng
        path = rng.choice((*BODIES, *BODIES, *PATHS))
        body: bytes | None = None
        if path in BODIES:
            value: Any = dict(BODIES[path])
            if path == "/api/tables":
                value["game"] = rng.choice(GAME_NAMES)
            if "code" in value and rng.random() < 0.2:
                value["code"] = rng.choice(self.seated)["code"]
            if "token" in value and rng.random() < 0.5:
                value["token"] = rng.choice(self.seated)["token"]
            for _ in range(rng.choice((0, 1, 1, 2))):
                value = warped(value, rng)
            text = json.dumps(value)
            body = (torn(text, rng) if rng.random() < 0.3 else text).encode("utf-8", "replace")
        method = rng.choice((None, None, None, "PUT", "HEAD", "OPTIONS", "TRACE", "x"))
        headers = rng.sample(ODD_HEADERS, rng.choice((0, 0, 1, 2)))
        answer = await self.house.ask(path, body, method=method, headers=headers, chunk=rng.choice((1 << 16, 7)))
        self._fine(answer, f"{method} {path} {headers} {body!r}")

    async def _record(self) -> None:
        body = damaged(self.rng.choice(self.records), self.rng)
        if self.rng.random() < 0.02:
            body = body.ljust(LONGEST_RECORD + self.rng.randrange(-2, 3), self.rng.choice((b" ", b"\n", b"[", b"9")))
        answer = await self.house.ask("/api/replay", body)
        self._fine(answer, f"a record of {len(body)}: {body[:300]!r}")
        self.counts["records"] += 1

    def _fine(self, answer: Any, sent: str) -> None:
        assert answer.status in EXPECTED, (answer.status, sent)
        assert answer.headers.get("content-security-policy"), sent
        self.counts["requests"] += 1


def siege(seed: object, frames: int) -> Counter[str]:
    """Hostile frames and requests in virtual time; raises with what went wrong."""
    with no_errors():
        found: Counter[str] = leap(lambda: Siege(seed).run(frames))
    return found


# Tables that are left in every way

Way = Callable[[House, str], Coroutine[Any, Any, None]]
SETTINGS = {"countdown_s": 0, "wait_s": 20, "grace_s": 5}


async def _begun(house: House, name: str, **settings: Any) -> tuple[list[dict[str, Any]], list[Knock]]:
    ana = await house.open(name, settings={**SETTINGS, **settings})
    seated = [ana, await house.join(ana, "Bo")]
    knocks = [await house.enter(one) for one in seated]
    await knocks[1].ask("ready")
    await knocks[0].ask("begin")
    return seated, knocks


async def never_come(house: House, name: str) -> None:
    """Opened, and nobody ever connects."""
    await house.join(await house.open(name), "Bo")


async def come_and_drop(house: House, name: str) -> None:
    """Connected, and the line goes dead."""
    (await house.enter(await house.open(name))).drop()


async def leave_the_lobby(house: House, name: str) -> None:
    """Everybody leaves before the start."""
    ana = await house.open(name)
    bo = await house.join(ana, "Bo")
    for one in (ana, bo):
        await (await house.enter(one)).ask("leave")


async def drop_in_play(house: House, name: str) -> None:
    """A match is under way, and all lines go dead."""
    _, knocks = await _begun(house, name)
    knocks[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
    for one in knocks:
        one.drop()


async def fall_silent(house: House, name: str) -> None:
    """Nobody answers pings any more; nothing says that they are gone."""
    _, knocks = await _begun(house, name)
    for one in knocks:
        one.ponging = False


async def abandon(house: House, name: str) -> None:
    """All leave the match."""
    _, knocks = await _begun(house, name)
    for one in knocks:
        await one.ask("leave")


async def one_stays_a_while(house: House, name: str) -> None:
    """One leaves for a stand-in, the other drops later."""
    _, knocks = await _begun(house, name)
    await knocks[1].ask("leave")
    await asyncio.sleep(8)
    knocks[0].drop()


async def remove_everybody(house: House, name: str) -> None:
    """The host removes everybody and drops."""
    ana = await house.open(name)
    a = await house.enter(ana)
    for who in ("Bo", "Cy"):
        one = await house.join(ana, who)
        knock = await house.enter(one) if who == "Bo" else None
        await a.ask("remove", person=one["person"])
        assert knock is None or knock.closed is not None
    a.drop()


async def look_on(house: House, name: str) -> None:
    """The host leaves, a spectator stays for a while and drops."""
    ana = await house.open(name)
    spy = await house.enter(await house.join(ana, "Spy", watch=True))
    await (await house.enter(ana)).ask("leave")
    spy.drop()


async def pause_and_drop(house: House, name: str) -> None:
    """Paused, and everybody is gone."""
    _, knocks = await _begun(house, name)
    await knocks[0].ask("pause", paused=True)
    for one in knocks:
        one.drop()


async def count_down_and_drop(house: House, name: str) -> None:
    """A countdown runs, and everybody is gone."""
    _, knocks = await _begun(house, name, countdown_s=10)
    knocks[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
    await moment()
    for one in knocks:
        one.drop()


async def move_and_never_come(house: House, name: str) -> None:
    """Moved to another device, which never comes."""
    a = await house.enter(await house.open(name))
    code = (await a.ask("device"))["found"]["code"]
    assert 200 == (await house.ask("/api/device", {"code": code})).status


async def ask_for_a_code(house: House, name: str) -> None:
    """A device code is asked for and never used."""
    a = await house.enter(await house.open(name))
    await a.ask("device")
    a.drop()


async def read_nothing(house: House, name: str) -> None:
    """A reader that stops to read, and is cut off."""
    a = await house.enter(await house.open(name))
    a.reading.clear()
    for at in range(400):
        a.say({"type": "resync", "id": f"r{at}"})
    await moment()
    a.drop()


async def two_tabs(house: House, name: str) -> None:
    """The same seat in many tabs, all dropped."""
    ana = await house.open(name)
    for one in [await house.enter(ana) for _ in range(3)]:
        one.drop()


async def play_with_bots_and_drop(house: House, name: str) -> None:
    """Bots think when the only person goes."""
    a = await house.enter(await house.open(name, bots=["beginner", "beginner"], settings=SETTINGS))
    await a.ask("begin")
    await a.ask("hint")
    a.drop()


async def come_back_by_code(house: House, name: str) -> None:
    """Put away, brought back by its code and by its token, and left again."""
    ana = await house.open(name)
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert table_of(ana) not in house.rooms.live
    await house.join(ana, "Bo")
    (await house.enter(ana)).drop()


async def ask_for_steps(house: House, name: str) -> None:
    """Somebody looks at the match under way when all are gone."""
    seated, knocks = await _begun(house, name)
    for one in knocks:
        one.drop()
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert 200 == (await house.ask("/api/steps", {"token": seated[0]["token"]})).status


async def knock_only(house: House, name: str) -> None:
    """A wrong token, a hello that never comes, a frame that is none."""
    ana = await house.open(name)
    await house.enter({"token": f"{table_of(ana)}.0"})
    house.knock()
    house.knock().say("{")


async def fail_to_save(house: House, name: str) -> None:
    """The disk refuses, the table is taken up again, and all drop."""
    seated, knocks = await _begun(house, name)
    kept = house.store._tables[table_of(seated[0])].entries.pop()
    answer = await knocks[0].ask("pause", paused=True)
    await asyncio.sleep(1)
    house.store._tables[table_of(seated[0])].entries.append(kept)
    assert "refused" == answer["type"] or knocks[0].closed is not None
    for one in knocks:
        one.drop()


WAYS: tuple[Way, ...] = (
    *(never_come, come_and_drop, leave_the_lobby, drop_in_play, fall_silent, abandon, one_stays_a_while),
    *(remove_everybody, look_on, pause_and_drop, count_down_and_drop, move_and_never_come, ask_for_a_code),
    *(read_nothing, two_tabs, play_with_bots_and_drop, come_back_by_code, ask_for_steps, knock_only, fail_to_save),
)
LIVING = (Keeper, Table, Match, Session)


def living() -> Counter[str]:
    """How many tables, keepers, matches and sessions there are in this process."""
    gc.collect()
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, LIVING))


async def _left(tables: int, ways: tuple[Way, ...], seed: object) -> None:
    rng = Random(f"left {seed}")
    start = living()
    async with House(seed=f"left {seed}") as house:
        rooms, loop = house.rooms, asyncio.get_running_loop()
        tasks = len(asyncio.all_tasks())
        leaving = []
        for at in range(tables):
            way = ways[at % len(ways)]
            leaving.append(loop.create_task(way(house, GAME_NAMES[at // len(ways) % len(GAME_NAMES)])))
            if rng.random() < 0.2:
                await asyncio.sleep(rng.random() * 3)
        await asyncio.gather(*leaving)
        del leaving
        await asyncio.sleep(PUT_AWAY_S + SILENT_S + 90)
        limits = (rooms._opening, rooms._joining, rooms.wrong_codes, rooms.records)
        found = {
            "tables": sorted(rooms.live),
            "codes": rooms._codes,
            "sessions": rooms.sessions,
            "addresses": dict(rooms.connected),
            "devices": rooms._devices,
            "loading": rooms._loading,
            **{str(at): one._buckets for at, one in enumerate(limits)},
            "knocks": house.knocks,
            "backlog": house.journal.backlog,
        }
        assert {} == {what: value for what, value in found.items() if value}
        assert tasks == len(asyncio.all_tasks())
        timers = [one for one in loop._scheduled if not one.cancelled()]  # type: ignore[attr-defined]  # asyncio's own
        assert len(timers) <= 2, timers  # this sleep is over; the house looks around every second
        assert start == living()


def leave(tables: int, ways: tuple[Way, ...] = WAYS, seed: object = 0) -> None:
    """So many tables are opened and left in every way; then everything is as it was at the start."""
    with no_errors():
        leap(lambda: _left(tables, ways, seed))


# The long run

FRAMES_A_TURN = 20_000
TABLES_A_TURN = 500


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Siege after siege with ever new seeds, and tables left in every way, until the time is over."""
    end = time.monotonic() + seconds
    frames = tables = turn = 0
    counts: Counter[str] = Counter()
    while turn == 0 or time.monotonic() < end:
        seed = f"soak {turn}"
        try:
            counts += siege(seed, FRAMES_A_TURN)
            frames += FRAMES_A_TURN
            leave(TABLES_A_TURN, seed=seed)
            tables += TABLES_A_TURN
        except BaseException:
            say(f"hostile: it broke with seed {seed!r}; siege({seed!r}, {FRAMES_A_TURN}) or leave repeats it")
            raise
        turn += 1
        say(f"hostile: {frames:,} frames and requests ({counts['answered']:,} answered), {tables:,} tables left")
