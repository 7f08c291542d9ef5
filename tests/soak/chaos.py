"""Real nodes on a real PostgreSQL that are killed, paused and restarted, while players play at all of them.

What every player was told is compared with the database: nothing confirmed may be lost, doubled or out of order, and no
node may tell anybody less than they knew.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from itertools import count

import asyncpg
import msgspec

from tests.server.processes import planted
from tests.soak.chaos_report import Report, keep, keep_log, summary
from tests.support.journal_check import check_store
from tests.support.nodes import Change, Nodes, Roamer
from tests.support.postgres import Postgres
from tests.support.serving import Serving
from tests.support.socket_players import sit_down, until

NODES = 3
TABLES = (("wig_out", ("casual",)), ("wackee_six", ("casual",)), ("five_crowns", ("casual",)), ("wig_out", ()))

OFF = """
import time
wall = time.time
time.time = lambda: wall() + {hours} * 3600
"""


class Plan(msgspec.Struct, frozen=True):
    """What happens in a campaign, in random order; the rolling restart comes last."""

    kills: int = 6
    pauses: int = 2
    crashes: int = 1
    rolling: int = 1
    cuts: int = 0  # of a node's way to the database or to other nodes
    promotions: int = 0  # of the standby; one at most
    full: int = 0  # the database's disk is full for a while
    stopped: int = 0  # a backend of the database is stopped with a commit inside it
    clocks: bool = False  # the nodes' wall clocks are wrong by an hour, each in its own direction
    paused_s: tuple[float, float] = (8.0, 8.0)


async def campaign(
    postgres: Postgres,
    plan: Plan,
    seed: str,
    change: Change = lambda server: server,
    standby: Postgres | None = None,
) -> Report:
    """One campaign with new tables. Raises `AssertionError` with all that was wrong."""
    rng, report = random.Random(seed), Report()
    if plan.clocks:
        change = wrong_clocks
    nodes = await asyncio.to_thread(partial(Nodes, postgres, NODES, change, cuts=plan.cuts > 0, standby=standby))
    try:
        await asyncio.to_thread(nodes.start_all)
        async with AsyncExitStack() as stack:
            players = await _enter(nodes, seed, stack)
            try:
                await _misfortunes(nodes, players, rng, report, plan)
            except AssertionError:
                keep_log(seed, await asyncio.to_thread(_seen, nodes, players))
                raise
        await asyncio.to_thread(_check, nodes, players, report)
        if report.missed:
            report.logged = nodes.logged()
    finally:
        await asyncio.to_thread(nodes.close)
    return report


async def _enter(nodes: Nodes, seed: str, stack: AsyncExitStack) -> list[Roamer]:
    """People at all tables, until the stack is closed."""
    players: list[Roamer] = []
    for number, (game, bots) in enumerate(TABLES):
        url = nodes.urls[number % NODES]
        for one in await asyncio.to_thread(sit_down, url, game, f"{seed} {number}", 2, bots):
            roamer = Roamer(nodes.urls, one.seated, random.Random(f"{seed} {number} {one.person}"))
            players.append(await stack.enter_async_context(roamer))
    return players


async def _misfortunes(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, plan: Plan) -> None:
    """All that a plan has, in random order; then the nodes are stopped."""
    events = ["kill"] * plan.kills + ["pause"] * plan.pauses + ["crash"] * plan.crashes + ["cut"] * plan.cuts
    events += ["promote"] * plan.promotions + ["full"] * plan.full + ["stop"] * plan.stopped
    rng.shuffle(events)
    await _play_on(players, rng)
    for event in (*events, *["roll"] * plan.rolling):
        await EVENTS[event](nodes, players, rng, report, plan)
    for number in range(NODES):
        await asyncio.to_thread(nodes.stop, number)


def _seen(nodes: Nodes, players: list[Roamer]) -> str:
    """How everything is at the moment, and what the nodes have logged."""
    lines = [str(player) for player in players]
    with suppress(OSError, TimeoutError, asyncpg.PostgresError):
        for query in ("id, url, dead, until FROM nodes", "id, owner, epoch, last FROM tables", BUSY):
            lines += [str(dict(row)) for row in nodes.asked(f"SELECT {query}")]
    return "\n".join((*lines, nodes.logged()))


def wrong_clocks(server: Serving) -> Serving:
    """A node whose wall clock is off: every other one is an hour ahead, the others behind."""
    return planted(OFF.format(hours=1 if int(server.command[server.command.index("--port") + 1]) % 2 else -1), server)


def _check(nodes: Nodes, players: list[Roamer], report: Report) -> None:
    records = [row[0] for row in nodes.asked("SELECT name FROM records ORDER BY name")]
    with closing(nodes.opened()) as store:
        report.tally = check_store(store, records, players)
    stale = """SELECT count(*) FROM entries later JOIN entries earlier USING (table_id)
      WHERE later.seq = earlier.seq + 1 AND later.epoch < earlier.epoch"""
    assert 0 == nodes.asked(stale)[0][0], "a stale epoch was written"
    assert 0 == nodes.asked("SELECT count(*) FROM tables WHERE owner IS NOT NULL")[0][0], "SIGTERM releases all tables"


async def _play_on(players: list[Roamer], rng: random.Random) -> None:
    """Everybody is there, and a random number of moves is made, so that a slow machine is not hit earlier."""
    await until(lambda: all(player.connected for player in players), "everybody is welcome")
    done = sum(len(player.confirmed) for player in players) + 5 + rng.randrange(40)
    await until(lambda: sum(len(player.confirmed) for player in players) >= done, "the players go on")
    await asyncio.sleep(rng.uniform(0, 0.05))


async def _welcome_again(players: list[Roamer], since: float) -> float:
    """Wait until everybody has an answer from a node that lives; returns the seconds since then."""
    await until(
        lambda: all(player.connected and (not player._unanswered or player.asked_at > since) for player in players),
        "everybody is welcome, and answered",
    )
    return max(player.welcomed_at for player in players) - since


async def _kill(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    number = rng.randrange(NODES)
    began = time.monotonic()
    await asyncio.to_thread(nodes.kill, number)
    report.note("kills", max(0.0, await _welcome_again(players, began)))
    starting = asyncio.create_task(asyncio.to_thread(nodes.start, number))
    await _play_on(players, rng)
    await starting


async def _pause(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, plan: Plan) -> None:
    number = rng.randrange(NODES)
    _measure(players)
    nodes.pause(number)
    try:
        await asyncio.sleep(rng.uniform(*plan.paused_s))
        report.note("pauses", max(player.waits_s() for player in players))
    finally:
        nodes.resume(number)
    await _play_on(players, rng)


async def _crash(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    await asyncio.to_thread(nodes.postgres.crash)
    await asyncio.to_thread(nodes.postgres.start)
    began = time.monotonic()
    report.note("crashes", max(0.0, await _welcome_again(players, began)))
    await _play_on(players, rng)


async def _cut(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    """Nothing passes for some seconds between a node and the database or the others, in one direction or both."""
    cutter = rng.choice((*nodes.to_database, *nodes.to_node))
    how = rng.choice(((0,), (1,), (0, 1), None))
    if how is None:
        cutter.cut()
    else:
        cutter.hold(*how)
    await asyncio.sleep(rng.uniform(1.0, 9.0))
    cutter.mend()
    began = time.monotonic()
    report.note("cuts", max(0.0, await _welcome_again(players, began)))
    await _play_on(players, rng)


async def _promote(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    began = time.monotonic()
    await asyncio.to_thread(nodes.promoted)
    report.note("promotions", max(0.0, await _welcome_again(players, began)))
    await _play_on(players, rng)


async def _full(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    """For some seconds the database says to every append that its disk is full, in the midst of it."""
    await asyncio.to_thread(nodes.asked, FULL)
    trigger = "CREATE TRIGGER full_disk AFTER INSERT ON entries EXECUTE FUNCTION full_disk()"
    await asyncio.to_thread(nodes.asked, trigger)
    await asyncio.sleep(rng.uniform(0.2, 6.0))
    await asyncio.to_thread(nodes.asked, "DROP TRIGGER full_disk ON entries")
    began = time.monotonic()
    report.note("full", max(0.0, await _welcome_again(players, began)))
    await _play_on(players, rng)


async def _stop(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    """A backend stands still in the midst of a commit, longer than the node waits, and then goes on with it."""
    pid = await asyncio.to_thread(nodes.stop_a_commit)
    try:
        await asyncio.sleep(rng.uniform(1.0, 9.0))
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    began = time.monotonic()
    report.note("stopped", max(0.0, await _welcome_again(players, began)))
    await _play_on(players, rng)


def _measure(players: list[Roamer]) -> None:
    for player in players:
        player.measure()


async def _roll(nodes: Nodes, players: list[Roamer], rng: random.Random, report: Report, _: Plan) -> None:
    _measure(players)
    for number in range(NODES):
        await asyncio.to_thread(nodes.stop, number)
        await asyncio.to_thread(nodes.start, number)
        await _play_on(players, rng)
    report.note("waits", max(player.waits_s() for player in players))


EVENTS = {
    "kill": _kill,
    "pause": _pause,
    "crash": _crash,
    "cut": _cut,
    "promote": _promote,
    "full": _full,
    "stop": _stop,
    "roll": _roll,
}
BUSY = """pid, application_name, state, wait_event_type, wait_event, query_start, left(query, 60) AS query
FROM pg_stat_activity WHERE backend_type = 'client backend'"""
FULL = """CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$"""
# One after the other in a soak; together they have 300 kills, 150 pauses and 50 crashes after 25 rounds
ROUND = (
    Plan(kills=8, pauses=4, crashes=1, rolling=1, paused_s=(2.0, 30.0)),
    Plan(kills=1, pauses=0, crashes=0, rolling=0, cuts=8),
    Plan(kills=1, pauses=2, crashes=1, rolling=1, full=3, stopped=3, clocks=True, paused_s=(2.0, 30.0)),
    Plan(kills=2, pauses=0, crashes=0, rolling=0, promotions=1),
)


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Campaigns until the time is over; a fault ends it with the seed in the message."""
    until_s, whole = time.monotonic() + seconds, Report()
    first = random.randrange(1_000_000)
    with Postgres(durable=True) as postgres:
        for number in count(first):
            plan, seed = ROUND[number % len(ROUND)], f"chaos {number}"
            try:
                piece = promoted(plan, seed) if plan.promotions else asyncio.run(campaign(postgres, plan, seed))
            except AssertionError as fault:
                raise AssertionError(f"{seed}, {plan}: {fault}") from fault
            keep(seed, piece)
            whole.add(piece)
            say(summary(whole))
            if time.monotonic() > until_s:
                return


def promoted(plan: Plan, seed: str) -> Report:
    """A campaign on a database with a synchronous standby, which takes its place."""
    with Postgres(durable=True) as postgres, Postgres(durable=True, standby_of=postgres) as standby:
        postgres.wait_for(standby)
        return asyncio.run(campaign(postgres, plan, seed, standby=standby))
