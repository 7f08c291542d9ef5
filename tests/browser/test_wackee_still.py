"""Wackee Six holds still, measured in a real browser: when a new round begins, one's own cards stay where they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.scene import skip_to
from tests.browser.scenes.wackee_six import all_out
from tests.browser.visitor import DESKTOP, PHONE, UPRIGHT

SIZES = {"390x844": PHONE, "820x1180": UPRIGHT, "1280x800": DESKTOP}
# Where these were in any frame since the first
RECORDER = """() => {
  const places = window.places = {};
  const shown = { row: ".hand .row", down: ".hand .down", turned: "[data-turned]", deck: "[data-deck]",
                  wacked: "[data-wacked]", call: "[data-call]" };
  const look = () => {
    for (const [name, selector] of Object.entries(shown)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (box?.width) (places[name] ??= new Set()).add([box.x, box.y].map(Math.round).join(" "));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
PLACES = "() => Object.fromEntries(Object.entries(window.places).map(([name, all]) => [name, [...all]]))"


@pytest.mark.parametrize("size", SIZES)
def test_a_new_round_with_other_roles_moves_nothing(opened: Opening, size: str) -> None:
    window: ViewportSize = SIZES[size]
    me = opened(size=window, language="es" if window is PHONE else "en")
    all_out(me, seats=((0, 2), (1, 3)), partners=True)
    me.settle()
    me.page.evaluate(RECORDER)
    me.button("wackee-call").click()
    skip_to(me, me.enabled("web-next-round"))
    me.button("web-next-round").click()
    expect(me.page.locator(".main.dim")).to_be_attached()  # the partner plays the main cards now

    me.settle()
    places: dict[str, list[str]] = me.page.evaluate(PLACES)
    assert dict.fromkeys(places, 1) == {name: len(found) for name, found in places.items()}, places
    assert {"row", "down", "turned", "deck", "wacked", "call"} == set(places)
    assert [] == faults(me)
