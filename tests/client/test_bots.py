"""Bots on the client library, at a fake table and on a real server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumpus import client, record, wire
from rumpus.bots import bot
from rumpus.bots.base import Bot
from rumpus.contract import DEAL, Go, Result, Score, Seating
from rumpus.games import GAMES, game
from rumpus.games.wig_out.view import View
from rumpus.lines import Ready
from rumpus.shuffle import Shuffle, seeded
from tests.rules import wackee_six_deals
from tests.rules.wackee_six_deals import CLIMB, Hand
from tests.support.fake_table import Peer, at_table, changed, happened, table_at
from tests.support.live import PATIENCE_S, SHORT, live
from tests.support.postgres import free_port
from tests.support.serving import Serving

# Bots


class Quick(Bot):
    """Any legal action, at once; remembers what it was told."""

    told: list[Any]

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        self.told = [*getattr(self, "told", []), action]

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        assert isinstance(look(), View)
        return self.rng.choice(legal), 0.0


class FakeMatch:
    """A table of Wig Out! for one client: seat 1 plays anything after each move of seat 0; every third is refused."""

    def __init__(self) -> None:
        self.state: Any = game("wig_out", {"rounds": 2}).new(Seating(players=2))
        self.rng = Random(1)
        self.shuffle = Shuffle(seeded("house"))
        self.seq = 1
        self.asked: list[str] = []

    async def visit(self, peer: Peer) -> None:
        await peer.welcome(1)
        ready = await peer.hear(wire.Ready)
        await peer.tell(changed(2, ready.id, stage="match"))
        self.seq = 2
        await self.deal(peer)
        while self.state.outcome() is None:
            ask = await peer.hear(wire.Ask)
            self.asked.append(type(ask).__name__)
            if isinstance(ask, wire.Do):
                await self.answer(peer, ask)
            else:
                self.seq += 1
                await peer.tell(happened(self.seq, self.state, [(0, Ready())], ask.id))
                if self.state.phase == DEAL:
                    await self.deal(peer)
                elif [Go()] == self.state.legal(1):
                    await self.other(peer)
        await peer.until_closed()

    async def deal(self, peer: Peer) -> None:
        await self.tell(peer, self.state.apply(None, self.state.owed(self.shuffle)))

    async def answer(self, peer: Peer, ask: wire.Do) -> None:
        if self.asked.count("Do") % 3 == 0:
            await self.other(peer)
            await peer.tell(wire.Refused(id=ask.id, reason="wo-no-pile", clause="WO-10"))
        else:
            action = wire.read_action("wig_out", ask.action)
            await self.tell(peer, self.state.apply(0, action), ask.id)
            await self.other(peer)
        while not self.state.legal(0) and self.state.legal(1):
            await self.other(peer)

    async def other(self, peer: Peer) -> None:
        legal = self.state.legal(1)
        if legal:
            await self.tell(peer, self.state.apply(1, self.rng.choice(legal)))
        elif self.state.legal(0):  # something changes, so that the refused one is asked again
            await self.tell(peer, [])

    async def tell(self, peer: Peer, done: list[Any], name: str | None = None) -> None:
        self.seq += 1
        await peer.tell(happened(self.seq, self.state, done, name))


def test_a_bot_plays_a_whole_match_and_is_told_everything() -> None:
    match = FakeMatch()
    bots: list[Quick] = []

    def kind(seat: int, options: Any, rng: Random) -> Quick:
        assert 0 == seat
        bots.append(Quick(seat, options, rng))
        return bots[-1]

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            result = await client.play(table, kind, rng=Random(2))
            assert isinstance(result, Result)
            assert match.state.outcome() == result

    at_table(scenario, match.visit)
    # for GO of the first round, for the deal of the second, and for its GO (T-03)
    assert ["Ready"] * 3 == [name for name in match.asked if name != "Do"]
    assert 1 == len(bots)
    assert match.state.round == sum(isinstance(action, Score) for action in bots[0].told)
    assert isinstance(bots[0].told[-1], Result)


def test_a_bot_at_a_table_that_closes_says_so() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.hear(wire.Ready)
        await peer.socket.close(wire.CLOSE_REMOVED, "removed by the host")

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            with pytest.raises(client.Closed, match="removed by the host"):
                await client.play(table, Quick)

    at_table(scenario, visit)


# Against the real server

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NODE = Path(sys.executable).with_name("node")
QUICK = wire.Settings(countdown_s=0.0, wait_s=1.0)
SHORT_DEAL = wackee_six_deals.deal(wackee_six_deals.new(3), Hand(), Hand(), CLIMB)  # the third soon has played all


def run_example(file: str, link: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable if file.endswith(".py") else str(NODE), str(EXAMPLES / file), link, "Zed"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)  # noqa: S603  # ours


BOTS = pytest.mark.parametrize("file", ["bot.py", "bot.mjs"])


@BOTS
def test_the_bots_of_the_docs_are_short(file: str) -> None:
    assert 65 >= len((EXAMPLES / file).read_text("utf-8").splitlines())


@BOTS
@pytest.mark.parametrize("name", GAMES)
def test_the_bots_of_the_docs_play_a_whole_match(name: str, file: str, server: str) -> None:
    async def scenario() -> None:
        seated = await client.open_table(
            server,
            game=name,
            name="Ann",
            options=SHORT[name],
            settings=QUICK,
            bots=["expert"],
            deals=[SHORT_DEAL] if name == "wackee_six" else [],
        )
        async with client.Table(server, seated.token) as table:
            example = asyncio.create_task(asyncio.to_thread(run_example, file, seated.link))
            while not any(place and place.name == "Zed" and place.ready for place in table.lobby.seats):
                await anext(table)
            await table.begin()
            result = await client.play(table, bot(name, "greedy"))
            ended = await example
            assert ("", 0) == (ended.stderr, ended.returncode)
            shown = str(result) if file.endswith(".py") else json.dumps(result.totals, separators=(",", ":"))
            assert f"Zed played {name} on seat 2: {shown}\n" == ended.stdout
            while table.lobby.record is None:
                await anext(table)
            whole = await client.fetch_record(server, table.lobby.record)
            assert result == record.verify(whole).outcome()
            assert 2 in {line.by for line in whole.lines}

    live(scenario())


def test_a_code_that_opens_no_table_is_refused(server: str) -> None:
    async def scenario() -> None:
        with pytest.raises(client.Refusal, match="table-no-such") as no:
            await client.join(f"{server}/#ABCDEFGH", name="Bo")
        assert no.value.expected
        with pytest.raises(client.Refusal, match="table-name"):
            await client.open_table(server, game="wig_out", name="", bots=["casual"])

    live(scenario())


def test_a_seat_moves_to_another_device_and_the_first_does_not_fight_for_it(server: str) -> None:
    async def scenario() -> None:
        seated = await client.open_table(server, game="wig_out", name="Ann")
        async with client.Table(server, seated.token) as first:
            moved = await client.move_device(server, (await first.find(wire.Device))["code"])
            assert moved.token != seated.token
            async with client.Table(server, moved.token) as second:
                _ = [news async for news in first]
                assert first.closed is not None
                assert wire.CLOSE_NEWER == first.closed.code
                assert (first.you, 0) == (second.you, second.seat)
                async with client.Table(server, moved.token) as third:
                    _ = [news async for news in second]
                    assert second.closed is not None
                    assert wire.CLOSE_NEWER == second.closed.code
                    await third.ready()

    live(scenario())


def test_a_client_outlives_kill_9_and_what_it_asked_is_answered(tmp_path: Path) -> None:
    async def scenario(first: Serving) -> None:
        seated = await client.open_table(first.url, game="wig_out", name="Ann", bots=["casual"])
        async with client.Table(first.url, seated.token, pause=lambda tries: 0.05) as table:
            before = table.seq
            await asyncio.to_thread(first.kill)
            asking = asyncio.create_task(table.ready())
            again = Serving(tmp_path, port=port)
            try:
                await asyncio.to_thread(again.start)
                await asking
                place = table.lobby.seats[0]
                assert place is not None
                assert (before + 1, True) == (table.seq, place.ready)
            finally:
                await asyncio.to_thread(again.end)

    port = free_port()
    with Serving(tmp_path, port=port) as serving:
        live(scenario(serving))
