"""Matches to their end on a device alone: every game, both languages, three sizes (`make demo-test`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from rumpus import record
from tests.browser.players import PLAYERS, play
from tests.browser.test_device import SHORT, Hosted, demo, is_over, play_now, saved_record
from tests.browser.test_offline import settled
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP

__all__ = ["demo"]  # the fixture
SIZES: dict[str, ViewportSize] = {"barred": BARRED, "low": BARRED_LOW, "desktop": DESKTOP}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", SHORT)
def test_a_match_to_its_end_without_a_network(
    browser: Browser, demo: Path, tmp_path: Path, game: str, size: str, language: str
) -> None:
    with Hosted(browser, demo, SIZES[size], language) as hosted:
        me = settled(hosted.open())
        play_now(me, game)
        hosted.cut()
        assert play(me, PLAYERS[game]["tap"], is_over(me)) > 0
        assert record.verify(saved_record(me, tmp_path)).outcome() is not None
