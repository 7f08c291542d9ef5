"""Five Crowns holds still, measured in a real browser: no pile ever moves, and in a turn no card of the hand does."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.players import DISCARD, LIT
from tests.browser.scenes.five_crowns import crowns
from tests.browser.test_axe import AXE, violations
from tests.browser.visitor import DESKTOP, PHONE, Visitor, until

SMALL: ViewportSize = {"width": 360, "height": 616}  # phones with the bars of their browsers
LOW: ViewportSize = {"width": 375, "height": 553}
SIZES = {"360x616": SMALL, "375x553": LOW, "390x844": PHONE, "1280x800": DESKTOP}
DRAW = f'{LIT}[aria-keyshortcuts="D"]'
# Where piles and the wild's sign were in any frame since the first
RECORDER = """() => {
  const places = window.places = { draw: new Set(), discard: new Set(), wild: new Set() };
  const shown = { draw: 'button[aria-keyshortcuts="D"]', discard: 'button[aria-keyshortcuts="P"]', wild: '.sign' };
  const look = () => {
    for (const [name, selector] of Object.entries(shown)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (box?.width) places[name].add([box.x, box.y, box.width, box.height].map(Math.round).join(' '));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
CARDS = """() => Object.fromEntries([...document.querySelectorAll('.hand [data-id]')].map(one => {
  const box = one.getBoundingClientRect();
  return [one.dataset.id, [box.x, box.y, box.width, box.height].map(Math.round)];
}))"""
# The other player needs one more 7, which lies wherever it may look; nothing that the test draws makes a meld.
MINE, THEIRS, NEXT = "8h Js Kc", "7t 7d 5c", "4d 9d 7c 7h 7s 7c 7h 7s"


def watched(me: Visitor) -> None:
    """From now on every frame is looked at."""
    me.page.evaluate(RECORDER)


def held_still(me: Visitor) -> None:
    """Nothing was at a second place."""
    places: dict[str, list[str]] = me.page.evaluate(
        "() => Object.fromEntries(Object.entries(window.places).map(([name, all]) => [name, [...all]]))"
    )
    assert {"draw": 1, "discard": 1, "wild": 1} == {name: len(found) for name, found in places.items()}, places


def cards(me: Visitor) -> dict[str, list[int]]:
    """Where every card of the hand is."""
    found: dict[str, list[int]] = me.page.evaluate(CARDS)
    return found


def one_turn(me: Visitor) -> None:
    """Take a card, lift it, discard it; meanwhile no other card moves or shrinks."""
    before = cards(me)
    me.page.locator(DRAW).click()
    expect(me.page.locator(".hand [data-id]")).to_have_count(len(before) + 1)
    expect(me.page.locator(DRAW)).to_have_count(0)
    expect(me.page.locator(".hand .tag:not(.fits)")).to_have_attribute("data-words", me.words("crowns-new"))
    me.settle()
    after = cards(me)
    (taken,) = after.keys() - before.keys()
    assert before == {card: place for card, place in after.items() if card != taken}
    assert {(place[2], place[3]) for place in after.values()} == {tuple(next(iter(before.values()))[2:])}
    left = max(place[0] + place[2] for card, place in after.items() if card != taken and place[1] == after[taken][1])
    assert after[taken][0] >= left + 4, "the card that was taken does not stand apart"
    assert [] == faults(me)
    me.page.locator(f'[data-id="{taken}"]').click()
    assert before == {card: place for card, place in cards(me).items() if card != taken}
    me.page.locator(DISCARD).click()
    expect(me.page.locator(f'[data-id="{taken}"]')).to_have_count(0)
    assert before == cards(me)


def last_turn(me: Visitor) -> bool:
    """Has somebody gone out?"""
    return me.page.get_by_text(me.words("crowns-last-turn")).count() > 0


@pytest.mark.parametrize("size", SIZES)
def test_a_round_in_which_somebody_goes_out(opened: Opening, size: str) -> None:
    me = opened(size=SIZES[size], language="es" if size == "375x553" else "en", touch=size != "1280x800")
    crowns(me, MINE, THEIRS, NEXT)
    me.page.locator(DRAW).wait_for()
    me.settle()
    watched(me)
    while not last_turn(me):
        one_turn(me)
        until(lambda: last_turn(me) or me.page.locator(DRAW).count() > 0)
    me.page.locator(DRAW).wait_for()
    if size == "375x553":
        me.page.evaluate(AXE)
        assert [] == [*violations(me, night=False), *violations(me, night=True)]
    assert [] == faults(me)
    before = cards(me)
    me.page.locator(DRAW).click()
    expect(me.page.locator(".hand .tag:not(.fits)")).to_be_visible()
    me.settle()
    assert before.items() <= cards(me).items()
    held_still(me)
