"""What every table has: the menu, phrases, a hint, a pause, a lost connection."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.scenes.scene import begin, scene
from tests.browser.scenes.wig_out import wig_must_draw, wig_ready
from tests.browser.visitor import Visitor


@scene
def menu(me: Visitor) -> None:
    """The menu of a table."""
    begin(me, "wig_out", 3)
    me.button("web-menu").click()
    expect(me.dialog("web-menu")).to_be_visible()


@scene
def leaving(me: Visitor) -> None:
    """Leave?"""
    menu(me)
    me.button("web-leave").click()
    expect(me.button("web-stay")).to_be_visible()


@scene
def going_home(me: Visitor) -> None:
    """Home from the middle of a race?"""
    begin(me, "wig_out", 3)
    me.link("web-home").click()
    expect(me.button("web-away-home")).to_be_visible()


@scene
def moving_device(me: Visitor) -> None:
    """The code and the picture for another device."""
    menu(me)
    me.button("web-move-device").click()
    expect(me.page.get_by_role("img", name=me.words("web-device-qr"))).to_be_visible()


@scene
def phrases(me: Visitor) -> None:
    """What can be said."""
    begin(me, "wackee_six", 2)
    me.button("web-say").click()
    expect(me.button("phrase-good-luck")).to_be_visible()


@scene
def hint(me: Visitor) -> None:
    """A hint."""
    wig_must_draw(me)
    me.button("web-hint").click()
    words = me.words("web-hint-is", what=me.words("web-hint-action", do="draw", card=""))
    expect(me.page.get_by_text(words).first).to_be_visible()


@scene
def paused(me: Visitor) -> None:
    """The host has paused."""
    menu(me)
    me.button("web-pause").click()
    expect(me.page.get_by_role("heading", name=me.words("web-paused"))).to_be_visible()


@scene
def reconnecting(me: Visitor) -> None:
    """The connection is lost."""
    wig_ready(me)
    me.page.context.set_offline(True)
    expect(me.page.get_by_text(me.words("web-lost"))).to_be_visible()
