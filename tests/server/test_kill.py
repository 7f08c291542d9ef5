"""A real server that is killed or told to stop in the middle of matches."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from rumpus import wire
from rumpus.server.config import DATABASE
from tests.server.processes import children, enter, is_over, phase, planted, port_of, rows, serving, time_to_stop
from tests.soak.kill import KILLS, campaign
from tests.support.journal_check import check
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, post, sit_down, until

# A journal that says "saved" one batch too early, as a disk without a sync would
SAYS_SAVED_TOO_EARLY = """
from rumpus.journal.sqlite import SqliteStore
real, waiting = SqliteStore.commit, []
def commit(store, batch):
    waiting.append(batch)
    return real(store, waiting.pop(0)) if len(waiting) > 1 else {}
SqliteStore.commit = commit
"""
# A keeper that remembers no answers, on a journal without its unique key
DOES_IT_TWICE = """
from rumpus.journal import sqlite_file
from rumpus.server.keeping import answers
sqlite_file.SCHEMA = tuple(one for one in sqlite_file.SCHEMA if "UNIQUE INDEX" not in one)
from rumpus.server.keeping.ids import KnownIds
answers._cache = lambda kept, person, id_, answer: None
KnownIds.may_have = lambda self, key: False
"""
# Debts that are settled, and nothing of them is in the book
FORGETS_WHAT_IS_OWED = """
from rumpus.server.circles.debts import Debts
async def _pay(self, owed):
    pass
