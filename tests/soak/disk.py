"""A real server on a disk that fails and loses power: nothing confirmed is lost or doubled, and every chain is whole.

The writes of the server are recorded by a library that it loads first (preload.c). Power cuts are played afterwards:
the recorded writes up to some point, without those that were not synced, with some of them, or with parts of them.
"""

from __future__ import annotations

import asyncio
import errno
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rumpus.journal.checking import check_file
from rumpus.journal.sqlite import SqliteStore
from tests.server.processes import planted
from tests.soak.clocks import many_lives
from tests.soak.power_cuts import LOSES, SYNC, Change, Disk, changes
from tests.soak.preload import Recorder, why_not
from tests.support.journal_check import check
from tests.support.serving import Serving
from tests.support.socket_players import Frame, Player, sit_down, until

CUTS_A_RUN = 500  # in a soak, whatever its time
CUTS = 100  # in one campaign
MOVES = 40  # confirmed actions between two faults; without faults, five times as many
TABLES = (("wig_out", ("casual",)), ("wackee_six", ("casual",)), ("wig_out", ("expert", "casual")))
# Merges its log every few seconds, so that power is cut during that too; keeps no disk space free
OFTEN = """
from rumpus.journal import sqlite_file
sqlite_file.CHECKPOINT_PAGES = 60
"""
FAULTS: dict[str, dict[str, Any]] = {
    "a sync fails": {"sync": errno.EIO},
    "a write fails": {"write": errno.EIO},
    "the disk is full": {"write": errno.ENOSPC},
    "half writes": {"write": errno.EIO, "half": True},
    "some syncs fail": {"sync": errno.EIO, "every": 3},
    "some half writes": {"write": errno.ENOSPC, "half": True, "every": 4},
    "slow syncs": {"slow_us": 150_000},
}


class Confirmed(NamedTuple):
    """An action that a player was told is done, and how much of the record was written then."""

    position: int
    table: str
    key: str
    seq: int


class Tally(msgspec.Struct):
    """Counts of what was done and checked."""

    cuts: int = 0
    confirmed: int = 0  # actions
    looked_up: int = 0  # confirmed actions that were looked for after a cut
    faults: int = 0  # writes and syncs that failed
    writes: int = 0  # recorded changes

    def add(self, other: Tally) -> None:
        """Add the counts of another."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Witness(Player):
    """A player who notes how far the disk's record was when an action was confirmed."""

    recorder: Recorder
    notes: list[Confirmed]

    def _answered(self, told: Frame) -> None:
        new = told["id"] not in self.confirmed
        super()._answered(told)
        if new and told["id"] in self.confirmed:
            key = f"{self.person}:{told['id']}"
            self.notes.append(Confirmed(self.recorder.position(), self.table, key, self.confirmed[told["id"]]))


def witnesses(url: str, recorder: Recorder, seed: str) -> list[Witness]:
    """Players at a few tables, not connected yet."""
    found = []
    for number, (game, bots) in enumerate(TABLES):
        for player in sit_down(url, game, f"{seed} {number}", 2, bots):
            witness = Witness(url, player.seated, random.Random(f"{seed} {number} {player.person}"))
            witness.recorder, witness.notes = recorder, []
            found.append(witness)
    return found


async def play(recorder: Recorder, seed: str, faults: Sequence[str], bug: str = "") -> list[Witness]:
    """Play on the recorded disk with these faults, one after the other, then stop the server."""
    server = await asyncio.to_thread(planted(OFTEN + bug, recorder.server("--limit", "free_mb=0.001")).start)
    try:
        async with AsyncExitStack() as stack:
            players = await asyncio.to_thread(witnesses, server.url, recorder, seed)
            for player in players:
                await stack.enter_async_context(player)
            await _go_on(players, MOVES if faults or bug else 5 * MOVES)
            for name in faults:
                before = recorder.failed()
                recorder.fail(**FAULTS[name])
                failing = "slow_us" not in FAULTS[name]
                await (until(lambda: recorder.failed() > before, name) if failing else _go_on(players))  # noqa: B023 - at once
                await asyncio.sleep(0.3)
                recorder.fail()
                await _go_on(players)
        await _stop(server)
    finally:
        recorder.fail()
        await asyncio.to_thread(server.kill)
    return players


async def _go_on(players: list[Witness], moves: int = MOVES) -> None:
    """Wait until so many more actions are confirmed."""
    done = sum(len(player.notes) for player in players) + moves
    await until(lambda: sum(len(player.notes) for player in players) >= done, "the players go on")


