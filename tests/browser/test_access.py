"""Who can join, in a real browser: the host locks the table and changes its code; arranged cards are marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from rumpus.research.simulate import play
from tests.browser.conftest import Opening
from tests.browser.visitor import DESKTOP, Visitor, post

NAME = "\N{HEBREW LETTER YOD}\N{HEBREW LETTER AYIN}\N{HEBREW LETTER LAMED} 2"
SMALL: ViewportSize = {"width": 360, "height": 616}  # a phone with the bars of its browser


def picture(me: Visitor, folder: Path, name: str) -> None:
    """A picture for people to look at, and the check that nothing is wider than the page."""
    me.settle()
    me.page.screenshot(path=folder / f"{name}.png", full_page=True)
    wide = me.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} is {wide} pixels too wide"


def typed_code(me: Visitor, code: str) -> int:
    """The status with which the server answers a code."""
    return post(me.page.request, "/api/look", {"code": code}).status


@pytest.mark.parametrize(("size", "language"), [(SMALL, "es"), (DESKTOP, "en")])
def test_a_host_locks_the_table_and_changes_its_code(
    opened: Opening, tmp_path: Path, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language)
    code = me.open_table("wig_out", 1)
    picture(me, tmp_path, "open")
    me.button("web-lock").click()
    expect(me.page.get_by_text(me.words("web-locked"))).to_be_visible()
    assert 404 == typed_code(me, code)
    picture(me, tmp_path, "locked")
    me.button("web-unlock").click()
    expect(me.page.get_by_text(me.words("web-locked"))).to_have_count(0)
    box = me.page.get_by_label(me.words("web-share"))
    drawn = me.page.get_by_role("img", name=me.words("web-qr")).get_attribute("src")
    me.button("web-new-code").click()
    me.page.wait_for_url(lambda url: code not in url)
    fresh = me.page.url.rpartition("#")[2]
    expect(box).to_have_value(me.page.url)
    expect(me.page.get_by_role("img", name=me.words("web-qr"))).not_to_have_attribute("src", drawn or "")
    assert (404, 200) == (typed_code(me, code), typed_code(me, fresh))
    guest = opened(f"/#{fresh}")
    expect(guest.button("web-join")).to_be_visible()
    me.page.reload()  # the new address is a seat of this browser
    expect(me.button("web-new-code")).to_be_visible()
    me.button("web-begin").click()
    me.button("web-menu").click()
    me.button("web-lock").click()
    expect(me.dialog("web-menu").get_by_text(me.words("web-locked"))).to_be_visible()
    picture(me, tmp_path, "menu")
    me.button("web-new-code").click()
    me.page.wait_for_url(lambda url: fresh not in url)
    assert 404 == typed_code(me, fresh)


def test_a_guest_follows_a_new_code_and_sees_that_the_table_is_locked(opened: Opening) -> None:
    me = opened()
    code = me.open_table("wig_out", 0)
    guest = opened(f"/#{code}")
    guest.page.get_by_label(guest.words("web-name")).fill("Bo")
    guest.button("web-join").click()
    expect(guest.button("web-ready")).to_be_visible()
    me.button("web-new-code").click()
    guest.page.wait_for_url(lambda url: code not in url)
    guest.page.reload()
    expect(guest.button("web-ready")).to_be_visible()
    me.button("web-lock").click()
    expect(guest.page.get_by_text(guest.words("web-locked"))).to_be_visible()
    expect(guest.button("web-unlock")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(SMALL, "es"), (DESKTOP, "en")])
def test_arranged_cards_are_marked_and_not_shared(
    opened: Opening, tmp_path: Path, size: ViewportSize, language: str
) -> None:
    whole = play("wig_out", {}, ["casual"] * 2, (1,), keep_record=True).record or ""
    deal = json.loads(whole.splitlines()[1])
    assert "deal" == deal["do"]
    fields = {name: value for name, value in deal.items() if name not in ("n", "at", "by")}
    me = opened(size=size, language=language)
    code = me.open_table("wig_out", 1, deals=[fields])
    expect(me.page.get_by_text(me.words("web-scripted"))).to_be_visible()
    expect(me.button("web-copy")).to_have_count(0)
    assert 404 == typed_code(me, code)
    picture(me, tmp_path, "scripted-lobby")
    me.button("web-begin").click()
    expect(me.page.get_by_text(me.words("web-scripted-short"), exact=True)).to_be_visible()
    picture(me, tmp_path, "scripted-table")


def test_a_name_from_right_to_left_does_not_reorder_the_page(opened: Opening) -> None:
    me = opened()
    code = me.open_table("wig_out", 0, name=NAME)
    name = me.page.locator("li b").first
    expect(name).to_have_text(NAME)
    assert "isolate" == name.evaluate("node => getComputedStyle(node).unicodeBidi")
    guest = opened(f"/#{code}")
    expect(guest.page.get_by_role("heading", name=f"\u2068{NAME}\u2069 invites you to play Wig Out!")).to_be_visible()
