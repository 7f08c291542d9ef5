"""Simulations, tournaments and training on a local Ray of two workers (`make ray`); pytest does not find it by itself.

Ray is large, and takes longer to start than most tests to run.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rumpus.bots.base import Bot
from rumpus.contract import Malformed, Shout
from rumpus.playout import BotFault
from rumpus.research import cluster, simulate, train
from rumpus.research import tournament as contest

MATCHES = 40
TABLE = ("wig_out", {"rounds": 1}, ("greedy", "casual"), MATCHES, 7)
TRAINING = train.Plan(game="wig_out", options={"rounds": 1}, matches=24, seed=7)
PLAN = contest.Plan("wig_out", 2, ("greedy", "casual"), 7, 12, {"rounds": 1})


class Cheat(Bot):
    """Shouts at once."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        return Shout(), 0.1


@pytest.fixture(scope="module", autouse=True)
def local_ray() -> Iterator[None]:
    """One cluster for all tests: `on_ray` uses the one that is there."""
    cluster.connect(cluster.LOCAL, 2)
    yield
    import_module("ray").shutdown()


def processes_of_ray() -> dict[int, str]:
    """The processes of Ray on this machine that belong to this one, by number."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    ours = {os.getpid()}
    for _ in range(4):  # generations
        ours |= {int(pid) for pid, parent, _ in rows if int(parent) in ours}
    return {int(pid): name for pid, _, name in rows if int(pid) in ours - {os.getpid()}}


def test_the_same_matches_with_one_process_two_and_a_cluster() -> None:
    alone = list(simulate.many(*TABLE, keep_record=True))
    assert alone == list(simulate.many(*TABLE, jobs=2, keep_record=True))
    assert alone == list(simulate.many(*TABLE, jobs=2, keep_record=True, cluster=cluster.LOCAL))


def test_the_same_tournament_in_one_process_and_on_a_cluster(tmp_path: Path) -> None:
    alone = list(contest.play(PLAN))
    assert alone == list(contest.play(PLAN, 2, tmp_path, cluster.LOCAL))
    assert alone == list(contest.play(PLAN, 1, tmp_path))  # it was kept, and nothing is played again


def test_training_gives_the_same_weights_in_one_process_and_on_a_cluster() -> None:
    alone = list(train.train(TRAINING, 2))
    assert alone == list(train.train(TRAINING, 2, jobs=2))
    assert alone == list(train.train(TRAINING, 2, jobs=2, cluster=cluster.LOCAL))


def test_training_loses_nothing_with_a_worker() -> None:
    alone, on_cluster = list(train.train(TRAINING, 3)), []
    for policy in train.train(TRAINING, 3, jobs=2, cluster=cluster.LOCAL):
        on_cluster.append(policy)
        kill_a_worker()
    assert alone == on_cluster


def kill_a_worker() -> None:
    workers = [pid for pid, name in processes_of_ray().items() if name.startswith(("ray::_do", "ray::IDLE"))]
    os.kill(workers[0], signal.SIGKILL)


def test_a_worker_that_is_killed_loses_nothing() -> None:
    expected = list(simulate.many(*TABLE))
    played, killed = [], 0
    for match in simulate.many(*TABLE, jobs=2, cluster=cluster.LOCAL):
        played.append(match)
        if len(played) in (3, 15):
            kill_a_worker()
            killed += 1
    assert 2 == killed
    assert expected == played


def test_an_error_of_a_bot_is_raised_as_it_was() -> None:
    bots = ("tests.research.ray_cluster:Cheat", "greedy")
    with pytest.raises(BotFault, match="illegal move"):
        list(simulate.many("wig_out", {}, bots, 2, 7, cluster=cluster.LOCAL))


def test_it_listens_on_loopback_alone() -> None:
    numbers = {str(pid) for pid in processes_of_ray()}
    listed = subprocess.run(["ss", "-tulnpH"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    own = [line for line in listed.splitlines() if numbers & set(re.findall(r"pid=(\d+)", line))]
    assert own
    assert [] == [line for line in own if not re.match(r"(127\.|\[::1\]|\[::ffff:127\.)", line.split()[4])]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("127.0.0.1:1", r"no Ray cluster answers at '127\.0\.0\.1:1'"), ("nonsense", "is an address as in")],
)
def test_a_cluster_that_is_not_there_is_said_in_a_sentence(address: str, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        cluster.connect(address, 1)
