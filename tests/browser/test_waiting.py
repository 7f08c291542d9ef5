"""Nobody is ever stuck, in a real browser: people are ready after the deal, nobody moves, somebody does nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.five_crowns import DRAW, NO_MELDS, crowns
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP
from tests.support.serving import Serving


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits a tenth of the usual time for people who do nothing."""
    with Serving.hasty(tmp_path_factory.mktemp("hasty")) as server:
        yield server.url


@pytest.mark.rule("T-03", "T-08")
def test_people_are_ready_after_the_deal_and_a_race_in_which_nobody_moves_ends(opened: Opening, hasty: str) -> None:
    ada = opened(size=DESKTOP, at=hasty)
    code = ada.open_table("wig_out", 0, settings={"countdown_s": 0, "wait_s": 300, "idle_s": None})
    bo = opened(f"/#{code}", size=BARRED, language="es", touch=True, is_mobile=True, at=hasty)
    bo.sit_down("Bo")
    expect(ada.page.get_by_text("Bo", exact=True).first).to_be_visible()
    ada.button("web-begin").click()
    for one in (ada, bo):  # the cards are there before anybody is asked
        expect(one.region("wig-hand").get_by_role("button").first).to_be_visible()
        expect(one.enabled("wig-go")).to_have_count(0)
    expect(ada.page.get_by_text(ada.words("web-waiting-for", names="Bo"))).to_be_visible()
    bo.button("web-ready").tap()
    expect(bo.page.get_by_text(bo.words("wig-waiting-go", name="Ada"))).to_be_visible()
    ada.enabled("wig-go").click()
    for one in (ada, bo):
        timer = one.page.locator(".waiting[role=timer]")
        expect(timer).to_contain_text(one.words("web-waiting-standoff", seconds=1).partition("1")[0].strip())
        expect(timer.get_by_role("button")).to_have_count(0)
        assert [] == faults(one)
    for one in (ada, bo):
        expect(one.enabled("web-next-round")).to_be_visible()
        expect(one.page.locator(".round .why")).to_have_text(one.words("web-round-over", why="standoff"))


@pytest.mark.rule("T-07")
@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"])
def test_a_bot_plays_for_somebody_who_does_nothing_until_they_are_back(
    opened: Opening, hasty: str, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language, touch=size != DESKTOP, at=hasty)
    # The stand-in takes its time: on a busy machine the page is looked at for long before the seat is taken back
    crowns(me, *NO_MELDS, dealer=1, settings={"idle_s": 100}, bot_pace=8)
    me.page.locator(DRAW).wait_for()
    here = me.button("web-still-here")
    here.click()  # the time begins again
    expect(here).to_have_count(0)
    expect(here).to_be_visible()
    assert [] == faults(me)
    waiting = me.page.locator(".waiting")
    words, pile = waiting.bounding_box(), me.page.locator(DRAW).bounding_box()
    assert words is not None
    assert pile is not None
    assert words["y"] + words["height"] <= pile["y"]  # they cover no cards
    expect(waiting).to_contain_text(me.words("web-waiting-idle"))
    assert [] == faults(me)
    me.button("web-back").click()
    expect(waiting).to_have_count(0)
    me.page.locator(DRAW).click()  # the seat is theirs again
    expect(me.page.locator(DRAW)).to_have_count(0)
