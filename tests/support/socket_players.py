"""Players on real sockets who play at random, come back when the connection is lost, and keep all they were told."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from rumpus import wire
from tests.support.client_model import ClientModel
from tests.support.serving import PATIENCE_S

UNCHECKED = ssl._create_unverified_context()  # noqa: S323 - our own servers, with certificates of their own
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


def post(url: str, path: str, body: Frame, key: str | None = None) -> Frame:
    """POST this body, with the key of a circle's device if there is one; returns the decoded answer."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)  # noqa: S310 - our own server
    trust = UNCHECKED if url.startswith("https") else None
    with urllib.request.urlopen(request, timeout=PATIENCE_S, context=trust) as answer:  # noqa: S310 - the same
        found: Frame = json.load(answer)
        return found


async def until(what: Callable[[], bool], why: str) -> None:
    """Wait until the condition holds; the time limit is a safety net."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"waited in vain: {why}") from None


class Player(ClientModel):
    """Somebody who plays what is legal, comes back when the connection is lost, and keeps all that was told."""

    def __init__(self, url: str, seated: Frame, rng: random.Random, first_id: int = 1) -> None:
        super().__init__()
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
        self.connected = False  # welcome was said on this connection
        self.visits = 0
        self.idle = False  # says nothing by itself
        self.names_table = False  # connects to /ws?t=TABLE
        self.plays_again = True  # the host begins a new match after the end of one
        self.attempt_s = PATIENCE_S / 2  # for a handshake
        self._rng = rng
        self._ids = count(first_id)
        self._unanswered: dict[str, Frame] = {}
        self._ready_for: tuple[int, int] | None = None
        self._opened = 0
        self._bye: int | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await until(lambda: self.connected, "the first welcome")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def hang_up(self) -> None:
        """Disconnect without a message."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _stay(self) -> None:
        while True:
            self._bye, code = None, None
            try:
                patience: dict[str, Any] = {"open_timeout": self.attempt_s, "close_timeout": 1}
                async with connect(self._address(), compression=None, max_size=None, **patience) as socket:
                    await self._visit(socket)
            except TimeoutError:
                self._no_answer()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
                self.byes.append((self._bye, code))
            except (OSError, WebSocketException):
                pass  # it is down, or only half up
            finally:
                self.connected, self._socket = False, None
            await asyncio.sleep(AGAIN_S)

    def _no_answer(self) -> None:
        """A handshake was not answered."""

    def _address(self) -> str:
        return f"ws{self.url.removeprefix('http')}/ws" + (f"?t={self.table}" if self.names_table else "")

    async def _visit(self, socket: ClientConnection) -> None:
        self._opened += 1
        page = {"page": str(id(self)), "nth": self._opened}
        await socket.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": self.token, **page}))
        while not self.connected:
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
            with suppress(ConnectionClosed):  # what was told before the close, such as a bye, is still to be heard
                await socket.send(json.dumps({"type": "pong", "n": told["n"]}))
        elif kind == "bye":
            self._bye = told["code"]
        elif kind in ("welcome", "lobby", "happened"):
            self._check_number(told)
        self.learn(told)
        if self.lobby and self.lobby["stage"] == "lobby":
            self.view, self.legal = None, []
        if told.get("id") in self.asked:
            self._answered(told)

    def _check_number(self, told: Frame) -> None:
        if told["type"] == "welcome":
            self.connected = True
            self._fault_if(told["you"] != self.person, f"welcome as {told['you']}")
        else:
            self._fault_if(told["seq"] != self.seq + 1, f"{told['seq']} follows {self.seq}")
        self.seen.append(told)

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
        """Send a message with a new id, and again on each new connection until it is answered; returns the id."""
        name = f"{self.person}-{next(self._ids)}"
        message = {**fields, "id": name}
        self.asked[name] = self._unanswered[name] = message
        if self._socket is not None:
            for _ in range(2 if self._rng.random() < TWICE else 1):
                await self._socket.send(json.dumps(message))
        return name

    async def answer(self, **fields: Any) -> int | Frame:
        """Ask and wait; returns the sequence number, or the refusal."""
        name = await self.ask(**fields)
        await until(lambda: name in self.confirmed or name in self.refused, f"an answer to {fields}")
        return self.confirmed[name] if name in self.confirmed else self.refused[name]

    async def _act(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.005, 0.06))
            if not self.idle and not self._unanswered and (wish := self.wish()) is not None:
                await self.ask(**wish)

    def wish(self) -> Frame | None:
        """The message that this player would send now, if any."""
        lobby = self.lobby
        mine = next((place for place in lobby["seats"] if place and place.get("person") == self.person), None)
        others = [place for place in lobby["seats"] if place and place.get("person") not in (None, self.person)]
        if lobby["stage"] == "over":
            return {"type": "rematch"} if self.plays_again and lobby["host"] == self.person else None
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
    circle: Frame | None = None,
    **settings: Any,
) -> list[Player]:
    """Open a table, in a circle if its first device is given; returns its players, not yet connected."""
    chosen = {"options": {**SHORT[game], **(options or {})}, "settings": {**PATIENT, **settings}}
    opening = {"game": game, "name": "P1", "bots": bots, **chosen}
    inside = {} if circle is None else {"circle": {"id": circle["circle"]}}
    seated = [post(url, "/api/tables", {**opening, **inside}, None if circle is None else circle["device"])]
    seated += [post(url, "/api/join", {"code": seated[0]["code"], "name": f"P{n}"}) for n in range(2, people + 1)]
    return [Player(url, one, random.Random(f"{seed} {game} {number}")) for number, one in enumerate(seated)]
