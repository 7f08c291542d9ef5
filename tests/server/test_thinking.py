"""Questions, bots and lists of legal actions at a table whose thinking processes are slow, hung or busy with others."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count
from typing import Any

import msgspec
import pytest

from rumpus.server.work import jobs, thinking
from rumpus.server.work.jobs import LEGAL, MOVE, QUESTION, RECORD, Kind, TooLate
from tests.server.fake_processes import WorkingFarm
from tests.soak.mutations import finished
from tests.support.clock import settle, until
from tests.support.in_process import LocalConnection, LocalServer, with_server

COSTS_S: dict[Kind, float] = {MOVE: 0.05, LEGAL: 0.05, QUESTION: 0.4, RECORD: 4.5}
QUICK = {"countdown_s": 0, "wait_s": 0, "turn_s": None}


class Held:
    """A `think` that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Kind, Any, asyncio.Future[Any]]] = []

    async def think(self, kind: Kind, asker: jobs.Asker, work: Any, *args: Any) -> Any:
        future = asyncio.get_running_loop().create_future()
        self.asked.append((kind, work, future))
        return await future

    def open(self, *works: Any) -> list[asyncio.Future[Any]]:
        """The calls of this work that wait for their answer."""
        return [future for _, work, future in self.asked if work in works and not future.done()]


async def table_with_bots(server: LocalServer, address: str, bots: int = 1) -> tuple[dict[str, Any], LocalConnection]:
    seated = await server.open("five_crowns", bots=["casual"] * bots, settings=QUICK, address=address)
    player = await server.enter(seated, address=address)
    await player.ask("begin")
    return seated, player


async def play_a_turn(player: LocalConnection) -> None:
    """Take and discard, once it is the player's turn."""
    await until(lambda: bool(player.last("happened", "welcome")["legal"]))
    for _ in range(2):
        answer = await player.does(player.last("happened", "welcome")["legal"][0])
        assert "refused" != answer["type"], answer


@with_server()
async def test_a_seat_has_one_question_under_way_and_the_newest_of_a_kind_waits(server: LocalServer) -> None:
    _, player = await table_with_bots(server, "a")
    await until(lambda: bool(player.last("happened")["legal"]))
    held = Held()
    server.rooms.think = held.think
    for n in range(5):
        player.say({"type": "hint", "id": f"hint {n}"})
    player.say({"type": "playable", "id": "playable"})
    await settle()
    assert 1 == len(held.open(thinking.hint, thinking.legal))
    refused = [told["id"] for told in player.heard("refused") if told["reason"] == "table-not-now"]
    assert ["hint 1", "hint 2", "hint 3"] == refused
    answered = []
    while waiting := held.open(thinking.hint, thinking.legal):
        answered.append(len(waiting))
        waiting[0].set_result(None)
        await settle()
    assert [1, 1, 1] == answered
    done = {told["id"] for told in player.heard("done")}
    assert {"hint 0", "hint 4", "playable"} <= done


@with_server()
async def test_a_question_without_an_answer_in_time_is_refused(server: LocalServer) -> None:
    _, player = await table_with_bots(server, "a")
    await until(lambda: bool(player.last("happened")["legal"]))
    held = Held()
    server.rooms.think = held.think
    player.say({"type": "hint", "id": "late"})
    await settle()
    held.open(thinking.hint)[0].set_exception(TooLate("too late"))
    await settle()
    assert "table-not-now" == next(told["reason"] for told in player.heard("refused") if told["id"] == "late")


@with_server()
async def test_a_bot_without_an_answer_in_time_makes_a_plain_move_and_the_late_answer_is_dropped(
    server: LocalServer,
) -> None:
    farm = WorkingFarm({**COSTS_S, MOVE: 1e6})
    server.rooms.think = farm.think
    seated, player = await table_with_bots(server, "a", bots=3)
    match = server.keeper(seated).table.match
    loop = asyncio.get_running_loop()
    began = loop.time()
    for _ in range(2):
        await play_a_turn(player)
        await until(lambda: 0 in match.state.to_act())
    assert loop.time() - began < 80, "three bots make two moves in a turn, each after 2 seconds and one more"
    assert farm.lanes["play"].killed > 0, "a process that hangs is replaced"
    farm.close()