Debts._pay = _pay
"""
# Cards may be in the air for minutes, so that a kill certainly hits that moment
WAITS_LONG_FOR_CARDS_IN_THE_AIR = """
from rumpus.server.keeping import presence
presence.LONGEST_FLIGHT_S = presence.FLIGHT_SLACK_S = 300.0
from rumpus.server.net.session import Session
Session.pong = lambda session, number, now: False
"""

# All that the first seat does in a race waits for minutes, so that a kill certainly hits that moment
WAITS_LONG_FOR_FAR_PLAYERS = """
from rumpus.table import races
races.LONGEST_S = 300.0
races.Races.fair = lambda self: True
races.Races._credit = lambda self, seat: 200.0 * seat
from rumpus.games.wackee_six.rules import WackeeSixState
WackeeSixState.rivals = lambda self, seat, action: [1 - seat]
"""


# kill -9


def test_fifteen_kills_lose_and_repeat_no_confirmed_action(tmp_path: Path) -> None:
    tally = asyncio.run(campaign(tmp_path, KILLS, "kill"))
    assert tally.confirmed > 0
    assert tally.records > 0
    assert tally.booked > 0


def test_the_check_catches_a_result_that_is_no_longer_owed_and_in_no_book(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is in no book, and owed to none"):
        asyncio.run(campaign(tmp_path, 1, "unpaid", lambda server: planted(FORGETS_WHAT_IS_OWED, server)))


def test_the_check_catches_a_journal_that_confirms_before_saving(tmp_path: Path) -> None:
    lost = r"was confirmed as number \d+, and the journal has it as|number \d+ was told and is not in the journal"
    with pytest.raises(AssertionError, match=lost):  # whichever the kill hits: an answer, or what others were told
        asyncio.run(campaign(tmp_path, 1, "early", lambda server: planted(SAYS_SAVED_TOO_EARLY, server)))


def test_the_check_catches_an_action_that_takes_effect_twice(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is there more than once"):
        asyncio.run(campaign(tmp_path, 0, "twice", lambda server: planted(DOES_IT_TWICE, server)))


def test_a_kill_leaves_no_process_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, AsyncExitStack() as stack:
            await enter(stack, sit_down(server.url, "five_crowns", people=1, bots=["expert"] * 3))
            await until(lambda: len(children(server.process.pid)) > 0, "a process thinks")
            family = children(server.process.pid)
            server.process.kill()
            await until(lambda: all(map(is_over, family)), "the processes notice that nobody asks any more")

    asyncio.run(story())


def test_a_race_that_was_called_before_a_kill_is_closed_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            first = await asyncio.to_thread(planted(WAITS_LONG_FOR_CARDS_IN_THE_AIR, Serving(tmp_path)).start)
            try:
                few = {"down": [0, 0, 0], "auto_shout": True}  # six main cards: a short race
                players = await enter(stack, sit_down(first.url, "wackee_six", bots=["expert"], options=few))
                await until(lambda: "called" in map(phase, players), "a race is called")
            finally:
                await asyncio.to_thread(first.kill)
            last = json.loads(rows(tmp_path / DATABASE, players[0].table, "body")[-1][0])
            assert "close" not in [line["do"] for line in last["lines"]]
            async with serving(tmp_path, port=port_of(first)) as server:
                await until(lambda: all(one.connected and phase(one) != "called" for one in players), "it is closed")
                assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


async def held(players: Sequence[Player]) -> str:
    """Play until a card of the first player waits in a race, and nobody does anything else; returns its id."""
    near, far = players
    while True:
        far.idle = False
        await until(lambda: bool(near._unanswered), "the first player acts")
        (name,) = near._unanswered
        seen = far.seq
        await until(lambda: name not in near._unanswered or far.seq > seen + 4, "it is answered, or others go on")  # noqa: B023 - it is called before these change
        far.idle = True
        await until(lambda: not far._unanswered, "the last action of the other player is answered")
        if name in near._unanswered and phase(far) == "play":
            return name


def test_a_card_that_waits_in_a_race_at_a_kill_has_not_happened_and_is_played_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            first = await asyncio.to_thread(planted(WAITS_LONG_FOR_FAR_PLAYERS, Serving(tmp_path)).start)
            try:
                players = await enter(stack, sit_down(first.url, "wackee_six", bots=[]))
                name = await held(players)
            finally:
                await asyncio.to_thread(first.kill)
            near, far = players
            assert f"{near.person}:{name}" not in [key for (key,) in rows(tmp_path / DATABASE, near.table, "key")]
            assert not any(told.get("id") == name for told in near.seen)
            async with serving(tmp_path, port=port_of(first)) as server:
                await until(lambda: name in near.confirmed or name in near.refused, "the card is decided now")
                far.idle, before = False, far.seq
                await until(lambda: all(one.seq > before + 4 for one in players), "the match goes on")
                assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())


# Signals


@asynccontextmanager
async def who_does_not_read(url: str, code: str) -> AsyncIterator[None]:
    """A spectator with a small window, who asks for more than it holds."""
    seated = await asyncio.to_thread(post, url, "/api/join", {"code": code, "name": "Away", "watch": True})
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plug.setblocking(False)
    host, port = url.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(plug, (host, int(port)))
    patience: dict[str, Any] = {"open_timeout": PATIENCE_S, "close_timeout": 0.1}
    away = await connect(f"ws://{host}:{port}/ws", sock=plug, compression=None, max_queue=1, **patience)
    await away.send(json.dumps({"type": "hello", "version": wire.VERSION, "token": seated["token"]}))
    for number in range(400):  # some 400 KB: more than the system buffers, less than the server queues
        await away.send(json.dumps({"type": "resync", "id": f"more {number}"}))
        await asyncio.sleep(0.05 if number % 50 == 0 else 0)
    try:
        yield
    finally:
        away.transport.abort()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_matches_tells_everybody_and_ends_with_0(tmp_path: Path, number: int) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            began = time.monotonic()
            async with serving(tmp_path) as server:
                start_s, port = time.monotonic() - began, port_of(server)
                tables = [sit_down(server.url, "wig_out"), sit_down(server.url, "five_crowns", people=1)]
                players = [one for table in tables for one in await enter(stack, table)]
                await stack.enter_async_context(who_does_not_read(server.url, players[0].code))
                await until(lambda: len(children(server.process.pid)) > 0, "a bot of Five Crowns thinks")
                await until(lambda: bool(players[0].confirmed), "the race goes on")
                family = [server.process.pid, *children(server.process.pid)]
                began = time.monotonic()
                for one in family if number == signal.SIGINT else family[:1]:  # Ctrl-C reaches the whole family
                    os.kill(one, number)
                code = await asyncio.to_thread(server.process.wait, PATIENCE_S)
                took_s = time.monotonic() - began
                assert 0 == code
                assert took_s < time_to_stop(start_s)
                await until(lambda: all(player.byes for player in players), "everybody is told")
                assert [(1012, 1012)] * 3 == [player.byes[0] for player in players]
                await until(lambda: all(map(is_over, family)), "nothing is left of it")
                assert [] == [line for line in server.logged if "error" in line or "Traceback" in line]
            async with serving(tmp_path, port=port) as server:
                before = [player.seq for player in players]
                await until(lambda: all(one.seq > n for one, n in zip(players, before, strict=True)), "it goes on")
                assert 0 == await asyncio.to_thread(server.end)
        check(tmp_path / DATABASE, players)

    asyncio.run(story())
