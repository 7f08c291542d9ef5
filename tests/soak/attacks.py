"""The attacks of tests/server/test_attacks.py, judged more strictly: all windows count, each endpoint alone decides.

`python -m pytest tests/soak/attacks.py` on a quiet machine: attackers, both servers and the people share its cores.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from rumpus.server.budget import costs
from tests.support.attackers import ATTACKS
from tests.support.bystanders import EVERY_S, TABLES, Attackers, Bystanders, memory_mb, p99
from tests.support.live import live
from tests.support.serving import Serving

MOST_MS = 50.0  # what people at other tables may wait, 99 times out of 100
TIMES = 4.0  # or, on a slow machine, so many times what people wait at the same moment on a server nobody attacks
MOST_MB = 128.0  # by which the server may grow in one attack; a dozen uploads of 4 MB take more than half of it
SHARE = 0.01  # of all waits may be longer
# Windows of an attack: further ones are added while too many waits were too long, and none is left out. One hiccup of
# the disk makes twelve people wait, which is half of what so many windows bear
MOST = 10
TOGETHER = 5  # endpoints attacked at the same time
WINDOW_S = 1.6
SIEGE_S = 600.0  # a safety net for the whole siege; on a busy machine it takes minutes
WAITS_A_WINDOW = 2 * TABLES * (WINDOW_S / EVERY_S + 1)
REST_S = 0.5
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own on loopback")


class Waits:
    """What people waited in all windows of one attack. A window that looks bad stays in: more of them can only dilute
    what another program did to one window, not what the attack does to each.
    """

    def __init__(self) -> None:
        self.windows = self.waits = self.late = 0
        self.worst: list[str] = []
        self.bearable_ms = MOST_MS  # in the window in which the machine was slowest

    def add(self, people_ms: list[float], others_ms: list[float]) -> None:
        """One more window: the waits on the server that is attacked, and on the other at the same time."""
        bearable_ms = max(MOST_MS, TIMES * p99(others_ms))
        self.bearable_ms = max(self.bearable_ms, bearable_ms)
        self.windows += 1
        self.waits += len(people_ms)
        self.late += sum(wait_ms > bearable_ms for wait_ms in people_ms)
        self.worst.append(f"{p99(people_ms):.0f} ({p99(others_ms):.0f})")

    def noticed(self) -> bool:
        """Whether more than one wait in a hundred was too long."""
        return self.late > SHARE * self.waits

    def open(self) -> bool:
        """Whether further windows could change the verdict: they hold no more waits than the number of actions."""
        if not self.windows:
            return True
        most = self.waits + (MOST - self.windows) * WAITS_A_WINDOW
        return self.noticed() and self.windows < MOST and self.late <= SHARE * most

    def __str__(self) -> str:
        return f"{self.late} of {self.waits} waits too long; p99 in ms (elsewhere): {', '.join(self.worst)}"


class Siege:
    """A server with quiet tables that is attacked, and another that is not, to compare with."""

    def __init__(self, pid: int, people: Bystanders, others: Bystanders, attackers: Attackers) -> None:
        self.pid, self.people, self.others, self.attackers = pid, people, others, attackers
        self.bearable_ms = MOST_MS  # the longest wait that was ever bearable

    async def noticed(self, names: list[str]) -> str | None:
        """Attack these endpoints; returns what people noticed, if they did.

        Several are attacked together to save time. If that is noticed, each is attacked alone, and that decides: five
        floods at once may take more of a small machine than any endpoint may by itself.
        """
        waits, before_mb = Waits(), memory_mb(self.pid)
        while waits.open():
            await self.attackers.begin(names, WINDOW_S + 0.3)
            waits.add(*await asyncio.gather(self.people.waited(WINDOW_S), self.others.waited(WINDOW_S)))
            sent = await self.attackers.sent()
            assert all(sent[name] for name in names), f"an attacker has sent nothing: {sent}"
            await asyncio.sleep(REST_S)
        self.bearable_ms = max(self.bearable_ms, waits.bearable_ms)
        grown_mb = memory_mb(self.pid) - before_mb
        what = f"{sent}: {waits}; grown by {grown_mb:.0f} MB"
        print(what)  # shown if the test fails
        if not waits.noticed() and grown_mb <= MOST_MB:
            return None
        if len(names) == 1:
            return what
        alone = [found for name in names if (found := await self.noticed([name]))]
        return "; ".join(alone) or None


def besiege(folder: Path, groups: list[list[str]], fault: str = "") -> tuple[list[str], float]:
    """Attack these groups of endpoints one after the other. `fault` is planted code.

    Returns what people noticed, and how many milliseconds were bearable when the machine was slowest.
    """
    found: list[str] = []
    bearable_ms = MOST_MS

    async def scenario(attacked: Serving, other: Serving, attackers: Attackers) -> None:
        nonlocal bearable_ms
        async with Bystanders(attacked.url) as people, Bystanders(other.url) as others:
            siege = Siege(attacked.process.pid, people, others, attackers)
            for names in groups:
                noticed = await siege.noticed(names)
                found.extend([] if noticed is None else [noticed])
            bearable_ms = siege.bearable_ms

    serving = Serving(folder / "attacked", generous=False)
    if fault:
        serving.command[1:3] = ["-c", f"{fault}\nfrom rumpus.__main__ import main\nmain()"]
    with serving as attacked, Serving(folder / "other", generous=False) as other:
        attackers = Attackers(attacked.url)
        try:
            live(scenario(attacked, other, attackers), SIEGE_S)
        finally:
            attackers.close()
    return found, bearable_ms


def test_every_endpoint_has_an_attacker() -> None:
    assert set(costs.all_endpoints()) == set(ATTACKS)


def test_no_attack_on_any_endpoint_is_noticed_at_other_tables(tmp_path: Path) -> None:
    names = list(ATTACKS)
    groups = [names[at : at + TOGETHER] for at in range(0, len(names), TOGETHER)]
    assert [] == besiege(tmp_path, groups)[0]


SLOW = """
import time
from rumpus.server.web.api import Api
games, asked = Api.games, 0
async def slow(self, request):
    global asked
    asked += 1
    if asked % {every} == 0:
        time.sleep({seconds})
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
HOLES = {"slow": (1, 0.15), "moderately slow": (1, 0.06), "slow now and then": (50, 0.12)}  # every so many, seconds
TRIES = 3


