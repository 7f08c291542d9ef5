"""The ruler that measures pages finds words that run into a button, and in Five Crowns none do."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.five_crowns import crowns_take
from tests.browser.visitor import BARRED, ZOOMED

PLANTED = """position => {
  const [box, words, button] = ["div", "p", "button"].map((name) => document.createElement(name));
  Object.assign(box.style, { display: "flex", width: "12rem" });
  Object.assign(words.style, { flex: "1", minWidth: "0", whiteSpace: "nowrap", position });
  button.style.flex = "0 0 8rem";
  words.textContent = "left over: 28";
  box.append(words, button);
  document.querySelector("main").prepend(box);
}"""
# The largest numbers that both can show: all points of a last hand, and what its best melds would leave
LARGEST = """() => {
  document.querySelector(".bar .points b").textContent = "388";
  const best = document.querySelector(".bar .best").firstChild;
  best.textContent = `${best.textContent.split(":")[0].trim()}: 128 `;
}"""

NARROW: ViewportSize = {"width": 320, "height": 568}
TENTH = """() => {
  const round = document.querySelector(".sign .words > span");
  round.textContent = round.textContent.replace(/1 (.*) 2/, "10 $1 11");
}"""


@pytest.mark.parametrize(("place", "found"), [("static", True), ("absolute", False)], ids=["in-flow", "badge"])
def test_words_that_run_into_a_button_are_found(opened: Opening, place: str, found: bool) -> None:
    me = opened(size=BARRED)
    assert [] == faults(me)
    me.page.evaluate(PLANTED, place)
    assert found == any(fault.startswith('"left over: 28" lies under button') for fault in faults(me))


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_points_left_over_never_run_into_a_button(opened: Opening, language: str, touch: bool) -> None:
    me = opened(size=BARRED, language=language, touch=touch, is_mobile=touch)
    crowns_take(me)
    me.page.evaluate(LARGEST)
    assert [] == faults(me)


@pytest.mark.parametrize(("size", "touch"), [(NARROW, True), (ZOOMED, False)], ids=["narrow", "zoomed"])
def test_the_round_and_the_words_of_buttons_fit_where_it_is_narrow(
    opened: Opening, size: ViewportSize, touch: bool
) -> None:
    me = opened(size=size, language="es", touch=touch, is_mobile=touch)
    crowns_take(me)
    me.page.evaluate(TENTH)
    assert [] == faults(me)
