"""Scenes of Wackee Six."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.scenes.scene import after_the_burst, begin, hold, scene, skip_to, without
from tests.browser.visitor import Visitor

WACKEE = [f"{colour}{number}" for colour in "rgby" for number in range(1, 14)] + ["w", "w"]


def _wackee_deal(up: list[str], deck: list[str], seats: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    theirs = ["y7", "g9", "b10", "r11", "y9", "g12"]
    mine = deck + [card for card in without(WACKEE, *up, *deck) if card != "w"] + ["w"] * (2 - (up + deck).count("w"))
    sides = zip(seats, [up, theirs], [mine, without(WACKEE, *theirs)[::-1]], strict=True)
    dealt = [
        {"seats": side, "turner": side[-1], "main": side[0], "up": row, "down": [], "deck": cards}
        for side, row, cards in sides
    ]
    return {"do": "deal", "round": 1, "starter": 0, "sides": dealt}


def _wackee(
    me: Visitor, up: str, deck: str = "y12 y13 r13", seats: tuple[tuple[int, ...], ...] = ((0,), (1,)), **options: Any
) -> None:
    """A table of two sides with these six cards; the race has begun."""
    deal = _wackee_deal(up.split(), deck.split(), seats)
    begin(me, "wackee_six", sum(map(len, seats)) - 1, options={"down": [0, 0], **options}, deals=[deal])
    me.button("wackee-start").click()
    expect(me.button("wackee-start")).not_to_be_visible()
    after_the_burst(me)


@scene
def wackee_ready(me: Visitor) -> None:
    """Before the start."""
    begin(me, "wackee_six", 2)
    expect(me.page.get_by_text(me.words("wackee-look")).first).to_be_visible()


def _piles(me: Visitor, count: int) -> None:
    """So many piles have been started."""
    expect(me.page.locator("[data-pile]").nth(count - 1)).to_be_attached()


@scene
def wackee_play(me: Visitor) -> None:
    """In the race."""
    begin(me, "wackee_six", 3, level="expert", options={"bot_pace": 0.25})
    me.button("wackee-start").click()
    _piles(me, 2)
    me.page.keyboard.press("d")


@scene
def wackee_wild(me: Visitor) -> None:
    """A wild looks for its place."""
    _wackee(me, "r1 b1 w g1 r2 b7")
    for card in ("r1", "b1", "g1", "r2", "w"):
        me.card(card).click()
    expect(me.page.get_by_text(me.words("wackee-choose")).first).to_be_visible()


@scene
def wackee_shout_lit(me: Visitor) -> None:
    """All main cards are out."""
    all_out(me)


def all_out(me: Visitor, **more: Any) -> None:
    """Play all main cards of one's own side."""
    _wackee(me, "r1 r2 r3 r4 r5 r6", **more)
    for number in range(1, 7):
        me.card(f"r{number}").click()
    expect(me.button("wackee-call").and_(me.page.locator('[aria-disabled="false"]'))).to_be_visible()


@scene
def wackee_climax(me: Visitor) -> None:
    """The call, in full view."""
    wackee_shout_lit(me)
    hold(me)
    me.button("wackee-call").click()
    me.page.get_by_text(me.words("wackee-called", me="yes", who="")).first.wait_for()


@scene
def wackee_score(me: Visitor) -> None:
    """Between two rounds: what was played, what was left, the bonus."""
    wackee_climax(me)
    skip_to(me, me.enabled("web-next-round"))


@scene
def wackee_ending(me: Visitor) -> None:
    """After the match: the podium, with partners on one step."""
    all_out(me, seats=((0, 2), (1, 3)), partners=True, target=1)
    me.button("wackee-call").click()
    expect(me.region("web-match-over")).to_be_visible()


@scene
def wackee_beaten(me: Visitor) -> None:
    """Somebody else was first."""
    me.page.route_web_socket("**/ws*", _beats)
    _wackee(me, "r1 b1 w g1 r2 b7")
    me.card("g1").click()
    me.page.get_by_text("37").first.wait_for()


def _beats(socket: WebSocketRoute) -> None:
    """Between page and server: whatever card is played, the other seat had done it 37 ms before."""
    server = socket.connect_to_server()

    def ask(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "do" and message["action"]["do"] == "play":
            late = {"reason": "ws-no-pile", "facts": {"card": message["action"]["card"]}, "clause": "WS-08"}
            socket.send(json.dumps({"type": "refused", "id": message["id"], "first": 1, "by_ms": 37, **late}))
        else:
            server.send(text)

    socket.on_message(ask)


@scene
def wackee_twelve(me: Visitor) -> None:
    """Twelve players, six sides."""
    begin(me, "wackee_six", 11, level="expert", options={"bot_pace": 0.25})
    me.button("wackee-start").click()
    _piles(me, 4)
