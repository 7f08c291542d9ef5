"""Power cuts and failing disks under a real server, whose writes are recorded; longer in `make soak PARTS=disk`."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.soak.disk import Witness, campaign, witnesses
from tests.soak.power_cuts import changes
from tests.soak.preload import Recorder, why_not
from tests.support.journal_check import check
from tests.support.socket_players import until

pytestmark = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")

# A store that confirms before its commit is synced
CARELESS = """
real = sqlite_file._configure
def careless(db, path):
    real(db, path)
    db.execute("PRAGMA synchronous = OFF")
sqlite_file._configure = careless
"""


def test_forty_power_cuts_and_failing_disks_lose_and_double_nothing(tmp_path: Path) -> None:
    tally = campaign(tmp_path, 40, "cuts", ["some syncs fail", "half writes"])
    assert (40, True, True) == (tally.cuts, tally.faults > 0, tally.looked_up > 500)


def test_a_store_that_confirms_before_it_syncs_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"confirmed actions are lost|not whole"):
        campaign(tmp_path, 40, "careless", bug=CARELESS)


def test_a_server_on_a_slow_disk_stops_without_merging_its_log(tmp_path: Path) -> None:
    """Merging is up to 64 MB and two more syncs, for which nobody waits when the disk is slow; nothing is lost."""

    async def story() -> tuple[list[Witness], int]:
        server = await asyncio.to_thread(recorder.server().start)
        try:
            async with AsyncExitStack() as stack:
                players = await asyncio.to_thread(witnesses, server.url, recorder, "slow")
                for player in players:
                    await stack.enter_async_context(player)
                await until(lambda: sum(len(player.notes) for player in players) > 10, "they play")
                recorder.fail(slow_us=1_050_000)
                done = sum(len(player.notes) for player in players)
                await until(lambda: sum(len(player.notes) for player in players) > done + 1, "they play slowly")
                position = recorder.position()
                assert 0 == await asyncio.to_thread(server.end)
        finally:
            await asyncio.to_thread(server.kill)
        return players, position

    recorder = Recorder(tmp_path)
    players, position = asyncio.run(story())
    assert [] == [change.what for change in changes(recorder.log) if change.end > position and change.file == 0]
    check(recorder.database, players)
