"""The table on a TV and the hands on phones: what each of them shows, and that a screen is never told a hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.players import PLAYERS, play
from tests.browser.scenes import SCENES
from tests.browser.scenes.scene import begin
from tests.browser.test_share import decoded
from tests.browser.visitor import BARRED, BARRED_LOW, FAST, LANDSCAPE, PHONE, UPRIGHT, Visitor

TV: ViewportSize = {"width": 1920, "height": 1080}
SMALL_TV: ViewportSize = {"width": 1280, "height": 720}
UPRIGHT_TV: ViewportSize = {"width": 1080, "height": 1920}
SHORT: dict[str, dict[str, Any]] = {
    "wig_out": {"rounds": 1, "bot_pace": 0.25},
    "wackee_six": {"target": 1, "bot_pace": 0.25, "down": [0, 0, 0]},
    "five_crowns": {"rounds": 1, "turn_limit": 2, "bot_pace": 0.25},
}
HAND = {"wig_out": "[data-stack]", "wackee_six": "[data-from]", "five_crowns": "[data-id]"}  # cards that can be played
TABLE = {"wig_out": "[data-pile]", "wackee_six": "[data-lane]", "five_crowns": 'button[aria-keyshortcuts="P"]'}
AWAY = {"wig_out": "[data-pile]", "wackee_six": "[data-side]", "five_crowns": "li[data-seat]"}  # not with a hand only
LYING: tuple[ViewportSize, ...] = ({"width": 667, "height": 331}, {"width": 740, "height": 300})  # with their bars
HELD: tuple[ViewportSize, ...] = (BARRED, BARRED_LOW, *LYING, LANDSCAPE, UPRIGHT)
FULL: dict[str, dict[str, Any]] = {"wig_out": {}, "wackee_six": {}, "five_crowns": {"rounds": 11, "first_round": 11}}
COVERED = """() => [...document.querySelectorAll('button.target')].filter(one => {
  const box = one.getBoundingClientRect();
  const points = [0.2, 0.5, 0.8].map(at => document.elementFromPoint(box.x + box.width / 2, box.y + box.height * at));
  return points.some(found => !one.contains(found));
}).length"""
CUT_SHORT = """() => [...document.querySelectorAll('aside b')].filter(one => one.scrollWidth > one.clientWidth + 1)
  .map(one => one.textContent)"""
OUTSIDE = """() => [...document.querySelectorAll('.screen *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width > 4 && box.height > 4 && !one.closest('.air, .visually-hidden, svg')
    && (box.right > innerWidth + 2 || box.bottom > innerHeight + 2)
}).map(one => one.outerHTML.slice(0, 80))"""


def told(page: Page) -> list[dict[str, Any]]:
    """All that the server tells this page from now on."""
    heard: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", listen)
    return heard


def leaks(heard: list[dict[str, Any]]) -> list[str]:
    """What a spectator may not be told: anything of a seat, or a card that somebody took unseen."""
    found = []
    for message in heard:
        view = message.get("view") or {}
        found += ["a hand"] if view.get("private") is not None else []
        sits = message.get("seat") if message.get("type") in ("welcome", "lobby") else None
        found += ["a seat"] if view.get("seat") is not None or sits is not None else []
        found += ["moves"] if message.get("legal") else []
        for line in message.get("lines", []):
            drawn = line["do"] == "draw" or (line["do"] == "take" and line.get("from") == "draw")
            found += ["a card"] if drawn and line.get("card") is not None else []
            dealt = [card for hand in line.get("hands", []) for card in hand if card]
            found += ["a deal"] if line["do"] == "deal" and dealt else []
    return found


def test_the_check_itself_finds_a_hand() -> None:
    assert ["a hand", "a seat"] == leaks([{"view": {"seat": 1, "private": {"hand": ["3h"]}, "public": {}}}])
    assert ["moves", "a card"] == leaks([{"legal": [{"do": "draw"}], "lines": [{"do": "draw", "card": "afro"}]}])
    assert [] == leaks([{"lines": [{"do": "draw", "card": None}]}, {"type": "ping"}])


@pytest.mark.parametrize(
    ("game", "tv", "phone", "language"),
    [
        ("five_crowns", TV, BARRED, "en"),
        ("wig_out", SMALL_TV, BARRED_LOW, "es"),
        ("wackee_six", UPRIGHT_TV, PHONE, "es"),
    ],
)
def test_a_match_with_the_table_on_a_tv_and_the_hand_on_a_phone(
    browser: Browser, opened: Opening, game: str, tv: ViewportSize, phone: ViewportSize, language: str
) -> None:
    me = opened(size=phone, language=language, touch=True)
    code = me.open_table(game, 2, options=SHORT[game], settings=FAST)
    me.button("web-tv").click()
    short = me.page.get_by_role("dialog").get_by_text("/?screen").inner_text()
    me.page.keyboard.press("Escape")

    # the TV: an address without a secret, then the code of the table
    room = opened("/?screen", size=tv, language=language)
    heard = told(room.page)
    assert room.page.url.endswith(short)
    room.page.get_by_role("textbox").fill(code.lower())
    room.page.keyboard.press("Enter")
    qr = room.page.get_by_role("img", name=room.words("web-qr"))
    expect(qr).to_be_visible()
    expect(room.page.get_by_text("Ada", exact=True)).to_be_visible()
    scanned = decoded(browser, qr.screenshot())
    assert scanned is not None
    assert scanned.endswith(f"/#{code}")
    assert [] == room.page.evaluate(OUTSIDE)

    # the phone: its own cards, and nothing else of the table
    settings = me.open_settings() if me.button("web-settings").count() else me.page.locator("dialog")
    settings.get_by_label(me.words("web-hand-only")).check()
    me.page.keyboard.press("Escape")
    me.button("web-begin").click()
    expect(me.page.locator(HAND[game]).first).to_be_visible()
    expect(room.page.locator(TABLE[game]).first).to_be_visible()
    assert 0 == me.page.locator(AWAY[game]).count()
    assert 0 == room.page.locator(HAND[game]).count()
    assert 0 == room.page.locator(".game button:not([inert] *)").count()
    expect(room.page.get_by_role("region", name=room.words("screen-scores"))).to_be_visible()
    assert [] == room.page.evaluate(OUTSIDE)

    # to the podium, which both show; the screen leaves it by itself
    play(me, PLAYERS[game]["tap"], me.region("web-match-over").is_visible)
    expect(room.region("web-match-over")).to_be_visible()
    expect(room.page.get_by_role("img", name=room.words("web-qr"))).to_be_visible()
    assert [] == room.page.evaluate(CUT_SHORT)
    assert [] == leaks(heard)
    me.button("web-rematch").click()
    expect(room.region("web-match-over")).to_be_hidden()


def test_a_screen_joins_again_by_itself_and_says_why_it_cannot(opened: Opening) -> None:
    me = opened()
    code = me.open_table("wig_out", 1)
    room = opened(f"/?screen#{code}", size=TV)
    expect(room.page.get_by_text("Ada", exact=True)).to_be_visible()
    kept = "() => JSON.parse(localStorage.getItem('rumpus-screens'))[0].token"
    token = room.page.evaluate(kept)
    room.page.evaluate(
        "() => { const [one] = JSON.parse(localStorage.getItem('rumpus-screens'));"
        " localStorage.setItem('rumpus-screens', JSON.stringify([{...one, token: 'x'.repeat(22)}])) }"
    )
    room.page.reload()  # as if its place had been given up
    expect(room.page.get_by_text("Ada", exact=True)).to_be_visible()
    assert room.page.evaluate(kept) not in ("x" * 22, token)
    me.button("web-lock").click()
    expect(room.page.get_by_text(room.words("screen-locked"))).to_be_visible()
    other = opened(f"/?screen#{code}", size=TV)
    expect(other.page.get_by_text(other.words("screen-gone"))).to_be_visible()


def with_hand_only(me: Visitor) -> None:
    """This phone shows only its own cards."""
    me.page.evaluate("() => localStorage.setItem('rumpus-settings', JSON.stringify({handOnly: true}))")
    me.page.reload()


@pytest.mark.parametrize(
    ("game", "language"), [("five_crowns", "es"), ("wig_out", "en"), ("wackee_six", "es"), ("wackee_six", "en")]
)
def test_a_hand_alone_fits_phones_and_tablets_either_way_up(opened: Opening, game: str, language: str) -> None:
    me = opened(size=BARRED, language=language, touch=True)
    with_hand_only(me)
    begin(me, game, 3, options=FULL[game])
    expect(me.page.locator(HAND[game]).first).to_be_visible()
    found = {}
    for size in HELD:
        me.page.set_viewport_size(size)
        me.settle()
        found[f"{size['width']} x {size['height']}"] = faults(me)
    assert {} == {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize("language", ["en", "es"])
def test_with_a_hand_alone_no_word_lies_on_the_piles_for_a_wild(opened: Opening, language: str) -> None:
    me = opened(size=BARRED, language=language, touch=True)
    with_hand_only(me)
    SCENES["wackee-wild"](me)
    expect(me.page.locator("button.target")).to_have_count(3)
    for size in HELD:
        me.page.set_viewport_size(size)
        me.settle()
        assert 0 == me.page.evaluate(COVERED), size
    me.page.locator("button.target").last.tap()
    expect(me.page.locator("button.target")).to_have_count(0)
