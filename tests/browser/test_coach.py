"""The coach in a real browser: after a round by the keyboard, and from the end of a match to its page and a moment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM
from tests.browser.players import five_crowns_by_pointer, one_round_of_five_crowns, play
from tests.browser.scenes.scene import begin
from tests.browser.visitor import BARRED, DESKTOP, FAST, TABLET

WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "size", "large", "count"),
    [("es", BARRED, DESKTOP, 3), ("en", TABLET, ROOM["tv"], 2)],
    ids=["es", "en"],
)
def test_from_a_round_and_the_end_of_a_match_to_what_could_have_been(
    opened: Opening, language: str, size: ViewportSize, large: ViewportSize, count: int
) -> None:
    me = opened(size=size, language=language)
    options = {"rounds": count, "turn_limit": 2, "bot_pace": 0.25}
    begin(me, "five_crowns", 2, options=options, settings={**FAST, "wait_s": 300})
    ask = me.button("web-coach-ask")
    play(me, one_round_of_five_crowns, ask.is_visible)
    me.tab_to(ask)
    me.page.keyboard.press("Enter")
    sheet = me.dialog("web-coach-ask")
    expect(sheet.get_by_role("listitem").first).to_be_visible()
    expect(sheet.get_by_text(me.words("web-coach-luck"), exact=True)).to_be_visible()
    assert not me.page.evaluate(WIDER)
    # it is opened among buttons, whose words stand in the middle
    assert "start" == sheet.evaluate("one => getComputedStyle(one).textAlign")
    sheet.get_by_role("button", name=me.words("web-coach-whole")).click()
    expect(me.dialog("web-coach-title").get_by_role("img").first).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(ask).to_be_visible()

    play(me, five_crowns_by_pointer, me.region("web-match-over").is_visible)
    me.page.set_viewport_size(large)
    me.link("web-coach-title").click()
    expect(me.page).to_have_url(re.compile("#/coach/"))
    rounds = me.page.get_by_role("heading", level=3)
    expect(rounds).to_have_count(count)
    seat = me.page.get_by_label(me.words("web-coach-seat"))
    expect(seat.get_by_role("option")).to_have_count(3)
    for chosen in "210":  # whoever played perfectly has nothing to look at
        seat.select_option(chosen)
        expect(rounds).to_have_count(count)
        if me.link("web-coach-see").count():
            break
    me.link("web-coach-see").first.click()
    expect(me.page).to_have_url(re.compile(r"#/replay/\w+/\d+"))
    expect(me.link("web-coach-title")).to_be_visible()
