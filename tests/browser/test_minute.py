"""The first minute and the last: the home page, the way into a match and back, other devices, replays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.test_share import decoded
from tests.browser.visitor import DESKTOP, LANDSCAPE, PHONE, Visitor, recorded, until

ANDROID: ViewportSize = {"width": 360, "height": 616}  # phones with the bars of their browsers
SMALL: ViewportSize = {"width": 375, "height": 553}
NARROW: ViewportSize = {"width": 900, "height": 700}  # three games beside each other, and hardly room for them
SEAT: dict[str, Any] = {"code": "BCDFGHJK", "token": "x" * 43, "game": "wig_out", "link": "", "at": 1}
PAST: dict[str, Any] = {"code": "XZXZXZXZ", "match": 1, "game": "five_crowns", "at": 1_700_000_000_000}
PAST |= {"others": ["Rosa", "Comet"], "winners": [None], "record": None, "avatars": []}
# Remembers whether the lobby was ever on the page.
WATCH = """new MutationObserver(() => { if (document.getElementById("share-link")) window.lobbySeen = true })
  .observe(document, {childList: true, subtree: true})"""


def bottom(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def at_home(me: Visitor) -> None:
    """A device that has a running table, and one that is over."""
    kept = "([seat, past]) => { localStorage['rumpus-seats'] = JSON.stringify([seat]);"
    me.page.evaluate(f"{kept} localStorage['rumpus-past'] = JSON.stringify([past]) }}", [SEAT, PAST])
    me.page.reload()


@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_to_begin_with_is_above_the_fold(opened: Opening, language: str) -> None:
    me = opened(language=language, touch=True)
    at_home(me)
    title = me.words("web-wig_out")
    needed = [
        me.link("web-go-on", game=title),
        me.page.get_by_label(me.words("web-name")),
        me.page.get_by_label(me.words("web-join-code"), exact=True),
    ]
    play_now = me.button("web-play-bots-label", game=title)
    for size in (SMALL, ANDROID, PHONE, LANDSCAPE, DESKTOP):
        me.page.set_viewport_size(size)
        first = [*needed, play_now] if size in (LANDSCAPE, DESKTOP, PHONE) else needed
        assert [] == [str(one) for one in first if bottom(one) > size["height"]], size
        assert [] == faults(me)
    won = me.page.get_by_text(me.words("web-past-result", who="me", names=""))
    remove = me.page.get_by_role("listitem").filter(has=won).get_by_role("button")
    remove.click()
    expect(won).to_have_count(0)


# How far the note on each button that starts a match is from its edges and from the words above it
NOTES = """() => {
  const words = (node) => {
    const range = new Range();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll(".play")].map((one) => {
    const [button, note] = [one.querySelector("button"), words(one.querySelector("small"))];
    const [edge, above] = [button.getBoundingClientRect(), words(button)];
    return [note.left - edge.left, edge.right - note.right, edge.bottom - note.bottom, note.top - above.bottom + 3];
  }).flat();
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_note_on_play_now_stays_on_its_button_also_with_a_head_start(opened: Opening, language: str) -> None:
    me = opened(language=language)
    skill = {"level": "beginner", "ease": 7, "balance": 0, "chosen": None}
    me.page.evaluate("text => localStorage.setItem('rumpus-levels', text)", json.dumps({"five_crowns": skill}))
    me.page.reload()
    expect(me.page.get_by_text(me.words("web-play-head-start", points=140))).to_be_visible()
    for size in (SMALL, ANDROID, PHONE, LANDSCAPE, NARROW, DESKTOP):
        me.page.set_viewport_size(size)
        me.settle()
        rooms: list[float] = me.page.evaluate(NOTES)
        assert 3 * 4 == len(rooms)
        assert [] == [room for room in rooms if room < 0], size
        assert [] == faults(me)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_newcomer_starts_the_first_game_without_scrolling(opened: Opening, language: str) -> None:
    me = opened(language=language, touch=True, is_mobile=True)
    play_now = me.button("web-play-bots-label", game=me.words("web-wig_out"))
    for size in (SMALL, ANDROID):
        me.page.set_viewport_size(size)
        assert bottom(play_now) <= size["height"], size
        assert [] == faults(me)


def test_one_tap_never_shows_the_lobby_and_going_home_is_asked_first(opened: Opening) -> None:
    me = opened(size=SMALL, touch=True)
    me.page.evaluate(WATCH)
    me.button("web-play-bots-label", game=me.words("web-wig_out")).tap()
    me.region("wig-hand").wait_for()
    assert me.page.evaluate("window.lobbySeen") is None
    me.link("web-home").tap()
    dialog = me.dialog("web-away-title")
    dialog.get_by_role("button", name=me.words("web-stay")).tap()
    expect(dialog).to_have_count(0)
    me.link("web-home").tap()
    me.button("web-away-home").tap()
    back = me.link("web-go-on", game=me.words("web-wig_out"))
    expect(back).to_be_visible()
    assert bottom(back) < SMALL["height"]
    back.tap()
    expect(me.region("wig-hand")).to_be_visible()


def test_the_tab_says_whose_turn_it_is(opened: Opening) -> None:
    me = opened(language="es")
    me.open_table("five_crowns", 1, options={"bot_pace": 0.25})
    me.button("web-begin").click()
    until(lambda: me.page.title() == me.words("web-tab-title", what=me.words("web-tab-turn"), house="Rumpus"))


def test_a_seat_moves_by_a_picture(browser: Browser, opened: Opening) -> None:
    me = opened()
    me.open_table("wig_out", 1, options={"bot_pace": 8}, settings={"wait_s": 300})
    me.button("web-begin").click()
    me.button("web-menu").click()
    me.button("web-move-device").click()
    link = decoded(browser, me.page.get_by_role("img", name=me.words("web-device-qr")).screenshot())
    assert link is not None
    other = opened("/" + link.split("/", 3)[3], size=PHONE, language="es", touch=True)
    expect(other.region("wig-hand")).to_be_visible()
    expect(me.page.get_by_text(me.words("web-closed-newer"))).to_be_visible()


def test_a_replay_has_rounds_and_no_controls_of_the_game_and_starts_anew(opened: Opening, tmp_path: Path) -> None:
    me = opened("/#/replay", size=PHONE)
    me.page.get_by_label(me.words("web-replay-choose")).set_input_files(recorded("wig_out", tmp_path))
    me.page.get_by_label(me.words("web-replay-seat")).select_option(index=1)
    me.page.get_by_label(me.words("web-replay-round")).select_option(label=me.words("web-round", round=2))
    expect(me.page.get_by_role("slider")).not_to_have_value("0")
    me.page.get_by_role("slider").fill("20")
    control = me.page.locator("[data-control]").first
    expect(control).to_be_attached()
    expect(control).to_be_hidden()
    me.go("/replay/")  # typed over it
    expect(me.page.get_by_label(me.words("web-replay-choose"))).to_be_attached()
    expect(me.page.get_by_role("slider")).to_have_count(0)


@pytest.mark.parametrize("game", ["wig_out", "wackee_six", "five_crowns"])
@pytest.mark.parametrize(("size", "language"), [(SMALL, "en"), (SMALL, "es"), (ANDROID, "es")])
def test_a_replay_on_a_phone_shows_the_whole_table(
    opened: Opening, tmp_path: Path, game: str, size: ViewportSize, language: str
) -> None:
    me = opened("/#/replay", size=size, language=language, touch=True, is_mobile=True)
    me.page.get_by_label(me.words("web-replay-choose")).set_input_files(recorded(game, tmp_path))
    table = me.page.locator("main.game")
    for seat in (1, 0):  # a player's own cards are the most there is to see; then as somebody who only watches
        me.page.get_by_label(me.words("web-replay-seat")).select_option(index=seat)
        me.page.get_by_role("slider").fill("20")
        me.settle()
        assert table.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), f"view {seat} has to be scrolled"
        assert [] == faults(me)


def test_a_link_has_a_preview(opened: Opening) -> None:
    me = opened()
    image = me.page.locator('meta[property="og:image"]').get_attribute("content")
    assert image is not None
    assert image.startswith("http://127.0.0.1:")
    answer = me.page.request.get(image)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


def test_one_language_is_loaded_and_the_other_comes_when_somebody_changes_to_it(opened: Opening) -> None:
    me = opened(language="en")
    loaded = "() => performance.getEntriesByType('resource').map(one => one.name).filter(one => /words-/.test(one))"
    expect(me.button("web-settings")).to_be_visible()
    assert 1 == len(me.page.evaluate(loaded))
    me.open_settings().get_by_role("button", name=me.words("web-language-es")).click()
    me.language = "es"
    expect(me.dialog("web-settings")).to_be_visible()
    assert 2 == len(me.page.evaluate(loaded))
