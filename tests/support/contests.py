"""Contests in a race on the whole server in virtual time: equal players who sit at different distances."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import MutableMapping, Sequence
from random import Random
from typing import Any

from rumpus import wire
from rumpus.server.net.credit import Kernel
from rumpus.server.net.frames import LINK, Inbox
from tests.support.clock import settle
from tests.support.in_process import LocalConnection, LocalServer

Delays = tuple[float, float]  # between these a cheating client delays each of its pongs
COLOURS = "rgby"
CONTESTED = tuple(f"r{number}" for number in range(2, 8))  # the face-up row of every side
REACTION_S, SPREAD_S, LEAST_S = 0.45, 0.1, 0.2  # of people who see a card that fits
CLEAR_S = 0.03  # a lead in reaction time that a fair table must not get wrong
JITTER = 0.05  # of a one-way trip


def deal(sides: int) -> dict[str, Any]:
    """A deal in which every side has the same six red cards, and the first side the 1 that they wait for."""
    pack = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] + ["w", "w"]
    rest = [card for card in pack if card not in CONTESTED and card not in ("r1", "w", "g1", "b1", "y1")]
    down, deck = rest[:6], [*rest[6:8], "r1", *rest[8:], "g1", "b1", "y1", "w", "w"]
    side = {"up": list(CONTESTED), "down": down, "deck": deck}
    return {
        "do": "deal",
        "round": 1,
        "starter": 0,
        "sides": [{"seats": [seat], "turner": seat, "main": seat, **side} for seat in range(sides)],
    }


class Link:
    """The connection below a `FarConnection`, as the server's kernel sees it."""

    def __init__(self, trip_s: float) -> None:
        self.trip_s = trip_s
        self.deaf = False
        self.inbox = Inbox()  # always empty: messages come by `receive`

    def welcome(self, charge: Any, hear: Any) -> None:
        """The hello was good."""

    def kernel_rtt_s(self) -> float:
        """The round trip that the kernel measures."""
        return self.trip_s

    def kernel(self) -> Kernel:
        """The shortest, and how much it varies."""
        return Kernel(self.trip_s, JITTER * self.trip_s / 4)


class FarConnection(LocalConnection):
    """A connection with a round trip; a cheating client also delays its pongs."""

    def __init__(
        self, server: LocalServer, trip_s: float, rng: Random, *, pongs_s: Delays = (0.0, 0.0), kernel: bool = True
    ) -> None:
        scope = {**server._scope("websocket", "/ws", (), "198.51.100.7"), "subprotocols": []}
        scope["extensions"] = {LINK: Link(trip_s)} if kernel else {}
        super().__init__(server, scope)
        self.trip_s, self.rng, self.pongs_s = trip_s, rng, pongs_s
        self.ponging = False
        self._sent = {"in": -1.0, "out": -1.0}  # when the last message was sent, each way
        self._last = {"in": 0.0, "out": 0.0}  # when the last message arrives, each way: they come in order
        # What is under way. Several may arrive at the same moment, and the event loop does not keep the order of those
        self._inward: deque[dict[str, Any] | str] = deque()
        self._outward: deque[MutableMapping[str, Any]] = deque()

    def _arrives(self, way: str, after_s: float = 0.0) -> float:
        now = asyncio.get_running_loop().time() + after_s
        trip = self.trip_s / 2 * (1 + JITTER * self.rng.random())
        same = now == self._sent[way]  # what is written at once travels together
        when = self._last[way] if same else max(now + trip, self._last[way])
        self._last[way], self._sent[way] = when, now
        return when

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self._outward.append(message)
        asyncio.get_running_loop().call_at(self._arrives("out"), self._see)

    def _see(self) -> None:
        message = self._outward.popleft()
        if message["type"] == "websocket.send":
            told = json.loads(message["text"])
            self.told.append(told)
            if told["type"] == "ping":
                asyncio.get_running_loop().call_later(
                    self.rng.uniform(*self.pongs_s), self.say, {"type": "pong", "n": told["n"]}
                )
            self.seen(told)

    def seen(self, told: dict[str, Any]) -> None:
        """A message has reached the screen."""

    def say(self, message: dict[str, Any] | str) -> None:
        """Send one text frame; it arrives later."""
        self._inward.append(message)
        asyncio.get_running_loop().call_at(self._arrives("in"), self._hand_in)

    def _hand_in(self) -> None:
        super().say(self._inward.popleft())