@pytest.mark.parametrize("hole", HOLES)
def test_an_endpoint_that_takes_longer_than_it_declares_is_caught(tmp_path: Path, hole: str) -> None:
    """Where other programs made people wait longer than the hole, the same hole is planted again, as much deeper."""
    every, seconds = HOLES[hole]
    for at in range(TRIES):
        found, bearable_ms = besiege(tmp_path / str(at), [["/api/games"]], SLOW.format(every=every, seconds=seconds))
        if found:
            return
        assert bearable_ms > MOST_MS, "it was missed on a quiet machine"
        seconds *= 1.5 * bearable_ms / MOST_MS
    pytest.fail("it was missed however deep it was")


def test_an_endpoint_that_takes_more_memory_than_it_declares_is_caught(tmp_path: Path) -> None:
    assert [] != besiege(tmp_path, [["/api/games"]], GREEDY)[0]


def test_more_windows_dilute_a_disturbance_but_not_a_hole() -> None:
    quiet, disturbed = [5.0] * 150, [5.0] * 145 + [400.0] * 5
    once, always, both = Waits(), Waits(), Waits()
    for at in range(MOST):
        once.add(disturbed if at == 0 else quiet, quiet)
        always.add(disturbed, quiet)
        both.add(disturbed, disturbed)
    assert (False, True, False) == (once.noticed(), always.noticed(), both.noticed())
