"""What a ruler finds on a page: too wide, too small, cut off, under a button, or to be scrolled where nothing may."""

from __future__ import annotations

from pathlib import Path

from tests.browser.visitor import Visitor

RULER = (Path(__file__).parent / "ruler.js").read_text("utf-8").partition("\n")[2]  # a function, below its comment
TARGET_PX = 44
WIG_OUT_PX = 56


def faults(me: Visitor) -> list[str]:
    """Everything the ruler finds on the page as it is."""
    size = me.page.viewport_size
    assert size is not None
    found: list[str] = me.page.evaluate(RULER, [size["width"], TARGET_PX, WIG_OUT_PX])
    return found