async def _stop(server: Serving) -> None:
    assert 0 == await asyncio.to_thread(server.end, signal.SIGTERM)
    assert [] == [line for line in server.logged if "Traceback" in line or "table-damaged" in line]


def campaign(folder: Path, cuts: int, seed: str, faults: Sequence[str] = (), bug: str = "") -> Tally:
    """Play with faults, then cut the power so many times; raises `AssertionError` with whatever was lost or doubled."""
    recorder = Recorder(folder)
    players = asyncio.run(play(recorder, seed, faults, bug))
    assert check_file(recorder.database).whole
    check(recorder.database, players)
    notes = sorted(note for player in players for note in player.notes)
    record = list(changes(recorder.log))
    tally = Tally(confirmed=len(notes), faults=recorder.failed(), writes=len(record))
    rng = random.Random(seed)
    disk, places = Disk(rng), _places(record, notes, cuts, rng)
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as cut_folder:
        for number, change in enumerate(record):
            disk.take(change)
            for nth in range(places.count(number)):
                loses = LOSES[(number + nth) % len(LOSES)]
                path = disk.cut(Path(cut_folder) / f"{number}-{nth}", recorder.database.name, loses)
                sure = [note for note in notes if note.position <= change.end]
                try:
                    check_cut(path, sure)
                except AssertionError as fault:
                    raise AssertionError(
                        f"cut after change {number} of {len(record)}, losing {loses}: {fault}"
                    ) from fault
                shutil.rmtree(path.parent)
                tally.cuts += 1
                tally.looked_up += len(sure)
    return tally


def _places(record: Sequence[Change], notes: Sequence[Confirmed], cuts: int, rng: random.Random) -> list[int]:
    """Where to cut: half of them anywhere after the first confirmed action, half right before and after a sync."""
    first = next(number for number, change in enumerate(record) if change.end >= notes[0].position)
    syncs = [number for number in range(first + 2, len(record)) if record[number].what == SYNC] or [len(record) - 1]
    anywhere = [rng.randrange(first, len(record)) for _ in range(cuts // 2)]
    near = [max(first, rng.choice(syncs) - rng.randrange(3)) for _ in range(cuts - len(anywhere))]
    return anywhere + near


def check_cut(path: Path, sure: Sequence[Confirmed]) -> None:
    """A server that starts after the cut has all that was confirmed, nothing twice, and every chain whole."""
    with closing(SqliteStore(path)) as store:
        rows = store._db.execute("SELECT table_id, key, seq FROM entries WHERE key IS NOT NULL").fetchall()
    keys: dict[tuple[str, str], list[int]] = {}
    for table, key, seq in rows:
        keys.setdefault((table, key), []).append(seq)
    doubled = {key: numbers for key, numbers in keys.items() if len(numbers) > 1}
    assert not doubled, f"there twice: {doubled}"
    lost = [note for note in sure if keys.get((note.table, note.key)) != [note.seq]]
    assert not lost, f"{len(lost)} of {len(sure)} confirmed actions are lost, such as {lost[0]}"
    report = check_file(path)
    assert report.whole, f"not whole: {report.damaged}, sound: {report.sound}"


def _quick_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder in memory, of our own


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Campaigns until the time is over and 500 cuts are made, and say what was found; a fault ends it with its seed."""
    reason = why_not()
    if reason is not None:
        say(f"skipped: {reason}")
        return
    until_s, number, removed, whole = time.monotonic() + seconds, 0, 0, Tally()
    names = list(FAULTS)
    while time.monotonic() < until_s or whole.cuts < CUTS_A_RUN:
        number += 1
        seed = f"disk {number}"
        faults = [] if number % 4 == 1 else random.Random(seed).sample(names, 3)
        with tempfile.TemporaryDirectory() as folder:
            try:
                whole.add(campaign(Path(folder), CUTS, seed, faults))
                removed += many_lives(Path(folder) / "clock.db", number)
            except AssertionError as fault:
                raise AssertionError(f"disk, campaign {seed!r} with {faults}: {fault}") from fault
        say(f"{whole.cuts} power cuts, {whole.writes} recorded writes and syncs, {whole.faults} of them failed; "
            f"{whole.confirmed} confirmed actions looked up {whole.looked_up} times: none lost, none doubled, "
            f"every chain whole; {removed} tables removed under jumping clocks, none too early")  # fmt: skip
