"""What every scene uses: the registry of scenes, and tables that hold still for a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor, until

SLOW: dict[str, Any] = {"bot_pace": 8}  # so that a picture of a race holds still
# However long a test takes on a busy machine, nobody else plays for its visitor
STILL: dict[str, Any] = {"countdown_s": 0, "wait_s": 300, "grace_s": 600, "idle_s": None}
Scene = Callable[[Visitor], None]
SCENES: dict[str, Scene] = {}


def scene(show: Scene) -> Scene:
    """Add a scene under its name."""
    SCENES[show.__name__.replace("_", "-")] = show
    return show


def without(pack: list[str], *cards: str) -> list[str]:
    """The pack without these cards."""
    rest = list(pack)
    for card in cards:
        rest.remove(card)
    return rest


def hold(me: Visitor) -> None:
    """From now on nothing that would last about a second ends by itself: a burst holds still until it is skipped."""
    me.page.evaluate(
        "() => { const later = window.setTimeout.bind(window);"
        " window.setTimeout = (done, ms, ...rest) => later(done, ms > 700 && ms <= 2000 ? 1e8 : ms, ...rest) }"
    )


def after_the_burst(me: Visitor) -> None:
    """GO! no longer covers the table."""
    expect(me.page.locator(".burst")).to_have_count(0)


def skip_to(me: Visitor, there: Locator) -> None:
    """Somebody who has seen enough of a burst presses a key until it is gone."""
    until(there.is_visible, lambda: me.page.keyboard.press("Escape"))


def begin(me: Visitor, game: str, bots: int, **more: Any) -> None:
    """Open a table with bots and begin the match."""
    options = {**SLOW, **more.pop("options", {})}
    me.open_table(game, bots, options=options, settings={**STILL, **more.pop("settings", {})}, **more)
    me.button("web-begin").click()
    expect(me.button("web-menu")).to_be_visible()
