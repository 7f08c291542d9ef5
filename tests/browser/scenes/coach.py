"""The coach: after a round, and a whole match looked back at."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.scenes.five_crowns import crowns_climax
from tests.browser.scenes.scene import scene, skip_to
from tests.browser.visitor import Visitor, recorded


@scene
def coach_round(me: Visitor) -> None:
    """What one could have done in the round that is over."""
    crowns_climax(me)
    skip_to(me, me.enabled("web-next-round"))
    me.button("web-coach-ask").click()
    expect(me.dialog("web-coach-ask").get_by_role("listitem").first).to_be_visible()


@scene
def coach_match(me: Visitor) -> None:
    """A match of a file looked back at, from all seats."""
    me.go("/replay")
    with tempfile.TemporaryDirectory() as folder:
        me.page.locator("input[type=file]").set_input_files(recorded("five_crowns", Path(folder)))
        me.button("web-coach-title").click()
    expect(me.dialog("web-coach-title").get_by_role("heading", level=3)).to_have_count(2)
