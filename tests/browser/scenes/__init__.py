"""Every page and state of the client, each set up by itself: for axe, and for the gallery."""

from __future__ import annotations

# Importing a module adds its scenes; this is the order of the gallery
# isort: off
from tests.browser.scenes import pages, wig_out, table, wackee_six, five_crowns, together, coach, circle, book, daily
from tests.browser.scenes.scene import SCENES, Scene

__all__ = [
    "SCENES",
    "Scene",
    "book",
    "circle",
    "coach",
    "daily",
    "five_crowns",
    "pages",
    "table",
    "together",
    "wackee_six",
    "wig_out",
]
