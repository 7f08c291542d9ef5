"""Attacks on a real server, beside one that nobody attacks, and the judgement of what people at quiet tables notice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from rumpus.server.budget.budgets import RATES
from tests.support.bystanders import EVERY_S, TABLES, Attackers, Bystanders, p99
from tests.support.kernel import Machine, memory_mb
from tests.support.live import live
from tests.support.serving import Serving

MOST_MS = 50.0  # what people at other tables may wait, 99 times out of 100
TIMES = 4.0  # or, on a slow machine, so many times what people wait at the same moment on a server nobody attacks
MOST_MB = 128.0  # by which the server may grow in one attack; a dozen uploads of 4 MB take more than half of it
SHARE = 0.01  # of all waits may be longer
# Windows of an attack: further ones are added while too many waits were too long, and none is left out. One hiccup of
# the disk makes twelve people wait, which is half of what so many windows bear
MOST = 10
WINDOW_S = 1.6
WAITS_A_WINDOW = 2 * TABLES * (WINDOW_S / EVERY_S + 1)
REST_S = 0.5
SIEGE_S = 600.0  # a safety net for a whole siege; on a busy machine it takes minutes
# What all addresses share, without limit: each attack comes as the first one, when nothing is used up yet
FIRST = [f"--limit={name}=100000000" for rate in RATES for name in (f"server_{rate}_at_once", f"server_{rate}_per_s")]
FIRST.append("--limit=all_wrong_codes_per_minute=1000000")


class Waits:
    """What people waited in all windows of one attack. A window that looks bad stays in: more of them can only dilute
    what another program did to one window, not what the attack does to each.
    """

    def __init__(self) -> None:
        self.windows = self.waits = self.late = 0
        self.worst: list[str] = []
        self.bearable_ms = MOST_MS  # in the window in which the machine was slowest

    def add(self, people_ms: list[float], others_ms: list[float], slowness: float = 1.0) -> None:
        """One more window: the waits on the server that is attacked, and on the other at the same time.

        `slowness` is how many times longer other programs let the attacked server take (`kernel.Machine`).
        """
        bearable_ms = max(MOST_MS * slowness, TIMES * p99(others_ms))
        self.bearable_ms = max(self.bearable_ms, bearable_ms)
        self.windows += 1
        self.waits += len(people_ms)
        self.late += sum(wait_ms > bearable_ms for wait_ms in people_ms)
        self.worst.append(f"{p99(people_ms):.0f} ({p99(others_ms):.0f}, x{slowness:.1f})")

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
        return f"{self.late} of {self.waits} waits too long; p99 in ms (elsewhere, slowness): {', '.join(self.worst)}"


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
            machine = Machine(self.pid)
            windows = await asyncio.gather(self.people.waited(WINDOW_S), self.others.waited(WINDOW_S))
            waits.add(*windows, machine.slowness())
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


def plain(data: Path) -> Serving:
    """A server as shipped, with its limits, for an attacker who is the first."""
    return Serving(data, *FIRST, generous=False)


def besiege(
    folder: Path, groups: list[list[str]], fault: str = "", serving: Callable[[Path], Serving] = plain
) -> tuple[list[str], float]:
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

    server = serving(folder / "attacked")
    if fault:
        server.command[1:3] = ["-c", f"{fault}\nfrom rumpus.__main__ import main\nmain()"]
    with server as attacked, serving(folder / "other") as other:
        attackers = Attackers(attacked.url)
        try:
            live(scenario(attacked, other, attackers), SIEGE_S)
        finally:
            attackers.close()
    return found, bearable_ms
