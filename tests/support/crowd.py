"""A small crowd of players on real sockets, and a checker that holds what they were told against the journal."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from rumpus import record, wire
from rumpus.contract import State
from rumpus.journal import Entry
from rumpus.journal.sqlite import SqliteStore
from rumpus.lines import Ready, Sits
from rumpus.record import Line, Record
from rumpus.table import Body, Lobby, record_of
from tests.support.serving import PATIENCE_S

AGAIN_S = 0.05  # between two attempts to connect
TWICE = 0.1  # so many asks are sent two times: the second gets the first one's answer
Frame = dict[str, Any]

SHORT: dict[str, dict[str, Any]] = {  # matches that end soon, so that some do in every run
    "wig_out": {"rounds": 1, "bot_pace": 0.25},
    "wackee_six": {"target": 1, "bot_pace": 0.25},
    "five_crowns": {"rounds": 1, "turn_limit": 4, "bot_pace": 0.25},
}
# Nobody is given up: what a seat does is then asked for by its own player, or it is a fault
PATIENT: dict[str, Any] = {"grace_s": 600, "countdown_s": 0, "wait_s": 0.3}


def post(url: str, path: str, body: Frame) -> Frame:
    """The answer to a request."""
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"content-type": "application/json"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - the same
        found: Frame = json.load(answer)
        return found


async def until(what: Callable[[], bool], why: str) -> None:
    """Wait for it; the patience is a safety net."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"waited in vain: {why}") from None


