"""A bot that reconnects with a long Five Crowns hand: it hears the ways out, and does not move before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus import client, wire
from rumpus.bots.base import Bot
from rumpus.contract import DEAL, Result
from rumpus.games.five_crowns.actions import Deal, Discard, Take
from tests.rules import five_crowns_deals as crowns
from tests.support.fake_table import Peer, at_table, lobby, raw, table_at
from tests.support.live import live

MELDS = "4h 4s 4c 5h 5s 5c 6h 6s 6c"  # nine cards, in round 7, when nines are wild
OTHER = "3t 5d 7h 8s Tc Jd Qt Kh Ks"
DRAWN = "7d 3s 8t"
SHORT_ROUNDS: dict[str, Any] = {"turn_limit": 2, "rounds": 7, "bot_pace": 0.25}
QUIET_S = 0.2  # a bot that moves too early moves within this time


def long_hand() -> tuple[Any, list[Deal]]:
    """A match in round 7, after its deal, and all the deals that led to it."""
    state = crowns.new(2, **SHORT_ROUNDS)
    deals: list[Deal] = []
    while len(deals) < 7:
        hands, draw = ((MELDS, OTHER), DRAWN) if len(deals) == 6 else ((), "")
        deals.append(crowns.hand_made(state, hands, draw=draw))
        state.apply(None, deals[-1])
        while len(deals) < 7 and state.phase != DEAL:
            chance = state.owed(crowns.Unshuffled())
            if chance is None:
                crowns.draw_and_discard(state)
            else:
                state.apply(None, chance)
    return state, deals


class GoesOut(Bot):
    """Goes out if it can, and remembers what it could choose from with ten cards."""

    choices: list[list[Any]]

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        if len(look().private.hand) == 10:
            self.choices = [*getattr(self, "choices", []), legal]
        return legal[-1] if isinstance(legal[-1], Discard) else Take(from_="draw"), 0.0


class DrawsAndDiscards(Bot):
    """Takes part without ever going out."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        return legal[0], 0.0


def ways_out(legal: list[Any]) -> list[Any]:
    return [action for action in legal if isinstance(action, Discard) and action.out]


def test_a_bot_that_reconnects_waits_for_the_ways_out() -> None:
    state, _ = long_hand()
    while state.turn != 0:
        crowns.draw_and_discard(state)
    crowns.take(state, 0)
    glance, complete = state.at_a_glance(0)
    assert not complete
    match = lobby("match", game="five_crowns", options=SHORT_ROUNDS)
    standing = {"view": raw(state.view(0)), "legal": tuple(map(raw, glance)), "more": True, "lobby": match}
    seen: list[client.Welcome] = []

    async def first(peer: Peer) -> None:
        await peer.welcome(1, **standing)
        await peer.cut()

    async def second(peer: Peer) -> None:
        await peer.welcome(1, **standing)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(QUIET_S):
                await peer.socket.recv()
        await peer.tell(wire.Legal(seq=1, legal=tuple(map(raw, state.legal(0)))))
        move = wire.read_action("five_crowns", (await peer.hear(wire.Do)).action)
        assert move in ways_out(state.legal(0))
        await peer.socket.close(wire.CLOSE_REMOVED, "that was all")

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            while len(seen) < 2:
                news = await anext(table)
                seen.extend([news] if isinstance(news, client.Welcome) else [])
            assert table.more
            with pytest.raises(client.Closed, match="that was all"):
                await client.play(table, GoesOut)

    at_table(scenario, first, second)
    assert [True, True] == [welcome.more for welcome in seen]


class CutOff(client.Table):
    """Loses its connection when the first incomplete list of legal actions arrives."""

    def __init__(self, server: str, token: str) -> None:
        super().__init__(server, token, pause=lambda tries: 0.0)
        self.heard: list[Any] = []  # from then on
        self.incomplete_after_welcome = False

    def _hear(self, message: wire.ToClient) -> bool:
        missed = super()._hear(message)
        if self.heard:
            self.heard.append(message)
            self.incomplete_after_welcome |= isinstance(message, wire.Welcome) and self.more
        elif isinstance(message, wire.Happened) and message.more:
            self.heard.append(message)
            assert self._connection._socket is not None
            self._connection._socket.transport.abort()
        return missed


def test_a_server_tells_the_ways_out_after_a_reconnect(server: str) -> None:
    _, deals = long_hand()
    bots: list[GoesOut] = []

    def kind(seat: int, options: Any, rng: Any) -> GoesOut:
        bots.append(GoesOut(seat, options, rng))
        return bots[-1]

    async def scenario() -> None:
        seated = await client.open_table(
            server,
            game="five_crowns",
            name="Ann",
            options=SHORT_ROUNDS,
            settings=wire.Settings(countdown_s=0.0, wait_s=1.0),
            deals=deals,
        )
        other = await client.join(seated.link, name="Bo")
        async with CutOff(server, seated.token) as table, client.Table(server, other.token) as across:
            opponent = asyncio.create_task(client.play(across, DrawsAndDiscards))
            while not all(place and place.ready for place in table.lobby.seats[1:2]):
                await anext(table)
            await table.begin()
            assert isinstance(await client.play(table, kind), Result)
            await opponent
            after = table.heard[1:]
            welcome = next(message for message in after if isinstance(message, wire.Welcome))
            assert welcome.more
            assert table.incomplete_after_welcome
            assert any(isinstance(message, wire.Legal) for message in after[after.index(welcome) :])

    live(scenario())
    assert 1 == len(bots)
    assert [] == [legal for legal in bots[0].choices if not ways_out(legal)]
