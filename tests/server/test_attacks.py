"""Every endpoint is attacked with the worst input found, on a real server; people at quiet tables must not notice."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from rumpus.server.budget import costs
from tests.server.sieges import FIRST, MOST, MOST_MS, Waits, besiege
from tests.support.attackers import ATTACKS, HANDSHAKE
from tests.support.certificates import self_signed
from tests.support.kernel import SLOWEST, Machine, slowness
from tests.support.serving import Serving

TOGETHER = 5  # endpoints attacked at the same time
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own on loopback")


def test_every_endpoint_has_an_attacker() -> None:
    assert set(costs.all_endpoints()) == set(ATTACKS)


def test_no_attack_on_any_endpoint_is_noticed_at_other_tables(tmp_path: Path) -> None:
    names = [name for name in ATTACKS if name != HANDSHAKE]
    groups = [names[at : at + TOGETHER] for at in range(0, len(names), TOGETHER)]
    assert [] == besiege(tmp_path, groups)[0]


def test_handshakes_of_tls_are_not_noticed_at_other_tables(tmp_path: Path) -> None:
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    self_signed(chain, key, "localhost", rsa_bits=2048)
    tls = ("--cert", str(chain), "--key", str(key))

    def serving(data: Path) -> Serving:
        return Serving(data, *FIRST, *tls, generous=False, scheme="https")

    assert [] == besiege(tmp_path, [[HANDSHAKE]], serving=serving)[0]


# Planted holes

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
    if len(held) < 400:
        held.append(b"x" * 1_000_000)
    return await games(self, request)
Api.games = greedy
"""
HOLES = {"moderately slow": (1, 0.06), "slow now and then": (50, 0.12)}  # every so many, seconds
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


def test_a_machine_is_slow_only_while_other_programs_use_it() -> None:
    assert 1.0 == slowness(others_s=0.05, seconds=1.6, ran_s=0.8, waited_s=0.8), "it waits for its own processes"
    assert 2.0 == slowness(others_s=1.0, seconds=1.6, ran_s=0.4, waited_s=0.4)
    assert SLOWEST == slowness(others_s=3.0, seconds=1.6, ran_s=0.01, waited_s=1.0)
    assert 1.0 <= Machine(os.getpid()).slowness() <= SLOWEST
