"""Phones with the bars of their browser: everything that is needed to play is in sight, and nothing lies over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.scene import begin
from tests.browser.visitor import BARRED, BARRED_LOW, Visitor, until

HINT_MS = 1000
LINE_PX = 24  # left free for a line more below the bar
NEEDED = "[data-seat], [data-side], [data-from], [data-pile], [data-stack], [data-deck], [data-call], .words, .turn"
COVERED = """needed => {
  const strip = document.querySelector(".strip p").getBoundingClientRect();
  const lies = (box) => box.bottom > strip.top && box.top < strip.bottom;
  const over = (box) => lies(box) && box.right > strip.left && box.left < strip.right;
  const found = [...document.querySelectorAll(needed)].filter((node) => over(node.getBoundingClientRect()));
  return found.map((node) => node.outerHTML.slice(0, 80));
}"""
OUTSIDE = """needed => {
  const out = (box) => box.height > 1 && (box.top < 0 || box.bottom > innerHeight);
  const found = [...document.querySelectorAll(needed)].filter((node) => out(node.getBoundingClientRect()));
  return found.map((node) => node.outerHTML.slice(0, 80));
}"""


def less(size: ViewportSize) -> ViewportSize:
    return {"width": size["width"], "height": size["height"] - LINE_PX}


def start(me: Visitor, key: str) -> None:
    button = me.button(key)
    button.click()
    expect(button).not_to_be_visible()


def ask(me: Visitor) -> None:
    """Ask for a hint; a busy server may refuse one that it has no time for."""
    me.button("web-hint").click()
    me.page.wait_for_timeout(HINT_MS)


@pytest.mark.parametrize(("size", "language"), [(BARRED, "en"), (BARRED_LOW, "es")], ids=["barred-en", "low-es"])
def test_six_sides_of_wackee_six_fit_and_a_hint_covers_none_of_it(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=less(size), language=language, touch=True, is_mobile=True)
    begin(me, "wackee_six", 11)
    start(me, "wackee-start")
    assert [] == faults(me)
    assert [] == me.page.evaluate(OUTSIDE, NEEDED)
    label = me.page.locator(".hand .words").bounding_box()
    assert label is not None
    assert label["width"] * label["height"] <= 1, "it would cover the partner's numbers"
    pointer = me.page.locator("[data-hint-pointer] .arrow")
    until(pointer.is_visible, lambda: ask(me))
    told = me.page.locator(".strip [role=status]")
    expect(told).to_contain_text(me.words("why-ws-turn"))
    assert [] == me.page.evaluate(COVERED, NEEDED)
    me.page.locator("[data-deck]").tap()
    expect(pointer).to_have_count(0)
    expect(told).not_to_contain_text(me.words("why-ws-turn"))


@pytest.mark.parametrize("game", ["wig_out", "five_crowns"])
def test_words_of_people_have_a_place_of_their_own(opened: Opening, game: str) -> None:
    me = opened(size=BARRED_LOW, touch=True, is_mobile=True)
    begin(me, game, 3)
    me.button("web-say").click()
    me.button("phrase-good-luck").click()
    expect(me.page.locator(".strip .said").get_by_text("Ada")).to_be_visible()
    assert [] == me.page.evaluate(COVERED, NEEDED)
    assert [] == faults(me)


def test_cards_are_dealt_in_about_a_second_and_nothing_waits_for_it(opened: Opening) -> None:
    me = opened(size=BARRED, touch=True, is_mobile=True, reduced_motion="no-preference")
    me.page.add_init_script(
        "new MutationObserver(seen => seen.flatMap(one => [...one.addedNodes]).filter(one => one.dataset?.deal === '')"
        ".forEach(one => { window.dealt = Math.max(...one.getAnimations({ subtree: true })"
        ".map(run => run.effect.getComputedTiming().endTime)) })).observe(document, { childList: true, subtree: true })"
    )
    me.page.reload()
    begin(me, "wig_out", 3)
    me.page.wait_for_function("() => window.dealt > 0")
    assert me.page.evaluate("window.dealt") <= 1200
    start(me, "wig-go")
    expect(me.page.locator("[data-deal]")).to_have_count(0)
