"""Matches to their end on a device alone: games, languages, three sizes; one goes into a book: `make demo-test`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from rumpus import record
from tests.browser.circles import Circle
from tests.browser.conftest import PATIENCE_MS
from tests.browser.players import PLAYERS, play
from tests.browser.test_device import SHORT, Hosted, demo, is_over, make_available, play_now, saved_record, wishes
from tests.browser.test_offline import settled
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, Visitor, until
from tests.support.serving import Serving

__all__ = ["demo"]  # the fixture
SIZES: dict[str, ViewportSize] = {"barred": BARRED, "low": BARRED_LOW, "desktop": DESKTOP}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", SHORT)
def test_a_match_to_its_end_without_a_network(
    browser: Browser, demo: Path, tmp_path: Path, game: str, size: str, language: str
) -> None:
    with Hosted(browser, demo, SIZES[size], language) as hosted:
        me = settled(hosted.open())
        play_now(me, game)
        hosted.cut()
        assert play(me, PLAYERS[game]["tap"], is_over(me)) > 0
        assert record.verify(saved_record(me, tmp_path)).outcome() is not None


def test_a_match_without_a_network_is_coached_there_and_joins_the_circle_s_book_later(
    browser: Browser, tmp_path: Path
) -> None:
    with Serving(tmp_path) as server:
        context = browser.new_context(base_url=server.url, locale="es", viewport=BARRED, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(wishes())
        page = context.new_page()
        page.goto("/")
        me = settled(Visitor(page, "es"))
        make_available(me)
        circle = Circle(page.request, "Us", "Ada")
        circle.open_as(me, "Ada")
        expect(me.link("circles-pad")).to_be_visible()
        context.set_offline(True)
        me.go("/")
        page.reload()
        play_now(me, "wig_out")
        assert play(me, PLAYERS["wig_out"]["tap"], is_over(me)) > 0
        me.link("web-coach-title").click()
        expect(page.get_by_role("heading", level=3)).to_have_count(1)
        me.go(f"/circle/{circle.id}")
        expect(page.get_by_text(me.words("circles-away"))).to_be_visible()
        page.get_by_role("button", name=me.words("circles-part-book"), exact=True).click()
        expect(page.get_by_text(me.words("circles-unsent", count=1))).to_be_visible()
        assert 0 == circle.view("Ada")["results"]

        context.set_offline(False)  # whatever page is open, the result is sent
        me.go("/")
        until(lambda: circle.view("Ada")["results"] == 1)
        me.go(f"/circle/{circle.id}")
        page.get_by_role("button", name=me.words("circles-part-book"), exact=True).click()
        expect(page.get_by_text(me.words("book-kind-offline"))).to_be_visible()
        context.close()
