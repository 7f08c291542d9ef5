"""What requests of circles and challenges cost at their largest, beside what is declared: python -m bench.routes.

A circle as full as the limits allow, and challenges with as many results. Processor time of this thread per request,
the median and the most of several; worker time apart; bytes of the answer, and of the entries that are written. In
memory: no disk, no sockets.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from rumpus.challenge import Finished, Outcome
from rumpus.circle.league import MOST_PAST, MOST_PLAYERS, MOST_ROUNDS
from rumpus.server.budget.costs import HTTP
from tests.challenge.test_beat import finished
from tests.support.circles import Phone, join_circle, open_circle, sheet
from tests.support.clock import run_virtual
from tests.support.devices import Device, day
from tests.support.in_process import GENEROUS, Answer, LocalServer

TIMES = 9
MEMBERS, RESULTS, ENTRIES = 40, 5_000, 5_000
TABLES_OF_A_ROUND = MOST_PLAYERS // 2
Ask = Callable[[int], Awaitable[Answer]]


class Meter:
    """Times requests of one server."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.worker_s = 0.0
        think = server.rooms.think

        async def timed(kind: Any, asker: Any, work: Any, *args: Any) -> Any:
            before = time.thread_time()
            try:
                return await think(kind, asker, work, *args)
            finally:
                self.worker_s += time.thread_time() - before

        server.rooms.think = timed

    def _written(self) -> int:
        return sum(len(entry.body) for log in self.server.store._tables.values() for entry in log.entries)  # noqa: SLF001 - counts bytes

    async def measure(self, path: str, ask: Ask, times: int = TIMES) -> None:
        """Ask several times, and print the costs beside what is declared."""
        loop_ms, worker_ms, sent, written = [], [], 0, 0
        for number in range(times):
            self.worker_s, size = 0.0, self._written()
            began = time.thread_time()
            answer = await ask(number)
            took = time.thread_time() - began
            assert answer.status in (200, 201, 204), (path, answer.status, answer.body[:200])
            loop_ms.append(1000 * (took - self.worker_s))
            worker_ms.append(1000 * self.worker_s)
            sent, written = max(sent, len(answer.body)), max(written, self._written() - size)
        cost = HTTP[path]
        print(
            f"{path:34} loop {statistics.median(loop_ms):7.2f} most {max(loop_ms):7.2f} of {cost.loop_ms:6.1f} ms"
            f" | worker {max(worker_ms):6.0f} of {cost.thinking_ms:6.0f} ms"
            f" | sent {sent / 1024:7.1f} of {cost.sent_kb:6.0f} kB"
            f" | written {written / 1024:7.1f} of {cost.written_kb:6.0f} kB",
            flush=True,
        )


async def circles(server: LocalServer, meter: Meter) -> None:
    """A circle with as many members and results as there may be."""
    ana = await open_circle(server)
    others = [await join_circle(ana, f"Member number {number}") for number in range(MEMBERS - 3)]
    players = [{"name": f"Somebody {seat}", "avatar": "fox", "member": None, "bot": None} for seat in range(6)]
    rounds = [[seat + turn for seat in range(6)] for turn in range(11)]
    whole = {"players": players, "parties": [[seat] for seat in range(6)], "rounds": rounds}
    facts = {**whole, "totals": [sum(turn[seat] for turn in rounds) for seat in range(6)], "ranks": [1, 2, 3, 4, 5, 6]}

    league = await leagues(ana, others)
    for seat, member in enumerate((ana, *others[1:6])):
        players[seat]["member"] = member.me  # who does not meet: each is looked at, and does not count

    def one(number: int) -> Any:
        played = {"league": league, "table": number % TABLES_OF_A_ROUND}
        return sheet(f"pad-{number:08}", league=played, **facts)

    for number in range(RESULTS - 2 * TIMES):
        if (await ana.ask("/results", one(number))).status == 409:  # as many bytes as there may be
            await ana.does("strike", id=one(number - 1)["id"])
            for last in range(2 * TIMES):
                await ana.does("strike", id=one(number - 2 - last)["id"])
            break
    print(f"a circle of {MEMBERS - 2} members, {(await ana.circle())['results']} results")
    root = "/api/circles"
    secret = (await ana.circle())["secret"]
    shown = {"circle": ana.id, "secret": secret}
    opening = {"name": "Us", "member": {"name": "Zoe", "avatar": "fox"}}
    await meter.measure(root, lambda _: server.request(root, opening))
    await meter.measure(f"{root}/look", lambda _: server.request(f"{root}/look", shown))
    joins = iter(["Yan", "Zed"])
    await meter.measure(
        f"{root}/join", lambda _: server.request(f"{root}/join", {**shown, "name": next(joins), "avatar": "owl"}), 2
    )
    await meter.measure(f"{root}/{{id}}", lambda _: ana.ask())
    await meter.measure(f"{root}/{{id}}/code", lambda _: ana.ask("/code", {}))

    async def claim(_: int) -> Answer:
        code = (await ana.ask("/code", {})).json()["code"]
        return await server.request(f"{root}/claim", {"code": code})

    await meter.measure(f"{root}/claim", claim, 3)
    await meter.measure(f"{root}/{{id}}/book", lambda _: ana.ask("/book?after=0"))
    await meter.measure(f"{root}/{{id}}/results", lambda number: ana.ask("/results", one(RESULTS + number)))
    change = {"do": "correct", "result": one(1)}
    await meter.measure(f"{root}/{{id}}/change", lambda _: ana.ask("/change", change))
    await meter.measure(f"{root}/{{id}}/export", lambda _: ana.ask("/export"))
    text = (await ana.ask("/export")).body
    await meter.measure(f"{root}/import", lambda _: server.request(f"{root}/import?member={ana.me}", text), 3)
    await meter.measure(f"{root}/{{id}}/forget", lambda number: others[number].ask("/forget", {"member": None}), 3)
    await meter.measure(f"{root}/{{id}}/clear", lambda _: clear(ana), 1)


