"""Pictures to share, drawn in the page; the replay behind a link; a narrow window beside a call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from rumpus.text import LANGUAGES
from tests.browser.conftest import Opening
from tests.browser.players import one_round_of_wig_out, play
from tests.browser.visitor import BARRED_LOW, FAST, TABLET, Visitor

SHARING = """() => {
  navigator.canShare = ({files}) => files?.length > 0;
  navigator.share = async ({files, url}) => {
    const [file] = files;
    const picture = await createImageBitmap(file);
    const pen = Object.assign(document.createElement("canvas"), picture).getContext("2d");
    pen.canvas.width = picture.width;
    pen.canvas.height = picture.height;
    pen.drawImage(picture, 0, 0);
    const seen = new Set(new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer));
    window.shared = {name: file.name, type: file.type, width: picture.width, colours: seen.size, url};
  };
}"""
NARROW: ViewportSize = {"width": 320, "height": 900}
CUT = """() => [...document.querySelectorAll("button, a, h1, h2, p, label")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width > 1 && !one.closest(".visually-hidden, .air") && (box.left < -1 || box.right > innerWidth + 1
    || (one.matches("button, .button") && !one.querySelector("svg") && one.scrollWidth > one.clientWidth + 2));
}).map(one => one.outerHTML.slice(0, 90))"""

SPILT = """() => [...document.querySelectorAll(".more :is(button, a)")].filter(one =>
  one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.trim())"""  # words wider than their button


def shared(page: Page) -> dict[str, Any]:
    """The picture that the page has handed to the device, as it can be read again."""
    page.wait_for_function("() => window.shared")
    found: dict[str, Any] = page.evaluate("() => window.shared")
    page.evaluate("() => { window.shared = null }")
    return found


def send(me: Visitor) -> None:
    """Shares the picture that is shown."""
    me.page.get_by_role("dialog").get_by_role("button", name=me.words("picture-send"), exact=True).click()


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (TABLET, "en")])
def test_a_position_a_round_and_a_result_are_shared_and_lead_to_the_replay(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language, touch=True)
    me.page.add_init_script(f"({SHARING})()")
    me.page.reload()
    me.open_table("wig_out", 2, options={"rounds": 1, "bot_pace": 0.25}, settings=FAST, avatar="crab")
    me.button("web-begin").click()
    me.button("web-menu").click()
    me.button("web-picture").click()
    send(me)
    position = shared(me.page)
    assert ("rumpus-wig_out-1.png", "image/png", 2160) == (position["name"], position["type"], position["width"])
    assert position["colours"] > 50  # faces and cards, not only boxes
    expect(me.page.get_by_role("img", name=me.words("picture-own", name="Ada"))).to_be_visible()
    me.page.keyboard.press("Escape")

    play(me, one_round_of_wig_out, me.region("web-match-over").is_visible)
    me.button("web-picture").click()
    send(me)
    result = shared(me.page)
    assert result["colours"] > 50
    expect(me.page.get_by_role("dialog").get_by_role("img", name="Wig Out!")).to_be_visible()  # whoever has won

    # somebody who was not there: the same faces, the round's end with all hands, and a picture of it
    name = result["url"].split("/")[-1]
    steps = me.page.request.get(f"/api/records/{name}/steps").text().splitlines()
    assert "crab" == json.loads(steps[0])["seats"][0]["face"]
    friend = opened(f"/#/replay/{name}/{len(steps) - 2}", size=size, language=language)
    friend.page.evaluate(f"({SHARING})()")
    expect(friend.page.get_by_role("region", name=friend.words("web-open-hands"))).to_be_visible()
    assert [] == friend.page.evaluate(SPILT)
    friend.button("web-picture").click()
    send(friend)
    assert f"/#/replay/{name}/{len(steps) - 2}" in shared(friend.page)["url"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["wig_out", "five_crowns", "wackee_six"])
def test_a_narrow_window_beside_a_call_holds_everything(opened: Opening, game: str, language: str) -> None:
    me = opened(size=NARROW, language=language)
    me.open_table(game, 3, options={"bot_pace": 8})
    link = me.page.get_by_role("textbox", name=me.words("web-call"))
    link.fill("https://user@meet.example.org/")
    me.button("web-call-set").click()
    expect(me.page.get_by_text(me.words("table-call-link", most=300))).to_be_visible()
    link.fill("https://meet.example.org/family")
    me.button("web-call-set").click()
    call = me.link("web-call-join", site="meet.example.org")
    expect(call).to_have_attribute("rel", "noopener noreferrer")
    assert [] == me.page.evaluate(CUT)
    me.button("web-begin").click()
    expect(me.button("web-menu")).to_be_visible()
    me.settle()
    assert [] == me.page.evaluate(CUT)
    me.button("web-menu").click()
    expect(call).to_have_attribute("target", "_blank")
    assert "https://meet.example.org/family" == call.get_attribute("href")
