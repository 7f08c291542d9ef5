"""The tutorial tables in a real browser: every kind of move is made once, and the lesson leads into a match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.players import GO_OUT
from tests.browser.test_crowns_still import held_still, watched
from tests.browser.visitor import BARRED, BARRED_LOW, Visitor


def coached(me: Visitor, game: str, task: str) -> None:
    """The coach asks for this now; the words fit, and so does the table below."""
    expect(me.region("web-learn").get_by_text(me.words(f"learn-{game}-{task}"))).to_be_visible()
    assert [] == faults(me)


def read(me: Visitor, game: str, task: str) -> None:
    """The coach says this, and waits until it is read."""
    coached(me, game, task)
    me.button("learn-next").click()


def finished(me: Visitor, game: str) -> None:
    """All that can be done next is there, and one tap leads into a match."""
    expect(me.region("web-learn").get_by_text(me.words("learn-done"))).to_be_visible()
    for link in ("web-rules", "web-home"):
        expect(me.region("web-learn").get_by_role("link", name=me.words(link))).to_be_visible()
    expect(me.region("web-learn").get_by_role("button", name=me.words("learn-again"), exact=True)).to_be_visible()
    me.button("web-play-bots-label", game=me.words(f"web-{game}")).click()
    expect(me.button("web-menu")).to_be_visible()


def test_wig_out(opened: Opening) -> None:
    me = opened("/#/learn/wig_out", size=BARRED_LOW, touch=True)
    read(me, "wig_out", "goal")
    steps = (
        *(("go", None), ("lay", "mohawk"), ("start", "afro"), ("start-again", "bun"), ("draw", "deck")),
        *(("pair", "nest"), ("draw-again", "deck"), ("last", "flame"), ("shout", None)),
    )
    for task, what in steps:
        coached(me, "wig_out", task)
        if what is None:
            me.button(f"wig-{task}").tap()
        elif what == "deck":
            me.region("wig-middle").get_by_role("button").tap()
        else:
            me.region("wig-hand").get_by_role("button", name=me.words(f"character-{what}")).tap()
    read(me, "wig_out", "scored")
    finished(me, "wig_out")


def test_wackee_six(opened: Opening) -> None:
    me = opened("/#/learn/wackee_six", language="es", size=BARRED_LOW, touch=True)
    read(me, "wackee_six", "goal")
    coached(me, "wackee_six", "go")
    me.button("wackee-start").tap()
    for task, card in (("one", "r1"), ("two", "r2")):
        coached(me, "wackee_six", task)
        me.card(card).tap()
    coached(me, "wackee_six", "turn")
    me.page.locator("button.deck").tap()
    coached(me, "wackee_six", "deck")
    me.card("r3").tap()
    coached(me, "wackee_six", "wild")
    me.card("w").tap()
    me.button("wackee-pile-wild", card=me.words("card-colour", colour="r", number=3)).tap()
    coached(me, "wackee_six", "more")
    expect(me.card("b2")).to_have_attribute("aria-disabled", "true")  # nothing begs to be played but what is asked for
    me.card("b1").tap()
    coached(me, "wackee_six", "recycle")  # the coach has turned the whole deck meanwhile
    me.page.locator("button.deck").tap()
    for task, card in (("finish", "b2"), ("finish-last", "g1")):
        coached(me, "wackee_six", task)
        me.card(card).tap()
    coached(me, "wackee_six", "shout")
    me.button("wackee-call").tap()
    read(me, "wackee_six", "scored")
    finished(me, "wackee_six")


def test_five_crowns(opened: Opening) -> None:
    me = opened("/#/learn/five_crowns", size=BARRED, touch=True)
    me.page.locator("button[aria-keyshortcuts='D']").wait_for()
    watched(me)
    for task in ("goal", "points"):
        read(me, "five_crowns", task)
    draw = me.page.locator('button[aria-keyshortcuts="D"][aria-disabled="false"]')
    coached(me, "five_crowns", "draw")
    draw.click()
    coached(me, "five_crowns", "discard")
    me.card("Kc").click()
    me.page.locator('button:enabled[aria-keyshortcuts="Enter"]').click()
    coached(me, "five_crowns", "again")
    draw.click()
    coached(me, "five_crowns", "out")
    me.page.locator(GO_OUT).click()
    read(me, "five_crowns", "next")
    coached(me, "five_crowns", "pick")
    me.page.locator('button[aria-keyshortcuts="P"][aria-disabled="false"]').click()
    coached(me, "five_crowns", "lay")
    me.card("Kd").click()
    me.page.locator('button:enabled[aria-keyshortcuts="Enter"]').click()
    for task in ("scored", "end"):
        read(me, "five_crowns", task)
    held_still(me)  # whatever the coach says
    finished(me, "five_crowns")