class Player:
    """Somebody who plays what is legal, comes back when the connection is lost, and keeps all that was told."""

    def __init__(self, url: str, seated: Frame, rng: random.Random, first_id: int = 1) -> None:
        self.url = url
        self.seated = seated
        self.token: str = seated["token"]
        self.table = self.token.partition(".")[0]
        self.game: str = seated["game"]
        self.code: str = seated["code"]
        self.person: int = seated["person"]
        self.seen: list[Frame] = []  # welcomes and whatever has a number
        self.asked: dict[str, Frame] = {}
        self.confirmed: dict[str, int] = {}
        self.refused: dict[str, Frame] = {}
        self.faults: list[str] = []
        self.byes: list[tuple[int | None, int | None]] = []  # the code that was said, and that of the close
        self.here = False  # welcome on this connection
        self.visits = 0
        self.seq = 0
        self.lobby: Frame = {}
        self.view: Frame | None = None
        self.legal: list[Frame] = []
        self.idle = False  # says nothing by itself
        self._rng = rng
        self._ids = count(first_id)
        self._unanswered: dict[str, Frame] = {}
        self._ready_for: tuple[int, int] | None = None
        self._bye: int | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await until(lambda: self.here, "the first welcome")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def hang_up(self) -> None:
        """Go, without a word."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _stay(self) -> None:
        while True:
            self._bye, code = None, None
            try:
                async with connect(
                    f"ws{self.url.removeprefix('http')}/ws", compression=None, max_size=None, close_timeout=1
                ) as socket:
                    await self._visit(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
                self.byes.append((self._bye, code))
            except (OSError, WebSocketException):
                pass  # it is down, or only half up
            finally:
                self.here, self._socket = False, None
            await asyncio.sleep(AGAIN_S)

    async def _visit(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": self.token}))
        while not self.here:
            await self._hear(socket, json.loads(await socket.recv()))
        self._socket = socket
        self.visits += 1
        acting = asyncio.create_task(self._act(socket))
        try:
            for ask in list(self._unanswered.values()):
                await socket.send(json.dumps(ask))
            while True:
                await self._hear(socket, json.loads(await socket.recv()))
        finally:
            acting.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed):
                await acting

    # What is told

    async def _hear(self, socket: ClientConnection, told: Frame) -> None:
        kind = told["type"]
        if kind == "ping":
            await socket.send(json.dumps({"type": "pong", "n": told["n"]}))
        elif kind == "bye":
            self._bye = told["code"]
        elif kind == "legal":
            self.legal = told["legal"]
        elif kind in ("welcome", "lobby", "happened"):
            self._stands(told)
        if told.get("id") in self.asked:
            self._answered(told)

    def _stands(self, told: Frame) -> None:
        if told["type"] == "welcome":
            self.here = True
            self._fault_if(told["you"] != self.person, f"welcome as {told['you']}")
        else:
            self._fault_if(told["seq"] != self.seq + 1, f"{told['seq']} follows {self.seq}")
        self.seq = told["seq"]
        self.seen.append(told)
        self.lobby = told.get("lobby", self.lobby)
        if "view" in told or self.lobby["stage"] == "lobby":
            self.view, self.legal = told.get("view"), told.get("legal", [])

    def _answered(self, told: Frame) -> None:
        name = told["id"]
        self._unanswered.pop(name, None)
        if told["type"] == "refused":
            self.refused[name] = told
            self._fault_if(name in self.confirmed, f"{name} is refused after a yes: {told['reason']}")
        else:
            before = self.confirmed.setdefault(name, told["seq"])
            self._fault_if(before != told["seq"], f"{name} was number {before}, and now {told['seq']}")

    def _fault_if(self, wrong: bool, what: str) -> None:
        if wrong:
            self.faults.append(f"{self.game} person {self.person}: {what}")

    # What is asked for

    async def ask(self, **fields: Any) -> str:
        """Ask, and give the id; it is sent again on the next connection until there is an answer."""
        name = f"{self.person}-{next(self._ids)}"
        message = {**fields, "id": name}
        self.asked[name] = self._unanswered[name] = message
        if self._socket is not None:
            for _ in range(2 if self._rng.random() < TWICE else 1):
                await self._socket.send(json.dumps(message))
        return name

    async def answer(self, **fields: Any) -> int | Frame:
        """The number under which it was done, or the refusal."""
        name = await self.ask(**fields)
        await until(lambda: name in self.confirmed or name in self.refused, f"an answer to {fields}")
        return self.confirmed[name] if name in self.confirmed else self.refused[name]

    async def _act(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.005, 0.06))
            if not self.idle and not self._unanswered and (wish := self.wish()) is not None:
                await self.ask(**wish)

    def wish(self) -> Frame | None:
        """What this player would do now."""
        lobby = self.lobby
        mine = next((place for place in lobby["seats"] if place and place.get("person") == self.person), None)
        others = [place for place in lobby["seats"] if place and place.get("person") not in (None, self.person)]
        if lobby["stage"] == "over":
            return {"type": "rematch"} if lobby["host"] == self.person else None
        if lobby["stage"] == "lobby":
            if lobby["host"] == self.person:
                return {"type": "begin"} if all(place.get("ready") for place in others) else None
            return None if mine is None or mine.get("ready") else {"type": "ready"}
        public = self.view["public"] if self.view is not None else {}
        if public.get("phase") == "deal" and self._ready_for != (lobby["match"], public["round"]):
            self._ready_for = (lobby["match"], public["round"])
            return {"type": "ready"}
        return {"type": "do", "action": self._rng.choice(self.legal)} if self.legal else None


def sit_down(
    url: str,
    game: str,
    seed: str = "",
    people: int = 2,
    bots: Sequence[str] = ("casual",),
    options: Frame | None = None,
    **settings: Any,
) -> list[Player]:
    """A new table with its players, who have yet to connect."""
    chosen = {"options": {**SHORT[game], **(options or {})}, "settings": {**PATIENT, **settings}}
    opening = {"game": game, "name": "P1", "bots": bots, **chosen}
    seated = [post(url, "/api/tables", opening)]
    seated += [post(url, "/api/join", {"code": seated[0]["code"], "name": f"P{n}"}) for n in range(2, people + 1)]
    return [Player(url, one, random.Random(f"{seed} {game} {number}")) for number, one in enumerate(seated)]


class Tally(msgspec.Struct):
    """What a check has looked at."""

    tables: int = 0
    entries: int = 0
    confirmed: int = 0
    frames: int = 0
    records: int = 0

    def add(self, other: Tally) -> None:
        """Both together."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def check(path: Path, players: Sequence[Player]) -> Tally:
    """Everything that any player was told is what the journal says; raises `AssertionError` with all that is not."""
    tally = Tally()
    faults: list[str] = []
    with closing(SqliteStore(path)) as store:
        for table in dict.fromkeys(player.table for player in players):
            entries = store.entries(table, whole=True)
            at_it = [player for player in players if player.table == table]
            faults += [f"{at_it[0].game} {table}: {fault}" for fault in _check_table(entries, at_it)]
            tally.add(Tally(1, len(entries), sum(len(player.confirmed) for player in at_it)))
            tally.frames += sum(len(player.seen) for player in at_it)
        for name in _records(path):
            whole = record_of((entry.seq, entry.at, entry.body) for entry in store.record(name) or [])
            if record.verify(whole).outcome() is None:
                faults.append(f"the record {name} has no result")
            tally.records += 1
    faults += [fault for player in players for fault in player.faults]
    assert not faults, "\n".join(faults[:20])
    return tally


