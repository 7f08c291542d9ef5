"""Scenes of people together: the table on a TV, the hand on a phone, one device for several, pictures, a call."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import one_round_of_wig_out, play
from tests.browser.scenes.scene import SLOW, STILL, begin, scene
from tests.browser.visitor import Visitor

LINK = "https://meet.example.org/family"


def _show(me: Visitor, game: str, bots: int) -> None:
    """Opens a table whose host sits elsewhere, begins it, and shows it on this screen."""
    host = me.page.context.new_page()
    host.goto("/")
    other = Visitor(host, me.language)
    code = other.open_table(game, bots, options=SLOW, settings=STILL)
    me.page.goto(f"/?screen#{code}")
    expect(me.page.get_by_role("region", name=me.words("screen-seats"))).to_be_visible()
    other.button("web-begin").click()
    expect(me.page.get_by_role("region", name=me.words("screen-scores"))).to_be_visible()


@scene
def tv_dialog(me: Visitor) -> None:
    """How the table gets onto a TV."""
    me.open_table("wig_out", 2)
    me.button("web-tv").click()
    expect(me.page.get_by_role("img", name=me.words("tv-qr"))).to_be_visible()


@scene
def tv_code(me: Visitor) -> None:
    """A screen that asks for its table."""
    me.page.goto("/?screen")
    expect(me.page.get_by_role("textbox")).to_be_visible()


@scene
def tv_lobby(me: Visitor) -> None:
    """The lobby on a screen."""
    code = me.open_table("wackee_six", 3)
    me.page.goto(f"/?screen#{code}")
    expect(me.page.get_by_role("img", name=me.words("web-qr"))).to_be_visible()


@scene
def tv_crowns(me: Visitor) -> None:
    """Five Crowns on a screen."""
    _show(me, "five_crowns", 4)


@scene
def tv_wig(me: Visitor) -> None:
    """Wig Out! on a screen."""
    _show(me, "wig_out", 5)


@scene
def tv_wackee(me: Visitor) -> None:
    """Wackee Six on a screen."""
    _show(me, "wackee_six", 5)


def _hand_only(me: Visitor, game: str) -> None:
    me.page.evaluate("() => localStorage.setItem('rumpus-settings', JSON.stringify({handOnly: true}))")
    me.page.reload()
    begin(me, game, 3)


@scene
def hand_only_crowns(me: Visitor) -> None:
    """The hand alone: Five Crowns."""
    _hand_only(me, "five_crowns")
    expect(me.page.locator("[data-id]").first).to_be_visible()


@scene
def hand_only_wig(me: Visitor) -> None:
    """The hand alone: Wig Out!"""
    _hand_only(me, "wig_out")
    expect(me.page.locator("[data-stack]").first).to_be_visible()


@scene
def hand_only_wackee(me: Visitor) -> None:
    """The hand alone: Wackee Six."""
    _hand_only(me, "wackee_six")
    expect(me.page.locator("[data-from]").first).to_be_visible()


@scene
def pass_curtain(me: Visitor) -> None:
    """Between two turns on one device."""
    me.open_table("five_crowns", 1, options={"bot_pace": 8}, settings=STILL)
    me.page.get_by_label(me.words("pass-add")).fill("Bo")
    me.button("pass-sit").click()
    expect(me.page.locator("li b").get_by_text("Bo", exact=True)).to_be_visible()
    me.button("web-begin").click()
    expect(me.page.locator("main.curtain")).to_be_visible()


@scene
def picture_position(me: Visitor) -> None:
    """A picture of a position."""
    begin(me, "five_crowns", 2)
    me.button("web-menu").click()
    me.button("web-picture").click()
    expect(me.button("picture-save")).to_be_visible()


@scene
def picture_round(me: Visitor) -> None:
    """A picture of the end of a round."""
    begin(me, "wig_out", 2, options={"rounds": 3, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.enabled("web-next-round").is_visible)
    me.button("web-picture").click()
    expect(me.button("picture-save")).to_be_visible()


@scene
def lobby_call(me: Visitor) -> None:
    """The lobby with the link of a call, after one that was refused."""
    me.open_table("wig_out", 2)
    field = me.page.get_by_role("textbox", name=me.words("web-call"))
    field.fill(LINK.replace("https", "http"))
    me.button("web-call-set").click()
    expect(me.page.get_by_text(me.words("table-call-link", most=300))).to_be_visible()
    field.fill(LINK)
    me.button("web-call-set").click()
    expect(me.link("web-call-join", site="meet.example.org")).to_be_visible()
