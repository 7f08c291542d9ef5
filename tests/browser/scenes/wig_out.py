"""Scenes of Wig Out!"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from rumpus.games.wig_out.cards import CHARACTERS
from tests.browser.players import one_round_of_wig_out, play, wig_out_by_pointer
from tests.browser.scenes.scene import after_the_burst, begin, hold, scene, without
from tests.browser.visitor import Visitor


def _wig_deal(mine: list[str], others: list[list[str]], number: int = 1) -> dict[str, Any]:
    turned = ["mohawk", "braid"]
    pack = [name for name in CHARACTERS for _ in range(5)]
    deck = without(pack, *mine, *turned, *(card for hand in others for card in hand))
    dealer = (number - 1) % (1 + len(others))
    return {"do": "deal", "round": number, "dealer": dealer, "hands": [mine, *others], "turned": turned, "deck": deck}


THREE_STACKS = ["afro", "afro", "bun", "bun", "nest", "nest", "nest"]  # all of it can be laid at once
NO_PAIR = ["pigtails", "moptop", "onehair", "flame", "bolt", "curls", "beehive"]


def _won_at_once(me: Visitor, bots: int, rounds: int, play_rounds: int, **settings: Any) -> None:
    """Rounds in which nobody else can do much: three stacks are laid, and shouted for."""
    deals = [_wig_deal(THREE_STACKS, [NO_PAIR] * bots, number) for number in range(1, play_rounds + 1)]
    begin(me, "wig_out", bots, options={"rounds": rounds}, settings=settings, deals=deals)
    over = me.enabled("web-next-round").or_(me.region("web-match-over"))
    for number in range(play_rounds):
        if number:
            me.enabled("web-next-round").click()
            expect(over).to_have_count(0)
        play(me, one_round_of_wig_out, over.is_visible)


@scene
def wig_ready(me: Visitor) -> None:
    """Before GO."""
    begin(me, "wig_out", 3)
    expect(me.button("wig-go")).to_be_visible()


@scene
def wig_play(me: Visitor) -> None:
    """In the race, among six."""
    begin(me, "wig_out", 5, options={"bot_pace": 0.5})
    me.button("wig-go").click()
    expect(me.button("wig-shout")).to_be_visible()
    wig_out_by_pointer(me)
    expect(me.page.locator("[data-pile] .card:not(.empty)").nth(2)).to_be_attached()
    after_the_burst(me)


@scene
def wig_must_draw(me: Visitor) -> None:
    """Nothing fits."""
    mine = ["afro", "bun", "nest", "flame", "bolt", "curls", "beehive"]
    others = ["pigtails", "pigtails", "moptop", "moptop", "onehair", "onehair", "nest"]
    begin(me, "wig_out", 1, deals=[_wig_deal(mine, [others])])
    me.button("wig-go").click()
    expect(me.page.get_by_text(me.words("wig-do-draw"), exact=True)).to_be_visible()
    after_the_burst(me)


@scene
def wig_shout_lit(me: Visitor) -> None:
    """The hand is empty."""
    begin(me, "wig_out", 1, deals=[_wig_deal(THREE_STACKS, [NO_PAIR])])
    me.button("wig-go").click()
    for name in ("afro", "bun", "nest"):
        me.region("wig-hand").get_by_role("button", name=me.words(f"character-{name}")).click()
    expect(me.page.get_by_text(me.words("wig-do-shout"), exact=True)).to_be_visible()
    after_the_burst(me)


@scene
def wig_score(me: Visitor) -> None:
    """Between two rounds."""
    _won_at_once(me, bots=2, rounds=3, play_rounds=1)


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
    _won_at_once(me, bots=3, rounds=2, play_rounds=2)
    me.region("ending-awards").wait_for()


@scene
def wig_open_hands(me: Visitor) -> None:
    """After the match: the cards of its last round."""
    _won_at_once(me, bots=2, rounds=1, play_rounds=1)
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
    me.page.route_web_socket("**/ws*", _after_many_rounds)
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
