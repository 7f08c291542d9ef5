"""Players of the simulated world: model clients that behave like real ones, and like real people, at random."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import msgspec

from rumpus import wire
from tests.support.client_model import ClientModel
from tests.world.network import Connection, Lost
from tests.world.world import World

AGAIN_S = 0.3  # before a lost connection is tried again
GONE = (wire.CLOSE_TOKEN, wire.CLOSE_REMOVED)
KEPT_ASKS = 30
OLD_CLIENTS = ("Bo", "Eve")  # play with a client of an earlier version
# Asked again they are answered again
QUESTIONS = ("playable", "hint", "melds")
_read = msgspec.json.Decoder().decode


class SimulatedClient(ClientModel):
    """A client of the simulated server: connects, reconnects, and resends what was not answered."""

    def __init__(self, world: World, name: str, *, rtt_s: float, jitter_s: float = 0.01) -> None:
        super().__init__()
        self.world = world
        self.name = name
        self.random = world.random(f"person {name}")
        self.address = f"192.0.2.{self.random.randrange(1, 250)}"
        self.rtt_s = rtt_s
        self.jitter_s = jitter_s
        self.merges = name not in OLD_CLIENTS  # understands one lobby message about several changes
        self.token = ""
        self.code = ""
        self.connection: Connection | None = None
        self.stale: list[Any] = []  # what was legal some time ago
        self.salted: str | None = None  # the commit that a salt was sent for
        self.waiting: dict[str, str] = {}  # asks that are not answered yet
        self.asked: list[str] = []  # asks of the past, for those who press twice
        self.found: dict[str, Any] = {}  # what questions were answered with
        self.gone = False  # no seat goes by the token any more
        self.resync: str | None = None
        self._number = 0
        self._pages = 0
        self._tasks: list[asyncio.Task[None]] = []

    # Coming and going

    def sits(self, seated: dict[str, Any]) -> None:
        """Take the seat that the server has given."""
        self.token, self.code, self.you = seated["token"], seated["code"], seated["person"]
        self.gone = False

    async def opens(self, **table: Any) -> None:
        """Open a table, trying again until it works."""
        while not self.token:
            with suppress(Lost):
                answer = await self._post("/api/tables", {"name": self.name, **table})
                if answer.status == 201:
                    self.sits(answer.json())
                    return
            await asyncio.sleep(AGAIN_S)

    async def joins(self, code: str, *, watch: bool = False) -> bool:
        """Join a table; returns whether there was a place."""
        with suppress(Lost):
            answer = await self._post("/api/join", {"code": code, "name": self.name, "watch": watch})
            if answer.status == 200:
                self.sits(answer.json())
                return True
        return False

    async def _post(self, path: str, body: Any) -> Any:
        return await self.world.request("POST", path, body, address=self.address, rtt_s=self.rtt_s)

    def begin(self) -> None:
        """Connect, and stay connected."""
        self._tasks.append(asyncio.create_task(self._stay()))

    def end(self) -> None:
        """The client is closed."""
        for task in self._tasks:
            task.cancel()
        if self.connection is not None:
            self.connection.close()
            self.connection = None  # who has left in one tab does not come back in another

    async def _stay(self) -> None:
        self._pages += 1
        page = f"{self.name} {self._pages}"
        while True:
            token = self.token
            if token and not self.gone:
                try:
                    await self._connected(page)
                except Lost as lost:
                    if lost.code == wire.CLOSE_NEWER and self.token == token:
                        return  # the seat is ours in another tab
            await asyncio.sleep(AGAIN_S * (1 + self.random.random()))

    async def _connected(self, page: str) -> None:
        token = self.token
        connection = await self.world.connect(self.address, self.rtt_s, self.jitter_s)
        connection.tag = self.name
        hello = {"type": "hello", "version": wire.VERSION, "token": token, "seen": self.seq, "merges": self.merges}
        connection.send({**hello, **({"page": page, "nth": connection.number} if self.merges else {})})
        self.resync = None
        self.connection = connection
        for frame in self.waiting.values():
            connection.send(frame)
        try:
            while True:
                self.take(_read(await connection.receive()))
        except Lost as lost:
            if self.connection is connection:
                self.connection = None
            if lost.code in GONE and self.token == token:
                self.gone = lost.code == wire.CLOSE_TOKEN or (bool(self.lobby) and self.lobby["stage"] != "match")
            raise

    # What we are told

    def take(self, told: dict[str, Any]) -> None:
        """Take in one message."""
        kind = told["type"]
        if kind == "ping":
            assert self.connection is not None
            self.connection.send({"type": "pong", "n": told["n"]})
        self.learn(told)
        name = told.get("id")
        if name is not None:
            self.waiting.pop(name, None)
            if kind == "done":
                self.found[name] = told.get("found")

    def may(self, legal: list[Any]) -> None:
        """What was legal before is kept: players press too late."""
        self.stale = self.legal or self.stale
        super().may(legal)

    # What we ask for

    def ask(self, kind: str, **fields: Any) -> str:
        """Ask for something; sent again with the same id until there is an answer."""
        self._number += 1
        name = f"{self.name}-{self._number}"
        frame = json.dumps({"type": kind, "id": name, **fields})
        self.waiting[name] = frame
        self.asked = [*self.asked[-KEPT_ASKS:], frame]
        if self.connection is not None:
            self.connection.send(frame)
        return name

    async def answer(self, name: str, patience_s: float = 5.0) -> Any:
        """Wait for the answer to a question; None if it does not come in time."""
        until = self.world.now + patience_s
        while name in self.waiting and self.world.now < until:
            await asyncio.sleep(0.02)
        return self.found.pop(name, None)


class SimulatedPlayer(SimulatedClient):
    """A client whose player does things at random, as people do."""

    @property
    def host(self) -> bool:
        """Whether this player is the host."""
        return bool(self.lobby) and self.lobby["host"] == self.you

    async def live(self, until: float, pace_s: float) -> None:
        """Act at random until then."""
        while self.world.now < until:
            await asyncio.sleep(pace_s * (0.2 + self.random.random()))
            if self.gone:
                if self.random.random() < 0.3:
                    await self.joins(self.code, watch=self.random.random() < 0.3)
            elif self.connection is not None and self.lobby and len(self.waiting) < 6:
                await self._something()

    async def _something(self) -> None:
        chance = self.random.random()
        if chance < 0.10:
            self._chat()
        elif chance < 0.13:
            self._odd()
        elif chance < 0.135:
            await self._moves_device()
        elif chance < 0.14:
            self.ask("leave")
        elif chance < 0.15:
            await self._looks_back()
        elif self.lobby["stage"] == "lobby" and not self._adds_salt():
            self._in_the_lobby()
        elif self.lobby["stage"] == "match":
            self._in_the_match()
        elif chance < 0.5:
            self.ask("rematch")

    def _chat(self) -> None:
        kind = self.random.choice(("say", "mute", "question", "resync", "grouping"))
        if kind == "say":
            phrase = self.random.choice((*wire.SAYINGS, "no such phrase"))
            card = {"card": "r6"} if phrase in wire.REQUESTS and self.random.random() < 0.5 else {}
            self.ask("say", phrase=phrase, **card)
        elif kind == "mute":
            whom = {"person": self.random.randrange(1, 5)} if self.random.random() < 0.7 else {"seat": 1}
            self.ask("mute", muted=self.random.random() < 0.7, **whom)
        elif kind == "question":
            self.ask(self.random.choice(QUESTIONS))
        elif kind == "resync":
            self.ask("resync")
        else:
            hand = (self.view or {}).get("private") or {}
            cards = hand.get("hand") or ["r6", "r7", "r8"]
            self.ask("grouping", melds=[self.random.sample(cards, min(3, len(cards)))])

    def _odd(self) -> None:
        """Something that should be refused: sent twice, out of turn, or malformed."""
        assert self.connection is not None
        kind = self.random.randrange(5)
        if kind == 0 and self.asked:
            self.connection.send(self.random.choice(self.asked))
        elif kind == 1 and self.asked:
            self.connection.send(self.asked[-1])
        elif kind == 2:
            self.connection.send(self.random.choice(("", "{", "[]", '{"type":"dance"}', '{"type":"ready","id":7}')))
        elif kind == 3:
            self.ask("do", action={"do": self.random.choice(("deal", "close", "score", "fly"))})
        elif self.stale:
            self.ask("do", action=self.random.choice(self.stale))

    async def _moves_device(self) -> None:
        found = await self.answer(self.ask("device"))
        if found is not None:
            with suppress(Lost):
                answer = await self._post("/api/device", {"code": found["code"]})
                if answer.status == 200:
                    self.sits(answer.json())

    async def _looks_back(self) -> None:
        """Fetch the match under way, and the last finished one; the checker sees the answers."""
        with suppress(Lost):
            await self._post("/api/steps", {"token": self.token})
            if self.lobby["record"] is not None:
                path = f"/api/records/{self.lobby['record']}"
                await self.world.request("GET", path, address=self.address, rtt_s=self.rtt_s)

    def _adds_salt(self) -> bool:
        """Add a salt to a chain that is new, as clients do."""
        commit = (self.lobby.get("fair") or {}).get("commit")
        if commit is None or commit == self.salted:
            return False
        self.salted = commit
        self.ask("salt", commit=commit, salt=f"{self.random.getrandbits(128):032x}")
        return True

    def _in_the_lobby(self) -> None:
        seats = self.lobby["seats"]
        free = [at for at, place in enumerate(seats) if place is None]
        chance = self.random.random()
        if self.host and chance < 0.42:
            self._as_host(chance)
        elif chance < 0.7 and self.seat is not None:
            self.ask("ready", ready=self.random.random() < 0.9)
        elif chance < 0.75 and free:
            self.ask("sit", seat=self.random.choice(free))
        elif chance < 0.77:
            self.ask("stand")
        elif chance < 0.82:
            self.ask("rename", name=self.random.choice((self.name, "Somebody", "", "x" * 21)))
        elif chance < 0.88:
            seat = self.random.choice([*free, 0, 1])
            if self.random.random() < 0.5:
                self.ask("add_bot", seat=seat, level=self.random.choice(wire.LEVELS))
            else:
                self.ask("remove_bot", seat=seat)
        elif chance < 0.90:
            self.ask("arrange", sides=self._sides())
        elif chance < 0.92:
            self.ask("role", turner=self.random.randrange(len(seats)))
        elif chance < 0.93:
            self.ask("remove", person=self.random.randrange(1, 6))
        elif chance < 0.94:
            self.ask("do", action={"do": "go"})

    def _as_host(self, chance: float) -> None:
        if chance < 0.3:
            self.ask("begin")
        elif chance < 0.36 and self.lobby["game"] == "wackee_six":
            self.ask("arrange", sides=self._sides())
        else:
            self.ask("configure", options=self._options())

    def _options(self) -> dict[str, Any]:
        """Short rounds; in Wackee Six the face-down cards of each side are counted, and may be miscounted."""
        options = {key: value for key, value in self.lobby["options"].items() if key != "down"}
        if self.lobby["game"] == "wackee_six":
            taken = sum(place is not None for place in self.lobby["seats"])
            sides = (taken + 1) // 2 if options["partners"] or taken > 6 else taken
            options |= {"down": [0] * sides, "target": 5}
        return options

    def _sides(self) -> list[list[int]]:
        taken = [at for at, place in enumerate(self.lobby["seats"]) if place is not None]
        self.random.shuffle(taken)
        pairs = [sorted(taken[at : at + 2]) for at in range(0, len(taken), 2)]
        return sorted(pairs)

    def _in_the_match(self) -> None:
        chance = self.random.random()
        if self.view is not None and self.view["public"]["phase"] == "deal":
            if chance < 0.7:
                self.ask("ready")
            elif chance < 0.8:
                self.ask("stop", agree=self.random.random() < 0.7)
            elif chance < 0.9:
                self.ask("role", turner=self.random.randrange(4))
        elif self.lobby["paused"] or chance < 0.01:
            if self.host or chance < 0.1:
                self.ask("pause", paused=not self.lobby["paused"])
        elif chance < 0.02:
            self.ask(self.random.choice(("ready", "stop", "begin", "sit", "rematch")))
        elif self.legal:
            self.plays()
            if chance < 0.08 and self.connection is not None:
                self.connection.send(self.asked[-1])  # a finger that trembles
        elif chance < 0.1 and self.stale:
            self.ask("do", action=self.random.choice(self.stale))

    def plays(self) -> str:
        """A legal action, preferably one that brings the round to its end."""
        keen = [one for one in self.legal if one["do"] not in ("turn", "recycle", "draw", "swap")]
        return self.ask("do", action=self.random.choice(keen or self.legal))
