"""How much the table bears, beside a floor and a peer in the same run: `make load MINUTES=5`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import uvloop
from bench.load import processes
from bench.load.floor import Echoes
from bench.load.frames import call
from bench.load.players import Players
from bench.load.tally import Figures, offer
from rich.console import Console
from rich.table import Table

from rumpus import wire

HERE = Path(__file__).parent
RATE, TABLES, PLAYERS = 500.0, 250, 4
IDLE_TABLES = 1250  # of four: 5,000 connections
MATCHES = 50
OVERLOAD = 3.0
SAMPLED = 12  # tables whose matches are kept whole and replayed from their records
WARM_S = 3.0
WINDOW_S = 2.0  # short, so that what else the machine does falls on ours and on the floor alike
AWAKE_S = 0.2  # of load before a window counts
SHOWN_EVERY = 8  # windows
LIMITS = {
    "messages_per_s": 1e6,
    "messages_at_once": 1e6,
    "connections": 20_000,
    "tables_per_minute": 1e6,
    "joins_per_minute": 1e6,
    "records_per_minute": 1e6,
}


class Figure(msgspec.Struct, frozen=True):
    """One line of the report; a goal of None is only reported."""

    what: str
    value: float
    goal: str | None = None
    ok: bool | None = None
    note: str = ""


def at_most(what: str, value: float, most: float, note: str = "") -> Figure:
    """A figure that should not be more."""
    return Figure(what, value, f"at most {most:g}", value <= most, note)


def at_least(what: str, value: float, least: float, note: str = "") -> Figure:
    """A figure that should not be less."""
    return Figure(what, value, f"at least {least:g}", value >= least, note)


class Run:
    """One run of all phases; keeps what it measured for the report."""

    def __init__(self, seconds: float, folder: Path, only: str, say: Callable[[str], None]) -> None:
        self.seconds = seconds  # for which our table is loaded in the first phase
        self.folder = folder
        self.only = only
        self.say = say
        self.figures: list[Figure] = []
        self.raw: dict[str, Any] = {}
        self.capacity = 0.0
        self.replayed = 0
        self.halfway: dict[Any, int] = {}

    async def all(self) -> None:
        """The phases, one after the other."""
        if "a" in self.only:
            await self.beside_the_floor()
        if "b" in self.only:
            await self.idle()
        if "c" in self.only or "d" in self.only:
            await self.the_most()

    # 500 actions a second, beside the echo server

    async def beside_the_floor(self) -> None:
        """Windows of ours and of the echo server in turn, at the same rate, fan-out and sizes."""
        ours, echo = processes.ours(self.folder / "a", LIMITS), processes.echo(self.folder / "echo")
        players, rng = Players(Random(1)), Random(2)
        echoes = Echoes(players.sizes, Random(3))
        try:
            await ours.ready("/healthz")
            await echo.ready()
            await players.sit_down(ours.port, TABLES, PLAYERS, SAMPLED)
            await echoes.sit_down(echo.port, TABLES, PLAYERS)
            await players.begun()
            for crowd in (players, echoes):  # sizes of ours first, as the echo server answers with them
                await offer(crowd, RATE, WARM_S, rng)
                crowd.tally.clear()
            windows = max(2, round(self.seconds / WINDOW_S))
            used, stolen, began = 0.0, processes.stolen_s(), perf_counter()
            for number in range(windows):
                before = ours.cpu_s()
                figures = await self.window(players, self.seconds / windows, rng)
                used += ours.cpu_s() - before
                floor = await self.window(echoes, self.seconds / windows / 2, rng)
                if (number + 1) % SHOWN_EVERY == 0:
                    self.say(f"a {number + 1}/{windows}: ours {shown(figures)} | echo {shown(floor)}")
            there = (perf_counter() - began) * len(processes.CORES)
            self.raw["stolen"] = (processes.stolen_s() - stolen) / there
            memory = ours.memory()
            await players.check_records(ours.port)
            self.replayed += players.tally.checked
            self.report_floor(players, echoes, memory, used)
        finally:
            players.leave()
            echoes.leave()
            echo.stop()
            code = ours.stop()
        self.figures.append(Figure("exit code after SIGTERM, with everybody connected", code, "0", code == 0))

    async def window(self, crowd: Players | Echoes, seconds: float, rng: Random) -> Figures:
        gc.collect()
        gc.disable()  # a pause of the load's own would look like one of the server
        await offer(crowd, RATE, AWAKE_S, rng)  # after the other's window neither is at its usual pace
        crowd.tally.clear()
        await offer(crowd, RATE, seconds, rng)
        gc.enable()
        return crowd.tally.close(seconds)

    def report_floor(self, players: Players, echoes: Echoes, memory: dict[str, float], used: float) -> None:
        ours, floor = players.tally.total(), echoes.tally.total()
        pairs = zip(players.tally.windows, echoes.tally.windows, strict=True)
        ratios = [one.p99_ms / other.p99_ms for one, other in pairs]
        errors = players.tally.errors + echoes.tally.errors
        self.raw["a"] = {
            "ours": ours,
            "echo": floor,
            "memory": memory,
            "windows": players.tally.windows,
            "echo_windows": echoes.tally.windows,
            "examples": players.tally.examples + echoes.tally.examples,
            "mean_frame": sum(players.sizes) / len(players.sizes),
            "server_cpu_share": used / ours.seconds,
        }
        beaten = ", ".join(f"{count} {why}" for why, count in ours.refused.items())
        self.figures += [
            at_least("actions a second, 1,000 players on 250 tables", ours.rate, RATE * 0.98, beaten),
            at_most("confirm p99 / echo's at the same rate", ours.p99_ms / floor.p99_ms, 3),
            Figure("the same, median of the windows", median(ratios)),
            at_most("confirm p99, ms", ours.p99_ms, 50, f"p50 {ours.p50_ms:.2f}, p99.9 {ours.p999_ms:.1f}"),
            Figure("echo's p99, ms", floor.p99_ms, note=f"p50 {floor.p50_ms:.2f}, p99.9 {floor.p999_ms:.1f}"),
            Figure(
                "time of the cores given to other machines, %", 100 * self.raw["stolen"], note="none if it is quiet"
            ),
            at_most("errors, wrong views and unexpected refusals", errors, 0),
            Figure("messages checked", players.tally.heard, note=f"{players.tally.matches} matches ended"),
            at_most("memory, MB", memory["mb"], 300, f"RSS {memory['rss_mb']:.0f} in {memory['processes']} processes"),
        ]

    # Idle connections

    async def idle(self) -> None:
        """Five thousand people who sit in lobbies and say nothing."""
        ours = processes.ours(self.folder / "b", LIMITS)
        players = Players(Random(4))
        players.playing = False
        try:
            await ours.ready("/healthz")
            empty = ours.memory()
            await players.sit_down(ours.port, IDLE_TABLES, PLAYERS)
            await asyncio.sleep(max(5.0, self.seconds / 15))
            full = ours.memory()
        finally:
            players.leave()
            ours.stop()
        self.raw["b"] = {"empty": empty, "full": full, "examples": players.tally.examples}
        each = (full["mb"] - empty["mb"]) * 1024 / (IDLE_TABLES * PLAYERS)
        note = f"{empty['mb']:.0f} when empty, {each:.1f} kB a connection, RSS {full['rss_mb']:.0f}"
        self.say(f"b: {full['mb']:.0f} MB, {note}")
        self.figures += [
            at_most("memory with 5,000 idle connections, MB", full["mb"], 200, note),
            at_most("idle connections lost, or other errors", players.tally.errors, 0),
        ]

    # The most it can do

    async def the_most(self) -> None:
        """50 tables of two, one action in flight each, in windows beside boardgame.io; then three times as much."""
        processes.install_peer()
        ours, peer = processes.ours(self.folder / "c", LIMITS), processes.boardgame_io(self.folder / "peer")
        players = Players(Random(5))
        driver = None
        try:
            await ours.ready("/healthz")
            await peer.ready()
            driver = await processes.Driver.start(peer.port, MATCHES)
            await players.sit_down(ours.port, MATCHES, 2, SAMPLED)
            await players.begun()
            await self.beside_the_peer(players, driver, ours, peer)
            await players.check_records(ours.port)
            self.replayed += players.tally.checked
            self.figures.append(at_least("seats' whole matches replayed from records", self.replayed, 1))
            self.figures.append(at_most("errors beside boardgame.io, wrong views too", players.tally.errors, 0))
            self.raw["c"]["examples"] = players.tally.examples
            await driver.stop()
            peer.stop()
            if "d" in self.only:
                await self.overload(ours)
        finally:
            players.leave()
            if driver is not None and driver.process.returncode is None:
                await driver.stop()
            if peer.process.poll() is None:
                peer.stop()
            ours.stop()

    async def beside_the_peer(
        self, players: Players, driver: processes.Driver, ours: processes.Server, peer: processes.Server
    ) -> None:
        each = max(4.0, self.seconds / 30)
        await players.one_after_the_other(WARM_S)
        await driver.play(WARM_S)
        pairs: list[tuple[Figures, dict[str, Any]]] = []
        for number in range(4):
            before, their_before, own = ours.cpu_s(), peer.cpu_s(), sum(os.times()[:2])
            players.tally.clear()
            lasted = await players.one_after_the_other(each)
            figures = players.tally.close(lasted)
            used, generator = ours.cpu_s() - before, sum(os.times()[:2]) - own
            await asyncio.sleep(0.3)
            theirs = await driver.play(each)
            theirs["server_cpu_s"] = peer.cpu_s() - their_before
            pairs.append((figures, theirs))
            self.say(
                f"c {number + 1}/4: ours {shown(figures)}, core {used / lasted:.0%}, load's {generator / lasted:.0%}"
                f" | boardgame.io {theirs['rate']:,.0f}/s p50 {theirs['p50_ms']:.1f} p99 {theirs['p99_ms']:.1f}"
                f", core {theirs['server_cpu_s'] / each:.0%}"
            )
        self.capacity = median(figures.rate for figures, _ in pairs)
        ratio = median(figures.rate / theirs["rate"] for figures, theirs in pairs)
        their_rate = median(theirs["rate"] for _, theirs in pairs)
        their_p99 = median(theirs["p99_ms"] for _, theirs in pairs)
        p99 = median(figures.p99_ms for figures, _ in pairs)
        self.raw["c"] = {"windows": pairs}
        self.figures += [
            at_least("actions a second / boardgame.io's, 50 matches of 2", ratio, 2, "median of 4 windows"),
            Figure("actions a second at most", self.capacity, note=f"p99 {p99:.1f} ms, each on disk first"),
            Figure("boardgame.io, moves a second", their_rate, note=f"p99 {their_p99:.1f} ms, in memory"),
            at_most("boardgame.io, errors", sum(theirs["errors"] for _, theirs in pairs), 0),
        ]

    async def overload(self, ours: processes.Server) -> None:
        """Three times what it can bear is asked of it by 1,000 players: no new tables, but those that play go on."""
        seconds = max(8.0, self.seconds / 15)
        crowd = Players(Random(6))
        try:
            await crowd.sit_down(ours.port, TABLES, PLAYERS)
            await crowd.begun()
            crowd.tally.clear()
            door = asyncio.create_task(self.knock(ours.port, seconds))
            halfway = asyncio.get_running_loop().call_later(seconds / 2, self.note_progress, crowd)
            lasted = await crowd.overload(OVERLOAD * self.capacity, seconds)
            halfway.cancel()
            figures = crowd.tally.close(lasted)
            statuses = await door
            again = await self.taken_again(ours.port)
            self.report_overload(crowd, figures, statuses, again)
        finally:
            crowd.leave()

    def note_progress(self, crowd: Players) -> None:
        self.halfway = {table: table.confirmed for table in crowd.tables}

    def report_overload(
        self, crowd: Players, figures: Figures, statuses: list[tuple[float, int]], again: float
    ) -> None:
        late = [status for at, status in statuses if at > figures.seconds / 2]
        refused = sum(status == 503 for status in late) / max(1, len(late))
        went_on = sum(table.confirmed > before for table, before in self.halfway.items()) / len(crowd.tables)
        self.raw["d"] = {"figures": figures, "doors": statuses, "again_s": again, "examples": crowd.tally.examples}
        self.say(
            f"d: confirmed {shown(figures)}; {refused:.0%} refused, {went_on:.0%} went on, again after {again:.1f} s"
        )
        offered = f"{OVERLOAD * self.capacity:,.0f} a second were due"
        self.figures += [
            Figure("overload: actions confirmed a second", figures.rate, note=offered),
            at_least("overload: share of new tables refused", refused, 0.9, "in the second half of it"),
            at_least("overload: share of tables that went on", went_on, 1.0, "in the second half of it"),
            at_most("overload: errors and unexpected refusals", crowd.tally.errors, 0),
            self.reopened(again, any(status == 503 for _, status in statuses)),
        ]

    def reopened(self, again: float, closed: bool) -> Figure:
        """Doors that were never closed cannot open again, so nothing is claimed of them."""
        what = "overload: seconds until new tables are taken again"
        return at_most(what, again, 30) if closed else Figure(what, float("nan"), "at most 30", None, "never refused")

    async def new_table(self, port: int) -> int:
        body = wire.encode(wire.OpenTable(game="wig_out", name="Latecomer"))
        return (await call(port, "POST", "/api/tables", body))[0]

    async def knock(self, port: int, seconds: float) -> list[tuple[float, int]]:
        """Ask for a new table four times a second: when, and with what status it was answered."""
        start, statuses = perf_counter(), []
        while (at := perf_counter() - start) < seconds:
            statuses.append((at, await self.new_table(port)))
            await asyncio.sleep(0.25)
        return statuses

    async def taken_again(self, port: int) -> float:
        start = perf_counter()
        while (took := perf_counter() - start) < 60 and await self.new_table(port) != 201:
            await asyncio.sleep(0.25)
        return took


def shown(figures: Figures) -> str:
    """A window in a few words."""
    refused = "".join(f", {count} {why}" for why, count in figures.refused.items())
    errors = f", {figures.errors} ERRORS" if figures.errors else ""
    return f"{figures.rate:,.0f}/s p50 {figures.p50_ms:.2f} p99 {figures.p99_ms:.2f} ms{refused}{errors}"


def table(figures: list[Figure]) -> Table:
    """The report."""
    drawn = Table(title="Load, one server core, beside a floor and a peer in the same run", title_justify="left")
    for heading in ("what", "figure", "goal", "", "note"):
        drawn.add_column(heading, justify="right" if heading == "figure" else "left")
    for one in figures:
        met = {True: "yes", False: "NO", None: ""}[one.ok]
        drawn.add_row(one.what, f"{one.value:,.4g}", one.goal or "", met, one.note)
    return drawn


async def measure(arguments: argparse.Namespace, console: Console) -> Run:
    """Run the phases in a folder that is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="journals-", dir=HERE))
    run = Run(arguments.minutes * 60, folder, arguments.only, console.print)
    try:
        with processes.on_core(processes.LOAD_CORE):
            await run.all()
    finally:
        if arguments.keep:
            console.print(f"journals and logs are in {folder}")
        else:
            shutil.rmtree(folder)
    return run


def main() -> None:
    """Measure, print, and write bench/load/last.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long our table is loaded in the first phase")
    parser.add_argument("--only", default="abcd", help="the phases: a floor, b idle, c the most, d overload")
    parser.add_argument("--keep", action="store_true", help="keep the journals and the servers' logs")
    arguments = parser.parse_args()
    processes.allow_connections(IDLE_TABLES * PLAYERS + 500)
    load = os.getloadavg()[0]
    console = Console(width=140, highlight=False)
    run = uvloop.run(measure(arguments, console))
    console.print(table(run.figures))
    machine = {"cores": len(processes.CORES), "load_before": load, "python": platform.python_version()}
    report = {"minutes": arguments.minutes, "machine": machine, "figures": run.figures, "raw": run.raw}
    (HERE / "last.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    sys.exit(any(one.ok is False for one in run.figures))


if __name__ == "__main__":
    main()