async def leagues(ana: Phone, others: list[Phone]) -> str:
    """As many leagues as are remembered, and then the longest ladder, played to its last round; returns its id."""
    members = [one.me for one in (ana, *others)][:MOST_PLAYERS]

    async def play(league: str, number: int, table: int, *both: str) -> None:
        two = [{"name": "Somebody", "avatar": "fox", "member": member, "bot": None} for member in both]
        played = {"league": league, "table": table}
        await ana.ask("/results", sheet(f"league-{number:08}", players=two, game="wig_out", league=played))

    for number in range(MOST_PAST + 1):
        begun = await ana.does("league", form="ladder", game="wig_out", members=members, rounds=MOST_ROUNDS)
        league: str = begun["league"]["league"]["id"]
        await play(league, number, 0, *members[:2])
    while waiting := [one for one in (await ana.circle())["league"]["tables"] if not one["over"]]:
        for one in waiting:
            if one["round"] == MOST_ROUNDS:
                return league
            number += 1
            await play(league, number, one["table"], *one["members"])
    return league


async def clear(ana: Phone) -> Answer:
    """Vote for an empty book."""
    return await ana.ask("/clear", {"what": "book"})


async def challenges(server: LocalServer, meter: Meter) -> None:
    """Deals of the day with as many results as there may be, and challenges made of long matches."""
    device = Device(server, "Ana")
    for game in ("five_crowns", "wig_out", "wackee_six"):
        await device.view(day(game))
        keeper = await server.rooms.challenges.keeper(day(game))
        assert keeper is not None
        outcome = Outcome(name="Somebody with name", avatar="fox", points=7, rank=1, ms=90_000, record="r" * 32, at=1.0)
        rows = [Finished(device=f"{number:064}", outcome=outcome) for number in range(ENTRIES - TIMES)]
        await keeper.do(lambda _, rows=rows: rows)  # type: ignore[misc]  # a default binds the loop's value
    await meter.measure("/api/daily", lambda _: device.request("/api/daily"))
    await meter.measure("/api/challenges/{id}", lambda _: device.request(f"/api/challenges/{day()}"))

    async def enter(number: int) -> Answer:
        who = Device(server, f"Number {number}")
        return await who.request(f"/api/challenges/{day()}/enter", {"name": who.name})

    await meter.measure("/api/challenges/{id}/enter", enter)

    async def take(number: int) -> Answer:
        who = Device(server, f"Away {number}")
        return await who.request(f"/api/challenges/{day()}/take", {"name": who.name})

    await meter.measure("/api/challenges/{id}/take", take)
    text = (await device.record((await device.play(day()))["record"])).body

    async def hand_in(number: int) -> Answer:
        return await Device(server, f"Away {number}").request(f"/api/challenges/{day()}/result", text)

    print(f"a record of {len(text) / 1024:.0f} kB")
    await meter.measure("/api/challenges/{id}/result", hand_in)
    for game, options in (
        ("five_crowns", {"rounds": 11}),
        ("wackee_six", {"target": 300}),
        ("wig_out", {"rounds": 50}),
    ):
        table, lobby = await finished(server, game, ("skilled",) * 5, options=options)
        lines = len((await server.request(f"/api/records/{lobby['record']}")).body.splitlines())
        print(f"a match of {game} with {lines} lines")
        for round_ in (None, 1):
            ask = {"token": table["token"], "round": round_}
            # a default binds the loop's value
            await meter.measure("/api/challenges", lambda _, ask=ask: device.request("/api/challenges", ask), 3)  # type: ignore[misc]


async def main() -> None:
    """All of it."""
    async with LocalServer(GENEROUS) as server:
        meter = Meter(server)
        await challenges(server, meter)
        await circles(server, meter)


if __name__ == "__main__":
    run_virtual(main)
