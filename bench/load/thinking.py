"""Does thinking stop the table? Confirm times of quick tables, alone and beside 20 tables of thinking bots.

`python -m bench.load.thinking --seconds 40`: the windows alternate in one run; the ratio of their p99 is the figure.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

from rumpus import client, wire
from tests.support.serving import Serving

THINKERS, QUICK = 20, 10
EVERY_S = 0.1  # each quick table acts so often
WINDOWS = 4
SETTINGS = wire.Settings(countdown_s=0, wait_s=0, grace_s=600)


async def think(server: str) -> client.Table:
    """A table of Five Crowns in which three experts think nearly all the time; its person plays at once."""
    options = {"bot_pace": 0.25, "turn_limit": 1000}
    seated = await client.open_table(
        server, game="five_crowns", name="Ana", options=options, settings=SETTINGS, bots=("expert",) * 3
    )
    table = client.Table(server, seated.token)
    await table.__aenter__()
    await table.begin()
    return table


async def play_on(table: client.Table) -> None:
    """Whatever is legal, so that the bots have something to think about."""
    while True:
        try:
            if table.legal:
                await table.do(table.legal[0])
            elif table.view is not None and table.view.public.phase == "deal":
                await table.ready()
        except client.Refusal:
            pass
        await asyncio.sleep(0.01)


async def probe(server: str, number: int) -> client.Table:
    """A quick table: a race against one slow bot."""
    options = {"rounds": 50, "bot_pace": 8}
    seated = await client.open_table(
        server, game="wig_out", name=f"P{number}", options=options, settings=SETTINGS, bots=("beginner",)
    )
    table = client.Table(server, seated.token)
    await table.__aenter__()
    await table.begin()
    return table


async def window(tables: list[client.Table], seconds: float, rng: Random) -> list[float]:
    """How long each confirmation took, in milliseconds; refusals count as well, for they wait for the disk too."""
    took: list[float] = []

    async def act(table: client.Table) -> None:
        until = time.perf_counter() + seconds
        await asyncio.sleep(rng.random() * EVERY_S)
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                if table.legal:
                    await table.do(rng.choice(table.legal))
                else:
                    await table.ready()
            except client.Refusal:
                pass
            took.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(EVERY_S)

    await asyncio.gather(*(act(table) for table in tables))
    return took


async def measure(seconds: float) -> float:
    """The ratio."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server:
        quick = [await probe(server.url, number) for number in range(QUICK)]
        thinkers = [await think(server.url) for _ in range(THINKERS)]
        playing = [asyncio.create_task(play_on(table)) for table in thinkers]
        figures: dict[bool, list[float]] = {False: [], True: []}
        for number in range(2 * WINDOWS):
            busy = number % 2 == 1
            for table in thinkers:
                await table.ask(wire.Pause, paused=not busy) if table.lobby.paused == busy else None
            took = await window(quick, seconds / (2 * WINDOWS), Random(number))
            figures[busy] += took
            print(f"{'thinking' if busy else 'quiet   '}: {len(took)} confirmed, p50 {median(took):.2f} ms")
        for task in playing:
            task.cancel()
        for table in (*quick, *thinkers):
            await table.__aexit__(None, None, None)
    quiet, busy_p99 = (quantiles(figures[one], n=100)[98] for one in (False, True))
    ratio = busy_p99 / quiet
    print(f"p99 quiet {quiet:.2f} ms, beside {THINKERS} thinking {busy_p99:.2f} ms: {ratio:.2f}x (at most 1.5)")
    return ratio


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40.0)
    asyncio.run(measure(parser.parse_args().seconds))