def _records(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [name for (name,) in db.execute("SELECT name FROM records ORDER BY name")]


def _check_table(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    numbers = [entry.seq for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        yield f"the numbers have gaps: {numbers}"
    keys: dict[str, list[int]] = {}
    for entry in entries:
        if entry.key is not None:
            keys.setdefault(entry.key, []).append(entry.seq)
    asked = {f"{player.person}:{name}" for player in players for name in player.asked}
    yield from (f"nobody asked for {key}, number {seqs}" for key, seqs in keys.items() if key not in asked)
    yield from (f"{key} is there more than once: {seqs}" for key, seqs in keys.items() if len(seqs) > 1)
    for player in players:
        for name, seq in player.confirmed.items():
            found = keys.get(f"{player.person}:{name}", [])
            if found != [seq]:
                yield f"{player.asked[name]} was confirmed as number {seq}, and the journal has it as {found}"
    yield from _own_doing(entries, players)
    yield from _check_frames(entries, players)


def _own_doing(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    """What a player's seat did was asked for by that player, once, and is what was asked for."""
    seats: dict[int | None, Player] = {}
    for entry in entries:
        body = json.loads(entry.body)
        if "lobby" in body:
            places = enumerate(body["lobby"]["seats"])
            at = {place["person"]: seat for seat, place in places if place and "person" in place}
            seats = {at[player.person]: player for player in players if player.person in at}
        for line in body.get("lines", [])[:1]:
            player = seats.get(line["by"])
            if player is None:
                continue
            person, _, name = (entry.key or ":").partition(":")
            ask = player.asked.get(name) if person == str(player.person) else None
            wanted = ask and (ask.get("action") or {"do": ask["type"]})
            # the rules fill in what was left open: to go out becomes the melds
            if wanted is None or any(line[field] != value for field, value in wanted.items() if field in line):
                yield f"number {entry.seq} is {line}, and {entry.key} asked for {wanted}"


def _check_frames(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    """Each number that a player has seen says the same in the journal, and leads to the same view."""
    seen: dict[int, list[tuple[Player, Frame]]] = {}
    for player in players:
        for told in player.seen:
            seen.setdefault(told["seq"], []).append((player, told))
    last = len(entries)
    yield from (f"number {seq} was told and is not in the journal, which ends at {last}" for seq in seen if seq > last)
    for moment in _moments(entries):
        for player, told in seen.get(moment.seq, []):
            for field, value in moment.told(told["type"], player).items():
                if told.get(field) != value:
                    yield f"{moment.seq} {told['type']}.{field} to {player.person}: {told.get(field)} is {value}"


class _Moment(NamedTuple):
    """What the journal says of one number, and where it leads."""

    seq: int
    lobby: Lobby
    changed: bool
    lines: list[Line]
    match: Record | None
    state: State | None

    def told(self, kind: str, player: Player) -> Frame:
        """What must stand in a frame of this kind to this player."""
        seat = self.lobby.seat_of(player.person)
        found: Frame = {}
        if kind != "happened" or self.changed:
            found["lobby"] = _plain(wire.lobby_view(self.lobby, player.code))
        if kind != "lobby" and self.lobby.stage != "lobby" and self.state is not None:
            found["view"] = _plain(self.state.view(seat))
        if kind == "happened" and self.match is not None:
            rules = self.match.rules()
            facts = [(line.by, line.action) for line in self.lines]
            shown = [what if isinstance(what, Ready | Sits) else rules.told(by, what, seat) for by, what in facts]
            found["lines"] = [{"by": by, **_plain(what)} for (by, _), what in zip(facts, shown, strict=True)]
        return found


def _plain(value: Any) -> Any:
    return json.loads(wire.encode(value))


def _moments(entries: list[Entry]) -> Iterator[_Moment]:
    """The table number by number; the state goes on changing."""
    lobby, match, state = None, None, None
    steps: Iterator[tuple[Line, State]] = iter(())
    for at, entry in enumerate(entries):
        body = msgspec.json.decode(entry.body, type=Body)
        lobby = body.lobby or lobby
        assert lobby is not None, "a journal begins with the lobby"
        if body.header is not None:
            ends = (n for n in range(at + 1, len(entries)) if entries[n].start)
            rows = entries[at : next(ends, len(entries))]
            match = record_of((row.seq, row.at, row.body) for row in rows)
            state, steps = None, record.replay(match)
        lines = []
        for _ in body.lines:
            line, state = next(steps)
            lines.append(line)
        yield _Moment(entry.seq, lobby, body.lobby is not None, lines, match, state)
