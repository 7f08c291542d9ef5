"""Somebody in front of the page: finds things by their role and words, in either language, and sits down at tables."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse, Locator, Page, Response, ViewportSize, expect
from playwright.sync_api import TimeoutError as Late

from rumpus.research.simulate import play
from rumpus.text import say

PATIENCE_S = float(os.environ.get("RUMPUS_PATIENCE_S", "180"))  # a safety net on a busy machine, never a measure
PHONE: ViewportSize = {"width": 390, "height": 844}
BARRED: ViewportSize = {"width": 360, "height": 616}  # phones with the bars of their browser
BARRED_LOW: ViewportSize = {"width": 375, "height": 553}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
TABLET: ViewportSize = {"width": 1024, "height": 768}
UPRIGHT: ViewportSize = {"width": 820, "height": 1180}  # a tablet held upright
ZOOMED: ViewportSize = {"width": 640, "height": 400}  # the desktop at 200 %, with two pixels of the screen for each
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
BLINK_MS = 1500
DRAG_STEPS = 4
expect.set_options(timeout=PATIENCE_S * 1000)
FAST: dict[str, Any] = {"countdown_s": 0, "wait_s": 1}  # no time is spent between two rounds


def post(requests: APIRequestContext, path: str, body: Any, headers: dict[str, str] | None = None) -> APIResponse:
    """Asks again, as a browser does, if the server closes an idle connection in that very moment."""
    return requests.post(path, data=body, headers=headers, max_retries=2)


class Visitor:
    """A person at a page of their own, who reads one language."""

    def __init__(self, page: Page, language: str, *, touches: bool = False) -> None:
        self.page = page
        self.language = language
        self.touches = touches

    def words(self, key: str, **facts: str | int | float) -> str:
        """What the page says for a key."""
        return say(self.language, key, **facts)

    def button(self, key: str, **facts: str | int | float) -> Locator:
        """The button with these words; what stands behind them, such as its key, does not matter."""
        return self.page.get_by_role("button", name=self.words(key, **facts))

    def enabled(self, key: str) -> Locator:
        """The button with these words, if it can be pressed."""
        return self.button(key).and_(self.page.locator("button:enabled"))

    def link(self, key: str, **facts: str | int | float) -> Locator:
        """The link with these words."""
        return self.page.get_by_role("link", name=self.words(key, **facts))

    def dialog(self, key: str) -> Locator:
        """The sheet of paper with this title."""
        return self.page.get_by_role("dialog", name=self.words(key), exact=True)

    def region(self, key: str) -> Locator:
        """The part of the table with this name."""
        return self.page.get_by_role("region", name=self.words(key), exact=True)

    def open_table(self, game: str, bots: int, *, level: str = "beginner", **more: Any) -> str:
        """Opens a table over HTTP, sits this browser down there, and gives its code."""
        table = {"game": game, "name": "Ada", "bots": [level] * bots, **more}
        answer = post(self.page.request, "/api/tables", table)
        assert answer.ok, answer.text()
        seat = answer.json()
        self.keep(seat)
        return str(seat["code"])

    def keep(self, seat: dict[str, Any]) -> None:
        """Puts a seat where the page looks for it, and goes there."""
        one = {"code": seat["code"], "token": seat["token"], "game": seat["game"], "link": seat["link"], "at": 0}
        self.page.evaluate("one => localStorage.setItem('rumpus-seats', JSON.stringify([one]))", one)
        self.page.goto(f"/#{seat['code']}")

    def sit_down(self, name: str) -> None:
        """A friend who has followed the link of a table takes a seat and is ready."""
        self.page.get_by_label(self.words("web-name")).fill(name)
        self.button("web-join").click()
        self.button("web-ready").click()

    def open_settings(self) -> Locator:
        """The settings, which a table keeps in its menu."""
        if not self.button("web-settings").count():
            self.button("web-menu").click()
        self.button("web-settings").click()
        return self.dialog("web-settings")

    def card(self, name: str) -> Locator:
        """A card of one's own in Wackee Six, or of Five Crowns."""
        if name == "w":
            words = self.words("card-wild")
        elif name[0] in "rgby":
            words = self.words("card-colour", colour=name[0], number=name[1:])
        else:
            words = self.words("card-suit", rank=name[0].replace("T", "10"), suit=name[1])
        return self.page.get_by_role("button", name=re.compile(rf": {words}(,|$)|^(\w+, )?{words}[,;]"))

    def tap(self, one: Locator) -> bool:
        """Taps the first of these; False if there is none any more, which happens in a race."""
        if one.count() == 0:
            return False
        try:
            if self.touches:
                one.first.tap(timeout=BLINK_MS)
            else:
                one.first.click(timeout=BLINK_MS)
        except Late:
            return False
        return True

    def drag(self, one: Locator, to: Locator) -> bool:
        """Drags the first of these there, by finger or mouse; False if one of them is gone."""
        try:
            start, end = (each.first.bounding_box(timeout=BLINK_MS) for each in (one, to))
        except Late:
            return False
        if start is None or end is None:
            return False
        x, y = start["x"] + min(12, start["width"] / 2), start["y"] + start["height"] / 2  # others may lie on its right
        across, down = end["x"] + end["width"] / 2 - x, end["y"] + end["height"] / 2 - y
        way = [(x + across * step / DRAG_STEPS, y + down * step / DRAG_STEPS) for step in range(DRAG_STEPS + 1)]
        if self.touches:
            self._drag_by_finger(way)
        else:
            self._drag_by_mouse(way)
        return True

    def _drag_by_mouse(self, way: list[tuple[float, float]]) -> None:
        self.page.mouse.move(*way[0])
        self.page.mouse.down()
        for point in way[1:]:
            self.page.mouse.move(*point)
        self.page.mouse.up()

    def _drag_by_finger(self, way: list[tuple[float, float]]) -> None:
        finger = self.page.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(way):
            what = "touchMove" if number else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def press(self, one: Locator) -> bool:
        """Presses the first of these by the keyboard alone; False if there is none, or none any more."""
        if one.count() == 0:
            return False
        try:
            self.tab_to(one.first, BLINK_MS)
        except Late:
            return False
        self.page.keyboard.press("Enter")
        return True

    def tab_to(self, one: Locator, patience_ms: float = PATIENCE_S * 1000) -> None:
        """Goes there by the Tab key alone."""
        for _ in range(120):
            if one.evaluate("node => node === document.activeElement", timeout=patience_ms):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{one} cannot be reached by the Tab key")

    def settle(self) -> None:
        """Waits until nothing moves but what moves for ever; what a new size sets off begins two frames later."""
        self.page.evaluate(
            "async () => { await new Promise(later => requestAnimationFrame(() => requestAnimationFrame(later)));"
            " await Promise.all(document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity)"
            ".map(one => one.finished.catch(() => null))) }"
        )

    def go(self, hash_: str) -> Response | None:
        """Opens another page of the client."""
        return self.page.goto(f"/#{hash_}")


def until(what: Callable[[], bool], doing: Callable[[], object] = lambda: time.sleep(0.05)) -> None:
    """Does something again and again until it is so."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, "that took too long"
        doing()


def recorded(game: str, folder: Path, players: int = 3) -> Path:
    """A record of a short match between bots, in a file."""
    options = {"target": 1} if game == "wackee_six" else {"rounds": 2}
    whole = play(game, options, ["casual"] * players, (1,), keep_record=True).record
    path = folder / f"{game}.jsonl"
    path.write_text(whole or "", "utf-8")
    return path
