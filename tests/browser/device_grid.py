"""Matches to their end on a device alone: games, languages, three sizes; one goes into a book: `make demo-test`.

Deals that others play too: carried by a link and of a date without any server, and taken along from one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from rumpus import record
from tests.browser.circles import Circle
from tests.browser.conftest import PATIENCE_MS
from tests.browser.players import PLAYERS, play
from tests.browser.test_daily import WIDER
from tests.browser.test_device import (
    FOLDER,
    SHORT,
    Hosted,
    demo,
    is_over,
    make_available,
    play_now,
    saved_record,
    wishes,
)
from tests.browser.test_offline import settled
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, FAST, Visitor, until
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


@pytest.mark.parametrize(("language", "size"), [("es", "barred"), ("en", "desktop")])
def test_without_a_server_friends_beat_each_other_s_round_by_a_link(
    browser: Browser, demo: Path, language: str, size: str
) -> None:
    with Hosted(browser, demo, SIZES[size], language) as hosted, Hosted(browser, demo, BARRED_LOW, language) as other:
        ada = settled(hosted.open())
        play_now(ada, "wig_out")
        hosted.cut()
        play(ada, PLAYERS["wig_out"]["tap"], is_over(ada))
        ada.button("daily-make").click()
        link = ada.page.get_by_label(ada.words("daily-link")).input_value()
        assert re.fullmatch(re.escape(hosted.host.url + FOLDER) + "#/deal/here-[A-Za-z0-9_-]+", link)
        expect(ada.page.get_by_text(ada.words("daily-carries"))).to_be_visible()

        bo = settled(other.open("#" + link.partition("#")[2]))
        expect(bo.page.get_by_text(bo.words("daily-unchecked-before"))).to_be_visible()
        other.cut()
        bo.button("daily-play").click()
        expect(bo.button("web-hint")).to_have_count(0)
        play(bo, PLAYERS["wig_out"]["tap"], is_over(bo))
        expect(bo.page.locator("tr[aria-current]")).to_contain_text(bo.words("web-you"))
        expect(bo.page.get_by_text(bo.words("daily-unchecked"))).to_be_visible()
        bo.page.evaluate("hash => (location.hash = hash)", link.partition("#")[2])
        expect(bo.page.get_by_role("row")).to_have_count(3)  # the head, and two results
        expect(bo.button("daily-play")).to_have_count(0)
        assert not bo.page.evaluate(WIDER)

        broken = other.open("#/deal/here-AAAA")
        expect(broken.page.get_by_role("alert")).to_have_text(broken.words("challenge-no-link"))


@pytest.mark.parametrize(("language", "size"), [("en", "barred"), ("es", "desktop")])
def test_without_a_server_a_date_has_its_deal_and_one_try(
    browser: Browser, demo: Path, language: str, size: str
) -> None:
    with Hosted(browser, demo, SIZES[size], language) as hosted:
        me = settled(hosted.open("#/daily"))
        game = me.words("web-five_crowns")
        expect(me.page.get_by_text(me.words("daily-about-date"))).to_be_visible()
        assert not me.page.evaluate(WIDER)
        me.button("daily-play-label", game=game).click()
        expect(me.button("web-menu")).to_be_visible()
        table = me.page.url
        hosted.cut()
        me.page.close()

        me = hosted.open("#/daily")
        me.button("daily-go-on-label", game=game).click()
        expect(me.page).to_have_url(table)
        expect(me.button("web-menu")).to_be_visible()


@pytest.mark.parametrize(("language", "size"), [("es", "barred"), ("en", "desktop")])
def test_a_deal_taken_along_is_played_without_a_network_and_handed_in_later(
    browser: Browser, tmp_path: Path, language: str, size: str
) -> None:
    with Serving(tmp_path) as server:
        contexts = [
            browser.new_context(base_url=server.url, locale=language, viewport=SIZES[size], reduced_motion="reduce")
            for _ in range(2)
        ]
        for context in contexts:
            context.set_default_timeout(PATIENCE_MS)
        ada, bo = (Visitor(context.new_page(), language) for context in contexts)
        ada.page.goto("/")
        ada.open_table("wig_out", 1, options={"rounds": 1, "bot_pace": 0.5, "auto_shout": True}, settings=FAST)
        ada.button("web-begin").click()
        play(ada, PLAYERS["wig_out"]["tap"], is_over(ada))
        ada.button("daily-make").click()
        path = ada.page.get_by_label(ada.words("daily-link")).input_value().partition("#")[2]

        bo.page.goto("/")
        settled(bo)
        make_available(bo)
        bo.go("/daily")
        bo.button("daily-take-all").click()
        expect(bo.page.get_by_text(bo.words("daily-taken"))).to_have_count(3)
        assert not bo.page.evaluate(WIDER)
        bo.go(path)
        bo.button("daily-take").click()
        expect(bo.page.get_by_text(bo.words("daily-taken"))).to_be_visible()
        contexts[1].set_offline(True)
        bo.go("/daily")
        bo.page.reload()
        expect(bo.page.locator("a[href^='#/deal/']")).to_have_count(4)
        bo.page.locator(f"a[href='#{path}']").click()
        bo.button("daily-play").click()
        play(bo, PLAYERS["wig_out"]["tap"], is_over(bo))
        expect(bo.page.get_by_text(bo.words("daily-waits"))).to_be_visible()

        ada.go(path)
        expect(ada.page.get_by_role("row")).to_have_count(2)
        contexts[1].set_offline(False)
        bo.go("/")
        until(lambda: bo.page.evaluate("() => !localStorage.getItem('rumpus-taken').includes('beat-')"))
        bo.go(path)
        expect(bo.page.locator("tr[aria-current]")).to_contain_text(bo.words("daily-away-mark"))
        ada.page.reload()
        expect(ada.page.get_by_role("row")).to_have_count(3)
        expect(ada.page.get_by_text(ada.words("daily-away-mark"))).to_be_visible()
        for context in contexts:
            context.close()