@with_server()
async def test_only_the_latest_list_of_legal_actions_of_a_connection_is_wanted(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated, player = await table_with_bots(server, "a")
    await until(lambda: bool(player.last("happened")["legal"]))
    keeper = server.keeper(seated)
    held = Held()
    server.rooms.think = held.think
    session = keeper.sessions[1]
    monkeypatch.setattr(type(keeper.table.match.state), "quick_legal", lambda self, seat: None)
    for _ in range(20):
        keeper.questions.legal(keeper.table, session)
        await settle()
    assert 1 == len(held.open(thinking.legal_text))
    held.open(thinking.legal_text)[0].set_exception(TooLate("too late"))
    await asyncio.sleep(5)
    held.open(thinking.legal_text)[0].set_result(b'["asked again"]')
    await settle()
    assert ["asked again"] == player.last("legal")["legal"]


# Twenty people who ask for hints all the time, and eight uploads, beside a quiet table


async def ask_for_hints(player: LocalConnection, counts: Counter[str]) -> None:
    """Ask for the next hint as soon as the last one is answered."""
    for number in count():
        id_ = f"h{number}"
        player.say({"type": "hint", "id": id_})
        while not (answers := [told for told in player.told[-3:] if told.get("id") == id_]):
            await asyncio.sleep(0.01)
        counts[answers[0]["type"]] += 1


async def slowest_move(server: LocalServer, farm: WorkingFarm) -> float:
    """How long the bot of a quiet table waits for its move at most, in four turns."""
    seated, player = await table_with_bots(server, "198.51.100.99")
    match = server.keeper(seated).table.match
    farm.took.clear()
    moves: list[float] = []
    for _ in range(8):  # a round may end in between, and then the same person may have the next turn too
        await play_a_turn(player)
        await until(lambda: 0 in match.state.to_act())
        moves = [seconds for work, seconds in farm.took if work is thinking.move]
        if len(moves) >= 8:
            break
    assert len(moves) >= 8
    return max(moves)


async def beside(server: LocalServer, farm: WorkingFarm) -> tuple[float, float, Counter[str]]:
    """The slowest move of a quiet table's bot alone and beside the floods; and the answers to those who flood."""
    server.rooms.think = farm.think
    alone = await slowest_move(server, farm)
    counts: Counter[str] = Counter()
    players = [(await table_with_bots(server, f"203.0.113.{n}"))[1] for n in range(20)]
    floods: list[asyncio.Task[Any]] = [asyncio.ensure_future(ask_for_hints(player, counts)) for player in players]
    record = finished("wig_out")
    floods += [asyncio.ensure_future(server.request("/api/replay", record)) for _ in range(8)]
    await asyncio.sleep(8)  # the queue is long by now
    disturbed = await slowest_move(server, farm)
    for flood in floods:
        flood.cancel()
    farm.close()
    return alone, disturbed, counts


@with_server()
async def test_twenty_people_who_ask_for_hints_and_eight_uploads_delay_no_bot(server: LocalServer) -> None:
    alone, disturbed, counts = await beside(server, WorkingFarm(COSTS_S))
    others = COSTS_S[QUESTION] + 20 * COSTS_S[MOVE]  # one hint, and one move of each other table
    assert alone < 4 * COSTS_S[MOVE]
    assert disturbed < alone + others, "the bot has waited for several hints, or for a record"
    assert counts["done"] > 20, "those who ask get answers too"


class FirstCome(WorkingFarm):
    """One queue for everything, first come, first served."""

    def __init__(self) -> None:
        super().__init__({in_line(kind): seconds for kind, seconds in COSTS_S.items()})

    async def think(self, kind: Kind, asker: jobs.Asker, work: Any, *args: Any) -> Any:
        return await super().think(in_line(kind), jobs.NOBODY, work, *args)


def in_line(kind: Kind) -> Kind:
    """The kind as it is if none is more important than another."""
    return msgspec.structs.replace(kind, lane="play", rank=0, wait_s=1e6)


@with_server()
async def test_one_queue_for_everything_is_caught(server: LocalServer) -> None:
    alone, disturbed, _ = await beside(server, FirstCome())
    assert alone < 4 * COSTS_S[MOVE]
    assert disturbed > 5.0, disturbed
