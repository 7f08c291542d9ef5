"""The pages of tournaments and leaderboards on a phone: every column is in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rumpus.research.tournament import Plan, play, report
from rumpus.research.tournament_page import page

CUT = "[...document.querySelectorAll('.wide')].filter(box => box.scrollWidth > box.clientWidth).length"


@pytest.mark.parametrize("width", [320, 360])
def test_every_column_of_a_tournament_is_seen_on_a_phone(browser: Browser, width: int, tmp_path: Path) -> None:
    plan = Plan("wig_out", 2, ("beginner", "greedy"), "phone", 24, {"rounds": 1})
    matches = list(play(plan))
    file = tmp_path / "index.html"
    file.write_text(page(report(plan, matches), matches), "utf-8")
    phone = browser.new_page(viewport={"width": width, "height": 616})
    phone.goto(file.as_uri())
    assert [0, width] == [phone.evaluate(CUT), phone.evaluate("document.documentElement.scrollWidth")]
    phone.add_style_tag(content="td,th{white-space:nowrap!important}")  # as it was: the rating was cut off
    assert 1 == phone.evaluate(CUT)
    phone.close()
