"""The browser client in a real browser, at a real server: matches to their end, a cut connection, every page and state."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Opening
from browser.players import five_crowns_by_pointer, wackee_six_by_keys, wig_out_by_pointer
from browser.visitor import DESKTOP, FAST, LANDSCAPE, PHONE, TABLET, Visitor, until
from rumpus.record import read, verify

BRISK = {"bot_pace": 0.25}


def is_over(me: Visitor) -> Callable[[], bool]:
    return me.dialog("web-match-over").is_visible


def see_the_ending(me: Visitor, tmp_path: Path, parties: int) -> None:
    """The sheet, the record as a file that replays, and a rematch."""
    end = me.dialog("web-match-over")
    expect(end.get_by_role("table")).to_be_visible()
    assert parties <= end.get_by_role("columnheader").count() + end.get_by_role("rowheader").count()
    with me.page.expect_download() as download:
        me.link("web-record").click()
    kept = tmp_path / "match.jsonl"
    download.value.save_as(kept)
    with kept.open() as lines:
        assert verify(read(lines)).result is not None
    me.button("web-rematch").click()
    expect(me.button("web-begin")).to_be_visible()


def test_wig_out_by_touch_on_a_phone_in_spanish_to_its_end(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=PHONE, language="es", touch=True, is_mobile=True)
    me.open_table("wig_out", 2, options={"rounds": 2, **BRISK}, settings=FAST)
    me.button("web-begin").tap()
    assert wig_out_by_pointer(me, is_over(me)) > 3
    see_the_ending(me, tmp_path, 3)


def test_wackee_six_by_keys_alone_on_a_desktop_in_english_to_its_end(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=DESKTOP)
    me.open_table("wackee_six", 2, options={"target": 1, "down": [0, 0, 0], **BRISK}, settings=FAST)
    me.tab_to(me.button("web-begin"))
    me.page.keyboard.press("Enter")
    assert wackee_six_by_keys(me, is_over(me)) > 3
    see_the_ending(me, tmp_path, 3)


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["tablet", "landscape"])
def test_five_crowns_by_pointer_to_its_end(opened: Opening, tmp_path: Path, size: Any) -> None:
    me = opened(size=size)
    me.open_table("five_crowns", 2, options={"rounds": 1, "turn_limit": 3, **BRISK}, settings=FAST)
    me.button("web-begin").click()
    assert five_crowns_by_pointer(me, is_over(me)) >= 1
    see_the_ending(me, tmp_path, 3)