class Racer(FarConnection):
    """A player who plays the next red card as soon as their screen shows that it fits."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.reactions: dict[str, float] = {}  # by card: seconds from what the screen showed to the press

    def seen(self, told: dict[str, Any]) -> None:
        """React to a card that was played."""
        for line in told.get("lines", ()):
            if line["do"] == "play":
                number = int(line["as"][1:]) + 1
                if number <= len(CONTESTED) + 1:
                    reaction = max(LEAST_S, self.rng.gauss(REACTION_S, SPREAD_S))
                    self.reactions[f"r{number}"] = reaction
                    asyncio.get_running_loop().call_later(reaction, self._play, number)

    def _play(self, number: int) -> None:
        card = f"r{number}"
        action = {"do": "play", "card": card, "from": number - 2}
        self.say({"type": "do", "id": f"play-{card}", "action": action})


async def hello(racers: Sequence[FarConnection], seated: list[dict[str, Any]]) -> None:
    """Everybody connects, and the match begins."""
    for racer, seat in zip(racers, seated, strict=True):
        racer.say({"type": "hello", "version": wire.VERSION, "token": seat["token"]})
    await asyncio.sleep(5.0)
    for number, racer in enumerate(racers[1:]):
        racer.say({"type": "ready", "id": f"ready-{number}"})
    await asyncio.sleep(1.0)
    racers[0].say({"type": "begin", "id": "begin"})
    await asyncio.sleep(1.0)
    for racer in racers:
        racer.say({"type": "ready", "id": "ready-dealt"})
    await asyncio.sleep(1.0)


async def race(server: LocalServer, racers: list[Racer], seated: list[dict[str, Any]]) -> None:
    """Play one table's contests to the last."""
    await hello(racers, seated)
    racers[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
    await asyncio.sleep(1.0)
    racers[0].say({"type": "do", "id": "turn", "action": {"do": "turn"}})
    await asyncio.sleep(1.0)
    racers[0].say({"type": "do", "id": "one", "action": {"do": "play", "card": "r1", "from": "deck"}})
    await asyncio.sleep(2.0 * len(CONTESTED))


class Tally:
    """What many contests came to."""

    def __init__(self) -> None:
        self.won: Counter[int] = Counter()  # by seat
        self.wrong = 0  # won by somebody who took over 30 ms longer than another
        self.holds_ms: list[float] = []  # how long each contest took to be decided, from the arrival of its winner
        self.clear = 0  # contests in which somebody was over 30 ms faster than all others
        self.lines: list[dict[str, Any]] = []  # all that was played
        self.refused: list[dict[str, Any]] = []  # and refused

    def merge(self, other: Tally) -> None:
        """Add what another tally has."""
        self.won.update(other.won)
        self.wrong, self.clear = self.wrong + other.wrong, self.clear + other.clear
        self.holds_ms += other.holds_ms

    def share(self, seat: int) -> float:
        """The share of contests that a seat won, in percent."""
        return 100 * self.won[seat] / self.won.total()

    def add(self, racers: list[Racer]) -> None:
        """Add the contests of one table."""
        told = [message for racer in racers for message in racer.told]
        self.refused += [
            message for message in told if message["type"] == "refused" and "card" in message.get("facts", ())
        ]
        played = [line for message in racers[0].told for line in message.get("lines", ()) if line["do"] == "play"]
        assert len(played) == 1 + len(CONTESTED), racers[0].told[-20:]
        self.lines += played
        at = {
            line["as"]: message["at"] for message in racers[0].told for line in message.get("lines", ()) if "as" in line
        }
        for line in played[1:]:
            if "seen" in line:
                arrived = line["seen"] + racers[line["by"]].trip_s
                self.holds_ms.append(max(0.0, 1000 * (at[line["as"]] - arrived)))
            self.won[line["by"]] += 1
            times = sorted(racer.reactions[line["as"]] for racer in racers)
            self.clear += times[1] - times[0] > CLEAR_S
            self.wrong += racers[line["by"]].reactions[line["as"]] - times[0] > CLEAR_S


async def contests(
    server: LocalServer,
    trips_ms: list[float],
    wanted: int,
    *,
    seed: str = "contests",
    races: str = "fair",
    pongs_ms: list[Delays] | None = None,
    kernel: bool = True,
) -> Tally:
    """Play at least so many contests; `pongs_ms` are the delays that cheating clients add to their pongs."""
    rng = Random(seed)
    tally = Tally()
    settings = {"countdown_s": 0, "wait_s": 60, "races": races, "spectators": False}
    while tally.won.total() < wanted:
        table = await server.open("wackee_six", settings=settings, deals=[deal(len(trips_ms))])
        seated = [table, *[await server.join(table, f"P{seat}") for seat in range(1, len(trips_ms))]]
        delays = pongs_ms or [(0.0, 0.0)] * len(trips_ms)
        racers = [
            Racer(server, trip / 1000, Random(rng.random()), pongs_s=(delay[0] / 1000, delay[1] / 1000), kernel=kernel)
            for trip, delay in zip(trips_ms, delays, strict=True)
        ]
        await race(server, racers, seated)
        tally.add(racers)
        for racer in racers:
            racer.drop()
        await settle()
    return tally
