"""Cards in the air when a race is called (WS-18), on the whole server in virtual time."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, NamedTuple

from tests.support.clock import settle
from tests.support.contests import COLOURS, FarConnection, hello
from tests.support.in_process import LocalServer

SIDES = 6
CALLER = [f"r{number}" for number in range(1, 7)]  # all that the caller has to play
AROUND_S = 0.3  # cards are sent so long before or after their player hears the call
TRIPS_MS = (1, 20, 60, 120, 200, 300)


class Cards(NamedTuple):
    """What became of the cards that were sent around calls."""

    sent: int = 0
    wrongly_taken: int = 0  # sent after their player had heard the call
    wrongly_refused: int = 0  # sent before


def deal() -> dict[str, Any]:
    """The caller has six cards in a row; every other side has 1s, which can always be played."""
    pack = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] + ["w", "w"]
    rest = [card for card in pack if card not in CALLER]
    ones = ["g1", "b1", "y1", "r1", "g5", "b5"]
    others = [card for card in pack if card not in ones]
    sides = [{"up": CALLER, "down": [], "deck": rest}, *[{"up": ones, "down": [], "deck": others}] * (SIDES - 1)]
    dealt = [{"seats": [seat], "turner": seat, "main": seat, **side} for seat, side in enumerate(sides)]
    return {"do": "deal", "round": 1, "starter": 0, "sides": dealt}


class Sender(FarConnection):
    """A player who sends one card around the moment when they hear the call."""

    knows = False  # that the race was called
    sent_late: bool | None = None  # whether the card was sent after that; None before it was sent

    def seen(self, told: dict[str, Any]) -> None:
        """Notice the call."""
        self.knows = self.knows or any(line["do"] == "shout" for line in told.get("lines", ()))

    def send(self) -> None:
        """Play a card."""
        self.sent_late = self.knows
        self.say({"type": "do", "id": "card", "action": {"do": "play", "card": "g1", "from": 0}})

    def taken(self) -> bool:
        """Whether the card counted."""
        return any(told["type"] == "happened" and told.get("id") == "card" for told in self.told)


async def call(server: LocalServer, rng: Random) -> Cards:
    """One table: the first seat calls, all others send a card around that moment."""
    settings, options = {"countdown_s": 0, "wait_s": 60}, {"down": [0] * SIDES}
    table = await server.open("wackee_six", settings=settings, options=options, deals=[deal()])
    seated = [table, *[await server.join(table, f"P{seat}") for seat in range(1, SIDES)]]
    senders = [Sender(server, rng.choice(TRIPS_MS) / 1000, Random(rng.random())) for _ in seated]
    caller = senders[0]
    await hello(senders, seated)
    caller.say({"type": "do", "id": "go", "action": {"do": "go"}})
    await asyncio.sleep(1.0)
    for place, card in enumerate(CALLER):
        caller.say({"type": "do", "id": card, "action": {"do": "play", "card": card, "from": place}})
    await asyncio.sleep(2.0)
    loop = asyncio.get_running_loop()
    for sender in senders[1:]:
        hears_at = loop.time() + caller.trip_s / 2 + sender.trip_s / 2
        loop.call_at(max(loop.time(), hears_at + rng.uniform(-AROUND_S, AROUND_S)), sender.send)
    caller.say({"type": "do", "id": "shout", "action": {"do": "shout"}})
    await asyncio.sleep(3.0)
    late = [sender for sender in senders[1:] if sender.sent_late]
    early = [sender for sender in senders[1:] if not sender.sent_late]
    for sender in senders:
        sender.drop()
    await settle()
    taken = sum(sender.taken() for sender in late)
    refused = sum(not sender.taken() for sender in early)
    return Cards(len(senders) - 1, taken, refused)
