"""`make test-browser-all`: every game on every size, in both languages, by tap, drag and keys; every page measured.

Too long for every day, so pytest finds it only by name: `pytest tests/browser/grid.py -k "wig_out and phone"`.
A page or state is set up once for each language and kind of device, and then measured in all sizes of that device.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from rumpus.text import LANGUAGES
from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM, for_a_room
from tests.browser.measure import faults
from tests.browser.players import PLAYERS, play
from tests.browser.scenes import SCENES
from tests.browser.test_axe import AXE, violations
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, FAST, LANDSCAPE, PHONE, UPRIGHT, ZOOMED, Visitor

SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "barred": BARRED,
    "low": BARRED_LOW,
    "landscape": LANDSCAPE,
    "tablet": UPRIGHT,
    "desktop": DESKTOP,
    "zoomed": ZOOMED,
    "large": ROOM["tv"],
}
DEVICES = {
    "finger": ("low", "barred", "phone", "landscape", "tablet"),
    "mouse": ("zoomed", "desktop", "large"),
    "screen": tuple(ROOM),
}
SEEN = [(name, device) for name in SCENES for device in (("screen",) if for_a_room(name) else ("finger", "mouse"))]
NUMBER = {name: number for number, name in enumerate(SIZES)}
SHORT: dict[str, dict[str, Any]] = {
    "wig_out": {"rounds": 2, "bot_pace": 0.25},
    "wackee_six": {"target": 10, "bot_pace": 0.25, "down": [0, 0, 0]},
    "five_crowns": {"rounds": 2, "turn_limit": 6, "bot_pace": 0.25},
}
WISHES = {"leftHanded": True, "night": True, "calm": True, "sound": False, "letters": True}
EVERY = 6  # steps from one measuring to the next
SOUNDS = """() => {
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when) };
}"""
MOTION = """() => {
  window.moved = new Set();
  const moving = ['transform', 'translate', 'scale', 'rotate'];
  const look = () => {
    for (const one of document.getAnimations()) {
      const ms = one.effect.getComputedTiming().endTime;
      const moves = one.effect.getKeyframes().some(frame => moving.some(key => key in frame));
      const name = one.animationName ?? one.transitionProperty ?? 'a script';
      if (moves && ms > 160) window.moved.add(`${name}: ${ms} ms on ${one.effect.target.className}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def arrives(opened: Opening, size: str, language: str, **more: Any) -> Visitor:
    """Somebody comes with a device of this size."""
    finger = size in DEVICES["finger"]
    return opened(size=(SIZES | ROOM)[size], language=language, touch=finger, is_mobile=finger, **more)


def wish(me: Visitor, wishes: dict[str, Any]) -> None:
    """Somebody has set this in this browser before."""
    me.page.evaluate("text => localStorage.setItem('rumpus-settings', text)", json.dumps(wishes))
    me.page.reload()


def played(me: Visitor, game: str, way: str, bots: int = 2, **options: Any) -> list[str]:
    """A match from the lobby to its end; what the ruler found on the way."""
    me.open_table(game, bots, level="casual", options={**SHORT[game], **options}, settings=FAST)
    begin = me.enabled("web-begin")
    begin.wait_for()
    found = set(faults(me))
    (me.press if way == "keys" else me.tap)(begin)
    steps = 0

    def step(one: Visitor) -> bool:
        nonlocal steps
        steps += 1
        if steps % EVERY == 0:
            found.update(faults(one))
        return PLAYERS[game][way](one)

    assert play(me, step, me.region("web-match-over").is_visible) > 0
    me.settle()
    expect(me.region("web-match-over").get_by_role("table")).to_be_visible()
    return sorted(found | set(faults(me)))


@pytest.mark.parametrize("way", ["tap", "drag", "keys"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_to_its_end(opened: Opening, game: str, size: str, way: str) -> None:
    language = LANGUAGES[(NUMBER[size] + len(way)) % len(LANGUAGES)]
    assert [] == played(arrives(opened, size, language), game, way)


@pytest.mark.parametrize("size", SIZES)
def test_a_match_of_twelve_on_six_sides(opened: Opening, size: str) -> None:
    assert [] == played(arrives(opened, size, "en"), "wackee_six", "tap", bots=11, down=[0] * 6)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_by_night_with_the_left_hand_calm_and_mute(opened: Opening, game: str, size: str) -> None:
    me = arrives(opened, size, "es", reduced_motion="no-preference")
    me.page.add_init_script(f"({SOUNDS})(); addEventListener('DOMContentLoaded', {MOTION})")
    wish(me, WISHES)
    found = played(me, game, "tap")
    wanted = {"night": "true", "calm": "true", "hand": "left"}
    assert wanted == me.page.evaluate("({...document.documentElement.dataset})")
    assert 0 == me.page.evaluate("window.sounds")
    assert [] == me.page.evaluate("[...window.moved]")
    assert [] == found


@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_is_heard_until_it_is_muted(opened: Opening, game: str) -> None:
    me = opened(size=PHONE)
    me.page.add_init_script(f"({SOUNDS})()")
    me.page.reload()
    played(me, game, "tap")
    assert me.page.evaluate("window.sounds") > 0


def set_elsewhere(me: Visitor, wishes: dict[str, Any]) -> None:
    """Sets this as another tab of the browser would, while the page is open."""
    me.page.evaluate(
        "text => { localStorage.setItem('rumpus-settings', text);"
        " dispatchEvent(new StorageEvent('storage', {key: 'rumpus-settings'})) }",
        json.dumps(wishes),
    )
    hand = "left" if wishes.get("leftHanded") else "right"
    expect(me.page.locator("html")).to_have_attribute("data-hand", hand)


def measured(me: Visitor, sizes: tuple[str, ...], hand: str) -> dict[str, list[str]]:
    """What the ruler finds on each of these sizes, and axe on the first and the last."""
    found: dict[str, list[str]] = {}
    for size in sizes:
        me.page.set_viewport_size((SIZES | ROOM)[size])
        me.settle()
        where = f"{size}, {hand} hand"
        found[where] = faults(me)
        if hand == "right" and size in (sizes[0], sizes[-1]):
            found[where] += [*violations(me, night=True), *violations(me, night=False)]
    return {where: faults for where, faults in found.items() if faults}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "device"), SEEN)
def test_every_page_and_state(opened: Opening, name: str, device: str, language: str) -> None:
    sizes = DEVICES[device]
    me = arrives(opened, sizes[0], language)
    SCENES[name](me)
    me.page.evaluate(AXE)
    found = measured(me, sizes, "right")
    kept = json.loads(me.page.evaluate("localStorage.getItem('rumpus-settings')") or "{}")
    set_elsewhere(me, {**kept, **WISHES, "language": language})
    assert {} == found | measured(me, sizes, "left")
