"""Power cuts and failing disks under a real server, whose writes are recorded; longer in `make soak PARTS=disk`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.disk import campaign
from tests.soak.preload import why_not

pytestmark = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")

# A store that confirms before its commit is synced
CARELESS = """
real = sqlite_file._configure
def careless(db, path):
    real(db, path)
    db.execute("PRAGMA synchronous = LEVEL")
sqlite_file._configure = careless
"""


def test_forty_power_cuts_and_failing_disks_lose_and_double_nothing(tmp_path: Path) -> None:
    tally = campaign(tmp_path, 40, "cuts", ["some syncs fail", "half writes"])
    assert (40, True, True) == (tally.cuts, tally.faults > 0, tally.looked_up > 500)


@pytest.mark.parametrize("level", ["OFF", "NORMAL"])
def test_a_store_that_confirms_before_it_syncs_is_caught(tmp_path: Path, level: str) -> None:
    with pytest.raises(AssertionError, match=r"confirmed actions are lost|not whole"):
        campaign(tmp_path, 40, "careless", bug=CARELESS.replace("LEVEL", level))
