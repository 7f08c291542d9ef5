"""Phones with the bars of their browser: everything that is needed to play is in sight, and nothing lies over it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes import SCENES
from tests.browser.scenes.scene import STILL, begin, hold
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, TABLET, ZOOMED, Visitor, until

HINT_MS = 1000
LINE_PX = 24  # left free for a line more below the bar
NEEDED = "[data-seat], [data-side], [data-from], [data-pile], [data-stack], [data-deck], [data-call], .words, .turn"
BUTTONS = "button, a.button"
# What lies under a message, or the message itself if it is cut off. What has given way to it is not seen.
COVERED = """needed => {
  const message = document.querySelector(".strip p");
  const strip = message.getBoundingClientRect();
  const lies = (box) => box.bottom > strip.top && box.top < strip.bottom;
  const over = (box) => lies(box) && box.right > strip.left && box.left < strip.right;
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const seen = (node) => shown(node) && node.getBoundingClientRect().width > 1;
  const under = (node) => seen(node) && over(node.getBoundingClientRect());
  const found = [...document.querySelectorAll(needed)].filter(under);
  const inside = strip.top >= 0 && strip.left >= 0 && strip.right <= innerWidth;
  if (!inside || message.scrollWidth > message.clientWidth) found.push(message);
  return found.map((node) => node.outerHTML.slice(0, 80));
}"""
# The first button opens what there is to say, which the second one says
HURRY = """async (names) => {
  const named = (name) => [...document.querySelectorAll("button")].find((one) => one.ariaLabel === name);
  for (let times = 0; times < 8; times += 1) for (const name of names) {
    named(name)?.click();
    await new Promise((shown) => setTimeout(shown));
  }
}"""
OUTSIDE = """needed => {
  const beside = (box) => box.left < -1 || box.right > innerWidth + 1;
  const out = (box) => box.height > 1 && (box.top < 0 || box.bottom > innerHeight || beside(box));
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
    why = me.page.locator(".strip [role=status]")
    expect(why).to_contain_text(me.words("why-ws-turn"))
    assert [] == covered(me)
    me.page.locator("[data-deck]").tap()
    expect(pointer).to_have_count(0)
    expect(why).not_to_contain_text(me.words("why-ws-turn"))


IN_BOTH = pytest.mark.parametrize(
    ("size", "language"),
    [(BARRED_LOW, "en"), (BARRED, "es"), (TABLET, "es"), (DESKTOP, "en")],
    ids=["low-en", "barred-es", "tablet-es", "desktop-en"],
)


def arrives(opened: Opening, size: ViewportSize, language: str) -> Visitor:
    finger = size not in (DESKTOP, TABLET)
    return opened(size=size, language=language, touch=finger, is_mobile=finger)


def told(me: Visitor) -> Locator:
    return me.page.locator(".strip p.told")


def hurry(me: Visitor) -> None:
    """Says more than the table takes in ten seconds, within a moment even on a busy machine: it asks for patience."""
    me.page.evaluate(HURRY, [me.words("web-say"), me.words("phrase-oops")])


def covered(me: Visitor) -> list[str]:
    me.settle()
    found: list[str] = me.page.evaluate(COVERED, f"{NEEDED}, {BUTTONS}")
    return found


@pytest.mark.parametrize("game", ["wig_out", "five_crowns", "wackee_six"])
@IN_BOTH
def test_words_of_people_cover_nothing(opened: Opening, game: str, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    begin(me, game, 3)
    for phrase in ("good-luck", "hurry"):
        me.page.reload()
        expect(me.button("web-say")).to_be_visible()
        expect(me.page.locator(".strip p")).to_have_count(0)  # a bot may have wished good luck
        hold(me)
        me.button("web-say").click()
        me.button(f"phrase-{phrase}").click()
        said = me.page.locator(".strip .said").filter(has_text="Ada")
        expect(said).to_contain_text(me.words(f"phrase-{phrase}"))
        assert [] == covered(me)
        assert [] == faults(me)


@IN_BOTH
def test_a_hint_and_a_refusal_cover_nothing_and_a_tap_takes_them_away(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = arrives(opened, size, language)
    SCENES["crowns-discard"](me)
    hint = me.page.locator(".strip p.hint")
    until(hint.is_visible, lambda: ask(me))
    assert [] == covered(me)
    assert [] == faults(me)
    hint.click()
    expect(hint).to_have_count(0)
    home = me.link("web-home").bounding_box()
    assert home is not None
    assert home["width"] >= 44, "what gave way is back"
    stay(me)
    until(told(me).is_visible, lambda: hurry(me))
    assert [] == covered(me)
    assert [] == faults(me)
    expect(me.button("web-hint")).to_be_in_viewport()  # whoever is refused may want one
    told(me).click()
    expect(told(me)).to_have_count(0)


NARROW: ViewportSize = {"width": 320, "height": 568}
LONG_NAME = "Wilhelmina Mammoth W"
CUT_OFF = "one => [...one.querySelectorAll('span, b')].some(part => part.scrollHeight > part.clientHeight + 1)"
IN_NARROW_BARS = pytest.mark.parametrize(
    ("size", "language"),
    [(NARROW, "es"), (BARRED, "en"), (BARRED_LOW, "es"), (ZOOMED, "es"), (DESKTOP, "es")],
    ids=["narrow-es", "barred-en", "low-es", "zoomed-es", "desktop-es"],
)


@IN_NARROW_BARS
def test_what_somebody_with_a_long_name_says_is_whole(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    me.open_table("wig_out", 3, options={"bot_pace": 8}, settings=STILL, name=LONG_NAME)
    me.button("web-begin").click()
    for phrase in ("good-game", "think"):
        me.page.reload()
        expect(me.page.locator(".strip p")).to_have_count(0)
        hold(me)
        me.button("web-say").click()
        me.button(f"phrase-{phrase}").click()
        said = me.page.locator(".strip .said").filter(has_text=LONG_NAME)
        expect(said).to_be_visible()
        if phrase == "good-game":
            words = said.get_by_text(me.words("phrase-good-game")).and_(said.locator(":visible"))
            box, around = words.bounding_box(), said.bounding_box()
            assert box is not None
            assert around is not None
            assert box["y"] + box["height"] <= around["y"] + around["height"]
        assert not said.evaluate(CUT_OFF)
        assert [] == covered(me)


@IN_NARROW_BARS
def test_a_reaction_names_its_person_in_whole(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    me.open_table("wig_out", 3, options={"bot_pace": 8}, settings=STILL, name="Abuela Rosa")
    me.button("web-begin").click()
    me.page.reload()  # the bots have wished good luck
    expect(me.page.locator(".strip p")).to_have_count(0)
    hold(me)
    me.button("web-say").click()
    me.button("phrase-wow").click()
    said = me.page.locator(".strip .said").filter(has_text="Abuela Rosa")
    expect(said).to_be_visible()
    assert not said.evaluate(CUT_OFF)
    assert [] == faults(me)
    assert [] == covered(me)


def told_to_take(me: Visitor, cards: str) -> None:
    """From now on the hint is the longest there is: to take the discard, for a meld of these cards."""
    why = {"reason": "why-fc-take-meld", "facts": {"cards": cards, "points": 120, "before": 145}}

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            if message.get("why"):
                message |= {"found": {"do": "take", "from": "discard"}, "why": why}
            socket.send(json.dumps(message))

        server.on_message(tell)

    me.page.route_web_socket("**/ws*", between)
    me.page.reload()


@pytest.mark.parametrize("cards", ["8d 9d Td", "5d 6d 7d 8d 9d Td"])
@IN_NARROW_BARS
def test_the_longest_hint_covers_nothing(opened: Opening, size: ViewportSize, language: str, cards: str) -> None:
    me = arrives(opened, size, language)
    told_to_take(me, cards)
    SCENES["crowns-take"](me)
    hint = me.page.locator(".strip p.hint")
    until(hint.is_visible, lambda: ask(me))
    expect(hint).to_contain_text("145")
    assert [] == covered(me)


def stay(me: Visitor) -> None:
    """From now on what the page says does not go by itself."""
    me.page.evaluate(
        "() => { const later = window.setTimeout.bind(window);"
        " window.setTimeout = (done, ms, ...rest) => later(done, ms === 3500 ? 1e8 : ms, ...rest) }"
    )


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"])
def test_what_was_told_in_a_match_is_not_shown_in_the_next(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    SCENES["wig-ending"](me)
    stay(me)
    until(told(me).is_visible, lambda: hurry(me))
    me.button("web-rematch").click()
    expect(me.region("wig-hand")).to_be_visible()
    expect(told(me)).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(BARRED, "en"), (BARRED_LOW, "es")], ids=["barred-en", "low-es"])
def test_melds_on_the_table_are_seen_whole(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    SCENES["crowns-last-turn"](me)
    melds = me.page.get_by_role("region", name=me.words("crowns-laid"))
    expect(melds.get_by_role("img")).to_have_count(1)
    assert melds.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("size", [TABLET, {"width": 900, "height": 700}], ids=["tablet", "narrow"])
@pytest.mark.parametrize(("bots", "language"), [(11, "es"), (2, "en")], ids=["pairs", "alone"])
def test_the_hand_deck_of_wackee_six_is_in_sight_on_a_tablet(
    opened: Opening, size: ViewportSize, bots: int, language: str
) -> None:
    me = opened(size=size, language=language)
    begin(me, "wackee_six", bots)
    start(me, "wackee-start")
    assert [] == faults(me)
    assert [] == me.page.evaluate(OUTSIDE, NEEDED)


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
