"""Scenes of Wig Out!"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from rumpus.games.wig_out.cards import CHARACTERS
from tests.browser.players import one_round_of_wig_out, play, wig_out_by_pointer
from tests.browser.scenes.scene import BURST_MS, begin, scene, without
from tests.browser.visitor import Visitor


def _wig_deal(mine: list[str], others: list[list[str]]) -> dict[str, Any]:
    turned = ["mohawk", "braid"]
    pack = [name for name in CHARACTERS for _ in range(5)]
    deck = without(pack, *mine, *turned, *(card for hand in others for card in hand))
    return {"do": "deal", "round": 1, "dealer": 0, "hands": [mine, *others], "turned": turned, "deck": deck}


@scene
def wig_ready(me: Visitor) -> None:
    """Before GO."""
    begin(me, "wig_out", 3)
    expect(me.button("wig-go")).to_be_visible()


@scene
def wig_play(me: Visitor) -> None:
    """In the race, among six."""
    begin(me, "wig_out", 5, options={"bot_pace": 2})
    me.button("wig-go").click()
    expect(me.button("wig-shout")).to_be_visible()
    wig_out_by_pointer(me)
    me.page.wait_for_timeout(1500)


@scene
def wig_must_draw(me: Visitor) -> None:
    """Nothing fits."""
    mine = ["afro", "bun", "nest", "flame", "bolt", "curls", "beehive"]
    others = ["pigtails", "pigtails", "moptop", "moptop", "onehair", "onehair", "nest"]
    begin(me, "wig_out", 1, deals=[_wig_deal(mine, [others])])
    me.button("wig-go").click()
    expect(me.page.get_by_text(me.words("wig-do-draw"), exact=True)).to_be_visible()
    me.page.wait_for_timeout(BURST_MS)


@scene
def wig_shout_lit(me: Visitor) -> None:
    """The hand is empty."""
    mine = ["afro", "afro", "bun", "bun", "nest", "nest", "nest"]
    others = ["pigtails", "moptop", "onehair", "flame", "bolt", "curls", "beehive"]
    begin(me, "wig_out", 1, deals=[_wig_deal(mine, [others])])
    me.button("wig-go").click()
    for name in ("afro", "bun", "nest"):
        me.region("wig-hand").get_by_role("button", name=me.words(f"character-{name}")).click()
    expect(me.page.get_by_text(me.words("wig-do-shout"), exact=True)).to_be_visible()
    me.page.wait_for_timeout(BURST_MS)


@scene
def wig_score(me: Visitor) -> None:
    """Between two rounds."""
    begin(me, "wig_out", 2, options={"rounds": 3, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.dialog("web-sheet").is_visible)


@scene
def wig_ending(me: Visitor) -> None:
    """After the match, with a chart."""
    begin(me, "wig_out", 2, options={"rounds": 2, "bot_pace": 0.25}, settings={"wait_s": 1})
    play(me, wig_out_by_pointer, me.dialog("web-match-over").is_visible)


@scene
def wig_open_hands(me: Visitor) -> None:
    """After the match, the sheet laid aside."""
    begin(me, "wig_out", 2, options={"rounds": 1, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.dialog("web-match-over").is_visible)
    me.dialog("web-match-over").get_by_role("button", name=me.words("web-close"), exact=True).click()
    expect(me.dialog("web-match-over")).not_to_be_visible()
