"""Scenes of Wig Out!"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from rumpus.games.wig_out.cards import CHARACTERS
from tests.browser.players import one_round_of_wig_out, play, wig_out_by_pointer
from tests.browser.scenes.scene import BURST_MS, begin, hold, scene, without
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
    play(me, one_round_of_wig_out, me.enabled("web-next-round").is_visible)


@scene
def wig_climax(me: Visitor) -> None:
    """The shout, in full view."""
    wig_shout_lit(me)
    hold(me)
    me.button("wig-shout").click()
    me.page.get_by_text(me.words("wig-wigs-out", me="yes", name="")).wait_for()


@scene
def wig_ending(me: Visitor) -> None:
    """After the match: the podium."""
    begin(me, "wig_out", 3, options={"rounds": 2, "bot_pace": 0.25}, settings={"wait_s": 1})
    play(me, wig_out_by_pointer, me.region("web-match-over").is_visible)
    me.region("ending-awards").wait_for()


@scene
def wig_open_hands(me: Visitor) -> None:
    """After the match: the cards of its last round."""
    begin(me, "wig_out", 2, options={"rounds": 1, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.region("web-match-over").is_visible)
    me.page.get_by_text(me.words("ending-last-round")).click()
    me.page.locator("details li").last.scroll_into_view_if_needed()


@scene
def score_sheet(me: Visitor) -> None:
    """The score sheet of a long match, in the middle of a round."""
    long_match(me)
    me.page.get_by_role("button", name=me.words("web-sheet")).first.click()
    expect(me.dialog("web-sheet")).to_be_visible()


def long_match(me: Visitor) -> None:
    """A match that has gone on for many rounds: the page hears of points that were never played for."""
    me.page.route_web_socket("**/ws", _after_many_rounds)
    begin(me, "wig_out", 5, options={"rounds": 20})
    expect(me.button("wig-go")).to_be_visible()


def _after_many_rounds(socket: WebSocketRoute) -> None:
    """Between page and server: eleven rounds have been played."""
    server = socket.connect_to_server()

    def tell(text: str | bytes) -> None:
        message = json.loads(text)
        view = message.get("view")
        if view:
            sheet = [[(7 * turn + 5 * seat * turn) % 29 for seat in range(6)] for turn in range(11)]
            view["public"] |= {"sheet": sheet, "totals": [sum(column) for column in zip(*sheet, strict=True)]}
        socket.send(json.dumps(message))

    server.on_message(tell)
