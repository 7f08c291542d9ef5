"""Tables that people leave in every way; nothing of them may stay in memory."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

from rumpus.journal import Entry, Unsaved
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.net.session import SILENT_S, Session
from rumpus.server.rooms import PUT_AWAY_S
from rumpus.table import Match, Table
from tests.soak.siege import GAME_NAMES, no_errors
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalConnection, LocalServer, table_of

Way = Callable[[LocalServer, str], Coroutine[Any, Any, None]]
SETTINGS = {"countdown_s": 0, "wait_s": 20, "grace_s": 5}


async def _begun(server: LocalServer, name: str, **settings: Any) -> tuple[list[dict[str, Any]], list[LocalConnection]]:
    ana = await server.open(name, settings={**SETTINGS, **settings})
    seated = [ana, await server.join(ana, "Bo")]
    connections = [await server.enter(one) for one in seated]
    await connections[1].ask("ready")
    await connections[0].ask("begin")
    return seated, connections


async def never_come(server: LocalServer, name: str) -> None:
    """Opened, and nobody ever connects."""
    await server.join(await server.open(name), "Bo")


async def come_and_drop(server: LocalServer, name: str) -> None:
    """Connected, and the line goes dead."""
    (await server.enter(await server.open(name))).drop()


async def leave_the_lobby(server: LocalServer, name: str) -> None:
    """Everybody leaves before the start."""
    ana = await server.open(name)
    bo = await server.join(ana, "Bo")
    for one in (ana, bo):
        await (await server.enter(one)).ask("leave")


async def drop_in_play(server: LocalServer, name: str) -> None:
    """A match is under way, and all lines go dead."""
    _, connections = await _begun(server, name)
    for one in connections[1:]:
        one.say({"type": "ready", "id": "ready for go"})
    connections[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
    for one in connections:
        one.drop()


async def fall_silent(server: LocalServer, name: str) -> None:
    """Nobody answers pings any more; nothing says that they are gone."""
    _, connections = await _begun(server, name)
    for one in connections:
        one.ponging = False


async def abandon(server: LocalServer, name: str) -> None:
    """All leave the match."""
    _, connections = await _begun(server, name)
    for one in connections:
        await one.ask("leave")


async def one_stays_a_while(server: LocalServer, name: str) -> None:
    """One leaves for a stand-in, the other drops later."""
    _, connections = await _begun(server, name)
    await connections[1].ask("leave")
    await asyncio.sleep(8)
    connections[0].drop()


async def remove_everybody(server: LocalServer, name: str) -> None:
    """The host removes everybody and drops."""
    ana = await server.open(name)
    a = await server.enter(ana)
    for who in ("Bo", "Cy"):
        one = await server.join(ana, who)
        connection = await server.enter(one) if who == "Bo" else None
        await a.ask("remove", person=one["person"])
        assert connection is None or connection.closed is not None
    a.drop()


async def look_on(server: LocalServer, name: str) -> None:
    """The host leaves, a spectator stays for a while and drops."""
    ana = await server.open(name)
    spy = await server.enter(await server.join(ana, "Spy", watch=True))
    await (await server.enter(ana)).ask("leave")
    spy.drop()


async def pause_and_drop(server: LocalServer, name: str) -> None:
    """Paused, and everybody is gone."""
    _, connections = await _begun(server, name)
    await connections[0].ask("pause", paused=True)
    for one in connections:
        one.drop()


async def count_down_and_drop(server: LocalServer, name: str) -> None:
    """A countdown runs, and everybody is gone."""
    _, connections = await _begun(server, name, countdown_s=10)
    for one in connections[1:]:
        one.say({"type": "ready", "id": "ready for go"})
    connections[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
    await settle()
    for one in connections:
        one.drop()


async def move_and_never_come(server: LocalServer, name: str) -> None:
    """Moved to another device, which never comes."""
    a = await server.enter(await server.open(name))
    code = (await a.ask("device"))["found"]["code"]
    assert 200 == (await server.request("/api/device", {"code": code})).status


async def ask_for_a_code(server: LocalServer, name: str) -> None:
    """A device code is asked for and never used."""
    a = await server.enter(await server.open(name))
    await a.ask("device")
    a.drop()


async def read_nothing(server: LocalServer, name: str) -> None:
    """A reader that stops to read, and is cut off."""
    a = await server.enter(await server.open(name))
    a.reading.clear()
    for at in range(400):
        a.say({"type": "resync", "id": f"r{at}"})
    await settle()
    a.drop()


async def two_tabs(server: LocalServer, name: str) -> None:
    """The same seat in many tabs, all dropped."""
    ana = await server.open(name)
    for one in [await server.enter(ana) for _ in range(3)]:
        one.drop()


async def play_with_bots_and_drop(server: LocalServer, name: str) -> None:
    """Bots think when the only person goes."""
    a = await server.enter(await server.open(name, bots=["beginner", "beginner"], settings=SETTINGS))
    await a.ask("begin")
    await a.ask("hint")
    a.drop()


async def come_back_by_code(server: LocalServer, name: str) -> None:
    """Put away, brought back by its code and by its token, and left again."""
    ana = await server.open(name)
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert table_of(ana) not in server.rooms.live
    await server.join(ana, "Bo")
    (await server.enter(ana)).drop()


async def ask_for_steps(server: LocalServer, name: str) -> None:
    """Somebody looks at the match under way when all are gone."""
    seated, connections = await _begun(server, name)
    for one in connections:
        one.drop()
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert 200 == (await server.request("/api/steps", {"token": seated[0]["token"]})).status


async def connect_only(server: LocalServer, name: str) -> None:
    """A wrong token, a hello that never comes, a frame that is none."""
    ana = await server.open(name)
    await server.enter({"token": f"{table_of(ana)}.0"})
    server.connect()
    server.connect().say("{")


async def fail_to_save(server: LocalServer, name: str) -> None:
    """The disk refuses, the table is taken up again, and all drop."""
    seated, connections = await _begun(server, name)
    commit = server.store.commit
    full = table_of(seated[0])

    def refuses(batch: Sequence[tuple[str, Entry]]) -> dict[str, Exception]:
        return {full: Unsaved("the disk is full")} | commit([row for row in batch if row[0] != full])

    with patch.object(server.store, "commit", refuses):
        answer = await connections[0].ask("pause", paused=True)
        assert "refused" == answer["type"] or connections[0].closed is not None
    for one in connections:
        one.drop()


WAYS: tuple[Way, ...] = (
    *(never_come, come_and_drop, leave_the_lobby, drop_in_play, fall_silent, abandon, one_stays_a_while),
    *(remove_everybody, look_on, pause_and_drop, count_down_and_drop, move_and_never_come, ask_for_a_code),
    *(read_nothing, two_tabs, play_with_bots_and_drop, come_back_by_code, ask_for_steps, connect_only, fail_to_save),
)
LIVING = (Keeper, Table, Match, Session)


def living() -> Counter[str]:
    """How many tables, keepers, matches and sessions there are in this process."""
    gc.collect()
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, LIVING))


async def _left(tables: int, ways: tuple[Way, ...], seed: object) -> None:
    rng = Random(f"left {seed}")
    start = living()
    async with LocalServer(seed=f"left {seed}") as server:
        rooms, loop = server.rooms, asyncio.get_running_loop()
        tasks = len(asyncio.all_tasks())
        leaving = []
        for at in range(tables):
            way = ways[at % len(ways)]
            leaving.append(loop.create_task(way(server, GAME_NAMES[at // len(ways) % len(GAME_NAMES)])))
            if rng.random() < 0.2:
                await asyncio.sleep(rng.random() * 3)
        await asyncio.gather(*leaving)
        del leaving
        await asyncio.sleep(PUT_AWAY_S + SILENT_S + 90)
        limits = (rooms.seating._opening, rooms.seating._joining, rooms.seating.wrong_codes, rooms.record_lookups)
        found = {
            "tables": sorted(rooms.live),
            "codes": rooms._codes,
            "sessions": rooms.sessions,
            "addresses": dict(rooms.connected),
            "devices": rooms.seating._devices,
            "accounts": rooms.budgets,
            "loading": rooms._loading,
            **{str(at): one._buckets for at, one in enumerate(limits)},
            "connections": server.connections,
            "backlog": server.journal.backlog,
        }
        assert {} == {what: value for what, value in found.items() if value}
        assert tasks == len(asyncio.all_tasks())
        timers = [one for one in loop._scheduled if not one.cancelled()]  # type: ignore[attr-defined]  # asyncio's own
        assert len(timers) <= 2, timers  # this sleep is over; the server looks around every second
        assert start == living()


def leave(tables: int, ways: tuple[Way, ...] = WAYS, seed: object = 0) -> None:
    """So many tables are opened and left in every way; then everything is as it was at the start."""
    with no_errors():
        run_virtual(lambda: _left(tables, ways, seed))
