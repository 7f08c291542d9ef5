"""The best second of a round in a real browser: in full view, then the open hands, on real phones and a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.players import one_round_of_wig_out, play
from tests.browser.scenes import SCENES
from tests.browser.scenes.scene import skip_to
from tests.browser.visitor import DESKTOP, Visitor

ANDROID: ViewportSize = {"width": 360, "height": 616}  # phones as they are: with the bars of the browser
IPHONE: ViewportSize = {"width": 375, "height": 553}
NARROW: ViewportSize = {"width": 320, "height": 568}
COVERED = """() => {
    const box = document.querySelector(".climax p").getBoundingClientRect()
    const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight
    const count = what => document.querySelectorAll(what).length
    const ways = ["transform", "translate", "scale", "rotate"]
    const moves = document.getAnimations().some(one => one.effect.getComputedTiming().endTime > 160
        && one.effect.getKeyframes().some(frame => ways.some(way => way in frame)))
    return { inside, moves, dialogs: count("dialog[open]"), pages: count(".round") }
}"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".round button, .standing, .round h2")].filter(one => {
    const box = one.getBoundingClientRect()
    return box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0 || box.bottom > innerHeight + 0.5
}).map(one => one.textContent)"""


def arrives(opened: Opening, size: ViewportSize, language: str, motion: str = "reduce") -> Visitor:
    return opened(size=size, language=language, touch=size != DESKTOP, reduced_motion=motion)


@pytest.mark.parametrize(
    ("name", "size", "language"),
    [("wig-climax", ANDROID, "es"), ("wackee-climax", IPHONE, "en"), ("wig-climax", DESKTOP, "en")],
)
def test_a_shout_is_seen_and_then_the_open_hands_are_the_page(
    opened: Opening, name: str, size: ViewportSize, language: str
) -> None:
    moving = size == ANDROID
    me = arrives(opened, size, language, "no-preference" if moving else "reduce")
    SCENES[name](me)
    assert {"inside": True, "moves": moving, "dialogs": 0, "pages": 0} == me.page.evaluate(COVERED)
    next_round = me.enabled("web-next-round")
    skip_to(me, next_round)
    expect(next_round).to_be_focused()
    expect(me.page.locator(".climax")).to_have_count(0)
    expect(me.page.locator(".round ol > li")).to_have_count(2)
    expect(me.page.locator(".round ol > li.own")).to_contain_text(me.words("web-yourself"))
    assert [] == me.page.evaluate(OUT_OF_SIGHT)

    me.page.reload()  # what is there is simply there
    expect(next_round).to_be_visible()
    expect(me.page.locator(".climax")).to_have_count(0)
    me.settle()
    me.button("web-sheet").last.click()
    expect(me.dialog("web-sheet").get_by_role("row")).to_have_count(3)
    me.page.keyboard.press("Escape")
    next_round.click()
    expect(me.page.locator(".round")).to_have_count(0)


def test_going_out_bursts_over_a_round_that_goes_on(opened: Opening) -> None:
    me = arrives(opened, ANDROID, "en")
    SCENES["crowns-climax"](me)
    assert me.page.evaluate(COVERED)["inside"]
    skip_to(me, me.enabled("web-next-round"))
    expect(me.page.locator(".round ol > li")).to_have_count(2)
    assert [] == me.page.evaluate(OUT_OF_SIGHT)


@pytest.mark.parametrize(("size", "language"), [(NARROW, "es"), (IPHONE, "en"), (DESKTOP, "es")])
def test_the_standing_and_the_sheet_of_a_long_match_are_whole_on_every_size(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = arrives(opened, size, language)
    SCENES["score-sheet"](me)
    me.settle()
    sheet = me.dialog("web-sheet")
    cut = sheet.evaluate("""node => [...node.querySelectorAll("td, th")].filter(one => {
        const [own, all] = [one.getBoundingClientRect(), node.getBoundingClientRect()]
        return one.scrollWidth > one.clientWidth + 1 || own.right > all.right || own.left < all.left
    }).map(one => one.textContent)""")
    assert [] == cut
    expect(sheet.get_by_role("columnheader", name="11", exact=True)).to_be_visible()
    me.page.keyboard.press("Escape")
    standing = me.page.locator(".standing .own")
    expect(standing).to_contain_text("153")
    assert standing.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert [] == me.page.evaluate(OUT_OF_SIGHT)


BESIDE = """() => [...document.querySelectorAll(".round *")].filter(one => {
    const box = one.getBoundingClientRect()
    return box.width > 1 && (box.left < -0.5 || box.right > innerWidth + 0.5)
}).map(one => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(("size", "language"), [(NARROW, "en"), (IPHONE, "es"), (DESKTOP, "en")])
def test_the_open_hands_of_four_are_as_wide_as_the_window(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    quick = {"rounds": 2, "bot_pace": 0.25}
    me.open_table("wig_out", 3, level="casual", options=quick, settings={"wait_s": 300, "countdown_s": 0})
    me.button("web-begin").click()
    play(me, one_round_of_wig_out, me.enabled("web-next-round").is_visible)
    expect(me.page.locator(".round ol > li")).to_have_count(4)
    me.settle()
    assert [] == me.page.evaluate(BESIDE)
