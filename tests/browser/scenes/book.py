"""Scenes for real decks and for a person alone: the score pad, the helper, the history on the device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.pads import begin_pad, spoken, write
from tests.browser.scenes.scene import scene
from tests.browser.visitor import Visitor


@scene
def pad_start(me: Visitor) -> None:
    """Who plays what."""
    me.go("/pad")
    me.page.get_by_role("button", name=me.words("web-wackee_six"), exact=True).click()
    expect(me.button("pad-begin")).to_be_visible()


@scene
def pad_crowns(me: Visitor) -> None:
    """Five Crowns: a round that cannot be, after others; the chart."""
    begin_pad(me, "five_crowns", "Ada", "Bo", "Christopher Robin")
    write(me, ("0", "20", "13"), ("12", "0", "25"))
    write(me, ("0", "1", "25"), refused=True)
    expect(me.page.get_by_role("alert")).to_be_visible()


@scene
def pad_wackee(me: Visitor) -> None:
    """Wackee Six: cards played, cards left, who called."""
    begin_pad(me, "wackee_six", "Ada", "Bo", "Cleo")
    expect(me.button("pad-write")).to_be_visible()


@scene
def pad_tie(me: Visitor) -> None:
    """Five Crowns: a tie that may be played off."""
    begin_pad(me, "five_crowns", "Ada", "Bo", "Cleo", rounds=2)
    write(me, ("0", "20", "13"), ("20", "0", "33"))
    expect(me.button("pad-play-off")).to_be_visible()


@scene
def pad_winner(me: Visitor) -> None:
    """The winner of a match with real cards."""
    begin_pad(me, "wig_out", "Ada", "Bo", "Cleo", rounds=2)
    write(me, ("0", "2", "5"), ("3", "0", "1"))
    expect(me.button("pad-again")).to_be_visible()


@scene
def history_empty(me: Visitor) -> None:
    """Nothing has been played on this device."""
    me.go("/history")
    expect(me.page.get_by_text(me.words("book-empty"))).to_be_visible()


@scene
def history_device(me: Visitor) -> None:
    """The matches of this device."""
    pad_winner(me)
    me.go("/history")
    expect(me.page.get_by_text(me.words("book-kind-cards"))).to_be_visible()
    me.button("book-clear").click()


@scene
def real_cards(me: Visitor) -> None:
    """The helper for real cards: a hand, its melds, what to discard."""
    me.go("/cards/five_crowns")
    keys = me.region("cards-all")
    for card in ("4h", "5h", "6h", "Ks"):
        keys.get_by_role("button", name=me.words("cards-add", card=spoken(me, card), held=0), exact=True).click()
    expect(me.page.get_by_text(me.words("cards-out"))).to_be_visible()
