"""The deal of the day and "beat my round" in a real browser, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening
from tests.browser.players import play, wig_out_by_pointer
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, FAST, UPRIGHT, Visitor

WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
CODE = re.compile("#[BCDFGHJKLMNPQRSTVWXZ]{8}$")


def test_a_deal_of_the_day_waits_for_its_player(opened: Opening) -> None:
    me = opened(size=BARRED, language="es")
    code = me.page.get_by_label(me.words("web-join-code"), exact=True)
    expect(code).to_be_in_viewport()
    me.link("web-daily").click()
    game = me.words("web-five_crowns")
    me.button("daily-play-label", game=game).click()
    expect(me.page).to_have_url(CODE)
    table = me.page.url
    expect(me.button("web-menu")).to_be_visible()
    expect(me.page.get_by_text(me.words("web-daily"), exact=True).first).to_be_attached()
    expect(me.button("web-hint")).to_have_count(0)
    me.button("web-menu").click()
    menu = me.dialog("web-menu")
    for key in ("web-leave", "web-tv", "web-picture"):
        expect(menu.get_by_role("button", name=me.words(key), exact=True)).to_have_count(0)
    menu.get_by_role("button", name=me.words("web-home"), exact=True).click()

    me.go("/daily")
    expect(me.page.get_by_text(me.words("daily-running"), exact=True)).to_be_visible()
    assert not me.page.evaluate(WIDER)
    me.page.reload()
    me.button("daily-go-on-label", game=game).click()
    expect(me.page).to_have_url(table)
    expect(me.button("web-menu")).to_be_visible()

    other = opened(size=DESKTOP)
    other.go("/daily")
    other.link("daily-results-label", game=game).click()
    expect(other.page).to_have_url(re.compile("#/deal/"))
    expect(other.page.get_by_role("button", name=other.words("daily-play"), exact=True)).to_be_visible()
    expect(other.page.get_by_text(other.words("daily-nobody"))).to_be_visible()


def _to_the_end(me: Visitor) -> None:
    play(me, wig_out_by_pointer, me.region("web-match-over").is_visible)


@pytest.mark.long
def test_somebody_else_beats_my_round_or_not_and_both_see_it(opened: Opening) -> None:
    ada = opened(size=UPRIGHT)
    ada.open_table("wig_out", 1, options={"rounds": 2, "bot_pace": 0.5, "auto_shout": True}, settings=FAST)
    ada.button("web-begin").click()
    _to_the_end(ada)
    which = ada.page.get_by_label(ada.words("daily-which"))
    which.select_option("0")
    expect(which.get_by_role("option")).to_have_count(3)
    which.select_option("2")
    ada.button("daily-make").click()
    link = ada.page.get_by_label(ada.words("daily-link")).input_value()
    assert re.search("#/deal/beat-[0-9a-f]{24}$", link)

    bo = opened(size=BARRED_LOW, language="es")
    bo.go(link.partition("#")[2])
    expect(bo.page.get_by_text(re.compile("^Ada hizo"))).to_be_visible()
    expect(bo.page.get_by_text(bo.words("daily-one-round", round=2, name="Ada"))).to_be_visible()
    expect(bo.page.get_by_role("heading", name=bo.words("daily-send"), exact=True)).to_be_visible()
    assert not bo.page.evaluate(WIDER)
    bo.button("daily-play").click()
    expect(bo.page).to_have_url(CODE)
    _to_the_end(bo)
    result = bo.page.locator("tr[aria-current]")
    expect(result).to_contain_text(bo.words("web-you"))
    assert not bo.page.evaluate(WIDER)
    expect(bo.button("web-rematch")).to_have_count(0)

    ada.link("daily-results").click()
    expect(ada.page.get_by_role("row")).to_have_count(3)  # the head, Ada and Bo
    expect(ada.page.locator("tr[aria-current]")).to_contain_text("Ada")
    expect(ada.page.get_by_role("heading", name=ada.words("daily-send-beat"), exact=True)).to_be_visible()


def test_without_a_server_the_page_says_what_it_needs(opened: Opening) -> None:
    me = opened(language="es")
    me.page.route("**/api/daily", lambda route: route.abort())
    me.go("/daily")
    expect(me.page.get_by_role("alert")).to_have_text(me.words("web-unreachable"))
    expect(me.button("daily-again")).to_be_visible()
