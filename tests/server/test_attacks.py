"""Every endpoint is attacked with the worst input found, on a real server; people at quiet tables must not notice."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from rumpus.server.budget import costs
from tests.support.attackers import ATTACKS
from tests.support.bystanders import Attackers, Bystanders, memory_mb, p99
from tests.support.live import live
from tests.support.serving import Serving

MOST_MS = 50.0  # what people at other tables may wait, 99 times out of 100
TIMES = 4.0  # or, on a slow machine, so many times what people wait at the same moment on a server nobody attacks
MOST_MB = 128.0  # by which the server may grow in one attack; a dozen uploads of 4 MB take more than half of it
TRIES = 3  # another program may disturb one window; a hole is there every time
TOGETHER = 5  # endpoints attacked at the same time
WINDOW_S = 1.2
REST_S = 0.5
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own on loopback")


class Siege:
    """A server with quiet tables that is attacked, and another that is not, to compare with."""

    def __init__(self, pid: int, people: Bystanders, others: Bystanders, attackers: Attackers) -> None:
        self.pid, self.people, self.others, self.attackers = pid, people, others, attackers
        self.figures: list[str] = []
        self.tries = TRIES

    async def attack(self, names: list[str]) -> str | None:
        """Attack these endpoints; returns what people noticed, if they did."""
        before = memory_mb(self.pid)
        await self.attackers.begin(names, WINDOW_S + 0.3)
        waits, undisturbed = await asyncio.gather(self.people.waited(WINDOW_S), self.others.waited(WINDOW_S))
        sent = await self.attackers.sent()
        grown_mb, slow_ms, quiet_ms = memory_mb(self.pid) - before, p99(waits), p99(undisturbed)
        what = f"{sent}: people waited {slow_ms:.0f} ms, elsewhere {quiet_ms:.0f} ms, grown by {grown_mb:.0f} MB"
        self.figures.append(what)
        assert all(sent[name] for name in names), f"an attacker has sent nothing: {sent}"
        return what if slow_ms > max(MOST_MS, TIMES * quiet_ms) or grown_mb > MOST_MB else None

    async def noticed(self, names: list[str]) -> str | None:
        """The same, tried again where another program may have been the reason; then one endpoint at a time."""
        for _ in range(self.tries):
            found = await self.attack(names)
            if found is None:
                return None
            await asyncio.sleep(REST_S)
        if len(names) == 1:
            return found
        alone = [one for name in names if (one := await self.noticed([name]))]
        return "; ".join(alone) or None


def besiege(folder: Path, groups: list[list[str]], fault: str = "", tries: int = TRIES) -> list[str]:
    """Attack these groups of endpoints one after the other; returns what people noticed. `fault` is planted code."""
    found: list[str] = []

    async def scenario(attacked: Serving, other: Serving, attackers: Attackers) -> None:
        async with Bystanders(attacked.url) as people, Bystanders(other.url) as others:
            siege = Siege(attacked.process.pid, people, others, attackers)
            siege.tries = tries
            for names in groups:
                noticed = await siege.noticed(names)
                found.extend([] if noticed is None else [noticed])
            print("\n".join(siege.figures))  # shown if the test fails

    serving = Serving(folder / "attacked", generous=False)
    if fault:
        serving.command[1:3] = ["-c", f"{fault}\nfrom rumpus.__main__ import main\nmain()"]
    with serving as attacked, Serving(folder / "other", generous=False) as other:
        attackers = Attackers(attacked.url)
        try:
            live(scenario(attacked, other, attackers))
        finally:
            attackers.close()
    return found


def test_every_endpoint_has_an_attacker() -> None:
    assert set(costs.all_endpoints()) == set(ATTACKS)


def test_no_attack_on_any_endpoint_is_noticed_at_other_tables(tmp_path: Path) -> None:
    names = list(ATTACKS)
    groups = [names[at : at + TOGETHER] for at in range(0, len(names), TOGETHER)]
    assert [] == besiege(tmp_path, groups)


SLOW = """
import time
from rumpus.server.web.api import Api
games = Api.games
async def slow(self, request):
    time.sleep(0.15)
    return await games(self, request)
Api.games = slow
"""
GREEDY = """
from rumpus.server.web.api import Api
games, held = Api.games, []
async def greedy(self, request):
    held.append(b"x" * 1_000_000)
    return await games(self, request)
Api.games = greedy
"""


@pytest.mark.parametrize("fault", [SLOW, GREEDY], ids=["slow", "greedy"])
def test_an_endpoint_that_takes_more_than_it_declares_is_caught(tmp_path: Path, fault: str) -> None:
    assert [] != besiege(tmp_path, [["/api/games"]], fault, tries=1)
